//! Data of Rush Hour universes: their totals, and their longest minimal puzzles, each solved again by another search.

use super::error::ReportError;
use super::solved_again::solve_again;
use huarong_core::effort::Effort;
use huarong_core::interchange::{self, Format};
use huarong_lab::rush::{RushPuzzle, Scope, State};

#[derive(Debug)]
pub struct RushStudy {
    pub universes: Vec<StudiedUniverse>,
}

/// A finished universe with its records.
#[derive(Debug)]
pub struct StudiedUniverse {
    pub state: State,
    /// By pieces, then by walls, from the smallest number on.
    pub records: Vec<RushRecord>,
}

/// The criterion of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordBy {
    /// The number of pieces, with the red car.
    Pieces,
    Walls,
}

/// The longest minimal puzzle with a number of pieces or walls; among several, the first board in text order.
#[derive(Clone, Debug)]
pub struct RushRecord {
    pub by: RecordBy,
    /// The number of pieces or walls.
    pub number: u8,
    pub puzzle: RushPuzzle,
}

impl RecordBy {
    pub const ALL: [Self; 2] = [Self::Pieces, Self::Walls];

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
            _ => &RecordBy::ALL,
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
}

/// Solves a puzzle again, and compares length, number of solutions and number of positions.
fn check(scope: &Scope, puzzle: &RushPuzzle, effort: Effort<'_>) -> Result<(), ReportError> {
    let RushPuzzle { distance, reachable, solution_count, .. } = *puzzle;
    let text = interchange::read(Format::Rush, &scope.in_one_line(&puzzle.board), "board", None);
    let solved = match text {
        Ok(text) => solve_again(&text, distance, scope.metric, effort)?,
        Err(_) => None,
    };
    let is_same = solved.is_some_and(|(solutions, positions)| {
        positions == reachable
            && (solution_count == u128::MAX || solutions == solution_count.into())
    });
    is_same.then_some(()).ok_or_else(|| ReportError::Rush {
        board: puzzle.board.clone(),
        moves: distance,
        metric: scope.metric,
    })
}
