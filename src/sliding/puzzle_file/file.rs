//! A puzzle as its file describes it.

use super::pieces::{Kind, Standing};
use super::signs::SignGrid;
use crate::sliding::rules::Metric;

/// A puzzle as its file describes it, checked.
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
    pub(super) start: SignGrid,
    pub(super) kinds: Vec<Kind>,
    pub(super) pieces: Vec<Standing>,
    pub(super) goals: Vec<Vec<Standing>>,
    pub(super) published: Vec<Published>,
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

impl PuzzleFile {
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
