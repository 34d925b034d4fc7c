//! Gomoku: five in a row on boards with 15 to 20 rows, with computer players of several levels.
//!
//! [`Game`] is a game with its rules. [`Engine`] is a computer player of a [`Level`]. [`chapter`] is the evaluation of
//! C.-C. Chen's chapter on game search, which all levels but the strong one use.

// Users see the program, its protocol and the pages. This module promises nothing to other crates.
#![allow(missing_docs)]

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
#[doc(hidden)]
pub mod strong;
pub mod swap2;

pub use board::{Board, BoardError, Cell, CellError, Stone, head};
pub use brain::{Answer, Brain, coordinates};
pub use choice::{Choice, Limits, Position};
pub use engine::{Engine, Level};
pub use game::{Act, ActError, Game, GameTextError, Opening, Player, Stage};
pub use rating::{Elo, Results};
pub use rules::{Forbidden, Rule};
