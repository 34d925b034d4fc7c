//! What the whole graph of a space says, beyond the distances to its goal.

mod goals;
mod space_graph;
mod spread;
mod structure;
mod ways;

pub use goals::{GoalFigures, OnePieceGoal, one_piece_goals, one_piece_goals_work};
pub use space_graph::{SpaceGraph, Twin};
pub use spread::{ComponentSpread, EVERY_ECCENTRICITY, Spread, spreads};
pub use structure::{LARGEST_CUT, Structure, structures};
pub use ways::Ways;
