//! Klotski (Huarong Dao, 華容道): the 4x5 family, the first preset.

use super::rules::{Family, Freedom, Goal, PieceSet, Puzzle, Shape, ShapeId};
use crate::grid::Board;

/// The 2x2 piece to bring to the exit.
pub const BIG: ShapeId = 0;
/// The domino lying down.
pub const HORIZONTAL: ShapeId = 1;
/// The domino standing up.
pub const VERTICAL: ShapeId = 2;
/// The single cell.
pub const SMALL: ShapeId = 3;

/// Name, letter, columns and rows of every shape.
const FORMS: [(&str, char, u8, u8); 4] =
    [("big", 'B', 2, 2), ("horizontal", 'H', 2, 1), ("vertical", 'V', 1, 2), ("small", 'S', 1, 1)];

/// Cells that every piece set of the family leaves empty at the least.
pub const MIN_EMPTY: u8 = 2;
/// Most verticals beside the big piece: two in each of the columns that it leaves alone, and one in
/// what is left of each column that it stands in.
const MOST_VERTICALS: u8 = 6;

/// Klotski's shapes.
pub fn shapes() -> Vec<Shape> {
    let shape = |(name, letter, width, height)| Shape::rectangle(name, letter, width, height);
    FORMS.into_iter().map(shape).collect::<Result<_, _>>().expect("the four rectangles are shapes")
}

/// Klotski on 4 columns and 5 rows: one big piece, to be brought to the bottom rows' middle columns.
pub fn puzzle() -> Puzzle {
    let board = Board::new(4, 5, []).expect("twenty cells are a board");
    let goal = Goal::new(board.cell(1, 3).map(|cell| (BIG, cell)));
    Puzzle::new(board, shapes(), goal)
        .expect("the big piece fits the exit")
        .with_fixed_count(BIG, 1)
}

/// The 4x5 family: one big piece, any horizontals, verticals and smalls, at least two empty cells, at
/// least one legal arrangement. 203 piece sets.
pub fn family() -> Family {
    let puzzle = puzzle();
    let free = puzzle.board().cell_count() - puzzle.shapes()[BIG].form().area() - MIN_EMPTY;
    let dominoes = free / 2;
    let mut sets = Vec::new();
    for horizontal in 0..=dominoes {
        for vertical in 0..=(dominoes - horizontal).min(MOST_VERTICALS) {
            for small in 0..=free - 2 * (horizontal + vertical) {
                sets.push(PieceSet::new([1, horizontal, vertical, small]));
            }
        }
    }
    Family::new("klotski-4x5", puzzle, MIN_EMPTY.into(), sets).complete()
}

/// Whether a puzzle has Klotski's board and pieces, whatever wins it.
pub fn is_klotski(puzzle: &Puzzle) -> bool {
    let board = puzzle.board();
    let shapes = puzzle.shapes();
    (board.width(), board.height(), board.has_walls()) == (4, 5, false)
        && puzzle.fixed_counts() == [Some(1), None, None, None]
        && shapes.iter().all(|shape| shape.signs().is_empty() && shape.freedom() == Freedom::Both)
        && shapes
            .iter()
            .map(|shape| (shape.letter(), shape.form()))
            .map(|(letter, form)| (letter, form.width(), form.height(), form.area()))
            .eq(FORMS.map(|(_, letter, width, height)| (letter, width, height, width * height)))
}
