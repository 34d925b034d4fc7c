//! Two-player games: those that are solved to the last position, and gomoku as people play it.
//!
//! A game of one's own implements [`StoneGame`]; [`GameTable`] solves it and answers what its positions are worth.

mod breaker;
mod certificate;
mod figures;
#[cfg(not(feature = "internals"))]
pub(crate) mod gomoku;
#[cfg(feature = "internals")]
pub mod gomoku;
pub mod lines;
mod proof;
mod solve;
mod stones;
mod table;
mod tiers;
mod verdict;

pub use certificate::{Certificate, CertifyError, Fault, certify};
pub use proof::{Proof, ProofError, Prover, Question};
pub use solve::SolveError;
pub use stones::{Contradiction, Position, PositionError, StoneGame, check};
pub use table::{GameError, GameTable, MoveValue};
pub use verdict::{Outcome, Verdict};

#[cfg(not(feature = "internals"))]
pub(crate) use {
    figures::{Figures, TierFigures, figures},
    solve::solve,
    tiers::{Tiers, positions},
    verdict::Entry,
};
#[cfg(feature = "internals")]
pub use {
    figures::{Figures, TierFigures, figures},
    solve::solve,
    tiers::{Tiers, positions},
    verdict::Entry,
};
