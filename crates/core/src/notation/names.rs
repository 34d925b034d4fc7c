//! The notations, by name.

use crate::rules::UnknownName;
use std::fmt;
use std::str::FromStr;

/// A notation for positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Notation {
    /// The canonical text: rows joined by `/`, one letter per shape.
    Grid,
    /// Rows joined by `/`, one letter per piece, as on Klotski pages: `HAAI/HAAI/JBBK/JNOK/P@@Q`.
    Letters,
    /// The top-left cells of the pieces, as in Wei and Lin (1999): `[1 9 0 3 8 11 13 14 16 19]`.
    PaperArray,
    /// That array as a number in base 20.
    PaperValue,
    /// Wei and Lin's drawing with characters, one line per row.
    Glyph,
    /// A code of 36 bits in nine hexadecimal digits: `1A9BF0C00`.
    Code36,
    /// Box-drawing characters for a terminal.
    Pretty,
    /// An SVG picture.
    Svg,
}

impl Notation {
    /// All notations.
    pub const ALL: &[Self] = &[
        Self::Grid,
        Self::Letters,
        Self::PaperArray,
        Self::PaperValue,
        Self::Glyph,
        Self::Code36,
        Self::Pretty,
        Self::Svg,
    ];

    /// The name of the notation: `paper-array`.
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

    /// Whether the notation is defined for Klotski's board and pieces only.
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

impl FromStr for Notation {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        UnknownName::find("notation", Self::ALL, Self::name, name)
    }
}
