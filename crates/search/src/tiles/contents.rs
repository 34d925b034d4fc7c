//! The tile on each cell.

use super::slides::Slide;
use huarong_core::grid::Cell;
use huarong_core::rules::{Arrangement, ShapeId};

/// The tile on each cell. The number of a tile is its cell in the target.
#[derive(Clone, Debug)]
pub(super) struct Contents {
    tiles: Box<[u8]>,
    pub empty: Cell,
}

/// Stands for the empty cell among the numbers of tiles.
const EMPTY: u8 = u8::MAX;

impl Contents {
    /// The contents of each cell. Each shape has one piece, whose number is given by shape.
    pub fn new(cells: usize, position: &Arrangement, number: impl Fn(ShapeId) -> Cell) -> Self {
        let mut tiles = vec![EMPTY; cells];
        for (shape, cell) in position.pieces() {
            tiles[usize::from(cell)] = number(shape) as u8;
        }
        let empty = tiles.iter().position(|&tile| tile == EMPTY).expect("one cell is empty");
        Self { tiles: tiles.into(), empty: empty as Cell }
    }

    /// The tile on a cell that is not empty.
    #[inline]
    pub fn tile(&self, cell: Cell) -> u8 {
        self.tiles[usize::from(cell)]
    }

    /// The cell of each tile, by number. The entry of the target's empty cell is unspecified.
    pub fn cells(&self) -> Vec<Cell> {
        let mut cells = vec![0; self.tiles.len()];
        for (cell, &tile) in (0..).zip(&self.tiles) {
            if tile != EMPTY {
                cells[usize::from(tile)] = cell;
            }
        }
        cells
    }

    /// Makes a move. Only if lines move can it be one of several tiles.
    #[inline(always)]
    pub fn slide(&mut self, slide: &Slide, moves_lines: bool) {
        match moves_lines {
            true => slide.cells.windows(2).for_each(|pair| self.exchange(pair[0], pair[1])),
            false => self.exchange(slide.before, slide.from),
        }
        self.empty = slide.to;
    }

    /// Undoes a move.
    #[inline(always)]
    pub fn slide_back(&mut self, slide: &Slide, moves_lines: bool) {
        match moves_lines {
            true => slide.cells.windows(2).rev().for_each(|pair| self.exchange(pair[0], pair[1])),
            false => self.exchange(slide.before, slide.from),
        }
        self.empty = slide.before;
    }

    #[inline(always)]
    fn exchange(&mut self, one: Cell, other: Cell) {
        self.tiles.swap(one.into(), other.into());
    }

    /// Whether each tile is on its cell in the target.
    pub fn is_target(&self) -> bool {
        (0..).zip(&self.tiles).all(|(cell, &tile)| tile == cell || tile == EMPTY)
    }
}
