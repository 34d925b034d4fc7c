//! A puzzle of a pack with all that its outputs say about it.

use crate::cli::design::titles::Titles;
use anyhow::Context;
use huarong_core::effort::Effort;
use huarong_core::position::{Move, Position};
use huarong_core::puzzle_file::{PuzzleFile, Setup};
use huarong_core::rules::Metric;
use huarong_lab::design::Draft;
use huarong_lab::difficulty::{Difficulty, Landscape};
use huarong_oracle::{Options, Oracle};
use std::fmt::Display;

/// The place of a puzzle in its pack.
pub(super) struct Place<'o> {
    /// Its number in the pack and in its band, from 1.
    pub number: usize,
    pub place: usize,
    pub band: &'o str,
    pub theme: &'o str,
    pub moves: u16,
}

/// The names that titles may have.
pub(super) const NAMES: [&str; 5] = ["number", "band", "place", "theme", "moves"];

impl Place<'_> {
    /// The title by a pattern.
    pub fn title(&self, titles: &Titles) -> String {
        let Self { number, place, band, theme, moves } = self;
        let values: [&dyn Display; 5] = [number, band, place, theme, moves];
        titles.of(&std::array::from_fn::<_, 5, _>(|nth| (NAMES[nth], values[nth])))
    }
}

/// A puzzle of a pack, solved.
pub(super) struct Entry<'o> {
    pub place: Place<'o>,
    pub draft: Draft,
    pub file: PuzzleFile,
    pub setup: Setup,
    pub solution: Vec<Move>,
    /// A number of any size.
    pub solution_count: String,
    /// `None` if the reachable positions exceed the memory limit.
    pub difficulty: Option<Difficulty>,
}

impl<'o> Entry<'o> {
    /// Solves a puzzle, and measures it.
    pub fn solve(
        place: Place<'o>,
        draft: Draft,
        metric: Metric,
        effort: Effort<'_>,
    ) -> anyhow::Result<Self> {
        let file = draft.file()?;
        let setup = file.setup()?;
        let start = Position::of(&setup.puzzle, setup.start.clone());
        let options = Options::from(effort).metrics(&[metric]);
        let oracle = Oracle::solve_with(&start, &options)?;
        let solution = oracle.solution(&start)?.context("the puzzle has no solution")?;
        let measured =
            Landscape::explore(&setup.puzzle, &setup.start, metric, effort).and_then(|landscape| {
                landscape.difficulty(&setup.start, effort.without(landscape.bytes()))
            });
        let difficulty = match measured {
            Err(error) if error.is_memory() => None,
            measured => measured?,
        };
        let solution_count = match &difficulty {
            Some(difficulty) => difficulty.solution_count.to_string(),
            None => oracle.count_solutions_with(&start, &options)?.to_string(),
        };
        Ok(Self { place, draft, file, setup, solution, solution_count, difficulty })
    }
}
