//! Lines of a text with their numbers.

/// A line with its number, counted from 1.
pub(super) type Line<'t> = (usize, &'t str);

pub(super) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    (1..).zip(text.lines())
}

/// The lines that are not blank.
pub(super) fn written_lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    lines(text).filter(|(_, line)| !line.trim().is_empty())
}

/// The number of the last line, where errors report missing parts.
pub(super) fn last_line(text: &str) -> usize {
    text.lines().count().max(1)
}

/// A name without control characters, for use within a line.
pub(super) fn one_line(name: &str) -> String {
    name.split(char::is_control).collect::<Vec<_>>().join(" ")
}
