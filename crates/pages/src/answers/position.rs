//! The answer for one position of the family or of a puzzle.

use crate::json::to_json;
use crate::json::{PositionRecord, Show, ShownMoves};
use huarong_core::rules::{Arrangement, Puzzle};
use huarong_oracle::analysis::Probe;
use serde::Serialize;

/// A position with all its moves, and the additional fields of its source.
#[derive(Serialize)]
struct FullPosition<'t, M> {
    #[serde(flatten)]
    record: PositionRecord<'t>,
    is_goal: bool,
    #[serde(flatten)]
    more: M,
}

/// A position with its distances, every move, and the fields of `more`, as JSON.
pub fn full_position(
    puzzle: &Puzzle,
    piece_set: &str,
    position: &Arrangement,
    probe: &Probe,
    more: impl Serialize,
) -> Vec<u8> {
    let mut shown = ShownMoves::default();
    shown.show(puzzle, position, probe, Show::AllMoves);
    let record = PositionRecord::new(puzzle, piece_set, position, probe, &shown);
    to_json(&FullPosition { record, is_goal: puzzle.goal().is_satisfied_by(position), more })
}
