//! Solutions as records: their CSV columns, and lists that are generated as they are written.

use super::arguments::Arguments;
use super::rows::{Origin, PublishedMoves};
use super::task::Task;
use crate::cli::output::Record;
use crate::json::{Bounds, Heading, MoveRecord, Solution, SolutionCount, SolutionList};
use crate::sliding::analysis::ShortestPaths;
use crate::sliding::rules::Move;
use crate::table::TableError;
use serde::ser::{Error, SerializeSeq};
use serde::{Serialize, Serializer};
use std::cell::RefCell;

/// The first solutions of a position, at most `limit`. They are enumerated when they are written, so memory holds one
/// at a time.
pub(super) struct Listed<'t> {
    pub task: &'t Task<'t>,
    pub paths: Option<&'t ShortestPaths<'t>>,
    pub limit: usize,
    /// The error that ended the enumeration early, if any.
    pub failed: RefCell<Option<TableError>>,
}

impl Listed<'_> {
    /// The moves of each solution.
    pub fn each(&self) -> impl Iterator<Item = Vec<Move>> + '_ {
        let found = self.paths.and_then(|paths| self.sound(paths.iter(&self.task.position)));
        let solutions = found.and_then(|found| found.known().ok()).flatten().into_iter().flatten();
        solutions.map_while(|found| self.sound(found)).take(self.limit)
    }

    fn sound<T>(&self, found: Result<T, TableError>) -> Option<T> {
        found.map_err(|error| self.failed.replace(Some(error))).ok()
    }
}

impl Serialize for Listed<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        for moves in self.each() {
            list.serialize_element(&self.task.records(&moves))?;
        }
        match &*self.failed.borrow() {
            Some(error) => Err(S::Error::custom(error)),
            None => list.end(),
        }
    }
}

impl Record for Solution {
    const COLUMNS: &'static [&'static str] =
        &["move", "shape", "from_column", "from_row", "to_column", "to_row", "position"];

    fn rows(&self) -> impl IntoIterator<Item = impl Serialize> {
        (1..).zip(self.moves.clone()).map(|(number, made): (usize, _)| (number, values(made)))
    }
}

/// CSV has no rows: the best solution found is not an answer.
impl Record for Bounds {
    const COLUMNS: &'static [&'static str] = Solution::COLUMNS;

    fn rows(&self) -> impl IntoIterator<Item = impl Serialize> {
        [(); 0]
    }
}

impl Record for SolutionCount {
    const COLUMNS: &'static [&'static str] =
        &["position", "target", "metric", "distance", "solution_count"];

    fn rows(&self) -> impl IntoIterator<Item = impl Serialize> {
        let Heading { position, target, metric, distance, .. } = &self.heading;
        [(position, target, metric, distance, &self.solution_count)]
    }
}

impl Record for SolutionList<Listed<'_>> {
    const COLUMNS: &'static [&'static str] = &[
        "solution",
        "move",
        "shape",
        "from_column",
        "from_row",
        "to_column",
        "to_row",
        "position",
    ];

    fn rows(&self) -> impl IntoIterator<Item = impl Serialize> {
        (1..).zip(self.solutions.each()).flat_map(|(solution, moves): (usize, _)| {
            let moves = (1..).zip(self.solutions.task.records(&moves));
            moves.map(move |(number, made): (usize, _)| (solution, number, values(made)))
        })
    }
}

/// The answer of a row.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum RowAnswer<'t> {
    One(Solution),
    Count(SolutionCount),
    List(SolutionList<Listed<'t>>),
    Bounds(Bounds),
    /// No answer, because the position was refused or its search failed.
    None {
        metric: Option<&'static str>,
        distance: Option<usize>,
    },
}

/// What became of the position or the puzzle of a row.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Verdict {
    Solved,
    Unsolvable,
    Undecided,
    Failed,
}

/// The answer for one of several positions or puzzles.
#[derive(Serialize)]
pub(super) struct RowRecord<'t> {
    #[serde(flatten)]
    pub origin: Origin<'t>,
    #[serde(flatten)]
    pub answer: RowAnswer<'t>,
    #[serde(flatten)]
    pub published: Option<PublishedMoves>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<&'t str>,
    pub verdict: Verdict,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// Why there is no answer.
    pub error: Option<String>,
    #[serde(skip)]
    pub columns: &'t [&'static str],
}

impl RowRecord<'_> {
    /// The CSV row, or one of several rows that each have a solution with its number.
    fn row(&self, solution: Option<(usize, Vec<MoveRecord>)>) -> Vec<String> {
        let value = |column: &&str| self.value(column, solution.as_ref());
        self.columns.iter().map(value).map(Option::unwrap_or_default).collect()
    }

    fn value(&self, column: &str, solution: Option<&(usize, Vec<MoveRecord>)>) -> Option<String> {
        let Self { origin, answer, published, .. } = self;
        let number = |number: usize| number.to_string();
        match column {
            "file" => origin.file.map(str::to_owned),
            "line" => origin.line.map(|line| line.to_string()),
            "input" => origin.input.map(str::to_owned),
            "name" => origin.name.map(str::to_owned),
            "position" => Some(answer.heading()?.position.clone()),
            "target" => answer.heading()?.target.clone(),
            "metric" => answer.metric().map(str::to_owned),
            "distance" => answer.heading()?.distance.map(number),
            "at_least" => Some(answer.bounds()?.at_least.to_string()),
            "best_found" => answer.bounds()?.best_found.map(number),
            "solution_count" => answer.solution_count().map(str::to_owned),
            "solution" => solution.map(|(number, _)| number.to_string()),
            "moves" => {
                let moves = solution.map_or(answer.moves(), |(_, moves)| moves);
                Some(moves.iter().map(|made| &*made.position).collect::<Vec<_>>().join(" "))
            }
            "published" => published.as_ref()?.published.clone(),
            "comparison" => published.as_ref()?.comparison.clone(),
            "positions" => self.positions.map(str::to_owned),
            "verdict" => Some(self.verdict.text().to_owned()),
            "seconds" => self.seconds.map(|seconds| seconds.to_string()),
            "error" => self.error.clone(),
            column => unreachable!("no row has a column {column}"),
        }
    }
}

impl Record for RowRecord<'_> {
    /// The header has the columns of the arguments instead: see [`columns`](super::rows::columns).
    const COLUMNS: &'static [&'static str] = &[];

    fn rows(&self) -> impl IntoIterator<Item = impl Serialize> {
        let listed = match &self.answer {
            RowAnswer::List(list) => {
                let records = |moves: Vec<Move>| list.solutions.task.records(&moves);
                Some((1..).zip(list.solutions.each().map(records)))
            }
            _ => None,
        };
        let mut listed = listed.into_iter().flatten().peekable();
        let alone = listed.peek().is_none().then(|| self.row(None));
        alone.into_iter().chain(listed.map(|solution| self.row(Some(solution))))
    }
}

impl RowAnswer<'_> {
    fn heading(&self) -> Option<&Heading> {
        match self {
            Self::One(answer) => Some(&answer.heading),
            Self::Count(answer) => Some(&answer.heading),
            Self::List(answer) => Some(&answer.heading),
            Self::Bounds(answer) => Some(&answer.heading),
            Self::None { .. } => None,
        }
    }

    fn metric(&self) -> Option<&'static str> {
        match self {
            Self::None { metric, .. } => *metric,
            answer => Some(answer.heading()?.metric),
        }
    }

    fn bounds(&self) -> Option<&Bounds> {
        match self {
            Self::Bounds(bounds) => Some(bounds),
            _ => None,
        }
    }

    fn solution_count(&self) -> Option<&str> {
        match self {
            Self::Count(answer) => Some(&answer.solution_count),
            Self::List(answer) => Some(&answer.solution_count),
            _ => None,
        }
    }

    /// The moves of the only solution; none of the best solution found, which is not an answer.
    fn moves(&self) -> &[MoveRecord] {
        match self {
            Self::One(answer) => &answer.moves,
            _ => &[],
        }
    }
}

impl Verdict {
    fn text(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Unsolvable => "unsolvable",
            Self::Undecided => "undecided",
            Self::Failed => "failed",
        }
    }
}

/// The values of a move in CSV: those of the front piece. The sign of the piece is among them if pieces have signs.
fn values(made: MoveRecord) -> impl Serialize {
    let MoveRecord { piece, shape, from, to, position, followers: _ } = made;
    (Vec::from_iter(piece), shape, from, to, position)
}

/// The CSV columns of the answer for one position to some arguments.
pub(super) fn columns(arguments: &Arguments) -> &'static [&'static str] {
    match (arguments.count, arguments.listed()) {
        (true, _) => SolutionCount::COLUMNS,
        (false, Some(_)) => SolutionList::<Listed<'_>>::COLUMNS,
        (false, None) => Solution::COLUMNS,
    }
}

/// The CSV header of answers about a puzzle whose pieces have signs.
pub(super) fn with_piece(columns: &[&'static str]) -> Vec<&'static str> {
    let column = |&column| match column {
        "shape" => vec!["piece", column],
        column => vec![column],
    };
    columns.iter().flat_map(column).collect()
}
