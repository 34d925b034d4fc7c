//! The census of one piece set.

use super::error::CensusError;
use super::record::{By, Record, Records};
use super::run::Census;
use super::walk::Walk;
use huarong_core::effort::Effort;
use huarong_core::grid::Polyomino;
use huarong_core::rules::{Metric, PerMetric};

/// Census results of a piece set.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SetRecords {
    /// Number of positions of the set.
    pub positions: u64,
    /// The shapes of the set, largest first, each with the hardest puzzles in which a piece of that shape is marked. If
    /// no start can reach the goal, these are `None`.
    pub by_shape: Vec<(Polyomino, PerMetric<Option<Record>>)>,
}

impl Census {
    /// Searches every marked set of a piece set that has a goal; `None` if the set has no position, or is not in the
    /// scope.
    pub fn of_set(
        &self,
        pieces: &[Polyomino],
        effort: Effort<'_>,
    ) -> Result<Option<SetRecords>, CensusError> {
        let shapes: Option<Vec<u32>> = pieces.iter().map(|piece| self.number_of(piece)).collect();
        let Some(mut shapes) = shapes else { return Ok(None) };
        shapes.sort_unstable();
        if !self.scope.allows(shapes.len(), shapes.chunk_by(|a, b| a == b).count()) {
            return Ok(None);
        }
        let mut walk = Walk::new(&self.scope, &self.stencils, false, effort.memory);
        if !walk.go_to(&shapes)? {
            return Ok(None);
        }
        let hardest = |records: &Records| {
            PerMetric::each(|metric: Metric| records.get(By::Pieces, pieces.len(), metric).cloned())
        };
        shapes.dedup();
        let by_shape = walk.search_each().into_iter().zip(&shapes);
        let by_shape =
            by_shape.map(|(records, &shape)| (self.shape(shape), hardest(&records))).collect();
        Ok(Some(SetRecords { positions: walk.positions(), by_shape }))
    }
}
