//! Puzzles with doors to order, made at random and changed at random.
//!
//! Each puzzle is solved from its start, so its number of moves is proved. The puzzles of each length enter an archive, and
//! random changes of these give further puzzles. No two are equal up to reflections, rotations and names of colours.

use super::door_puzzle::DoorPuzzle;
use super::door_scope::{DoorScope, DoorScopeError};
use super::draft::Draft;
use super::error::DesignError;
use super::order::{Designed, Order};
use super::outcome::{Ended, Excluded, decided};
use super::select::{CandidatePuzzles, Selection, select, select_at_random};
use crate::archive::{Archive, Archived, Round};
use huarong_core::effort::{Cancelled, Effort};
use huarong_core::puzzle_file::Setup;
use huarong_core::rules::Metric;
use huarong_oracle::analysis::{PathsError, ShortestPaths};
use huarong_search::{Component, ComponentError, Until, solution_length};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// Puzzles with doors that were found to order.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct DoorDesigns {
    /// The puzzles: the longest first, or in the order of a graded set. Fewer than ordered if no more were found.
    pub found: Vec<Designed>,
    /// Number of puzzles that were tried.
    pub tried: u64,
    /// Number of tries that made no puzzle: the pieces, doors or walls found no places.
    pub unmade: u64,
    /// Number of puzzles that are equal to earlier ones.
    pub repeated: u64,
    /// Number of puzzles whose search, or whose check, exceeded a limit.
    pub undecided: u64,
    /// Numbers of puzzles that the conditions excluded.
    pub excluded: Excluded,
    /// How the search ended.
    pub ended: Ended,
}

/// Finds puzzles with doors: the pieces have colours, and each leaves through a door of its colour. Tries `tries` random
/// puzzles and random changes of puzzles, or fewer if a graded set is complete before. Reports progress in puzzles.
///
/// The conditions of the order on fixed pieces, symmetric, minimal and maximal starts are for other puzzles. No two puzzles
/// are equal up to reflections, rotations and names of colours, and no two share more than half of their pieces.
///
/// ```
/// use huarong::Metric;
/// use huarong::design::{DoorScope, Order, Region, door_designs};
/// use huarong::search::Effort;
///
/// let mut scope = DoorScope::new(Region::new(4, 4)?);
/// (scope.pieces, scope.colours) = (3..=4, 2..=2);
/// let order = Order { count: 2, graded: Some(4..=6), ..Order::default() };
/// let designs = door_designs(&scope, &order, 2000, Effort::UNLIMITED)?;
/// assert_eq!(designs.found.iter().map(|found| found.distance).collect::<Vec<_>>(), [4, 6]);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
///
/// If [`Order::until`] passes, or if the observer cancels the work, the answer has the puzzles that were found before.
///
/// # Errors
///
/// Returns an error if no puzzle can satisfy the scope, if `tries` is 0, or if too many puzzles are ordered. An order with a
/// condition or a metric for other puzzles is an error, too.
pub fn door_designs(
    scope: &DoorScope,
    order: &Order<'_>,
    tries: u64,
    effort: Effort<'_>,
) -> Result<DoorDesigns, DesignError> {
    scope.check()?;
    order.check_count()?;
    if tries == 0 {
        return Err(DoorScopeError::Tries.into());
    }
    if order.is_of_position() || order.minimal || order.maximal {
        return Err(DoorScopeError::Condition.into());
    }
    if order.metric == Metric::Multi {
        return Err(DesignError::Metric);
    }
    let mut search = DoorSearch::new(scope, order, effort);
    let numbers = (0, TRIES_BEFORE_FIRST_CHOICE, tries);
    let selection = select_at_random(
        &mut search,
        order,
        numbers,
        effort,
        DoorSearch::advance,
        |search, ended| select(&search.by_moves, order, &mut Distinct, ended, effort),
    )?;
    let Selection { found, undecided, mut excluded, ended, .. } = selection;
    let DoorSearch { evaluation, archive, excluded: of_search, .. } = search;
    excluded.add(of_search);
    excluded.unsolvable += evaluation.unsolvable.load(Relaxed);
    let undecided = undecided + evaluation.undecided.load(Relaxed);
    let unmade = evaluation.unmade.load(Relaxed);
    let (tried, repeated) = (archive.tried(), archive.repeated());
    Ok(DoorDesigns { found, tried, unmade, repeated, undecided, excluded, ended })
}

const TRIES_BEFORE_FIRST_CHOICE: u64 = 1 << 9;
const TRIES_PER_ROUND: u64 = 64;
const ATTEMPTS_TO_MAKE_PUZZLE: u32 = 64;

/// One puzzle in this many is new. The others are changes of puzzles.
const PUZZLES_PER_NEW_ONE: u32 = 8;

/// Memory of one search in bytes, and its largest part of the memory limit. It does not depend on the threads, so the answer
/// does not, either. A search for all optimal solutions reaches many more positions.
const MEMORY_OF_LENGTH: u64 = 16 << 20;
const MEMORY_OF_SOLUTIONS: u64 = 256 << 20;
const SEARCHES_IN_MEMORY: u64 = 4;

/// The most puzzles that are kept with one number of moves.
const MOST_OF_LENGTH: usize = 1 << 9;

struct DoorSearch<'s> {
    evaluation: Evaluation<'s>,
    archive: Archive<Evaluated>,
    /// The puzzles that satisfy the conditions on distances and numbers of solutions, by number of moves, in random order.
    by_moves: BTreeMap<u16, Vec<(u64, DoorPuzzle)>>,
    /// Numbers of puzzles that do not satisfy these conditions.
    excluded: Excluded,
}

/// What the evaluation of puzzles needs.
struct Evaluation<'s> {
    scope: &'s DoorScope,
    order: &'s Order<'s>,
    memory: u64,
    unmade: AtomicU64,
    undecided: AtomicU64,
    unsolvable: AtomicU64,
}

#[derive(Debug)]
struct Evaluated {
    moves: u16,
    puzzle: DoorPuzzle,
    canonical: Vec<u8>,
    /// The number of its optimal solutions, if it matters and is known.
    solutions: Option<u64>,
}

impl Archived for Evaluated {
    type Key = Vec<u8>;

    fn moves(&self) -> u16 {
        self.moves
    }

    fn key(&self) -> Vec<u8> {
        self.canonical.clone()
    }
}

impl<'s> DoorSearch<'s> {
    fn new(scope: &'s DoorScope, order: &'s Order<'s>, effort: Effort<'_>) -> Self {
        let most = if order.solutions.is_some() { MEMORY_OF_SOLUTIONS } else { MEMORY_OF_LENGTH };
        let memory = most.min(effort.memory / SEARCHES_IN_MEMORY);
        let [unmade, undecided, unsolvable] = [(); 3].map(|()| AtomicU64::new(0));
        let evaluation = Evaluation { scope, order, memory, unmade, undecided, unsolvable };
        let (archive, by_moves) = (Archive::new(order.seed), BTreeMap::new());
        Self { evaluation, archive, by_moves, excluded: Excluded::default() }
    }

    /// Tries some puzzles, at most `most`. Returns the number of all that were tried, and of those that may be chosen.
    fn advance(&mut self, most: u64, effort: Effort<'_>) -> Result<(u64, u64), DesignError> {
        let Self { evaluation, archive, by_moves, excluded } = self;
        let at_once = (effort.memory / evaluation.memory.max(1)).try_into().unwrap_or(usize::MAX);
        let round = Round { tries: TRIES_PER_ROUND.min(most), at_once };
        let seed = evaluation.order.seed;
        archive.advance(
            round,
            || (),
            |(), archive, generator| {
                let puzzle = evaluation.puzzle(archive, generator);
                let found = match puzzle.and_then(|puzzle| Some((puzzle.setup()?, puzzle))) {
                    Some((setup, puzzle)) => evaluation.evaluate(&setup, puzzle, effort)?,
                    None => {
                        evaluation.unmade.fetch_add(1, Relaxed);
                        None
                    }
                };
                effort.done(1)?;
                Ok::<_, Cancelled>(found)
            },
            |evaluated| {
                let Evaluated { moves, solutions, .. } = *evaluated;
                if evaluation.order.admits(moves, || solutions, excluded) {
                    let key = xxh3_64_with_seed(&evaluated.canonical, seed);
                    let puzzles = by_moves.entry(moves).or_default();
                    let place = puzzles.partition_point(|(other, _)| *other < key);
                    puzzles.insert(place, (key, evaluated.puzzle.clone()));
                    puzzles.truncate(MOST_OF_LENGTH);
                }
            },
        )?;
        Ok((archive.tried(), by_moves.values().map(|puzzles| puzzles.len() as u64).sum()))
    }
}

impl Evaluation<'_> {
    /// A new puzzle, or a change of one from the archive. `None` if none is found soon.
    fn puzzle(
        &self,
        archive: &Archive<Evaluated>,
        generator: &mut ChaCha8Rng,
    ) -> Option<DoorPuzzle> {
        let is_new = generator.random_range(0..PUZZLES_PER_NEW_ONE) == 0;
        let parent = archive.parent(generator).filter(|_| !is_new);
        (0..ATTEMPTS_TO_MAKE_PUZZLE).find_map(|_| match parent {
            Some(parent) => parent.puzzle.changed(self.scope, generator),
            None => DoorPuzzle::random(self.scope, generator),
        })
    }

    /// Solves a puzzle from its start. `None` if it has no solution, or if that is not found out within the limit.
    fn evaluate(
        &self,
        setup: &Setup,
        puzzle: DoorPuzzle,
        effort: Effort<'_>,
    ) -> Result<Option<Evaluated>, Cancelled> {
        let effort = effort.at_most(self.memory);
        let found = decided(effort.quietly(|effort| self.solve(setup, effort)))?;
        let Some(solved) = found else {
            self.undecided.fetch_add(1, Relaxed);
            return Ok(None);
        };
        let Some((moves, solutions)) = solved else {
            self.unsolvable.fetch_add(1, Relaxed);
            return Ok(None);
        };
        let canonical = puzzle.canonical();
        Ok(Some(Evaluated { moves, puzzle, canonical, solutions }))
    }

    /// The number of moves of the optimal solutions, and their number if it matters. `None` if there is no solution.
    fn solve(
        &self,
        Setup { puzzle, start }: &Setup,
        effort: Effort<'_>,
    ) -> Result<Option<(u16, Option<u64>)>, ComponentError> {
        let metric = self.order.metric;
        let short = effort.at_most(MEMORY_OF_LENGTH);
        let Some(moves) = solution_length(puzzle, start, metric, short)? else { return Ok(None) };
        if self.order.solutions.is_none() || !self.order.wants(moves) {
            return Ok(Some((moves, None)));
        }
        let explored = Component::explore(puzzle, start, metric, Until::Goal, effort)?;
        let Some(paths) = explored.shortest_paths_to_goal(effort)? else { return Ok(None) };
        let distances = paths.into_distances(effort)?;
        let count = ShortestPaths::back(&distances).count(start, effort);
        let solutions = match count {
            Ok(count) => count.found().map(|count| u64::try_from(count).unwrap_or(u64::MAX)),
            Err(PathsError::Cancelled(cancelled)) => return Err(cancelled.into()),
            Err(_) => None,
        };
        Ok(Some((moves, solutions)))
    }
}

/// Puzzles of which no two are equal.
struct Distinct;

impl CandidatePuzzles<(u64, DoorPuzzle)> for Distinct {
    fn designed(
        &self,
        (_, puzzle): &(u64, DoorPuzzle),
        distance: u16,
        _: Effort<'_>,
    ) -> Result<Option<Designed>, DesignError> {
        Ok(Some(Designed { draft: Draft::parse(&puzzle.text())?, distance }))
    }

    fn is_reached(&self, _: &(u64, DoorPuzzle)) -> bool {
        false
    }

    fn take(&mut self, _: &(u64, DoorPuzzle), _: Effort<'_>) -> Result<(), DesignError> {
        Ok(())
    }
}
