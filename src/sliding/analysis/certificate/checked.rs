//! The result of a check: how much was checked, and the faults found.

use super::fault::Fault;

/// Amount of work done by a check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Checked entries: one per position and metric.
    pub entries: u64,
    /// Compared neighbours: one per move and metric.
    pub neighbours: u64,
}

/// Result of checking tables.
#[derive(Debug, Default)]
pub struct Certificate {
    /// Amount of work done.
    pub checked: Checked,
    /// The faults found: at most one per table, the one at the lowest index.
    pub faults: Vec<Fault>,
}

impl Certificate {
    /// Adds the result of checking other tables.
    pub fn add(&mut self, other: Self) {
        self.checked.entries += other.checked.entries;
        self.checked.neighbours += other.checked.neighbours;
        self.faults.extend(other.faults);
    }
}
