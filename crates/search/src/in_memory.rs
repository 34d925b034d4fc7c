//! Searches with the distances of all positions in memory.

use super::class::Class;
use super::driver::{self, KeepInMemory, SpacePosition};
use super::error::SearchError;
use super::frontier::Seeded;
use super::frontier::bitmaps::Context;
use super::frontier::explicit::ExplicitFrontier;
use super::frontier::one_bit::OneBitFrontier;
use super::kernels::Kernels;
use super::layout::Layout;
use super::layout::cube::{self, Cube};
use super::layout::fillings::Fillings;
use super::partition::Partition;
use super::plan::SearchPlan;
use super::steps::step_graph::StepGraph;
use super::symmetry::{Orbits, symmetries};
use super::targets::Targets;
use crate::cluster::Alone;
use huarong_core::effort::{Cancelled, Effort};
use huarong_core::rules::{Arrangement, Goal, Metric, Puzzle, SinglePieceMetric};
use huarong_core::space;
use huarong_core::space::{Located, Space};
use huarong_tables::table::Distances;
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// A prepared search of a class of piece sets, with its skeletons and steps.
///
/// It can run any number of times, under each metric.
///
/// ```
/// use huarong::search::Effort;
/// use huarong::{Metric, Puzzle};
/// use huarong_search::{Search, classes};
///
/// let puzzle = Puzzle::klotski();
/// let set = puzzle.parse_piece_set("0h0v2s")?;
/// let class = &classes(&puzzle, &[set])[0];
/// let search = Search::new(&puzzle, class, Effort::UNLIMITED)?;
/// let distances = &search.run(Metric::Unit, false, Effort::UNLIMITED)?[0];
///
/// let start = puzzle.parse_position("BB../BB../..../.SS./....")?;
/// let index = search.spaces()[0].rank(&start).expect("it is of the piece set");
/// assert_eq!(distances.get(index), Some(6), "down three times, right once, and two moves of small pieces");
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Search {
    plan: SearchPlan,
    layout: AnyLayout,
    steps: Steps,
    kernels: Kernels,
}

#[derive(Debug)]
pub(super) enum AnyLayout {
    Cube(Box<Cube>),
    Fillings(Box<Fillings>),
    /// Explicit search.
    Explicit,
}

/// The steps between skeletons, computed at the first request.
#[derive(Debug, Default)]
struct Steps {
    /// Steps between representatives, if the puzzle has reflections.
    representatives: OnceLock<StepGraph>,
    all: OnceLock<StepGraph>,
}

/// Positions with distances, from which a search starts.
pub(super) struct Seeds<'s> {
    /// All distances that can occur.
    pub levels: BTreeSet<u16>,
    /// Calls its argument with the index and the distance of each, on any thread.
    pub write: &'s WriteSeeds<'s>,
}

type WriteSeeds<'s> = dyn Fn(&(dyn Fn(u64, u16) + Sync)) -> Result<(), Cancelled> + Sync + 's;

#[derive(Clone, Copy)]
struct Run<'w> {
    metric: Metric,
    parallel: bool,
    /// The search ends at the nearest of these positions. If there are none, it finds all distances.
    last: &'w [SpacePosition],
    effort: Effort<'w>,
}

impl SearchPlan {
    /// Prepares the search: computes the steps between skeletons that [`Search::run`] needs. Returns an error before
    /// any work if the search exceeds the memory limit.
    pub fn prepare(self, effort: Effort<'_>) -> Result<Search, SearchError> {
        let search = self.start(effort)?;
        search.prepare(effort)?;
        Ok(search)
    }

    /// Starts the search without computing anything in advance. Returns an error if the search exceeds the memory
    /// limit.
    pub fn start(self, effort: Effort<'_>) -> Result<Search, SearchError> {
        SearchError::check_memory(self.memory_within(effort)?.total(), effort)?;
        let places = self.spaces[0].free_cell_count();
        let small_pieces: Vec<u32> = self.spaces.iter().map(Space::small_count).collect();
        let layout = match small_pieces[..] {
            _ if self.is_explicit() => AnyLayout::Explicit,
            // If the cube of a skeleton is one word, steps on cubes are faster than steps on fillings.
            [count] if cube::words(places) > 1 => {
                AnyLayout::Fillings(Box::new(Fillings::new(places, count)))
            }
            _ => AnyLayout::Cube(Box::new(Cube::new(places, &small_pieces))),
        };
        let (steps, kernels) = (Steps::default(), Kernels::default());
        Ok(Search { plan: self, layout, steps, kernels })
    }
}

impl Search {
    /// Plans and [starts](SearchPlan::start) the search of a class.
    pub fn new(puzzle: &Puzzle, class: &Class, effort: Effort<'_>) -> Result<Self, SearchError> {
        SearchPlan::within(puzzle, class, effort)?.start(effort)
    }

    /// Computes the data that [`run`](Self::run) needs, unless they exist.
    pub fn prepare(&self, effort: Effort<'_>) -> Result<(), Cancelled> {
        self.prepare_steps(true, effort)
    }

    /// Computes the data that [`run_to_other_goal`](Self::run_to_other_goal) needs, unless they exist.
    pub fn prepare_for_any_goal(&self, effort: Effort<'_>) -> Result<(), Cancelled> {
        self.prepare_steps(false, effort)
    }

    fn prepare_steps(&self, symmetric: bool, effort: Effort<'_>) -> Result<(), Cancelled> {
        match self.layout {
            AnyLayout::Explicit => Ok(()),
            _ => self.graph(symmetric, effort).map(drop),
        }
    }

    /// The steps between representatives, or between all skeletons if not `symmetric`.
    pub(super) fn graph(
        &self,
        symmetric: bool,
        effort: Effort<'_>,
    ) -> Result<&StepGraph, Cancelled> {
        let space = &self.spaces()[0];
        let (puzzle, skeletons) = (space.puzzle(), space.skeletons());
        let larger = space::larger_pieces(puzzle, space.piece_set());
        let all = !symmetric || symmetries(puzzle, &larger).is_empty();
        let kept = if all { &self.steps.all } else { &self.steps.representatives };
        if let Some(graph) = kept.get() {
            return Ok(graph);
        }
        let orbits = match all {
            true => Orbits::trivial(skeletons.len()),
            false => Orbits::new(puzzle, &larger, skeletons, effort)?,
        };
        let graph = StepGraph::new(puzzle, skeletons, orbits, effort)?;
        Ok(kept.get_or_init(|| graph))
    }

    pub(super) fn layout(&self) -> &AnyLayout {
        &self.layout
    }

    /// The same search with the given kernels.
    #[doc(hidden)]
    pub fn with_kernels(mut self, kernels: Kernels) -> Self {
        self.kernels = kernels;
        self
    }

    /// The plan of the search.
    pub fn plan(&self) -> &SearchPlan {
        &self.plan
    }

    /// The [spaces](SearchPlan::spaces) of its plan.
    pub fn spaces(&self) -> &[Space] {
        self.plan.spaces()
    }

    /// Finds the distance of every position to the goal under a metric. The result has the distances of each space, in
    /// order.
    ///
    /// With `parallel`, the threads of the current rayon pool share every level; otherwise one thread does all the
    /// work. Reports progress in positions after each level, and the unreachable positions at the end.
    pub fn run(
        &self,
        metric: Metric,
        parallel: bool,
        effort: Effort<'_>,
    ) -> Result<Vec<Distances>, SearchError> {
        self.find(&Targets::Goal, Run { metric, parallel, last: &[], effort })
    }

    /// Like [`run`](Self::run), but ends when the distance of one of `positions` is found. Positions with larger
    /// distances appear as unreachable in the result.
    ///
    /// # Panics
    ///
    /// Panics if one of the positions belongs to none of the spaces.
    pub fn run_until(
        &self,
        positions: &[Arrangement],
        metric: Metric,
        parallel: bool,
        effort: Effort<'_>,
    ) -> Result<Vec<Distances>, SearchError> {
        let locate = |position| {
            let (space, located) = self.locate(position);
            SpacePosition { space, index: located.index }
        };
        let last: Vec<_> = positions.iter().map(locate).collect();
        self.find(&Targets::Goal, Run { metric, parallel, last: &last, effort })
    }

    /// Finds the distance of every position to one position instead of the goal.
    ///
    /// # Panics
    ///
    /// Panics if the position belongs to none of the spaces.
    pub fn run_towards(
        &self,
        target: &Arrangement,
        metric: Metric,
        parallel: bool,
        effort: Effort<'_>,
    ) -> Result<Vec<Distances>, SearchError> {
        let (space, located) = self.locate(target);
        let targets = Targets::Position { space: &self.spaces()[space], located, position: target };
        self.find(&targets, Run { metric, parallel, last: &[], effort })
    }

    /// Finds the distance of every position to the nearest position that satisfies another goal.
    pub fn run_to_other_goal(
        &self,
        goal: &Goal,
        metric: Metric,
        parallel: bool,
        effort: Effort<'_>,
    ) -> Result<Vec<Distances>, SearchError> {
        self.find(&Targets::OtherGoal(goal), Run { metric, parallel, last: &[], effort })
    }

    /// Finds the distance of every position of the only space to the nearest of some positions, each of which already is
    /// at a distance. Of several distances of one position, the smallest counts.
    pub(super) fn run_from_seeds(
        &self,
        metric: SinglePieceMetric,
        parallel: bool,
        seeds: Seeds<'_>,
        effort: Effort<'_>,
    ) -> Result<Distances, SearchError> {
        let run = Run { metric: metric.into(), parallel, last: &[], effort };
        match &self.layout {
            AnyLayout::Cube(cube) => self.find_from_seeds(&**cube, metric, seeds, run),
            AnyLayout::Fillings(fillings) => self.find_from_seeds(&**fillings, metric, seeds, run),
            AnyLayout::Explicit => {
                let (space, parallel) = (self.plan.only_space(), run.is_parallel());
                let whole = Partition::even(space.len(), 1);
                let mut frontier =
                    ExplicitFrontier::new(space, run.metric, parallel, whole, 0, run.effort)?;
                run_from_seeds(&mut frontier, seeds, run.effort)?;
                Ok(frontier.into_entries().finish().remove(0))
            }
        }
    }

    fn find_from_seeds(
        &self,
        layout: &impl Layout,
        metric: SinglePieceMetric,
        seeds: Seeds<'_>,
        run: Run<'_>,
    ) -> Result<Distances, SearchError> {
        // The seeds are not symmetric, even if the board without doors is.
        let graph = self.graph(false, run.effort)?;
        let (kernels, parallel) = (self.kernels, run.is_parallel());
        let context = Context { graph, layout, metric, kernels, parallel };
        let mut frontier = OneBitFrontier::new(context, self.spaces(), run.effort)?;
        run_from_seeds(&mut frontier, seeds, run.effort)?;
        Ok(frontier.into_entries().finish().remove(0))
    }

    /// The number of the space of a position, and its location there.
    fn locate(&self, position: &Arrangement) -> (usize, Located) {
        let mut spaces = self.spaces().iter().enumerate();
        let located =
            spaces.find_map(|(number, space)| Some((number, Located::of(space, position)?)));
        located.expect("the position belongs to one of the spaces")
    }

    /// Finds the distance of every position to the nearest target.
    fn find(&self, targets: &Targets<'_>, run: Run<'_>) -> Result<Vec<Distances>, SearchError> {
        match (&self.layout, run.metric.of_single_pieces()) {
            (AnyLayout::Cube(cube), Some(metric)) => self.find_in(&**cube, metric, targets, run),
            (AnyLayout::Fillings(fillings), Some(metric)) => {
                self.find_in(&**fillings, metric, targets, run)
            }
            (AnyLayout::Explicit, _) | (_, None) => self.find_explicitly(targets, run),
        }
    }

    fn find_in(
        &self,
        layout: &impl Layout,
        metric: SinglePieceMetric,
        targets: &Targets<'_>,
        run: Run<'_>,
    ) -> Result<Vec<Distances>, SearchError> {
        let graph = self.graph(targets.are_symmetric(), run.effort)?;
        let (kernels, parallel) = (self.kernels, run.is_parallel());
        let context = Context { graph, layout, metric, kernels, parallel };
        let mut frontier = OneBitFrontier::new(context, self.spaces(), run.effort)?;
        let start = |word| frontier.start_from(word);
        targets.for_each_word(&self.spaces()[0], graph, layout, start, run.effort)?;
        driver::run(&mut frontier, KeepInMemory { last: run.last }, &mut Alone, run.effort)?;
        Ok(frontier.into_entries().finish())
    }

    fn find_explicitly(
        &self,
        targets: &Targets<'_>,
        run: Run<'_>,
    ) -> Result<Vec<Distances>, SearchError> {
        let space = self.plan.only_space();
        let whole = Partition::even(space.len(), 1);
        let parallel = run.is_parallel();
        let mut frontier =
            ExplicitFrontier::new(space, run.metric, parallel, whole, 0, run.effort)?;
        let indices = targets.indices(space, run.effort)?;
        indices.into_iter().for_each(|index| frontier.start_from(index));
        let nth =
            |place: &SpacePosition| SpacePosition { index: frontier.nth(place.index), ..*place };
        let last: Vec<SpacePosition> = run.last.iter().map(nth).collect();
        driver::run(&mut frontier, KeepInMemory { last: &last }, &mut Alone, run.effort)?;
        Ok(frontier.into_entries().finish())
    }
}

/// Writes the seeds of a search, and runs it.
fn run_from_seeds(
    frontier: &mut (impl Seeded + Sync),
    seeds: Seeds<'_>,
    effort: Effort<'_>,
) -> Result<(), SearchError> {
    frontier.make_room(seeds.levels.last().copied().unwrap_or(0));
    let seeded = &*frontier;
    (seeds.write)(&|index, level| seeded.entries().lower(0, seeded.entry_of(index), level))?;
    driver::run_from_seeds(frontier, &seeds.levels, effort)
}

impl Run<'_> {
    /// Whether several threads share a level.
    fn is_parallel(&self) -> bool {
        self.parallel && rayon::current_num_threads() > 1
    }
}
