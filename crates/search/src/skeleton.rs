//! Skeletons: their numbers, pairs of adjacent remaining cells, and the places that the goal requires.

use huarong_core::grid::{Board, Cell, Cells, Direction};
use huarong_core::rules::{Arrangement, Puzzle, ShapeId};

/// Number of a skeleton: 32 bits, which [`SearchPlan::new`](super::SearchPlan::new) checks.
pub type SkeletonId = u32;

/// Two adjacent remaining cells of a skeleton, by their places among the remaining cells.
///
/// Pairs are listed line by line: all rows, then all columns.
#[derive(Clone, Copy, Debug)]
pub struct Pair {
    pub low: u8,
    pub high: u8,
    /// Whether the previous pair is in the same line and ends where this one starts.
    pub chained: bool,
}

/// Two adjacent cells of a board.
#[derive(Clone, Copy, Debug)]
pub struct Neighbours {
    /// From the lower cell to the higher one.
    pub direction: Direction,
    pub low: Cell,
    pub high: Cell,
}

/// All pairs of adjacent cells, line by line: all rows, then all columns.
pub fn neighbours(board: &Board) -> Vec<Neighbours> {
    let columns = (0..board.width()).flat_map(|c| (0..board.height()).map(move |r| (c, r)));
    let along_rows = board.cells().map(|cell| (Direction::Right, cell));
    let along_columns = columns.filter_map(|(c, r)| Some((Direction::Down, board.cell(c, r)?)));
    along_rows
        .chain(along_columns)
        .filter_map(|(direction, low)| {
            let high = board.neighbour(low, direction)?;
            Some(Neighbours { direction, low, high })
        })
        .collect()
}

/// The pairs of adjacent free cells, in the order of [`neighbours`].
pub fn neighbour_pairs(all: &[Neighbours], free: Cells) -> impl Iterator<Item = Pair> + '_ {
    let mut before = None;
    let both_free =
        all.iter().filter(move |pair| free.contains(pair.low) && free.contains(pair.high));
    both_free.map(move |&Neighbours { direction, low, high }| {
        let chained = before == Some((direction, low));
        before = Some((direction, high));
        let place = |cell| free.place_of(cell) as u8;
        Pair { low: place(low), high: place(high), chained }
    })
}

/// The places that must hold small pieces in a goal position of a skeleton, by one alternative of the goal. `None` if
/// the skeleton has no goal position.
pub fn goal_places(
    puzzle: &Puzzle,
    alternative: &[(ShapeId, Cell)],
    skeleton: &Arrangement,
    free: Cells,
) -> Option<u32> {
    let filling = puzzle.filling_shape();
    let mut cells = Cells::NONE;
    for &(shape, cell) in alternative {
        if Some(shape) == filling {
            cells.insert(cell);
        } else if !skeleton.anchors(shape).contains(cell) {
            return None;
        }
    }
    cells.is_within(free).then(|| places(cells, free))
}

/// The places of some cells among the free cells.
pub fn places(cells: Cells, free: Cells) -> u32 {
    cells.into_iter().fold(0, |places, cell| places | 1 << free.place_of(cell))
}
