//! Cells, boards, polyominoes and directions: the basis of all puzzles and games.
//!
//! [`Cells`] is a set of cells of a board with at most 128 cells, [`WideCells`] one of any board. [`Board`] is a
//! rectangle of cells with walls, and [`Region`] one of any size for counting. [`Polyomino`] is the cells of a piece without a
//! place.

mod board;
mod cells;
mod direction;
mod polyomino;
mod region;
mod wide_cells;

pub use board::{Board, BoardError};
pub use cells::{Cell, CellIter, Cells};
pub use direction::Direction;
pub use polyomino::Polyomino;
pub use region::{Order, Placed};
pub use region::{Region, RegionError};
pub use wide_cells::{CellSet, WideCells};
