//! Why no moves lead where they should, for the command line and the server.

use huarong::puzzle::{PieceSet, Position, Puzzle};
use thiserror::Error;

/// Why there is no solution.
#[derive(Debug, Error)]
pub enum NoWay {
    #[error("{0} cannot reach the goal")]
    Unsolvable(String),
    #[error("{0} and {1} lie in different components: no moves lead from one to the other")]
    Components(String, String),
    #[error(
        "the positions have different pieces, {0} and {1}: no moves lead from one to the other"
    )]
    Pieces(String, String),
}

impl NoWay {
    /// That a position cannot reach the goal, or another position.
    pub fn between(puzzle: &Puzzle, position: &Position, target: Option<&Position>) -> Self {
        let from = puzzle.position_text(position);
        match target {
            None => Self::Unsolvable(from),
            Some(target) => Self::Components(from, puzzle.position_text(target)),
        }
    }

    /// That two positions have different pieces.
    pub fn of_pieces(puzzle: &Puzzle, from: &PieceSet, to: &PieceSet) -> Self {
        Self::Pieces(puzzle.piece_set_text(from), puzzle.piece_set_text(to))
    }
}
