//! Drawing of general subjects: charts, layered graphs, outlines of polyominoes, and pages of paper.

pub mod chart;
pub mod histogram;
pub mod layers;
mod outline;
#[cfg(feature = "print")]
pub mod pages;

pub(crate) use outline::outlines;
