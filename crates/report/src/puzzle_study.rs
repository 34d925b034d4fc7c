//! Search results for the library's puzzles, compared with published counts.

use huarong_core::effort::{Cancelled, Effort, Progress};
use huarong_core::notation::moves;
use huarong_core::position::Position;
use huarong_core::puzzle_file::{Published, PuzzleFile, Setup};
use huarong_core::rules::{Arrangement, Metric, PerMetric, PieceMove, Puzzle};
use huarong_lab::counts::{CountsError, positions_of};
use huarong_lab::library::{KnownBounds, LibraryPuzzle};
use huarong_oracle::analysis::{MeetError, ShortestPaths, meet_in_space};
use huarong_oracle::{Options, Oracle, OracleError};
use huarong_search::{
    Component, ComponentError, Search, SearchError, SearchPlan, Until, classes, meet,
};
use num_bigint::BigUint;
use rayon::prelude::*;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// The library's puzzles, or some of them, with their distances.
#[derive(Debug)]
pub struct PuzzleStudy {
    pub puzzles: Vec<StudiedPuzzle>,
}

/// A puzzle of the library with its search results.
#[derive(Debug)]
pub struct StudiedPuzzle {
    pub id: &'static str,
    pub name: String,
    /// Columns and rows.
    pub board: String,
    pub pieces: usize,
    pub published: Vec<Published>,
    /// The result, or the reason for its absence.
    pub outcome: Result<Solved, String>,
}

/// Optimal solutions of a puzzle, from its start to its goal.
#[derive(Debug)]
pub struct Solved {
    pub setup: Setup,
    /// Number of positions with the start's pieces; `None` if they cannot be counted.
    pub positions: Option<BigUint>,
    /// Number of positions reachable from the start; `None` if they are too many to enumerate.
    pub reachable: Option<u64>,
    /// An optimal solution under each metric; `None` if the goal is unreachable, or if the search
    /// found no path.
    pub solutions: PerMetric<Option<Vec<PieceMove>>>,
    /// Bounds of the number of moves where a path may exist and was not found.
    pub bounds: PerMetric<Option<KnownBounds>>,
    /// Why the search found no path, if one may exist.
    pub remark: Option<String>,
}

/// The comparison of a published count with a distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// The metric of the distance.
    pub metric: Metric,
    /// The published count minus the distance.
    pub difference: i64,
}

impl Comparison {
    /// Compares a published count. If the count names no metric, the metric in which it is right is used, otherwise
    /// finger moves. `None` if that metric has no distance.
    pub fn new(published: &Published, distances: &PerMetric<Option<u16>>) -> Option<Self> {
        let difference = |metric: Metric| {
            let distance = distances[metric]?;
            Some(i64::from(published.moves) - i64::from(distance))
        };
        let right = Metric::OF_SINGLE_PIECES
            .into_iter()
            .rev()
            .find(|&metric| difference(metric) == Some(0));
        let metric = published.metric.or(right).unwrap_or(Metric::Finger);
        Some(Self { metric, difference: difference(metric)? })
    }

    /// The comparison in words: `equal`, `higher by 2`, `lower by 1`.
    pub fn words(&self) -> String {
        match self.difference {
            0 => "equal".to_owned(),
            difference if difference > 0 => format!("higher by {difference}"),
            difference => format!("lower by {}", -difference),
        }
    }
}

impl PuzzleStudy {
    /// Searches some puzzles: the small ones in parallel, then the large ones one after another.
    /// Each is searched from its start. If that reaches too many positions, its whole space is
    /// searched. The search of the space must take at most `longest` seconds per metric on one
    /// thread, as estimated. If it would take longer, bounds are searched for at most `bounding` per metric. Reports
    /// progress in puzzles.
    pub fn new(
        puzzles: &[LibraryPuzzle],
        longest: f64,
        bounding: Duration,
        effort: Effort<'_>,
    ) -> Result<Self, Cancelled> {
        effort.total(puzzles.len() as u64)?;
        // The progress of a single search is not reported.
        let observer = |_: Progress<'_>| match effort.done(0) {
            Ok(()) => ControlFlow::Continue(()),
            Err(Cancelled) => ControlFlow::Break(()),
        };
        let within =
            |memory| Effort { memory: effort.memory.min(memory), observer: &observer, ..effort };
        let side_by_side = SMALL.min(effort.memory / rayon::current_num_threads() as u64);
        let study = |puzzle: &LibraryPuzzle| {
            let studied = StudiedPuzzle::of(puzzle, within(side_by_side))?;
            effort.done(u64::from(!studied.is_unfinished()))?;
            Ok(studied)
        };
        // Each puzzle goes to an idle thread, because some take a thousand times as long as others.
        let studied = puzzles.par_iter().with_max_len(1).map(study);
        let mut puzzles = studied.collect::<Result<Vec<_>, _>>()?;
        for puzzle in puzzles.iter_mut().filter(|puzzle| puzzle.is_unfinished()) {
            effort.doing(puzzle.id)?;
            if let Ok(solved) = &mut puzzle.outcome {
                solved.search_further(longest, within(MOST))?;
                solved.bound(bounding, within(MOST))?;
            }
            effort.done(1)?;
        }
        Ok(Self { puzzles })
    }
}

/// Memory limit in bytes of a search that runs in parallel with others.
const SMALL: u64 = 20_000_000;

/// Memory limit in bytes of a search that runs alone, including the component search. Some puzzles
/// have more positions than all others together.
const MOST: u64 = 2_500_000_000 + NEAR_BYTES;
const COMPONENT: u64 = 400_000_000;

impl StudiedPuzzle {
    fn of(puzzle: &LibraryPuzzle, effort: Effort<'_>) -> Result<Self, Cancelled> {
        let file = match puzzle.read() {
            Ok(file) => file,
            Err(error) => {
                return Ok(Self {
                    id: puzzle.id,
                    name: puzzle.id.to_owned(),
                    board: String::new(),
                    pieces: 0,
                    published: Vec::new(),
                    outcome: Err(error.to_string()),
                });
            }
        };
        let outcome = match file.setup() {
            Ok(setup) => Ok(Solved::of(setup, effort)?),
            Err(error) => Err(error.to_string()),
        };
        Ok(Self {
            id: puzzle.id,
            name: file.name().to_owned(),
            board: board(&file),
            pieces: file.pieces().len(),
            published: file.published().to_vec(),
            outcome,
        })
    }

    /// Whether a path may exist that was not found.
    fn is_unfinished(&self) -> bool {
        self.outcome.as_ref().is_ok_and(|solved| solved.remark.is_some())
    }

    /// The bounds of the fewest moves under each metric; `None` if there is no solution.
    pub fn bounds(&self) -> PerMetric<Option<KnownBounds>> {
        let Ok(solved) = &self.outcome else { return PerMetric::default() };
        PerMetric::each(|metric| {
            let exact = solved.solutions[metric].as_ref().map(|moves| moves.len() as u16);
            let exact = exact.map(|moves| KnownBounds::new(moves, Some(moves)));
            exact.or(solved.bounds[metric])
        })
    }

    /// The fewest moves under each metric.
    pub fn distances(&self) -> PerMetric<Option<u16>> {
        match &self.outcome {
            Ok(solved) => {
                PerMetric::each(|metric| Some(solved.solutions[metric].as_ref()?.len() as u16))
            }
            Err(_) => PerMetric::default(),
        }
    }

    /// The comparison for each published count that has a distance. If the count names no metric,
    /// the metric in which it is right is used, otherwise finger moves.
    pub fn comparisons(&self) -> Vec<Option<Comparison>> {
        comparisons(&self.published, &self.distances())
    }

    /// Each published number of reachable positions, with the number found.
    pub fn reachable_counts(&self) -> Vec<(u64, u64)> {
        let found = self.outcome.as_ref().ok().and_then(|solved| solved.reachable);
        let published = self.published.iter().filter_map(|published| published.positions);
        published.filter_map(|published| Some((found?, published))).collect()
    }

    /// The comparison of the published counts in words: `equal`, `higher by 2`, `lower by 1`.
    pub fn verdict(&self) -> String {
        if let Some(remark) = self.remark() {
            return remark.to_owned();
        }
        verdict(&self.published, &self.distances())
    }

    /// Why a metric has no distance; `None` if the goal is unreachable.
    pub fn remark(&self) -> Option<&str> {
        match &self.outcome {
            Ok(solved) => solved.remark.as_deref(),
            Err(refusal) => Some(refusal),
        }
    }

    /// An optimal solution as text.
    pub fn solution_text(&self, metric: Metric) -> Option<Vec<String>> {
        let Solved { setup, solutions, .. } = self.outcome.as_ref().ok()?;
        Some(moves::move_texts(&setup.puzzle, &setup.start, solutions[metric].as_ref()?))
    }
}

fn comparisons(
    published: &[Published],
    distances: &PerMetric<Option<u16>>,
) -> Vec<Option<Comparison>> {
    published.iter().map(|published| Comparison::new(published, distances)).collect()
}

/// Published counts as text: `100; 88 straight`.
pub fn published_text(published: &[Published]) -> String {
    let text = |published: &Published| match published.metric {
        Some(metric) => format!("{} {metric}", published.moves),
        None => published.moves.to_string(),
    };
    published.iter().map(text).collect::<Vec<_>>().join("; ")
}

/// The comparison of published counts in words: `equal`, `higher by 2`, `lower by 1`.
pub fn verdict(published: &[Published], distances: &PerMetric<Option<u16>>) -> String {
    let words = |comparison: &Option<Comparison>| match comparison {
        None => "no path to the goal".to_owned(),
        Some(comparison) => format!("{} ({})", comparison.words(), comparison.metric),
    };
    comparisons(published, distances).iter().map(words).collect::<Vec<_>>().join("; ")
}

/// Columns and rows of the board of a puzzle.
pub fn board(file: &PuzzleFile) -> String {
    format!("{}x{}", file.start().columns(), file.start().rows())
}

impl Solved {
    /// Searches a puzzle within an effort.
    fn of(setup: Setup, effort: Effort<'_>) -> Result<Self, Cancelled> {
        let Setup { puzzle, start } = &setup;
        let positions = match positions_of(puzzle, &start.piece_set(), effort) {
            Err(CountsError::Cancelled(cancelled)) => return Err(cancelled),
            counted => counted.ok(),
        };
        let reachable = match Component::explore(puzzle, start, Metric::Unit, Until::All, effort) {
            Err(ComponentError::Cancelled(cancelled)) => return Err(cancelled),
            reached => reached.ok().map(|reached| reached.len()),
        };
        let solutions = PerMetric::default();
        let bounds = PerMetric::default();
        let mut solved = Self { setup, positions, reachable, solutions, bounds, remark: None };
        solved.complete(|setup, metric| solution(setup, metric, effort))?;
        Ok(solved)
    }

    /// Searches for missing paths with more effort, and then in the whole space. The latter must
    /// take at most `longest` seconds per metric on one thread, as estimated.
    fn search_further(&mut self, longest: f64, effort: Effort<'_>) -> Result<(), Cancelled> {
        let most = Effort { memory: effort.memory.min(COMPONENT), ..effort };
        self.count_reachable(most)?;
        self.complete(|setup, metric| solution(setup, metric, most))?;
        if self.remark.is_none() {
            return Ok(());
        }
        let puzzle = self.setup.puzzle.clone();
        let near = Effort { memory: NEAR_BYTES.min(effort.memory / 2), ..effort };
        match whole_space(&puzzle, &self.setup.start, longest, effort.without(near.memory)) {
            Ok(Some(search)) => self.complete(|Setup { start, .. }, metric| {
                meet_in_space(&search, start, NEAR, metric, near)
            }),
            Err(SearchError::Cancelled(cancelled)) => Err(cancelled),
            // A puzzle that is too large for this search, too, keeps its remark.
            _ => Ok(()),
        }
    }

    /// Counts the reachable positions, if they were too many before.
    fn count_reachable(&mut self, effort: Effort<'_>) -> Result<(), Cancelled> {
        let Setup { puzzle, start } = &self.setup;
        if self.reachable.is_none() {
            match Component::explore(puzzle, start, Metric::Unit, Until::All, effort) {
                Err(ComponentError::Cancelled(cancelled)) => return Err(cancelled),
                reached => self.reachable = reached.ok().map(|reached| reached.len()),
            }
        }
        Ok(())
    }

    /// Searches for bounds under the metrics without a path, for some time each. A path that is proved to be optimal
    /// becomes a solution.
    fn bound(&mut self, bounding: Duration, effort: Effort<'_>) -> Result<(), Cancelled> {
        if self.remark.is_none() {
            return Ok(());
        }
        let Setup { puzzle, start } = &self.setup;
        let start = Position::new(puzzle, start.clone()).expect("the start is a position");
        for metric in Metric::OF_SINGLE_PIECES {
            if self.solutions[metric].is_some() {
                continue;
            }
            let until = Instant::now() + bounding;
            let observer = |progress: Progress<'_>| match Instant::now() >= until {
                true => ControlFlow::Break(()),
                false => (effort.observer)(progress),
            };
            let within = Options::from(Effort { observer: &observer, ..effort }).metrics(&[metric]);
            let found = Oracle::solve_with(&start, &within);
            effort.check()?;
            match found {
                Ok(oracle) => {
                    let paths = ShortestPaths::by_oracle(&oracle, metric);
                    self.solutions[metric] = paths.and_then(|all| all.first(&start).ok()?.found());
                }
                Err(OracleError::Undecided { at_least, best, .. }) => {
                    let length = best.as_ref().map(|best| best.len() as u16);
                    match length == Some(at_least) {
                        true => self.solutions[metric] = best,
                        false => {
                            self.bounds[metric] = Some(KnownBounds::new(at_least, length));
                        }
                    }
                }
                Err(_) => {}
            }
        }
        if self.solutions.values().iter().all(Option::is_some) {
            self.remark = None;
        }
        Ok(())
    }

    /// Finds the missing paths. If one metric exceeds the limits, the others are not tried.
    fn complete(
        &mut self,
        find: impl Fn(&Setup, Metric) -> Result<Option<Vec<PieceMove>>, MeetError>,
    ) -> Result<(), Cancelled> {
        self.remark = None;
        for metric in Metric::OF_SINGLE_PIECES {
            if self.solutions[metric].is_some() {
                continue;
            }
            match find(&self.setup, metric) {
                Ok(solution) => self.solutions[metric] = solution,
                Err(error) if error.is_cancelled() => return Err(Cancelled),
                Err(error) => {
                    self.remark = Some(error.to_string());
                    break;
                }
            }
        }
        Ok(())
    }
}

/// A shortest path from the start to the goal, by searching reachable positions. Searches from both
/// ends if there is only one goal position.
fn solution(
    Setup { puzzle, start }: &Setup,
    metric: Metric,
    effort: Effort<'_>,
) -> Result<Option<Vec<PieceMove>>, MeetError> {
    if let Some(end) = puzzle.only_goal_position(&start.piece_set()) {
        return Ok(meet(puzzle, start, &end, metric, effort).map_err(|unmet| unmet.reason)?);
    }
    let reached = Component::explore(puzzle, start, metric, Until::Goal, effort)?;
    Ok(reached.found().and_then(|end| reached.path_to(end)))
}

/// Maximum number of positions that are searched from the start, to meet the search of the whole space.
const NEAR: u64 = 2_000_000;

/// Memory limit of the search from the start, in bytes.
const NEAR_BYTES: u64 = 128_000_000;

/// The search of a start's whole space, if its estimated time on one thread is within the limit and
/// its memory is available.
fn whole_space(
    puzzle: &Puzzle,
    start: &Arrangement,
    longest: f64,
    effort: Effort<'_>,
) -> Result<Option<Search>, SearchError> {
    let class = classes(puzzle, &[start.piece_set()]).remove(0);
    let plan = SearchPlan::within(puzzle, &class, effort)?;
    let fits = plan.memory().total() <= effort.memory && plan.estimate().seconds <= longest;
    fits.then(|| plan.prepare(effort)).transpose()
}
