//! Which puzzles a census is of.

use crate::sliding::rules::Metric;
use std::fmt;

/// Which puzzles a census is of: all of a board, or some.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scope {
    /// Columns of the board.
    pub width: u8,
    /// Rows of the board.
    pub height: u8,
    /// Only pieces that are rectangles.
    pub rectangles: bool,
    /// Most different forms, where there is a most.
    pub most_forms: Option<u8>,
    /// Most pieces, where there is a most.
    pub most_pieces: Option<u8>,
    /// The metric, where it is one alone.
    pub metric: Option<Metric>,
}

impl Scope {
    /// All puzzles of a board, under all metrics.
    pub const fn all(width: u8, height: u8) -> Self {
        Self { width, height, rectangles: false, most_forms: None, most_pieces: None, metric: None }
    }

    /// The metrics, strictest first.
    pub fn metrics(&self) -> impl DoubleEndedIterator<Item = Metric> {
        let only = self.metric;
        Metric::ALL.into_iter().filter(move |&metric| only.is_none_or(|only| only == metric))
    }

    /// Whether all puzzles of the board are of it.
    pub fn is_whole(&self) -> bool {
        !self.rectangles && self.most_forms.is_none() && self.most_pieces.is_none()
    }
}

/// Board and limits, as the command line says them.
impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)?;
        if self.rectangles {
            f.write_str(" --rectangles")?;
        }
        if let Some(most) = self.most_forms {
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

/// A part of a census, one of several that add up to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    number: u32,
    of: u32,
}

impl Part {
    /// All of it.
    pub const WHOLE: Part = Part { number: 1, of: 1 };

    /// Most parts.
    pub const MOST: u32 = 10_000;

    /// Part `number` of `of`, counted from 1; `None` where there is none.
    pub fn new(number: u32, of: u32) -> Option<Self> {
        ((1..=of).contains(&number) && of <= Self::MOST).then_some(Self { number, of })
    }

    /// As names of files have it, like `2-of-5`.
    pub fn name(self) -> String {
        format!("{}-of-{}", self.number, self.of)
    }

    /// How many parts there are.
    pub fn of(self) -> u32 {
        self.of
    }

    /// Whether it does a task.
    pub(super) fn does(self, task: usize) -> bool {
        task % self.of as usize == self.number as usize - 1
    }
}

/// As the command line says it, like `2/5`.
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
            format!("a part is its number and how many there are, at most {most}, like 2/5")
        })
    }
}
