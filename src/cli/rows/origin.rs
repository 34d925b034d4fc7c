//! The place of a position or a puzzle in the input.

use crate::cli::output;
use serde::Serialize;
use std::fmt;

/// The place of a position or a puzzle in the input, which its row repeats. Lines are counted from 1.
#[derive(Clone, Copy, Serialize)]
#[serde(untagged)]
pub(in crate::cli) enum Origin<'t> {
    /// An argument, or a line of the only input.
    Text {
        line: Option<u64>,
        /// The text as written.
        input: &'t str,
        /// What errors have in place of the text: the number of a line, a row or an argument, counted from 1.
        #[serde(skip)]
        place: Option<(&'static str, u64)>,
    },
    /// A puzzle file, or a line of a file with one puzzle per line. The name is that of the puzzle.
    File { file: &'t str, line: Option<u64>, name: Option<&'t str> },
}

impl<'t> Origin<'t> {
    pub fn file(self) -> Option<&'t str> {
        match self {
            Self::Text { .. } => None,
            Self::File { file, .. } => Some(file),
        }
    }

    pub fn line(self) -> Option<u64> {
        match self {
            Self::Text { line, .. } | Self::File { line, .. } => line,
        }
    }

    pub fn input(self) -> Option<&'t str> {
        match self {
            Self::Text { input, .. } => Some(input),
            Self::File { .. } => None,
        }
    }

    pub fn name(self) -> Option<&'t str> {
        match self {
            Self::Text { .. } => None,
            Self::File { name, .. } => name,
        }
    }

    /// The same place with the name of the puzzle, if it is known. Only rows of files have it.
    pub fn called(self, name: Option<&'t str>) -> Self {
        match self {
            Self::Text { .. } => self,
            Self::File { file, line, .. } => Self::File { file, line, name },
        }
    }

    /// The file and the name of a puzzle, for text. Positions and boards are shown instead.
    pub fn label(self) -> Option<String> {
        let Self::File { file, line, name } = self else { return None };
        let line = line.map_or(String::new(), |line| format!(":{line}"));
        Some(format!("{}{line}: {}", output::one_line(file), name?))
    }
}

/// The place for error messages.
impl fmt::Display for Origin<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text { place: Some((noun, number)), .. } => write!(f, "{noun} {number}"),
            Self::Text { input, .. } => f.write_str(input),
            Self::File { file, line: Some(line), .. } => write!(f, "{file}:{line}"),
            Self::File { file: "-", .. } => f.write_str("standard input"),
            Self::File { file, .. } => f.write_str(file),
        }
    }
}
