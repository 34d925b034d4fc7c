//! What can go wrong in a search.

use crate::cluster::Gone;
use crate::effort::Stopped;
use crate::numbering::ArrangementsError;
use crate::numerals::Amount;
use crate::sliding::space::SpaceError;
use thiserror::Error;

/// Why a search was refused or ended without distances.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum SearchError {
    /// A space could not be numbered.
    #[error(transparent)]
    Space(SpaceError),
    /// The search was cancelled.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// A distance is larger than an entry holds.
    #[error("the search went past {} levels, the most that a table holds", u16::MAX - 1)]
    TooDeep,
    /// There are more skeletons than a search can number.
    #[error("{0} arrangements of the larger pieces: a search tells at most 2^32 apart")]
    Skeletons(u64),
    /// The bitmaps have more bits than components can be numbered by.
    #[error("the bitmaps have {0} bits: components are told apart up to 2^32")]
    Components(u64),
    /// There are more parts than a search can have.
    #[error("{0} parts: a search has at most 65536")]
    Parts(usize),
    /// Another part of a search is gone.
    #[error(transparent)]
    Gone(#[from] Gone),
    /// Another part of the search sent a malformed message.
    #[error("part {0} of the search sent what no part sends")]
    Message(usize),
    /// The search would need more memory than it may use.
    #[error("it would need about {} of memory, and may use {}", Amount(*.needed), Amount(*.allowed))]
    Memory {
        /// About the bytes that it needs.
        needed: u64,
        /// Bytes that it may use.
        allowed: u64,
    },
}

impl SearchError {
    /// Whether the work needed more memory than it might use.
    pub fn is_memory(&self) -> bool {
        matches!(
            self,
            Self::Memory { .. }
                | Self::Space(SpaceError::Numbering(_, ArrangementsError::Memory { .. }))
        )
    }
}

impl From<SpaceError> for SearchError {
    fn from(error: SpaceError) -> Self {
        match error {
            SpaceError::Stopped(stopped) => Self::Stopped(stopped),
            error => Self::Space(error),
        }
    }
}
