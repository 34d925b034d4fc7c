//! A whole space, searched in memory: probes without tables.

use super::probe::{Probe, probe};
use crate::effort::Effort;
use crate::sliding::rules::{Metric, PerMetric, PieceSet, Position, Puzzle};
use crate::sliding::search::{SearchError, SearchPlan, classes};
use crate::sliding::space::Space;
use crate::table::Distances;
use rayon::prelude::*;
use std::convert::Infallible;

/// A piece set's space with its distances under each metric, in memory.
///
/// ```
/// use huarong::effort::Effort;
/// use huarong::sliding::analysis::Searched;
/// use huarong::sliding::klotski;
/// use huarong::sliding::rules::PerMetric;
///
/// let puzzle = klotski::puzzle();
/// let searched = Searched::of(&puzzle, &puzzle.parse_piece_set("0h0v1s")?, Effort::UNLIMITED)?;
/// let probe = searched.probe(&puzzle.parse_position("S.../BB../BB../..../....")?);
/// assert_eq!(probe.distances, PerMetric::new(3, 2, 1).map(Some));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Searched {
    space: Space,
    distances: PerMetric<Distances>,
}

impl Searched {
    /// Searches the space of a piece set, small ones under all metrics at once. The effort is told of positions, of
    /// each as often as there are metrics. What would take more memory than it allows is not begun.
    pub fn of(puzzle: &Puzzle, set: &PieceSet, effort: Effort<'_>) -> Result<Self, SearchError> {
        let class = classes(puzzle, std::slice::from_ref(set)).remove(0);
        let plan = SearchPlan::within(puzzle, &class, effort)?;
        // The distances of all metrics are kept, and of small spaces all are searched at once.
        let memory = plan.memory();
        let each = memory.distances + if plan.len() >= LARGE { 0 } else { memory.bitmaps };
        let needed = memory.total().saturating_add(2 * each);
        if needed > effort.memory {
            return Err(SearchError::Memory { needed, allowed: effort.memory });
        }
        let search = plan.start(effort)?;
        effort.total(3 * search.len())?;
        search.prepare(effort)?;
        let run = |&metric: &Metric| {
            let parallel = search.len() >= LARGE;
            Ok(search.run(metric, parallel, effort)?.remove(0))
        };
        let found: Result<Vec<Distances>, SearchError> = match search.len() >= LARGE {
            true => Metric::ALL.iter().map(run).collect(),
            false => Metric::ALL.par_iter().map(run).collect(),
        };
        let mut found = found?.into_iter();
        let distances = PerMetric::each(|_| found.next().expect("one a metric"));
        Ok(Self { space: search.spaces()[0].clone(), distances })
    }

    /// The space.
    pub fn space(&self) -> &Space {
        &self.space
    }

    /// What the distances say of a position.
    ///
    /// # Panics
    ///
    /// Where the position is of another piece set.
    pub fn probe(&self, position: &Position) -> Probe {
        let distances_at = |index| Ok(self.distances.as_ref().map(|found| found.get(index)));
        let found: Result<Probe, Infallible> = probe(&self.space, position, distances_at);
        let Ok(probe) = found;
        probe
    }
}

/// Positions from which on a level is worth sharing out among threads.
const LARGE: u64 = 1 << 20;
