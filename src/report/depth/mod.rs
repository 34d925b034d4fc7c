//! Depth reports: analysis of the graphs of piece sets, one source file per CSV file, and a page that explains them.

mod diameters;
mod eccentricities;
mod files;
mod goals;
mod page;
mod searches;
mod structure;
mod study;
mod ways;

pub use study::DepthStudy;
