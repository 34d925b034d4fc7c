//! Paths by distances.

use super::encoding::Encoding;
use super::levels::KeyLevels;
use huarong_core::rules::{Arrangement, Metric, PieceMove, Puzzle};

/// A shortest path from a position at a distance to the start of the distances. `is_at` says whether a position has a
/// distance.
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
        let mut moves = puzzle.moves_back(&at, metric).into_iter();
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
    encoding: &Encoding,
    levels: &KeyLevels<N>,
    position: &Arrangement,
    level: usize,
) -> Vec<PieceMove> {
    let is_at = |at: &Arrangement, level: u16| {
        encoding.holds(at) && levels.contains(level.into(), &encoding.key(at))
    };
    path_back(puzzle, metric, position, level as u16, is_at)
}

pub(crate) fn reversed(path: Vec<PieceMove>) -> Vec<PieceMove> {
    path.iter().rev().map(PieceMove::reversed).collect()
}
