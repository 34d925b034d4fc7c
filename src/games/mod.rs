//! Two-player games.

pub mod xiangqi;
