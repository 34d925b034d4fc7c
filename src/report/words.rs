//! Lists of words in lines.

use std::borrow::Cow;

/// Texts joined by spaces to lines of at most `width` signs; a longer text has a line of its own.
pub fn lines_of(texts: &[String], width: usize) -> Vec<String> {
    let options = textwrap::Options::new(width)
        .break_words(false)
        .word_separator(textwrap::WordSeparator::AsciiSpace)
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    textwrap::wrap(&texts.join(" "), options).into_iter().map(Cow::into_owned).collect()
}
