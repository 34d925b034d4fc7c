//! Reflections and rotations of a board and of what is on it.

use super::drawings::Place;
use huarong_core::grid::{Polyomino, Region};
use std::fmt;

/// A symmetry that a start can have, as a drawing without the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum StartSymmetry {
    /// It is its own left-right mirror image.
    LeftRight,
    /// It is its own image when it is reflected from top to bottom.
    UpDown,
    /// It stays the same after a rotation by 180 degrees.
    HalfTurn,
    /// It stays the same after a rotation by 90 degrees.
    QuarterTurn,
}

impl fmt::Display for StartSymmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::LeftRight => "its own left-right mirror image",
            Self::UpDown => "its own image from top to bottom",
            Self::HalfTurn => "its own image after a rotation by 180 degrees",
            Self::QuarterTurn => "its own image after a rotation by 90 degrees",
        })
    }
}

impl StartSymmetry {
    /// The symmetry of a board; `None` if the board does not have it.
    pub(super) fn of(self, region: &Region) -> Option<BoardSymmetry> {
        let (transposed, reversed) = match self {
            Self::LeftRight => (false, (true, false)),
            Self::UpDown => (false, (false, true)),
            Self::HalfTurn => (false, (true, true)),
            Self::QuarterTurn => (true, (true, false)),
        };
        let is_it = |of: &BoardSymmetry| (of.transposed, of.reversed) == (transposed, reversed);
        BoardSymmetry::of(region).into_iter().find(is_it)
    }
}

/// A reflection or rotation that maps a board onto itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BoardSymmetry {
    /// Columns and rows.
    size: Place,
    pub transposed: bool,
    /// Whether columns and rows are reversed after that.
    reversed: (bool, bool),
}

impl BoardSymmetry {
    /// The identity, the two reflections and the half turn of a rectangle.
    pub fn without_transpositions(size: Place) -> [Self; 4] {
        [(false, false), (true, false), (false, true), (true, true)].map(|reversed| Self {
            size,
            transposed: false,
            reversed,
        })
    }

    /// All symmetries of a board. The identity comes first.
    pub fn of(region: &Region) -> Vec<Self> {
        let size = (region.width() as u8, region.height() as u8);
        let mut all = Self::without_transpositions(size).to_vec();
        if size.0 == size.1 {
            all.extend(
                all.clone().into_iter().map(|symmetry| Self { transposed: true, ..symmetry }),
            );
        }
        let is_open = |(column, row): Place| region.is_open(column.into(), row.into());
        let places = (0..size.1).flat_map(|row| (0..size.0).map(move |column| (column, row)));
        let keeps = |symmetry: &Self| {
            places.clone().all(|place| is_open(symmetry.place(place)) == is_open(place))
        };
        all.retain(keeps);
        all
    }

    pub fn is_identity(&self) -> bool {
        !self.transposed && self.reversed == (false, false)
    }

    pub fn place(&self, (column, row): Place) -> Place {
        let (column, row) = if self.transposed { (row, column) } else { (column, row) };
        let column = if self.reversed.0 { self.size.0 - 1 - column } else { column };
        (column, if self.reversed.1 { self.size.1 - 1 - row } else { row })
    }

    /// The images of some places, sorted.
    pub fn places(&self, places: &[Place]) -> Vec<Place> {
        let mut images: Vec<Place> = places.iter().map(|&place| self.place(place)).collect();
        images.sort_unstable();
        images
    }

    pub fn shape(&self, shape: &Polyomino) -> Polyomino {
        // Any box around it may be mapped, because its place does not matter.
        let (width, height) = (shape.width(), shape.height());
        let size = if self.transposed { (height, width) } else { (width, height) };
        let in_box = Self { size, ..*self };
        let cells = shape.cells().iter().map(|&cell| in_box.place(cell));
        Polyomino::new(cells).expect("it has the same cells, mapped")
    }
}
