//! Numbers and lists in words for people.

pub use crate::effort::{grouped, grouped_digits};
use std::borrow::Cow;

/// A count with its noun, in the plural where it is not one.
pub fn counted(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(number))
}

/// Texts joined by spaces to lines of at most `width` signs; a longer text has a line of its own.
pub fn lines_of(texts: &[String], width: usize) -> Vec<String> {
    let options = textwrap::Options::new(width)
        .break_words(false)
        .word_separator(textwrap::WordSeparator::AsciiSpace)
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    textwrap::wrap(&texts.join(" "), options).into_iter().map(Cow::into_owned).collect()
}
