//! Definition of a puzzle with derived data: placements, steps, symmetries.

use super::arrangement::ShapeId;
use super::doors::{DoorRules, Doors};
use super::footprints::{Footprints, is_closed};
use super::freedom::Freedom;
use super::goal::Goal;
use super::shape::{Shape, filling_shape};
use super::signs::Blank;
use super::symmetry::{Parts, Symmetry};
use crate::grid::{Board, BoardError, Cell, Cells, Direction};
use std::sync::{Arc, OnceLock};
use thiserror::Error;

/// Definition of a puzzle with derived data.
#[derive(Clone, Debug)]
pub(super) struct Definition {
    pub board: Board,
    pub shapes: Vec<Shape>,
    pub fixed_counts: Vec<Option<u8>>,
    /// The name, which also is the text of the only piece set.
    pub name: Option<String>,
    pub goal: Goal,
    /// For each shape and anchor the covered cells; none if the piece does not fit. Without anchors on boards with more
    /// than 128 cells.
    pub placements: Vec<Box<[Cells]>>,
    /// For each shape and anchor the steps of a piece. Without anchors on boards with more than 128 cells.
    pub steps: Vec<Box<[Steps]>>,
    /// The covered cells and steps on any board.
    pub footprints: Footprints,
    /// For each shape its gates.
    pub gates: Vec<Vec<Cell>>,
    /// The ways off the board, if there are any.
    pub doors: Option<Arc<Doors>>,
    /// Found when they are asked for.
    pub symmetries: OnceLock<Vec<Symmetry>>,
    /// The shape of one cell whose pieces fill the cells that larger pieces leave empty.
    pub filling: Option<ShapeId>,
    /// For each shape, all shapes that share its signs, including itself.
    pub sharing_signs: Vec<Box<[ShapeId]>>,
    /// The text of the board without pieces.
    pub blank: Blank,
    /// For each ASCII character the shape with that letter.
    pub by_letter: Box<[Option<ShapeId>; 128]>,
}

/// Largest number of shapes: one for each cell of the largest board.
const MOST_SHAPES: usize = Board::MOST as usize;

/// Error: a puzzle is invalid.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum PuzzleError {
    /// The board is invalid.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The board is too small for the pieces of the puzzle.
    #[error("a board of {width}x{height} is too small: it must have room for {needs}")]
    TooSmall {
        /// Columns asked for.
        width: u8,
        /// Rows asked for.
        height: u8,
        /// What must have room, in words.
        needs: &'static str,
    },
    /// The positions of a family cannot be numbered.
    #[error("a board of {width}x{height} with {open} cells: tables are limited to {most} cells", most = Cells::MOST)]
    Unnumbered {
        /// Columns asked for.
        width: u8,
        /// Rows asked for.
        height: u8,
        /// Number of cells.
        open: Cell,
    },
    /// There are no shapes, or too many.
    #[error("the puzzle has {0} shapes: there must be from 1 to {MOST_SHAPES}")]
    ShapeCount(usize),
    /// Two shapes have the same letter, or two pieces the same sign. Only pieces that never leave lines of their own may
    /// share signs with pieces on other lines.
    #[error("two shapes have the letter {0:?}: each shape needs its own letter")]
    SharedLetter(char),
    /// A shape does not fit on the board.
    #[error("shape {0:?} is larger than the board")]
    TooLarge(String),
    /// The number of gates differs from the number of shapes.
    #[error("gates are given for {found} shapes, but the puzzle has {want}")]
    GateCount {
        /// Gates given.
        found: usize,
        /// Shapes of the puzzle.
        want: usize,
    },
    /// The goal names a shape that does not exist, or a cell where it does not fit.
    #[error("the goal places shape number {shape} at cell {cell}, where it does not fit")]
    Goal {
        /// The shape's number, from 0.
        shape: ShapeId,
        /// The goal's cell for its anchor.
        cell: Cell,
    },
    /// Two pieces of the goal overlap.
    #[error("two pieces of the goal overlap at cell {0}")]
    GoalOverlap(Cell),
}

/// The steps of a piece from an anchor.
#[derive(Clone, Debug)]
pub(super) struct Steps {
    /// In the order of [`Direction::ALL`]; none if the piece does not fit there on the empty board, or would cross a
    /// thin wall.
    pub each: [Option<Step>; 4],
    /// The cells that at least one of the steps newly covers.
    pub newly_covered: Cells,
}

/// A step of a piece to the adjacent anchor, if the piece fits there.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The anchor after it.
    pub to: Cell,
    /// The newly covered cells, which must be empty.
    pub needs: Cells,
}

impl Definition {
    /// Derives all data from the board, the shapes, the doors, the goal and, for each shape, its gates. Pieces of shapes
    /// that do not have a gate may not enter it.
    pub fn new(
        board: Board,
        shapes: Vec<Shape>,
        gates: &[Vec<Cell>],
        doors: Option<DoorRules>,
        goal: Goal,
    ) -> Result<Self, PuzzleError> {
        check_shapes(&board, &shapes, gates)?;
        let footprints = Footprints::new(&board, &shapes, gates);
        let is_closed = |shape, cell| is_closed(gates, shape, cell);
        let doors =
            doors.map(|rules| Arc::new(Doors::new(&board, &shapes, &footprints, is_closed, rules)));
        for alternative in goal.alternatives() {
            check_goal(&board, shapes.len(), &footprints, alternative)?;
        }
        let ids = || 0..shapes.len();
        let numbered = || board.cells().filter(|_| board.is_narrow());
        let placements = ids().map(|shape| {
            let covered = |anchor| footprints.covered(shape, anchor).iter().copied().collect();
            numbered().map(covered).collect()
        });
        let placements: Vec<Box<[Cells]>> = placements.collect();
        let steps = steps_of_all(&board, &footprints, &placements);
        let fits = |shape, anchor| !footprints.covered(shape, anchor).is_empty();
        let goes_anywhere = |&shape: &ShapeId| board.cells().all(|anchor| fits(shape, anchor));
        let filling = filling_shape(&shapes).filter(goes_anywhere);
        Ok(Self {
            steps,
            fixed_counts: vec![None; shapes.len()],
            name: None,
            filling,
            footprints,
            gates: gates.to_vec(),
            doors,
            sharing_signs: (0..shapes.len()).map(|id| sharing_signs_of(&shapes, id)).collect(),
            blank: Blank::of(&board),
            by_letter: by_letter(&shapes),
            board,
            shapes,
            goal,
            placements,
            symmetries: OnceLock::new(),
        })
    }

    /// Takes all steps from the pieces of some shapes.
    pub fn freeze(&mut self, shapes: impl Iterator<Item = ShapeId>) {
        for shape in shapes {
            self.footprints.freeze(shape);
            self.filling = self.filling.filter(|&filling| filling != shape);
        }
        self.steps = steps_of_all(&self.board, &self.footprints, &self.placements);
    }

    /// The data that determines symmetries.
    pub fn parts(&self) -> Parts<'_> {
        let Self { board, shapes, fixed_counts, footprints, goal, .. } = self;
        Parts { board, shapes, fixed_counts, footprints, doors: self.doors.as_deref(), goal }
    }
}

/// Checks the number of shapes and gates, that signs and lines distinguish the shapes, and that each shape fits the
/// board.
fn check_shapes(board: &Board, shapes: &[Shape], gates: &[Vec<Cell>]) -> Result<(), PuzzleError> {
    if !(1..=MOST_SHAPES).contains(&shapes.len()) {
        return Err(PuzzleError::ShapeCount(shapes.len()));
    }
    if gates.len() != shapes.len() {
        return Err(PuzzleError::GateCount { found: gates.len(), want: shapes.len() });
    }
    let mut letters = Vec::new();
    for (id, shape) in shapes.iter().enumerate() {
        let own = [shape.letter()];
        let own = if shape.signs().is_empty() { &own } else { shape.signs() };
        let sharing = sharing_signs_of(shapes, id);
        let is_apart = |other: &Shape| {
            let lines = other.line().zip(shape.line());
            shape.freedom() != Freedom::Both
                && other.freedom() == shape.freedom()
                && lines.is_some_and(|(theirs, own)| theirs != own)
        };
        let mut before = sharing.iter().take_while(|&&other| other < id);
        if !before.all(|&other| is_apart(&shapes[other])) {
            return Err(PuzzleError::SharedLetter(shape.letter()));
        }
        // The first of the shapes that share signs represents all.
        for &letter in own.iter().filter(|_| sharing[0] == id) {
            if letters.contains(&letter) {
                return Err(PuzzleError::SharedLetter(letter));
            }
            letters.push(letter);
        }
        let polyomino = shape.polyomino();
        if polyomino.width() > board.width() || polyomino.height() > board.height() {
            return Err(PuzzleError::TooLarge(shape.name().to_owned()));
        }
    }
    Ok(())
}

/// For each ASCII character the shape with that letter.
fn by_letter(shapes: &[Shape]) -> Box<[Option<ShapeId>; 128]> {
    let mut by_letter = Box::new([None; 128]);
    for (id, shape) in shapes.iter().enumerate().filter(|(_, shape)| shape.signs().is_empty()) {
        by_letter[shape.letter() as usize] = Some(id);
    }
    by_letter
}

/// All shapes that share the signs of a shape, including itself.
fn sharing_signs_of(shapes: &[Shape], id: ShapeId) -> Box<[ShapeId]> {
    let signs = shapes[id].signs();
    let shares_signs =
        |&other: &ShapeId| other == id || !signs.is_empty() && shapes[other].signs() == signs;
    (0..shapes.len()).filter(shares_signs).collect()
}

/// Checks that the pieces of one goal alternative fit together.
fn check_goal(
    board: &Board,
    shapes: usize,
    footprints: &Footprints,
    alternative: &[(ShapeId, Cell)],
) -> Result<(), PuzzleError> {
    let mut taken = vec![false; board.cells().len()];
    for &(shape, cell) in alternative {
        let covered = if shape < shapes { footprints.covered(shape, cell) } else { &[] };
        if covered.is_empty() {
            return Err(PuzzleError::Goal { shape, cell });
        }
        for &covered in covered {
            if std::mem::replace(&mut taken[usize::from(covered)], true) {
                return Err(PuzzleError::GoalOverlap(covered));
            }
        }
    }
    Ok(())
}

/// For each shape and anchor the steps of a piece, from the cells that it covers. Without anchors on boards with more
/// than 128 cells.
fn steps_of_all(
    board: &Board,
    footprints: &Footprints,
    placements: &[Box<[Cells]>],
) -> Vec<Box<[Steps]>> {
    let of_shape = |shape: ShapeId| {
        let step = |from, side| footprints.step(shape, from, side);
        let anchors = board.cells().filter(|_| board.is_narrow());
        anchors.map(|from| steps_of(from, step, &placements[shape])).collect()
    };
    (0..placements.len()).map(of_shape).collect()
}

/// The steps of a piece, from the cells that it covers at each anchor.
fn steps_of(
    from: Cell,
    step: impl Fn(Cell, Direction) -> Option<Cell>,
    covered: &[Cells],
) -> Steps {
    let needs = |to: Cell| covered[usize::from(to)] - covered[usize::from(from)];
    let step = |direction| step(from, direction).map(|to| Step { to, needs: needs(to) });
    let each = Direction::ALL.map(step);
    Steps { each, newly_covered: each.iter().flatten().map(|step| step.needs).collect() }
}
