//! Moves of lines of pieces, as sequences of straight moves of single pieces.
//!
//! The search has a generator of its own. This one uses only the moves of single pieces, and the coordinates of cells.

use huarong_core::grid::Cell;
use huarong_core::rules::{Arrangement, Metric, PieceMove, Puzzle, ShapeId};
use huarong_core::space::Space;

/// The pieces of a line that have moved.
struct Moved<'l> {
    before: Option<&'l Moved<'l>>,
    shape: ShapeId,
    to: Cell,
    /// The places of its cells before the move.
    cells: Vec<(i16, i16)>,
}

/// The common move of a line.
#[derive(Clone, Copy)]
struct Course {
    /// Columns and rows that each piece moves, one of which is 0.
    by: (i16, i16),
    /// The row, or the column, along which the pieces touch; none for a single piece.
    along: Option<i16>,
}

/// Calls `visit` with the index of every position that is one multi move away; repeatedly if several moves lead there.
pub(super) fn for_each_line(space: &Space, position: &Arrangement, visit: &mut dyn FnMut(u64)) {
    let puzzle = space.puzzle();
    for made in puzzle.moves(position, Metric::Straight) {
        let course = Course { by: distance(puzzle, &made), along: None };
        follow(space, position, None, course, &made, visit);
    }
}

/// Visits the position after a straight move of the next piece of a line, and then the moves of pieces behind it.
fn follow(
    space: &Space,
    position: &Arrangement,
    before: Option<&Moved<'_>>,
    course: Course,
    made: &PieceMove,
    visit: &mut dyn FnMut(u64),
) {
    let puzzle = space.puzzle();
    let after = made.apply(position);
    visit(space.rank(&after).expect("a move keeps the piece set"));
    let cells = places(puzzle, made.shape, made.from);
    let moved = Moved { before, shape: made.shape, to: made.to, cells };
    let back = (-course.by.0.signum(), -course.by.1.signum());
    for next in puzzle.moves(&after, Metric::Straight) {
        if distance(puzzle, &next) != course.by || moved.has(&next) {
            continue;
        }
        let behind = places(puzzle, next.shape, next.from);
        let touches =
            moved.cells.iter().filter(|cell| behind.contains(&(cell.0 + back.0, cell.1 + back.1)));
        let mut lines: Vec<i16> =
            touches.map(|cell| if back.0 == 0 { cell.0 } else { cell.1 }).collect();
        lines.dedup();
        lines.retain(|line| course.along.is_none_or(|along| along == *line));
        for line in lines {
            let course = Course { along: Some(line), ..course };
            follow(space, &after, Some(&moved), course, &next, visit);
        }
    }
}

impl Moved<'_> {
    /// Whether a move takes one of these pieces further.
    fn has(&self, made: &PieceMove) -> bool {
        (self.shape, self.to) == (made.shape, made.from)
            || self.before.is_some_and(|before| before.has(made))
    }
}

/// Columns and rows that a move takes a piece.
fn distance(puzzle: &Puzzle, made: &PieceMove) -> (i16, i16) {
    let [from, to] = [made.from, made.to].map(|cell| place(puzzle, cell));
    (to.0 - from.0, to.1 - from.1)
}

/// Column and row of a cell.
fn place(puzzle: &Puzzle, cell: Cell) -> (i16, i16) {
    (puzzle.board().column(cell).into(), puzzle.board().row(cell).into())
}

/// Columns and rows of the cells of a piece.
fn places(puzzle: &Puzzle, shape: ShapeId, anchor: Cell) -> Vec<(i16, i16)> {
    puzzle.footprint(shape, anchor).map(|cell| place(puzzle, cell)).collect()
}
