//! Cells, boards, forms and directions: the basis of all puzzles and games.
//!
//! [`Cells`] is a set of cells, [`Board`] a rectangle of cells with walls, [`Form`] the cells of a piece without a
//! place, and [`Region`] a board of any size for counting.

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
