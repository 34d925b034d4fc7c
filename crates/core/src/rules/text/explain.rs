//! Explanations of errors in a grid.

use super::error::PositionError;
use crate::grid::{Cell, CellSet};
use crate::rules::arrangement::ShapeId;
use crate::rules::puzzle::Puzzle;
use crate::rules::shape::Shape;
use crate::rules::signs::WALL;

impl Puzzle {
    /// The error for a piece that cannot be on the cells of its sign.
    pub(super) fn misplaced(
        &self,
        shape: ShapeId,
        anchor: Cell,
        piece: impl CellSet,
        sign: char,
    ) -> PositionError {
        let board = self.board();
        let piece: Vec<Cell> = piece.cells().collect();
        let (row, column) = self.row_and_column(anchor);
        let place = (board.column(anchor), board.row(anchor));
        let is_on_line = |&other: &ShapeId| self.shapes()[other].is_on_line(place.0, place.1);
        let why = match board.footprint_across(self.shapes()[shape].polyomino(), anchor) {
            Some(covered) if covered == piece && board.divides(&piece) => {
                "are on both sides of a thin wall"
            }
            Some(covered) if covered == piece => {
                match self.sharing_signs(shape).iter().any(is_on_line) {
                    true => "include a gate that this piece may not enter",
                    false => "are outside the row or column that this piece is locked to",
                }
            }
            _ => "do not have the shape of this piece",
        };
        PositionError::Misplaced { row, column, sign, why }
    }

    /// The error for a piece's own letter if no shape or several shapes fit its cells.
    pub(super) fn unclear(&self, anchor: Cell, letter: char, fitting: &[ShapeId]) -> PositionError {
        let (row, column) = self.row_and_column(anchor);
        if fitting.is_empty() {
            let shapes: Vec<&str> = self.shapes().iter().map(Shape::name).collect();
            let shapes = shapes.join(", ");
            return PositionError::NoSuchPiece { row, column, letter, shapes };
        }
        let shapes = fitting.iter().map(|&id| &self.shapes()[id]);
        let shapes: Vec<String> =
            shapes.map(|shape| format!("{} {}", shape.letter(), shape.name())).collect();
        PositionError::AmbiguousShape { row, column, letter, shapes: shapes.join(", ") }
    }

    pub(super) fn unknown_letter(&self, grid: &[char], cell: Cell) -> PositionError {
        let (row, column) = self.row_and_column(cell);
        // Shapes that share signs are named once.
        let first = |&(id, _): &(ShapeId, &Shape)| self.sharing_signs(id)[0] == id;
        let shapes = self.shapes().iter().enumerate().filter(first);
        let letters = shapes.map(|(_, shape)| match shape.signs() {
            [] => format!("{} {}", shape.letter(), shape.name()),
            signs => signs.iter().map(char::to_string).collect::<Vec<_>>().join(", "),
        });
        let known = letters.chain([". empty".to_owned()]).collect::<Vec<_>>().join(", ");
        PositionError::UnknownLetter { row, column, letter: grid[usize::from(cell)], known }
    }

    /// The error that names the missing cell of a piece.
    pub(super) fn incomplete(
        &self,
        grid: &[char],
        shape: &Shape,
        anchor: Cell,
        of_letter: impl CellSet,
    ) -> PositionError {
        let board = self.board();
        let (row, column) = self.row_and_column(anchor);
        let first_column = shape.polyomino().cells()[0].0;
        let missing = shape.polyomino().cells().iter().find_map(|&(c, r)| {
            let wanted_row = row + usize::from(r);
            let wanted_column = (column + usize::from(c)).checked_sub(usize::from(first_column));
            match wanted_column {
                Some(wanted_column @ 1..)
                    if wanted_column <= usize::from(board.width())
                        && wanted_row <= usize::from(board.height()) =>
                {
                    let cell = board.cell(wanted_column as u8 - 1, wanted_row as u8 - 1);
                    (!cell.is_some_and(|cell| of_letter.contains(cell))).then(|| {
                        let found = cell.map_or(WALL, |cell| grid[usize::from(cell)]);
                        let letter = shape.letter();
                        let taken = if found == letter { ", of another piece" } else { "" };
                        format!(
                            "row {wanted_row}, column {wanted_column} should be {letter:?} but is \
                             {found:?}{taken}"
                        )
                    })
                }
                _ => Some("it would extend beyond the edge of the board".to_owned()),
            }
        });
        PositionError::Incomplete {
            row,
            column,
            shape: shape.name().to_owned(),
            missing: missing.unwrap_or_else(|| {
                "a thin wall divides it, or it is in a gate that it may not enter".to_owned()
            }),
        }
    }

    /// Row and column of a cell, from 1.
    pub(super) fn row_and_column(&self, cell: Cell) -> (usize, usize) {
        (usize::from(self.board().row(cell)) + 1, usize::from(self.board().column(cell)) + 1)
    }
}
