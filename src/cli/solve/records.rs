//! Solutions as records: their CSV columns, and lists that are generated as they are written.

use super::arguments::Arguments;
use super::rows::{Origin, PublishedMoves};
use super::task::Task;
use crate::cli::output::{Nulls, Record};
use huarong_core::rules::{Metric, PieceMove};
use huarong_oracle::analysis::ShortestPaths;
use huarong_pages::json::{Heading, MoveRecord, Verdict};
use huarong_tables::table::TableError;
use serde::ser::{Error, SerializeSeq};
use serde::{Serialize, Serializer};
use std::cell::RefCell;
use std::iter;

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
    pub fn each(&self) -> impl Iterator<Item = Vec<PieceMove>> + '_ {
        let found = self.paths.and_then(|paths| self.sound(paths.iter(&self.task.position)));
        let solutions = found.and_then(|found| found.known().ok()).flatten().into_iter().flatten();
        solutions.map_while(|found| self.sound(found)).take(self.limit)
    }

    fn records(&self) -> impl Iterator<Item = Vec<MoveRecord>> + '_ {
        self.each().map(|moves| self.task.records(&moves))
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

/// The answer for a position. All answers of a command have the same keys: those without a value are null.
#[derive(Serialize)]
pub(super) struct Answer<'t> {
    #[serde(flatten)]
    pub heading: AnswerHeading,
    /// Bounds of an undecided answer.
    pub at_least: Option<u16>,
    pub best_found: Option<usize>,
    #[serde(flatten)]
    pub solutions: Solutions<'t>,
}

/// The heading of an answer.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum AnswerHeading {
    Known(Box<Heading>),
    /// The position was refused, or its search failed.
    Unknown {
        #[serde(flatten)]
        ends: Nulls,
        metric: Option<&'static str>,
        #[serde(flatten)]
        distance: Nulls,
        verdict: Verdict,
        #[serde(flatten)]
        difficulty: Nulls,
    },
}

/// What an answer says about the solutions.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Solutions<'t> {
    /// One solution; of an undecided answer, the best one that was found.
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

/// The answer for one of several positions or puzzles.
#[derive(Serialize)]
pub(super) struct RowRecord<'t> {
    #[serde(flatten)]
    pub origin: Origin<'t>,
    #[serde(flatten)]
    pub answer: Answer<'t>,
    #[serde(flatten)]
    pub published: Option<PublishedMoves>,
    /// If it is wanted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<Option<&'t str>>,
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
        match column {
            "file" => origin.file().map(str::to_owned),
            "line" => origin.line().map(|line| line.to_string()),
            "input" => origin.input().map(str::to_owned),
            "name" => origin.name().map(str::to_owned),
            "solution" => solution.map(|(number, _)| number.to_string()),
            "moves" => Some(answer.after(solution, |made| &made.position)),
            "lettered_moves" => {
                Some(answer.after(solution, |made| made.lettered.as_deref().unwrap_or_default()))
            }
            "published" => published.as_ref()?.published.clone(),
            "comparison" => published.as_ref()?.comparison.clone(),
            "positions" => self.positions?.map(str::to_owned),
            "seconds" => self.seconds?.map(|seconds| seconds.to_string()),
            "error" => self.error.clone(),
            column => answer.value(column),
        }
    }
}

impl Record for RowRecord<'_> {
    /// The header has the columns of the arguments instead: see [`columns`](super::rows::columns).
    const COLUMNS: &'static [&'static str] = &[];

    fn rows(&self) -> impl IntoIterator<Item = impl Serialize> {
        let listed = match &self.answer.solutions {
            Solutions::List { solutions, .. } => solutions.as_ref(),
            Solutions::One { .. } | Solutions::Count { .. } => None,
        };
        let mut listed = (1..).zip(listed.into_iter().flat_map(Listed::records)).peekable();
        let alone = listed.peek().is_none().then(|| self.row(None));
        alone.into_iter().chain(listed.map(|solution| self.row(Some(solution))))
    }
}

/// The CSV columns of the answer for one position with `--count`.
const COUNTED: [&str; 8] = [
    "position",
    "target",
    "metric",
    "distance",
    "verdict",
    "at_least",
    "best_found",
    "solution_count",
];

/// The CSV columns of a move.
const MOVED: [&str; 7] =
    ["move", "shape", "from_column", "from_row", "to_column", "to_row", "position"];

impl Record for Answer<'_> {
    /// The header has the columns of the arguments instead: see [`columns`].
    const COLUMNS: &'static [&'static str] = &[];

    fn rows(&self) -> impl IntoIterator<Item = impl Serialize> {
        let rows: Box<dyn Iterator<Item = Vec<String>>> = match &self.solutions {
            Solutions::Count { .. } => {
                let value = |column: &str| self.value(column).unwrap_or_default();
                Box::new(iter::once(COUNTED.map(value).to_vec()))
            }
            Solutions::One { .. } => Box::new(cells(self.moves().to_vec())),
            Solutions::List { solutions, .. } => {
                let solutions = (1..).zip(solutions.iter().flat_map(Listed::records));
                Box::new(solutions.flat_map(|(number, moves): (usize, _)| {
                    cells(moves).map(move |cells| [vec![number.to_string()], cells].concat())
                }))
            }
        };
        rows
    }
}

impl Answer<'_> {
    /// The cell of a CSV column; `None` if it is empty.
    fn value(&self, column: &str) -> Option<String> {
        let number = |number: usize| number.to_string();
        match column {
            "position" => Some(self.heading.known()?.position.clone()),
            "target" => self.heading.known()?.target.clone(),
            "metric" => self.heading.metric().map(str::to_owned),
            "distance" => self.heading.known()?.distance.map(number),
            "verdict" => Some(self.heading.verdict().text().to_owned()),
            "at_least" => self.at_least.map(|moves| moves.to_string()),
            "best_found" => self.best_found.map(number),
            "solution_count" => self.solutions.count().map(str::to_owned),
            column => unreachable!("no answer has a column {column}"),
        }
    }

    /// Texts of the positions after the moves of a listed solution, or of the only one, with spaces between them.
    fn after<'r>(
        &'r self,
        solution: Option<&'r (usize, Vec<MoveRecord>)>,
        text: impl Fn(&'r MoveRecord) -> &'r str,
    ) -> String {
        let moves = solution.map_or(self.moves(), |(_, moves)| moves);
        moves.iter().map(text).collect::<Vec<_>>().join(" ")
    }

    /// The moves of the only solution; none of the best solution found, which is not an answer.
    fn moves(&self) -> &[MoveRecord] {
        match &self.solutions {
            Solutions::One { moves: Some(moves) } if self.heading.verdict() == Verdict::Solved => {
                moves
            }
            _ => &[],
        }
    }
}

impl AnswerHeading {
    /// The heading of a row that has no answer.
    pub fn unknown(metric: Option<Metric>, arguments: &Arguments, has_signs: bool) -> Self {
        let asked = |key, is_asked: bool| is_asked.then_some(key);
        let ends = Some("position").into_iter().chain(asked("lettered", has_signs));
        let ends = ends.chain(asked("target", arguments.to.is_some()));
        Self::Unknown {
            ends: Nulls(ends.collect()),
            metric: metric.map(Metric::name),
            distance: Nulls(vec!["distance"]),
            verdict: Verdict::Failed,
            difficulty: Nulls(Vec::from_iter(asked("difficulty", arguments.difficulty))),
        }
    }

    fn known(&self) -> Option<&Heading> {
        match self {
            Self::Known(heading) => Some(heading),
            Self::Unknown { .. } => None,
        }
    }

    fn verdict(&self) -> Verdict {
        match self {
            Self::Known(heading) => heading.verdict,
            Self::Unknown { verdict, .. } => *verdict,
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
    /// What an answer without an optimal solution says to some arguments; `best` is the best solution found.
    pub fn unknown(arguments: &Arguments, best: Option<Vec<MoveRecord>>) -> Self {
        match (arguments.count, arguments.listed()) {
            (true, _) => Self::Count { solution_count: None },
            (false, Some(_)) => Self::List { solution_count: None, solutions: None },
            (false, None) => Self::One { moves: best },
        }
    }

    /// Reports the fault of a table instead of the failed serialization of a list that follows from it.
    pub fn check(&self, written: anyhow::Result<()>) -> anyhow::Result<()> {
        match self {
            Self::List { solutions: Some(listed), .. } => match listed.failed.take() {
                Some(error) => Err(error.into()),
                None => written,
            },
            Self::One { .. } | Self::Count { .. } | Self::List { .. } => written,
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

/// The CSV cells of consecutive moves. The signs of the piece are among them if pieces have signs. Of a line of pieces,
/// they are those of the front piece.
fn cells(moves: Vec<MoveRecord>) -> impl Iterator<Item = Vec<String>> {
    (1..).zip(moves).map(|(number, made): (usize, _)| {
        let MoveRecord { piece, sign, shape, from, to, position, lettered, followers: _ } = made;
        let signs = [piece, sign].into_iter().flatten().map(String::from);
        let places = [from, to].into_iter().flatten().map(|place| place.to_string());
        let cells = [number.to_string()].into_iter().chain(signs).chain([shape]);
        cells.chain(places).chain([position]).chain(lettered).collect()
    })
}

/// The CSV columns of the answer for one position to some arguments.
pub(super) fn columns(arguments: &Arguments) -> Vec<&'static str> {
    match (arguments.count, arguments.listed()) {
        (true, _) => COUNTED.to_vec(),
        (false, Some(_)) => [&["solution"][..], &MOVED].concat(),
        (false, None) => MOVED.to_vec(),
    }
}

/// The CSV header of answers about a puzzle whose pieces have signs.
pub(super) fn with_signs(columns: Vec<&'static str>) -> Vec<&'static str> {
    let lists_moves = columns.contains(&"move");
    let column = |column| match column {
        "shape" => vec!["piece", "sign", column],
        "position" if lists_moves => vec![column, "lettered"],
        column => vec![column],
    };
    columns.into_iter().flat_map(column).collect()
}
