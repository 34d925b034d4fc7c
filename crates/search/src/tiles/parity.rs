//! Which positions of a tile puzzle can reach one another.

use huarong_core::graph::{Graph, cuts};
use huarong_core::grid::{Board, Cell, Direction};
use huarong_core::rules::{Arrangement, Puzzle};

/// Whether all tiles are different, cover one cell each, and leave one cell empty, on a board where parity decides.
///
/// That is a board on which every two cells are on a common cycle, and which is not one cycle itself. Such a board is
/// bipartite, so by Wilson's theorem (1974) exactly the positions of equal parity can reach one another. The theorem's
/// one exception has cycles of five cells, which no board has.
pub(super) fn is_tile_puzzle(puzzle: &Puzzle, position: &Arrangement) -> bool {
    let board = puzzle.board();
    let is_tile = |(shape, cell): (usize, Cell)| {
        position.count(shape) == 1
            && puzzle.footprint(shape, cell).eq([cell])
            && goes_anywhere(puzzle, shape)
    };
    position.pieces().all(is_tile)
        && puzzle.empty_cells(position).count() == 1
        && board.cells().any(|cell| board.neighbours(cell).count() > 2)
        && is_two_connected(board)
}

/// Whether a piece of one cell moves from any cell to any cell beside it.
fn goes_anywhere(puzzle: &Puzzle, shape: usize) -> bool {
    let board = puzzle.board();
    let step = |cell, side| puzzle.lone_step(shape, cell, side) == board.neighbour(cell, side);
    board.cells().all(|cell| Direction::ALL.into_iter().all(|side| step(cell, side)))
}

/// Whether a board is connected, and stays so without any one of its cells.
fn is_two_connected(board: &Board) -> bool {
    let neighbours = |cell| board.neighbours(cell).map(u32::from).collect::<Vec<_>>();
    let graph = Graph::new(board.cells().map(neighbours));
    graph.distances(&[0]).iter().all(|&distance| distance != u32::MAX)
        && cuts(&graph).articulations.is_empty()
}

/// Whether two positions of a tile puzzle have the same parity. A move exchanges a tile with the empty cell, and moves
/// the empty cell to a cell of the other colour of a chequered board.
pub(super) fn same_parity(puzzle: &Puzzle, one: &Arrangement, other: &Arrangement) -> bool {
    let board = puzzle.board();
    let empty = |position| puzzle.empty_cells(position).next().expect("one cell is empty");
    let colour = |cell| board.column(cell) ^ board.row(cell);
    // The permutation that leads the contents of each cell, the empty one included, from one position to the other.
    let mut to: Vec<Cell> = board.cells().collect();
    for shape in 0..puzzle.shapes().len() {
        if let (Some(from), Some(after)) =
            (one.anchors_of(shape).next(), other.anchors_of(shape).next())
        {
            to[usize::from(from)] = after;
        }
    }
    to[usize::from(empty(one))] = empty(other);
    let mut seen = vec![false; to.len()];
    let mut is_odd = false;
    for first in 0..to.len() {
        let (mut at, mut length) = (first, 0);
        while !seen[at] {
            seen[at] = true;
            at = usize::from(to[at]);
            length += 1;
        }
        is_odd ^= length > 0 && length % 2 == 0;
    }
    is_odd == ((colour(empty(one)) ^ colour(empty(other))) & 1 == 1)
}
