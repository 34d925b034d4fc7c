//! Lines of a text with their numbers.

/// A line of a text, with its number from 1.
pub(super) type Line<'t> = (usize, &'t str);

pub(super) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    (1..).zip(text.lines())
}

/// The lines in which something stands.
pub(super) fn written_lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    lines(text).filter(|(_, line)| !line.trim().is_empty())
}

/// The last line of a text, where what is missing would be.
pub(super) fn last_line(text: &str) -> usize {
    text.lines().count().max(1)
}

/// A name as part of a line.
pub(super) fn one_line(name: &str) -> String {
    name.split(char::is_control).collect::<Vec<_>>().join(" ")
}
