//! The front door: positions that know their puzzle, and an oracle that knows how far they are from the goal.
//!
//! An [`Oracle`] answers questions about positions: distances, best moves, optimal solutions, samples. Where its
//! distances come from is its [`Method`]: tables on disk, a whole space searched in memory, the component of one
//! position, or a search for one position alone.
//!
//! ```
//! use huarong::{Metric, Oracle, Puzzle};
//!
//! let puzzle = Puzzle::klotski();
//! let start = puzzle.parse("VBBV/VBBV/VHHV/VSSV/S..S")?;
//! let oracle = Oracle::search(&start, Metric::Finger)?;
//! assert_eq!(oracle.distance(&start)?, Some(81));
//!
//! let best = oracle.best_move(&start)?.expect("the start is not the goal");
//! assert_eq!(best.to_string(), "small at column 2, row 4: down");
//! assert_eq!(oracle.distance(&best.after())?, Some(80));
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

mod answers;
mod error;
mod options;
mod position;
mod search;
#[cfg(feature = "serde")]
mod serialize;
mod source;
#[cfg(feature = "disk")]
mod tables;

pub use error::OracleError;
pub use options::Options;
pub use position::{Move, Position, PuzzleTextError};
#[cfg(feature = "disk")]
pub use tables::Tables;

pub use crate::sliding::analysis::{Probe, ProbedMove};

use crate::sliding::rules::{Metric, PieceSet, Puzzle};
use crate::sliding::space::Space;
use source::Source;
use std::fmt;
use std::sync::Arc;

/// What is known about the distances of the positions of one puzzle.
///
/// An oracle owns all that it needs, so it can be kept in a struct, cloned cheaply, and asked from any number of
/// threads. Distances are in moves of the metric that is asked for; `None` means that no moves lead to the goal. What an
/// oracle has not searched is an error, [`OracleError::NotKnown`], and never `None`.
#[derive(Clone)]
pub struct Oracle(Arc<Known>);

#[derive(Debug)]
struct Known {
    puzzle: Puzzle,
    /// Text of the piece set, like `1h4v4s`.
    piece_set: String,
    /// The metric of questions that name none.
    metric: Metric,
    source: Source,
}

/// Where the distances of an oracle come from, and so which positions it knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Method {
    /// Tables on disk: all positions of a piece set.
    Tables,
    /// A search of the whole space: all positions of a piece set.
    Space,
    /// A search of a component: all positions that the first one can reach.
    Component,
    /// A search from one position to the nearest goals and a little further: the position, and those that one move
    /// leads to.
    Neighbours,
    /// A search from one position to the nearest goals: the positions on its optimal solutions.
    Solutions,
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Tables => "tables of all positions",
            Self::Space => "a search of all positions",
            Self::Component => "a search of all positions that can be reached",
            Self::Neighbours => "a search from the position to the goals near it",
            Self::Solutions => "a search from the position to the nearest goals",
        })
    }
}

impl fmt::Debug for Oracle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Oracle")
            .field("method", &self.method())
            .field("metric", &self.metric())
            .field("len", &self.len())
            .finish_non_exhaustive()
    }
}

impl Oracle {
    fn new(puzzle: &Puzzle, piece_set: &PieceSet, metric: Metric, source: Source) -> Self {
        let (puzzle, piece_set) = (puzzle.clone(), puzzle.piece_set_text(piece_set));
        Self(Arc::new(Known { puzzle, piece_set, metric, source }))
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.0.puzzle
    }

    /// Text of the piece set, like `1h4v4s`, or the name of the puzzle that has no other.
    pub fn piece_set_text(&self) -> &str {
        &self.0.piece_set
    }

    /// The space of the piece set, by which positions are numbered; `None` where the search needed no numbers.
    pub fn space(&self) -> Option<&Space> {
        self.0.source.space()
    }

    /// The metric of questions that name none: the loosest that was searched.
    pub fn metric(&self) -> Metric {
        self.0.metric
    }

    /// Where its distances come from.
    pub fn method(&self) -> Method {
        self.0.source.method()
    }

    /// Number of positions that it [holds](Self::holds): all positions of the piece set for tables and for a search of
    /// the whole space, all that can be reached for a search of the component, and fewer for a search for one position.
    pub fn len(&self) -> u64 {
        self.0.source.len(self.metric())
    }

    /// Whether it knows the distance of a position under its [metric](Self::metric), or knows that no moves lead to the
    /// goal. [`distance`](Self::distance) is an error for all other positions.
    pub fn holds(&self, position: &Position) -> bool {
        position.puzzle() == self.puzzle() && self.0.source.holds(self.metric(), position)
    }

    /// Bytes of memory that its distances take; 0 for tables, which are read from their files.
    pub fn bytes(&self) -> u64 {
        self.0.source.bytes()
    }

    /// Whether it holds no position: true only for a piece set without any.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
