//! Puzzles to order: variants of a puzzle that differ in one piece.

mod draft;
mod variants;

pub use draft::{Change, Draft, DraftError};
pub use variants::{Variant, Variants, VariantsError, variants};
