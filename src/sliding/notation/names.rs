//! The notations, by name.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A way to write a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Notation {
    /// The canonical text: rows joined by `/`, one letter a shape.
    Grid,
    /// Rows joined by `/`, one letter a piece, as Klotski pages write them: `HAAI/HAAI/JBBK/JNOK/P@@Q`.
    Letters,
    /// The top-left cells of the pieces, as in Wei and Lin (1999): `[1 9 0 3 8 11 13 14 16 19]`.
    PaperArray,
    /// That array as a number to base 20.
    PaperValue,
    /// Wei and Lin's drawing with signs, a row a line.
    Glyph,
    /// A code of 36 bits in nine hexadecimal digits: `1A9BF0C00`.
    Code36,
    /// Boxes for a terminal.
    Pretty,
    /// A picture.
    Svg,
}

impl Notation {
    /// All notations.
    pub const ALL: [Self; 8] = [
        Self::Grid,
        Self::Letters,
        Self::PaperArray,
        Self::PaperValue,
        Self::Glyph,
        Self::Code36,
        Self::Pretty,
        Self::Svg,
    ];

    /// The name: `paper-array`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Grid => "grid",
            Self::Letters => "letters",
            Self::PaperArray => "paper-array",
            Self::PaperValue => "paper-value",
            Self::Glyph => "glyph",
            Self::Code36 => "code36",
            Self::Pretty => "pretty",
            Self::Svg => "svg",
        }
    }

    /// Whether a position takes several lines.
    pub fn is_drawing(self) -> bool {
        matches!(self, Self::Glyph | Self::Pretty | Self::Svg)
    }

    /// Whether it is defined for the board and the pieces of Klotski alone.
    pub(super) fn is_klotskis(self) -> bool {
        matches!(
            self,
            Self::Letters | Self::PaperArray | Self::PaperValue | Self::Glyph | Self::Code36
        )
    }
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that is no notation's.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("unknown notation {0:?}; the notations are {known}", known = Notation::ALL.map(Notation::name).join(", "))]
pub struct UnknownNotation(String);

impl FromStr for Notation {
    type Err = UnknownNotation;

    fn from_str(name: &str) -> Result<Self, UnknownNotation> {
        let known = Self::ALL.into_iter().find(|notation| notation.name() == name);
        known.ok_or_else(|| UnknownNotation(name.to_owned()))
    }
}
