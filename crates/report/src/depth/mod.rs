//! Depth reports: analysis of the graphs of piece sets, one source file per CSV file, and a page that explains them.

mod diameters;
mod eccentricities;
mod files;
mod goals;
mod optimal_solutions;
mod page;
mod searches;
mod structure;
mod study;

pub use study::DepthStudy;
