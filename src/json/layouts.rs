//! Layouts of a wanted difficulty.

use super::position::SubjectRecord;
use crate::sliding::analysis::Tablebase;
use crate::sliding::rules::{PerMetric, Position};
use crate::table::TableError;
use serde::Serialize;

/// A layout of a wanted difficulty.
#[derive(Serialize)]
pub struct LayoutRecord<'t> {
    pub position: String,
    #[serde(flatten)]
    pub subject: SubjectRecord<'t>,
    pub distance: PerMetric<Option<u16>>,
}

impl<'t> LayoutRecord<'t> {
    pub fn new(tablebase: &'t Tablebase, position: &Position) -> Result<Self, TableError> {
        let puzzle = tablebase.space().puzzle();
        Ok(Self {
            position: puzzle.position_text(position),
            subject: SubjectRecord::new(puzzle, tablebase.piece_set_text()),
            distance: tablebase.distances(position)?,
        })
    }
}
