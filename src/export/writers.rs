//! Traits of the writers, one per format.

use super::rows::Rows;
use std::io;

/// Writes rows of some columns.
pub trait RowWriter {
    /// Writes some rows.
    fn write(&mut self, rows: Rows) -> io::Result<()>;

    /// Writes what stands behind all rows.
    fn finish(&mut self) -> io::Result<()>;
}

/// Writes an undirected graph: its nodes first, then its edges.
pub trait GraphWriter {
    /// Writes some nodes: a column of their numbers, and what is said of them.
    fn nodes(&mut self, nodes: &Rows) -> io::Result<()>;

    /// Writes some edges: two columns of numbers of nodes.
    fn edges(&mut self, edges: &Rows) -> io::Result<()>;

    /// Writes what stands behind them.
    fn finish(&mut self) -> io::Result<()>;
}
