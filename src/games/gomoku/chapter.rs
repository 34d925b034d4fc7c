//! The chapter's player: entirely evaluation, no search.
//!
//! C.-C. Chen's chapter on game search and its program gomoku.js. For every empty cell it adds, over the four
//! directions, the scores of all windows that lie wholly on the board and are wholly of one colour, the cell itself
//! counted as that colour. The highest sum is where it moves, the first in reading order among equals.
//!
//! Windows of every length start from four cells before the cell to the cell itself, whatever their length is. So those
//! of fewer than five stones that end before the cell count too, on that one side only. That is how the chapter's
//! program plays, and so does this.

use super::board::{Board, Cell, DIRECTIONS, Stone};

/// What a window of the mover's own colour is worth, by its length from 1.
pub const ATTACK: [u32; 5] = [3, 10, 30, 100, 500];
/// What a window of the other colour is worth, by its length from 1.
pub const GUARD: [u32; 5] = [2, 9, 25, 90, 400];

/// What an empty cell is worth to a colour that is to move.
///
/// ```
/// use huarong::games::gomoku::{Board, Cell, Stone, chapter};
///
/// let mut board = Board::new(16)?;
/// board.set(Cell { row: 6, column: 6 }, Some(Stone::Black));
/// let best = chapter::best(&board, Stone::White);
/// assert_eq!(best, Some((Cell { row: 6, column: 7 }, 31)));
/// # Ok::<_, huarong::games::gomoku::BoardError>(())
/// ```
pub fn score(board: &Board, cell: Cell, mover: Stone) -> u32 {
    windows(board, cell, mover, &ATTACK) + windows(board, cell, mover.other(), &GUARD)
}

/// What the windows of one colour through an empty cell are worth, by their length.
pub(super) fn windows(board: &Board, cell: Cell, stone: Stone, worth: &[u32; 5]) -> u32 {
    let of_line = |direction| -> u32 {
        let is_own = |steps: i8| steps == 0 || board.is_at(cell, direction, steps, stone);
        (-4..=0)
            .map(|start| {
                let length = (0..5).take_while(|&offset| is_own(start + offset)).count();
                worth[..length].iter().sum::<u32>()
            })
            .sum()
    };
    DIRECTIONS.into_iter().map(of_line).sum()
}

/// Every empty cell in reading order, with what it is worth to a colour that is to move.
pub fn scores(board: &Board, mover: Stone) -> Vec<(Cell, u32)> {
    board.empty().map(|cell| (cell, score(board, cell, mover))).collect()
}

/// Where the chapter's player moves, and what that is worth; nowhere on a full board.
pub fn best(board: &Board, mover: Stone) -> Option<(Cell, u32)> {
    best_of(scores(board, mover))
}

/// The highest score, the first among equals.
pub(super) fn best_of(scores: impl IntoIterator<Item = (Cell, u32)>) -> Option<(Cell, u32)> {
    scores.into_iter().reduce(|best, next| if next.1 > best.1 { next } else { best })
}
