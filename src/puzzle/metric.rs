//! What one move is.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// What counts as one move.
///
/// The names follow T. Mütze's page on sliding block puzzles. Ordered from the strictest on: a move
/// of one metric is a move of every later one. The classic start of Klotski is 116, 90 and 81 moves
/// from the win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Metric {
    /// One piece moves one cell.
    Unit,
    /// One piece moves any distance in one line.
    Straight,
    /// One piece moves along any path, as a finger pushes it.
    Finger,
}

/// A word that names no metric.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("no metric {0:?}: the metrics are unit, straight and finger")]
pub struct UnknownMetric(pub String);

impl Metric {
    /// The three metrics, strictest first.
    pub const ALL: [Metric; 3] = [Metric::Unit, Metric::Straight, Metric::Finger];

    /// The name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Metric::Unit => "unit",
            Metric::Straight => "straight",
            Metric::Finger => "finger",
        }
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Metric {
    type Err = UnknownMetric;

    fn from_str(text: &str) -> Result<Self, UnknownMetric> {
        Metric::ALL
            .into_iter()
            .find(|metric| metric.name() == text)
            .ok_or_else(|| UnknownMetric(text.to_owned()))
    }
}
