//! Builder of puzzles in code.

use super::arrangement::ShapeId;
use super::definition::PuzzleError;
use super::goal::Goal;
use super::puzzle::Puzzle;
use super::shape::{Shape, ShapeError};
use crate::grid::{Board, Cell, Direction};
use thiserror::Error;

/// Builds a puzzle step by step. Columns and rows count from 0 at the upper left.
///
/// ```
/// use huarong::{Metric, Oracle, Puzzle};
///
/// // Four columns and three rows, a wall in the first cell, an L-shaped piece and single cells.
/// let puzzle = Puzzle::builder(4, 3)
///     .wall(0, 0)
///     .shape("corner", 'L', &[(0, 0), (1, 0), (0, 1)])
///     .rectangle("single", 'S', 1, 1)
///     .goal(&[('L', 2, 1)])
///     .build()?;
/// let start = puzzle.parse("#LLS/SLSS/S...")?;
/// assert_eq!(Oracle::search(&start, Metric::Finger)?.distance(&start)?, Some(5));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "a builder does nothing before it is built"]
pub struct PuzzleBuilder {
    width: u8,
    height: u8,
    walls: Vec<(u8, u8)>,
    thin_walls: Vec<(u8, u8, Direction)>,
    shapes: Vec<Result<Shape, ShapeError>>,
    goals: Vec<Vec<(char, u8, u8)>>,
}

/// Error: a description is no valid puzzle.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages explain such fields")]
pub enum BuilderError {
    /// A shape is invalid.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// The board is invalid, or the parts of the puzzle do not fit together.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
    /// There is no goal, or a goal without pieces.
    #[error("the puzzle has no goal, or a goal without pieces: set one with `goal`")]
    NoGoal,
    /// The goal names a letter that no shape has.
    #[error("the goal names {0:?}, but no shape has this letter")]
    Letter(char),
    /// The goal names a place outside the board or on a wall.
    #[error(
        "the goal places {letter:?} at column {column}, row {row}, counted from 0, which is not an open cell"
    )]
    Place {
        /// The letter of the shape.
        letter: char,
        column: u8,
        row: u8,
    },
    /// A piece of the goal does not fit in its place.
    #[error(
        "the goal places {letter:?} at column {column}, row {row}, counted from 0, where the piece does not fit"
    )]
    Fit {
        /// The letter of the shape.
        letter: char,
        column: u8,
        row: u8,
    },
    /// Two pieces of one goal overlap.
    #[error("two pieces of the goal overlap at column {column}, row {row}, counted from 0")]
    Overlap { column: u8, row: u8 },
}

impl Puzzle {
    /// Starts a puzzle on a board with this number of columns and rows.
    pub fn builder(columns: u8, rows: u8) -> PuzzleBuilder {
        PuzzleBuilder {
            width: columns,
            height: rows,
            walls: Vec::new(),
            thin_walls: Vec::new(),
            shapes: Vec::new(),
            goals: Vec::new(),
        }
    }
}

impl PuzzleBuilder {
    /// Makes a cell a wall.
    pub fn wall(mut self, column: u8, row: u8) -> Self {
        self.walls.push((column, row));
        self
    }

    /// Adds a thin wall on one side of a cell. A piece is never on both sides of it, and never moves across it.
    pub fn thin_wall(mut self, column: u8, row: u8, side: Direction) -> Self {
        self.thin_walls.push((column, row, side));
        self
    }

    /// Adds a shape: the ASCII capital letter that draws it, and the columns and rows of its cells, from any origin.
    pub fn shape(mut self, name: &str, letter: char, cells: &[(u8, u8)]) -> Self {
        self.shapes.push(Shape::new(name, letter, cells.iter().copied()));
        self
    }

    /// Adds a full rectangle with this number of columns and rows.
    pub fn rectangle(mut self, name: &str, letter: char, columns: u8, rows: u8) -> Self {
        self.shapes.push(Shape::rectangle(name, letter, columns, rows));
        self
    }

    /// Adds a goal: letter, column and row of the first cell, in reading order, of each piece. Each call adds
    /// an alternative: a goal position fulfils one of them.
    pub fn goal(mut self, pieces: &[(char, u8, u8)]) -> Self {
        self.goals.push(pieces.to_vec());
        self
    }

    /// Builds the puzzle.
    pub fn build(self) -> Result<Puzzle, BuilderError> {
        if self.goals.is_empty() || self.goals.iter().any(Vec::is_empty) {
            return Err(BuilderError::NoGoal);
        }
        let board = Board::new(self.width, self.height, self.walls)
            .and_then(|board| board.with_thin_walls(self.thin_walls))
            .map_err(PuzzleError::from)?;
        let shapes = self.shapes.into_iter().collect::<Result<Vec<_>, _>>()?;
        let placement = |&(letter, column, row): &(char, u8, u8)| {
            let shape = shapes.iter().position(|shape| shape.letter() == letter);
            let cell = board.cell(column, row);
            Ok((
                shape.ok_or(BuilderError::Letter(letter))?,
                cell.ok_or(BuilderError::Place { letter, column, row })?,
            ))
        };
        let goal = |pieces: &Vec<_>| pieces.iter().map(placement).collect();
        let goals: Vec<Vec<(ShapeId, Cell)>> =
            self.goals.iter().map(goal).collect::<Result<_, BuilderError>>()?;
        let letters: Vec<char> = shapes.iter().map(Shape::letter).collect();
        // Errors name a goal as the caller gave it: by letter, column and row.
        let places: Vec<(u8, u8)> =
            board.cells().map(|cell| (board.column(cell), board.row(cell))).collect();
        let place = |cell: Cell| places[usize::from(cell)];
        Puzzle::new(board, shapes, Goal::any_of(goals)).map_err(|error| match error {
            PuzzleError::Goal { shape, cell } => {
                let ((column, row), letter) = (place(cell), letters[shape]);
                BuilderError::Fit { letter, column, row }
            }
            PuzzleError::GoalOverlap(cell) => {
                let (column, row) = place(cell);
                BuilderError::Overlap { column, row }
            }
            error => error.into(),
        })
    }
}
