//! Statistics of the whole graph of a space: components, distances between positions, structure, and other goals.

mod goals;
mod optimal_solutions;
mod space_graph;
mod spread;
mod structure;

pub use goals::{GoalFigures, OnePieceGoal, one_piece_goals, one_piece_goals_work};
pub use optimal_solutions::OptimalSolutions;
pub use space_graph::{MirrorComponent, SpaceGraph};
pub use spread::{
    ComponentSpread, EVERY_ECCENTRICITY, Spread, eccentricities_of, position_eccentricities,
    spreads,
};
pub use structure::{LARGEST_CUT, Structure, structures};
