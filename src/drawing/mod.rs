//! Pictures of any subject: charts, graphs in layers, and the outlines of forms.

pub mod chart;
pub mod histogram;
pub mod layers;
mod outline;

pub(crate) use outline::outlines;
