//! Bijections between arrangements of pieces and the numbers 0, 1, 2, …
//!
//! [`Arrangements`] numbers the placements of pieces, [`Labelled`] also distinguishes pieces that look alike, and
//! [`subsets`] numbers subsets of cells. This module knows cells only; its callers know what the pieces mean.

mod arrangements;
mod labelled;
mod placements;
pub mod subsets;

pub use arrangements::{Anchors, ArrangementIter, Arrangements, ArrangementsError};
pub use labelled::Labelled;
pub use labelled::Neighbourhood;
pub use placements::{Limits, Placements, Tally};
pub use placements::{Pieces, ReachError};
