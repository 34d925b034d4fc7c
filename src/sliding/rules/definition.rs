//! What a puzzle is, and what follows from that: placements, steps, symmetries.

use super::arrangement::ShapeId;
use super::goal::Goal;
use super::shape::{Shape, filling_shape};
use super::signs::Blank;
use super::symmetry::{Parts, Symmetry};
use crate::grid::{Board, BoardError, Cell, Cells, Direction};
use thiserror::Error;

/// What a puzzle is, and what follows from that.
#[derive(Clone, Debug)]
pub(super) struct Definition {
    pub board: Board,
    pub shapes: Vec<Shape>,
    pub fixed_counts: Vec<Option<u8>>,
    /// The name, for which its only piece set stands.
    pub name: Option<String>,
    pub goal: Goal,
    /// For each shape and anchor the cells covered; none where a piece cannot stand.
    pub placements: Vec<Box<[Cells]>>,
    /// For each shape and anchor the steps from there.
    pub steps: Vec<Box<[Steps]>>,
    pub symmetries: Vec<Symmetry>,
    /// The shape of one cell whose pieces fill what the others leave free.
    pub filling: Option<ShapeId>,
    /// For each shape those that share its signs, itself included.
    pub twins: Vec<Box<[ShapeId]>>,
    /// The text of the board without pieces.
    pub blank: Blank,
    /// For each ASCII sign the shape whose letter it is.
    pub by_letter: Box<[Option<ShapeId>; 128]>,
}

/// Most shapes that a puzzle may have: one for each cell of the largest board.
const MOST_SHAPES: usize = Cells::MOST as usize;

/// Why a puzzle cannot be.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum PuzzleError {
    /// A board that cannot be.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// No shapes or too many.
    #[error("a puzzle with {0} shapes: there must be from 1 to {MOST_SHAPES}")]
    ShapeCount(usize),
    /// Two shapes drawn by one letter, or two pieces by one sign.
    #[error("two shapes have the letter {0:?}: each needs its own")]
    SharedLetter(char),
    /// A shape that no board of this size holds.
    #[error("shape {0:?} is larger than the board")]
    TooLarge(String),
    /// Gates for another number of shapes than there are.
    #[error("gates for {found} shapes of a puzzle with {want}")]
    GateCount {
        /// Gates given.
        found: usize,
        /// Shapes of the puzzle.
        want: usize,
    },
    /// A goal for a shape that the puzzle lacks, or on a cell where it cannot stand.
    #[error("the goal wants shape number {shape} at cell {cell}, where no such piece can stand")]
    Goal {
        /// The shape's number, from 0.
        shape: ShapeId,
        /// The cell wanted for its anchor.
        cell: Cell,
    },
    /// Two pieces of the goal on one cell.
    #[error("two pieces that the goal wants would both cover cell {0}")]
    GoalOverlap(Cell),
}

/// The steps of a piece from an anchor.
#[derive(Clone, Debug)]
pub(super) struct Steps {
    /// In the order of [`Direction::ALL`]; none where no piece can stand there on the empty board.
    pub each: [Option<Step>; 4],
    /// The cells that any of them newly covers.
    pub rim: Cells,
}

/// A step of a piece to the anchor beside its own, where a piece can stand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// The anchor after it.
    pub to: Cell,
    /// The cells newly covered, which must be free.
    pub needs: Cells,
}

impl Definition {
    /// What follows from board, shapes, goal and, for each shape, the cells that only its pieces may enter.
    pub fn new(
        board: Board,
        shapes: Vec<Shape>,
        gates: &[Cells],
        goal: Goal,
    ) -> Result<Self, PuzzleError> {
        check_shapes(&board, &shapes, gates)?;
        let placements = placements_of(&board, &shapes, gates);
        for alternative in goal.alternatives() {
            check_goal(&placements, alternative)?;
        }
        let steps = placements.iter().zip(&shapes);
        let steps = steps.map(|(covered, shape)| steps_of(&board, shape, covered)).collect();
        let goes_anywhere =
            |&shape: &ShapeId| placements[shape].iter().all(|cells| !cells.is_empty());
        let mut definition = Self {
            steps,
            fixed_counts: vec![None; shapes.len()],
            name: None,
            filling: filling_shape(&shapes).filter(goes_anywhere),
            twins: (0..shapes.len()).map(|id| twins_of(&shapes, id)).collect(),
            blank: Blank::of(&board),
            by_letter: by_letter(&shapes),
            board,
            shapes,
            goal,
            placements,
            symmetries: Vec::new(),
        };
        definition.symmetries = Symmetry::all(definition.parts());
        Ok(definition)
    }

    /// What symmetries are found in.
    pub fn parts(&self) -> Parts<'_> {
        let Self { board, shapes, fixed_counts, placements, goal, .. } = self;
        Parts { board, shapes, fixed_counts, placements, goal }
    }
}

/// Checks that there are as many shapes and gates as may be, that signs tell the shapes apart, and that each fits the
/// board.
fn check_shapes(board: &Board, shapes: &[Shape], gates: &[Cells]) -> Result<(), PuzzleError> {
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
        // The first of those that share signs stands for all.
        for &letter in own.iter().filter(|_| twins_of(shapes, id)[0] == id) {
            if letters.contains(&letter) {
                return Err(PuzzleError::SharedLetter(letter));
            }
            letters.push(letter);
        }
        let form = shape.form();
        if form.width() > board.width() || form.height() > board.height() {
            return Err(PuzzleError::TooLarge(shape.name().to_owned()));
        }
    }
    Ok(())
}

/// For each shape and anchor the cells covered: none over the edge, in another shape's gate, or off the shape's line.
fn placements_of(board: &Board, shapes: &[Shape], gates: &[Cells]) -> Vec<Box<[Cells]>> {
    let all_gates: Cells = gates.iter().copied().collect();
    let covered = |(shape, &gate): (&Shape, &Cells)| {
        let closed = all_gates - gate;
        let stands = |anchor| board.covered(shape.form(), anchor);
        let stands = |anchor| stands(anchor).filter(|cells| !cells.meets(closed));
        let is_on_line = |anchor| shape.is_on_line(board.column(anchor), board.row(anchor));
        let stands = |anchor| stands(anchor).filter(|_| is_on_line(anchor));
        board.cells().map(|anchor| stands(anchor).unwrap_or_default()).collect()
    };
    shapes.iter().zip(gates).map(covered).collect()
}

/// For each ASCII sign the shape whose letter it is.
fn by_letter(shapes: &[Shape]) -> Box<[Option<ShapeId>; 128]> {
    let mut by_letter = Box::new([None; 128]);
    for (id, shape) in shapes.iter().enumerate().filter(|(_, shape)| shape.signs().is_empty()) {
        by_letter[shape.letter() as usize] = Some(id);
    }
    by_letter
}

/// The shapes that share the signs of one, itself included.
fn twins_of(shapes: &[Shape], id: ShapeId) -> Box<[ShapeId]> {
    let signs = shapes[id].signs();
    let is_twin =
        |&other: &ShapeId| other == id || !signs.is_empty() && shapes[other].signs() == signs;
    (0..shapes.len()).filter(is_twin).collect()
}

/// Checks that the pieces of one way to win can stand so.
fn check_goal(
    placements: &[Box<[Cells]>],
    alternative: &[(ShapeId, Cell)],
) -> Result<(), PuzzleError> {
    let mut taken = Cells::NONE;
    for &(shape, cell) in alternative {
        let stands = placements.get(shape).and_then(|p| p.get(usize::from(cell)));
        let Some(&covered) = stands.filter(|covered| !covered.is_empty()) else {
            return Err(PuzzleError::Goal { shape, cell });
        };
        if let Some(twice) = (taken & covered).first() {
            return Err(PuzzleError::GoalOverlap(twice));
        }
        taken |= covered;
    }
    Ok(())
}

/// The steps of a shape, from what it covers at each anchor.
fn steps_of(board: &Board, shape: &Shape, covered: &[Cells]) -> Box<[Steps]> {
    let step = |from: Cell, direction| {
        if !shape.freedom().allows(direction) {
            return None;
        }
        let to = board.neighbour(from, direction)?;
        let [here, there] = [from, to].map(|anchor| covered[usize::from(anchor)]);
        let stands = !here.is_empty() && !there.is_empty();
        stands.then_some(Step { to, needs: there - here })
    };
    let steps = |from| {
        let each = Direction::ALL.map(|direction| step(from, direction));
        Steps { each, rim: each.iter().flatten().map(|step| step.needs).collect() }
    };
    board.cells().map(steps).collect()
}
