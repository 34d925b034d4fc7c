//! Kept results of the library's puzzles.

use super::solutions::MoveRecord;
use huarong_core::puzzle_file::Setup;
use huarong_core::rules::{Lettering, Metric, PerMetric};
use huarong_lab::library::{KnownBounds, SolvedPuzzle};
use serde::Serialize;

/// The results of a puzzle.
#[derive(Serialize)]
pub struct SolvedRecord {
    pub id: &'static str,
    /// None if they were not counted.
    pub reachable: Option<u64>,
    /// Whether the puzzle is too large for a search on the pages.
    pub is_large: bool,
    /// None if there is no solution.
    pub bounds: PerMetric<Option<KnownBounds>>,
}

/// The results of a puzzle, with its optimal solutions.
#[derive(Serialize)]
pub struct SolvedWithMoves {
    #[serde(flatten)]
    pub solved: SolvedRecord,
    /// The start.
    pub position: String,
    /// None if none is proved, or if the puzzle is not large.
    pub solutions: PerMetric<Option<Vec<MoveRecord>>>,
}

impl SolvedRecord {
    pub fn new(solved: &SolvedPuzzle) -> Self {
        let SolvedPuzzle { id, reachable, bounds, .. } = *solved;
        Self { id, reachable, is_large: solved.is_large(), bounds }
    }
}

impl SolvedWithMoves {
    pub fn new(solved: &SolvedPuzzle, setup: &Setup) -> Self {
        let Setup { puzzle, start } = setup;
        let moves = |metric: Metric| {
            let moves = solved.solution(setup, metric)?;
            Some(MoveRecord::each(puzzle, start, &Lettering::of(puzzle, start), &moves))
        };
        Self {
            solved: SolvedRecord::new(solved),
            position: puzzle.position_text(start),
            solutions: PerMetric::each(moves),
        }
    }
}
