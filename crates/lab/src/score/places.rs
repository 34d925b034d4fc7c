//! Where the answer stands in a text.

use super::answer::UnreadAnswer;
use std::borrow::Cow;
use std::fmt;

/// The part of a text that is read as its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// The whole text.
    Text,
    /// A block of code between lines of three backticks.
    Fence,
    /// After `Answer:`, `Solution:` or `答案：`.
    Heading,
    /// `\boxed{…}`.
    Boxed,
    /// `<answer>…</answer>`.
    Tag,
}

impl Place {
    /// Whether the writer marked it as the answer, so that nothing else is read.
    fn is_marked(self) -> bool {
        matches!(self, Self::Heading | Self::Boxed | Self::Tag)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Text => "text",
            Self::Fence => "code block",
            Self::Heading => "after the heading",
            Self::Boxed => "box",
            Self::Tag => "tag",
        })
    }
}

/// An answer without thoughts, struck-out text and letters of full width.
pub(super) fn prepared(text: &str) -> Cow<'_, str> {
    let narrow = match !text.is_ascii() && text.chars().any(|sign| narrow(sign) != sign) {
        true => Cow::Owned(text.chars().map(narrow).collect()),
        false => Cow::Borrowed(text),
    };
    match narrow.contains('<') || narrow.contains("~~") {
        true => Cow::Owned(without_thoughts(&narrow)),
        false => narrow,
    }
}

/// The ASCII sign of a sign of full width.
fn narrow(sign: char) -> char {
    match sign {
        '\u{3000}' => ' ',
        '\u{ff01}'..='\u{ff5e}' => {
            char::from_u32(sign as u32 - 0xff01 + 0x21).expect("it is a sign of ASCII")
        }
        _ => sign,
    }
}

/// Tags around thoughts, and around text that is struck out.
const THOUGHTS: [&str; 3] = ["think", "thinking", "reasoning"];
const STRUCK_OUT: [&str; 2] = ["del", "strike"];

/// A text without thoughts and struck-out text. Without its end, such a part goes on to the end of the text. Thoughts without
/// their beginning begin with the text: prompts of some models have the opening tag.
fn without_thoughts(text: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['<', '~']) {
        kept.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = match removed(rest) {
            Some(Removed::From(end)) => {
                kept.push(' ');
                // Behind the first two signs, which can be the end as well.
                let found = places_of(&rest[2..], &end).next();
                found.map_or(rest.len(), |at| 2 + at + end.len())
            }
            Some(Removed::To(end)) => {
                kept.clear();
                end
            }
            None => {
                kept.push_str(&rest[..1]);
                1
            }
        };
        rest = &rest[end..];
    }
    kept + rest
}

/// What is removed from a text.
enum Removed {
    /// From here to an end.
    From(String),
    /// All that stands before, and some bytes.
    To(usize),
}

/// What is removed at the start of a text.
fn removed(text: &str) -> Option<Removed> {
    if let Some(rest) = text.strip_prefix("~~") {
        return rest.contains("~~").then(|| Removed::From("~~".to_owned()));
    }
    let inner = text.strip_prefix('<')?;
    let is_closing = inner.starts_with('/');
    let inner = inner.trim_start_matches('/');
    let name = &inner[..inner.find(|sign: char| !sign.is_ascii_alphabetic())?];
    if !inner[name.len()..].starts_with('>') {
        return None;
    }
    let is_one_of = |names: &[&str]| names.iter().any(|other| other.eq_ignore_ascii_case(name));
    match (is_closing, is_one_of(&THOUGHTS)) {
        (false, true) => Some(Removed::From(format!("</{name}>"))),
        (false, false) if is_one_of(&STRUCK_OUT) => Some(Removed::From(format!("</{name}>"))),
        (true, true) => Some(Removed::To(name.len() + 3)),
        _ => None,
    }
}

/// The places where an answer can stand, the most certain first. A marked place is the only one.
pub(super) fn places(text: &str) -> Vec<(Place, Vec<&str>)> {
    let marked =
        [(Place::Tag, tags(text)), (Place::Boxed, boxes(text)), (Place::Heading, headings(text))];
    match marked.into_iter().find(|(_, parts)| !parts.is_empty()) {
        Some(found) => vec![found],
        None => vec![(Place::Fence, fences(text)), (Place::Text, vec![text])],
    }
}

/// The answer of the first place that has one. All parts of a place must have the same, or none. The last part of a marked
/// place must have one. `read` finds the answer of a part.
pub(super) fn find<'t, T: PartialEq>(
    text: &'t str,
    read: impl Fn(&'t str) -> Result<Option<T>, UnreadAnswer>,
) -> Result<Option<(Place, T)>, UnreadAnswer> {
    for (place, parts) in places(text) {
        let mut found: Option<T> = None;
        let mut is_last = false;
        for part in parts {
            let read = read(part)?;
            is_last = read.is_some();
            let Some(answer) = read else { continue };
            match &found {
                None => found = Some(answer),
                Some(other) if *other == answer => {}
                Some(_) => return Err(UnreadAnswer::Differ),
            }
        }
        match found {
            Some(_) if place.is_marked() && !is_last => return Err(UnreadAnswer::Differ),
            Some(answer) => return Ok(Some((place, answer))),
            None => {}
        }
    }
    Ok(None)
}

/// The places of a text in another, without regard to the case of ASCII letters after its first sign.
fn places_of<'t>(text: &'t str, part: &'t str) -> impl Iterator<Item = usize> + 't {
    let is_it = move |at: &usize| {
        let found = text.as_bytes().get(*at..at + part.len());
        found.is_some_and(|found| found.eq_ignore_ascii_case(part.as_bytes()))
    };
    text.match_indices(char::from(part.as_bytes()[0])).map(|(at, _)| at).filter(is_it)
}

fn tags(text: &str) -> Vec<&str> {
    parts(text, "<answer>", |inner| places_of(inner, "</answer>").next())
}

fn boxes(text: &str) -> Vec<&str> {
    parts(text, "\\boxed{", |inner| {
        let mut depth = 1;
        inner.find(|sign| {
            depth += i32::from(sign == '{') - i32::from(sign == '}');
            depth == 0
        })
    })
}

/// The parts of a text that begin with a sign, one after another. `end` finds the end of one.
fn parts<'t>(text: &'t str, sign: &'t str, end: impl Fn(&str) -> Option<usize>) -> Vec<&'t str> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(at) = places_of(rest, sign).next() {
        let inner = &rest[at + sign.len()..];
        let (inner, after) = inner.split_at(end(inner).unwrap_or(inner.len()));
        found.push(inner);
        rest = after;
    }
    found
}

/// Words that a colon makes a heading.
const HEADINGS: [&str; 5] = ["answer", "solution", "答案", "解答", "解"];

/// The texts after headings, each up to the next one.
fn headings(text: &str) -> Vec<&str> {
    let heading = |(colon, _): (usize, &str)| {
        let is_ornament = |sign: char| " *_\"'".contains(sign);
        let word = |end: usize| text[..end].trim_end_matches(is_ornament);
        let ends_with = |text: &str, end: &str| {
            let found = text.len().checked_sub(end.len()).and_then(|at| text.get(at..));
            found.is_some_and(|found| found.eq_ignore_ascii_case(end))
        };
        let mut before = word(colon);
        if ends_with(before, " is") {
            before = word(before.len() - " is".len());
        }
        let heading = HEADINGS.into_iter().find(|heading| ends_with(before, heading))?;
        let start = before.len() - heading.len();
        // "resolution:" and "無解：" are no headings.
        let is_other = before[..start].ends_with(|sign: char| {
            sign.is_ascii_alphanumeric() || heading == "解" && "無无有可".contains(sign)
        });
        (!is_other).then_some((start, colon + 1))
    };
    let found: Vec<(usize, usize)> = text.match_indices(':').filter_map(heading).collect();
    let ends = found.iter().skip(1).map(|(start, _)| *start).chain([text.len()]);
    found.iter().zip(ends).map(|((_, start), end)| &text[*start..end.max(*start)]).collect()
}

fn fences(text: &str) -> Vec<&str> {
    // The language of a block is no part of it.
    let without_language = |part: &'_ str| {
        let end = part
            .find('\n')
            .filter(|&end| part[..end].trim().chars().all(|sign| sign.is_ascii_lowercase()));
        end.unwrap_or(0)
    };
    let parts = text.split("```").skip(1).step_by(2);
    parts.map(|part| &part[without_language(part)..]).collect()
}
