//! Puzzles from files that people write.
//!
//! A file is TOML. `start` is a grid with one sign a cell: `#` where there is no cell, `.` for an empty one, any
//! other sign for a piece, equal signs being one piece. `goal` is such a grid, too, in which `.` leaves open what is
//! there; `goals` are several, each of which wins. The other keys say which pieces may stand in for one another
//! (`alike`, `goal_by = "form"`), which move along one axis only (`lengthwise`, `rows`, `columns`), which cells only
//! one piece may enter (`gate`), and what others have `published`.

mod error;
mod grid;
mod pieces;
mod read;
mod rules;

pub use error::{Fault, PuzzleFileError, ReadError};
pub use grid::SignGrid;
pub use pieces::{Kind, Standing};
pub use rules::Setup;

use crate::sliding::rules::Metric;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// A puzzle as its file describes it, checked.
///
/// ```
/// use huarong::sliding::puzzle_file::PuzzleFile;
///
/// let file = PuzzleFile::parse(
///     r#"
/// name = "Two cars"
/// start = """
/// AAB
/// ..B
/// ...
/// """
/// goal = """
/// .AA
/// ...
/// ...
/// """
/// lengthwise = true
/// "#,
/// )?;
/// assert_eq!((file.start().columns(), file.start().rows()), (3, 3));
/// assert_eq!(file.kinds().len(), 2);
/// assert_eq!(file.goals()[0][0].at, (1, 0));
///
/// let error = PuzzleFile::parse("name = \"Nothing\"\nstrat = \"A.\"").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "2:1: there is no key \"strat\"; did you mean \"start\"?"
/// );
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleFile {
    name: String,
    source: Option<String>,
    start: SignGrid,
    kinds: Vec<Kind>,
    pieces: Vec<Standing>,
    goals: Vec<Vec<Standing>>,
    published: Vec<Published>,
}

/// What others have found out about a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Published {
    /// The fewest moves from the start to the goal.
    pub moves: u32,
    /// What one move is, where that was said.
    pub metric: Option<Metric>,
    /// How many positions can be reached from the start, where that was said.
    pub positions: Option<u64>,
    /// Who found it.
    pub by: Option<String>,
}

/// Most bytes of a file.
const MOST_BYTES: u64 = 1 << 20;

impl PuzzleFile {
    /// Reads the text of a puzzle file.
    pub fn parse(text: &str) -> Result<Self, PuzzleFileError> {
        read::puzzle_file(text)
    }

    /// Reads a puzzle file.
    pub fn read(path: &Path) -> Result<Self, ReadError> {
        let name = path.display().to_string();
        match File::open(path) {
            Ok(file) => Self::read_from(file, &name),
            Err(error) => Err(ReadError::Unreadable { file: name, error }),
        }
    }

    /// Reads a puzzle file from where it comes, which errors call by a name.
    pub fn read_from(source: impl Read, name: &str) -> Result<Self, ReadError> {
        let file = || name.to_owned();
        let mut bytes = Vec::new();
        let read = source.take(MOST_BYTES + 1).read_to_end(&mut bytes);
        read.map_err(|error| ReadError::Unreadable { file: file(), error })?;
        if bytes.len() as u64 > MOST_BYTES {
            return Err(ReadError::TooLong { file: file() });
        }
        let text = String::from_utf8(bytes).map_err(|error| {
            let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
            ReadError::NotText { file: file(), line }
        })?;
        Self::parse(&text).map_err(|error| ReadError::Refused { file: file(), error })
    }

    /// The name of the puzzle.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where it is from, if that is said.
    pub fn source(&self) -> Option<&str> {
        self.source.as_deref()
    }

    /// The start as it is drawn.
    pub fn start(&self) -> &SignGrid {
        &self.start
    }

    /// The kinds of pieces: pieces of one kind may stand in for one another.
    pub fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    /// Where the pieces stand at the start, in reading order.
    pub fn pieces(&self) -> &[Standing] {
        &self.pieces
    }

    /// The pieces that must stand somewhere, for each goal; any of the goals wins.
    pub fn goals(&self) -> &[Vec<Standing>] {
        &self.goals
    }

    /// What others have found out.
    pub fn published(&self) -> &[Published] {
        &self.published
    }
}
