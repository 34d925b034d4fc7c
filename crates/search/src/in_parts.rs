//! Searches that write distances to a store: low-memory searches in one part, and searches in several parts.

use super::driver::{self, KeepInStore};
use super::error::SearchError;
use super::estimate::Memory;
use super::frontier::bitmaps::Context;
use super::frontier::explicit::ExplicitFrontier;
use super::frontier::low_memory::LowMemoryFrontier;
use super::frontier::multi_bit::{FEWEST_PLANES, MOST_PLANES};
use super::halo::Halo;
use super::halo_exchange::HaloExchange;
use super::kernels::Kernels;
use super::layout::fillings::Fillings;
use super::partition::Partition;
use super::plan::SearchPlan;
use super::steps::graph::Graph;
use super::store::DistanceStore;
use super::targets::{goal_indices, goal_words};
use crate::cluster::{Alone, Exchange};
use huarong_core::effort::{Cancelled, Effort};
use huarong_core::rules::{Metric, SinglePieceMetric};
use huarong_core::space::Space;
use huarong_tables::table::{Checkpoint, Histogram};
use std::ops::Range;

impl SearchPlan {
    /// Finds the distance of every position of the only space to the goal, with a low-memory search within the memory
    /// limit. Writes the distances to a store, and returns the number of positions at each distance. The distances are
    /// those of [`Search::run`](super::Search::run). Continues from the checkpoint of an earlier search, if there is
    /// one.
    ///
    /// # Panics
    ///
    /// Panics if there are [several spaces](Self::least_memory).
    pub fn run_low_memory<S: DistanceStore>(
        &self,
        metric: Metric,
        store: &S,
        from: Option<&Checkpoint>,
        effort: Effort<'_>,
    ) -> Result<Histogram, S::Error> {
        self.run_part(metric, store, from, &mut Alone, effort)
    }

    /// The ranges of indices of the only space that belong to each of `parts` parts.
    ///
    /// # Panics
    ///
    /// Panics if there are several spaces, or no parts.
    pub fn parts(&self, parts: usize) -> Vec<Range<u64>> {
        let (partition, positions) = (self.partition(parts), self.item_positions());
        let range = |part| {
            let items = partition.range(part);
            items.start * positions..items.end * positions
        };
        (0..parts).map(range).collect()
    }

    /// The partition of skeletons, or of positions in an explicit search.
    fn partition(&self, parts: usize) -> Partition {
        Partition::even(self.only_space().len() / self.item_positions(), parts)
    }

    /// Number of positions of an item of the partition.
    fn item_positions(&self) -> u64 {
        if self.is_explicit() { 1 } else { self.only_space().filling_count() }
    }

    pub(super) fn only_space(&self) -> &Space {
        let [space] = &self.spaces[..] else { panic!("a search in parts has one space") };
        space
    }

    /// The number of positions that each of `parts` parts sends if the search reaches all of them. A position counts
    /// once for each other part with its skeleton in the halo. `None` for an explicit search.
    ///
    /// # Panics
    ///
    /// Panics if there are several spaces, or no parts.
    #[doc(hidden)]
    pub fn sent_positions(
        &self,
        parts: usize,
        effort: Effort<'_>,
    ) -> Result<Option<Vec<u64>>, Cancelled> {
        if self.is_explicit() {
            return Ok(None);
        }
        let (space, partition) = (self.only_space(), self.partition(parts));
        let sent = |part| {
            let skeletons = space.skeletons();
            let (_, contacts) =
                Graph::of_part(space.puzzle(), skeletons, &partition, part, effort)?;
            Ok(contacts.shown_len() as u64 * self.item_positions())
        };
        Ok(Some((0..parts).map(sent).collect::<Result<_, Cancelled>>()?))
    }

    /// Finds the distances of the positions of one part, given by `exchange`, to the goal. Writes them to a store, and
    /// returns the number of these positions at each distance.
    ///
    /// All parts must run at the same time, under the same metric. Together they find the distances of
    /// [`Search::run`](super::Search::run). If all parts have a checkpoint, they continue from the last level that all
    /// have.
    ///
    /// # Panics
    ///
    /// Panics if there are several spaces.
    #[doc(hidden)]
    pub fn run_part<S: DistanceStore>(
        &self,
        metric: Metric,
        store: &S,
        from: Option<&Checkpoint>,
        exchange: &mut dyn Exchange,
        effort: Effort<'_>,
    ) -> Result<Histogram, S::Error> {
        let partition = self.partition(exchange.parts());
        let task = PartTask { space: self.only_space(), partition, metric, effort };
        match metric.of_single_pieces().filter(|_| !self.is_explicit()) {
            None => task.run_explicitly(self, store, from, exchange),
            Some(metric) => task.run_by_fillings(self, metric, store, from, exchange),
        }
    }
}

/// The search of one part.
struct PartTask<'s> {
    space: &'s Space,
    partition: Partition,
    metric: Metric,
    effort: Effort<'s>,
}

impl PartTask<'_> {
    /// Runs an explicit search.
    fn run_explicitly<S: DistanceStore>(
        self,
        plan: &SearchPlan,
        store: &S,
        from: Option<&Checkpoint>,
        exchange: &mut dyn Exchange,
    ) -> Result<Histogram, S::Error> {
        let Self { space, partition, metric, effort } = self;
        let part = exchange.part();
        let owned = partition.range(part);
        let memory = match exchange.parts() {
            1 => plan.memory(),
            _ => Memory::explicit(owned.end - owned.start),
        };
        check(memory.total(), effort)?;
        let keep = KeepInStore::agreed(store, from, exchange)?;
        let mut frontier =
            ExplicitFrontier::new(space, metric, is_parallel(), partition, part, effort)
                .map_err(SearchError::from)?;
        if !keep.resumes() {
            let goals = goal_indices(space, owned, effort).map_err(SearchError::from)?;
            goals.into_iter().for_each(|index| frontier.start_from(index));
        }
        driver::run(&mut frontier, keep, exchange, effort)
    }

    /// Runs a search of fillings of skeletons.
    fn run_by_fillings<S: DistanceStore>(
        self,
        plan: &SearchPlan,
        metric: SinglePieceMetric,
        store: &S,
        from: Option<&Checkpoint>,
        exchange: &mut dyn Exchange,
    ) -> Result<Histogram, S::Error> {
        let Self { space, partition, effort, .. } = self;
        let (parts, part) = (exchange.parts(), exchange.part());
        let (owned, fillings) = (partition.range(part), space.filling_count());
        let memory = plan.low_memory_of(owned.end - owned.start);
        check(memory.memory(FEWEST_PLANES), effort)?;
        let graph = Graph::of_part(space.puzzle(), space.skeletons(), &partition, part, effort);
        let (graph, contacts) = graph.map_err(SearchError::from)?;
        let halo_exchange =
            HaloExchange::new(&partition, contacts, fillings, plan.round, exchange)?;
        let halo = halo_exchange.halo_len() as u64 * Halo::most_bytes(fillings);
        let needed = |planes| memory.memory(planes) + halo;
        check(needed(FEWEST_PLANES), effort)?;
        let mut planes = (FEWEST_PLANES..=most_planes(parts)).rev();
        let planes = planes.find(|&planes| needed(planes) <= effort.memory);
        let layout = Fillings::new(space.free_cell_count(), space.small_count());
        let (kernels, parallel) = (Kernels::default(), is_parallel());
        let context = Context { graph: &graph, layout: &layout, metric, kernels, parallel };
        let planes = planes.unwrap_or(FEWEST_PLANES);
        let mut frontier = LowMemoryFrontier::new(context, planes, owned.start, &halo_exchange);
        goal_words(&graph, &layout).for_each(|word| frontier.start_from(word));
        let keep = KeepInStore::agreed(store, from, exchange)?;
        driver::run(&mut frontier, keep, exchange, effort)
    }
}

/// Largest number of planes of a part. With several parts, each has one plane fewer. This saves most of the memory that
/// the halo and the steps of shared groups take.
fn most_planes(parts: usize) -> u64 {
    if parts == 1 { MOST_PLANES } else { MOST_PLANES - 1 }
}

/// Rejects a search that exceeds the memory limit.
fn check(needed: u64, effort: Effort<'_>) -> Result<(), SearchError> {
    match effort.memory {
        allowed if needed > allowed => Err(SearchError::Memory { needed, allowed }),
        _ => Ok(()),
    }
}

/// Whether several threads share a level.
fn is_parallel() -> bool {
    rayon::current_num_threads() > 1
}
