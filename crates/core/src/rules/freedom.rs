//! Freedom of pieces: the axes along which they move.

use crate::grid::{Direction, Polyomino};
use std::cmp::Ordering;

/// The axes along which a piece may move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Freedom {
    /// Along rows and columns.
    #[default]
    Both,
    /// Left and right only.
    Rows,
    /// Up and down only.
    Columns,
}

impl Freedom {
    /// Freedom of a piece that moves along its length only, such as a car.
    pub(crate) fn lengthwise(shape: &Polyomino) -> Self {
        match shape.width().cmp(&shape.height()) {
            Ordering::Greater => Self::Rows,
            Ordering::Less => Self::Columns,
            Ordering::Equal => Self::Both,
        }
    }

    /// The freedom in words.
    pub fn along(self) -> &'static str {
        match self {
            Self::Both => "in all directions",
            Self::Rows => "left and right",
            Self::Columns => "up and down",
        }
    }

    /// Whether a piece may take a step in a direction.
    pub fn allows(self, direction: Direction) -> bool {
        match direction {
            Direction::Left | Direction::Right => self != Self::Columns,
            Direction::Up | Direction::Down => self != Self::Rows,
        }
    }
}
