//! Pieces placed on a board at random.

use super::board_symmetry::BoardSymmetry;
use super::drawings::Place;
use super::pieces::Mix;
use huarong_core::grid::{Polyomino, Region};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;

/// Pieces on a board, some of which are still to be placed.
pub(super) struct Packing<'r> {
    region: &'r Region,
    /// For each cell, in reading order, whether it is open, and neither covered nor left empty.
    undecided: Vec<bool>,
    /// The shapes of the pieces with the numbers of those that are still to be placed. The first is the goal piece.
    missing: Vec<(Polyomino, u8)>,
    /// Number of cells that are still to be left empty.
    empty: u32,
    /// Each piece is placed with all its images under these.
    symmetries: Vec<BoardSymmetry>,
    /// The cells of the placed pieces, each with the number of its shape.
    placed: Vec<(usize, Vec<Place>)>,
    /// Number of placements that may still be tried.
    tries: u32,
}

#[derive(Clone, Copy)]
enum Decision {
    Empty,
    /// The first cell of a piece with this shape.
    Piece(usize),
}

/// The number of the goal piece among the shapes.
const GOAL: usize = 0;

const MOST_PLACEMENTS_TRIED: u32 = 1 << 11;

impl<'r> Packing<'r> {
    /// A packing of the pieces of a mix, of which some are placed: the cells of each, and whether it is the goal piece.
    /// `None` if the mix does not have these pieces, or if they overlap.
    pub fn new(
        region: &'r Region,
        mix: &Mix,
        kept: impl IntoIterator<Item = (bool, Vec<Place>)>,
    ) -> Option<Self> {
        let cells = (0..region.height())
            .flat_map(|row| (0..region.width()).map(move |column| (column, row)));
        let undecided: Vec<bool> = cells.map(|(column, row)| region.is_open(column, row)).collect();
        let missing =
            std::iter::once((mix.goal.clone(), 1)).chain(mix.others.iter().cloned()).collect();
        let (placed, symmetries) = (Vec::new(), Vec::new());
        let mut packing = Self {
            region,
            undecided,
            missing,
            empty: 0,
            symmetries,
            placed,
            tries: MOST_PLACEMENTS_TRIED,
        };
        for (is_goal, cells) in kept {
            let polyomino = Polyomino::new(cells.iter().copied())?;
            let mut shapes = packing.missing.iter().enumerate();
            let is_it = |(nth, (shape, _)): &(usize, &(Polyomino, u8))| {
                (*nth == 0) == is_goal && *shape == polyomino
            };
            let (shape, _) = shapes.find(is_it)?;
            if !packing.has_room(&cells) || packing.missing[shape].1 == 0 {
                return None;
            }
            packing.put(shape, cells);
        }
        let open = packing.undecided.iter().filter(|&&is_open| is_open).count() as u32;
        let needed = |(shape, count): &(Polyomino, u8)| u32::from(shape.area()) * u32::from(*count);
        packing.empty = open.checked_sub(packing.missing.iter().map(needed).sum())?;
        Some(packing)
    }

    /// Places each of the other pieces with all its images under some symmetries of the board.
    pub fn with_symmetries(self, symmetries: Vec<BoardSymmetry>) -> Self {
        Self { symmetries, ..self }
    }

    /// Places the other pieces at random. The result has the cells of each piece, the goal piece first. `None` if no packing
    /// is found soon.
    pub fn complete(mut self, generator: &mut ChaCha8Rng) -> Option<Vec<Vec<Place>>> {
        if !self.fill(0, generator) {
            return None;
        }
        self.placed.sort_by_key(|(shape, _)| *shape);
        Some(self.placed.into_iter().map(|(_, cells)| cells).collect())
    }

    fn fill(&mut self, from: usize, generator: &mut ChaCha8Rng) -> bool {
        let left = self.undecided[from..].iter().position(|&is_undecided| is_undecided);
        let Some(at) = left.map(|left| from + left) else { return true };
        let pieces = self.missing.iter().enumerate();
        let pieces = pieces.map(|(shape, (_, count))| (Decision::Piece(shape), u32::from(*count)));
        let mut decisions: Vec<(Decision, u32)> =
            std::iter::once((Decision::Empty, self.empty)).chain(pieces).collect();
        loop {
            let all: u32 = decisions.iter().map(|(_, weight)| weight).sum();
            if all == 0 {
                return false;
            }
            let mut drawn = generator.random_range(0..all);
            let is_drawn = |(_, weight): &(Decision, u32)| match drawn.checked_sub(*weight) {
                Some(rest) => {
                    drawn = rest;
                    false
                }
                None => true,
            };
            let nth = decisions.iter().position(is_drawn).expect("the weights add up");
            let (decision, _) = decisions.swap_remove(nth);
            let (placed, empty) = (self.placed.len(), self.empty);
            let is_made = match decision {
                Decision::Empty => self.leave_empty(at),
                Decision::Piece(shape) => self.place(shape, at),
            };
            if is_made && self.fill(at + 1, generator) {
                return true;
            }
            if is_made {
                self.undo(placed, empty, at);
            }
            self.tries = self.tries.saturating_sub(1);
            if self.tries == 0 {
                return false;
            }
        }
    }

    /// Leaves a cell and its images empty.
    fn leave_empty(&mut self, at: usize) -> bool {
        let orbit = self.orbit_of_cell(at);
        let needed = orbit.len() as u32;
        if self.empty < needed || orbit.iter().any(|&cell| !self.undecided[cell]) {
            return false;
        }
        self.empty -= needed;
        orbit.into_iter().for_each(|cell| self.undecided[cell] = false);
        true
    }

    /// Places a piece whose first cell in reading order is the one with a number, and its images.
    fn place(&mut self, shape: usize, at: usize) -> bool {
        let (column, row) = self.place_of(at);
        let polyomino = &self.missing[shape].0;
        let first = polyomino.cells()[0];
        let cell =
            |&(right, down): &Place| Some(((column + right).checked_sub(first.0)?, row + down));
        let Some(mut cells) = polyomino.cells().iter().map(cell).collect::<Option<Vec<Place>>>()
        else {
            return false;
        };
        cells.sort_unstable();
        if !self.has_room(&cells) {
            return false;
        }
        let (placed, empty) = (self.placed.len(), self.empty);
        let orbit = self.orbit(cells, |symmetry, cells| symmetry.places(cells));
        if shape == GOAL && orbit.len() > 1 {
            return false;
        }
        for cells in orbit {
            let polyomino = Polyomino::new(cells.iter().copied());
            let is_it = |(nth, (other, count)): &(usize, &(Polyomino, u8))| {
                (*nth == GOAL) == (shape == GOAL) && *count > 0 && Some(other) == polyomino.as_ref()
            };
            let found = self.missing.iter().enumerate().find(is_it).map(|(found, _)| found);
            let Some(found) = found.filter(|_| self.has_room(&cells)) else {
                self.undo(placed, empty, at);
                return false;
            };
            self.put(found, cells);
        }
        true
    }

    fn put(&mut self, shape: usize, cells: Vec<Place>) {
        for &place in &cells {
            let at = self.cell(place);
            self.undecided[at] = false;
        }
        self.missing[shape].1 -= 1;
        self.placed.push((shape, cells));
    }

    /// Undoes the decision on a cell, before which `placed` pieces were placed and `empty` cells were to be left empty.
    fn undo(&mut self, placed: usize, empty: u32, at: usize) {
        if self.empty != empty {
            self.orbit_of_cell(at).into_iter().for_each(|cell| self.undecided[cell] = true);
            self.empty = empty;
        }
        for (shape, cells) in self.placed.split_off(placed) {
            self.missing[shape].1 += 1;
            for place in cells {
                let at = self.cell(place);
                self.undecided[at] = true;
            }
        }
    }

    /// Whether all cells are on the board and undecided.
    fn has_room(&self, cells: &[Place]) -> bool {
        let is_free = |&(column, row): &Place| {
            let is_inside = usize::from(column) < self.region.width()
                && usize::from(row) < self.region.height();
            is_inside && self.undecided[self.cell((column, row))]
        };
        cells.iter().all(is_free)
    }

    fn cell(&self, (column, row): Place) -> usize {
        usize::from(row) * self.region.width() + usize::from(column)
    }

    fn place_of(&self, cell: usize) -> Place {
        ((cell % self.region.width()) as u8, (cell / self.region.width()) as u8)
    }

    /// An item with all its images under the symmetries.
    fn orbit<T: PartialEq>(&self, item: T, image: impl Fn(&BoardSymmetry, &T) -> T) -> Vec<T> {
        let (mut orbit, mut next) = (vec![item], 0);
        while next < orbit.len() {
            for symmetry in &self.symmetries {
                let image = image(symmetry, &orbit[next]);
                if !orbit.contains(&image) {
                    orbit.push(image);
                }
            }
            next += 1;
        }
        orbit
    }

    fn orbit_of_cell(&self, at: usize) -> Vec<usize> {
        self.orbit(at, |symmetry, &at| self.cell(symmetry.place(self.place_of(at))))
    }
}
