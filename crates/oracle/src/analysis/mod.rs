//! Analysis of spaces and tables: probes, solutions, components, hardest positions, samples and the certificate of
//! correctness.

mod all_positions;
mod certificate;
#[cfg(feature = "disk")]
mod checksums;
mod components;
pub mod decimal;
mod figures;
mod hardest;
mod members;
mod probe;
mod reachable;
mod sample;
mod shortest_paths;
mod solution_counts;
mod tier_distances;

pub use all_positions::AllPositions;
pub use certificate::{
    Certificate, Fault, PartFault, Totals, by_piece_set, certify, certify_all, certify_part,
};
#[cfg(feature = "disk")]
pub use checksums::{ChecksumError, Checksums, Difference, table_checksum};
pub use components::{
    Component, ComponentSize, component_sizes, components, components_memory, sizes_by_space,
};
pub use decimal::Decimal;
pub use figures::{FiguresError, MetricFigures, SetFigures};
pub use hardest::{Hardest, hardest, hardest_with_solutions};
pub use members::{ComponentList, Members};
pub use probe::{Probe, ProbedMove};
pub use probe::{probe_by_positions, probe_in_space};
pub use reachable::{Reachable, ReachableError};
pub use sample::{
    DistanceRange, NumberRange, RangeError, Sample, SampleError, SampleQuery, SolutionRange, sample,
};
pub use shortest_paths::{Answer, NoPath, NotKnown, PathsError, ShortestPaths, Solutions};
pub use solution_counts::solution_counts_memory;
pub use solution_counts::{MOST_SOLUTIONS, solution_counts};
pub use tier_distances::TierDistances;
