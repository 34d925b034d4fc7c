//! One position to be solved, in the words of its answer.

use crate::cli::output::{self, Format};
use crate::json::{Heading, MoveRecord};
use crate::sliding::rules::{Arrangement, Metric, Move, Puzzle};

/// What was asked for.
pub(super) struct Task<'p> {
    pub puzzle: &'p Puzzle,
    pub position: Arrangement,
    /// Where to, if not to the goal.
    pub target: Option<Arrangement>,
    pub metric: Metric,
    pub format: Format,
    /// Whether it is one of many, whose answers must be told apart.
    pub among_many: bool,
    /// Bytes that the distances take by which it is answered.
    pub held: u64,
}

impl Task<'_> {
    pub fn heading(&self, distance: Option<usize>) -> Heading {
        let target = self.target.as_ref();
        Heading::new(self.puzzle, &self.position, target, self.metric, distance)
    }

    /// From where to where in how many moves.
    pub fn title(&self, distance: usize) -> String {
        let moves = output::counted(distance as u64, &format!("{} move", self.metric));
        let from = self.puzzle.position_text(&self.position);
        match &self.target {
            None => format!("{from}: {moves}"),
            Some(target) => format!("{from} to {}: {moves}", self.puzzle.position_text(target)),
        }
    }

    pub fn records(&self, moves: &[Move]) -> Vec<MoveRecord> {
        MoveRecord::each(self.puzzle, &self.position, moves)
    }
}
