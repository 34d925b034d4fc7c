//! Data of Rush Hour universes: their totals, and their longest minimal puzzles, each solved again by another search.

use super::error::ReportError;
use huarong_core::effort::Effort;
use huarong_core::interchange;
use huarong_core::interchange::Format;
use huarong_core::position::Position;
use huarong_core::puzzle_file::{PuzzleFile, Setup};
use huarong_core::rules::Metric;
use huarong_lab::rush::{RushPuzzle, Scope, State};
use huarong_oracle::{Options, Oracle};
use huarong_search::{Component, ComponentError, Until};
use num_bigint::BigUint;

/// Some universes, with their records.
#[derive(Debug)]
pub struct RushStudy {
    /// The universes in their order.
    pub universes: Vec<StudiedUniverse>,
}

/// A universe with its records.
#[derive(Debug)]
pub struct StudiedUniverse {
    /// The universe, finished.
    pub state: State,
    /// By pieces, then by walls, from the smallest number on.
    pub records: Vec<RushRecord>,
}

/// What a record is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordBy {
    /// The number of pieces, with the red car.
    Pieces,
    /// The number of walls.
    Walls,
}

/// The longest minimal puzzle with a number of pieces or walls; among several, the first board in text order.
#[derive(Clone, Debug)]
pub struct RushRecord {
    /// The criterion.
    pub by: RecordBy,
    /// The number of pieces or walls.
    pub number: u8,
    /// The puzzle.
    pub puzzle: RushPuzzle,
}

impl RecordBy {
    /// All criteria.
    pub const ALL: [Self; 2] = [Self::Pieces, Self::Walls];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pieces => "pieces",
            Self::Walls => "walls",
        }
    }

    fn number(self, puzzle: &RushPuzzle) -> u8 {
        match self {
            Self::Pieces => puzzle.pieces,
            Self::Walls => puzzle.walls,
        }
    }
}

impl RushStudy {
    /// Solves the records of finished universes again. Reports progress in records.
    ///
    /// # Errors
    ///
    /// Returns an error if a search contradicts a record, and the errors of searches.
    pub fn new(universes: Vec<State>, effort: Effort<'_>) -> Result<Self, ReportError> {
        let universes = universes.into_iter().map(|state| StudiedUniverse::new(state, effort));
        Ok(Self { universes: universes.collect::<Result<_, _>>()? })
    }
}

impl StudiedUniverse {
    fn new(state: State, effort: Effort<'_>) -> Result<Self, ReportError> {
        let mut records = Vec::new();
        let criteria: &[RecordBy] = match state.scope().walls {
            0 => &[RecordBy::Pieces],
            _ => &[RecordBy::Pieces, RecordBy::Walls],
        };
        for &by in criteria {
            let mut longest: Vec<Option<&RushPuzzle>> = Vec::new();
            for puzzle in state.results().puzzles() {
                let number = usize::from(by.number(puzzle));
                if longest.len() <= number {
                    longest.resize(number + 1, None);
                }
                longest[number].get_or_insert(puzzle);
            }
            for (number, puzzle) in (0..).zip(longest) {
                let Some(puzzle) = puzzle else { continue };
                effort.quietly(|effort| check(state.scope(), puzzle, effort))?;
                records.push(RushRecord { by, number, puzzle: puzzle.clone() });
                effort.done(1)?;
            }
        }
        Ok(Self { state, records })
    }

    /// Columns and rows.
    pub fn size(&self) -> String {
        let Scope { width, height, .. } = self.state.scope();
        format!("{width}x{height}")
    }

    /// The command that solves a puzzle again.
    pub fn command(&self, puzzle: &RushPuzzle) -> String {
        let scope = self.state.scope();
        let line = scope.in_one_line(&puzzle.board);
        format!("echo {line} | huarong solve --boards - --metric {}", scope.metric)
    }
}

/// Solves a puzzle by the search of all sliding-block puzzles, and compares length, number of solutions and number of
/// positions.
fn check(scope: &Scope, puzzle: &RushPuzzle, effort: Effort<'_>) -> Result<(), ReportError> {
    let metric = scope.metric;
    let wrong =
        || ReportError::Rush { board: puzzle.board.clone(), moves: puzzle.distance, metric };
    let text = interchange::read(Format::Rush, &scope.in_one_line(&puzzle.board), "board", None);
    let file = PuzzleFile::parse(&text.map_err(|_| wrong())?).map_err(|_| wrong())?;
    let Setup { puzzle: rules, start } = file.setup().map_err(|_| wrong())?;
    let position = Position::new(&rules, start.clone()).ok_or_else(wrong)?;
    let oracle = Oracle::solve_with(&position, &Options::from(effort).metrics(&[metric]))?;
    let left = effort.without(oracle.bytes());
    let solutions = oracle.count_solutions_with(&position, &left.into())?;
    let all = Component::explore(&rules, &start, Metric::Unit, Until::All, left);
    let positions = match all {
        Ok(component) => component.len(),
        Err(ComponentError::Cancelled(cancelled)) => return Err(ReportError::Cancelled(cancelled)),
        Err(error) => return Err(ReportError::Component(error)),
    };
    let is_same = oracle.distance(&position)? == Some(puzzle.distance)
        && positions == puzzle.reachable
        && (solutions == BigUint::from(puzzle.solution_count)
            || puzzle.solution_count == u128::MAX);
    is_same.then_some(()).ok_or_else(wrong)
}
