//! Positions that `sample` draws.

use super::position::SubjectRecord;
use huarong_core::rules::{Arrangement, PerMetric};
use huarong_oracle::Oracle;
use huarong_oracle::analysis::Answer;
use huarong_tables::table::TableError;
use serde::Serialize;

/// A drawn position with its distances.
#[derive(Serialize)]
pub struct LayoutRecord<'t> {
    pub position: String,
    #[serde(flatten)]
    pub subject: SubjectRecord<'t>,
    pub distance: PerMetric<Option<u16>>,
}

impl<'t> LayoutRecord<'t> {
    /// The record of a position, from the oracle of its piece set.
    pub fn new(oracle: &'t Oracle, position: &Arrangement) -> Result<Self, TableError> {
        let puzzle = oracle.puzzle();
        Ok(Self {
            position: puzzle.position_text(position),
            subject: SubjectRecord::new(puzzle, oracle.piece_set_text()),
            distance: oracle.distances_own(position)?.map(Answer::found),
        })
    }
}
