//! Errors of a search.

use crate::cluster::Gone;
use huarong_core::effort::{Cancelled, Effort};
use huarong_core::numerals::Amount;
use huarong_core::rules::Puzzle;
use huarong_core::space::SpaceError;
use thiserror::Error;

/// Reason why a search was rejected, or ended without distances.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum SearchError {
    /// A space could not be numbered.
    #[error(transparent)]
    Space(SpaceError),
    /// The observer cancelled the search.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// A distance exceeds the largest that an entry can hold.
    #[error("the search exceeds {} levels, the most that a table can hold", u16::MAX - 1)]
    TooDeep,
    /// The search has too many skeletons for 32-bit numbers.
    #[error("the larger pieces have {0} arrangements; a search can have at most 2^32")]
    Skeletons(u64),
    /// The bitmaps have too many bits for 32-bit numbers.
    #[error("the bitmaps have {0} bits; components can be found for at most 2^32")]
    Components(u64),
    /// A component is too large for the eccentricities of all its positions.
    #[error(
        "a component has {positions} positions; eccentricities are computed for components of at most {most}"
    )]
    Eccentricities {
        /// Number of positions of the component.
        positions: u64,
        /// The largest number.
        most: u64,
    },
    /// Pieces leave in too many orders.
    #[error(
        "more than {} sets of pieces can be on the board while others have left, the most that are searched together",
        Puzzle::MOST_TIERS
    )]
    Tiers,
    /// The multi metric on a board with doors.
    #[error(
        "the multi metric moves lines of pieces, and does not say how they leave through doors: choose the unit, straight or \
         finger metric"
    )]
    MultiWithDoors,
    /// A search in parts on a board with doors.
    #[error("one process builds the tables of a board with doors: omit --processes and --hosts")]
    PartsWithDoors,
    /// The search has too many parts.
    #[error("the search has {0} parts; the limit is 65536")]
    Parts(usize),
    /// The connection to another part of the search is lost.
    #[error("{Gone}")]
    Gone,
    /// Another part sent an invalid message.
    #[error("part {0} of the search sent an invalid message")]
    Message(usize),
    /// The search exceeds the memory limit.
    #[error("the search needs about {} of memory, and the limit leaves {}", Amount(*.needed), Amount(*.allowed))]
    Memory {
        /// Estimated number of bytes that it needs.
        needed: u64,
        /// Number of bytes that it may use.
        allowed: u64,
    },
}

impl SearchError {
    /// Rejects a search that exceeds the memory limit.
    pub(crate) fn check_memory(needed: u64, effort: Effort<'_>) -> Result<(), Self> {
        match effort.memory {
            allowed if needed > allowed => Err(Self::Memory { needed, allowed }),
            _ => Ok(()),
        }
    }

    /// Whether the reason is the memory limit.
    pub fn is_memory(&self) -> bool {
        matches!(self, Self::Memory { .. } | Self::Space(SpaceError::Memory { .. }))
    }
}

impl From<Gone> for SearchError {
    fn from(Gone: Gone) -> Self {
        Self::Gone
    }
}

impl From<SpaceError> for SearchError {
    fn from(error: SpaceError) -> Self {
        match error {
            SpaceError::Cancelled(cancelled) => Self::Cancelled(cancelled),
            error => Self::Space(error),
        }
    }
}
