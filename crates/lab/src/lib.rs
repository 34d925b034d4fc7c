//! Research with huarong: everything that is found out about puzzles and spaces beyond the answers of an oracle.
//!
//! - [`depth`]: statistics of whole graphs;
//! - `census`: the hardest puzzles of a board;
//! - `rush`: every Rush Hour board of a size;
//! - [`difficulty`]: measures for people;
//! - [`design`]: puzzles to order;
//! - [`proof`]: proofs of lengths that others can check;
//! - [`score`]: scores of answers;
//! - [`cluster_key`]: keys of components;
//! - `library`: published puzzles;
//! - `export`: rows and graphs for other tools.

mod archive;
#[cfg(feature = "census")]
pub mod batch;
#[cfg(feature = "census")]
pub mod census;
pub mod cluster_key;
#[cfg(feature = "census")]
pub mod counts;
pub mod depth;
pub mod design;
pub mod difficulty;
#[cfg(feature = "formats")]
pub mod export;
#[cfg(feature = "formats")]
pub mod library;
#[cfg(feature = "formats")]
pub mod listing;
#[cfg(feature = "drawing")]
pub mod map;
pub mod proof;
#[cfg(feature = "census")]
pub mod rush;
pub mod score;
#[cfg(feature = "census")]
mod sketch;
pub mod tasks;
