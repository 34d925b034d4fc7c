//! Search results for the library's puzzles, compared with published counts.

use huarong_core::effort::{Cancelled, Effort, Progress};
use huarong_core::notation::moves;
use huarong_core::position::Position;
use huarong_core::puzzle_file::{Published, PuzzleFile, Setup};
use huarong_core::rules::{Metric, PerMetric, PieceMove};
use huarong_lab::counts::{CountsError, positions_of};
use huarong_lab::library::{KnownBounds, LibraryPuzzle};
use huarong_oracle::analysis::ShortestPaths;
use huarong_oracle::{Options, OracleError, Planner, Question, Thresholds};
use huarong_search::{Component, ComponentError, Until};
use num_bigint::BigUint;
use rayon::prelude::*;
use std::ops::ControlFlow;
use std::time::Duration;

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
    /// thread, as estimated. If it would take longer, patterns guide a search for bounds for at most `bounding` per
    /// metric. Reports progress in puzzles.
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
        let thresholds = Thresholds {
            bytes_before_groups_of_tiles: COMPONENT,
            bytes_of_search_for_one: Some(COMPONENT),
            bytes_of_second_search: COMPONENT,
            seconds_of_met_space: longest,
            time_of_guided_search: bounding,
            ..Thresholds::default()
        };
        let small = Planner::without_spaces().with_thresholds(thresholds);
        let study = |puzzle: &LibraryPuzzle| {
            let studied = StudiedPuzzle::of(puzzle, &small, within(side_by_side))?;
            effort.done(u64::from(!studied.is_unfinished()))?;
            Ok(studied)
        };
        // Each puzzle goes to an idle thread, because some take a thousand times as long as others.
        let studied = puzzles.par_iter().with_max_len(1).map(study);
        let mut puzzles = studied.collect::<Result<Vec<_>, _>>()?;
        let large = Planner::new().with_thresholds(thresholds);
        for puzzle in puzzles.iter_mut().filter(|puzzle| puzzle.is_unfinished()) {
            effort.doing(puzzle.id)?;
            if let Ok(solved) = &mut puzzle.outcome {
                solved.count_reachable(within(COMPONENT))?;
                solved.solve(&large, !bounding.is_zero(), within(MOST))?;
            }
            effort.done(1)?;
        }
        Ok(Self { puzzles })
    }
}

/// Memory limit in bytes of a search that runs in parallel with others.
const SMALL: u64 = 20_000_000;

/// Memory limit in bytes of a search that runs alone, and of one from the start. Some puzzles have more positions than all
/// others together.
const MOST: u64 = 2_628_000_000;
const COMPONENT: u64 = 400_000_000;

impl StudiedPuzzle {
    fn of(
        puzzle: &LibraryPuzzle,
        planner: &Planner,
        effort: Effort<'_>,
    ) -> Result<Self, Cancelled> {
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
            Ok(setup) => Ok(Solved::of(setup, planner, effort)?),
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

    /// Whether a path may exist that was not found, or the reachable positions were too many.
    fn is_unfinished(&self) -> bool {
        let is_unfinished = |solved: &Solved| solved.remark.is_some() || solved.reachable.is_none();
        self.outcome.as_ref().is_ok_and(is_unfinished)
    }

    /// The bounds of the fewest moves under each metric; `None` if there is no solution.
    pub fn bounds(&self) -> PerMetric<Option<KnownBounds>> {
        let Ok(solved) = &self.outcome else { return PerMetric::default() };
        let mut best = None;
        PerMetric::each(|metric| {
            let exact = solved.solutions[metric].as_ref().map(|moves| moves.len() as u16);
            let exact = exact.map(|moves| KnownBounds::new(moves, Some(moves)));
            let bounds = exact.or(solved.bounds[metric])?;
            // A solution has no more straight moves than unit moves, and no more finger moves than these.
            best = [best, bounds.best_found].into_iter().flatten().min();
            Some(KnownBounds::new(bounds.at_least, best))
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
    fn of(setup: Setup, planner: &Planner, effort: Effort<'_>) -> Result<Self, Cancelled> {
        let positions = match positions_of(&setup.puzzle, &setup.piece_set(), effort) {
            Err(CountsError::Cancelled(cancelled)) => return Err(cancelled),
            counted => counted.ok(),
        };
        let solutions = PerMetric::default();
        let bounds = PerMetric::default();
        let mut solved =
            Self { setup, positions, reachable: None, solutions, bounds, remark: None };
        solved.count_reachable(effort)?;
        solved.solve(planner, false, effort)?;
        Ok(solved)
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

    /// Searches for a solution under each metric, or for bounds of its length. If no bounds are wanted and a metric exceeds
    /// the limits, the others are not tried.
    fn solve(
        &mut self,
        planner: &Planner,
        with_bounds: bool,
        effort: Effort<'_>,
    ) -> Result<(), Cancelled> {
        self.remark = None;
        let Setup { puzzle, start } = &self.setup;
        let start = Position::new(puzzle, start.clone()).expect("the start is a position");
        for metric in Metric::OF_SINGLE_PIECES {
            if self.solutions[metric].is_some() {
                continue;
            }
            let options = Options::from(effort).metrics(&[metric]);
            let found = planner.ask(Question::Solution, &start, &options);
            effort.check()?;
            match found {
                Ok(oracle) => {
                    let paths = ShortestPaths::by_oracle(&oracle, metric);
                    self.solutions[metric] = paths.and_then(|all| all.first(&start).ok()?.found());
                }
                Err(error) => {
                    if let OracleError::Undecided { at_least, best, .. } = &error {
                        let length = best.as_ref().map(|best| best.len() as u16);
                        self.bounds[metric] = Some(KnownBounds::new(*at_least, length));
                    }
                    self.remark.get_or_insert(reason(error).to_string());
                    if !with_bounds {
                        break;
                    }
                }
            }
        }
        Ok(())
    }
}

/// Why a search found no solution.
fn reason(error: OracleError) -> OracleError {
    match error {
        OracleError::Undecided { reason, .. } => *reason,
        error => error,
    }
}
