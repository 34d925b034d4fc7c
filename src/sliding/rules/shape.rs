//! Shapes: forms with a name and a letter.

use super::{ShapeId, text};
use crate::grid::Form;
use thiserror::Error;

/// A polyomino in a fixed orientation, with the letter that draws it.
///
/// A piece of this shape is placed by its *anchor*: the cell of the board on which the form's first
/// cell in reading order stands. For a rectangle that is its top-left cell.
///
/// ```
/// use huarong::sliding::rules::Shape;
///
/// let corner = Shape::new("corner", 'L', [(0, 0), (0, 1), (1, 1)])?;
/// assert_eq!((corner.letter(), corner.form().area()), ('L', 3));
/// assert_eq!(Shape::rectangle("big", 'B', 2, 2)?.form().cells().len(), 4);
/// assert!(Shape::new("two parts", 'P', [(0, 0), (2, 0)]).is_err());
/// # Ok::<_, huarong::sliding::rules::ShapeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    name: String,
    letter: char,
    form: Form,
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
        if !letter.is_ascii_uppercase() || text::is_empty_letter(letter) {
            return Err(ShapeError::Letter { name, letter });
        }
        match Form::new(cells).filter(Form::is_connected) {
            Some(form) => Ok(Self { name, letter, form }),
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

    /// The name, as printed in solutions: `horizontal`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The letter that draws the shape in the text of a position.
    pub fn letter(&self) -> char {
        self.letter
    }

    /// The cells that a piece covers, wherever it stands.
    pub fn form(&self) -> &Form {
        &self.form
    }
}

/// The shape whose pieces fill what the others leave free: the last one of a single cell.
pub fn filling_shape(shapes: &[Shape]) -> Option<ShapeId> {
    shapes.iter().rposition(|shape| shape.form.area() == 1)
}

/// The shape that a shape becomes in the mirror: itself where it can be, otherwise another of that form.
pub fn mirror_partner(shapes: &[Shape], id: ShapeId) -> Option<ShapeId> {
    let form = &shapes[id].form;
    let mirrored = form.mirrored();
    if *form == mirrored {
        return Some(id);
    }
    // Of several shapes of equal form, the first goes with the first, the second with the second.
    let nth = shapes[..id].iter().filter(|other| other.form == *form).count();
    (0..shapes.len()).filter(|&other| shapes[other].form == mirrored).nth(nth)
}
