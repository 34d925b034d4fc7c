//! Sliding-block puzzles.

pub mod analysis;
pub mod atlas;
pub mod counts;
pub mod drawing;
pub mod klotski;
pub mod library;
pub mod notation;
pub mod rules;
pub mod search;
pub mod space;
