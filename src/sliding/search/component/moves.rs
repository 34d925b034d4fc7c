//! Moves between encoded positions.

use super::layout::{Field, Layout};
use crate::grid::{Cell, Cells, Direction};
use crate::sliding::rules::{Metric, Puzzle, ShapeId};

/// The moves of a puzzle under a metric, between encoded positions.
#[derive(Debug)]
pub(super) struct Moves<'a> {
    metric: Metric,
    open: Cells,
    layout: &'a Layout,
    /// The pieces of each shape, by the numbers of their places.
    shapes: Vec<Places>,
}

/// The places of the pieces of one shape.
#[derive(Debug)]
struct Places {
    /// The covered cells of each place.
    covered: Box<[Cells]>,
    /// The cells that the steps from each place newly cover. If none is empty, the piece cannot move.
    beside: Box<[Cells]>,
    /// The steps from each place, in the order of [`Direction::ALL`].
    steps: Box<[[Step; 4]]>,
    /// The first place's cell, if every piece covers one cell and the places are consecutive cells.
    cells_from: Option<Cell>,
}

/// A step to an adjacent place.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// The newly covered cells, which must be empty.
    needs: Cells,
    to: u8,
}

/// Marks a direction without a step. Its cells are never all empty, except on the largest board with one piece.
const NO_STEP: Step = Step { needs: Cells::ALL, to: u8::MAX };

impl Step {
    #[inline(always)]
    fn is_possible(&self, free: Cells) -> bool {
        self.needs.is_within(free) && self.to != NO_STEP.to
    }
}

impl<'a> Moves<'a> {
    pub fn new(puzzle: &Puzzle, layout: &'a Layout, metric: Metric) -> Self {
        let fields = layout.fields().iter().enumerate();
        Self {
            metric,
            open: puzzle.board().open_cells(),
            layout,
            shapes: fields.map(|(shape, field)| Places::new(puzzle, shape, field)).collect(),
        }
    }

    /// Calls `visit` for the results of all moves from a position, each once.
    #[inline]
    pub fn each<const N: usize>(&self, key: &[u64; N], mut visit: impl FnMut([u64; N])) {
        let free = self.open - self.occupied(key);
        for (field, places) in self.layout.fields().iter().zip(&self.shapes) {
            field.each_piece(key, |piece, from| {
                if places.beside[from].meets(free) {
                    let free = free | places.covered[from];
                    places.each_move(self.metric, from, free, |to| {
                        visit(field.after(key, piece, from, to));
                    });
                }
            });
        }
    }

    #[inline]
    fn occupied<const N: usize>(&self, key: &[u64; N]) -> Cells {
        let mut occupied = Cells::NONE;
        for (field, places) in self.layout.fields().iter().zip(&self.shapes) {
            match (places.cells_from, field.bits(key)) {
                (Some(from), Some(bits)) => occupied |= Cells::from_bits(bits << from),
                _ => field.each_piece(key, |_, place| occupied |= places.covered[place]),
            }
        }
        occupied
    }
}

impl Places {
    fn new(puzzle: &Puzzle, shape: ShapeId, field: &Field) -> Self {
        let step = |from: Cell, direction| {
            let step = puzzle.step(shape, from, direction);
            step.map_or(NO_STEP, |step| Step { needs: step.needs, to: field.number(step.to) })
        };
        let covered: Box<[Cells]> =
            field.places().iter().map(|&place| puzzle.covered(shape, place)).collect();
        let first = field.places().first().copied();
        let is_cell = |(number, &covered)| first.is_some_and(|first| covered == Cells::of(first + number));
        Self {
            cells_from: first.filter(|_| (0..).zip(&covered[..]).all(is_cell)),
            covered,
            beside: field.places().iter().map(|&at| puzzle.newly_covered(shape, at)).collect(),
            steps: field.places().iter().map(|&at| Direction::ALL.map(|side| step(at, side))).collect(),
        }
    }

    /// Calls `visit` for the places to which one move of a piece leads; `free` has the empty cells and its own.
    #[inline]
    fn each_move(&self, metric: Metric, from: usize, free: Cells, mut visit: impl FnMut(usize)) {
        match metric {
            Metric::Unit => {
                for step in &self.steps[from] {
                    if step.is_possible(free) {
                        visit(step.to.into());
                    }
                }
            }
            Metric::Straight => {
                for direction in 0..4 {
                    let mut step = &self.steps[from][direction];
                    while step.is_possible(free) {
                        visit(step.to.into());
                        step = &self.steps[usize::from(step.to)][direction];
                    }
                }
            }
            Metric::Finger => {
                let mut reached = Cells::of(from as u8);
                let mut fresh = reached;
                while let Some(at) = fresh.first() {
                    fresh.remove(at);
                    for step in &self.steps[usize::from(at)] {
                        if step.is_possible(free) && !reached.contains(step.to) {
                            reached.insert(step.to);
                            fresh.insert(step.to);
                            visit(step.to.into());
                        }
                    }
                }
            }
        }
    }
}
