//! What can be said of any graph: how far its nodes are apart, what can be reached, and what holds it together.

mod adjacency;
mod cuts;
mod eccentricity;
mod flood;
mod sweep;
mod union_find;

pub use adjacency::Graph;
pub use cuts::{Cuts, cuts};
pub use eccentricity::{Eccentricities, Extremes, eccentricities, extremes, sweep_memory};
pub use flood::flood;
pub use union_find::UnionFind;
