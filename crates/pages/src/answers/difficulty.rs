//! Measures of how hard a position is for people.

use super::memory::{Found, Lease, Memory};
use super::refusal::Refusal;
use crate::json::to_json;
use huarong_core::effort::Effort;
use huarong_core::rules::{Arrangement, Metric, Puzzle};
use huarong_lab::difficulty::{Difficulty, Landscape};
use huarong_oracle::analysis::Reachable;
use serde::Serialize;
use std::sync::Arc;

/// Most positions of a landscape.
const MOST_POSITIONS: u32 = 300_000;
/// Bytes for the measures of a position in a known landscape.
pub const MEASURE_BYTES: u64 = 64 << 20;

/// The landscapes of positions that were measured.
pub struct Landscapes {
    memory: Arc<Memory>,
}

/// A position with its measures.
#[derive(Serialize)]
struct MeasuredRecord {
    position: String,
    metric: &'static str,
    /// None if the position cannot reach the goal.
    difficulty: Option<Difficulty>,
}

impl Landscapes {
    /// Landscapes that are kept in some memory.
    pub fn new(memory: Arc<Memory>) -> Self {
        Self { memory }
    }

    /// The kept landscape of a position under a metric.
    pub fn kept(
        &self,
        puzzle: &Puzzle,
        position: &Arrangement,
        metric: Metric,
    ) -> Option<Arc<Found<Landscape>>> {
        self.memory.find(|kept: &Landscape| {
            kept.metric() == metric && kept.puzzle() == puzzle && kept.contains(position)
        })
    }

    /// Explores the landscape of a position, and keeps it in the memory of the lease, which is the limit of the effort.
    pub fn explore(
        &self,
        puzzle: &Puzzle,
        position: &Arrangement,
        metric: Metric,
        mut lease: Lease,
        effort: Effort<'_>,
    ) -> Result<Arc<Found<Landscape>>, Refusal> {
        let reachable = Reachable::explore(puzzle, position, MOST_POSITIONS, effort)?;
        let landscape = Landscape::new(reachable, metric, effort)?;
        lease.shrink(landscape.bytes() + MEASURE_BYTES);
        Ok(self.memory.keep(landscape, lease))
    }
}

/// The measures of a position of a landscape, as JSON.
pub fn measures(
    landscape: &Landscape,
    position: &Arrangement,
    effort: Effort<'_>,
) -> Result<Vec<u8>, Refusal> {
    let difficulty = landscape.difficulty(position, effort)?;
    Ok(to_json(&MeasuredRecord {
        position: landscape.puzzle().position_text(position),
        metric: landscape.metric().name(),
        difficulty,
    }))
}
