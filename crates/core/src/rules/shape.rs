//! Shapes: polyominoes with a name, a letter and a freedom.

use super::arrangement::ShapeId;
use super::freedom::Freedom;
use super::signs;
use crate::grid::Polyomino;
use thiserror::Error;

/// A polyomino in a fixed orientation, with the letter that draws it.
///
/// The *anchor* of a piece is the cell of the board that its first cell in reading order covers. For a rectangle that
/// is its top-left cell.
///
/// ```
/// use huarong::puzzle::Shape;
///
/// let corner = Shape::new("corner", 'L', [(0, 0), (0, 1), (1, 1)])?;
/// assert_eq!((corner.letter(), corner.polyomino().area()), ('L', 3));
/// assert_eq!(Shape::rectangle("big", 'B', 2, 2)?.polyomino().cells().len(), 4);
/// assert!(Shape::new("two parts", 'P', [(0, 0), (2, 0)]).is_err());
/// # Ok::<_, huarong::puzzle::ShapeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    name: String,
    letter: char,
    /// A sign for each piece, if they are not all drawn by the letter.
    signs: Vec<char>,
    polyomino: Polyomino,
    freedom: Freedom,
    /// The row or column of all its pieces, if they move along it only.
    line: Option<u8>,
}

/// Error: a shape is invalid.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum ShapeError {
    /// The letter has another meaning in the text of a position.
    #[error("shape {name:?} cannot have the letter {letter:?}: use one ASCII capital letter")]
    Letter {
        /// Name of the shape.
        name: String,
        /// The letter refused.
        letter: char,
    },
    /// There are no cells, a duplicate, more than 64 columns or rows, or cells that are not connected.
    #[error(
        "shape {name:?} is not a polyomino: its cells must be distinct, connected by edges, and fit in 64x64"
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
        if !letter.is_ascii_uppercase() || signs::is_empty_letter(letter) {
            return Err(ShapeError::Letter { name, letter });
        }
        match Polyomino::new(cells).filter(Polyomino::is_connected) {
            Some(polyomino) => {
                let (signs, freedom) = (Vec::new(), Freedom::Both);
                Ok(Self { name, letter, signs, polyomino, freedom, line: None })
            }
            None => Err(ShapeError::Cells { name }),
        }
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

    /// Pieces of any polyomino, also in several parts, each with its own sign. The pieces of a position take the signs
    /// in reading order of their anchors. Shapes with equal signs, which are the same polyomino on several lines, share
    /// them in this order.
    ///
    /// # Panics
    ///
    /// If there are no signs.
    pub fn of_pieces(
        name: impl Into<String>,
        signs: impl IntoIterator<Item = char>,
        polyomino: Polyomino,
    ) -> Self {
        let signs: Vec<char> = signs.into_iter().collect();
        let letter = signs[0];
        Self { name: name.into(), letter, signs, polyomino, freedom: Freedom::Both, line: None }
    }

    /// The same shape with another freedom.
    pub fn moving(mut self, freedom: Freedom) -> Self {
        self.freedom = freedom;
        self
    }

    /// The same shape on one line only: a row if it moves along rows, otherwise a column. Counted from 0, by its
    /// anchor.
    pub fn on_line(mut self, line: u8) -> Self {
        self.line = Some(line);
        self
    }

    /// The name, as printed in solutions: `horizontal`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The letter that draws the shape in a position; the first sign, if each piece has its own.
    pub fn letter(&self) -> char {
        self.letter
    }

    /// The signs of the pieces, if each has its own; otherwise empty.
    pub fn signs(&self) -> &[char] {
        &self.signs
    }

    /// The sign that draws the `nth` of the pieces in reading order, from 0.
    pub fn sign(&self, nth: usize) -> char {
        self.signs.get(nth).copied().unwrap_or(self.letter)
    }

    /// The axes along which the pieces may move.
    pub fn freedom(&self) -> Freedom {
        self.freedom
    }

    /// The row or column that the pieces never leave, if they all share one.
    pub fn line(&self) -> Option<u8> {
        self.line
    }

    /// Whether the shape's line allows a piece with its anchor in a column and row.
    pub fn is_on_line(&self, column: u8, row: u8) -> bool {
        match (self.freedom, self.line) {
            (Freedom::Both, _) | (_, None) => true,
            (Freedom::Rows, Some(line)) => row == line,
            (Freedom::Columns, Some(line)) => column == line,
        }
    }

    /// The cells that a piece covers, without a place on the board.
    pub fn polyomino(&self) -> &Polyomino {
        &self.polyomino
    }
}

/// The shape that fills the cells that the others leave empty: the last shape of one cell that moves freely.
pub fn filling_shape(shapes: &[Shape]) -> Option<ShapeId> {
    let fills = |shape: &Shape| shape.polyomino.area() == 1 && shape.freedom == Freedom::Both;
    shapes.iter().rposition(fills)
}

/// The mirror image of a shape: the shape itself if possible, otherwise another one with the mirrored polyomino.
pub fn mirror_partner(shapes: &[Shape], id: ShapeId) -> Option<ShapeId> {
    let key = |shape: &Shape| (shape.polyomino.clone(), shape.freedom);
    let (polyomino, freedom) = key(&shapes[id]);
    let mirrored = (polyomino.mirrored(), freedom);
    if polyomino == mirrored.0 {
        return Some(id);
    }
    // Of several shapes with equal polyominoes, the first is paired with the first, the second with the second.
    let nth =
        shapes[..id].iter().filter(|other| key(other) == (polyomino.clone(), freedom)).count();
    (0..shapes.len()).filter(|&other| key(&shapes[other]) == mirrored).nth(nth)
}
