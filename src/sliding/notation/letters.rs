//! A letter for each piece, as public collections of Klotski layouts write them: `A` the big piece,
//! horizontals from `B`, verticals from `H`, smalls from `N`, each class in reading order, `@` an empty
//! cell. Grids with a letter for each piece, whichever, are read by [`Puzzle::parse_position`].

use crate::sliding::klotski::{BIG, HORIZONTAL, SMALL, VERTICAL};
use crate::sliding::rules::{Arrangement, Puzzle};

/// The letter of the first piece of each shape. The others' follow in ASCII: fourteen smalls reach `[`,
/// and seven horizontals reach `H`, with no room for a vertical beside them.
const FIRST: [(usize, u8); 4] = [(BIG, b'A'), (HORIZONTAL, b'B'), (VERTICAL, b'H'), (SMALL, b'N')];
const EMPTY: u8 = b'@';

pub(super) fn write(puzzle: &Puzzle, position: &Arrangement) -> String {
    let board = puzzle.board();
    let mut grid = vec![EMPTY; usize::from(board.cell_count())];
    for (shape, first) in FIRST {
        for (letter, anchor) in (first..).zip(position.anchors(shape)) {
            for cell in puzzle.covered(shape, anchor) {
                grid[usize::from(cell)] = letter;
            }
        }
    }
    let rows = grid.chunks(usize::from(board.width())).map(String::from_utf8_lossy);
    rows.collect::<Vec<_>>().join("/")
}
