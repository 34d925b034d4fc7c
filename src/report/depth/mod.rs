//! Depth: what the whole graphs of piece sets say, one file a CSV, and a page that explains them.

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
