//! Pictures of any subject: bar charts, and the outlines of forms.

pub mod histogram;
mod outline;

pub(crate) use outline::outlines;
