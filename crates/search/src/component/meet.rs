//! A shortest path between two positions, by a search from both.

use super::error::ComponentError;
use super::growth::Growth;
use super::layout::{Layout, for_words};
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
    /// Every path has at least so many moves.
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
/// Moves can be undone, so the search grows from both ends, where levels are narrower, until the ends meet. It reaches
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
    let layout = Layout::new(puzzle, start);
    for_words!(
        layout.words,
        N => match layout.holds(target) {
            true => between::<N>(puzzle, &layout, start, target, metric, effort),
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
    layout: &Layout,
    start: &Arrangement,
    target: &Arrangement,
    metric: Metric,
    effort: Effort<'_>,
) -> Result<Option<Vec<PieceMove>>, Unmet> {
    let moves = Moves::new(puzzle, layout, metric);
    let [mut near, mut far] = [start, target]
        .map(|position| Growth::<N>::new(vec![layout.key(position)]).expect("there is a position"));
    let mut is_near_start = true;
    loop {
        // Both sides have complete levels and had not met before, so every meeting position is in the last levels of
        // both, and on a shortest path.
        if let Some(key) = near.frontier.find(&|key| far.frontier.contains(key)) {
            let mut meeting = start.clone();
            layout.read(&key, &mut meeting);
            let path = |growth: &Growth<N>| {
                let Growth { levels, .. } = growth;
                path_down(puzzle, metric, layout, levels, &meeting, levels.count() - 1)
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
