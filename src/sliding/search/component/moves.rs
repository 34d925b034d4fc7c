//! Moves between encoded positions.

use super::layout::Layout;
use super::reached::Reached;
use crate::sliding::rules::{Arrangement, Metric, Puzzle};

/// The moves of a puzzle under a metric.
#[derive(Clone, Copy)]
pub(super) struct Moves<'a, const N: usize> {
    puzzle: &'a Puzzle,
    layout: &'a Layout,
    start: &'a Arrangement,
    metric: Metric,
    /// If given, only moves to positions that a search reached in at most that many moves.
    within: Option<(&'a Reached<N>, u16)>,
}

impl<'a, const N: usize> Moves<'a, N> {
    pub fn new(
        puzzle: &'a Puzzle,
        layout: &'a Layout,
        start: &'a Arrangement,
        metric: Metric,
    ) -> Self {
        Self { puzzle, layout, start, metric, within: None }
    }

    /// Restricts the moves to positions that a search reached in at most `moves` moves.
    pub fn within(self, reached: &'a Reached<N>, moves: u16) -> Self {
        Self { within: Some((reached, moves)), ..self }
    }

    /// An empty position, as a buffer.
    pub fn position(&self) -> Arrangement {
        self.start.clone()
    }

    /// Calls `visit` for the results of all moves from a position. `position` is a buffer.
    #[inline]
    pub fn each(
        &self,
        key: &[u64; N],
        position: &mut Arrangement,
        mut visit: impl FnMut([u64; N]),
    ) {
        self.layout.read(key, position);
        self.puzzle.for_each_move_under(self.metric, position, |made| {
            let after = self.layout.after(&made, position, key);
            let is_within = self.within.is_none_or(|(reached, most)| {
                reached.moves_to(&after).is_some_and(|moves| moves <= most)
            });
            if is_within {
                visit(after);
            }
        });
    }
}
