//! Titles of puzzles by a pattern.

use huarong_core::puzzle_file::is_line;
use std::fmt::Display;

/// A pattern with names in braces, such as `{band} {place}`.
#[derive(Clone, Debug)]
pub(super) struct Titles(String);

impl Titles {
    /// A pattern with some of these names.
    pub fn new(pattern: &str, names: &[&str]) -> Result<Self, String> {
        let mut rest = pattern;
        while let Some((_, after)) = rest.split_once('{') {
            let (name, after) = after.split_once('}').unwrap_or((after, ""));
            if !names.contains(&name) {
                let names: Vec<String> = names.iter().map(|name| format!("{{{name}}}")).collect();
                return Err(format!(
                    "{{{name}}} is no part of a title: write {}",
                    names.join(", ")
                ));
            }
            rest = after;
        }
        match is_line(pattern) {
            true => Ok(Self(pattern.to_owned())),
            false => Err("write one line of visible characters".to_owned()),
        }
    }

    /// The title with the values of these names. Braces of a value mean nothing.
    pub fn of(&self, values: &[(&str, &dyn Display)]) -> String {
        let (mut title, mut rest) = (String::new(), &self.0[..]);
        while let Some((before, after)) = rest.split_once('{') {
            let (name, after) = after.split_once('}').unwrap_or((after, ""));
            title += before;
            if let Some((_, value)) = values.iter().find(|(known, _)| *known == name) {
                title += &value.to_string();
            }
            rest = after;
        }
        title + rest
    }
}
