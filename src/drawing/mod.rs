//! Pictures of any subject: charts, and the outlines of forms.

pub mod chart;
pub mod histogram;
mod outline;

pub(crate) use outline::outlines;
