//! Puzzles to order: variants of a puzzle that differ in one piece, and puzzles that satisfy conditions.

mod board_symmetry;
#[cfg(feature = "formats")]
mod car_designs;
mod cases;
mod designs;
mod door_designs;
mod door_puzzle;
mod door_scope;
mod draft;
mod drawings;
mod error;
mod forecast;
mod local_search;
mod order;
mod outcome;
#[cfg(feature = "formats")]
mod pack;
mod packing;
mod pieces;
#[doc(hidden)]
pub mod quotas;
mod random_designs;
#[cfg(feature = "formats")]
mod rush_designs;
mod scan;
mod select;
mod taken;
mod variants;

#[cfg(feature = "formats")]
pub use crate::sketch::RowEnd;
pub use board_symmetry::StartSymmetry;
#[cfg(feature = "formats")]
pub use car_designs::{CarScope, car_designs};
pub use designs::{AtRandom, Designs, designs, hardest_designs};
pub use door_designs::{DoorDesigns, door_designs};
pub use door_scope::{DoorScope, DoorScopeError};
pub use draft::{Change, Draft, DraftError};
pub use drawings::{DrawnError, board_of, fixed_pieces, goal_cells};
pub use error::{AsymmetricPart, DesignError};
pub use order::{DecoyCounts, Designed, Measured, Order};
pub use outcome::{Ended, Excluded};
#[cfg(feature = "formats")]
pub use pack::{Band, Pack, PackOrder, Packed, Source, Theme, pack_designs};
pub use pieces::{Mix, PieceList, PieceListError, ShapeList};
#[cfg(feature = "formats")]
pub use rush_designs::{Among, RushDesigns, rush_designs};
pub use taken::Taken;
pub use variants::{Variant, Variants, VariantsError, variants};
