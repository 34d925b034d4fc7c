//! Answers as records: their CSV columns, and lists of solutions that are generated as they are written.

use super::arguments::Arguments;
use super::row::PublishedMoves;
use super::task::Task;
use crate::cli::output::Record;
use crate::cli::rows::Origin;
use huarong_core::rules::{Metric, PieceMove};
use huarong_lab::difficulty::Difficulty;
use huarong_oracle::analysis::ShortestPaths;
use huarong_pages::json::{Heading, MoveRecord, Verdict};
use huarong_tables::table::TableError;
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

/// The answer for a position or a puzzle. All answers of a command have the same keys: those without a value are null.
#[derive(Serialize)]
pub(super) struct AnswerRecord<'t> {
    /// The place in the input, of one of several.
    #[serde(flatten)]
    pub origin: Option<Origin<'t>>,
    #[serde(flatten)]
    pub heading: AnswerHeading,
    /// Bounds of an undecided answer.
    pub at_least: Option<u16>,
    pub best_found: Option<usize>,
    #[serde(flatten)]
    pub solutions: Solutions<'t>,
    #[serde(flatten)]
    pub published: Option<PublishedMoves>,
    /// If it is wanted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<Option<&'t str>>,
    /// If it is wanted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<Option<f64>>,
    /// Why there is no answer, of one of several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Option<String>>,
    /// The CSV columns; `None` if CSV has a row per move.
    #[serde(skip)]
    pub columns: Option<&'t [&'static Column]>,
}

/// The heading of an answer. Keys that are not asked for are absent.
#[derive(Serialize)]
pub(super) struct AnswerHeading {
    position: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lettered: Option<Option<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<Option<String>>,
    metric: Option<&'static str>,
    pub distance: Option<usize>,
    pub verdict: Verdict,
    #[serde(skip_serializing_if = "Option::is_none")]
    difficulty: Option<Option<Difficulty>>,
}

impl AnswerHeading {
    /// The heading of a position or a puzzle that was refused, or whose search failed.
    pub fn failed(metric: Option<Metric>, arguments: &Arguments, has_signs: bool) -> Self {
        Self {
            position: None,
            lettered: has_signs.then_some(None),
            target: arguments.to.as_ref().map(|_| None),
            metric: metric.map(Metric::name),
            distance: None,
            verdict: Verdict::Failed,
            difficulty: arguments.difficulty.then_some(None),
        }
    }
}

impl From<Heading> for AnswerHeading {
    fn from(heading: Heading) -> Self {
        let Heading { position, lettered, target, metric, distance, verdict, difficulty } = heading;
        let (position, metric) = (Some(position), Some(metric));
        let (lettered, target) = (lettered.map(Some), target.map(Some));
        Self { position, lettered, target, metric, distance, verdict, difficulty }
    }
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

/// The input of a command.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Input {
    /// One position.
    Position,
    /// Positions, one per line.
    Positions,
    /// Rush Hour boards, one per line.
    Boards,
    /// Puzzle files, and files with one puzzle per line.
    Puzzles,
}

/// What is asked for.
#[derive(Clone, Copy)]
pub(super) struct Asked<'a> {
    pub arguments: &'a Arguments,
    pub input: Input,
    /// Whether each piece has its own sign.
    pub has_signs: bool,
}

impl Asked<'_> {
    fn has_published(self) -> bool {
        matches!(self.input, Input::Boards | Input::Puzzles)
    }

    fn has_moves(self) -> bool {
        self.lists() || !(self.arguments.count || self.input == Input::Puzzles)
    }

    fn lists(self) -> bool {
        self.arguments.listed().is_some()
    }

    /// The columns of answers; `None` if CSV has a row per move.
    pub fn columns(self) -> Option<Vec<&'static Column>> {
        let has_rows = self.input != Input::Position || self.arguments.count;
        has_rows.then(|| COLUMNS.iter().filter(|column| (column.is_asked)(self)).collect())
    }

    /// The CSV columns of moves.
    pub fn move_columns(self) -> Vec<&'static str> {
        let columns = [
            ("solution", self.lists()),
            ("move", true),
            ("piece", self.has_signs),
            ("sign", self.has_signs),
            ("shape", true),
            ("from_column", true),
            ("from_row", true),
            ("to_column", true),
            ("to_row", true),
            ("position", true),
            ("lettered", self.has_signs),
        ];
        columns.into_iter().filter_map(|(column, is_asked)| is_asked.then_some(column)).collect()
    }
}

/// A CSV column of answers.
pub(super) struct Column {
    name: &'static str,
    is_asked: fn(Asked<'_>) -> bool,
    /// The cell; `None` if it is empty. Each listed solution has its number and a row of its own.
    cell: fn(&AnswerRecord<'_>, Option<&NumberedSolution>) -> Option<String>,
}

impl Column {
    /// The CSV header.
    pub fn names(columns: &[&'static Self]) -> Vec<&'static str> {
        columns.iter().map(|column| column.name).collect()
    }
}

type NumberedSolution = (usize, Vec<MoveRecord>);

/// All columns, in order. A new one needs a field of [`AnswerRecord`] and an entry here.
const COLUMNS: &[Column] = &[
    Column {
        name: "file",
        is_asked: |asked| asked.input == Input::Puzzles,
        cell: |row, _| row.origin?.file().map(str::to_owned),
    },
    Column {
        name: "line",
        is_asked: |asked| asked.input != Input::Position,
        cell: |row, _| row.origin?.line().map(|line| line.to_string()),
    },
    Column {
        name: "input",
        is_asked: |asked| matches!(asked.input, Input::Positions | Input::Boards),
        cell: |row, _| row.origin?.input().map(str::to_owned),
    },
    Column {
        name: "name",
        is_asked: |asked| asked.input == Input::Puzzles,
        cell: |row, _| row.origin?.name().map(str::to_owned),
    },
    Column {
        name: "position",
        is_asked: |asked| asked.input != Input::Puzzles,
        cell: |row, _| row.heading.position.clone(),
    },
    Column {
        name: "target",
        is_asked: |asked| !asked.has_published(),
        cell: |row, _| row.heading.target.clone()?,
    },
    Column {
        name: "metric",
        is_asked: |_| true,
        cell: |row, _| row.heading.metric.map(str::to_owned),
    },
    Column {
        name: "distance",
        is_asked: |_| true,
        cell: |row, _| row.heading.distance.map(|distance| distance.to_string()),
    },
    Column {
        name: "verdict",
        is_asked: |_| true,
        cell: |row, _| Some(row.heading.verdict.text().to_owned()),
    },
    Column {
        name: "at_least",
        is_asked: |_| true,
        cell: |row, _| row.at_least.map(|moves| moves.to_string()),
    },
    Column {
        name: "best_found",
        is_asked: |_| true,
        cell: |row, _| row.best_found.map(|moves| moves.to_string()),
    },
    Column {
        name: "solution_count",
        is_asked: |asked| asked.arguments.counts(),
        cell: |row, _| row.solutions.count().map(str::to_owned),
    },
    Column {
        name: "solution",
        is_asked: |asked| asked.lists(),
        cell: |_, solution| solution.map(|(number, _)| number.to_string()),
    },
    Column {
        name: "moves",
        is_asked: |asked| asked.has_moves(),
        cell: |row, solution| Some(row.after_moves(solution, |made| &made.position)),
    },
    Column {
        name: "lettered_moves",
        is_asked: |asked| asked.has_moves() && asked.has_signs,
        cell: |row, solution| {
            Some(row.after_moves(solution, |made| made.lettered.as_deref().unwrap_or_default()))
        },
    },
    Column {
        name: "published",
        is_asked: |asked| asked.has_published(),
        cell: |row, _| row.published.as_ref()?.published.clone(),
    },
    Column {
        name: "comparison",
        is_asked: |asked| asked.has_published(),
        cell: |row, _| row.published.as_ref()?.comparison.clone(),
    },
    Column {
        name: "positions",
        is_asked: |asked| asked.arguments.positions,
        cell: |row, _| row.positions?.map(str::to_owned),
    },
    Column {
        name: "seconds",
        is_asked: |asked| asked.arguments.times,
        cell: |row, _| row.seconds?.map(|seconds| seconds.to_string()),
    },
    Column {
        name: "error",
        is_asked: |asked| asked.input != Input::Position,
        cell: |row, _| row.error.clone()?,
    },
];

impl Record for AnswerRecord<'_> {
    fn rows(&self) -> impl IntoIterator<Item = impl Serialize> {
        let listed = match &self.solutions {
            Solutions::List { solutions, .. } => solutions.as_ref(),
            Solutions::One { .. } | Solutions::Count { .. } => None,
        };
        let mut listed = (1..).zip(listed.into_iter().flat_map(Listed::records)).peekable();
        let rows: Box<dyn Iterator<Item = Vec<String>>> = match self.columns {
            Some(columns) => {
                let row = |solution: Option<NumberedSolution>| {
                    let cell = |column: &&Column| (column.cell)(self, solution.as_ref());
                    columns.iter().map(cell).map(Option::unwrap_or_default).collect()
                };
                let alone = listed.peek().is_none().then(|| row(None));
                Box::new(alone.into_iter().chain(listed.map(move |solution| row(Some(solution)))))
            }
            None => {
                let listed = listed.flat_map(|(number, moves)| {
                    cells(moves).map(move |cells| [vec![number.to_string()], cells].concat())
                });
                Box::new(cells(self.moves().to_vec()).chain(listed))
            }
        };
        rows
    }
}

impl AnswerRecord<'_> {
    /// Texts of the positions after the moves of a listed solution, or of the only one, with spaces between them.
    fn after_moves(
        &self,
        solution: Option<&NumberedSolution>,
        text: impl Fn(&MoveRecord) -> &str,
    ) -> String {
        let moves = solution.map_or(self.moves(), |(_, moves)| moves);
        moves.iter().map(text).collect::<Vec<_>>().join(" ")
    }

    /// The moves of the only solution; none of the best solution found, which is not an answer.
    fn moves(&self) -> &[MoveRecord] {
        match &self.solutions {
            Solutions::One { moves: Some(moves) } if self.heading.verdict == Verdict::Solved => {
                moves
            }
            _ => &[],
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
