//! The strong level: deepening search with patterns and threats.
//!
//! [`patterns`] says what a stone makes of a line, [`field`] keeps that for every empty cell while stones come and go,
//! [`threats`] finds wins by fours and threes, [`search`] weighs what no threat decides, and [`player`] asks both.

pub mod field;
pub mod patterns;
mod player;
mod search;
mod threats;

pub use player::Player;
