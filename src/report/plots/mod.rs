//! Plots of what the reports say, as SVG files: one file a plot.

mod components;
mod diameters;
mod distances;
mod error;
mod hardest;
mod levels;
mod metrics;
mod pieces;
mod plot;
mod study;

pub use diameters::{DIAMETERS, Diameters};
pub use error::PlotError;
pub(super) use study::PLOTS;
pub use study::PlotStudy;
