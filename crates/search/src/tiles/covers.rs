//! The cells that a group's tiles cover.

use crate::error::SearchError;
use huarong_core::effort::{Cancelled, Effort};
use huarong_core::grid::{Board, Cell, Cells, Direction};
use huarong_core::numbering::subsets::{Binomials, next_within};

/// The covers of a board by some tiles. A *cover* is the set of cells that the tiles cover in any order, and the part of
/// the board with the empty cell.
///
/// A part is a connected set of the other cells. The empty cell goes anywhere in it without a move of a tile of the group.
#[derive(Debug)]
pub(super) struct Covers {
    all: Cells,
    tiles: usize,
    /// For each set of cells, by its rank, its first cover, and the number of all covers.
    first: Vec<u32>,
    /// The part with the empty cell of each cover.
    parts: Vec<Cells>,
    /// For each cover, place of a tile and direction: the cover after the tile moved. The last bits have the new place
    /// of the tile.
    after: Vec<u32>,
}

/// Stands for a move that is not possible.
const NO_MOVE: u32 = u32::MAX;

const PLACE_BITS: u32 = 3;

/// Number of sets between two reports.
const REPORT_SETS: usize = 1 << 12;

impl Covers {
    pub fn new(board: &Board, tiles: usize, effort: Effort<'_>) -> Result<Self, SearchError> {
        let all = board.open_cells();
        let sets = Binomials::new().choose(all.len(), tiles as u32);
        // Each set has at least one cover.
        fit(Self::bytes_of(sets, sets, tiles), effort)?;
        let mut covers = Self {
            all,
            tiles,
            first: Vec::with_capacity(sets as usize + 1),
            parts: Vec::with_capacity(sets as usize),
            after: Vec::new(),
        };
        for (number, cells) in subsets(all, tiles).enumerate() {
            if number % REPORT_SETS == 0 {
                effort.check()?;
            }
            covers.first.push(covers.parts.len() as u32);
            let mut left = all - cells;
            while let Some(cell) = left.first() {
                let part = connected(board, cell, left);
                covers.parts.push(part);
                left -= part;
            }
        }
        covers.first.push(covers.parts.len() as u32);
        fit(covers.bytes(), effort)?;
        covers.link(board, effort)?;
        Ok(covers)
    }

    /// Finds the moves.
    fn link(&mut self, board: &Board, effort: Effort<'_>) -> Result<(), Cancelled> {
        let mut after = Vec::with_capacity(self.parts.len() * 4 * self.tiles);
        for (number, cells) in subsets(self.all, self.tiles).enumerate() {
            if number % REPORT_SETS == 0 {
                effort.check()?;
            }
            for cover in self.first[number]..self.first[number + 1] {
                let part = self.parts[cover as usize];
                for cell in cells {
                    after.extend(Direction::ALL.map(|direction| {
                        match board.neighbour(cell, direction).filter(|&to| part.contains(to)) {
                            Some(to) => {
                                let cells = (cells - Cells::of(cell)) | Cells::of(to);
                                self.of(cells, cell) << PLACE_BITS | cells.place_of(to)
                            }
                            None => NO_MOVE,
                        }
                    }));
                }
            }
        }
        self.after = after;
        Ok(())
    }

    /// Number of covers.
    pub fn len(&self) -> usize {
        self.parts.len()
    }

    pub fn bytes(&self) -> u64 {
        Self::bytes_of(self.first.len() as u64, self.parts.len() as u64, self.tiles)
    }

    fn bytes_of(sets: u64, covers: u64, tiles: usize) -> u64 {
        let of_cover = size_of::<Cells>() + 4 * tiles * size_of::<u32>();
        sets * size_of::<u32>() as u64 + covers * of_cover as u64
    }

    /// The cover with a set of cells and an empty cell.
    pub fn of(&self, cells: Cells, empty: Cell) -> u32 {
        let rank = Binomials::new().rank_within(cells, self.all) as usize;
        let mut covers = self.first[rank]..self.first[rank + 1];
        let has_empty = |&cover: &u32| self.parts[cover as usize].contains(empty);
        covers.find(has_empty).expect("the empty cell is not covered")
    }

    /// The cover after the tile at a place moved in a direction, and the new place of the tile.
    #[inline]
    pub fn after(&self, cover: u32, place: usize, direction: usize) -> Option<(u32, usize)> {
        let after = self.after[(cover as usize * self.tiles + place) * 4 + direction];
        let to = after & ((1 << PLACE_BITS) - 1);
        (after != NO_MOVE).then_some((after >> PLACE_BITS, to as usize))
    }

    /// The moves of a cover: the place of the tile, the cover after the move, and the new place.
    pub fn moves(&self, cover: u32) -> impl Iterator<Item = (usize, u32, usize)> + '_ {
        let places =
            (0..self.tiles).flat_map(|place| (0..4).map(move |direction| (place, direction)));
        places.filter_map(move |(place, direction)| {
            let (after, to) = self.after(cover, place, direction)?;
            Some((place, after, to))
        })
    }
}

/// Returns an error if memory does not suffice.
pub(super) fn fit(needed: u64, effort: Effort<'_>) -> Result<(), SearchError> {
    match needed <= effort.memory {
        true => Ok(()),
        false => Err(SearchError::Memory { needed: needed + effort.held, allowed: effort.limit() }),
    }
}

/// The sets of some cells of a number of cells, in the order of their ranks.
fn subsets(all: Cells, count: usize) -> impl Iterator<Item = Cells> {
    let first = Cells::first_of_all(count as Cell);
    std::iter::successors(Some(first), move |&cells| next_within(cells, all))
}

/// The cells of a set that are connected with one of them.
fn connected(board: &Board, cell: Cell, within: Cells) -> Cells {
    let mut found = Cells::of(cell);
    let mut unvisited = found;
    while let Some(cell) = unvisited.first() {
        unvisited.remove(cell);
        let beside: Cells = board.neighbours(cell).collect();
        let new = (beside & within) - found;
        found |= new;
        unvisited |= new;
    }
    found
}
