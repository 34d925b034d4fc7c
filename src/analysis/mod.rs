//! What is computed from spaces and tables: moves and solutions, components, hardest positions, and the
//! certificate that a table is right.

mod certificate;
mod checksums;
mod components;
mod guide;
mod hardest;
mod routes;
mod sample;

pub use certificate::{Certificate, Checked, Fault, certify};
pub use checksums::{Checksums, ChecksumsError, Difference};
pub use components::{Component, components};
pub use guide::{Guide, Neighbour, Outlook, Step, Survey};
pub use hardest::{Hardest, hardest};
pub use routes::Routes;
pub use sample::{Sample, sample};
