//! Pictures of any subject: bar charts, graphs in layers, and the outlines of forms.

pub mod histogram;
pub mod layers;
mod outline;

pub(crate) use outline::outlines;
