//! Reads puzzles in formats of other programs into puzzle files, and writes some of the formats. [`Pddl`] is for planners.
//!
//! The formats conflict: a space is an empty cell in one and no cell in another, `#` is a wall or a piece. So the
//! caller must name the format, and each has its own reader. A reader returns the text of a [puzzle
//! file](super::puzzle_file), after parsing that text as a check.
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
//! assert_eq!(error.to_string(), "line 3: the line describes more than the 3 cells of the board");
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

mod classic;
mod error;
mod format;
mod gnome;
mod hakoiri;
mod jimslide;
mod knuth;
mod lumi_a;
mod pddl;
mod puzzle_sketch;
mod rush;
mod text_lines;

use error::LineFault;
pub use error::{InterchangeError, Unsayable};
pub use format::Format;
pub use pddl::{Pddl, PddlError};

use crate::puzzle_file::PuzzleFile;
use crate::rush_board;

/// Reads a puzzle in a format and returns the text of a puzzle file.
///
/// `title` is the name of the puzzle if the text gives none. If the text has several puzzles, `line`, counted from 1,
/// selects the one that contains this line; otherwise there must be exactly one.
pub fn read(
    format: Format,
    text: &str,
    title: &str,
    line: Option<usize>,
) -> Result<String, InterchangeError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let reader = match format {
        Format::Rush => return rush::read(text, title, line),
        Format::Classic => return classic::read(text, title, line),
        Format::Knuth => knuth::read,
        Format::Jimslide => jimslide::read,
        Format::LumiA => lumi_a::read,
        Format::Gnome => gnome::read,
        Format::Hakoiri => hakoiri::read,
    };
    match line {
        None => reader(text, title),
        Some(line) => {
            let fault =
                format!("a file in the format {format} has one puzzle: do not select a line");
            Err(LineFault(fault).at(line))
        }
    }
}

/// Reads one Rush Hour board and returns the text of a puzzle file with this title.
///
/// Its rows are joined, or have `/` between them, or are on lines of their own. `.` or `o` is an empty cell, `x` or `#` a
/// wall.
pub fn read_board(text: &str, title: &str) -> Result<String, InterchangeError> {
    rush::read_one(text.strip_prefix('\u{feff}').unwrap_or(text), title)
}

/// A Rush Hour board as a position of a puzzle with a number of columns. `None` if the rows differ in length.
pub fn position_of_board(text: &str, columns: u8) -> Option<String> {
    let rows = rush_board::rows(text, Some(columns.into())).ok()?;
    Some(rows.iter().map(String::from_iter).collect::<Vec<_>>().join("/"))
}

/// Writes a puzzle in a format.
pub fn write(format: Format, puzzle: &PuzzleFile) -> Result<String, InterchangeError> {
    let written = match format {
        format if puzzle.doors().is_some() && Format::WRITTEN.contains(&format) => {
            Err(Unsayable::Doors)
        }
        Format::Rush => rush::write(puzzle),
        Format::Knuth => knuth::write(puzzle),
        Format::Jimslide => jimslide::write(puzzle),
        Format::LumiA | Format::Gnome | Format::Hakoiri | Format::Classic => {
            return Err(InterchangeError::ReadOnly(format));
        }
    };
    written.map_err(|reason| InterchangeError::Unwritable { format, reason })
}
