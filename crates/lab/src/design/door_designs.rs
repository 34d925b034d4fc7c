//! Puzzles with doors to order. No two are equal up to reflections, rotations and names of colours.

use super::door_puzzle::DoorPuzzle;
use super::door_scope::{DoorScope, DoorScopeError};
use super::error::DesignError;
use super::order::{Designed, Order};
use super::outcome::{Ended, Excluded};
use super::random_designs::{RandomDesigns, random_designs};
use huarong_core::effort::Effort;

/// Puzzles with doors that were found to order.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct DoorDesigns {
    /// The puzzles: the longest first, or in the order of a graded set. Fewer than ordered if no more were found.
    pub found: Vec<Designed>,
    /// Number of puzzles that were tried.
    pub tried: u64,
    /// Number of tries that made no puzzle: the pieces, doors or walls found no places.
    pub unmade: u64,
    /// Number of puzzles that are equal to earlier ones.
    pub repeated: u64,
    /// Number of puzzles whose search, or whose check, exceeded a limit.
    pub undecided: u64,
    /// Numbers of puzzles that the conditions excluded.
    pub excluded: Excluded,
    /// How the search ended.
    pub ended: Ended,
}

/// Finds puzzles with doors: the pieces have colours, and each leaves through a door of its colour. Tries `tries` random
/// puzzles and random changes of puzzles, or fewer if a graded set is complete before. Reports progress in puzzles.
///
/// The conditions of the order on fixed pieces, symmetric, minimal and maximal starts are for other puzzles. No two puzzles
/// are equal up to reflections, rotations and names of colours, and no two share more than half of their pieces.
///
/// ```
/// use huarong::Metric;
/// use huarong::design::{DoorScope, Order, Region, door_designs};
/// use huarong::search::Effort;
///
/// let mut scope = DoorScope::new(Region::new(4, 4)?);
/// (scope.pieces, scope.colours) = (3..=4, 2..=2);
/// let order = Order { count: 2, graded: Some(4..=6), ..Order::default() };
/// let designs = door_designs(&scope, &order, 2000, Effort::UNLIMITED)?;
/// assert_eq!(designs.found.iter().map(|found| found.distance).collect::<Vec<_>>(), [4, 6]);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
///
/// If [`Order::until`] passes, or if the observer cancels the work, the answer has the puzzles that were found before.
///
/// # Errors
///
/// Returns an error if no puzzle can satisfy the scope, if `tries` is 0, or if too many puzzles are ordered. An order with a
/// condition or a metric for other puzzles is an error, too.
pub fn door_designs(
    scope: &DoorScope,
    order: &Order<'_>,
    tries: u64,
    effort: Effort<'_>,
) -> Result<DoorDesigns, DesignError> {
    scope.check()?;
    if tries == 0 {
        return Err(DoorScopeError::Tries.into());
    }
    if order.is_of_position() || order.minimal || order.maximal {
        return Err(DoorScopeError::Condition.into());
    }
    let RandomDesigns { found, tried, unmade, repeated, undecided, excluded, ended } =
        random_designs::<DoorPuzzle>(scope, order, tries, effort)?;
    Ok(DoorDesigns { found, tried, unmade, repeated, undecided, excluded, ended })
}
