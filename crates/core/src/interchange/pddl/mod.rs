//! Planning tasks in PDDL, the language of planners.
//!
//! The domain has one action per shape, direction and distance, so puzzles with the same shapes share it. The problem has
//! the board, the start and the goal. Planners need `:strips` and `:typing`; several goals are a disjunction.
//!
//! A state says where pieces are, `(at piece-a c1 r1)`, and which cells are empty. Interchangeable pieces are one object:
//! a goal then asks for any of them. If gates or thin walls keep pieces from empty cells, `may-move` lists the steps that
//! they allow. With doors, each path out is an action of its own, and `on-board` counts the pieces that remain.

mod doors;
mod moves;
mod names;
mod plan;
mod task;
mod text;

use crate::puzzle_file::Setup;
use crate::rules::{Metric, PieceMove};
use task::Task;
use thiserror::Error;

/// A puzzle as a planning task in PDDL. A shortest plan has as many actions as an optimal solution has moves.
///
/// ```
/// use huarong::Metric;
/// use huarong::formats::Pddl;
/// use huarong::puzzle::puzzle_file::PuzzleFile;
///
/// let file = PuzzleFile::parse("name = 'Street'\nstart = 'AAB.'\ngoal = '.AA.'")?;
/// let task = Pddl::of(&file.setup()?, Metric::Straight)?;
/// assert!(task.domain.contains("(:action move-2x1-right-2\n"));
/// assert!(task.problem.contains("(at piece-a c1 r1) (at piece-b c3 r1)\n"));
/// assert!(task.problem.ends_with("(:goal (and (at piece-a c2 r1))))\n"));
///
/// let error = Pddl::of(&file.setup()?, Metric::Finger).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "in a planning task, an action moves one piece along one line: use the metric unit or straight, not finger"
/// );
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Pddl {
    /// The domain: shapes and their moves.
    pub domain: String,
    /// The problem: the board, the start and the goal.
    pub problem: String,
}

/// Error: a puzzle cannot be written as a planning task.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum PddlError {
    /// A move of the metric is no action.
    #[error(
        "in a planning task, an action moves one piece along one line: use the metric unit or straight, not {0}"
    )]
    Metric(Metric),
    /// The puzzle has no goal.
    #[error("a planning task needs a goal, but this puzzle has none")]
    NoGoal,
}

impl Pddl {
    /// The planning task of a puzzle and its start, in which an action is a unit move or a straight move.
    pub fn of(setup: &Setup, metric: Metric) -> Result<Self, PddlError> {
        let task = Self::task(setup, metric)?;
        Ok(Self { domain: task.domain(), problem: task.problem() })
    }

    /// The plan of moves from the start: an action per line, as planners write them, and a comment with their number.
    ///
    /// ```
    /// use huarong::Metric;
    /// use huarong::formats::Pddl;
    /// use huarong::puzzle::puzzle_file::PuzzleFile;
    ///
    /// let setup = PuzzleFile::parse("name = 'Street'\nstart = 'AAB.'\ngoal = '..AA'\nlengthwise = true")?.setup()?;
    /// let slide = setup.puzzle.moves(&setup.start, Metric::Straight).remove(0);
    /// let plan = Pddl::plan(&setup, Metric::Straight, &[slide])?;
    /// assert_eq!(plan, "(move-1x1-right-1 piece-b c3 c4 r1)\n; cost = 1 (unit cost)\n");
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The same as those of [`of`](Self::of).
    pub fn plan(setup: &Setup, metric: Metric, moves: &[PieceMove]) -> Result<String, PddlError> {
        Ok(Self::task(setup, metric)?.plan(moves))
    }

    fn task(setup: &Setup, metric: Metric) -> Result<Task<'_>, PddlError> {
        if !matches!(metric, Metric::Unit | Metric::Straight) {
            return Err(PddlError::Metric(metric));
        }
        if setup.puzzle.goal().alternatives().is_empty() {
            return Err(PddlError::NoGoal);
        }
        Ok(Task::new(setup, metric))
    }
}
