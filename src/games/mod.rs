//! Two-player games: those that are solved to the last position, and gomoku as people play it.
//!
//! A game of one's own implements [`StoneGame`]; [`GameTable`] solves it and answers what its positions are worth.

mod breaker;
mod certificate;
mod figures;
pub mod gomoku;
pub mod lines;
mod proof;
mod solve;
mod stones;
mod table;
mod tiers;
mod verdict;

pub use certificate::{Certificate, CertifyError, Fault, certify};
pub use figures::{Figures, TierFigures, figures};
pub use proof::{Proof, ProofError, Prover, Question};
pub use solve::{SolveError, solve};
pub use stones::{Contradiction, Position, PositionError, StoneGame, check};
pub use table::{GameError, GameTable, MoveValue};
pub use tiers::{Tiers, positions};
pub use verdict::{Entry, Outcome, Verdict};
