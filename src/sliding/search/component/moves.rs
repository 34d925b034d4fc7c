//! What one move leads to, in words.

use super::layout::Layout;
use crate::sliding::rules::{Metric, Position, Puzzle};

/// The moves of a puzzle under a metric.
pub(super) struct Moves<'a> {
    puzzle: &'a Puzzle,
    layout: &'a Layout,
    start: &'a Position,
    metric: Metric,
}

impl<'a> Moves<'a> {
    pub fn new(
        puzzle: &'a Puzzle,
        layout: &'a Layout,
        start: &'a Position,
        metric: Metric,
    ) -> Self {
        Self { puzzle, layout, start, metric }
    }

    /// A position to read into.
    pub fn position(&self) -> Position {
        self.start.clone()
    }

    /// Visits what one move leads to from a position; `position` is read into.
    #[inline]
    pub fn each<const N: usize>(
        &self,
        key: &[u64; N],
        position: &mut Position,
        mut visit: impl FnMut([u64; N]),
    ) {
        self.layout.read(key, position);
        self.puzzle.for_each_move_under(self.metric, position, |made| {
            visit(self.layout.after(&made, position, key));
        });
    }
}
