//! Plots of the report data, as SVG files, one file per plot.

pub mod chart;
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
