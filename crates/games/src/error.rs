//! Errors of solved games.

use super::stones::{Contradiction, PositionError};
use huarong_core::effort::Cancelled;
use huarong_core::numerals::Amount;
use huarong_tables::table::TableError;
use num_bigint::BigUint;
use std::path::PathBuf;
use thiserror::Error;

/// Errors of tables of games.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum GameError {
    /// There is no table.
    #[error("{game} has no table: {} does not exist; build the table first", .path.display())]
    Missing {
        /// The name of the game.
        game: String,
        /// Path of the missing table.
        path: PathBuf,
    },
    /// The table cannot be read or written.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The observer cancelled the work.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// The positions do not fit in memory.
    #[error(
        "{game} has {positions} positions of one byte each, but only {} of memory are available",
        Amount(*.allowed)
    )]
    Memory {
        /// The game.
        game: String,
        /// Number of its positions.
        positions: BigUint,
        /// Available bytes.
        allowed: u64,
    },
    /// The implementation of the game has a contradiction.
    #[error("the game contradicts itself: {0}")]
    Contradiction(#[from] Contradiction),
    /// The rules have changed since the game was solved.
    #[error(
        "the value of {position} contradicts its moves: the rules of the game have changed since it was solved"
    )]
    Changed {
        /// The position, as [`Position::text`](super::Position::text) writes it.
        position: String,
    },
    /// Not a position of the game, or not reachable by play.
    #[error(transparent)]
    Position(#[from] PositionError),
}
