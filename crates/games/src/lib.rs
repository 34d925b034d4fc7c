//! Two-player games: completely solved ones, and gomoku as people play it.
//!
//! Your own game implements [`StoneGame`]. [`GameTable`] solves it and answers the values of its positions.

mod alphabeta;
mod bitboard;
#[doc(hidden)]
pub mod bounds;
mod breaker;
mod certificate;
mod error;
mod figures;
pub mod gomoku;
pub mod lines;
mod proof;
mod solve;
mod stones;
mod table;
mod tiers;
mod verdict;

pub use certificate::{Certificate, Fault, certify};
pub use error::GameError;
pub use proof::{Proof, ProofError, Prover, Question};
pub use stones::{Contradiction, Position, PositionError, StoneGame, check};
pub use table::{GameTable, MoveValue};
pub use verdict::{Outcome, Verdict};

pub use {
    figures::{Figures, TierFigures, figures},
    solve::solve,
    stones::{each_cell, ended},
    table::GameFiles,
    tiers::{Tiers, positions},
    verdict::Entry,
};
