//! Builder of puzzles in code.

use super::arrangement::ShapeId;
use super::definition::PuzzleError;
use super::doors::{Door, DoorRules, Doors};
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
    doors: Vec<(u8, u8, Direction, String)>,
    gone: Option<String>,
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
    /// There is no goal, or a goal without pieces. With doors, a goal is optional.
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
    /// A door names a letter that no shape has.
    #[error("a door names {0:?}, but no shape has this letter")]
    DoorLetter(char),
    /// A door is not between an open cell and a place that is none.
    #[error(
        "no door can be on the {} side of column {column}, row {row}, counted from 0: a door is beside an open cell, and \
         the place beyond it is none",
        side_word(*.side)
    )]
    Door {
        column: u8,
        row: u8,
        /// The side of the cell.
        side: Direction,
    },
    /// No piece that owns a door fits through it.
    #[error(
        "no piece fits through the door on the {} side of column {column}, row {row}, counted from 0: all lines of a piece \
         end at its doors, and no thin wall or gate stops it",
        side_word(*.side)
    )]
    NobodyFits {
        column: u8,
        row: u8,
        /// The side of the cell.
        side: Direction,
    },
    /// The board is too large for doors.
    #[error("a board with doors has at most {most} columns and rows", most = MOST_WITH_DOORS)]
    TooLargeForDoors,
    /// A letter of the pieces that must be gone is that of no shape.
    #[error("{0:?} must be gone, but no shape has this letter")]
    GoneLetter(char),
    /// A piece must be gone, but owns no door.
    #[error("{0:?} must be gone, but it has no door")]
    CannotLeave(char),
    /// A piece must be gone and in a place.
    #[error("{0:?} has a place in a goal, but must be gone")]
    GoneInGoal(char),
}

/// A door, and one of the sides of cells that it is on: column, row and direction.
type DoorOnSide = (Door, (u8, u8, Direction));

/// Most columns and rows of a board with doors: they are counted with a frame around it.
const MOST_WITH_DOORS: u8 = u8::MAX - 2;

/// A side of a cell, before the word "side".
fn side_word(side: Direction) -> &'static str {
    match side {
        Direction::Right => "right",
        Direction::Left => "left",
        Direction::Up => "upper",
        Direction::Down => "lower",
    }
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
            doors: Vec::new(),
            gone: None,
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

    /// Adds a door on one side of an open cell, for the pieces with these letters. The place beyond it is no open cell. A piece
    /// leaves straight through its doors if each of its lines ends at one of them.
    ///
    /// Unless [`gone`](Self::gone) or [`goal`](Self::goal) says otherwise, all pieces that own a door must be gone.
    ///
    /// ```
    /// use huarong::puzzle::Direction;
    /// use huarong::{Metric, Puzzle};
    ///
    /// let puzzle = Puzzle::builder(3, 2)
    ///     .rectangle("bar", 'A', 2, 1)
    ///     .rectangle("red", 'B', 1, 1)
    ///     .rectangle("blue", 'C', 1, 1)
    ///     .door(2, 0, Direction::Right, "B")
    ///     .build()?;
    /// let start = puzzle.parse("AAB/C..")?;
    /// let out = start.moves(Metric::Unit).into_iter().find(|made| made.leaves()).expect("B touches its door");
    /// assert_eq!(out.to_string(), "red at column 3, row 1: right, out");
    /// assert_eq!(out.after().to_string(), "AA./C..");
    /// assert!(out.after().is_goal());
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn door(mut self, column: u8, row: u8, side: Direction, letters: &str) -> Self {
        self.doors.push((column, row, side, letters.to_owned()));
        self
    }

    /// Requires that all pieces with these letters have left through doors. With a [`goal`](Self::goal), its pieces must be in
    /// their places, too.
    pub fn gone(mut self, letters: &str) -> Self {
        self.gone.get_or_insert_default().push_str(letters);
        self
    }

    /// The doors in reading order, each with its first cell and side.
    fn doors(&self, board: &Board, shapes: &[Shape]) -> Result<Vec<DoorOnSide>, BuilderError> {
        if !self.doors.is_empty() && board.width().max(board.height()) > MOST_WITH_DOORS {
            return Err(BuilderError::TooLargeForDoors);
        }
        let mut doors: Vec<DoorOnSide> = Vec::new();
        for &(column, row, side, ref letters) in &self.doors {
            let cell = board.cell(column, row);
            if cell.is_none_or(|cell| board.neighbour(cell, side).is_some()) {
                return Err(BuilderError::Door { column, row, side });
            }
            let owner = |letter: char| {
                let shape = shapes.iter().position(|shape| shape.letter() == letter);
                shape.ok_or(BuilderError::DoorLetter(letter))
            };
            let owners = letters.chars().map(owner).collect::<Result<Vec<_>, _>>()?;
            let (across, down) = side.step();
            let (at_column, at_row) =
                ((column + 1).wrapping_add_signed(across), (row + 1).wrapping_add_signed(down));
            let is_there =
                |(door, _): &&mut (Door, _)| (door.column, door.row) == (at_column, at_row);
            match doors.iter_mut().find(is_there) {
                Some((door, _)) => door.owners.extend(owners),
                None => {
                    let door = Door { column: at_column, row: at_row, owners, opens_after: 0 };
                    doors.push((door, (column, row, side)));
                }
            }
        }
        for (door, _) in &mut doors {
            door.owners.sort_unstable();
            door.owners.dedup();
        }
        doors.sort_by_key(|(door, _)| (door.row, door.column));
        Ok(doors)
    }

    /// The shapes whose pieces must be gone.
    fn shapes_gone(
        &self,
        shapes: &[Shape],
        doors: &[DoorOnSide],
    ) -> Result<Vec<ShapeId>, BuilderError> {
        let owns_one = |shape: &ShapeId| doors.iter().any(|(door, _)| door.owners.contains(shape));
        let Some(letters) = &self.gone else {
            let all = if self.goals.is_empty() { 0..shapes.len() } else { 0..0 };
            return Ok(all.filter(owns_one).collect());
        };
        let gone = |letter: char| {
            let shape = shapes.iter().position(|shape| shape.letter() == letter);
            let shape = shape.ok_or(BuilderError::GoneLetter(letter))?;
            match () {
                () if !owns_one(&shape) => Err(BuilderError::CannotLeave(letter)),
                () if self.goals.iter().flatten().any(|placed| placed.0 == letter) => {
                    Err(BuilderError::GoneInGoal(letter))
                }
                () => Ok(shape),
            }
        };
        letters.chars().map(gone).collect()
    }

    /// Builds the puzzle.
    pub fn build(self) -> Result<Puzzle, BuilderError> {
        let has_no_goal = self.goals.is_empty() && self.gone.is_none() && self.doors.is_empty();
        if has_no_goal || self.goals.iter().any(Vec::is_empty) {
            return Err(BuilderError::NoGoal);
        }
        let board = Board::new(self.width, self.height, self.walls.iter().copied())
            .and_then(|board| board.with_thin_walls(self.thin_walls.iter().copied()))
            .map_err(PuzzleError::from)?;
        let shapes = self.shapes.iter().cloned().collect::<Result<Vec<_>, _>>()?;
        let doors = self.doors(&board, &shapes)?;
        let gone = self.shapes_gone(&shapes, &doors)?;
        let placement = |&(letter, column, row): &(char, u8, u8)| {
            let shape = shapes.iter().position(|shape| shape.letter() == letter);
            let cell = board.cell(column, row);
            Ok((
                shape.ok_or(BuilderError::Letter(letter))?,
                cell.ok_or(BuilderError::Place { letter, column, row })?,
            ))
        };
        let goal = |pieces: &Vec<_>| pieces.iter().map(placement).collect();
        let mut goals: Vec<Vec<(ShapeId, Cell)>> =
            self.goals.iter().map(goal).collect::<Result<_, BuilderError>>()?;
        if goals.is_empty() {
            goals.push(Vec::new());
        }
        let letters: Vec<char> = shapes.iter().map(Shape::letter).collect();
        // Errors name a goal as the caller gave it: by letter, column and row.
        let places: Vec<(u8, u8)> =
            board.cells().map(|cell| (board.column(cell), board.row(cell))).collect();
        let place = |cell: Cell| places[usize::from(cell)];
        let goal = Goal::any_of(goals).with_gone(gone);
        let (doors, sides): (Vec<Door>, Vec<(u8, u8, Direction)>) = doors.into_iter().unzip();
        let puzzle = match doors.is_empty() {
            true => Puzzle::new(board, shapes, goal),
            false => {
                let (frozen, layers) = (vec![None; shapes.len()], vec![None; shapes.len()]);
                let rules = DoorRules { doors, frozen, layers };
                let gates = vec![Vec::new(); shapes.len()];
                Puzzle::with_doors(board, shapes, &gates, rules, goal)
            }
        };
        let puzzle = puzzle.map_err(|error| match error {
            PuzzleError::Goal { shape, cell } => {
                let ((column, row), letter) = (place(cell), letters[shape]);
                BuilderError::Fit { letter, column, row }
            }
            PuzzleError::GoalOverlap(cell) => {
                let (column, row) = place(cell);
                BuilderError::Overlap { column, row }
            }
            error => error.into(),
        })?;
        let unused = puzzle.doors().and_then(Doors::unused);
        match unused {
            None => Ok(puzzle),
            Some(door) => {
                let doors = puzzle.doors().map_or(&[][..], |doors| &doors.rules().doors);
                let number = doors.iter().position(|other| other == door).unwrap_or_default();
                let (column, row, side) = sides[number];
                Err(BuilderError::NobodyFits { column, row, side })
            }
        }
    }
}
