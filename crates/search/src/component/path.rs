//! Paths by distances.

use super::layout::Layout;
use super::levels::Levels;
use huarong_core::rules::{Arrangement, Metric, PieceMove, Puzzle};

/// A shortest path from a position to the start of the distances, which is so many moves away. `is_at` says whether a
/// position has a distance.
pub(super) fn path_back(
    puzzle: &Puzzle,
    metric: Metric,
    position: &Arrangement,
    distance: u16,
    is_at: impl Fn(&Arrangement, u16) -> bool,
) -> Vec<PieceMove> {
    let mut path = Vec::with_capacity(distance.into());
    let mut at = position.clone();
    for nearer in (0..distance).rev() {
        let mut moves = puzzle.moves(&at, metric).into_iter();
        let back = moves.find(|made| is_at(&made.apply(&at), nearer));
        let back = back.expect("a reached position has a neighbour that is one move nearer");
        back.apply_to(&mut at);
        path.push(back);
    }
    path
}

/// A shortest path from a position of a level to the start of the levels.
pub(crate) fn path_down<const N: usize>(
    puzzle: &Puzzle,
    metric: Metric,
    layout: &Layout,
    levels: &Levels<N>,
    position: &Arrangement,
    level: usize,
) -> Vec<PieceMove> {
    let is_at = |at: &Arrangement, level: u16| levels.contains(level.into(), &layout.key(at));
    path_back(puzzle, metric, position, level as u16, is_at)
}

/// The same path in the other direction.
pub(crate) fn reversed(path: Vec<PieceMove>) -> Vec<PieceMove> {
    path.iter().rev().map(PieceMove::reversed).collect()
}
