//! Line-wrapped lists of words.

use std::borrow::Cow;

/// Joins texts with spaces into lines of at most `width` characters; a longer text has its own
/// line.
pub fn lines_of(texts: &[String], width: usize) -> Vec<String> {
    let options = textwrap::Options::new(width)
        .break_words(false)
        .word_separator(textwrap::WordSeparator::AsciiSpace)
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    textwrap::wrap(&texts.join(" "), options).into_iter().map(Cow::into_owned).collect()
}
