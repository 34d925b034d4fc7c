//! Long minimal puzzles by random changes of known ones, for universes that are too large to search.
//!
//! An archive keeps some minimal puzzles of each length. Puzzles drawn from it are changed at random and reduced to minimal
//! ones, which enter the archive. So short puzzles are the steps to long ones. (J.-B. Mouret and J. Clune, Illuminating
//! search spaces by mapping elites, 2015.)

use super::error::RushError;
use super::findings::RushPuzzle;
use super::universe::Universe;
use crate::effort::Effort;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;
use std::collections::{BTreeMap, HashSet};

/// Minimal puzzles of a universe by their lengths, found by random changes.
#[derive(Debug)]
pub struct Evolution<'u> {
    universe: &'u Universe,
    seed: u64,
    round: u64,
    tried: u64,
    by_moves: BTreeMap<u16, Vec<RushPuzzle>>,
    /// The boards of all puzzles that entered the archive.
    seen: HashSet<String>,
}

/// The most puzzles of one length.
const MOST: usize = 32;

/// Of so many boards with a length of which there are enough puzzles, one is tried. The others cost less.
const FULL: u32 = 16;

/// Boards that are tried at the same time. The archive changes after that, so results do not depend on the threads.
const ROUND: u64 = 512;

/// The most random changes of a board.
const CHANGES: u32 = 3;

/// Attempts to place a piece.
const ATTEMPTS: u32 = 32;

impl<'u> Evolution<'u> {
    /// Starts with an empty archive. The same seed finds the same puzzles.
    pub fn new(universe: &'u Universe, seed: u64) -> Self {
        let (by_moves, seen) = (BTreeMap::new(), HashSet::new());
        Self { universe, seed, round: 0, tried: 0, by_moves, seen }
    }

    /// The puzzles by number of moves.
    pub fn by_moves(&self) -> &BTreeMap<u16, Vec<RushPuzzle>> {
        &self.by_moves
    }

    /// Number of boards that were tried.
    pub fn tried(&self) -> u64 {
        self.tried
    }

    /// Tries some hundred boards. Reports progress in boards.
    ///
    /// # Errors
    ///
    /// Returns an error if a cluster exceeds the memory limit, or if the observer cancels the work.
    pub fn advance(&mut self, effort: Effort<'_>) -> Result<(), RushError> {
        let memory = effort.memory / rayon::current_num_threads() as u64;
        let universe = self.universe;
        let tries: Vec<u64> = (0..ROUND).collect();
        let found = tries.par_iter().with_max_len(16).map_init(
            || universe.searcher(memory),
            |searcher, &number| {
                let stream = self.round * ROUND + number;
                let mut generator = ChaCha8Rng::seed_from_u64(self.seed);
                generator.set_stream(stream);
                let board = self.changed(&mut generator);
                let is_lucky = generator.random_range(0..FULL) == 0;
                let has_room = |moves: usize| {
                    let others = self.by_moves.get(&(moves as u16));
                    others.is_none_or(|others| others.len() < MOST)
                };
                let is_wanted = |moves: usize| is_lucky || has_room(moves);
                let found = match board {
                    Some(board) => universe.reduced(searcher, &board, is_wanted, memory)?,
                    None => None,
                };
                effort.done(1)?;
                Ok(found)
            },
        );
        let found: Vec<Option<RushPuzzle>> = found.collect::<Result<_, RushError>>()?;
        let mut generator = ChaCha8Rng::seed_from_u64(self.seed ^ u64::MAX);
        generator.set_stream(self.round);
        for puzzle in found.into_iter().flatten() {
            if !self.seen.insert(puzzle.board.clone()) {
                continue;
            }
            let others = self.by_moves.entry(puzzle.moves).or_default();
            if others.len() < MOST {
                others.push(puzzle);
            } else {
                let replaced = generator.random_range(0..MOST);
                others[replaced] = puzzle;
            }
        }
        self.round += 1;
        self.tried += ROUND;
        Ok(())
    }

    /// A board of the archive, or one with the red car only, after some changes. `None` if they exceed the limits of the
    /// scope.
    fn changed(&self, generator: &mut ChaCha8Rng) -> Option<String> {
        let scope = self.universe.own_scope();
        let mut sketch = match self.parent(generator) {
            Some(puzzle) => Sketch::of(puzzle, scope.width.into()),
            None => Sketch::empty(scope.width.into(), scope.height.into(), scope.exit_row.into()),
        };
        let is_first = self.by_moves.is_empty();
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

    /// A puzzle of the archive: of two random lengths the larger, and a random puzzle of that length.
    fn parent(&self, generator: &mut ChaCha8Rng) -> Option<&RushPuzzle> {
        let lengths = self.by_moves.len();
        if lengths == 0 {
            return None;
        }
        let nth = generator.random_range(0..lengths).max(generator.random_range(0..lengths));
        let puzzles = self.by_moves.values().nth(nth)?;
        Some(&puzzles[generator.random_range(0..puzzles.len())])
    }
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
        let mut parts: BTreeMap<char, Vec<usize>> = BTreeMap::new();
        let mut walls = Vec::new();
        for (cell, sign) in puzzle.board.chars().enumerate() {
            match sign {
                'o' => {}
                'x' => walls.push(vec![cell]),
                sign => parts.entry(sign).or_default().push(cell),
            }
        }
        let red = parts.remove(&'A').unwrap_or_default();
        let parts = std::iter::once(red).chain(parts.into_values()).chain(walls).collect();
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
