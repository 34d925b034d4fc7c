//! Long minimal puzzles by random changes of known ones, for universes that are too large to search.
//!
//! An archive keeps some minimal puzzles of each length. Puzzles drawn from it are changed at random and reduced to minimal
//! ones, which enter the archive.

use super::error::RushError;
use super::findings::RushPuzzle;
use super::universe::Universe;
use crate::archive::{Archive, Archived, Round};
use huarong_core::effort::Effort;
use huarong_core::rush_board::RushBoard;
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use std::collections::BTreeMap;

/// Minimal puzzles of a universe by their lengths, found by random changes.
#[derive(Debug)]
pub struct Evolution<'u> {
    universe: &'u Universe,
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

/// Of so many boards with a length of which there are enough puzzles, one is tried. The others cost less.
const FULL: u32 = 16;

/// Boards that are tried before the archive changes.
const ROUND: Round = Round { tries: 512, at_once: usize::MAX };

/// The most random changes of a board.
const CHANGES: u32 = 3;

/// Attempts to place a piece.
const ATTEMPTS: u32 = 32;

impl<'u> Evolution<'u> {
    /// Starts with an empty archive. The same seed finds the same puzzles.
    pub fn new(universe: &'u Universe, seed: u64) -> Self {
        Self { universe, archive: Archive::new(seed) }
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
        let universe = self.universe;
        self.archive.advance(
            ROUND,
            || universe.searcher(memory),
            |searcher, archive, generator| {
                let board = changed(universe, archive, generator);
                let is_lucky = generator.random_range(0..FULL) == 0;
                let is_wanted = |moves: usize| is_lucky || archive.has_room(moves as u16);
                let found = match board {
                    Some(board) => universe.reduced(searcher, &board, is_wanted, memory)?,
                    None => None,
                };
                effort.done(1)?;
                Ok(found)
            },
            |_| (),
        )
    }
}

/// A board of the archive, or one with the red car only, after some changes. `None` if they exceed the limits of the
/// scope.
fn changed(
    universe: &Universe,
    archive: &Archive<RushPuzzle>,
    generator: &mut ChaCha8Rng,
) -> Option<String> {
    let scope = universe.own_scope();
    let mut sketch = match archive.parent(generator) {
        Some(puzzle) => Sketch::of(puzzle, scope.width.into()),
        None => Sketch::empty(scope.width.into(), scope.height.into(), scope.exit_row.into()),
    };
    let is_first = archive.by_moves().is_empty();
    let changes = if is_first { 12 } else { generator.random_range(1..=CHANGES) };
    for _ in 0..changes {
        let choice = if is_first { 0 } else { generator.random_range(0..4) };
        if choice == 1 || choice == 2 {
            sketch.remove(generator);
        }
        if choice != 1 {
            let is_wall = scope.walls > 0 && generator.random_range(0..8) == 0;
            sketch.add(generator, is_wall);
        }
    }
    let (cars, trucks, walls) = sketch.counts();
    let fits = |most: Option<u8>, count: usize| most.is_none_or(|most| count <= most.into());
    let is_within = fits(scope.max_cars, cars)
        && fits(scope.max_trucks, trucks)
        && walls <= usize::from(scope.walls);
    is_within.then(|| sketch.text())
}

/// A board as a list of pieces and walls, which need not be a valid board.
struct Sketch {
    width: usize,
    cells: usize,
    /// The cells of each piece, of which the first is the red car. A wall has one cell.
    parts: Vec<Vec<usize>>,
}

impl Sketch {
    fn of(puzzle: &RushPuzzle, width: usize) -> Self {
        let board = RushBoard::parse(&puzzle.board, Some(width));
        let RushBoard { mut cars, walls, .. } = board.expect("the board is one of a universe");
        let red = cars.remove(&'A').unwrap_or_default();
        let walls = walls.into_iter().map(|wall| vec![wall]);
        let parts = std::iter::once(red).chain(cars.into_values()).chain(walls);
        let number = |(column, row)| row * width + column;
        let parts = parts.map(|part| part.into_iter().map(number).collect()).collect();
        Self { width, cells: puzzle.board.len(), parts }
    }

    /// A board with the red car only, at the left end of the row of the exit, counted from 1.
    fn empty(width: usize, height: usize, exit_row: usize) -> Self {
        let first = (exit_row - 1) * width;
        Self { width, cells: width * height, parts: vec![vec![first, first + 1]] }
    }

    /// Removes a part other than the red car, if there is one.
    fn remove(&mut self, generator: &mut ChaCha8Rng) {
        if self.parts.len() > 1 {
            self.parts.swap_remove(generator.random_range(1..self.parts.len()));
        }
    }

    /// Adds a piece or a wall at a random place, if one is found.
    fn add(&mut self, generator: &mut ChaCha8Rng, is_wall: bool) {
        let exit_row = self.parts[0][0] / self.width;
        for _ in 0..ATTEMPTS {
            let first = generator.random_range(0..self.cells);
            let is_across = generator.random_range(0..2) == 0;
            let size = if is_wall { 1 } else { 2 + usize::from(generator.random_range(0..3) == 0) };
            let step = if is_across { 1 } else { self.width };
            let cells: Vec<usize> = (0..size).map(|nth| first + nth * step).collect();
            let is_inside = if is_across {
                first % self.width + size <= self.width
            } else {
                first + (size - 1) * step < self.cells
            };
            let is_in_exit_row = is_across && size > 1 && first / self.width == exit_row;
            let is_free = |cell: &usize| !self.parts.iter().any(|part| part.contains(cell));
            if is_inside && !is_in_exit_row && cells.iter().all(is_free) {
                self.parts.push(cells);
                return;
            }
        }
    }

    /// Number of cars, with the red one, of trucks and of walls.
    fn counts(&self) -> (usize, usize, usize) {
        let of = |size: usize| self.parts.iter().filter(|part| part.len() == size).count();
        (of(2), of(3), of(1))
    }

    fn text(&self) -> String {
        let mut text = vec!['o'; self.cells];
        let letters =
            ('A'..).filter(|letter| !letter.is_ascii_alphabetic() || !"oxOX".contains(*letter));
        for (part, letter) in self.parts.iter().zip(letters) {
            let sign = if part.len() == 1 { 'x' } else { letter };
            part.iter().for_each(|&cell| text[cell] = sign);
        }
        text.into_iter().collect()
    }
}
