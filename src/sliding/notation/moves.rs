//! Short texts of moves: `S2,4↓→`.

use crate::grid::Direction;
use crate::sliding::rules::{Arrangement, Move, Puzzle};

/// A move from a position: the letter of the piece, the column and row of its anchor, counted from 1, and its path, one
/// arrow per cell.
pub fn move_text(puzzle: &Puzzle, before: &Arrangement, made: &Move) -> String {
    let letter = puzzle.sign_of(before, made.shape, made.from);
    let board = puzzle.board();
    let (column, row) = (board.column(made.from) + 1, board.row(made.from) + 1);
    format!("{letter}{column},{row}{}", path_arrows(puzzle, before, made))
}

/// Consecutive moves from a position.
pub fn move_texts(puzzle: &Puzzle, start: &Arrangement, moves: &[Move]) -> Vec<String> {
    let mut position = start.clone();
    let text = |made: &Move| {
        let text = move_text(puzzle, &position, made);
        position = made.apply(&position);
        text
    };
    moves.iter().map(text).collect()
}

/// The path of a move, one arrow per cell.
pub fn path_arrows(puzzle: &Puzzle, before: &Arrangement, made: &Move) -> String {
    puzzle.path(before, made).into_iter().map(Direction::arrow).collect()
}
