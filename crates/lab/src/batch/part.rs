//! Parts of a batch.

use std::fmt;

/// One of several parts of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    number: u32,
    of: u32,
}

impl Part {
    /// The only part of an undivided batch.
    pub const WHOLE: Part = Part { number: 1, of: 1 };

    /// Largest number of parts.
    pub const MOST: u32 = 10_000;

    /// Part `number` of `of`, counted from 1; `None` if there is no such part.
    pub fn new(number: u32, of: u32) -> Option<Self> {
        ((1..=of).contains(&number) && of <= Self::MOST).then_some(Self { number, of })
    }

    /// Name in file names, for example `2-of-5`.
    pub fn name(self) -> String {
        format!("{}-of-{}", self.number, self.of)
    }

    /// Number of all parts.
    pub fn of(self) -> u32 {
        self.of
    }

    /// Whether a task belongs to this part.
    pub fn does(self, task: usize) -> bool {
        task % self.of as usize == self.number as usize - 1
    }
}

/// Formats a part like an option of the command line, for example `2/5`.
impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl std::str::FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let part = text
            .split_once('/')
            .and_then(|(number, of)| Self::new(number.parse().ok()?, of.parse().ok()?));
        let most = Self::MOST;
        part.ok_or_else(|| {
            format!(
                "expected the number of the part and of all parts (at most {most}), such as 2/5"
            )
        })
    }
}
