//! Values of positions, as people read them and as tables store them.

/// Value of a position for the side to move.
///
/// ```
/// use huarong::games::{Outcome, Verdict};
///
/// let verdict = Verdict { outcome: Outcome::Win, plies: Some(5) };
/// assert_eq!(verdict.to_string(), "win in 5");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The result under optimal play.
    pub outcome: Outcome,
    /// Plies to the end, except for a draw: the winner wins as fast as possible, the loser delays as long as possible.
    pub plies: Option<u8>,
}

/// The result for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Outcome {
    /// The other side wins.
    Loss,
    /// No side wins.
    Draw,
    /// The side to move wins.
    Win,
}

impl Outcome {
    /// The result for the other side.
    pub fn turned(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }

    /// `win`, `draw` or `loss`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Loss => "loss",
            Self::Draw => "draw",
            Self::Win => "win",
        }
    }
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.outcome.name())?;
        self.plies.map_or(Ok(()), |plies| write!(f, " in {plies}"))
    }
}

/// A verdict as a table stores it: a larger entry is better for the side to move.
///
/// A loss is its plies, a draw is [`DRAW`](Entry::DRAW), a win is [`WON`](Entry::WON) minus its plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry(pub u8);

impl Entry {
    /// Lost, at the end of the game.
    pub const LOST: Self = Self(0);
    /// A draw.
    pub const DRAW: Self = Self(64);
    /// Won, at the end of the game.
    pub const WON: Self = Self(127);
    /// A position that play cannot reach. It is larger than any other entry, so it is never a minimum.
    pub const OUT_OF_PLAY: Self = Self(255);

    /// The entry of a position whose best move leads to this one: the side changes, and a ply is added.
    #[inline]
    pub const fn before(self) -> Self {
        match self.0 {
            ..64 => Self(Self::WON.0 - 1 - self.0),
            64 => self,
            65..=127 => Self(Self::WON.0 + 1 - self.0),
            _ => Self::OUT_OF_PLAY,
        }
    }

    /// The verdict; `None` for a position that play cannot reach.
    pub const fn verdict(self) -> Option<Verdict> {
        Some(match self.0 {
            plies @ ..64 => Verdict { outcome: Outcome::Loss, plies: Some(plies) },
            64 => Verdict { outcome: Outcome::Draw, plies: None },
            won @ 65..=127 => Verdict { outcome: Outcome::Win, plies: Some(Self::WON.0 - won) },
            _ => return None,
        })
    }
}
