//! Orders of tiles, of which groups are parts, and reflections of boards.

use huarong_core::grid::{Board, Cell, Direction};

/// For each direction, its image in a reflection along the diagonal.
pub(super) const REFLECTED: [usize; 4] = [
    Direction::Down as usize,
    Direction::Right as usize,
    Direction::Up as usize,
    Direction::Left as usize,
];

/// The image of a cell in a reflection along the diagonal.
pub(super) fn reflected(board: &Board, cell: Cell) -> Option<Cell> {
    board.cell(board.row(cell), board.column(cell))
}

/// Whether a reflection along the diagonal maps a board and its empty cell to themselves. Then the second of the
/// [`orders`] is the image of the first.
pub(super) fn reflects(board: &Board, empty: Cell) -> bool {
    let reflects = |cell| {
        reflected(board, cell).is_some_and(|image| {
            Direction::ALL.into_iter().all(|direction| {
                let beside = board.neighbour(cell, direction);
                let of_image = Direction::ALL[REFLECTED[direction as usize]];
                beside.and_then(|beside| reflected(board, beside))
                    == board.neighbour(image, of_image)
            })
        })
    };
    board.row(empty) == board.column(empty) && board.cells().all(reflects)
}

/// The tiles in two orders: by the rows of their cells in the target, and by the columns. Tiles that follow one another are
/// near to one another.
pub(super) fn orders(board: &Board, empty: Cell) -> [Vec<Cell>; 2] {
    // From the side of the empty cell, along strips of two rows, or two columns, there and back.
    let from_empty = |place: u8, of_empty: u8, length: u8| match of_empty < length.div_ceil(2) {
        true => place,
        false => length - 1 - place,
    };
    let row = |cell| from_empty(board.row(cell), board.row(empty), board.height());
    let column = |cell| from_empty(board.column(cell), board.column(empty), board.width());
    let strip = |across: u8, along: u8| {
        let along = i16::from(along);
        (across / 2, if across & 2 == 0 { along } else { -along }, across)
    };
    let order = |place: &dyn Fn(Cell) -> (u8, i16, u8)| {
        let mut order: Vec<Cell> = board.cells().filter(|&cell| cell != empty).collect();
        order.sort_by_key(|&cell| place(cell));
        order
    };
    [order(&|cell| strip(row(cell), column(cell))), order(&|cell| strip(column(cell), row(cell)))]
}
