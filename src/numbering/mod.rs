//! Numbers for arrangements: bijections between arrangements of pieces and 0, 1, 2, …
//!
//! [`Arrangements`] numbers where pieces of given forms stand, [`Labelled`] also which of those that look alike is
//! which, [`subsets`] which of some cells are chosen. They know cells alone; what the pieces are is the matter of those
//! who number them.

mod arrangements;
mod labelled;
mod placements;
pub mod subsets;

pub use arrangements::{Anchors, ArrangementIter, Arrangements, ArrangementsError};
pub use labelled::Labelled;
pub(crate) use placements::{Limits, Placements, Tally};
pub use placements::{Pieces, ReachError};
