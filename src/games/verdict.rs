//! What a position is worth, as people read it and as tables hold it.

/// What a position is worth to the side that moves.
///
/// ```
/// use huarong::games::{Outcome, Verdict};
///
/// let verdict = Verdict { outcome: Outcome::Win, plies: Some(5) };
/// assert_eq!(verdict.to_string(), "win in 5");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Who wins, if both play perfectly.
    pub outcome: Outcome,
    /// In how many moves of both, if somebody does: the winner hurries, the loser delays.
    pub plies: Option<u8>,
}

/// Who wins, seen from the side that moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Outcome {
    /// The other side.
    Loss,
    /// Nobody.
    Draw,
    /// The side that moves.
    Win,
}

impl Outcome {
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

/// A verdict as a table holds it: the more, the better for the side that moves.
///
/// A loss is its plies, a draw [`DRAW`](Entry::DRAW), a win [`WON`](Entry::WON) less its plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry(pub u8);

impl Entry {
    /// Lost, the game being over.
    pub const LOST: Self = Self(0);
    /// Nobody wins.
    pub const DRAW: Self = Self(64);
    /// Won, the game being over.
    pub const WON: Self = Self(127);
    /// A position that play cannot reach: worth more than any other, so that no minimum is such a one.
    pub const OUT_OF_PLAY: Self = Self(255);

    /// What a position is worth whose moves lead to this one at best: the side that moves changes, a ply is added.
    #[inline]
    pub const fn before(self) -> Self {
        match self.0 {
            ..64 => Self(Self::WON.0 - 1 - self.0),
            64 => self,
            65..=127 => Self(Self::WON.0 + 1 - self.0),
            _ => Self::OUT_OF_PLAY,
        }
    }

    /// What it says; `None` of a position that play cannot reach.
    pub const fn verdict(self) -> Option<Verdict> {
        Some(match self.0 {
            plies @ ..64 => Verdict { outcome: Outcome::Loss, plies: Some(plies) },
            64 => Verdict { outcome: Outcome::Draw, plies: None },
            won @ 65..=127 => Verdict { outcome: Outcome::Win, plies: Some(Self::WON.0 - won) },
            _ => return None,
        })
    }
}
