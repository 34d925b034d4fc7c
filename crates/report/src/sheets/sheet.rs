//! The puzzles of a sheet, and how the sheet looks.

use super::language::Language;
use crate::paper::Paper;
use crate::printed_board::Gate;
use huarong_core::rules::{Arrangement, Metric, PieceMove, Puzzle};

/// A puzzle with what the sheet says about it.
#[derive(Clone, Debug)]
pub struct SheetPuzzle {
    /// The title; an untitled puzzle has only its number.
    pub title: Option<String>,
    pub puzzle: Puzzle,
    pub start: Arrangement,
    /// Cells that only some pieces may enter.
    pub gates: Vec<Gate>,
    pub answer: Answer,
    pub figures: Option<Figures>,
}

/// The answer of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The moves of an optimal solution.
    Moves(Vec<PieceMove>),
    /// The start cannot reach the goal.
    Unsolvable,
    /// The search exceeds the memory limit.
    Undecided,
    /// The time for the search passed first.
    OutOfTime,
}

/// Figures about the difficulty of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figures {
    /// Number of reachable positions.
    pub positions: u64,
    /// Least number of moves of an optimal solution that take the goal pieces farther from their goal.
    pub away: u64,
}

/// How a sheet looks.
#[derive(Clone, Debug)]
pub struct Sheet {
    pub title: Option<String>,
    pub paper: Paper,
    /// Number of puzzles per page, from 1 to 12.
    pub per_page: u8,
    /// Whether the puzzles are cards, with lines for cutting.
    pub cards: bool,
    /// Without colours, for printers with black ink only.
    pub plain: bool,
    /// Whether pages with the answers follow.
    pub answers: bool,
    pub metric: Metric,
    pub language: Language,
}
