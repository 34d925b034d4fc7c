//! A puzzle as described by its file.

use super::doors::FileDoors;
use super::pieces::{Kind, Standing};
use super::signs::SignGrid;
use super::thin_walls::ThinWall;
use crate::grid::Direction;
use crate::rules::Metric;

/// A puzzle file after parsing and checking.
///
/// ```
/// use huarong::puzzle::puzzle_file::PuzzleFile;
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
    pub(super) name: String,
    pub(super) source: Option<String>,
    pub(super) variant_of: Option<String>,
    pub(super) change: Option<String>,
    pub(super) start: SignGrid,
    pub(super) thin_walls: Vec<ThinWall>,
    pub(super) kinds: Vec<Kind>,
    pub(super) pieces: Vec<Standing>,
    pub(super) goals: Vec<Vec<Standing>>,
    pub(super) doors: Option<FileDoors>,
    pub(super) unused_groups: Vec<char>,
    pub(super) published: Vec<Published>,
}

/// A published result about a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Published {
    /// The least number of moves from the start to the goal.
    pub moves: u32,
    /// The metric, if it is known.
    pub metric: Option<Metric>,
    /// The number of positions reachable from the start, if it is known.
    pub positions: Option<u64>,
    /// The source of the result.
    pub by: Option<String>,
}

impl PuzzleFile {
    /// The name of the puzzle.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The source of the puzzle, if the file names it.
    pub fn source(&self) -> Option<&str> {
        self.source.as_deref()
    }

    /// The puzzle of which it is a variant, if the file names it.
    pub fn variant_of(&self) -> Option<&str> {
        self.variant_of.as_deref()
    }

    /// What differs from that puzzle, if the file says it.
    pub fn change(&self) -> Option<&str> {
        self.change.as_deref()
    }

    /// The start as drawn.
    pub fn start(&self) -> &SignGrid {
        &self.start
    }

    /// The thin walls between cells: the column and row of a cell, and the side of that cell, right or down.
    pub fn thin_walls(&self) -> &[(u8, u8, Direction)] {
        &self.thin_walls
    }

    /// The kinds of pieces. Pieces of one kind are interchangeable.
    pub fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    /// The pieces at the start, in reading order.
    pub fn pieces(&self) -> &[Standing] {
        &self.pieces
    }

    /// The doors, and the rules of pieces that leave, if there are any.
    pub fn doors(&self) -> Option<&FileDoors> {
        self.doors.as_ref()
    }

    /// The goals, each with the required places of pieces. A goal position fulfils at least one of them. With
    /// [doors](Self::doors) there can be one without pieces, because others must be gone.
    pub fn goals(&self) -> &[Vec<Standing>] {
        &self.goals
    }

    /// The groups of owners that the file defines and does not use.
    pub fn unused_groups(&self) -> &[char] {
        &self.unused_groups
    }

    /// The published results.
    pub fn published(&self) -> &[Published] {
        &self.published
    }
}

/// A text as a string of TOML, for puzzle files that a program writes.
///
/// ```
/// use huarong::puzzle::puzzle_file::{PuzzleFile, quoted};
///
/// let name = r#"The "Red" \ Donkey"#;
/// let file = PuzzleFile::parse(&format!("name = {}\nstart = 'A.'\ngoal = '.A'", quoted(name)))?;
/// assert_eq!(file.name(), name);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for sign in text.chars() {
        match sign {
            '"' | '\\' => quoted.extend(['\\', sign]),
            sign if sign.is_control() => quoted += &format!("\\u{:04X}", u32::from(sign)),
            sign => quoted.push(sign),
        }
    }
    quoted + "\""
}
