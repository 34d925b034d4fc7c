//! Algorithms on graphs: distances, shortest paths, eccentricities, reachability and connectivity.

mod adjacency;
mod cuts;
mod descents;
mod eccentricity;
mod flood;
mod sweep;
mod union_find;

pub use adjacency::Graph;
pub use cuts::{Cuts, cuts};
pub use descents::{Descents, Passed};
pub use eccentricity::{Eccentricities, Extremes, eccentricities, extremes, sweep_memory};
pub use flood::flood;
pub use union_find::UnionFind;
