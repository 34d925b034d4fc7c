//! A shortest path between two positions, by a search from both.

use super::error::{ComponentError, MOST_WORDS};
use super::layout::Layout;
use super::levels::{depth, fits};
use super::moves::Moves;
use super::path::{path_back, reversed};
use super::reached::Reached;
use crate::effort::Effort;
use crate::sliding::rules::{Arrangement, Metric, Move, Puzzle};
use std::mem::swap;

/// Finds a shortest path from one position to another; `None` if there is none.
///
/// Moves can be undone, so the search grows from both ends, where levels are narrower, until the ends meet. It reaches
/// far fewer positions than [`Component`](super::Component) does with [`Until::At`](super::Until::At), but finds only
/// one path.
///
/// ```
/// use huarong::search::Effort;
/// use huarong::{Metric, Puzzle};
/// use huarong::sliding::search::meet;
///
/// let puzzle = Puzzle::klotski();
/// let [start, end] = ["VBBV/VBBV/VHHV/VSSV/S..S", "VBBV/VBBV/SHHS/VSSV/V..V"]
///     .map(|text| puzzle.parse_position(text).expect("a position"));
/// let path = meet(&puzzle, &start, &end, Metric::Finger, Effort::UNLIMITED)?;
/// let path = path.expect("both are in one component");
/// assert_eq!(path.len(), 22);
/// assert_eq!(path.iter().fold(start, |at, made| made.apply(&at)), end);
/// # Ok::<_, huarong::sliding::search::ComponentError>(())
/// ```
pub fn meet(
    puzzle: &Puzzle,
    start: &Arrangement,
    target: &Arrangement,
    metric: Metric,
    effort: Effort<'_>,
) -> Result<Option<Vec<Move>>, ComponentError> {
    let layout = Layout::new(puzzle, start);
    let search = match layout.words {
        0..=1 => between::<1>,
        2 => between::<2>,
        3..=4 => between::<4>,
        5..=MOST_WORDS => between::<MOST_WORDS>,
        words => return Err(ComponentError::TooManyPieces { bits: 64 * words }),
    };
    match layout.holds(target) {
        true => search(puzzle, &layout, start, target, metric, effort),
        false => Ok(None),
    }
}

fn between<const N: usize>(
    puzzle: &Puzzle,
    layout: &Layout,
    start: &Arrangement,
    target: &Arrangement,
    metric: Metric,
    effort: Effort<'_>,
) -> Result<Option<Vec<Move>>, ComponentError> {
    let moves = Moves::new(puzzle, layout, start, metric);
    let mut near = Reached::<N>::new(layout.key(start));
    let mut far = Reached::<N>::new(layout.key(target));
    let mut is_near_start = true;
    loop {
        // Both sides have complete levels and had not met before, so every meeting position is on a shortest path.
        if let Some(key) = near.find_last(|| (), |(), key| far.moves_to(key).is_some()) {
            let mut meeting = start.clone();
            layout.read(&key, &mut meeting);
            let path = |reached: &Reached<N>| {
                let distance = |at: &Arrangement| reached.moves_to(&layout.key(at));
                path_back(puzzle, metric, &meeting, distance).expect("both sides reached it")
            };
            let (from_start, to_target) = match is_near_start {
                true => (path(&near), path(&far)),
                false => (path(&far), path(&near)),
            };
            return Ok(Some([reversed(from_start), to_target].concat()));
        }
        if far.width() < near.width() {
            swap(&mut near, &mut far);
            is_near_start = !is_near_start;
        }
        if near.width() == 0 {
            return Ok(None);
        }
        let moves_so_far = depth(&near)?.saturating_add(depth(&far)?).saturating_add(1);
        let (mut len, far_bytes) = (near.len() + far.len(), far.bytes());
        near.advance(&moves, |new, bytes| {
            len += new;
            effort.done(new)?;
            fits(len, moves_so_far, bytes + far_bytes, effort)
        })?;
    }
}
