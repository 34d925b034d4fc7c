//! The result of a check: how much was checked, and the faults found.

use super::fault::Fault;

/// Result of checking tables.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Certificate {
    /// Checked entries: one per position and metric.
    pub entries: u64,
    /// Compared neighbours: one per move and metric.
    pub neighbours: u64,
    /// The faults found: at most one per table, the one at the lowest index. There are none in what
    /// [`Tables::verify`](crate::Tables::verify) returns without an error.
    pub faults: Vec<Fault>,
}

impl Certificate {
    /// Adds the result of checking other tables.
    pub fn add(&mut self, other: Self) {
        self.entries += other.entries;
        self.neighbours += other.neighbours;
        self.faults.extend(other.faults);
    }
}
