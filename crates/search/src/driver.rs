//! The driver: the loop over the levels of any search, with two destinations of distances.

use super::error::SearchError;
use super::frontier::{Frontier, InMemory, Seeded, Stored};
use super::messages::{LevelReport, agree_on_level};
use super::store::DistanceStore;
use crate::cluster::{Alone, Exchange};
use huarong_core::effort::Effort;
use huarong_tables::table::{Checkpoint, Histogram};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// Destination of the distances of a level.
pub trait Keep<F> {
    type Error: From<SearchError>;

    /// Continues the search where an earlier one ended. Returns the numbers of positions at the known levels.
    fn resume(
        &mut self,
        frontier: &mut F,
        exchange: &mut dyn Exchange,
    ) -> Result<Vec<u64>, Self::Error>;

    fn is_due(&self) -> bool {
        false
    }

    /// Keeps the last of the counted levels, and takes a checkpoint if one is due. Returns `Break` if no more levels
    /// are needed.
    fn end_level(
        &mut self,
        frontier: &mut F,
        counts: &[u64],
        is_due: bool,
        effort: Effort<'_>,
    ) -> Result<ControlFlow<()>, Self::Error>;

    /// Keeps all distances that were not kept before.
    fn finish(&mut self, _: &mut F, _: Effort<'_>) -> Result<(), Self::Error> {
        Ok(())
    }
}

/// Finds level after level. Returns the number of this part's positions at each distance.
///
/// Reports progress in positions after each level, and the unreachable positions at the end.
pub fn run<F: Frontier, K: Keep<F>>(
    frontier: &mut F,
    mut keep: K,
    exchange: &mut dyn Exchange,
    effort: Effort<'_>,
) -> Result<Histogram, K::Error> {
    let mut counts = keep.resume(frontier, exchange)?;
    let known: u64 = counts.iter().sum();
    let mut left = frontier.positions() - known;
    if known > 0 {
        effort.done(known).map_err(SearchError::from)?;
    }
    loop {
        let level = counts.len() as u16;
        if level > 0 {
            frontier.expand(exchange, effort)?;
        }
        let found = frontier.settle(level, effort).map_err(SearchError::from)?;
        let report = LevelReport { found, is_due: exchange.part() == 0 && keep.is_due() };
        let all = frontier.share(exchange, report)?;
        if all.found == 0 {
            break;
        }
        if level == u16::MAX {
            return Err(SearchError::TooDeep.into());
        }
        counts.push(found);
        left -= found;
        effort.done(found).map_err(SearchError::from)?;
        if keep.end_level(frontier, &counts, all.is_due, effort)?.is_break() {
            break;
        }
    }
    keep.finish(frontier, effort)?;
    effort.done(left).map_err(SearchError::from)?;
    Ok(histogram(counts, left))
}

/// Finds level after level from positions at several levels. `levels` has all levels at which there can be some. Reports
/// progress in positions after each level, and the unreachable positions at the end.
pub fn run_from_seeds(
    frontier: &mut impl Seeded,
    levels: &BTreeSet<u16>,
    effort: Effort<'_>,
) -> Result<(), SearchError> {
    let mut left = frontier.positions();
    let mut level = 0;
    let mut found = 0;
    while found > 0 || levels.range(level..).next().is_some() {
        if found > 0 {
            frontier.expand(&mut Alone, effort)?;
        }
        if levels.contains(&level) {
            frontier.start_from_seeds(level);
        }
        found = frontier.settle(level, effort)?;
        left -= found;
        effort.done(found)?;
        if level == u16::MAX - 1 && found > 0 {
            return Err(SearchError::TooDeep);
        }
        level += 1;
    }
    Ok(effort.done(left)?)
}

/// The number of positions at each distance, up to the largest.
fn histogram(mut counts: Vec<u64>, unreachable: u64) -> Histogram {
    let last = counts.iter().rposition(|&count| count > 0);
    counts.truncate(last.map_or(0, |last| last + 1));
    Histogram { counts, unreachable }
}

/// Keeps distances in memory. The frontier writes them itself.
pub struct KeepInMemory<'w> {
    /// The search ends when it reaches the nearest of these positions. If there are none, it finds all levels.
    pub last: &'w [SpacePosition],
}

/// A position, by the number of its space in the search and its index in the space.
#[derive(Clone, Copy, Debug)]
pub struct SpacePosition {
    pub space: usize,
    pub index: u64,
}

impl<F: InMemory> Keep<F> for KeepInMemory<'_> {
    type Error = SearchError;

    fn resume(&mut self, _: &mut F, _: &mut dyn Exchange) -> Result<Vec<u64>, SearchError> {
        Ok(Vec::new())
    }

    fn end_level(
        &mut self,
        frontier: &mut F,
        _: &[u64],
        _: bool,
        _: Effort<'_>,
    ) -> Result<ControlFlow<()>, SearchError> {
        let is_found =
            |place: &SpacePosition| frontier.entries().is_found(place.space, place.index);
        Ok(match self.last.iter().any(is_found) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        })
    }
}

pub struct KeepInStore<'s, S> {
    store: &'s S,
    /// The checkpoint of an earlier search, up to a level that all parts have.
    from: Option<Checkpoint>,
}

impl<'s, S: DistanceStore> KeepInStore<'s, S> {
    /// Continues from a checkpoint if all parts have one. The level is the last that all parts have.
    pub fn agreed(
        store: &'s S,
        from: Option<&Checkpoint>,
        exchange: &mut dyn Exchange,
    ) -> Result<Self, SearchError> {
        let level = agree_on_level(exchange, from.map(Checkpoint::level))?;
        let up_to = |level| {
            let from = from.expect("all parts have a checkpoint of the agreed level");
            Checkpoint { counts: from.counts[..=usize::from(level)].to_vec() }
        };
        Ok(Self { store, from: level.map(up_to) })
    }

    /// Whether the search continues from a checkpoint.
    pub fn resumes(&self) -> bool {
        self.from.is_some()
    }
}

impl<F: Stored, S: DistanceStore> Keep<F> for KeepInStore<'_, S> {
    type Error = S::Error;

    fn resume(
        &mut self,
        frontier: &mut F,
        exchange: &mut dyn Exchange,
    ) -> Result<Vec<u64>, S::Error> {
        let Some(from) = self.from.take() else { return Ok(Vec::new()) };
        frontier.resume(self.store, from.level(), exchange)?;
        Ok(from.counts)
    }

    fn is_due(&self) -> bool {
        self.store.is_due()
    }

    fn end_level(
        &mut self,
        frontier: &mut F,
        counts: &[u64],
        is_due: bool,
        effort: Effort<'_>,
    ) -> Result<ControlFlow<()>, S::Error> {
        let level = counts.len() - 1;
        if level == usize::from(u8::MAX) {
            self.store.widen()?;
        }
        if is_due || frontier.is_full() {
            frontier.write(self.store, effort)?;
        }
        if is_due {
            self.store.reached(&Checkpoint { counts: counts.to_vec() })?;
        }
        Ok(ControlFlow::Continue(()))
    }

    fn finish(&mut self, frontier: &mut F, effort: Effort<'_>) -> Result<(), S::Error> {
        frontier.write(self.store, effort)
    }
}
