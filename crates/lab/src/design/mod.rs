//! Puzzles to order: variants of a puzzle that differ in one piece, and puzzles that satisfy conditions.

#[cfg(feature = "formats")]
mod boards;
mod cases;
mod designs;
mod draft;
mod drawn;
mod local;
mod order;
mod outcome;
mod packing;
mod pieces;
mod scan;
mod select;
mod variants;

#[cfg(feature = "formats")]
pub use boards::{Among, RushDesigns, rush_designs};
pub use designs::{AtRandom, DesignError, Designs, designs, hardest_designs};
pub use draft::{Change, Draft, DraftError};
pub use drawn::{DrawnError, board_of, fixed_pieces, goal_cells};
pub use order::{Designed, Measured, Order};
pub use outcome::{Ended, Excluded};
pub use pieces::{Mix, PieceList, PieceListError};
pub use variants::{Variant, Variants, VariantsError, variants};
