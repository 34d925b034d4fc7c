//! Measures of difficulty for people: of a start, and of the positions that are reachable from it.

mod bottlenecks;
mod classes;
mod component_landscape;
mod decoys;
mod detours;
mod error_model;
mod fit;
mod intuition;
mod leaving;
mod measures;
mod obstacles;
mod paths;
#[cfg(feature = "serde")]
mod serde_object;

pub use component_landscape::{Landscape, MadeMove};
pub use decoys::Decoys;
pub(crate) use decoys::is_minimal;
pub use detours::NextBest;
pub use error_model::{ErrorModel, ExpectedMoves};
pub use fit::{Decision, Decisions, Fit, FitError};
pub use leaving::LeavingMeasures;
pub use measures::Difficulty;
pub use obstacles::Obstacles;
#[cfg(feature = "serde")]
#[doc(hidden)]
pub use serde_object::measures_without_meaning;
