//! Scope of a census: the puzzles that it covers.

use crate::sliding::rules::Metric;
use std::fmt;

/// The puzzles that a census covers: all of a board, or those within limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scope {
    /// Columns of the board.
    pub width: u8,
    /// Rows of the board.
    pub height: u8,
    /// Whether all pieces must be rectangles.
    pub rectangles: bool,
    /// Largest number of different shapes; `None` for no limit.
    pub most_shapes: Option<u8>,
    /// Largest number of pieces; `None` for no limit.
    pub most_pieces: Option<u8>,
    /// The only metric; `None` for all.
    pub metric: Option<Metric>,
}

impl Scope {
    /// All puzzles of a board, under all metrics.
    pub const fn all(width: u8, height: u8) -> Self {
        Self {
            width,
            height,
            rectangles: false,
            most_shapes: None,
            most_pieces: None,
            metric: None,
        }
    }

    /// The metrics, strictest first.
    pub fn metrics(&self) -> impl DoubleEndedIterator<Item = Metric> {
        let only = self.metric;
        Metric::ALL.into_iter().filter(move |&metric| only.is_none_or(|only| only == metric))
    }

    /// Whether it covers all puzzles of the board.
    pub fn is_whole(&self) -> bool {
        !self.rectangles && self.most_shapes.is_none() && self.most_pieces.is_none()
    }
}

/// Formats board and limits like options of the command line.
impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)?;
        if self.rectangles {
            f.write_str(" --rectangles")?;
        }
        if let Some(most) = self.most_shapes {
            write!(f, " --max-shapes {most}")?;
        }
        if let Some(most) = self.most_pieces {
            write!(f, " --max-pieces {most}")?;
        }
        if let Some(metric) = self.metric {
            write!(f, " --metric {metric}")?;
        }
        Ok(())
    }
}

/// One of several parts of a census.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    number: u32,
    of: u32,
}

impl Part {
    /// The only part of an undivided census.
    pub const WHOLE: Part = Part { number: 1, of: 1 };

    /// Largest number of parts.
    pub const MOST: u32 = 10_000;

    /// Part `number` of `of`, counted from 1; `None` if there is no such part.
    pub fn new(number: u32, of: u32) -> Option<Self> {
        ((1..=of).contains(&number) && of <= Self::MOST).then_some(Self { number, of })
    }

    /// Name in file names, for example `2-of-5`.
    pub fn name(self) -> String {
        format!("{}-of-{}", self.number, self.of)
    }

    /// Number of all parts.
    pub fn of(self) -> u32 {
        self.of
    }

    /// Whether a task belongs to this part.
    pub(super) fn does(self, task: usize) -> bool {
        task % self.of as usize == self.number as usize - 1
    }
}

/// Formats a part like an option of the command line, for example `2/5`.
impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl std::str::FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let part = text
            .split_once('/')
            .and_then(|(number, of)| Self::new(number.parse().ok()?, of.parse().ok()?));
        let most = Self::MOST;
        part.ok_or_else(|| {
            format!(
                "expected the number of the part and of all parts (at most {most}), such as 2/5"
            )
        })
    }
}
