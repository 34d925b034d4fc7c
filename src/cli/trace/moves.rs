//! Moves of lists, such as `A+2 BU1 C↓→`.

use super::boards::Board;
use huarong_core::rules::{Lettering, PieceMove};
use huarong_lab::score::{MoveError, MoveReader};
use serde::Serialize;

/// How the letters of a list name pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Letters {
    /// By their signs at the start, which the pieces keep.
    Start,
    /// By the letters that sheets print on pieces without signs.
    Sheet,
    /// By their signs in the canonical text of the position before each move.
    Position,
}

/// The moves of a list from a start, and why it ends before the others. Letters are of the first kind that the rules allow
/// the most moves of.
pub(super) fn read_all(board: &Board, list: &str) -> (Vec<PieceMove>, Option<MoveError>, Letters) {
    if list.is_empty() {
        return (Vec::new(), None, Letters::Start);
    }
    let (puzzle, start) = (board.puzzle(), board.position.arrangement());
    let reader = || MoveReader::new(&board.position, board.landscape.metric());
    let read = |letters| {
        let reader = match letters {
            Letters::Start => reader(),
            Letters::Sheet => reader().with_lettering(Lettering::of_each(puzzle, start)),
            Letters::Position => reader().with_signs_of_positions(),
        };
        let (moves, error) = reader.moves(list);
        (moves, error, letters)
    };
    // A list that is read whole, then the most moves, then a list whose first error is a move.
    let rank = |(moves, error, _): &(Vec<PieceMove>, Option<MoveError>, Letters)| {
        (error.is_none(), moves.len(), error.as_ref().is_some_and(|error| error.number > 0))
    };
    let mut best = read(Letters::Start);
    for letters in [Letters::Sheet, Letters::Position] {
        if best.1.is_none() {
            break;
        }
        let other = read(letters);
        if rank(&other) > rank(&best) {
            best = other;
        }
    }
    best
}
