//! Texts in lines of limited length.

use unicode_width::UnicodeWidthStr;

/// Joins texts with spaces into lines of at most `width` characters; a longer text has its own
/// line.
pub fn wrapped(texts: &[String], width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in texts.join(" ").split(' ') {
        match lines.last_mut() {
            Some(line) if line.width() + 1 + word.width() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
