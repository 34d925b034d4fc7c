//! Measures of difficulty.

use huarong_lab::difficulty::Difficulty;
use serde::Serialize;

/// The measures of a start, and the expected number of moves of an error model.
#[derive(Serialize)]
pub struct ModelledRecord {
    #[serde(flatten)]
    pub measures: Difficulty,
    /// Absent without a model; none if the number is too large to be found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_moves: Option<Option<f64>>,
}

impl ModelledRecord {
    /// The measures, and the expected moves of a model if one is given.
    pub fn new(of: Difficulty, expected_moves: Option<Option<f64>>) -> Self {
        // Two digits after the point are more than a model of people knows.
        let rounded = |moves: f64| (moves * 100.0).round() / 100.0;
        Self { measures: of, expected_moves: expected_moves.map(|moves| moves.map(rounded)) }
    }
}
