//! The rules that a puzzle file describes.

use super::{Kind, PuzzleFile, Standing};
use crate::grid::{Board, Cell, Cells};
use crate::sliding::rules::{
    Family, Freedom, Goal, PieceSet, Position, Puzzle, PuzzleError, Shape, ShapeId,
};

/// A puzzle with its only piece set and the position in which it starts.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The puzzle, in which each piece has the sign that the file gives it.
    pub puzzle: Puzzle,
    /// The start.
    pub start: Position,
}

impl Setup {
    /// The pieces.
    pub fn piece_set(&self) -> PieceSet {
        self.start.piece_set()
    }

    /// A family of the puzzle alone, under a name that stands in file names.
    pub fn family(&self, name: impl Into<String>) -> Family {
        Family::new(name, self.puzzle.clone(), 0, [self.piece_set()])
    }
}

impl PuzzleFile {
    /// The puzzle and its start. Refused is what no position can be: a goal in which pieces overlap, or stand where
    /// others have their gates.
    pub fn setup(&self) -> Result<Setup, PuzzleError> {
        let grid = &self.start;
        let walls = grid.cells().filter(|(_, sign)| *sign == '#').map(|(place, _)| place);
        let board = Board::new(grid.columns(), grid.rows(), walls)?;
        let cell = |(column, row): (u8, u8)| {
            board.cell(column, row).expect("the reader refuses pieces on walls")
        };
        let order = self.order();
        let shape_of = |kind: usize| -> ShapeId {
            order.iter().position(|&other| other == kind).expect("every kind has a shape")
        };
        let placement = |piece: &Standing| (shape_of(piece.kind), cell(piece.at));
        let kinds = || order.iter().map(|&kind| &self.kinds[kind]);
        let gates: Vec<Cells> =
            kinds().map(|kind| kind.gate.iter().copied().map(cell).collect()).collect();
        let goals = self.goals.iter().map(|goal| goal.iter().map(placement).collect());
        let goal = Goal::any_of(goals.collect::<Vec<Vec<(ShapeId, Cell)>>>());
        let mut start = Position::empty(order.len());
        for (shape, anchor) in self.pieces.iter().map(placement) {
            start.put(shape, anchor);
        }
        let mut puzzle = Puzzle::with_gates(board, kinds().map(shape).collect(), &gates, goal)?
            .called(&self.name);
        for (id, kind) in kinds().enumerate() {
            // A board has at most 128 cells, and no two pieces share one.
            puzzle = puzzle.with_fixed_count(id, kind.signs.len() as u8);
        }
        Ok(Setup { puzzle, start })
    }

    /// The kinds in the order of their shapes: that of the file, but the most numerous single cells last, where they
    /// are taken for what fills the others' gaps.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.kinds.len()).collect();
        let fills = |kind: &Kind| kind.form.area() == 1 && kind.freedom == Freedom::Both;
        let singles = order.iter().copied().filter(|&kind| fills(&self.kinds[kind]));
        if let Some(last) = singles.max_by_key(|&kind| self.kinds[kind].signs.len()) {
            order.retain(|&kind| kind != last);
            order.push(last);
        }
        order
    }
}

/// The shape of a kind.
fn shape(kind: &Kind) -> Shape {
    let Kind { form, signs, freedom, .. } = kind;
    let name = match form.is_rectangle() {
        true => format!("{}x{}", form.width(), form.height()),
        false => format!("{} cells", form.area()),
    };
    Shape::of_pieces(name, signs.iter().copied(), form.clone()).moving(*freedom)
}
