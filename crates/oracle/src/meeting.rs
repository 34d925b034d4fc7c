//! An optimal solution by a search from both ends: from a position and from all goal positions.

use super::error::OracleError;
use crate::analysis::{Answer, ShortestPaths};
use huarong_core::effort::Effort;
use huarong_core::rules::{Arrangement, Metric, PieceMove};
use huarong_search::{Component, Search, Until};

/// Finds an optimal solution of a position; `None` if it cannot reach the goal. Reports progress in positions.
///
/// It searches the `near` positions nearest to `start`, and then the whole space from the goal until it meets these.
/// Many spaces have their widest levels at the end of a search from the goal, and this method avoids these levels.
///
/// # Panics
///
/// Panics if the position belongs to none of the search's spaces.
///
/// ```
/// use huarong::search::Effort;
/// use huarong_oracle::meet_in_space;
/// use huarong::{Metric, Puzzle};
/// use huarong_search::{Search, classes};
///
/// let puzzle = Puzzle::klotski();
/// let start = puzzle.parse_position("VBBV/VBBV/VHHV/VSSV/S..S")?;
/// let class = &classes(&puzzle, &[start.piece_set()])[0];
/// let search = Search::new(&puzzle, class, Effort::UNLIMITED)?;
/// let path = meet_in_space(&search, &start, 1_000, Metric::Finger, Effort::UNLIMITED)?;
/// assert_eq!(path.map(|moves| moves.len()), Some(81));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub fn meet_in_space(
    search: &Search,
    start: &Arrangement,
    near: u64,
    metric: Metric,
    effort: Effort<'_>,
) -> Result<Option<Vec<PieceMove>>, OracleError> {
    let puzzle = search.spaces()[0].puzzle();
    let near = Component::explore(puzzle, start, metric, Until::Reached(near), effort)?;
    if let Some(nearest) = near.goal_positions().first() {
        return Ok(near.path_to(nearest));
    }
    let frontier = near.farthest();
    let found = search.run_until(&frontier, metric, true, effort)?;
    let mut spaces = search.spaces().iter().zip(&found);
    let its = spaces.find(|(space, _)| space.rank(start).is_some());
    let (space, distances) = its.expect("the position belongs to one of the spaces");
    let paths = ShortestPaths::by_search(space, metric, distances).of_some();
    // Only the meeting positions that are nearest to the goal have a distance.
    for meeting in &frontier {
        if let (Answer::Found(onward), Some(path)) = (paths.first(meeting)?, near.path_to(meeting))
        {
            return Ok(Some([path, onward].concat()));
        }
    }
    Ok(None)
}
