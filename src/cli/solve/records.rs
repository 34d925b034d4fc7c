//! Answers as records: their CSV columns, and lists of solutions that are generated as they are written.

use super::arguments::Arguments;
use super::row::PublishedMoves;
use super::task::Task;
use crate::cli::output::{Answer, Column, Columns, Form, Format, Head, Value};
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
use std::io::{self, Write};

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
pub(super) struct AnswerRecord<'t> {
    /// The place in the input, of one of several.
    pub origin: Option<Origin<'t>>,
    pub heading: AnswerHeading,
    /// Bounds of an undecided answer.
    pub at_least: Option<u16>,
    pub best_found: Option<usize>,
    pub solutions: Solutions<'t>,
    pub published: Option<PublishedMoves>,
    pub positions: Option<&'t str>,
    /// The time of the search, if it is wanted.
    pub seconds: Option<f64>,
    /// Why there is no answer, of one of several.
    pub error: Option<String>,
    pub columns: &'t SolutionColumns,
}

/// The heading of an answer.
pub(super) struct AnswerHeading {
    position: Option<String>,
    lettered: Option<String>,
    target: Option<String>,
    metric: Option<&'static str>,
    pub distance: Option<usize>,
    pub verdict: Verdict,
    /// Whether it has no solution because pieces have passed doors; `None` where no piece leaves, or if this is unknown.
    pub lost: Option<bool>,
    difficulty: Option<Difficulty>,
}

impl AnswerHeading {
    /// The heading of a position or a puzzle that was refused, or whose search failed.
    pub fn failed(metric: Option<Metric>) -> Self {
        Self {
            position: None,
            lettered: None,
            target: None,
            metric: metric.map(Metric::name),
            distance: None,
            verdict: Verdict::Failed,
            lost: None,
            difficulty: None,
        }
    }
}

impl From<Heading> for AnswerHeading {
    fn from(heading: Heading) -> Self {
        let Heading { position, lettered, target, metric, distance, verdict, difficulty } = heading;
        let (position, metric, difficulty) = (Some(position), Some(metric), difficulty.flatten());
        Self { position, lettered, target, metric, distance, verdict, lost: None, difficulty }
    }
}

/// What an answer says about the solutions.
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
    /// Whether pieces leave through doors.
    pub has_doors: bool,
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

    /// The columns, or the `chosen` ones.
    pub fn columns(self) -> Result<SolutionColumns, clap::Error> {
        let Arguments { columns, count, .. } = self.arguments;
        let format = self.arguments.format();
        let has_rows = self.input != Input::Position || *count || format == Format::Json;
        Ok(match has_rows {
            true => SolutionColumns::Answers(Columns::asked(COLUMNS, self, format, columns)?),
            false => SolutionColumns::Moves(Columns::asked(MOVE_COLUMNS, self, format, columns)?),
        })
    }
}

/// The columns of rows.
pub(super) enum SolutionColumns {
    /// One per answer, or per solution that is listed.
    Answers(Columns<SolutionAnswer>),
    /// One per move.
    Moves(Columns<MoveAnswer>),
}

impl SolutionColumns {
    pub fn heads(&self) -> Vec<Head> {
        match self {
            Self::Answers(columns) => columns.heads(),
            Self::Moves(columns) => columns.heads(),
        }
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
    solution: Option<(u64, Vec<MoveRecord>)>,
}

/// A move of a solution.
pub(super) enum MoveAnswer {}

impl Answer for MoveAnswer {
    type Asked<'a> = Asked<'a>;
    type Row<'r> = MoveRow<'r>;
    type Fact = Infallible;
}

/// The row of a move. Of a line of pieces, it has the front piece.
pub(super) struct MoveRow<'r> {
    /// The number of the solution, if it is listed.
    solution: Option<u64>,
    number: u64,
    made: &'r MoveRecord,
}

/// All parts, in order. A new one needs a field of [`AnswerRecord`] and an entry here.
const COLUMNS: &[Column<SolutionAnswer>] = &[
    Column::new(
        "file",
        |asked| asked.input == Input::Puzzles,
        Value::Text(|row| Some(row.record.origin?.file()?.into())),
    ),
    Column::new(
        "line",
        |asked| asked.input != Input::Position,
        Value::Number(|row| row.record.origin?.line()),
    ),
    Column::new(
        "input",
        |asked| matches!(asked.input, Input::Positions | Input::Boards),
        Value::Text(|row| Some(row.record.origin?.input()?.into())),
    ),
    Column::new(
        "name",
        |asked| asked.input == Input::Puzzles,
        Value::Text(|row| Some(row.record.origin?.name()?.into())),
    ),
    Column::new(
        "position",
        |asked| asked.input != Input::Puzzles || asked.arguments.format() == Format::Json,
        Value::Text(|row| Some(row.heading().position.as_deref()?.into())),
    ),
    Column {
        form: Form::Object,
        ..Column::new(
            "lettered",
            |asked| asked.has_signs,
            Value::Text(|row| Some(row.heading().lettered.as_deref()?.into())),
        )
    },
    Column::new(
        "target",
        |asked| match asked.arguments.format() {
            Format::Json => asked.arguments.to.is_some(),
            Format::Text | Format::Csv => !asked.has_published(),
        },
        Value::Text(|row| Some(row.heading().target.as_deref()?.into())),
    ),
    Column::new("metric", |_| true, Value::Text(|row| Some(row.heading().metric?.into()))),
    Column::new(
        "distance",
        |_| true,
        Value::Number(|row| row.heading().distance.map(|moves| moves as u64)),
    ),
    Column::new("verdict", |_| true, Value::Text(|row| Some(row.heading().verdict.text().into()))),
    Column::new(
        "lost",
        |asked| asked.has_doors && asked.arguments.to.is_none(),
        Value::Flag(|row| row.heading().lost),
    ),
    Column::new(
        "difficulty",
        |asked| asked.arguments.difficulty,
        Value::Json(|row, out| json(&row.heading().difficulty, out)),
    ),
    Column::new("at_least", |_| true, Value::Distance(|row| row.record.at_least)),
    Column::new(
        "best_found",
        |_| true,
        Value::Number(|row| row.record.best_found.map(|moves| moves as u64)),
    ),
    Column::new(
        "solution_count",
        |asked| asked.arguments.counts(),
        Value::Text(|row| Some(row.record.solutions.count()?.into())),
    ),
    Column::new(
        "solutions",
        |asked| asked.lists(),
        Value::Json(|row, out| match &row.record.solutions {
            Solutions::List { solutions, .. } => json(solutions, out),
            Solutions::One { .. } | Solutions::Count { .. } => json(&(), out),
        }),
    ),
    Column {
        form: Form::Table,
        ..Column::new(
            "solution",
            |asked| asked.lists(),
            Value::Number(|row| row.solution.as_ref().map(|(number, _)| *number)),
        )
    },
    Column::new(
        "moves",
        |asked| !asked.arguments.counts(),
        Value::Json(|row, out| match &row.record.solutions {
            Solutions::One { moves } => json(moves, out),
            Solutions::Count { .. } | Solutions::List { .. } => json(&(), out),
        }),
    ),
    Column {
        form: Form::Table,
        ..Column::new(
            "moves",
            |asked| asked.has_moves(),
            Value::Text(|row| Some(row.after_moves(|made| &made.position).into())),
        )
    },
    Column {
        form: Form::Table,
        ..Column::new(
            "lettered_moves",
            |asked| asked.has_moves() && asked.has_signs,
            Value::Text(|row| {
                let moves = row.after_moves(|made| made.lettered.as_deref().unwrap_or_default());
                Some(moves.into())
            }),
        )
    },
    Column::new(
        "published",
        |asked| asked.has_published(),
        Value::Text(|row| Some(row.published()?.published.as_deref()?.into())),
    ),
    Column::new(
        "comparison",
        |asked| asked.has_published(),
        Value::Text(|row| Some(row.published()?.comparison.as_deref()?.into())),
    ),
    Column::new(
        "positions",
        |asked| asked.arguments.positions,
        Value::Text(|row| Some(row.record.positions?.into())),
    ),
    Column::new(
        "seconds",
        |asked| asked.arguments.times,
        Value::Fraction(|row| row.record.seconds),
    ),
    Column::new(
        "error",
        |asked| asked.input != Input::Position,
        Value::Text(|row| Some(row.record.error.as_deref()?.into())),
    ),
];

/// The columns of moves, in order.
const MOVE_COLUMNS: &[Column<MoveAnswer>] = &[
    Column::new("solution", |asked| asked.lists(), Value::Number(|row| row.solution)),
    Column::new("move", |_| true, Value::Number(|row| Some(row.number))),
    Column::new(
        "piece",
        |asked| asked.has_signs,
        Value::Text(|row| Some(row.made.piece?.to_string().into())),
    ),
    Column::new(
        "sign",
        |asked| asked.has_signs,
        Value::Text(|row| Some(row.made.sign?.to_string().into())),
    ),
    Column::new("shape", |_| true, Value::Text(|row| Some((&*row.made.shape).into()))),
    Column::new("from_column", |_| true, Value::Number(|row| Some(row.made.from[0].into()))),
    Column::new("from_row", |_| true, Value::Number(|row| Some(row.made.from[1].into()))),
    Column::new("to_column", |_| true, Value::Number(|row| Some(row.made.to[0].into()))),
    Column::new("to_row", |_| true, Value::Number(|row| Some(row.made.to[1].into()))),
    Column::new("leaves", |asked| asked.has_doors, Value::Flag(|row| Some(row.made.leaves))),
    Column::new(
        "becomes",
        |asked| asked.has_doors,
        Value::Text(|row| Some(row.made.becomes?.to_string().into())),
    ),
    Column::new("position", |_| true, Value::Text(|row| Some((&*row.made.position).into()))),
    Column::new(
        "lettered",
        |asked| asked.has_signs,
        Value::Text(|row| Some(row.made.lettered.as_deref()?.into())),
    ),
];

fn json(value: &impl Serialize, out: &mut dyn Write) -> anyhow::Result<()> {
    // Converted to an io::Error, so that a closed pipe is recognised.
    Ok(serde_json::to_writer(out, value).map_err(io::Error::from)?)
}

impl AnswerRecord<'_> {
    /// Writes the rows of the answer; `text` writes it as text.
    pub fn write<W: Write>(
        &self,
        format: Format,
        out: &mut W,
        text: impl FnOnce(&Self, &mut W) -> io::Result<()>,
    ) -> anyhow::Result<()> {
        let listed = match &self.solutions {
            Solutions::List { solutions, .. } if format == Format::Csv => solutions.as_ref(),
            Solutions::One { .. } | Solutions::Count { .. } | Solutions::List { .. } => None,
        };
        let mut listed = (1..).zip(listed.into_iter().flat_map(Listed::records)).peekable();
        match self.columns {
            _ if format == Format::Text => Ok(text(self, out)?),
            SolutionColumns::Answers(columns) => {
                let alone = listed.peek().is_none().then_some(None).into_iter();
                alone.chain(listed.map(Some)).try_for_each(|solution| {
                    columns.write(format, &AnswerRow { record: self, solution }, out)
                })
            }
            SolutionColumns::Moves(columns) => {
                let mut write = |solution, moves: &[MoveRecord]| {
                    (1..).zip(moves).try_for_each(|(number, made)| {
                        columns.write(format, &MoveRow { solution, number, made }, out)
                    })
                };
                write(None, self.moves())?;
                listed.try_for_each(|(number, moves)| write(Some(number), &moves))
            }
        }
    }
}

impl<'r> AnswerRow<'r> {
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
