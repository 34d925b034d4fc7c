//! The four directions.

/// A direction on the board; rows count downwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// One column further.
    Right,
    /// One row further.
    Down,
    /// One column back.
    Left,
    /// One row back.
    Up,
}

impl Direction {
    /// All directions, clockwise.
    pub const ALL: [Self; 4] = [Self::Right, Self::Down, Self::Left, Self::Up];

    /// Columns and rows of one step.
    pub const fn step(self) -> (i8, i8) {
        match self {
            Self::Right => (1, 0),
            Self::Down => (0, 1),
            Self::Left => (-1, 0),
            Self::Up => (0, -1),
        }
    }

    /// The direction back.
    pub const fn opposite(self) -> Self {
        match self {
            Self::Right => Self::Left,
            Self::Down => Self::Up,
            Self::Left => Self::Right,
            Self::Up => Self::Down,
        }
    }

    /// The word: `right`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Down => "down",
            Self::Left => "left",
            Self::Up => "up",
        }
    }

    /// The arrow: `→`.
    pub const fn arrow(self) -> char {
        match self {
            Self::Right => '→',
            Self::Down => '↓',
            Self::Left => '←',
            Self::Up => '↑',
        }
    }
}
