//! Probes of tile puzzles that are too large to search: a solver of single positions finds each distance.

use huarong_core::effort::Effort;
use huarong_core::rules::{Arrangement, PerMetric, Puzzle};
use huarong_oracle::analysis::{Answer, Probe, probe_by_positions};
use huarong_search::{TileSolver, Unmet};

/// Most bytes of another search before the distances of groups of tiles are searched, which takes seconds.
pub(super) const NEAR: u64 = 8_000_000;

/// The only goal position of a position of a tile puzzle, if a [`TileSolver`] takes the puzzle.
pub(super) fn tile_target(puzzle: &Puzzle, position: &Arrangement) -> Option<Arrangement> {
    let target = puzzle.only_goal_position(&position.piece_set())?;
    let is_taken =
        puzzle.board().is_narrow() && TileSolver::decides(puzzle, position, &target).is_some();
    is_taken.then_some(target)
}

/// The probe of a position with a [target](tile_target). Keeps its solver for further positions.
pub(super) fn probe_tiles(
    puzzle: &Puzzle,
    position: &Arrangement,
    target: &Arrangement,
    kept: &mut Option<TileSolver>,
    effort: Effort<'_>,
) -> anyhow::Result<Probe> {
    if TileSolver::decides(puzzle, position, target) == Some(false) {
        let unreachable = PerMetric::each(|_| Answer::Unreachable);
        return probe_by_positions(puzzle, position, |_| Ok(unreachable));
    }
    if kept.as_ref().is_none_or(|tiles| tiles.target() != target) {
        effort.notice("searching distances of groups of tiles")?;
        *kept = TileSolver::new(puzzle, target, effort)?;
    }
    let tiles = kept.as_ref().expect("the solver takes the puzzle");
    // One cell is empty, so a tile moves one cell under every metric.
    let distances = |position: &Arrangement| {
        let found = tiles.solve(position, effort)?.moves;
        let moves = found.map(|moves| moves.len() as u16);
        Ok::<_, Unmet>(PerMetric::each(|_| Answer::from(moves)))
    };
    Ok(probe_by_positions(puzzle, position, distances)?)
}
