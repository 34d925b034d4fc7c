//! Levels of any space: a low-memory search whose distances are dropped.

use super::search::Levels;
use crate::class::classes_under;
use crate::error::SearchError;
use crate::plan::SearchPlan;
use crate::store::DistanceStore;
use crate::tiers::Tiers;
use huarong_core::effort::Effort;
use huarong_core::rules::{Metric, PieceSet, Puzzle};
use huarong_tables::table::{Checkpoint, Distances, EntryWidth, Histogram};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

impl Levels {
    /// Counts the positions of a piece set at each distance, and returns at most `most` of the farthest, by a low-memory
    /// search. It needs three to five bits per position, or a byte and three bits if few pieces are alike. On a board with
    /// doors, the positions after some pieces have left count, too, and each needs a byte.
    ///
    /// ```
    /// use huarong::search::{Effort, Levels};
    /// use huarong::{Metric, Puzzle};
    ///
    /// let puzzle = Puzzle::klotski();
    /// let set = puzzle.parse_piece_set("1h4v4s")?;
    /// let levels = Levels::of(&puzzle, &set, Metric::Straight, 1, Effort::UNLIMITED)?;
    /// assert_eq!(levels.histogram.counts.iter().sum::<u64>(), 53_954);
    /// assert_eq!(levels.farthest.len(), 1);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the positions cannot be numbered, if the search exceeds the memory limit, or if it is
    /// cancelled.
    pub fn of(
        puzzle: &Puzzle,
        set: &PieceSet,
        metric: Metric,
        most: usize,
        effort: Effort<'_>,
    ) -> Result<Self, SearchError> {
        if puzzle.doors().is_some() {
            return Self::of_tiers(&Tiers::new(puzzle, set, effort)?, metric, most, effort);
        }
        let class = classes_under(puzzle, std::slice::from_ref(set), &[metric]).swap_remove(0);
        let plan = SearchPlan::within(puzzle, &class, effort)?;
        effort.total(plan.len())?;
        let farthest = Farthest { most, ..Farthest::default() };
        let histogram = plan.run_low_memory(metric, &farthest, None, effort)?;
        let (distance, indices) =
            farthest.found.into_inner().unwrap_or_else(PoisonError::into_inner);
        debug_assert!(indices.is_empty() || histogram.counts.len() == usize::from(distance) + 1);
        let space = &plan.spaces()[0];
        let farthest = indices.into_iter().map(|index| space.unrank(index)).collect();
        Ok(Self { histogram, farthest })
    }

    fn of_tiers(
        tiers: &Tiers,
        metric: Metric,
        most: usize,
        effort: Effort<'_>,
    ) -> Result<Self, SearchError> {
        let found = tiers.run(metric, effort)?;
        let mut histogram = Histogram::default();
        found.iter().for_each(|distances| histogram.add(&distances.histogram()));
        let largest = histogram.counts.len().checked_sub(1).map(|largest| largest as u16);
        let farthest = tiers.spaces().zip(&found).flat_map(|(space, distances)| {
            let indices = largest.into_iter().flat_map(|largest| distances.positions_at(largest));
            indices.map(|index| space.unrank(index))
        });
        Ok(Self { farthest: farthest.take(most).collect(), histogram })
    }
}

/// A store that keeps only the farthest positions.
#[derive(Debug, Default)]
struct Farthest {
    most: usize,
    is_wide: AtomicBool,
    /// The largest distance so far, and the first positions that have it.
    found: Mutex<(u16, BTreeSet<u64>)>,
}

impl DistanceStore for Farthest {
    type Error = SearchError;

    fn width(&self) -> EntryWidth {
        match self.is_wide.load(Relaxed) {
            true => EntryWidth::Two,
            false => EntryWidth::One,
        }
    }

    /// Earlier distances are gone, and only the largest matters.
    fn read(&self, _: u64, count: usize) -> Result<Distances, SearchError> {
        let width = self.width();
        Ok(Distances::in_bytes(vec![u8::MAX; count * width as usize], width))
    }

    fn widen(&self) -> Result<(), SearchError> {
        self.is_wide.store(true, Relaxed);
        Ok(())
    }

    fn write(&self, first: u64, distances: Distances<&[u8]>) -> Result<(), SearchError> {
        let largest = distances.iter().flatten().max();
        let Some(largest) = largest.filter(|_| self.most > 0) else { return Ok(()) };
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        let (distance, indices) = &mut *found;
        if largest > *distance {
            *distance = largest;
            indices.clear();
        }
        if largest == *distance {
            let at = (first..).zip(distances.iter()).filter(|&(_, found)| found == Some(largest));
            indices.extend(at.take(self.most).map(|(index, _)| index));
            while indices.len() > self.most {
                indices.pop_last();
            }
        }
        Ok(())
    }

    fn is_due(&self) -> bool {
        false
    }

    fn reached(&self, _: &Checkpoint) -> Result<(), SearchError> {
        Ok(())
    }
}
