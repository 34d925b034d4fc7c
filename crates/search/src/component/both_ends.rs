//! A shortest path between two positions, by a search from both.

use super::breadth_first::BreadthFirst;
use super::encoding::{Encoding, for_words};
use super::error::ComponentError;
use super::explore::{Component, Until};
use super::moves::Moves;
use super::path::{path_down, reversed};
use huarong_core::effort::Effort;
use huarong_core::rules::{Arrangement, Metric, PieceMove, Puzzle};
use std::mem::swap;
use thiserror::Error;

/// Reason why two positions did not meet, and the bound that was reached.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{reason}")]
#[non_exhaustive]
pub struct Unmet {
    /// A lower bound for the number of moves of every path.
    pub at_least: u16,
    /// Reason why the search ended.
    #[source]
    pub reason: ComponentError,
}

impl Unmet {
    /// The reason why a search ended, after the bound that was reached.
    #[doc(hidden)]
    pub fn after(at_least: u16, reason: ComponentError) -> Self {
        Self { at_least, reason }
    }

    /// The error of a search from one position to another that ended early.
    #[doc(hidden)]
    pub fn of_one_search(
        start: &Arrangement,
        target: &Arrangement,
        reason: ComponentError,
    ) -> Self {
        let at_least = match reason {
            ComponentError::Memory { moves, .. } => moves,
            _ => u16::from(start != target),
        };
        Self { at_least, reason }
    }
}

/// Finds a shortest path from one position to another; `None` if there is none.
///
/// Moves can be undone, so the search grows from both ends, where levels are narrower, until the ends meet. Where pieces
/// leave the board they cannot, and it grows from the start alone. It reaches
/// far fewer positions than [`Component`](super::Component) does with [`Until::At`](super::Until::At), but finds only
/// one path.
///
/// ```
/// use huarong::search::Effort;
/// use huarong::{Metric, Puzzle};
/// use huarong_search::meet;
///
/// let puzzle = Puzzle::klotski();
/// let [start, end] = ["VBBV/VBBV/VHHV/VSSV/S..S", "VBBV/VBBV/SHHS/VSSV/V..V"]
///     .map(|text| puzzle.parse_position(text).expect("a position"));
/// let path = meet(&puzzle, &start, &end, Metric::Finger, Effort::UNLIMITED)?;
/// let path = path.expect("both are in one component");
/// assert_eq!(path.len(), 22);
/// assert_eq!(path.iter().fold(start, |at, made| made.apply(&at)), end);
/// # Ok::<_, huarong_search::Unmet>(())
/// ```
pub fn meet(
    puzzle: &Puzzle,
    start: &Arrangement,
    target: &Arrangement,
    metric: Metric,
    effort: Effort<'_>,
) -> Result<Option<Vec<PieceMove>>, Unmet> {
    if puzzle.doors().is_some() {
        let reached = Component::explore(puzzle, start, metric, Until::At(target), effort);
        let reached = reached.map_err(|reason| Unmet::of_one_search(start, target, reason))?;
        return Ok(reached.path_to(target));
    }
    let encoding = Encoding::new(puzzle, start);
    for_words!(
        encoding.words,
        N => match encoding.holds(target) {
            true => between::<N>(puzzle, &encoding, start, target, metric, effort),
            false => Ok(None),
        },
        words => {
            let reason = ComponentError::TooManyPieces { bits: 64 * words };
            Err(Unmet { at_least: 0, reason })
        }
    )
}

fn between<const N: usize>(
    puzzle: &Puzzle,
    encoding: &Encoding,
    start: &Arrangement,
    target: &Arrangement,
    metric: Metric,
    effort: Effort<'_>,
) -> Result<Option<Vec<PieceMove>>, Unmet> {
    let moves = Moves::new(puzzle, encoding, metric);
    let [mut near, mut far] = [start, target].map(|position| {
        BreadthFirst::<N>::new(vec![encoding.key(position)], false).expect("there is a position")
    });
    let mut is_near_start = true;
    loop {
        // Both sides have complete levels and had not met before. So every meeting position is in the last levels of
        // both, and on a shortest path.
        if let Some(key) = near.frontier.find(&|key| far.frontier.contains(key)) {
            let mut meeting = start.clone();
            encoding.read(&key, &mut meeting);
            let path = |search: &BreadthFirst<N>| {
                let BreadthFirst { levels, .. } = search;
                path_down(puzzle, metric, encoding, levels, &meeting, levels.count() - 1)
            };
            let (from_start, to_target) = match is_near_start {
                true => (path(&near), path(&far)),
                false => (path(&far), path(&near)),
            };
            return Ok(Some([reversed(from_start), to_target].concat()));
        }
        if far.frontier.width() < near.frontier.width() {
            swap(&mut near, &mut far);
            is_near_start = !is_near_start;
        }
        if near.frontier.width() == 0 {
            return Ok(None);
        }
        let at_least = (near.levels.count() + far.levels.count() - 1) as u16;
        near.advance(&moves, far.bytes(), effort).map_err(|reason| Unmet { at_least, reason })?;
    }
}
