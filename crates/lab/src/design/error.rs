//! Errors of designs.

use super::board_symmetry::StartSymmetry;
use super::door_scope::DoorScopeError;
use super::draft::DraftError;
use super::order::MOST_PUZZLES;
use super::pieces::PieceListError;
#[cfg(feature = "formats")]
use crate::rush::RushError;
use huarong_core::effort::Cancelled;
use huarong_core::numerals::{counted, grouped};
use huarong_core::rules::PuzzleError;
use huarong_search::SearchError;
use std::fmt;
use thiserror::Error;

/// What cannot have the symmetry of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AsymmetricPart {
    /// The board.
    Board,
    /// The goal piece, which must be its own image.
    GoalPiece,
    /// The other pieces, which are images of one another, or each its own image.
    Others,
}

impl fmt::Display for AsymmetricPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Board => "the board is not: use a board with this symmetry",
            Self::GoalPiece => {
                "no place of the goal piece is: use another goal piece or another board"
            }
            Self::Others => {
                "the other pieces are no pairs of images, and the odd ones have no place that is its own image: change \
                 their numbers"
            }
        })
    }
}

/// Reason why an order was not carried out.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DesignError {
    /// The list of pieces is wrong for the board.
    #[error(transparent)]
    Pieces(#[from] PieceListError),
    /// The board cannot have puzzles.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
    /// The goal piece cannot be at the goal.
    #[error(
        "the goal piece never covers exactly the cells of the goal; draw the goal in one of its orientations, and several \
         goals in the same one"
    )]
    Goal,
    /// The start shall be its own mirror image, but the board is not.
    #[error(
        "the board is not its own left-right mirror image, so no start on it is: use a symmetric board, or leave out the \
         condition on symmetry"
    )]
    AsymmetricBoard,
    /// The start shall be its own mirror image, but the goal piece cannot be.
    #[error(
        "no start is its own left-right mirror image, because the goal piece cannot be in the middle of {columns} columns \
         as its own mirror image: use a symmetric goal piece with an {} number of columns, use another board, or leave out \
         the condition on symmetry",
        if columns % 2 == 0 { "even" } else { "odd" }
    )]
    AsymmetricGoalPiece {
        /// Number of columns of the board.
        columns: usize,
    },
    /// The start shall have a symmetry that it cannot have.
    #[error("no start is {symmetry}, because {part}, or leave out the condition on symmetry")]
    Asymmetric {
        /// The symmetry.
        symmetry: StartSymmetry,
        /// What cannot have it.
        part: AsymmetricPart,
    },
    /// A piece set cannot be searched.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// Some piece sets cannot be searched whole.
    #[error("{large} of {} cannot be searched whole; for one of them, {error}", counted(*.all, "piece set"))]
    Large {
        /// Number of these piece sets.
        large: u64,
        /// Number of all piece sets of the list.
        all: u64,
        /// The reason for one of them.
        error: SearchError,
    },
    /// Designs count moves of single pieces.
    #[error("designs count moves of single pieces, so the metric must be unit, straight or finger")]
    Metric,
    /// Too many puzzles are ordered.
    #[error(
        "{} are ordered: order at most {}",
        counted(*.count as u64, "puzzle"),
        grouped(MOST_PUZZLES as u64)
    )]
    Count {
        /// Number of puzzles.
        count: usize,
    },
    /// The Rush Hour boards cannot be searched.
    #[cfg(feature = "formats")]
    #[error(transparent)]
    Rush(#[from] RushError),
    /// Cars cannot have these lengths.
    #[error(
        "cars of {from} to {to} cells are not possible on {width}x{height}: write lengths from 1, the shorter first, that fit \
         on the board, and leave the red car, which has the first, a cell to move to"
    )]
    Lengths {
        /// The least length.
        from: usize,
        /// The largest length.
        to: usize,
        /// Columns of the board.
        width: u8,
        /// Rows of the board.
        height: u8,
    },
    /// No puzzle with doors can have the numbers that are asked for.
    #[error(transparent)]
    Doors(#[from] DoorScopeError),
    /// A puzzle has more pieces than letters.
    #[error(transparent)]
    Draft(#[from] DraftError),
}

impl DesignError {
    /// Whether the time or the observer ended the work.
    pub(super) fn is_cancelled(&self) -> bool {
        match self {
            Self::Search(error) => matches!(error, SearchError::Cancelled(_)),
            #[cfg(feature = "formats")]
            Self::Rush(error) => error.is_cancelled(),
            _ => false,
        }
    }
}

impl From<Cancelled> for DesignError {
    fn from(cancelled: Cancelled) -> Self {
        SearchError::from(cancelled).into()
    }
}
