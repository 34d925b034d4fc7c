//! Positions at the largest distance from the goal.

use super::sample::SolutionRange;
use super::solution_counts::solution_counts;
use crate::atlas::SetTable;
use huarong_core::effort::Effort;
use huarong_core::rules::{Arrangement, Metric};
use huarong_core::space::Space;
use huarong_search::SearchError;
use huarong_tables::table::{Distances, TableError};

/// A position at the largest distance. It represents a mirror pair by the text that sorts first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hardest {
    /// Canonical text of the position.
    pub text: String,
    /// Whether its mirror image is another position.
    pub mirrored: bool,
}

/// The positions of a space at the largest distance: one of each mirror pair, sorted by text in byte order, at most
/// `limit`. The result is empty if no position can reach the goal.
pub fn hardest(space: &Space, table: &SetTable, limit: usize) -> Result<Vec<Hardest>, TableError> {
    table.check_fits(space)?;
    let Some(max) = table.section.max_distance() else { return Ok(Vec::new()) };
    Ok(at_distance(space, table.distances()?.as_ref(), max, limit))
}

/// The largest distance of positions with a number of optimal solutions in a range, and these positions, in the same form
/// as [`hardest`]. `None` if there are none. The distances are those under the metric. Reports progress in positions.
pub fn hardest_with_solutions(
    space: &Space,
    metric: Metric,
    distances: Distances<&[u8]>,
    solutions: &SolutionRange,
    effort: Effort<'_>,
) -> Result<Option<(u16, Vec<Hardest>)>, SearchError> {
    let counts = solution_counts(space, metric, distances, effort)?;
    let fits = |index: u64| solutions.contains(counts[index as usize]);
    let known = (0..).zip(distances.iter());
    let fitting = known.filter(|&(index, distance)| distance.is_some() && fits(index));
    let Some(farthest) = fitting.filter_map(|(_, distance)| distance).max() else {
        return Ok(None);
    };
    let indices = distances.positions_at(farthest).filter(|&index| fits(index));
    Ok(Some((farthest, one_of_each_pair(space, indices, usize::MAX))))
}

/// The positions at a given distance, in the same form as [`hardest`], by distances that need not come from a table.
pub fn at_distance(
    space: &Space,
    distances: Distances<&[u8]>,
    distance: u16,
    limit: usize,
) -> Vec<Hardest> {
    one_of_each_pair(space, distances.positions_at(distance), limit)
}

/// The positions with these indices, without one of each mirror pair, sorted by text, at most `limit`.
fn one_of_each_pair(
    space: &Space,
    indices: impl Iterator<Item = u64>,
    limit: usize,
) -> Vec<Hardest> {
    let puzzle = space.puzzle();
    let mut found = Vec::new();
    for index in indices {
        let position: Arrangement = space.unrank(index);
        let text = puzzle.position_text(&position);
        // If two mirrored shapes have different numbers of pieces, the mirror image belongs to another piece set.
        let image = puzzle.mirror(&position).filter(|image| space.rank(image).is_some());
        let image = image.map(|image| puzzle.position_text(&image));
        match image {
            Some(image) if image < text => {}
            image => found.push(Hardest { mirrored: image.is_some_and(|i| i != text), text }),
        }
        // There may be millions of positions, and the result keeps only `limit` of them.
        if found.len() / 2 > limit {
            found.sort();
            found.truncate(limit);
        }
    }
    found.sort();
    found.truncate(limit);
    found
}
