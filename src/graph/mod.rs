//! What can be said of any graph: how far its nodes are apart, and what holds it together.

mod adjacency;
mod cuts;
mod eccentricity;
mod sweep;

pub use adjacency::Graph;
pub use cuts::{Cuts, cuts};
pub use eccentricity::{Eccentricities, Extremes, eccentricities, extremes, sweep_memory};
