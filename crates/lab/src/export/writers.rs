//! Traits of the writers, one per format.

use super::rows::Rows;
use std::io;

/// A writer of rows.
pub trait RowWriter {
    /// Writes some rows.
    fn write(&mut self, rows: Rows) -> io::Result<()>;

    /// Writes the end of the file.
    fn finish(&mut self) -> io::Result<()>;
}

/// A writer of an undirected graph: nodes first, then edges.
pub trait GraphWriter {
    /// Writes some nodes: a column of their numbers, then their attributes.
    fn nodes(&mut self, nodes: &Rows) -> io::Result<()>;

    /// Writes some edges: two columns of node numbers.
    fn edges(&mut self, edges: &Rows) -> io::Result<()>;

    /// Writes the end of the file.
    fn finish(&mut self) -> io::Result<()>;
}
