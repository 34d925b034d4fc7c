//! The letters of pieces, and moves that name pieces by their letters.

use crate::printed_board::LetteredPiece;
use huarong_core::notation::moves::{letters, path_text};
use huarong_core::rules::{Arrangement, Lettering, PieceMove, Puzzle, ShapeId};

/// Longest run of equal arrows that is written as arrows. A longer run is one arrow with a number.
const MOST_ARROWS_OF_RUN: usize = 4;

/// The pieces of a start, each with a letter of its own. Pieces with signs keep them. Otherwise the pieces of the goal
/// have the first letters, and the others follow in reading order.
pub fn lettered(puzzle: &Puzzle, start: &Arrangement) -> Vec<LetteredPiece> {
    let mut pieces: Vec<(ShapeId, huarong_core::grid::Cell)> = start.pieces().collect();
    let in_goal = |shape| puzzle.goal().alternatives().iter().flatten().any(|&(id, _)| id == shape);
    pieces.sort_by_key(|&(shape, anchor)| (puzzle.has_signs() || !in_goal(shape), anchor));
    let letters = ('A'..='Z').chain('a'..='z').map(Some).chain(std::iter::repeat(None));
    let piece = |((shape, anchor), letter)| {
        let sign = || Some(puzzle.sign_of(start, shape, anchor));
        let letter = if puzzle.has_signs() { sign() } else { letter };
        LetteredPiece { shape, anchor, letter }
    };
    pieces.into_iter().zip(letters).map(piece).collect()
}

/// The letters of the pieces of a start, which they keep.
pub fn lettering(puzzle: &Puzzle, start: &Arrangement) -> Lettering {
    match puzzle.has_signs() {
        true => Lettering::of(puzzle, start),
        false => lettered(puzzle, start)
            .into_iter()
            .filter_map(|piece| Some((piece.shape, piece.anchor, piece.letter?)))
            .collect(),
    }
}

/// Consecutive moves from a start: for each move the letter of its piece and the path, such as `A←↓↓`. A line of pieces
/// has the letters of all of them.
pub fn move_texts(puzzle: &Puzzle, start: &Arrangement, moves: &[PieceMove]) -> Vec<String> {
    let mut lettering = lettering(puzzle, start);
    let mut position = start.clone();
    let text = |made: &PieceMove| {
        let mut text = letters(&lettering, made);
        lettering.make(made);
        let arrows: Vec<char> = path_text(puzzle, &position, made).chars().collect();
        let runs = arrows.chunk_by(|a, b| a == b).map(|run| match run.len() {
            len if len > MOST_ARROWS_OF_RUN => format!("{}{len}", run[0]),
            _ => run.iter().collect(),
        });
        text.extend(runs);
        position = made.apply(&position);
        text
    };
    moves.iter().map(text).collect()
}
