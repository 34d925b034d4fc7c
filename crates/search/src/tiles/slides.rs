//! Moves of the empty cell.

use huarong_core::grid::{Board, Cell, Direction};

/// A move of tiles, in which the empty cell goes along a line. The first three cells are in the list, too; a search of single
/// tiles does not read that.
#[derive(Clone, Debug)]
pub(super) struct Slide {
    /// The empty cell before the move, and after it.
    pub before: Cell,
    pub to: Cell,
    /// The cell of the tile that the empty cell meets first.
    pub from: Cell,
    /// The empty cell before the move, the cells that it passes, and the one where it stays.
    pub cells: Box<[Cell]>,
    /// The direction in which the tiles move.
    pub direction: Direction,
}

impl Slide {
    /// The code of a position after the move. A code is the sum of the kinds of the tiles times the weights of their cells;
    /// the empty cell has kind 0.
    #[inline]
    pub fn code_after(&self, code: u64, weights: &[u64], kind: impl Fn(Cell) -> u8) -> u64 {
        self.cells.windows(2).fold(code, |code, pair| {
            let [to, from] = [pair[0], pair[1]].map(|cell| weights[usize::from(cell)]);
            code.wrapping_add(u64::from(kind(pair[1])).wrapping_mul(to.wrapping_sub(from)))
        })
    }

    /// Whether a move after another one leads to nothing new: back, or, if lines move, further along the same line.
    #[inline]
    pub fn is_idle_after(&self, last: &Self, moves_lines: bool) -> bool {
        self.direction == last.direction.opposite()
            || moves_lines && self.direction == last.direction
    }
}

/// For each empty cell, the moves from there.
pub(super) fn slides(board: &Board, moves_lines: bool) -> Vec<Vec<Slide>> {
    let of_cell = |empty| {
        let mut slides = Vec::new();
        for side in Direction::ALL {
            let mut cells = vec![empty];
            while let Some(next) = board.neighbour(cells[cells.len() - 1], side) {
                cells.push(next);
                let (from, cells) = (cells[1], cells.as_slice().into());
                let direction = side.opposite();
                slides.push(Slide { before: empty, to: next, from, cells, direction });
                if !moves_lines {
                    break;
                }
            }
        }
        slides
    };
    board.cells().map(of_cell).collect()
}
