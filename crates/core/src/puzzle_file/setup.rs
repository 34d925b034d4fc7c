//! Converts a puzzle file into a puzzle.

use super::doors::Wait;
use super::file::PuzzleFile;
use super::pieces::{Kind, Standing};
use crate::grid::{Board, Cell};
use crate::rules::{
    Arrangement, Door, DoorRules, Family, Freedom, Goal, PieceSet, Puzzle, PuzzleError, Shape,
    ShapeId, Until,
};
use std::collections::BTreeSet;

/// A puzzle with its only piece set and its start.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The puzzle; each piece has its sign from the file.
    pub puzzle: Puzzle,
    /// The start.
    pub start: Arrangement,
}

impl Setup {
    /// The pieces.
    pub fn piece_set(&self) -> PieceSet {
        self.start.piece_set()
    }

    /// A family with this puzzle's piece set only; its name is used in file names.
    pub fn family(&self, name: impl Into<String>) -> Family {
        Family::new(name, self.puzzle.clone(), 0, [self.piece_set()])
    }
}

impl PuzzleFile {
    /// Builds the puzzle and its start. Rejects impossible goals: pieces that overlap or occupy the gates of others.
    pub fn setup(&self) -> Result<Setup, PuzzleError> {
        let grid = &self.start;
        let walls = grid.cells().filter(|(_, sign)| *sign == '#').map(|(place, _)| place);
        let board = Board::new(grid.columns(), grid.rows(), walls)?;
        let board = board.with_thin_walls(self.thin_walls.iter().copied())?;
        let cell = |(column, row): (u8, u8)| {
            board.cell(column, row).expect("the reader refuses pieces on walls")
        };
        let shapes = self.shapes();
        let placement = |piece: &Standing| {
            let line = self.line_of(piece);
            let shape = shapes.iter().position(|&other| other == (piece.kind, line));
            (shape.expect("every kind has a shape for each of its lines"), cell(piece.at))
        };
        let kinds = || shapes.iter().map(|&(kind, line)| (&self.kinds[kind], line));
        let gates: Vec<Vec<Cell>> =
            kinds().map(|(kind, _)| kind.gate.iter().copied().map(cell).collect()).collect();
        let goals = self.goals.iter().map(|goal| goal.iter().map(placement).collect());
        let goal = Goal::any_of(goals.collect::<Vec<Vec<(ShapeId, Cell)>>>());
        let shapes_of = |signs: &[char]| {
            let drawn_by = |kind: usize| signs.iter().any(|s| self.kinds[kind].signs.contains(s));
            let shapes = shapes.iter().enumerate().filter(|(_, (kind, _))| drawn_by(*kind));
            shapes.map(|(shape, _)| shape).collect::<Vec<ShapeId>>()
        };
        let goal =
            goal.with_gone(self.doors.iter().flat_map(|doors| shapes_of(&doors.gone_signs())));
        let mut start = Arrangement::empty_on(&board, shapes.len());
        for (shape, anchor) in self.pieces.iter().map(placement) {
            start.put(shape, anchor);
        }
        let shapes_of_kinds = kinds().map(|(kind, line)| shape(kind, line)).collect();
        let puzzle = match &self.doors {
            None => Puzzle::with_gates(board, shapes_of_kinds, &gates, goal)?,
            Some(doors) => {
                let below = |(kind, line): &(usize, Option<u8>)| {
                    shapes.iter().position(|(other, its_line)| {
                        self.kinds[*other].layer_above == Some(*kind) && its_line == line
                    })
                };
                let frozen = kinds().map(|(kind, _)| {
                    let (_, wait) = doors
                        .frozen
                        .iter()
                        .find(|(sign, _)| self.first_layer(kind).contains(sign))?;
                    Some(match wait {
                        Wait::Left(number) => Until::Left(*number),
                        Wait::Gone(signs) => Until::Gone(shapes_of(signs)),
                    })
                });
                let rules = DoorRules {
                    doors: doors
                        .doors
                        .iter()
                        .map(|door| Door {
                            column: door.at.0,
                            row: door.at.1,
                            owners: shapes_of(&door.owners),
                            opens_after: door.opens_after,
                        })
                        .collect(),
                    frozen: frozen.collect(),
                    layers: shapes.iter().map(below).collect(),
                };
                Puzzle::with_doors(board, shapes_of_kinds, &gates, rules, goal)?
            }
        };
        let puzzle = puzzle.called(&self.name);
        Ok(Setup { puzzle: puzzle.with_fixed_counts(&start.piece_set()), start })
    }

    /// One shape per kind or, for locked pieces, one per line on which some of them start and which they never leave.
    fn shapes(&self) -> Vec<(usize, Option<u8>)> {
        let lines_of = |kind: usize| {
            let first = std::iter::successors(Some(kind), |&kind| self.kinds[kind].layer_above);
            let first = first.last();
            let lines = self.pieces.iter().filter(move |piece| Some(piece.kind) == first);
            let lines: BTreeSet<Option<u8>> = lines.map(|piece| self.line_of(piece)).collect();
            lines.into_iter().map(move |line| (kind, line))
        };
        self.order().into_iter().flat_map(lines_of).collect()
    }

    /// The signs of the pieces of a kind, before they leave for the first time.
    fn first_layer<'f>(&'f self, mut kind: &'f Kind) -> &'f [char] {
        while let Some(above) = kind.layer_above {
            kind = &self.kinds[above];
        }
        &kind.signs
    }

    /// The row or column that a piece never leaves.
    fn line_of(&self, piece: &Standing) -> Option<u8> {
        match self.kinds[piece.kind].freedom {
            Freedom::Both => None,
            Freedom::Rows => Some(piece.at.1),
            Freedom::Columns => Some(piece.at.0),
        }
    }

    /// The kinds in the order of their shapes. This is the order of the file, except that the most numerous kind of
    /// single cells is last, where it becomes the filling.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.kinds.len()).collect();
        let fills = |kind: &Kind| kind.shape.area() == 1 && kind.freedom == Freedom::Both;
        let singles = order.iter().copied().filter(|&kind| fills(&self.kinds[kind]));
        if let Some(last) = singles.max_by_key(|&kind| self.kinds[kind].signs.len()) {
            order.retain(|&kind| kind != last);
            order.push(last);
        }
        order
    }
}

/// The shape of a kind, on a line if it is locked.
fn shape(kind: &Kind, line: Option<u8>) -> Shape {
    let Kind { shape: polyomino, signs, freedom, .. } = kind;
    let name = match polyomino.is_rectangle() {
        true => format!("{}x{}", polyomino.width(), polyomino.height()),
        false => format!("{} cells", polyomino.area()),
    };
    let shape = Shape::of_pieces(name, signs.iter().copied(), polyomino.clone()).moving(*freedom);
    line.into_iter().fold(shape, Shape::on_line)
}
