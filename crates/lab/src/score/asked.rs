//! Questions about a board.

use huarong_core::rules::UnknownName;
use std::str::FromStr;

/// What is asked about a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Asked {
    /// A solution of any length.
    #[default]
    Solve,
    /// A solution of at most a number of moves.
    Within,
    /// A best next move.
    Next,
    /// Whether a move is legal.
    Legal,
    /// The board after some moves.
    Board,
    /// Whether there is a solution.
    Solvable,
    /// The number of moves of an optimal solution.
    Length,
    /// The first of some moves that does not lead nearer to the goal.
    Mistake,
}

impl Asked {
    /// All questions.
    pub const ALL: [Self; 8] = [
        Self::Solve,
        Self::Within,
        Self::Next,
        Self::Legal,
        Self::Board,
        Self::Solvable,
        Self::Length,
        Self::Mistake,
    ];

    /// The name: `solve`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Solve => "solve",
            Self::Within => "within",
            Self::Next => "next",
            Self::Legal => "legal",
            Self::Board => "board",
            Self::Solvable => "solvable",
            Self::Length => "length",
            Self::Mistake => "mistake",
        }
    }
}

impl FromStr for Asked {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        UnknownName::find("question", &Self::ALL, Self::name, name)
    }
}
