//! What is computed from spaces and tables: moves and solutions, components, hardest positions, and the
//! certificate that a table is right.

mod certificate;
mod components;
mod hardest;
mod path;

pub use certificate::{Certificate, Checked, Fault, certify};
pub use components::{Component, components};
pub use hardest::{Hardest, hardest};
pub use path::{Guide, Outlook, Step};
