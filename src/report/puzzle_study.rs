//! What searches say of the library's puzzles, held against what others have published.

use crate::effort::{Effort, Stopped};
use crate::sliding::analysis::{Solver, SolverError};
use crate::sliding::library::LibraryPuzzle;
use crate::sliding::notation::moves;
use crate::sliding::puzzle_file::{Published, PuzzleFile, Setup};
use crate::sliding::rules::{Metric, Move, PerMetric};
use crate::sliding::search::{ComponentError, meet};
use rayon::prelude::*;

/// The library's puzzles, or some of them, with their distances.
#[derive(Debug)]
pub struct PuzzleStudy {
    /// In the order of their ids.
    pub puzzles: Vec<StudiedPuzzle>,
}

/// A puzzle of the library with what searches say of it.
#[derive(Debug)]
pub struct StudiedPuzzle {
    /// Its id in the library.
    pub id: &'static str,
    /// Its name.
    pub name: String,
    /// Where it is from.
    pub source: Option<String>,
    /// Columns and rows.
    pub board: String,
    /// Number of pieces.
    pub pieces: usize,
    /// What others have published.
    pub published: Vec<Published>,
    /// What was found, or why nothing was.
    pub outcome: Result<Solved, String>,
}

/// Shortest ways of a puzzle, from its start to its goal.
#[derive(Debug)]
pub struct Solved {
    /// The puzzle.
    pub setup: Setup,
    /// A shortest way under each metric; none where no way leads to the goal, or none was found.
    pub ways: PerMetric<Option<Vec<Move>>>,
    /// Why a way that there may be was not found.
    pub remark: Option<String>,
}

/// How a published count compares with a distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// The metric that it is held against.
    pub metric: Metric,
    /// The published count less the distance.
    pub difference: i64,
}

impl PuzzleStudy {
    /// Searches some puzzles; where a component is large, the whole space if that takes at most so many seconds of one
    /// thread, about. The effort is told of puzzles.
    pub fn new(
        puzzles: &[LibraryPuzzle],
        longest: f64,
        effort: Effort<'_>,
    ) -> Result<Self, Stopped> {
        effort.total(puzzles.len() as u64)?;
        // Those that are searched side by side share the memory, and nobody waits for what takes more than that.
        let memory = (effort.memory / rayon::current_num_threads().max(1) as u64).min(MEMORY);
        let within = Effort { memory, watch: &|progress| quietly(effort, progress) };
        let study = |puzzle: &LibraryPuzzle| {
            effort.doing(puzzle.id)?;
            let studied = StudiedPuzzle::of(puzzle, longest, within)?;
            effort.done(1)?;
            Ok(studied)
        };
        // Each to the thread that is free: some take a thousand times as long as others.
        let studied = puzzles.par_iter().with_max_len(1).map(study);
        Ok(Self { puzzles: studied.collect::<Result<_, _>>()? })
    }
}

/// Most bytes that a search takes, and of these that of a component: some puzzles have more positions than all others
/// together.
const MEMORY: u64 = 2_000_000_000;
const COMPONENT: u64 = 300_000_000;

/// Passes on nothing of a search's progress but whether to go on.
fn quietly(effort: Effort<'_>, _: crate::effort::Progress<'_>) -> std::ops::ControlFlow<()> {
    match effort.done(0) {
        Ok(()) => std::ops::ControlFlow::Continue(()),
        Err(Stopped) => std::ops::ControlFlow::Break(()),
    }
}

impl StudiedPuzzle {
    fn of(puzzle: &LibraryPuzzle, longest: f64, effort: Effort<'_>) -> Result<Self, Stopped> {
        let file = match puzzle.read() {
            Ok(file) => file,
            Err(error) => {
                return Ok(Self {
                    id: puzzle.id,
                    name: puzzle.id.to_owned(),
                    source: None,
                    board: String::new(),
                    pieces: 0,
                    published: Vec::new(),
                    outcome: Err(error.to_string()),
                });
            }
        };
        let outcome = match file.setup() {
            Ok(setup) => Ok(solve(setup, longest, effort)?),
            Err(error) => Err(error.to_string()),
        };
        Ok(Self {
            id: puzzle.id,
            name: file.name().to_owned(),
            source: file.source().map(str::to_owned),
            board: board(&file),
            pieces: file.pieces().len(),
            published: file.published().to_vec(),
            outcome,
        })
    }

    /// The fewest moves under each metric.
    pub fn distances(&self) -> PerMetric<Option<u16>> {
        match &self.outcome {
            Ok(solved) => solved.ways.as_ref().map(|way| way.as_ref().map(|way| way.len() as u16)),
            Err(_) => PerMetric::default(),
        }
    }

    /// How each published count compares, where there is a distance: in its metric or, where none is named, in the
    /// one in which it is right, or else in finger moves.
    pub fn comparisons(&self) -> Vec<Option<Comparison>> {
        let distances = self.distances();
        let compare = |published: &Published| {
            let difference = |metric: Metric| {
                let distance = distances[metric]?;
                Some(i64::from(published.moves) - i64::from(distance))
            };
            let right = Metric::ALL.into_iter().rev().find(|&metric| difference(metric) == Some(0));
            let metric = published.metric.or(right).unwrap_or(Metric::Finger);
            Some(Comparison { metric, difference: difference(metric)? })
        };
        self.published.iter().map(compare).collect()
    }

    /// The published counts: `100; 88 straight`.
    pub fn published_text(&self) -> String {
        let text = |published: &Published| match published.metric {
            Some(metric) => format!("{} {metric}", published.moves),
            None => published.moves.to_string(),
        };
        self.published.iter().map(text).collect::<Vec<_>>().join("; ")
    }

    /// How the published counts compare, in words: `equal`, `higher by 2`, `lower by 1`.
    pub fn verdict(&self) -> String {
        if let Some(remark) = self.remark() {
            return remark.to_owned();
        }
        let words = |comparison: &Option<Comparison>| match comparison {
            None => "no way to the goal".to_owned(),
            Some(Comparison { metric, difference: 0 }) => format!("equal ({metric})"),
            Some(Comparison { metric, difference }) => {
                let word = if *difference > 0 { "higher" } else { "lower" };
                format!("{word} by {} ({metric})", difference.abs())
            }
        };
        self.comparisons().iter().map(words).collect::<Vec<_>>().join("; ")
    }

    /// Why there is a metric without a distance, if it is not that the goal cannot be reached.
    pub fn remark(&self) -> Option<&str> {
        match &self.outcome {
            Ok(solved) => solved.remark.as_deref(),
            Err(refusal) => Some(refusal),
        }
    }

    /// A shortest way in writing.
    pub fn way_text(&self, metric: Metric) -> Option<Vec<String>> {
        let Solved { setup, ways, .. } = self.outcome.as_ref().ok()?;
        Some(moves::move_texts(&setup.puzzle, &setup.start, ways[metric].as_ref()?))
    }
}

fn board(file: &PuzzleFile) -> String {
    format!("{}x{}", file.start().columns(), file.start().rows())
}

/// Searches a puzzle under each metric.
fn solve(setup: Setup, longest: f64, effort: Effort<'_>) -> Result<Solved, Stopped> {
    let mut remark: Option<String> = None;
    let ways = PerMetric::try_each(|metric| {
        // What is too large under one metric is not tried under the others.
        if remark.is_some() {
            return Ok(None);
        }
        match way(&setup, metric, longest, effort) {
            Ok(way) => Ok(way),
            Err(error) if error.is_stop() => Err(Stopped),
            Err(error) => {
                remark = Some(error.to_string());
                Ok(None)
            }
        }
    })?;
    Ok(Solved { setup, ways, remark })
}

/// A shortest way of a puzzle.
fn way(
    Setup { puzzle, start }: &Setup,
    metric: Metric,
    longest: f64,
    effort: Effort<'_>,
) -> Result<Option<Vec<Move>>, SolverError> {
    if let Some(end) = puzzle.only_won(&start.piece_set()) {
        return Ok(meet(puzzle, start, &end, metric, effort)?);
    }
    let least = Effort { memory: effort.memory.min(COMPONENT), ..effort };
    let solver = match Solver::by_component(puzzle, start, metric, least) {
        Err(error @ ComponentError::Memory { .. }) => {
            Solver::by_space(puzzle, start, metric, longest, effort)?.ok_or(error)?
        }
        found => found?,
    };
    let first = solver.map(|solver| solver.routes().first(start));
    Ok(first.transpose().expect("what is searched in memory has no damaged table").flatten())
}
