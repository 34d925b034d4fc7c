//! Long minimal puzzles by random changes of known ones, for universes that are too large to search.
//!
//! An archive keeps some minimal puzzles of each length. Puzzles drawn from it are changed at random and reduced to minimal
//! ones, which enter the archive.

use super::error::RushError;
use super::findings::RushPuzzle;
use super::universe::Universe;
use crate::archive::{Archive, Archived, Round};
use crate::sketch::{CARS_AND_TRUCKS, Sketch};
use huarong_core::effort::Effort;
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use std::collections::BTreeMap;

/// Minimal puzzles of a universe by their lengths, found by random changes.
#[derive(Debug)]
pub struct Evolution<'u> {
    universe: &'u Universe,
    /// Boards of other puzzles, which are changed, too.
    known: Vec<String>,
    archive: Archive<RushPuzzle>,
}

impl Archived for RushPuzzle {
    type Key = String;

    fn moves(&self) -> u16 {
        self.distance
    }

    fn key(&self) -> String {
        self.board.clone()
    }
}

/// If the archive is full at a length, one in this many boards of the length is reduced.
const BOARDS_PER_REDUCED_ONE: u32 = 16;

const ROUND: Round = Round { tries: 512, at_once: usize::MAX };

const MOST_CHANGES: u32 = 3;

const PIECES_OF_FIRST_BOARDS: u32 = 12;

impl<'u> Evolution<'u> {
    /// Starts with an empty archive. The same seed finds the same puzzles.
    pub fn new(universe: &'u Universe, seed: u64) -> Self {
        Self::from_known(universe, Vec::new(), seed)
    }

    /// Starts with an empty archive, and with the boards of puzzles that are changed, too.
    pub(crate) fn from_known(universe: &'u Universe, known: Vec<String>, seed: u64) -> Self {
        Self { universe, known, archive: Archive::new(seed) }
    }

    /// The puzzles by number of moves.
    pub fn by_moves(&self) -> &BTreeMap<u16, Vec<RushPuzzle>> {
        self.archive.by_moves()
    }

    /// Number of boards that were tried.
    pub fn tried(&self) -> u64 {
        self.archive.tried()
    }

    /// Tries some hundred boards. Reports progress in boards.
    ///
    /// # Errors
    ///
    /// Returns an error if a cluster exceeds the memory limit, or if the observer cancels the work.
    pub fn advance(&mut self, effort: Effort<'_>) -> Result<(), RushError> {
        let memory = effort.memory / rayon::current_num_threads() as u64;
        let (universe, known) = (self.universe, &self.known);
        self.archive.advance(
            ROUND,
            || universe.searcher(memory),
            |searcher, archive, generator| {
                let board = changed(universe, archive, known, generator);
                let is_lucky = generator.random_range(0..BOARDS_PER_REDUCED_ONE) == 0;
                let is_wanted = |moves: usize| is_lucky || archive.has_room(moves as u16);
                let found = match board {
                    Some(board) => universe.reduced(searcher, &board, is_wanted)?,
                    None => None,
                };
                effort.done(1)?;
                Ok(found)
            },
            |_| (),
        )
    }
}

/// A known board, one of the archive, or one with the red car only, after some changes. `None` if they exceed the limits of
/// the scope.
fn changed(
    universe: &Universe,
    archive: &Archive<RushPuzzle>,
    known: &[String],
    generator: &mut ChaCha8Rng,
) -> Option<String> {
    let scope = universe.own_scope();
    let is_known =
        !known.is_empty() && (archive.by_moves().is_empty() || generator.random_range(0..2) == 0);
    let parent = match is_known {
        true => Some(&known[generator.random_range(0..known.len())]),
        false => archive.parent(generator).map(|puzzle| &puzzle.board),
    };
    let size = (scope.width.into(), scope.height.into());
    let mut sketch = match parent {
        Some(board) => Sketch::of(board, Some(size.0))?,
        None => Sketch::alone(size, (usize::from(scope.exit_row) - 1) * size.0, 2),
    };
    let has_walls = scope.walls > 0;
    match parent {
        Some(_) => (0..generator.random_range(1..=MOST_CHANGES))
            .for_each(|_| sketch.change(&CARS_AND_TRUCKS, has_walls, generator)),
        None => (0..PIECES_OF_FIRST_BOARDS)
            .for_each(|_| sketch.grow(&CARS_AND_TRUCKS, has_walls, generator)),
    }
    let fits = |most: Option<u8>, count: usize| most.is_none_or(|most| count <= most.into());
    let is_within = fits(scope.max_cars, sketch.cars_of(2))
        && fits(scope.max_trucks, sketch.cars_of(3))
        && sketch.walls() <= usize::from(scope.walls);
    is_within.then(|| sketch.text())
}
