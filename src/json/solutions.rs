//! Solutions, move by move.

use super::pieces::{column_and_row, piece};
use crate::sliding::rules::{Arrangement, Metric, Move, Puzzle};
use serde::Serialize;

/// One solution.
#[derive(Serialize)]
pub struct Solution {
    #[serde(flatten)]
    pub heading: Heading,
    pub moves: Vec<MoveRecord>,
}

/// How many solutions there are.
#[derive(Serialize)]
pub struct SolutionCount {
    #[serde(flatten)]
    pub heading: Heading,
    /// In writing, since it may be too large for the numbers of whoever reads it.
    pub solutions: String,
}

/// How many solutions there are, and some of them: a list of lists of moves, which need not be in memory.
#[derive(Serialize)]
pub struct SolutionList<L> {
    #[serde(flatten)]
    pub heading: Heading,
    /// In writing, as above.
    pub solutions: String,
    pub listed: L,
}

/// From where, where to, and how far.
#[derive(Serialize)]
pub struct Heading {
    pub position: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    pub metric: &'static str,
    /// None where no moves lead there.
    pub distance: Option<usize>,
}

/// A move, and the position after it.
#[derive(Clone, Serialize)]
pub struct MoveRecord {
    /// The sign of the piece before the move, where it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<char>,
    pub shape: String,
    pub from: [u8; 2],
    pub to: [u8; 2],
    pub position: String,
}

impl Heading {
    pub fn new(
        puzzle: &Puzzle,
        position: &Arrangement,
        target: Option<&Arrangement>,
        metric: Metric,
        distance: impl Into<Option<usize>>,
    ) -> Self {
        Self {
            position: puzzle.position_text(position),
            target: target.map(|target| puzzle.position_text(target)),
            metric: metric.name(),
            distance: distance.into(),
        }
    }
}

impl MoveRecord {
    /// The moves, one after another from a position.
    pub fn each(puzzle: &Puzzle, start: &Arrangement, moves: &[Move]) -> Vec<Self> {
        let mut position = start.clone();
        let record = |made: &Move| {
            let piece = piece(puzzle, &position, made);
            position = made.apply(&position);
            Self {
                piece,
                shape: puzzle.shapes()[made.shape].name().to_owned(),
                from: column_and_row(puzzle, made.from),
                to: column_and_row(puzzle, made.to),
                position: puzzle.position_text(&position),
            }
        };
        moves.iter().map(record).collect()
    }
}
