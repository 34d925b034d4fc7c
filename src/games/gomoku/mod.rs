//! Gomoku as people play it: five in a row on a board of 15 to 20, from the chapter's evaluation to a strong player.
//!
//! [`Game`] is a game with its rules, [`Engine`] a player of some [`Level`], [`chapter`] the evaluation of C.-C. Chen's
//! chapter on game search, which the first levels build on.

pub mod alphabeta;
mod board;
mod brain;
pub mod chapter;
mod choice;
mod engine;
mod game;
pub mod openings;
mod rating;
mod rules;
#[cfg(not(feature = "internals"))]
mod strong;
#[cfg(feature = "internals")]
pub mod strong;
pub mod swap2;

pub use board::{Board, BoardError, Cell, CellError, DIRECTIONS, LARGEST, SMALLEST, Stone, head};
pub use brain::{Answer, Brain, coordinates};
pub use choice::{Choice, Limits, Position};
pub use engine::{Engine, Level};
pub use game::{Act, ActError, Game, GameTextError, Opening, Player, Stage};
pub use rating::{Elo, Results};
pub use rules::{Forbidden, Rule};
