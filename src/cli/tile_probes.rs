//! Probes of tile puzzles that are too large to search: a solver of single positions finds each distance.

use crate::effort::Effort;
use crate::sliding::analysis::{Answer, Probe, probe_by_positions};
use crate::sliding::rules::{Arrangement, PerMetric, Puzzle};
use crate::sliding::search::{TileSolver, Unmet};

/// Most bytes of another search before the distances of groups of tiles are searched, which takes seconds.
pub(super) const NEAR: u64 = 8_000_000;

/// Whether a puzzle with the pieces of a position is a tile puzzle.
pub(super) fn is_tile_puzzle(puzzle: &Puzzle, position: &Arrangement) -> bool {
    let target = puzzle.only_goal_position(&position.piece_set());
    target.is_some_and(|target| TileSolver::decides(puzzle, position, &target).is_some())
}

/// The probe of a position of a tile puzzle, and `None` for other puzzles. Keeps its solver for further positions.
pub(super) fn probe_tiles(
    puzzle: &Puzzle,
    position: &Arrangement,
    kept: &mut Option<TileSolver>,
    effort: Effort<'_>,
) -> anyhow::Result<Option<Probe>> {
    let Some(target) = puzzle.only_goal_position(&position.piece_set()) else { return Ok(None) };
    let unreachable = PerMetric::each(|_| Answer::Unreachable);
    match TileSolver::decides(puzzle, position, &target) {
        None => return Ok(None),
        Some(false) => {
            return Ok(Some(probe_by_positions(puzzle, position, |_| anyhow::Ok(unreachable))?));
        }
        Some(true) => {}
    }
    if kept.as_ref().is_none_or(|tiles| *tiles.target() != target) {
        effort.notice("searching distances of groups of tiles")?;
        *kept = TileSolver::new(puzzle, &target, effort)?;
    }
    let Some(tiles) = kept else { return Ok(None) };
    // One cell is empty, so a tile moves one cell under every metric.
    let distances = |position: &Arrangement| {
        let found = tiles.solve(position, effort)?.moves;
        let moves = found.map(|moves| moves.len() as u16);
        Ok::<_, Unmet>(PerMetric::each(|_| Answer::from(moves)))
    };
    Ok(Some(probe_by_positions(puzzle, position, distances)?))
}
