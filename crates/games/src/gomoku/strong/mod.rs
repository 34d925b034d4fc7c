//! The strong level: iterative deepening with patterns and threats.
//!
//! - [`patterns`] classifies the pattern that a stone makes in a line.
//! - [`pattern_board`] stores the patterns of all empty cells, and updates them after each stone.
//! - `threats` finds wins by fours and threes.
//! - `search` evaluates positions that threats do not decide.
//! - `player` chooses a move with both.

pub mod pattern_board;
pub mod patterns;
mod player;
mod search;
mod threats;

pub use player::Player;
