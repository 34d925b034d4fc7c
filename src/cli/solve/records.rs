//! Answers as records: their CSV columns, and lists of solutions that are generated as they are written.

use super::arguments::Arguments;
use super::row::PublishedMoves;
use super::task::Task;
use crate::cli::output::{Answer, Cells, Column, Columns, Record};
use crate::cli::rows::Origin;
use huarong_core::rules::{Metric, PieceMove};
use huarong_lab::difficulty::Difficulty;
use huarong_oracle::analysis::ShortestPaths;
use huarong_pages::json::{Heading, MoveRecord, Verdict};
use huarong_tables::table::TableError;
use serde::ser::{Error, SerializeSeq};
use serde::{Serialize, Serializer};
use std::cell::RefCell;
use std::convert::Infallible;

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
    pub columns: Option<&'t Columns<SolutionAnswer>>,
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
    pub fn columns(self) -> Option<Columns<SolutionAnswer>> {
        let has_rows = self.input != Input::Position || self.arguments.count;
        has_rows.then(|| Columns::asked(COLUMNS, self))
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

/// The answer for a position or a puzzle.
pub(super) enum SolutionAnswer {}

impl Answer for SolutionAnswer {
    type Asked<'a> = Asked<'a>;
    type Row<'r> = AnswerRow<'r>;
    type Fact = Infallible;
}

/// A row of an answer. Each listed solution has its number and a row of its own.
pub(super) struct AnswerRow<'r> {
    record: &'r AnswerRecord<'r>,
    solution: Option<NumberedSolution>,
}

type NumberedSolution = (u64, Vec<MoveRecord>);

/// All columns, in order. A new one needs a field of [`AnswerRecord`] and an entry here.
const COLUMNS: &[Column<SolutionAnswer>] = &[
    Column::new(
        "file",
        |asked| asked.input == Input::Puzzles,
        |row, cells| cells.push(row.origin().and_then(Origin::file)),
    ),
    Column::new(
        "line",
        |asked| asked.input != Input::Position,
        |row, cells| cells.push(row.origin().and_then(Origin::line)),
    ),
    Column::new(
        "input",
        |asked| matches!(asked.input, Input::Positions | Input::Boards),
        |row, cells| cells.push(row.origin().and_then(Origin::input)),
    ),
    Column::new(
        "name",
        |asked| asked.input == Input::Puzzles,
        |row, cells| cells.push(row.origin().and_then(Origin::name)),
    ),
    Column::new(
        "position",
        |asked| asked.input != Input::Puzzles,
        |row, cells| cells.push(row.heading().position.as_deref()),
    ),
    Column::new(
        "target",
        |asked| !asked.has_published(),
        |row, cells| cells.push(row.heading().target.as_ref().map(Option::as_deref)),
    ),
    Column::new("metric", |_| true, |row, cells| cells.push(row.heading().metric)),
    Column::new(
        "distance",
        |_| true,
        |row, cells| cells.push(row.heading().distance.map(|moves| moves as u64)),
    ),
    Column::new("verdict", |_| true, |row, cells| cells.push(row.heading().verdict.text())),
    Column::new("at_least", |_| true, |row, cells| cells.push(row.record.at_least)),
    Column::new(
        "best_found",
        |_| true,
        |row, cells| cells.push(row.record.best_found.map(|moves| moves as u64)),
    ),
    Column::new(
        "solution_count",
        |asked| asked.arguments.counts(),
        |row, cells| cells.push(row.record.solutions.count()),
    ),
    Column::new(
        "solution",
        |asked| asked.lists(),
        |row, cells| cells.push(row.solution.as_ref().map(|(number, _)| *number)),
    ),
    Column::new(
        "moves",
        |asked| asked.has_moves(),
        |row, cells| cells.push(row.after_moves(|made| &made.position)),
    ),
    Column::new(
        "lettered_moves",
        |asked| asked.has_moves() && asked.has_signs,
        |row, cells| {
            cells.push(row.after_moves(|made| made.lettered.as_deref().unwrap_or_default()))
        },
    ),
    Column::new(
        "published",
        |asked| asked.has_published(),
        |row, cells| cells.push(row.published().map(|of| of.published.as_deref())),
    ),
    Column::new(
        "comparison",
        |asked| asked.has_published(),
        |row, cells| cells.push(row.published().map(|of| of.comparison.as_deref())),
    ),
    Column::new(
        "positions",
        |asked| asked.arguments.positions,
        |row, cells| cells.push(row.record.positions),
    ),
    Column::new(
        "seconds",
        |asked| asked.arguments.times,
        |row, cells| cells.push(row.record.seconds.flatten().map(|seconds| seconds.to_string())),
    ),
    Column::new(
        "error",
        |asked| asked.input != Input::Position,
        |row, cells| cells.push(row.record.error.as_ref().map(Option::as_deref)),
    ),
];

impl Record for AnswerRecord<'_> {
    fn rows(&self) -> impl IntoIterator<Item = impl Serialize> {
        let listed = match &self.solutions {
            Solutions::List { solutions, .. } => solutions.as_ref(),
            Solutions::One { .. } | Solutions::Count { .. } => None,
        };
        let mut listed = (1..).zip(listed.into_iter().flat_map(Listed::records)).peekable();
        let rows: Box<dyn Iterator<Item = Cells<'_>>> = match self.columns {
            Some(columns) => {
                let row = |solution: Option<NumberedSolution>| {
                    let mut cells = Cells::default();
                    columns.push_cells(&AnswerRow { record: self, solution }, &mut cells);
                    cells
                };
                let alone = listed.peek().is_none().then(|| row(None));
                Box::new(alone.into_iter().chain(listed.map(move |solution| row(Some(solution)))))
            }
            None => {
                let alone = move_rows(None, self.moves().to_vec());
                let listed = listed.flat_map(|(number, moves)| move_rows(Some(number), moves));
                Box::new(alone.chain(listed))
            }
        };
        rows
    }
}

impl<'r> AnswerRow<'r> {
    fn origin(&self) -> Option<Origin<'r>> {
        self.record.origin
    }

    fn heading(&self) -> &'r AnswerHeading {
        &self.record.heading
    }

    fn published(&self) -> Option<&'r PublishedMoves> {
        self.record.published.as_ref()
    }

    /// Texts of the positions after the moves of a listed solution, or of the only one, with spaces between them.
    fn after_moves(&self, text: impl Fn(&MoveRecord) -> &str) -> String {
        let moves = self.solution.as_ref().map_or(self.record.moves(), |(_, moves)| moves);
        moves.iter().map(text).collect::<Vec<_>>().join(" ")
    }
}

impl AnswerRecord<'_> {
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

/// The rows of the moves of a solution, which has a number if it is listed. The signs of the piece are among the cells if
/// pieces have signs. Of a line of pieces, they are those of the front piece.
fn move_rows<'r>(solution: Option<u64>, moves: Vec<MoveRecord>) -> impl Iterator<Item = Cells<'r>> {
    (1u64..).zip(moves).map(move |(number, made)| {
        let MoveRecord { piece, sign, shape, from, to, position, lettered, .. } = made;
        let mut cells = Cells::default();
        solution.into_iter().chain([number]).for_each(|number| cells.push(number));
        [piece, sign].into_iter().flatten().for_each(|sign| cells.push(sign.to_string()));
        cells.push(shape);
        [from, to].into_iter().flatten().for_each(|place| cells.push(u64::from(place)));
        cells.push(position);
        lettered.into_iter().for_each(|lettered| cells.push(lettered));
        cells
    })
}
