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

const ATTEMPTS_TO_PLACE: u32 = 32;

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
    let mut sketch = match parent {
        Some(board) => Sketch::of(board, scope.width.into()),
        None => Sketch::empty(scope.width.into(), scope.height.into(), scope.exit_row.into()),
    };
    let is_first = parent.is_none();
    let changes = if is_first { 12 } else { generator.random_range(1..=MOST_CHANGES) };
    for _ in 0..changes {
        let choice = if is_first { 0 } else { generator.random_range(0..4) };
        if choice == 1 || choice == 2 {
            sketch.remove(generator);
        }
        if choice != 1 {
            let pieces_per_wall = if sketch.counts().2 == 0 { 2 } else { 8 };
            let is_wall = scope.walls > 0 && generator.random_range(0..pieces_per_wall) == 0;
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
    occupants: Vec<Vec<usize>>,
}

impl Sketch {
    fn of(text: &str, width: usize) -> Self {
        let board = RushBoard::parse(text, Some(width));
        let RushBoard { mut cars, walls, .. } = board.expect("the board is one of a universe");
        let red = cars.remove(&'A').unwrap_or_default();
        let walls = walls.into_iter().map(|wall| vec![wall]);
        let occupants = std::iter::once(red).chain(cars.into_values()).chain(walls);
        let number = |(column, row)| row * width + column;
        let occupants = occupants.map(|cells| cells.into_iter().map(number).collect()).collect();
        Self { width, cells: text.len(), occupants }
    }

    /// A board with the red car only, at the left end of the row of the exit, counted from 1.
    fn empty(width: usize, height: usize, exit_row: usize) -> Self {
        let first = (exit_row - 1) * width;
        Self { width, cells: width * height, occupants: vec![vec![first, first + 1]] }
    }

    /// Removes a piece or wall other than the red car, if there is one.
    fn remove(&mut self, generator: &mut ChaCha8Rng) {
        if self.occupants.len() > 1 {
            self.occupants.swap_remove(generator.random_range(1..self.occupants.len()));
        }
    }

    /// Adds a piece or a wall at a random place, if one is found.
    fn add(&mut self, generator: &mut ChaCha8Rng, is_wall: bool) {
        let exit_row = self.occupants[0][0] / self.width;
        for _ in 0..ATTEMPTS_TO_PLACE {
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
            let is_free =
                |cell: &usize| !self.occupants.iter().any(|occupant| occupant.contains(cell));
            if is_inside && !is_in_exit_row && cells.iter().all(is_free) {
                self.occupants.push(cells);
                return;
            }
        }
    }

    /// Number of cars, with the red one, of trucks and of walls.
    fn counts(&self) -> (usize, usize, usize) {
        let of =
            |size: usize| self.occupants.iter().filter(|occupant| occupant.len() == size).count();
        (of(2), of(3), of(1))
    }

    fn text(&self) -> String {
        let mut text = vec!['o'; self.cells];
        let letters =
            ('A'..).filter(|letter| !letter.is_ascii_alphabetic() || !"oxOX".contains(*letter));
        for (occupant, letter) in self.occupants.iter().zip(letters) {
            let sign = if occupant.len() == 1 { 'x' } else { letter };
            occupant.iter().for_each(|&cell| text[cell] = sign);
        }
        text.into_iter().collect()
    }
}
