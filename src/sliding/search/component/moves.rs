//! What one move leads to, in words.

use super::layout::Layout;
use super::reached::Reached;
use crate::sliding::rules::{Metric, Position, Puzzle};

/// The moves of a puzzle under a metric.
pub(super) struct Moves<'a, const N: usize> {
    puzzle: &'a Puzzle,
    layout: &'a Layout,
    start: &'a Position,
    metric: Metric,
    /// Where only moves to what is nearer to the first position of a search are wanted, what that reached.
    back: Option<&'a Reached<N>>,
}

impl<'a, const N: usize> Moves<'a, N> {
    pub fn new(
        puzzle: &'a Puzzle,
        layout: &'a Layout,
        start: &'a Position,
        metric: Metric,
    ) -> Self {
        Self { puzzle, layout, start, metric, back: None }
    }

    /// Of the moves from what a search reached only those that lead back.
    pub fn back_in(self, reached: &'a Reached<N>) -> Self {
        Self { back: Some(reached), ..self }
    }

    /// A position to read into.
    pub fn position(&self) -> Position {
        self.start.clone()
    }

    /// Visits what one move leads to from a position; `position` is read into.
    #[inline]
    pub fn each(&self, key: &[u64; N], position: &mut Position, mut visit: impl FnMut([u64; N])) {
        self.layout.read(key, position);
        let nearer = |reached: &Reached<N>| reached.moves_to(key)?.checked_sub(1);
        let only = self.back.map(|reached| (reached, nearer(reached)));
        self.puzzle.for_each_move_under(self.metric, position, |made| {
            let after = self.layout.after(&made, position, key);
            if only.is_none_or(|(reached, nearer)| {
                nearer.is_some() && reached.moves_to(&after) == nearer
            }) {
                visit(after);
            }
        });
    }
}
