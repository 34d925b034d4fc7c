//! The lines of a state's file, one fact each.

use std::fmt::Display;
use std::str::{FromStr, Lines};

/// The lines of a file that are not parsed yet.
pub struct Facts<'t> {
    lines: Lines<'t>,
    /// The number of the last line that was read, from 1.
    line: usize,
}

impl<'t> Facts<'t> {
    pub(super) fn after(line: usize, lines: Lines<'t>) -> Self {
        Self { lines, line }
    }

    pub(super) fn line(&self) -> usize {
        self.line
    }

    pub(super) fn are_read(&mut self) -> bool {
        self.line += 1;
        self.lines.next().is_none()
    }

    /// The value of the next line, which must have this key.
    pub fn next(&mut self, key: &str) -> Option<&'t str> {
        self.line += 1;
        self.lines.next()?.strip_prefix(key)?.strip_prefix(' ')
    }

    /// The parsed value of the next line, which must have this key.
    pub fn parse<T: FromStr>(&mut self, key: &str) -> Option<T> {
        self.next(key)?.parse().ok()
    }

    /// The optional limit on the next line, which must have this key.
    pub fn limit<T: FromStr>(&mut self, key: &str) -> Option<Option<T>> {
        match self.next(key)? {
            NO_LIMIT => Some(None),
            limit => limit.parse().ok().map(Some),
        }
    }

    /// The columns and rows of a board on the next line.
    pub fn board<T: FromStr>(&mut self) -> Option<(T, T)> {
        let (width, height) = self.next("board")?.split_once(' ')?;
        Some((width.parse().ok()?, height.parse().ok()?))
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

const NO_LIMIT: &str = "any";

/// An optional limit as [`Facts::limit`] reads it.
pub fn limit_text(limit: Option<impl Display>) -> String {
    limit.map_or_else(|| NO_LIMIT.to_owned(), |limit| limit.to_string())
}
