//! The rules: shapes, piece sets, positions, goals, metrics, moves and their text.
//!
//! This module does not depend on indices, files or any particular puzzle.

mod arrangement;
mod builder;
mod covering;
mod definition;
mod doors;
mod family;
mod footprints;
mod freedom;
mod goal;
mod leaving;
mod lettering;
mod metric;
mod moves;
mod piece_lines;
mod piece_set;
mod puzzle;
mod shape;
mod signs;
mod symmetry;
mod text;

pub use arrangement::{Arrangement, PieceSet, ShapeId};
pub use builder::{BuilderError, PuzzleBuilder};
pub use definition::PuzzleError;
pub use doors::{Door, DoorRules, Doors, Exit, GONE, Until};
pub use family::Family;
pub use freedom::Freedom;
pub use goal::Goal;
pub use lettering::Lettering;
pub use metric::{ByMetric, SinglePieceMetric};
pub use metric::{Metric, PerMetric, UnknownName};
pub use moves::{PieceMove, Shift};
pub use piece_set::{PieceSetError, PieceSetText};
pub use puzzle::Puzzle;
pub use shape::{Shape, ShapeError, filling_shape, mirror_partner};
pub use symmetry::{Reflection, Symmetry};
pub use text::PositionError;
