//! The chapter's player, which evaluates each cell and does not search.
//!
//! It follows C.-C. Chen's chapter on game search and its program gomoku.js. A *window* is up to five consecutive cells
//! of a line. It counts if all of it is on the board and of one colour, where the evaluated cell counts as that colour.
//! The score of an empty cell is the sum of its windows' scores over the four directions. The player moves on the cell
//! with the highest score; among equal scores, on the first in reading order.
//!
//! A window of any length starts at most four cells before the cell, and at the latest on it. So a window of fewer than
//! five stones also counts if it ends before the cell, but only on that side. The chapter's program plays like this.

use super::board::{Board, Cell, DIRECTIONS, Stone};

/// The score of a window of the mover's colour, by its length from 1.
pub(super) const ATTACK: [u32; 5] = [3, 10, 30, 100, 500];
/// The score of a window of the opponent's colour, by its length from 1.
pub(super) const GUARD: [u32; 5] = [2, 9, 25, 90, 400];

/// The sum of the scores of one colour's windows around an empty cell. `worth` gives the score of each length.
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

/// All empty cells in reading order, each with its score for the player to move.
pub fn scores(board: &Board, mover: Stone) -> Vec<(Cell, u32)> {
    let score =
        |cell| windows(board, cell, mover, &ATTACK) + windows(board, cell, mover.other(), &GUARD);
    board.empty().map(|cell| (cell, score(cell))).collect()
}
