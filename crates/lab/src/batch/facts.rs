//! The lines of a state's file, one fact each.

use std::str::{FromStr, Lines};

/// The lines of a file that are not parsed yet.
pub struct Facts<'t> {
    lines: Lines<'t>,
    /// The number of the last line that was read, from 1.
    line: usize,
}

impl<'t> Facts<'t> {
    /// The lines after the first `line`.
    pub(super) fn after(line: usize, lines: Lines<'t>) -> Self {
        Self { lines, line }
    }

    /// The number of the last line that was read, from 1.
    pub(super) fn line(&self) -> usize {
        self.line
    }

    /// Whether no line is left.
    pub(super) fn are_read(&mut self) -> bool {
        self.line += 1;
        self.lines.next().is_none()
    }

    /// The value of the next line, which must have this key.
    pub fn next(&mut self, key: &str) -> Option<&'t str> {
        self.line += 1;
        self.lines.next()?.strip_prefix(key)?.strip_prefix(' ')
    }

    /// The value of the next line, if it has this key.
    pub fn next_with(&mut self, key: &str) -> Option<&'t str> {
        let value = self.lines.clone().next()?.strip_prefix(key)?.strip_prefix(' ')?;
        self.lines.next();
        self.line += 1;
        Some(value)
    }

    /// Reads the next line, which must be this one.
    pub fn next_line(&mut self, line: &str) -> Option<()> {
        self.line += 1;
        (self.lines.next()? == line).then_some(())
    }
}

/// Parses an optional limit.
pub fn limit<T: FromStr>(text: &str) -> Option<Option<T>> {
    if text == "any" { Some(None) } else { text.parse().ok().map(Some) }
}
