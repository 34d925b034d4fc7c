//! Reflections and rotations of a board and of what is on it.

use super::drawings::Place;
use huarong_core::grid::{Polyomino, Region};

/// A reflection or rotation that maps a board onto itself.
#[derive(Clone, Copy, Debug)]
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

    /// The reflection that exchanges left and right.
    pub fn mirror(size: Place) -> Self {
        Self { size, transposed: false, reversed: (true, false) }
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
