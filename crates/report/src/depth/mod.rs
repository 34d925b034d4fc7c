//! Depth reports: analysis of the graphs of piece sets, as CSV files and a page that explains them.

mod files;
mod page;
mod study;

pub use study::DepthStudy;
