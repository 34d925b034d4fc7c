//! Shapes: polyominoes in a fixed orientation.

use super::ShapeId;
use super::board::{Board, Cell, Cells};
use super::grid;
use thiserror::Error;

/// A polyomino in a fixed orientation, with the letter that draws it.
///
/// A piece of this shape is placed by its *anchor*: the cell of the board on which the shape's first
/// cell in reading order stands. For a rectangle that is its top-left cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    name: String,
    letter: char,
    cells: Vec<(u8, u8)>,
}

/// Why a shape cannot be.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum ShapeError {
    /// The letter already means something in the text of a position.
    #[error("shape {name:?} cannot have the letter {letter:?}: use one ASCII capital letter")]
    Letter {
        /// Name of the shape.
        name: String,
        /// The letter refused.
        letter: char,
    },
    /// No cells, a cell twice, more than 64 columns or rows, or cells that do not hang together.
    #[error(
        "shape {name:?} is no polyomino: its cells must be distinct, joined by edges, and fit 64x64"
    )]
    Cells {
        /// Name of the shape.
        name: String,
    },
}

impl Shape {
    /// A shape from the `(column, row)` of its cells, in any order and from any origin.
    pub fn new(
        name: impl Into<String>,
        letter: char,
        cells: impl IntoIterator<Item = (u8, u8)>,
    ) -> Result<Self, ShapeError> {
        let name = name.into();
        if !letter.is_ascii_uppercase() || grid::is_empty_letter(letter) {
            return Err(ShapeError::Letter { name, letter });
        }
        let mut cells: Vec<_> = cells.into_iter().collect();
        let left = cells.iter().map(|c| c.0).min().unwrap_or(0);
        let top = cells.iter().map(|c| c.1).min().unwrap_or(0);
        for cell in &mut cells {
            *cell = (cell.0 - left, cell.1 - top);
        }
        cells.sort_by_key(|&(column, row)| (row, column));
        if !is_polyomino(&cells) {
            return Err(ShapeError::Cells { name });
        }
        Ok(Self { name, letter, cells })
    }

    /// A full rectangle.
    pub fn rectangle(
        name: impl Into<String>,
        letter: char,
        width: u8,
        height: u8,
    ) -> Result<Self, ShapeError> {
        Self::new(name, letter, (0..height).flat_map(|row| (0..width).map(move |c| (c, row))))
    }

    /// The name, as printed in solutions: `horizontal`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The letter that draws the shape in the text of a position.
    pub fn letter(&self) -> char {
        self.letter
    }

    /// The cells as `(column, row)`, in reading order, the leftmost column and the top row being 0.
    pub fn cells(&self) -> &[(u8, u8)] {
        &self.cells
    }

    /// Number of cells.
    pub fn area(&self) -> u8 {
        self.cells.len() as u8
    }

    /// Number of columns.
    pub fn width(&self) -> u8 {
        self.cells.iter().map(|c| c.0 + 1).max().unwrap_or(0)
    }

    /// Number of rows.
    pub fn height(&self) -> u8 {
        self.cells.iter().map(|c| c.1 + 1).max().unwrap_or(0)
    }

    /// The cells covered by a piece with its anchor at `anchor`; `None` where it would leave the
    /// board or stand on a wall.
    pub fn placed_at(&self, board: &Board, anchor: Cell) -> Option<Cells> {
        let (first_column, _) = self.cells[0];
        let left = board.column(anchor).checked_sub(first_column)?;
        let top = board.row(anchor);
        let mut covered = 0;
        for &(column, row) in &self.cells {
            let (column, row) = (left + column, top + row);
            if column >= board.width() || row >= board.height() {
                return None;
            }
            covered |= 1 << board.cell(column, row);
        }
        (covered & board.walls() == 0).then_some(covered)
    }

    /// Whether the shape is the left-right mirror image of `other`.
    pub fn is_mirror_of(&self, other: &Shape) -> bool {
        let right = self.width() - 1;
        self.cells.len() == other.cells.len()
            && self.cells.iter().all(|&(column, row)| other.cells.contains(&(right - column, row)))
    }
}

/// Whether sorted cells are distinct, within 64x64 and joined by edges.
fn is_polyomino(cells: &[(u8, u8)]) -> bool {
    if cells.is_empty() || cells.len() > 64 || cells.windows(2).any(|pair| pair[0] == pair[1]) {
        return false;
    }
    if cells.iter().any(|&(column, row)| column >= 64 || row >= 64) {
        return false;
    }
    let mut reached = vec![cells[0]];
    let mut next = 0;
    while next < reached.len() {
        let (column, row) = reached[next];
        for &(c, r) in cells {
            if c.abs_diff(column) + r.abs_diff(row) == 1 && !reached.contains(&(c, r)) {
                reached.push((c, r));
            }
        }
        next += 1;
    }
    reached.len() == cells.len()
}

/// The shape whose pieces fill what the others leave free: the last one of a single cell.
pub fn filling_shape(shapes: &[Shape]) -> Option<ShapeId> {
    shapes.iter().rposition(|shape| shape.area() == 1)
}

/// The shape that a shape becomes in the mirror: itself where it can be, otherwise another of that form.
pub fn mirror_partner(shapes: &[Shape], id: ShapeId) -> Option<ShapeId> {
    let shape = &shapes[id];
    if shape.is_mirror_of(shape) {
        return Some(id);
    }
    // Of several shapes of equal form, the first goes with the first, the second with the second.
    let nth = shapes[..id].iter().filter(|other| other.cells() == shape.cells()).count();
    (0..shapes.len()).filter(|&other| shapes[other].is_mirror_of(shape)).nth(nth)
}
