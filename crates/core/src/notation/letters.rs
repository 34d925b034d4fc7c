//! One letter per piece, as in public collections of Klotski layouts. `A` is the big piece; horizontals have letters from
//! `B`, verticals from `H`, small pieces from `N`, each in reading order. `@` is an empty cell. [`Puzzle::parse_position`]
//! reads grids with any letters for pieces.

use crate::klotski::{BIG, HORIZONTAL, SMALL, VERTICAL};
use crate::rules::{Arrangement, Puzzle};

/// The letter of the first piece of each shape; the next ones follow in ASCII. Fourteen small pieces reach `[`, and
/// seven horizontals reach `H`, but then there is no room for a vertical.
const FIRST_LETTERS: [(usize, u8); 4] =
    [(BIG, b'A'), (HORIZONTAL, b'B'), (VERTICAL, b'H'), (SMALL, b'N')];
const EMPTY: u8 = b'@';

pub(super) fn write(puzzle: &Puzzle, position: &Arrangement) -> String {
    let board = puzzle.board();
    let mut grid = vec![EMPTY; usize::from(board.cell_count())];
    for (shape, first) in FIRST_LETTERS {
        for (letter, anchor) in (first..).zip(position.anchors_of(shape)) {
            for cell in puzzle.footprint(shape, anchor) {
                grid[usize::from(cell)] = letter;
            }
        }
    }
    let rows = grid.chunks(usize::from(board.width())).map(String::from_utf8_lossy);
    rows.collect::<Vec<_>>().join("/")
}
