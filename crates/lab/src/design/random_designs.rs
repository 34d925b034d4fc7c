//! Puzzles to order that are made at random and changed at random.
//!
//! Each puzzle is solved from its start, so its number of moves is proved. The puzzles of each length enter an archive, and
//! random changes of these give further puzzles.

use super::draft::Draft;
use super::error::DesignError;
use super::order::{Designed, Order};
use super::outcome::{Ended, Excluded, decided};
use super::select::{CandidatePuzzles, Selection, select, select_at_random};
use crate::archive::{Archive, Archived, Round};
use huarong_core::effort::{Cancelled, Effort};
use huarong_core::puzzle_file::{PuzzleFile, Setup};
use huarong_core::rules::Metric;
use huarong_oracle::analysis::{PathsError, ShortestPaths};
use huarong_search::{Component, ComponentError, Until, solution_length};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use std::collections::{BTreeMap, HashSet};
use std::fmt::Debug;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// A puzzle that random changes lead to.
pub(super) trait RandomPuzzle: Clone + Debug + Send + Sync {
    /// What its puzzles have.
    type Scope: Sync;

    /// Memory of the search for its length, in bytes.
    const MEMORY_OF_LENGTH: u64;

    /// A new puzzle. `None` if the attempt fails.
    fn random(scope: &Self::Scope, generator: &mut ChaCha8Rng) -> Option<Self>;

    /// The puzzle after a change. `None` if the attempt fails.
    fn changed(&self, scope: &Self::Scope, generator: &mut ChaCha8Rng) -> Option<Self>;

    /// The text of its puzzle file.
    fn text(&self) -> String;

    /// The same for all puzzles that count as equal.
    fn canonical(&self) -> Vec<u8>;

    /// Number of walls, if their least number is a condition of the order.
    fn walls(&self) -> usize {
        usize::MAX
    }

    /// The same for all puzzles of which one at most is chosen; `None` for puzzles that need only differ.
    fn family(&self) -> Option<Vec<u8>> {
        None
    }

    /// The puzzle that takes the place of this one, such as a longer one of its component. `setup` is its own, and `has_room`
    /// says whether another puzzle of a length is wanted.
    fn best(
        self,
        setup: Setup,
        _: Metric,
        _has_room: &dyn Fn(u16) -> bool,
        _: &mut ChaCha8Rng,
        _: Effort<'_>,
    ) -> Result<Best<Self>, ComponentError> {
        Ok(Best::Is(self, setup))
    }

    /// The puzzle with its start. `None` if it is not valid.
    fn setup(&self) -> Option<Setup> {
        PuzzleFile::parse(&self.text()).ok()?.setup().ok()
    }
}

/// The puzzle that takes the place of another one.
#[cfg_attr(not(feature = "formats"), expect(dead_code, reason = "puzzles with doors stay"))]
pub(super) enum Best<P> {
    Is(P, Setup),
    Unsolvable,
    /// There are enough puzzles of its length.
    Unwanted,
}

/// Puzzles that were found at random.
pub(super) struct RandomDesigns {
    pub found: Vec<Designed>,
    pub tried: u64,
    /// Number of tries that made no puzzle.
    pub unmade: u64,
    pub repeated: u64,
    pub undecided: u64,
    pub excluded: Excluded,
    pub ended: Ended,
}

/// Tries `tries` random puzzles and random changes of puzzles, or fewer if a graded set is complete before.
pub(super) fn random_designs<P: RandomPuzzle>(
    scope: &P::Scope,
    order: &Order<'_>,
    tries: u64,
    effort: Effort<'_>,
) -> Result<RandomDesigns, DesignError> {
    order.check_count()?;
    if order.metric == Metric::Multi {
        return Err(DesignError::Metric);
    }
    let mut search = RandomSearch::<P>::new(scope, order, effort);
    let numbers = (0, TRIES_BEFORE_FIRST_CHOICE, tries);
    let selection = select_at_random(
        &mut search,
        order,
        numbers,
        effort,
        RandomSearch::advance,
        |search, ended| select(&search.by_moves, order, &mut Distinct::default(), ended, effort),
    )?;
    let Selection { found, undecided, mut excluded, ended, .. } = selection;
    let RandomSearch { evaluation, archive, excluded: of_search, .. } = search;
    excluded.add(of_search);
    excluded.unsolvable += evaluation.unsolvable.load(Relaxed);
    let undecided = undecided + evaluation.undecided.load(Relaxed);
    let unmade = evaluation.unmade.load(Relaxed);
    let (tried, repeated) = (archive.tried(), archive.repeated());
    Ok(RandomDesigns { found, tried, unmade, repeated, undecided, excluded, ended })
}

const TRIES_BEFORE_FIRST_CHOICE: u64 = 1 << 9;
const TRIES_PER_ROUND: u64 = 64;
const ATTEMPTS_TO_MAKE_PUZZLE: u32 = 64;

/// One puzzle in this many is new. The others are changes of puzzles.
const PUZZLES_PER_NEW_ONE: u32 = 8;

/// Memory of a search for all optimal solutions in bytes: it reaches many more positions than one for a length. One search may
/// use one part in so many of the memory limit. It does not depend on the threads, so the answer does not, either.
const MEMORY_OF_SOLUTIONS: u64 = 256 << 20;
const SEARCHES_IN_MEMORY: u64 = 4;

/// The most puzzles that are kept with one number of moves.
const MOST_OF_LENGTH: usize = 1 << 9;

struct RandomSearch<'s, P: RandomPuzzle> {
    evaluation: Evaluation<'s, P>,
    archive: Archive<Evaluated<P>>,
    /// The puzzles that satisfy the conditions on distances and numbers of solutions, by number of moves, in random order.
    by_moves: BTreeMap<u16, Vec<(u64, P)>>,
    /// Numbers of puzzles that do not satisfy these conditions.
    excluded: Excluded,
}

/// What the evaluation of puzzles needs.
struct Evaluation<'s, P: RandomPuzzle> {
    scope: &'s P::Scope,
    order: &'s Order<'s>,
    memory: u64,
    unmade: AtomicU64,
    undecided: AtomicU64,
    unsolvable: AtomicU64,
}

#[derive(Debug)]
struct Evaluated<P> {
    moves: u16,
    puzzle: P,
    canonical: Vec<u8>,
    /// The number of its optimal solutions, if it matters and is known.
    solutions: Option<u64>,
}

impl<P: RandomPuzzle> Archived for Evaluated<P> {
    type Key = Vec<u8>;

    fn moves(&self) -> u16 {
        self.moves
    }

    fn key(&self) -> Vec<u8> {
        self.canonical.clone()
    }
}

impl<'s, P: RandomPuzzle> RandomSearch<'s, P> {
    fn new(scope: &'s P::Scope, order: &'s Order<'s>, effort: Effort<'_>) -> Self {
        let most =
            if order.solutions.is_some() { MEMORY_OF_SOLUTIONS } else { P::MEMORY_OF_LENGTH };
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
                    Some(made) => evaluation.evaluate(made, archive, generator, effort)?,
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
                let has_walls = evaluated.puzzle.walls() >= evaluation.order.least_walls;
                excluded.walls += u64::from(!has_walls);
                if has_walls && evaluation.order.admits(moves, || solutions, excluded) {
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

impl<P: RandomPuzzle> Evaluation<'_, P> {
    /// A new puzzle, or a change of one from the archive. `None` if none is found soon.
    fn puzzle(&self, archive: &Archive<Evaluated<P>>, generator: &mut ChaCha8Rng) -> Option<P> {
        let is_new = generator.random_range(0..PUZZLES_PER_NEW_ONE) == 0;
        let parent = archive.parent(generator).filter(|_| !is_new);
        (0..ATTEMPTS_TO_MAKE_PUZZLE).find_map(|_| match parent {
            Some(parent) => parent.puzzle.changed(self.scope, generator),
            None => P::random(self.scope, generator),
        })
    }

    /// Solves a puzzle, or the one that takes its place, from its start. `None` if it has no solution or is not wanted, or if
    /// that is not found out within the limit.
    fn evaluate(
        &self,
        (setup, puzzle): (Setup, P),
        archive: &Archive<Evaluated<P>>,
        generator: &mut ChaCha8Rng,
        effort: Effort<'_>,
    ) -> Result<Option<Evaluated<P>>, Cancelled> {
        let effort = effort.at_most(self.memory);
        let has_room = |moves| archive.has_room(moves);
        let found = decided(effort.quietly(|effort| {
            let metric = self.order.metric;
            let solved = match puzzle.best(setup, metric, &has_room, generator, effort)? {
                Best::Unwanted => return Ok(None),
                Best::Unsolvable => None,
                Best::Is(puzzle, setup) => {
                    self.solve(&setup, effort)?.map(|solved| (puzzle, solved))
                }
            };
            let Some((puzzle, (moves, solutions))) = solved else {
                self.unsolvable.fetch_add(1, Relaxed);
                return Ok(None);
            };
            let canonical = puzzle.canonical();
            Ok(Some(Evaluated { moves, puzzle, canonical, solutions }))
        }))?;
        self.undecided.fetch_add(u64::from(found.is_none()), Relaxed);
        Ok(found.flatten())
    }

    /// The number of moves of the optimal solutions, and their number if it matters. `None` if there is no solution.
    fn solve(
        &self,
        Setup { puzzle, start }: &Setup,
        effort: Effort<'_>,
    ) -> Result<Option<(u16, Option<u64>)>, ComponentError> {
        let metric = self.order.metric;
        let short = effort.at_most(P::MEMORY_OF_LENGTH);
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

/// Puzzles of which no two are equal, nor of one family.
#[derive(Default)]
struct Distinct {
    families: HashSet<Vec<u8>>,
}

impl<P: RandomPuzzle> CandidatePuzzles<(u64, P)> for Distinct {
    fn designed(
        &self,
        (_, puzzle): &(u64, P),
        distance: u16,
        _: Effort<'_>,
    ) -> Result<Option<Designed>, DesignError> {
        Ok(Some(Designed { draft: Draft::parse(&puzzle.text())?, distance }))
    }

    fn is_reached(&self, (_, puzzle): &(u64, P)) -> bool {
        puzzle.family().is_some_and(|family| self.families.contains(&family))
    }

    fn take(&mut self, (_, puzzle): &(u64, P), _: Effort<'_>) -> Result<(), DesignError> {
        self.families.extend(puzzle.family());
        Ok(())
    }
}
