//! Drawing of general subjects: charts, layered graphs and outlines of polyominoes.

pub mod chart;
pub mod histogram;
pub mod layers;
mod outline;

pub(crate) use outline::outlines;
