//! Footprints: the cells that pieces cover at each anchor, and their steps, on boards of any size.

use super::arrangement::ShapeId;
use super::shape::Shape;
use crate::grid::{Board, Cell, Direction};
use std::sync::Arc;

/// The footprints and steps of all shapes.
///
/// A puzzle on a board with at most 128 cells has sets as well, which are faster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Footprints(Vec<Arc<Footprint>>);

/// The footprints and steps of one shape.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Footprint {
    /// Number of cells of a piece.
    area: usize,
    /// The cells that pieces cover, in reading order, for one anchor after another.
    cells: Box<[Cell]>,
    /// For each anchor, which of these it has: none if the piece does not fit.
    numbers: Box<[Option<Cell>]>,
    /// For each anchor the anchors after a step, in the order of [`Direction::ALL`].
    steps: Box<[[Option<Cell>; 4]]>,
}

impl Footprints {
    /// The footprints of shapes. A piece must be on the board and on its shape's line. It fits neither on both sides of a
    /// thin wall nor on a gate of other shapes.
    pub fn new(board: &Board, shapes: &[Shape], gates: &[Vec<Cell>]) -> Self {
        let mut all: Vec<Arc<Footprint>> = Vec::with_capacity(shapes.len());
        let is_like = |one: usize, other: usize| {
            let key = |id: usize| {
                let shape = &shapes[id];
                (shape.polyomino(), shape.freedom(), shape.line(), &gates[id])
            };
            key(one) == key(other)
        };
        for (id, shape) in shapes.iter().enumerate() {
            let like = (0..id).find(|&other| is_like(other, id));
            let footprint = match like {
                Some(like) => all[like].clone(),
                None => Arc::new(Footprint::new(board, shape, |cell| is_closed(gates, id, cell))),
            };
            all.push(footprint);
        }
        Self(all)
    }

    /// Whether pieces of a shape have the same footprints and steps as those of a shape of others.
    pub fn are_alike(&self, shape: ShapeId, others: &Self, other: ShapeId) -> bool {
        self.0[shape] == others.0[other]
    }

    /// Takes all steps from the pieces of a shape.
    pub fn freeze(&mut self, shape: ShapeId) {
        Arc::make_mut(&mut self.0[shape]).steps.fill([None; 4]);
    }

    /// The cells that a piece covers, in reading order; none if it does not fit.
    #[inline]
    pub fn covered(&self, shape: ShapeId, anchor: Cell) -> &[Cell] {
        self.0[shape].covered(anchor)
    }

    /// The anchor after a step of a piece, if the piece fits there.
    #[inline]
    pub fn step(&self, shape: ShapeId, from: Cell, direction: Direction) -> Option<Cell> {
        self.0[shape].steps[usize::from(from)][direction as usize]
    }
}

/// Whether gates close a cell to the pieces of a shape.
pub(super) fn is_closed(gates: &[Vec<Cell>], shape: ShapeId, cell: Cell) -> bool {
    !gates[shape].contains(&cell) && gates.iter().any(|gate| gate.contains(&cell))
}

impl Footprint {
    fn new(board: &Board, shape: &Shape, is_closed: impl Fn(Cell) -> bool) -> Self {
        let closed: Vec<bool> = board.cells().map(is_closed).collect();
        let mut cells = Vec::new();
        let mut fitting = 0;
        let mut number_of = |anchor: Cell| {
            let is_open = |cells: &Vec<Cell>| cells.iter().all(|&cell| !closed[usize::from(cell)]);
            if !shape.is_on_line(board.column(anchor), board.row(anchor)) {
                return None;
            }
            cells.extend(board.footprint(shape.polyomino(), anchor).filter(is_open)?);
            fitting += 1;
            Some(fitting - 1)
        };
        let numbers = board.cells().map(&mut number_of).collect();
        let area = shape.polyomino().cells().len();
        let mut footprint = Self { area, cells: cells.into(), numbers, steps: Box::default() };
        let step = |from: Cell, direction| {
            let here = footprint.covered(from);
            if here.is_empty() || !shape.freedom().allows(direction) {
                return None;
            }
            let to = board.neighbour(from, direction)?;
            let crosses = |&cell: &Cell| board.neighbour(cell, direction).is_none();
            let stands = !footprint.covered(to).is_empty() && !here.iter().any(crosses);
            stands.then_some(to)
        };
        let steps = board.cells().map(|from| Direction::ALL.map(|direction| step(from, direction)));
        footprint.steps = steps.collect();
        footprint
    }

    #[inline]
    fn covered(&self, anchor: Cell) -> &[Cell] {
        match self.numbers.get(usize::from(anchor)) {
            Some(&Some(number)) => {
                let start = usize::from(number) * self.area;
                &self.cells[start..start + self.area]
            }
            _ => &[],
        }
    }
}
