//! Methods: sources of the distances of an oracle.

use std::fmt;

/// The source of the distances of an oracle, which determines the known positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Method {
    /// Tables on disk: all positions of a piece set.
    Tables,
    /// A search of the whole space: all positions of a piece set.
    Space,
    /// A search of a component: all positions reachable from the first one.
    Component,
    /// A search from one position to the nearest goals and a little further: the position, and those that one move
    /// leads to.
    Neighbours,
    /// A search from one position to the nearest goals: the positions on its optimal solutions, and perhaps others that
    /// are no farther from a goal.
    Solutions,
    /// A search of the space up to the level of one position: all positions that are no farther from the goal.
    SpaceToStart,
    /// A search from one position that distances of groups of pieces guide: the positions on its optimal solutions.
    Guided,
    /// A search from one position and from the only goal position: the positions on one optimal solution.
    BothEnds,
    /// A search from one position, and one of all positions from the goal until it meets the first: the positions on one
    /// optimal solution.
    Meeting,
    /// Iterative-deepening A\* for tile puzzles, guided by distances of groups of tiles (Korf and Felner, 2002). It knows the
    /// positions on one optimal solution or all, or those one move away.
    Tiles,
    /// The parity of a tile puzzle, which excludes every solution (Wilson, 1974).
    Parity,
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Tables => "tables of all positions",
            Self::Space => "a search of all positions",
            Self::Component => "a search of all reachable positions",
            Self::Neighbours => "a search from the position to the goals near it",
            Self::Solutions => "a search from the position to the nearest goals",
            Self::SpaceToStart => "a search of all positions up to the distance of the position",
            Self::Guided => "a search from the position, guided by distances of groups of pieces",
            Self::BothEnds => "a search from both ends",
            Self::Meeting => "a search of all positions that meets one from the position",
            Self::Tiles => "a search from the position, guided by distances of groups of tiles",
            Self::Parity => "the parity of the tiles",
        })
    }
}
