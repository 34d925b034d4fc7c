//! Puzzles of a census or a Rush Hour universe, solved again by the search of all sliding-block puzzles.

use super::error::ReportError;
use huarong_core::effort::Effort;
use huarong_core::position::Position;
use huarong_core::puzzle_file::{PuzzleFile, Setup};
use huarong_core::rules::Metric;
use huarong_oracle::{Options, Oracle};
use huarong_search::{Component, Until};
use num_bigint::BigUint;

/// The number of optimal solutions of a puzzle, as sequences of positions, and the number of reachable positions.
pub(super) type Figures = (BigUint, u64);

/// Solves a puzzle. `None` if the text is not a puzzle file, or if the distance of its start is another one.
pub(super) fn solve_again(
    text: &str,
    distance: u16,
    metric: Metric,
    effort: Effort<'_>,
) -> Result<Option<Figures>, ReportError> {
    let setup = PuzzleFile::parse(text).ok().and_then(|file| file.setup().ok());
    let Some(Setup { puzzle, start }) = setup else { return Ok(None) };
    let Some(position) = Position::new(&puzzle, start.clone()) else { return Ok(None) };
    let oracle = Oracle::solve_with(&position, &Options::from(effort).metrics(&[metric]))?;
    if oracle.distance(&position)? != Some(distance) {
        return Ok(None);
    }
    let left = effort.without(oracle.bytes());
    let solutions = oracle.count_solutions_with(&position, &left.into())?;
    let component = Component::explore(&puzzle, &start, Metric::Unit, Until::All, left)?;
    Ok(Some((solutions, component.len())))
}
