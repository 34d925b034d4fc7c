//! Short texts of moves: `S2,4↓→`, and of a line of pieces: `A3,1→+B2,1`. The piece of `B3,1→×` leaves the board. The piece
//! of `A1,1↑=b` passes a door and stays as its next layer.

use crate::grid::Direction;
use crate::rules::{Arrangement, Lettering, PieceMove, Puzzle, Shift};

/// A move from a position: the letter of the piece, the column and row of its anchor, counted from 1, and its path. The
/// path has one arrow per cell. The other pieces of a line follow with `+`. If the piece leaves through a door, `×` follows;
/// if it becomes its next layer, `=` and the sign of that layer.
pub fn move_text(puzzle: &Puzzle, before: &Arrangement, made: &PieceMove) -> String {
    lettered_move_text(puzzle, before, &Lettering::of(puzzle, before), made)
}

/// Consecutive moves from a position. Each piece keeps the letter that it has in the canonical text of the start.
pub fn move_texts(puzzle: &Puzzle, start: &Arrangement, moves: &[PieceMove]) -> Vec<String> {
    lettered_move_texts(puzzle, start, &Lettering::of(puzzle, start), moves)
}

/// Consecutive moves from a position. Each piece keeps its letter of the start.
pub fn lettered_move_texts(
    puzzle: &Puzzle,
    start: &Arrangement,
    lettering: &Lettering,
    moves: &[PieceMove],
) -> Vec<String> {
    let (mut position, mut lettering) = (start.clone(), lettering.clone());
    let text = |made: &PieceMove| {
        let text = lettered_move_text(puzzle, &position, &lettering, made);
        made.apply_to(&mut position);
        lettering.make(made);
        text
    };
    moves.iter().map(text).collect()
}

fn lettered_move_text(
    puzzle: &Puzzle,
    before: &Arrangement,
    lettering: &Lettering,
    made: &PieceMove,
) -> String {
    let board = puzzle.board();
    let piece = |shift: Shift| {
        let letter = lettering.sign(shift.shape, shift.from);
        let letter = letter.unwrap_or_else(|| puzzle.shapes()[shift.shape].letter());
        format!("{letter}{},{}", board.column(shift.from) + 1, board.row(shift.from) + 1)
    };
    let mut pieces = made.pieces().map(piece);
    let front = pieces.next().unwrap_or_default();
    let followers: String = pieces.map(|piece| format!("+{piece}")).collect();
    format!("{front}{}{followers}", path_text(puzzle, before, made))
}

/// The path of a move, and whether its piece leaves: `→→`, `→×` or `→=b`.
pub fn path_text(puzzle: &Puzzle, before: &Arrangement, made: &PieceMove) -> String {
    let mut text = path_arrows(puzzle, before, made);
    if made.leaves() {
        text.push('×');
    }
    if let Some((layer, _)) = made.becomes() {
        text.extend(['=', puzzle.shapes()[layer].sign(0)]);
    }
    text
}

/// The letters of the pieces that move, the front of a line first.
pub fn letters(lettering: &Lettering, made: &PieceMove) -> String {
    made.pieces().filter_map(|shift| lettering.sign(shift.shape, shift.from)).collect()
}

/// The path of a move, one arrow per cell.
pub fn path_arrows(puzzle: &Puzzle, before: &Arrangement, made: &PieceMove) -> String {
    let steps = puzzle.steps(before, made);
    // An arrow takes three bytes.
    let mut arrows = String::with_capacity(3 * steps.len());
    arrows.extend(steps.into_iter().map(Direction::arrow));
    arrows
}
