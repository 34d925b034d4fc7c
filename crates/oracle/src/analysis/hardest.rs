//! Positions at the largest distance from the goal.

use super::all_positions::AllPositions;
use super::sample::SolutionRange;
use super::solution_counts::solution_counts;
use huarong_core::effort::Effort;
use huarong_search::SearchError;

/// A position at the largest distance. It represents a mirror pair by the text that sorts first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hardest {
    /// Canonical text of the position.
    pub text: String,
    /// Whether its mirror image is another position.
    pub mirrored: bool,
}

/// The positions at the largest distance: one of each mirror pair, sorted by text in byte order, at most `limit`. The result is
/// empty if no position can reach the goal.
pub fn hardest(all: &AllPositions<'_>, limit: usize) -> Vec<Hardest> {
    let Some(greatest) = all.greatest() else { return Vec::new() };
    one_of_each_pair(all, all.at_distance(greatest), limit)
}

/// The largest distance of positions with a number of optimal solutions in a range, and these positions, in the same form
/// as [`hardest`]. `None` if there are none. Reports progress in positions.
pub fn hardest_with_solutions(
    all: &AllPositions<'_>,
    solutions: &SolutionRange,
    effort: Effort<'_>,
) -> Result<Option<(u16, Vec<Hardest>)>, SearchError> {
    let counts = solution_counts(all, effort)?;
    let fits = |number: &u64| solutions.contains(counts[*number as usize]);
    let known = (0..).zip(all.distances());
    let fitting = known.filter(|(number, distance)| distance.is_some() && fits(number));
    let Some(farthest) = fitting.filter_map(|(_, distance)| distance).max() else {
        return Ok(None);
    };
    let numbers = all.at_distance(farthest).filter(fits);
    Ok(Some((farthest, one_of_each_pair(all, numbers, usize::MAX))))
}

/// The positions with these numbers, without one of each mirror pair, sorted by text, at most `limit`.
fn one_of_each_pair(
    all: &AllPositions<'_>,
    numbers: impl Iterator<Item = u64>,
    limit: usize,
) -> Vec<Hardest> {
    let puzzle = all.puzzle();
    let mut found = Vec::new();
    for number in numbers {
        let position = all.position(number);
        let text = puzzle.position_text(&position);
        // If two mirrored shapes have different numbers of pieces, the mirror image belongs to another piece set.
        let image = puzzle.mirror(&position).filter(|image| all.number(image).is_some());
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
