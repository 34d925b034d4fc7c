//! Measures of difficulty.

use huarong_lab::difficulty::{Decoys, Difficulty};
use serde::Serialize;

/// The measures of a start, and those that only some questions ask for.
#[derive(Serialize)]
pub struct ModelledRecord {
    #[serde(flatten)]
    pub measures: Difficulty,
    /// Absent without a model; none if the number is too large to be found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_moves: Option<Option<f64>>,
    /// Absent if nobody asks for it.
    #[serde(flatten)]
    pub decoys: Option<DecoyNumbers>,
}

/// How many pieces and walls are decoys; none if a search exceeds the memory limit.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct DecoyNumbers {
    pub decoys: Option<usize>,
    pub decoy_walls: Option<usize>,
}

impl From<Option<Decoys>> for DecoyNumbers {
    fn from(decoys: Option<Decoys>) -> Self {
        let decoys = decoys.as_ref();
        Self {
            decoys: decoys.map(|decoys| decoys.pieces.len()),
            decoy_walls: decoys.map(|decoys| decoys.walls.len()),
        }
    }
}

impl ModelledRecord {
    /// The measures, with the expected moves of a model and the decoys if these are asked for.
    pub fn new(
        measures: Difficulty,
        expected_moves: Option<Option<f64>>,
        decoys: Option<DecoyNumbers>,
    ) -> Self {
        // Two digits after the point are more than a model of people knows.
        let rounded = |moves: f64| (moves * 100.0).round() / 100.0;
        let expected_moves = expected_moves.map(|moves| moves.map(rounded));
        Self { measures, expected_moves, decoys }
    }
}
