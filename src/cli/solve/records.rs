//! Solutions as records: their CSV columns, and lists that are generated as they are written.

use super::arguments::Arguments;
use super::rows::{Origin, PublishedMoves};
use super::task::Task;
use crate::cli::output::{Nulls, Record};
use crate::json::{Bounds, Heading, MoveRecord, Solution, SolutionCount, SolutionList};
use crate::sliding::analysis::ShortestPaths;
use crate::sliding::rules::{Metric, Move};
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

/// The answer of a row. All rows of a command have the same keys: those without a value are null.
#[derive(Serialize)]
pub(super) struct RowAnswer<'t> {
    #[serde(flatten)]
    pub heading: RowHeading,
    /// Bounds of an undecided row.
    pub at_least: Option<u16>,
    pub best_found: Option<usize>,
    #[serde(flatten)]
    pub solutions: Solutions<'t>,
}

/// The heading of a row.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum RowHeading {
    Known(Box<Heading>),
    /// The position was refused, or its search failed.
    Unknown {
        #[serde(flatten)]
        ends: Nulls,
        metric: Option<&'static str>,
        #[serde(flatten)]
        results: Nulls,
    },
}

/// What a row says about the solutions.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Solutions<'t> {
    /// One solution; of an undecided row, the best one that was found.
    One {
        moves: Option<Vec<MoveRecord>>,
    },
    Count {
        solution_count: Option<String>,
    },
    List {
        solution_count: Option<String>,
        solutions: Option<Listed<'t>>,
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
    /// If it is wanted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<Option<&'t str>>,
    pub verdict: Verdict,
    /// If it is wanted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<Option<f64>>,
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
            "file" => origin.file().map(str::to_owned),
            "line" => origin.line().map(|line| line.to_string()),
            "input" => origin.input().map(str::to_owned),
            "name" => origin.name().map(str::to_owned),
            "position" => Some(answer.heading.known()?.position.clone()),
            "target" => answer.heading.known()?.target.clone(),
            "metric" => answer.heading.metric().map(str::to_owned),
            "distance" => answer.heading.known()?.distance.map(number),
            "at_least" => answer.at_least.map(|moves| moves.to_string()),
            "best_found" => answer.best_found.map(number),
            "solution_count" => answer.solutions.count().map(str::to_owned),
            "solution" => solution.map(|(number, _)| number.to_string()),
            "moves" => {
                let moves = solution.map_or(self.moves(), |(_, moves)| moves);
                Some(moves.iter().map(|made| &*made.position).collect::<Vec<_>>().join(" "))
            }
            "published" => published.as_ref()?.published.clone(),
            "comparison" => published.as_ref()?.comparison.clone(),
            "positions" => self.positions?.map(str::to_owned),
            "verdict" => Some(self.verdict.text().to_owned()),
            "seconds" => self.seconds?.map(|seconds| seconds.to_string()),
            "error" => self.error.clone(),
            column => unreachable!("no row has a column {column}"),
        }
    }

    /// The moves of the only solution; none of the best solution found, which is not an answer.
    fn moves(&self) -> &[MoveRecord] {
        match &self.answer.solutions {
            Solutions::One { moves: Some(moves) } if self.verdict == Verdict::Solved => moves,
            _ => &[],
        }
    }
}

impl Record for RowRecord<'_> {
    /// The header has the columns of the arguments instead: see [`columns`](super::rows::columns).
    const COLUMNS: &'static [&'static str] = &[];

    fn rows(&self) -> impl IntoIterator<Item = impl Serialize> {
        let listed = match &self.answer.solutions {
            Solutions::List { solutions: Some(listed), .. } => {
                let records = |moves: Vec<Move>| listed.task.records(&moves);
                Some((1..).zip(listed.each().map(records)))
            }
            _ => None,
        };
        let mut listed = listed.into_iter().flatten().peekable();
        let alone = listed.peek().is_none().then(|| self.row(None));
        alone.into_iter().chain(listed.map(|solution| self.row(Some(solution))))
    }
}

impl RowHeading {
    /// The heading of a row that has no answer.
    pub fn unknown(metric: Option<Metric>, arguments: &Arguments) -> Self {
        let nulls = |first, second, is_asked: bool| {
            Nulls([first].into_iter().chain(is_asked.then_some(second)).collect())
        };
        Self::Unknown {
            ends: nulls("position", "target", arguments.to.is_some()),
            metric: metric.map(Metric::name),
            results: nulls("distance", "difficulty", arguments.difficulty),
        }
    }

    fn known(&self) -> Option<&Heading> {
        match self {
            Self::Known(heading) => Some(heading),
            Self::Unknown { .. } => None,
        }
    }

    fn metric(&self) -> Option<&'static str> {
        match self {
            Self::Known(heading) => Some(heading.metric),
            Self::Unknown { metric, .. } => *metric,
        }
    }
}

impl Solutions<'_> {
    /// What a row without an optimal solution says to some arguments; `best` is the best solution found.
    pub fn unknown(arguments: &Arguments, best: Option<Vec<MoveRecord>>) -> Self {
        match (arguments.count, arguments.listed()) {
            (true, _) => Self::Count { solution_count: None },
            (false, Some(_)) => Self::List { solution_count: None, solutions: None },
            (false, None) => Self::One { moves: best },
        }
    }

    fn count(&self) -> Option<&str> {
        match self {
            Self::One { .. } => None,
            Self::Count { solution_count } | Self::List { solution_count, .. } => {
                solution_count.as_deref()
            }
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
