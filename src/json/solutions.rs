//! Solutions as lists of moves.

use super::difficulty::DifficultyRecord;
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

/// The bounds of a search that ended before it found an optimal solution. The moves are those of the best solution
/// found, which may be optimal.
#[derive(Serialize)]
pub struct Bounds {
    #[serde(flatten)]
    pub heading: Heading,
    pub at_least: u16,
    pub best_found: Option<usize>,
    pub moves: Vec<MoveRecord>,
}

/// The number of optimal solutions.
#[derive(Serialize)]
pub struct SolutionCount {
    #[serde(flatten)]
    pub heading: Heading,
    /// As text, since it can be too large for the number types of other programs.
    pub solution_count: String,
}

/// The number of optimal solutions, and some of them. `L` serialises to a list of lists of moves, and need not hold
/// them in memory.
#[derive(Serialize)]
pub struct SolutionList<L> {
    #[serde(flatten)]
    pub heading: Heading,
    /// As text, as in [`SolutionCount`].
    pub solution_count: String,
    pub solutions: L,
}

/// The ends of a solution, and its length.
#[derive(Serialize)]
pub struct Heading {
    pub position: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    pub metric: &'static str,
    /// None if there is no solution.
    pub distance: Option<usize>,
    /// The measures of difficulty, if they are wanted; none of a position without a solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difficulty: Option<Option<DifficultyRecord>>,
}

/// A move, and the position after it.
#[derive(Clone, Serialize)]
pub struct MoveRecord {
    /// The sign of the piece before the move, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<char>,
    pub shape: String,
    pub from: [u8; 2],
    pub to: [u8; 2],
    /// The other pieces of a line, each behind the one before it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub followers: Vec<FollowerRecord>,
    pub position: String,
}

/// A piece that moves behind another one.
#[derive(Clone, Serialize)]
pub struct FollowerRecord {
    /// The sign of the piece before the move, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<char>,
    pub shape: String,
    pub from: [u8; 2],
    pub to: [u8; 2],
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
            difficulty: None,
        }
    }
}

impl MoveRecord {
    /// The records of consecutive moves from a position.
    pub fn each(puzzle: &Puzzle, start: &Arrangement, moves: &[Move]) -> Vec<Self> {
        let mut position = start.clone();
        let record = |made: &Move| {
            let mut pieces = made.shifts().map(|shift| FollowerRecord {
                piece: piece(puzzle, &position, shift.shape, shift.from),
                shape: puzzle.shapes()[shift.shape].name().to_owned(),
                from: column_and_row(puzzle, shift.from),
                to: column_and_row(puzzle, shift.to),
            });
            let front = pieces.next().expect("a move has a piece");
            let FollowerRecord { piece, shape, from, to } = front;
            let followers = pieces.collect();
            position = made.apply(&position);
            let after = puzzle.position_text(&position);
            Self { piece, shape, from, to, followers, position: after }
        };
        moves.iter().map(record).collect()
    }
}
