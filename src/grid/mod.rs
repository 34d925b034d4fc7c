//! The ground under all puzzles and games: cells, boards, forms, directions.
//!
//! [`Cells`] is a set of cells, [`Board`] a rectangle of them with walls, [`Form`] a piece's cells wherever it
//! stands, and [`Region`] a board of any size, for counting.

mod board;
mod cells;
mod direction;
mod form;
mod region;

pub use board::{Board, BoardError};
pub use cells::{Cell, CellIter, Cells};
pub use direction::Direction;
pub use form::Form;
pub(crate) use region::Order;
pub use region::{Region, RegionError};
