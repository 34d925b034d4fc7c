//! The result of a check.

use super::fault::Fault;

/// How much was checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Entries, each a position under a metric.
    pub entries: u64,
    /// Neighbours looked at, each a move under a metric.
    pub neighbours: u64,
}

/// What came of checking tables.
#[derive(Debug, Default)]
pub struct Certificate {
    /// How much was checked.
    pub checked: Checked,
    /// What is wrong, at most one fault a table, that at the least index.
    pub faults: Vec<Fault>,
}

impl Certificate {
    /// Adds what came of checking other tables.
    pub fn add(&mut self, other: Self) {
        self.checked.entries += other.checked.entries;
        self.checked.neighbours += other.checked.neighbours;
        self.faults.extend(other.faults);
    }
}
