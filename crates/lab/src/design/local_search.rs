//! Local search among piece sets that are too large to be searched whole.
//!
//! Puzzles are made at random and evaluated. The longest ones of each length enter an archive, and random changes of these
//! give further puzzles. Each evaluated puzzle stands for its component, whose starts have exact distances to all goals. If
//! a component is too large, only the start itself is solved.

use super::board_symmetry::BoardSymmetry;
use super::cases::{Case, GOAL_PIECE};
use super::drawings::Place;
use super::order::Order;
use super::outcome::{Excluded, decided};
use super::packing::Packing;
use super::pieces::Mix;
use crate::archive::{Archive, Archived, Round};
use huarong_core::effort::{Cancelled, Effort};
use huarong_core::grid::{Cell, Polyomino, Region};
use huarong_core::rules::{Arrangement, SinglePieceMetric};
use huarong_oracle::analysis::{Answer, PathsError, ShortestPaths};
use huarong_search::{Component, ComponentError, ComponentGraph, Until};
use num_bigint::BigUint;
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

/// A start with a goal, found by local search.
#[derive(Clone, Debug)]
pub(super) struct LocalStart {
    /// Its place in the random order.
    pub key: u64,
    pub case: u32,
    pub goal: u32,
    pub position: Arrangement,
    /// The hash of its component. All components of a case that are too large have the same.
    pub component: u64,
}

pub(super) struct LocalSearch<'c> {
    search: Evaluation<'c>,
    archive: Archive<Evaluated>,
    /// The starts that satisfy the conditions on distances and numbers of solutions, by number of moves. Of too many, those
    /// that come first in random order are kept.
    pub by_moves: BTreeMap<u16, Vec<LocalStart>>,
}

/// What the evaluation of puzzles needs.
struct Evaluation<'c> {
    region: &'c Region,
    cases: &'c [Case],
    order: &'c Order<'c>,
    /// The cases that are searched.
    large: &'c [u32],
    /// The case of each piece set, and the symmetry of the board that maps the piece set to that of the case.
    by_mix: HashMap<Mix, (u32, BoardSymmetry)>,
    /// The shapes of all goal pieces, and of all other pieces.
    shapes: [Vec<Polyomino>; 2],
    limits: SearchLimits,
    undecided: AtomicU64,
    excluded: Mutex<Excluded>,
}

/// Limits of the searches of components. They do not depend on the threads, so the answer does not, either.
#[derive(Clone, Copy, Debug)]
pub(super) struct SearchLimits {
    /// The most positions of a component that is searched whole.
    positions: usize,
    /// Memory of one search in bytes.
    memory: u64,
    /// Number of searches that may run at the same time.
    at_once: usize,
}

#[derive(Debug)]
struct Evaluated {
    /// The largest number of moves of a start in the component, or that of the start itself.
    moves: u16,
    case: u32,
    position: Arrangement,
    /// The hash of the component, or of the start itself if the component is too large.
    identity: u64,
    /// Starts that satisfy the conditions, with their numbers of moves, until they enter the list of the search.
    starts: Vec<(u16, LocalStart)>,
}

impl Archived for Evaluated {
    type Key = u64;

    fn moves(&self) -> u16 {
        self.moves
    }

    fn key(&self) -> u64 {
        self.identity
    }
}

const TRIES_PER_ROUND: u64 = 64;

/// The most positions of a component that is searched whole. Larger ones take long, and memory on each thread.
const MOST_POSITIONS: usize = 1 << 17;

/// Bytes per position of a component: the position, its moves, and the queue and marks of a search.
const POSITION_BYTES: u64 = 256;

/// One search may use one part in this many of the memory limit.
const MEMORY_PER_SEARCH: u64 = 4;

/// A component that is too large is searched up to this multiple of [`MOST_POSITIONS`].
const POSITIONS_OF_LARGE: u64 = 2;

/// The most starts with one number of moves in one component, and in all.
const MOST_STARTS_OF_COMPONENT: usize = 4;
const MOST_STARTS: usize = 1 << 10;

/// Without grades, the starts with the largest numbers of moves of a component count, up to this many numbers.
const MOST_LENGTHS_OF_COMPONENT: usize = 16;

const ATTEMPTS_TO_MAKE_PUZZLE: u32 = 16;

/// The most pieces that a change takes away before it places them again.
const MOST_REMOVED: usize = 4;

/// One puzzle in this many is new. The others are changes of puzzles.
const PUZZLES_PER_NEW_ONE: u32 = 8;

/// One change in this many leads to another piece set of the list.
const CHANGES_PER_CHANGE_OF_PIECES: u32 = 3;

impl SearchLimits {
    pub fn within(memory: u64) -> Self {
        let most = MOST_POSITIONS as u64 * POSITION_BYTES;
        let each = (memory / MEMORY_PER_SEARCH).min(most);
        let positions = (each / POSITION_BYTES) as usize;
        let at_once = (memory / each.max(1)).try_into().unwrap_or(usize::MAX);
        Self { positions, memory: each, at_once }
    }
}

impl<'c> LocalSearch<'c> {
    /// Starts with an empty archive. `is_goal_given` says whether the cases have one given goal, not all.
    pub fn new(
        region: &'c Region,
        cases: &'c [Case],
        large: &'c [u32],
        is_goal_given: bool,
        order: &'c Order<'c>,
        limits: SearchLimits,
    ) -> Self {
        let mut by_mix = HashMap::new();
        let mut shapes = [BTreeSet::new(), BTreeSet::new()];
        for &number in large {
            for (symmetry, mix) in cases[number as usize].images_of_mix(is_goal_given) {
                shapes[0].insert(mix.goal.clone());
                shapes[1].extend(mix.others.iter().map(|(shape, _)| shape.clone()));
                // The identity comes first.
                by_mix.entry(mix).or_insert((number, symmetry));
            }
        }
        let shapes = shapes.map(|shapes| shapes.into_iter().collect());
        let (undecided, excluded) = (AtomicU64::new(0), Mutex::default());
        let search =
            Evaluation { region, cases, order, large, by_mix, shapes, limits, undecided, excluded };
        Self { search, archive: Archive::new(order.seed), by_moves: BTreeMap::new() }
    }

    pub fn tried(&self) -> u64 {
        self.archive.tried()
    }

    /// Number of puzzles whose components were too large, and whose starts reached no goal within the limit.
    pub fn undecided(&self) -> u64 {
        self.search.undecided.load(Relaxed)
    }

    /// Numbers of starts of these puzzles, each counted for every goal, that do not satisfy the conditions.
    pub fn excluded(&self) -> Excluded {
        *self.search.excluded.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tries some puzzles, at most `most`. Reports progress in puzzles.
    pub fn advance(&mut self, most: u64, effort: Effort<'_>) -> Result<(), Cancelled> {
        let Self { search, archive, by_moves } = self;
        let round = Round { tries: TRIES_PER_ROUND.min(most), at_once: search.limits.at_once };
        archive.advance(
            round,
            || (),
            |(), archive, generator| {
                let found = match search.puzzle(archive, generator) {
                    Some((case, start)) => search.evaluate(case, start, generator, effort)?,
                    None => None,
                };
                effort.done(1)?;
                Ok(found)
            },
            |evaluated| {
                for (moves, start) in std::mem::take(&mut evaluated.starts) {
                    let starts = by_moves.entry(moves).or_default();
                    starts.push(start);
                    if starts.len() > 2 * MOST_STARTS {
                        cut(starts);
                    }
                }
            },
        )
    }

    /// The hashes of the components of a start's images under symmetries of the board, and of its own.
    pub fn components_of_images(
        &self,
        start: &LocalStart,
        effort: Effort<'_>,
    ) -> Result<Vec<u64>, Cancelled> {
        let case = &self.search.cases[start.case as usize];
        let mut components = vec![start.component];
        for image in case.images(&start.position) {
            let graph = effort.quietly(|effort| self.search.graph(case, &image, effort))?;
            components.extend(graph.map(|graph| component_hash(start.case, &graph)));
        }
        Ok(components)
    }
}

/// Sorts starts, and keeps the first.
fn cut(starts: &mut Vec<LocalStart>) {
    starts.sort_by_key(|start| start.key);
    starts.truncate(MOST_STARTS);
}

impl Evaluation<'_> {
    /// A new puzzle, or a change of one from the archive. `None` if none is found soon.
    fn puzzle(
        &self,
        archive: &Archive<Evaluated>,
        generator: &mut ChaCha8Rng,
    ) -> Option<(u32, Arrangement)> {
        let is_new = generator.random_range(0..PUZZLES_PER_NEW_ONE) == 0;
        match archive.parent(generator).filter(|_| !is_new) {
            Some(parent) => self.changed(parent, generator),
            None => (0..ATTEMPTS_TO_MAKE_PUZZLE).find_map(|_| self.new_puzzle(generator)),
        }
    }

    /// The pieces of a random case at random places, the fixed ones in place.
    fn new_puzzle(&self, generator: &mut ChaCha8Rng) -> Option<(u32, Arrangement)> {
        let number = self.large[generator.random_range(0..self.large.len())];
        let case = &self.cases[number as usize];
        let goal_piece = generator.random_range(0..=self.order.fixed.len());
        let fixed = self.order.fixed.iter().enumerate();
        let fixed = fixed.map(|(nth, cells)| (nth == goal_piece, cells.clone()));
        let packing = Packing::new(self.region, &case.mix, fixed)?;
        let symmetries = self.order.symmetries_of(self.region);
        let is_symmetric = !symmetries.is_empty() && generator.random_range(0..2) == 0;
        let packing = if is_symmetric { packing.with_symmetries(symmetries) } else { packing };
        Some((number, case.position(&packing.complete(generator)?)?))
    }

    /// A puzzle after a change: some pieces are taken away, one of them may become another piece, and they are placed again.
    fn changed(
        &self,
        parent: &Evaluated,
        generator: &mut ChaCha8Rng,
    ) -> Option<(u32, Arrangement)> {
        let case = &self.cases[parent.case as usize];
        let before = case.cells(&parent.position);
        (0..ATTEMPTS_TO_MAKE_PUZZLE).find_map(|_| {
            let mix = match generator.random_range(0..CHANGES_PER_CHANGE_OF_PIECES) {
                0 => self.changed_mix(&case.mix, generator)?,
                _ => case.mix.clone(),
            };
            let &(number, symmetry) = self.by_mix.get(&mix)?;
            let kept = kept(&before, &mix, generator);
            let after = Packing::new(self.region, &mix, kept)?.complete(generator)?;
            let after: Vec<Vec<Place>> = after.iter().map(|cells| symmetry.places(cells)).collect();
            let position = self.cases[number as usize].position(&after)?;
            let is_same = number == parent.case && position == parent.position;
            (!is_same).then_some((number, position))
        })
    }

    /// The mix after a change of one piece: another shape, one piece more, or one less.
    fn changed_mix(&self, mix: &Mix, generator: &mut ChaCha8Rng) -> Option<Mix> {
        let [goals, others] = &self.shapes;
        let mut changed = mix.clone();
        let choice = generator.random_range(0..4);
        if choice == 0 {
            changed.goal = goals[generator.random_range(0..goals.len())].clone();
            return Some(changed);
        }
        let mut counts: BTreeMap<Polyomino, u8> = changed.others.into_iter().collect();
        if choice != 1 && !counts.is_empty() {
            let shape = counts.keys().nth(generator.random_range(0..counts.len())).cloned()?;
            *counts.get_mut(&shape)? -= 1;
        }
        if choice != 2 && !others.is_empty() {
            let shape = others[generator.random_range(0..others.len())].clone();
            let count = counts.entry(shape).or_default();
            *count = count.checked_add(1)?;
        }
        changed.others = counts.into_iter().filter(|&(_, count)| count > 0).collect();
        Some(changed)
    }

    /// Finds the starts of a puzzle's component with their distances. `None` if no start can reach a goal, or if that is not
    /// found out within the limit.
    fn evaluate(
        &self,
        number: u32,
        start: Arrangement,
        generator: &mut ChaCha8Rng,
        effort: Effort<'_>,
    ) -> Result<Option<Evaluated>, Cancelled> {
        let case = &self.cases[number as usize];
        let evaluated = effort.quietly(|effort| {
            if let Some(metric) = self.order.metric.of_single_pieces()
                && let Some(graph) = self.graph(case, &start, effort)?
            {
                let first_goal = generator.random_range(0..case.goals.len());
                return self.whole(number, &graph, metric, first_goal, effort);
            }
            self.alone(number, start, effort)
        });
        Ok(decided(evaluated)?.flatten())
    }

    /// The component of a position; `None` if it is too large.
    fn graph(
        &self,
        case: &Case,
        position: &Arrangement,
        effort: Effort<'_>,
    ) -> Result<Option<ComponentGraph>, Cancelled> {
        let effort = effort.at_most(self.limits.memory);
        let graph = ComponentGraph::explore(&case.puzzle, position, self.limits.positions, effort);
        Ok(decided(graph)?.flatten())
    }

    /// Evaluates a component that is known, with all goals.
    fn whole(
        &self,
        number: u32,
        graph: &ComponentGraph,
        metric: SinglePieceMetric,
        first_goal: usize,
        effort: Effort<'_>,
    ) -> Result<Option<Evaluated>, ComponentError> {
        let (case, order) = (&self.cases[number as usize], self.order);
        let component = component_hash(number, graph);
        let mut farthest: (u16, u32) = (0, 0);
        // By number of moves, the goals and the numbers of positions.
        let mut kept: Vec<Vec<(usize, u32)>> = Vec::new();
        let mut excluded = Excluded::default();
        for goal in (0..case.goals.len()).map(|nth| (first_goal + nth) % case.goals.len()) {
            let anchors = case.goals[goal].iter();
            let from: Vec<u32> =
                anchors.flat_map(|&anchor| graph.with_piece(GOAL_PIECE, anchor)).collect();
            if from.is_empty() {
                continue;
            }
            let distances = graph.distances(from, metric, effort)?;
            let solutions = match &order.solutions {
                Some(_) => Some(graph.solution_counts(&distances, metric, effort)?),
                None => None,
            };
            for (position, &moves) in (0..).zip(&distances) {
                if moves > farthest.0 {
                    farthest = (moves, position);
                }
                let length = usize::from(moves);
                let is_full =
                    kept.get(length).is_some_and(|kept| kept.len() >= MOST_STARTS_OF_COMPONENT);
                let solutions = || solutions.as_ref().map(|counts| counts[position as usize]);
                if is_full
                    || !order.admits(moves, solutions, &mut excluded)
                    || order.is_of_position()
                        && !case.fits(order, &graph.position(position), &mut excluded)
                {
                    continue;
                }
                if kept.len() <= length {
                    kept.resize(length + 1, Vec::new());
                }
                kept[length].push((goal, position));
            }
        }
        self.exclude(excluded);
        if farthest.0 == 0 {
            return Ok(None);
        }
        let kept = kept.iter().enumerate().rev().filter(|(_, kept)| !kept.is_empty());
        let lengths = if order.graded.is_some() { usize::MAX } else { MOST_LENGTHS_OF_COMPONENT };
        let starts = kept.take(lengths).flat_map(|(moves, kept)| {
            kept.iter().map(move |&(goal, position)| {
                let start = self.start(number, goal, graph.position(position), component);
                (moves as u16, start)
            })
        });
        Ok(Some(Evaluated {
            moves: farthest.0,
            case: number,
            position: graph.position(farthest.1),
            identity: component,
            starts: starts.collect(),
        }))
    }

    /// Evaluates a start whose component is too large, with all goals that it reaches within the limit.
    fn alone(
        &self,
        number: u32,
        start: Arrangement,
        effort: Effort<'_>,
    ) -> Result<Option<Evaluated>, ComponentError> {
        let (case, order) = (&self.cases[number as usize], self.order);
        let effort = effort.at_most(self.limits.memory);
        let until = Until::Reached(POSITIONS_OF_LARGE * self.limits.positions as u64);
        let explored = Component::explore(&case.puzzle, &start, order.metric, until, effort);
        let Some(explored) = decided(explored)? else {
            self.undecided.fetch_add(1, Relaxed);
            return Ok(None);
        };
        let nearest = |goal: usize| {
            let at = |&anchor: &Cell| explored.nearest_with(GOAL_PIECE, anchor);
            let found: Vec<(u16, Vec<Arrangement>)> =
                case.goals[goal].iter().filter_map(at).collect();
            let moves = found.iter().map(|(moves, _)| *moves).min()?;
            let nearest = found.into_iter().filter(|(far, _)| *far == moves);
            Some((goal, (moves, nearest.flat_map(|(_, ends)| ends).collect())))
        };
        let found: Vec<(usize, (u16, Vec<Arrangement>))> =
            (0..case.goals.len()).filter_map(nearest).collect();
        if found.is_empty() && !explored.is_whole() {
            self.undecided.fetch_add(1, Relaxed);
        }
        let longest = found.iter().map(|(_, (moves, _))| *moves).max();
        let Some(moves) = longest.filter(|&moves| moves > 0) else { return Ok(None) };
        let distances = match &order.solutions {
            Some(_) => Some(explored.into_distances(effort)?),
            None => None,
        };
        let mut excluded = Excluded::default();
        let fits = case.fits(order, &start, &mut excluded);
        let component = xxh3_64(&number.to_le_bytes());
        let mut starts = Vec::new();
        for (goal, (moves, ends)) in found.into_iter().filter(|_| fits) {
            let solutions = match &distances {
                Some(distances) => {
                    let paths = ShortestPaths::back(distances);
                    total(ends.iter().map(|end| paths.count(end, effort)))?
                }
                None => None,
            };
            if order.admits(moves, || solutions, &mut excluded) {
                starts.push((moves, self.start(number, goal, start.clone(), component)));
            }
        }
        self.exclude(excluded);
        let identity = position_hash(number, &start);
        Ok(Some(Evaluated { moves, case: number, position: start, identity, starts }))
    }

    fn exclude(&self, excluded: Excluded) {
        self.excluded.lock().unwrap_or_else(PoisonError::into_inner).add(excluded);
    }

    fn start(&self, case: u32, goal: usize, position: Arrangement, component: u64) -> LocalStart {
        let bytes = [position_hash(case, &position).to_le_bytes(), (goal as u64).to_le_bytes()];
        let key = xxh3_64_with_seed(bytes.as_flattened(), self.order.seed);
        LocalStart { key, case, goal: goal as u32, position, component }
    }
}

/// The pieces that a change keeps, of those that a mix has: all but some, which are often near one another.
fn kept(before: &[Vec<Place>], mix: &Mix, generator: &mut ChaCha8Rng) -> Vec<(bool, Vec<Place>)> {
    let polyomino = |cells: &Vec<Place>| Polyomino::new(cells.iter().copied());
    let mut left: HashMap<&Polyomino, u8> =
        mix.others.iter().map(|(shape, count)| (shape, *count)).collect();
    let mut pieces: Vec<(bool, &Vec<Place>)> = Vec::new();
    // Of pieces with one shape, those that come first stay, so their order is random.
    let mut order: Vec<usize> = (0..before.len()).collect();
    for nth in (1..order.len()).rev() {
        order.swap(nth, generator.random_range(0..=nth));
    }
    for nth in order {
        let Some(shape) = polyomino(&before[nth]) else { continue };
        let stays = match left.get_mut(&shape) {
            _ if nth == 0 => shape == mix.goal,
            Some(count) if *count > 0 => {
                *count -= 1;
                true
            }
            _ => false,
        };
        if stays {
            pieces.push((nth == 0, &before[nth]));
        }
    }
    if let Some(&(_, first)) = pieces.first() {
        let near = generator.random_range(0..3) > 0;
        let distance = |&(_, cells): &(bool, &Vec<Place>)| {
            let (one, other) = (first[0], cells[0]);
            u32::from(one.0.abs_diff(other.0)) + u32::from(one.1.abs_diff(other.1))
        };
        if near {
            pieces.sort_by_key(distance);
        }
        let removed = generator.random_range(1..=MOST_REMOVED.min(pieces.len()));
        pieces.drain(..removed);
    }
    pieces.into_iter().map(|(is_goal, cells)| (is_goal, cells.clone())).collect()
}

/// The sum of numbers of paths; `None` if one exceeds a limit. A sum that 64 bits cannot hold is given as the largest.
fn total(
    counts: impl Iterator<Item = Result<Answer<BigUint>, PathsError>>,
) -> Result<Option<u64>, Cancelled> {
    let mut total: u64 = 0;
    for count in counts {
        match count {
            Ok(count) => {
                let count = count.found().unwrap_or_default();
                total = total.saturating_add(u64::try_from(count).unwrap_or(u64::MAX));
            }
            Err(PathsError::Cancelled(cancelled)) => return Err(cancelled),
            Err(_) => return Ok(None),
        }
    }
    Ok(Some(total))
}

/// A hash of a component, by the position whose encoding is the smallest.
fn component_hash(case: u32, graph: &ComponentGraph) -> u64 {
    position_hash(case, &graph.first_encoded())
}

fn position_hash(case: u32, position: &Arrangement) -> u64 {
    let mut bytes = case.to_le_bytes().to_vec();
    for (shape, anchor) in position.pieces() {
        bytes.extend((shape as u32).to_le_bytes());
        bytes.extend(u32::from(anchor).to_le_bytes());
    }
    xxh3_64(&bytes)
}
