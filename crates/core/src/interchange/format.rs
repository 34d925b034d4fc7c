//! The formats that can be read, by name.

use crate::rules::UnknownName;
use std::fmt;
use std::str::FromStr;

/// A puzzle format of another program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// The input of D. Knuth's program SLIDING.
    Knuth,
    /// The input of J. Leonard's solvers jimslide and js2.
    Jimslide,
    /// Two grids, as in the sources of github.com/lumi-a/sliding-blocks.
    LumiA,
    /// A level of GNOME Klotski.
    Gnome,
    /// A Rush Hour board in one line.
    Rush,
    /// The XML of github.com/tarohs/hakoiri.
    Hakoiri,
    /// The text of `display`, `size`, `step`, `initial`, `target`, `equiv` and `end`.
    Classic,
}

impl Format {
    /// All formats.
    pub const ALL: &[Self] = &[
        Self::Knuth,
        Self::Jimslide,
        Self::LumiA,
        Self::Gnome,
        Self::Rush,
        Self::Hakoiri,
        Self::Classic,
    ];

    /// The formats that can also be written.
    pub const WRITTEN: &[Self] = &[Self::Rush, Self::Knuth, Self::Jimslide];

    /// The name of the format: `lumi-a`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Knuth => "knuth",
            Self::Jimslide => "jimslide",
            Self::LumiA => "lumi-a",
            Self::Gnome => "gnome",
            Self::Rush => "rush",
            Self::Hakoiri => "hakoiri",
            Self::Classic => "classic",
        }
    }

    /// The names of some formats, for messages.
    #[doc(hidden)]
    pub fn names(formats: &[Self]) -> String {
        formats.iter().map(|format| format.name()).collect::<Vec<_>>().join(", ")
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Format {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        UnknownName::find("format", Self::ALL, Self::name, name)
    }
}
