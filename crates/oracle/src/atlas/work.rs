//! The searches of a build, run side by side as far as memory permits.

use super::plan::BuildError;
use huarong_core::effort::Effort;
use huarong_core::rules::{Metric, PieceSet, Puzzle};
use huarong_core::space::Space;
use huarong_search::{Class, DistanceStore, KeepTiers, Search, SearchError, SearchPlan, Tiers};
use huarong_tables::table::{Checkpoint, Distances, EntryWidth, TableDraft};
use rayon::prelude::*;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// The searches of a build.
pub(super) enum Work {
    /// Of classes, each on its own.
    Classes(ClassWork),
    /// Of a board with doors, where a tier needs those after it.
    Tiers(Tiers),
}

impl Work {
    /// Number of positions.
    pub fn positions(&self) -> u64 {
        self.spaces().map(Space::len).sum()
    }

    /// Number of positions of each piece set.
    pub fn lens(&self) -> BTreeMap<PieceSet, u64> {
        self.spaces().map(|space| (space.piece_set().clone(), space.len())).collect()
    }

    fn spaces(&self) -> Box<dyn Iterator<Item = &Space> + '_> {
        match self {
            Self::Classes(work) => {
                Box::new(work.classes.iter().flat_map(|(_, plan)| plan.spaces()))
            }
            Self::Tiers(tiers) => Box::new(tiers.spaces()),
        }
    }

    /// Runs all searches under one metric. The distances of each piece set go to the place that `place` returns. Piece
    /// sets without a place, or with all of their distances in it, are not searched.
    pub fn run<'d, 'f: 'd>(
        &self,
        metric: Metric,
        effort: Effort<'_>,
        place: impl Fn(&PieceSet) -> Option<SectionStore<'d, 'f>> + Sync,
    ) -> Result<(), BuildError> {
        match self {
            Self::Classes(work) => work.run(metric, effort, |set| {
                place(set).filter(|place| !place.draft.is_whole(place.section))
            }),
            Self::Tiers(tiers) => {
                effort.doing(metric)?;
                let places = tiers.spaces().map(|space| place(space.piece_set()));
                let places = places.collect::<Option<_>>().expect("a table has all tiers");
                tiers.run_in(metric, &mut TiersInTable { tiers, places }, effort)
            }
        }
    }
}

/// Tiers whose distances are in an unfinished table.
struct TiersInTable<'w, 'd, 'f> {
    tiers: &'w Tiers,
    places: Vec<SectionStore<'d, 'f>>,
}

impl KeepTiers for TiersInTable<'_, '_, '_> {
    type Error = BuildError;

    fn has(&self, tier: usize) -> bool {
        self.places[tier].draft.is_whole(self.places[tier].section)
    }

    fn get(&self, tier: usize) -> Result<Distances<Cow<'_, [u8]>>, BuildError> {
        let len = self.tiers.space(tier).len() as usize;
        Ok(self.places[tier].read(0, len)?.into_cow())
    }

    fn put(&mut self, tier: usize, distances: Distances) -> Result<(), BuildError> {
        let place = self.places[tier];
        place.draft.put(place.section, &distances)?;
        place.leave_checkpoint()
    }

    fn bytes(&self) -> u64 {
        0
    }
}

/// The searches of some classes, longest first.
pub(super) struct ClassWork {
    puzzle: Puzzle,
    classes: Vec<(Class, SearchPlan)>,
    /// The prepared searches, if several metrics need them and memory suffices for all.
    prepared: Option<Vec<Search>>,
    /// Whether each search uses all threads, one search after another.
    in_turn: bool,
}

impl ClassWork {
    /// Plans the searches of some classes, longest first, under `metrics` metrics.
    pub fn new(
        puzzle: &Puzzle,
        classes: Vec<(Class, SearchPlan)>,
        metrics: usize,
        effort: Effort<'_>,
    ) -> Result<Self, SearchError> {
        let threads = rayon::current_num_threads();
        let is_large = classes.first().is_some_and(|(_, plan)| plan.is_worth_sharing());
        let few = classes.len() < threads && is_large;
        let plans = || classes.iter().map(|(_, plan)| plan);
        let steps = plans().fold(0u64, |sum, plan| sum.saturating_add(plan.memory().steps));
        let keeps =
            metrics > 1 && !few && steps.saturating_add(at_once(plans(), threads)) <= effort.memory;
        let in_turn = few || (!keeps && at_once(plans(), threads) > effort.memory);
        if in_turn {
            let needed = plans().map(|plan| least_memory(plan, effort)).max().unwrap_or(0);
            if needed > effort.memory {
                return Err(SearchError::Memory { needed, allowed: effort.memory });
            }
        }
        let prepare = |plan: &SearchPlan| plan.clone().prepare(effort);
        let prepared = keeps
            .then(|| classes.par_iter().map(|(_, plan)| prepare(plan)).collect::<Result<_, _>>())
            .transpose()?;
        Ok(Self { puzzle: puzzle.clone(), classes, prepared, in_turn })
    }

    /// Whether a search writes its distances to the table during the search, because memory is too small or because it
    /// takes no longer.
    fn is_low_memory(&self, plan: &SearchPlan, effort: Effort<'_>) -> bool {
        plan.memory().total() > effort.memory || self.in_turn && plan.prefers_low_memory()
    }

    /// Runs all searches under one metric. The distances of each piece set go to the place that `place` returns. Piece
    /// sets without a place are not searched.
    fn run<'d, 'f: 'd>(
        &self,
        metric: Metric,
        effort: Effort<'_>,
        place: impl Fn(&PieceSet) -> Option<SectionStore<'d, 'f>> + Sync,
    ) -> Result<(), BuildError> {
        let run = |number: usize| -> Result<(), BuildError> {
            let (class, plan) = &self.classes[number];
            if class.piece_sets().iter().all(|set| place(set).is_none()) {
                return Ok(effort.done(plan.len())?);
            }
            effort.doing(format_args!("{metric} {}", class.text(&self.puzzle)))?;
            if self.is_low_memory(plan, effort) {
                return plan.apart().try_for_each(|plan| {
                    let Some(place) = place(plan.spaces()[0].piece_set()) else { return Ok(()) };
                    let from = place.draft.checkpoint(place.section);
                    let histogram = plan.run_low_memory(metric, &place, from.as_ref(), effort)?;
                    place.draft.count(place.section, histogram);
                    place.leave_checkpoint()
                });
            }
            let found = match &self.prepared {
                Some(searches) => searches[number].run(metric, self.in_turn, effort)?,
                None => plan.clone().prepare(effort)?.run(metric, self.in_turn, effort)?,
            };
            for (set, distances) in class.piece_sets().iter().zip(found) {
                if let Some(place) = place(set) {
                    place.draft.put(place.section, &distances)?;
                    place.leave_checkpoint()?;
                }
            }
            Ok(())
        };
        let mut numbers = 0..self.classes.len();
        if self.in_turn {
            return numbers.try_for_each(run);
        }
        // Each thread takes the next search when it has finished one, so no more searches than threads run at once.
        let numbers = Mutex::new(numbers);
        let next = || numbers.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).next();
        let results = rayon::broadcast(|_| {
            while let Some(number) = next() {
                if let Err(error) = run(number) {
                    // The other threads finish their current searches.
                    while next().is_some() {}
                    return Err(error);
                }
            }
            Ok(())
        });
        results.into_iter().collect()
    }
}

/// Destination of a piece set's distances: a section of an unfinished table.
#[derive(Clone, Copy)]
pub(super) struct SectionStore<'d, 'f> {
    pub draft: &'d TableDraft<'f>,
    pub section: usize,
    /// The schedule of checkpoints.
    pub pace: &'d Pace,
}

impl SectionStore<'_, '_> {
    /// Writes a checkpoint if one is due and the table is not almost finished.
    fn leave_checkpoint(&self) -> Result<(), BuildError> {
        if !self.draft.is_complete() && self.pace.is_due() {
            self.draft.record()?;
            self.pace.left();
        }
        Ok(())
    }
}

/// Schedule of checkpoints.
#[derive(Debug)]
pub(super) struct Pace {
    /// The requested least time between two checkpoints.
    every: Option<Duration>,
    state: Mutex<PaceState>,
}

#[derive(Debug)]
struct PaceState {
    last: Instant,
    /// Time that a checkpoint takes.
    cost: Duration,
}

/// Number of bytes written and synced per second, assumed before the first checkpoint.
const BYTES_A_SECOND: u64 = 200_000_000;

impl Pace {
    /// Makes a schedule with a fixed interval, or with twice the time that a checkpoint of `bytes` bytes takes.
    pub fn new(every: Option<Duration>, bytes: u64) -> Self {
        let cost = Duration::from_millis(1000 + 1000 * bytes / BYTES_A_SECOND);
        Self { every, state: Mutex::new(PaceState { last: Instant::now(), cost }) }
    }

    fn is_due(&self) -> bool {
        let mut state = self.state();
        let due = state.last.elapsed() > self.every.unwrap_or(2 * state.cost);
        if due {
            state.last = Instant::now();
        }
        due
    }

    /// Records that a checkpoint was written.
    fn left(&self) {
        let mut state = self.state();
        state.cost = state.last.elapsed();
        state.last = Instant::now();
    }

    fn state(&self) -> MutexGuard<'_, PaceState> {
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl DistanceStore for SectionStore<'_, '_> {
    type Error = BuildError;

    fn width(&self) -> EntryWidth {
        self.draft.width()
    }

    fn read(&self, first: u64, count: usize) -> Result<Distances, BuildError> {
        Ok(self.draft.read(self.section, first, count)?)
    }

    fn widen(&self) -> Result<(), BuildError> {
        Ok(self.draft.widen()?)
    }

    fn write(&self, first: u64, distances: Distances<&[u8]>) -> Result<(), BuildError> {
        Ok(self.draft.write(self.section, first, distances)?)
    }

    fn is_due(&self) -> bool {
        self.pace.is_due()
    }

    fn reached(&self, checkpoint: &Checkpoint) -> Result<(), BuildError> {
        self.draft.reached(self.section, checkpoint.clone());
        self.draft.record()?;
        self.pace.left();
        Ok(())
    }
}

/// Estimates the least bytes that a search needs, as a low-memory search if necessary.
fn least_memory(plan: &SearchPlan, effort: Effort<'_>) -> u64 {
    let all = plan.memory().total();
    if all <= effort.memory {
        return all;
    }
    let least = plan.apart().map(|plan| plan.least_memory().unwrap_or(plan.memory().total()));
    least.max().unwrap_or(all).min(all)
}

/// Estimates the bytes that the most demanding `searches` searches take together.
fn at_once<'a>(plans: impl Iterator<Item = &'a SearchPlan>, searches: usize) -> u64 {
    let mut needed: Vec<u64> = plans.map(|plan| plan.memory().total()).collect();
    needed.sort_unstable_by(|a, b| b.cmp(a));
    needed.into_iter().take(searches).fold(0, u64::saturating_add)
}
