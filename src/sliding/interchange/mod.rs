//! Puzzles in the files of other programs, read into puzzle files and written from them.
//!
//! The formats contradict one another: a space is an empty cell in one and no cell in the next, `#` a wall or a piece.
//! So each has a reader of its own, and who calls says which it is: nothing is guessed. What a reader makes is the text
//! of a [puzzle file](super::puzzle_file), which has been read back before it is handed out.
//!
//! ```
//! use huarong::formats::{Format, read, write};
//! use huarong::puzzle::puzzle_file::PuzzleFile;
//!
//! let text = "1 x 4 (a short street)\n1 = 11\n2 = 1\n12\n021\n";
//! let puzzle = read(Format::Knuth, text, "street", None)?;
//! assert_eq!(
//!     puzzle,
//!     "name = \"a short street\"\nstart = \"\"\"\nAAB.\n\"\"\"\ngoal = \"\"\"\n.BAA\n\"\"\"\n"
//! );
//! let file = PuzzleFile::parse(&puzzle)?;
//! assert_eq!(write(Format::Knuth, &file)?, text.replace("(a short street)", "a short street"));
//!
//! let error = read(Format::Knuth, "1 x 3\n1 = 1\n10101\n", "street", None).unwrap_err();
//! assert_eq!(error.to_string(), "line 3: more cells are filled than the 3 that the board has");
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

mod classic;
mod drawing;
mod error;
mod gnome;
mod hakoiri;
mod jimslide;
mod knuth;
mod lumi_a;
mod rush36;

pub use error::{Fault, InterchangeError, Unsayable};

use crate::sliding::puzzle_file::{PuzzleFile, Standing};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A format in which others keep puzzles.
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
    /// The 36 characters of a Rush Hour board.
    Rush36,
    /// The XML of github.com/tarohs/hakoiri.
    Hakoiri,
    /// The text of `display`, `size`, `step`, `initial`, `target`, `equiv` and `end`.
    Classic,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 7] = [
        Self::Knuth,
        Self::Jimslide,
        Self::LumiA,
        Self::Gnome,
        Self::Rush36,
        Self::Hakoiri,
        Self::Classic,
    ];

    /// Those that are written, too.
    pub const WRITTEN: [Self; 3] = [Self::Rush36, Self::Knuth, Self::Jimslide];

    /// The name: `lumi-a`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Knuth => "knuth",
            Self::Jimslide => "jimslide",
            Self::LumiA => "lumi-a",
            Self::Gnome => "gnome",
            Self::Rush36 => "rush36",
            Self::Hakoiri => "hakoiri",
            Self::Classic => "classic",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that is no format's.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("unknown format {0:?}; the formats are {known}", known = Format::ALL.map(Format::name).join(", "))]
pub struct UnknownFormat(String);

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Self, UnknownFormat> {
        let known = Self::ALL.into_iter().find(|format| format.name() == name);
        known.ok_or_else(|| UnknownFormat(name.to_owned()))
    }
}

/// Reads a text of a format; the text of a puzzle file.
///
/// The puzzle is called `title` where the text does not say what it is called. `line`, counted from 1, picks one of
/// several puzzles: that of which the line is a part. Without it there must be one alone.
pub fn read(
    format: Format,
    text: &str,
    title: &str,
    line: Option<usize>,
) -> Result<String, InterchangeError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let reader = match format {
        Format::Rush36 => return rush36::read(text, title, line),
        Format::Classic => return classic::read(text, title, line),
        Format::Knuth => knuth::read,
        Format::Jimslide => jimslide::read,
        Format::LumiA => lumi_a::read,
        Format::Gnome => gnome::read,
        Format::Hakoiri => hakoiri::read,
    };
    match line {
        None => reader(text, title),
        Some(line) => Err(Fault::OnePuzzle { format }.at(line)),
    }
}

/// Writes a puzzle in a format.
pub fn write(format: Format, puzzle: &PuzzleFile) -> Result<String, InterchangeError> {
    let written = match format {
        Format::Rush36 => rush36::write(puzzle),
        Format::Knuth => knuth::write(puzzle),
        Format::Jimslide => jimslide::write(puzzle),
        Format::LumiA | Format::Gnome | Format::Hakoiri | Format::Classic => {
            return Err(InterchangeError::ReadOnly(format));
        }
    };
    written.map_err(|reason| InterchangeError::Unwritable { format, reason })
}

/// A line of a text, with its number from 1.
type Line<'t> = (usize, &'t str);

fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    (1..).zip(text.lines())
}

/// The lines in which something stands.
fn written_lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    lines(text).filter(|(_, line)| !line.trim().is_empty())
}

/// The last line of a text, where what is missing would be.
fn last_line(text: &str) -> usize {
    text.lines().count().max(1)
}

/// The cells that a piece stands on, as `(column, row)`.
fn standing_cells(puzzle: &PuzzleFile, piece: &Standing) -> impl Iterator<Item = (u8, u8)> {
    let cells = puzzle.kinds()[piece.kind].form.cells();
    let ((column, row), (left, top)) = (piece.at, cells[0]);
    // On the board: the file that the puzzle is from was checked.
    cells.iter().map(move |&(x, y)| (column + x - left, row + y - top))
}

/// A name as part of a line.
fn one_line(name: &str) -> String {
    name.split(char::is_control).collect::<Vec<_>>().join(" ")
}
