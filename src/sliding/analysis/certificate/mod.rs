//! The certificate: a table of distances in an undirected graph proves itself.
//!
//! The distances are right if and only if 0 stands exactly on the won positions, every k > 0 has a
//! neighbour at k - 1 and none below, and what is unreachable touches only what is unreachable. The
//! neighbours come from the plain move generator of [`crate::sliding::rules`]; nothing of the search is used.

mod checked;
mod fault;
mod neighbours;
mod part;
mod whole;

pub use checked::{Certificate, Checked};
pub use fault::Fault;
pub use part::{PartFault, certify_part};
pub use whole::{certify, certify_all};
