//! One position to be solved, and the texts of its answer.

use super::row::{PublishedMoves, Row};
use crate::Position;
use crate::cli::output;
use crate::cli::output::Format;
use huarong_core::effort::Effort;
use huarong_core::notation::moves;
use huarong_core::puzzle_file::Published;
use huarong_core::rules::{Arrangement, Lettering, Metric, PieceMove, Puzzle};
use huarong_lab::difficulty::{Difficulty, Landscape};
use huarong_pages::json::{Heading, MoveRecord};

/// A position to be solved.
pub(super) struct Task<'p> {
    pub puzzle: &'p Puzzle,
    pub position: Arrangement,
    /// The signs that the pieces keep.
    pub lettering: Lettering,
    /// The target position; `None` means the goal.
    pub target: Option<Arrangement>,
    pub metric: Metric,
    pub format: Format,
    pub row: Row<'p>,
    /// Published results under the metric, if the only subject is a puzzle file.
    pub published: Vec<Published>,
    /// The measures of difficulty, if they are wanted; none of a position without a solution.
    pub difficulty: Option<Option<Difficulty>>,
}

impl Task<'_> {
    /// The position in the puzzle whose goal is the target.
    pub fn start(&self) -> Position {
        let puzzle = match &self.target {
            Some(target) => self.puzzle.towards(target),
            None => self.puzzle.clone(),
        };
        let start = Position::new(&puzzle, self.position.clone());
        start.expect("the position belongs to its puzzle")
    }

    pub fn heading(&self, distance: Option<usize>) -> Heading {
        let target = self.target.as_ref();
        let Self { puzzle, position, lettering, metric, .. } = self;
        let heading = Heading::new(puzzle, position, lettering, target, *metric, distance);
        Heading { difficulty: self.difficulty.clone(), ..heading }
    }

    /// Measures the difficulty of the position.
    pub fn measure(&mut self, effort: Effort<'_>) -> anyhow::Result<()> {
        let Self { puzzle, position, metric, .. } = self;
        let landscape = Landscape::explore(puzzle, position, *metric, effort)?;
        let found = landscape.difficulty(position, effort.without(landscape.bytes()))?;
        self.difficulty = Some(found);
        Ok(())
    }

    /// Whether it is not one of several positions or puzzles.
    pub fn is_single(&self) -> bool {
        self.row.origin.is_none()
    }

    /// The first line of the answer: the ends and the number of moves.
    pub fn title(&self, distance: usize) -> String {
        let moves = output::counted(distance as u64, &format!("{} move", self.metric));
        format!("{}: {moves}{}", self.ends(), self.remark(Some(distance)))
    }

    /// The published results, compared with the distance. Rows have their own.
    pub fn remark(&self, distance: Option<usize>) -> String {
        PublishedMoves::new(&self.published, self.metric, distance).remark()
    }

    /// The position, and the target if it is given; or the name of the puzzle, if it is one of several.
    pub fn ends(&self) -> String {
        if let Some(label) = self.row.label() {
            return label;
        }
        let from = self.lettering.text(self.puzzle);
        match &self.target {
            None => from,
            Some(target) => format!("{from} to {}", self.puzzle.position_text(target)),
        }
    }

    /// The moves as short texts.
    pub fn move_texts(&self, moves: &[PieceMove]) -> Vec<String> {
        moves::lettered_move_texts(self.puzzle, &self.position, &self.lettering, moves)
    }

    pub fn records(&self, moves: &[PieceMove]) -> Vec<MoveRecord> {
        MoveRecord::each(self.puzzle, &self.position, &self.lettering, moves)
    }
}
