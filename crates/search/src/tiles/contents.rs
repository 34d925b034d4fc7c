//! A tile puzzle in numbers: its tiles, its cells, and the tile on each cell.

use huarong_core::grid::{Board, Cell};
use huarong_core::rules::{Arrangement, ShapeId};
use smallvec::SmallVec;

/// The tiles of a puzzle, numbered in the order of their shapes, and the neighbours of each cell.
#[derive(Debug)]
pub(super) struct Tiles {
    pub shapes: Vec<ShapeId>,
    pub neighbours: Vec<SmallVec<[Cell; 4]>>,
}

/// The number of the tile on each cell, and the empty cell.
#[derive(Clone, Debug)]
pub(super) struct Contents {
    pub tiles: Box<[u8]>,
    pub empty: Cell,
}

/// Stands for the empty cell among the numbers of tiles.
const EMPTY: u8 = u8::MAX;

impl Tiles {
    pub fn new(board: &Board, target: &Arrangement) -> Self {
        Self {
            shapes: target.pieces().map(|(shape, _)| shape).collect(),
            neighbours: board.cells().map(|cell| board.neighbours(cell).collect()).collect(),
        }
    }

    /// Number of bits of a cell's number.
    pub fn bits(&self) -> u32 {
        (self.neighbours.len() - 1).ilog2() + 1
    }

    pub fn cells(&self, position: &Arrangement) -> Vec<Cell> {
        position.pieces().map(|(_, cell)| cell).collect()
    }

    /// The contents of each cell.
    pub fn contents(&self, position: &Arrangement) -> Contents {
        let mut tiles = vec![EMPTY; self.neighbours.len()];
        for (tile, (_, cell)) in (0..).zip(position.pieces()) {
            tiles[usize::from(cell)] = tile;
        }
        let empty = tiles.iter().position(|&tile| tile == EMPTY).expect("one cell is empty");
        Contents { tiles: tiles.into(), empty: empty as Cell }
    }
}

impl Contents {
    /// Moves the tile on a cell beside the empty cell.
    #[inline]
    pub fn slide(&mut self, from: Cell) {
        self.tiles.swap(from.into(), self.empty.into());
        self.empty = from;
    }
}
