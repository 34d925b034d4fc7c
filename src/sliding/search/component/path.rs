//! Paths by distances.

use crate::sliding::rules::{Arrangement, Metric, Move, Puzzle};

/// A shortest path back from a position to the start of the distances.
pub(super) fn path_back(
    puzzle: &Puzzle,
    metric: Metric,
    position: &Arrangement,
    distance: impl Fn(&Arrangement) -> Option<u16>,
) -> Option<Vec<Move>> {
    let away = distance(position)?;
    let mut path = Vec::with_capacity(away.into());
    let mut at = position.clone();
    for nearer in (0..away).rev() {
        let mut moves = puzzle.moves(&at, metric).into_iter();
        let back = moves.find(|made| distance(&made.apply(&at)) == Some(nearer));
        let back = back.expect("a reached position has a neighbour that is one move nearer");
        back.apply_to(&mut at);
        path.push(back);
    }
    Some(path)
}

/// The same path in the other direction.
pub(super) fn reversed(path: Vec<Move>) -> Vec<Move> {
    let back = path.into_iter().rev();
    back.map(|made| Move { from: made.to, to: made.from, ..made }).collect()
}
