//! Rows of the input: lines of JSON, or of CSV.

use crate::cli::input_file::InputFile;
use crate::cli::puzzle;
use crate::cli::rows::{self, CsvRows, LineBatches, abridged};
use crate::cli::session::Session;
use anyhow::{Context, anyhow, bail};
use huarong_core::position::Position;
use huarong_core::rules::Metric;
use serde_json::Value;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// Answers in an input.
pub(super) enum Input {
    Json(LineBatches),
    Csv { rows: CsvRows, columns: Columns },
}

/// The numbers of the columns.
pub(super) struct Columns {
    board: Option<usize>,
    answer: usize,
    metric: Option<usize>,
    id: Option<usize>,
}

/// A row, before it is read.
pub(super) enum Asked {
    Json { line: u64, text: String },
    Csv { line: u64, row: anyhow::Result<Row> },
}

/// A row.
#[derive(Clone)]
pub(super) struct Row {
    pub id: Option<Value>,
    pub board: Board,
    /// `None` means that of the arguments.
    pub metric: Option<Metric>,
    pub answer: String,
}

/// How a row gives its board.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum Board {
    /// The start of the chosen puzzle.
    Chosen,
    Text(String),
    /// A puzzle in JSON.
    Puzzle(String),
}

/// Rows of CSV that are judged at once.
const ROWS_AT_ONCE: usize = 1 << 12;

impl Input {
    /// Reads the first signs, which say whether the lines are JSON.
    pub fn new(file: InputFile) -> anyhow::Result<Self> {
        let mut lines = LineBatches::new(file);
        if lines.first_sign()? == Some(b'{') {
            return Ok(Self::Json(lines));
        }
        let name = lines.name().to_owned();
        let rows = CsvRows::new(InputFile { name, input: Box::new(lines.into_bytes()) })?;
        let answer = rows.column("answer").ok_or_else(|| {
            anyhow!(
                "{} has no column \"answer\": write lines of JSON, or CSV with the columns board and answer; it has {}",
                rows.name,
                abridged(&rows.header.join(", "))
            )
        })?;
        let [board, metric, id] = ["board", "metric", "id"].map(|name| rows.column(name));
        Ok(Self::Csv { rows, columns: Columns { board, answer, metric, id } })
    }

    /// The next rows; `None` at the end.
    pub fn next(&mut self) -> anyhow::Result<Option<Vec<Asked>>> {
        match self {
            Self::Json(lines) => {
                let Some(batch) = lines.next().transpose()? else { return Ok(None) };
                let asked = |question: rows::Question<'_>| Asked::Json {
                    line: question.origin.line().unwrap_or_default(),
                    text: question.text.to_owned(),
                };
                Ok(Some(batch.questions().map(asked).collect()))
            }
            Self::Csv { rows, columns } => {
                let mut some = Vec::new();
                while some.len() < ROWS_AT_ONCE {
                    let width = rows.header.len();
                    let Some((line, record)) = rows.next()? else { break };
                    let row = columns.row(record, width);
                    some.push(Asked::Csv { line, row });
                }
                Ok((!some.is_empty()).then_some(some))
            }
        }
    }
}

impl Columns {
    fn row(&self, record: &csv::StringRecord, width: usize) -> anyhow::Result<Row> {
        if record.len() != width {
            bail!("the row has {} columns, and the header has {width}", record.len());
        }
        let value = |column: Option<usize>| {
            let text = record.get(column?).map(str::trim)?;
            (!text.is_empty()).then(|| text.to_owned())
        };
        Ok(Row {
            id: value(self.id).map(Value::String),
            board: value(self.board).map_or(Board::Chosen, Board::Text),
            metric: value(self.metric).map(|name| metric(&name)).transpose()?,
            answer: record.get(self.answer).unwrap_or_default().to_owned(),
        })
    }
}

impl Asked {
    /// The number of the line.
    pub fn line(&self) -> u64 {
        match self {
            Self::Json { line, .. } | Self::Csv { line, .. } => *line,
        }
    }

    /// Reads the row.
    pub fn read(&self) -> anyhow::Result<Row> {
        match self {
            Self::Json { text, .. } => of_json(text),
            Self::Csv { row, .. } => match row {
                Ok(row) => Ok(row.clone()),
                Err(error) => bail!("{error:#}"),
            },
        }
    }
}

fn metric(name: &str) -> anyhow::Result<Metric> {
    Ok(name.parse::<Metric>()?)
}

fn of_json(text: &str) -> anyhow::Result<Row> {
    rows::Question::of_line(0, text).check_length()?;
    let value: Value = serde_json::from_str(text.trim_start_matches('\u{feff}'))
        .map_err(|error| anyhow!("not JSON: {error}"))?;
    let Value::Object(mut object) = value else {
        bail!("a row must be an object, as in {{\"board\": …, \"answer\": …}}");
    };
    let board = match (object.remove("board"), object.remove("puzzle")) {
        (None | Some(Value::Null), None | Some(Value::Null)) => Board::Chosen,
        (Some(Value::String(text)), None | Some(Value::Null)) => Board::Text(text),
        (None | Some(Value::Null), Some(puzzle @ Value::Object(_))) => {
            Board::Puzzle(puzzle.to_string())
        }
        (None | Some(Value::Null), Some(Value::String(name))) => Board::Text(name),
        (Some(_), Some(_)) => bail!("the row has both a board and a puzzle: keep one"),
        (Some(board), _) => {
            bail!("\"board\" must be a text, but is {}", abridged(&board.to_string()))
        }
        (_, Some(puzzle)) => {
            bail!("\"puzzle\" must be an object, but is {}", abridged(&puzzle.to_string()))
        }
    };
    let answer = match object.remove("answer") {
        Some(Value::String(answer)) => answer,
        // Lists of moves in JSON.
        Some(list @ (Value::Array(_) | Value::Object(_))) => list.to_string(),
        Some(Value::Null) => String::new(),
        Some(other) => bail!("\"answer\" must be a text or a list, but is {other}"),
        None => bail!("the row has no \"answer\""),
    };
    let metric = match object.remove("metric") {
        Some(Value::String(name)) => Some(metric(&name)?),
        None | Some(Value::Null) => None,
        Some(other) => bail!("\"metric\" must be a text, but is {other}"),
    };
    let id = object.remove("id").filter(|id| !id.is_null()).map(|id| match id {
        Value::Array(_) | Value::Object(_) => Value::String(id.to_string()),
        id => id,
    });
    Ok(Row { id, board, metric, answer })
}

/// The starts of boards that were read.
pub(super) struct Boards<'s> {
    session: &'s Session,
    known: Mutex<HashMap<Board, Result<Position, String>>>,
}

/// Most boards that are kept.
const MOST_BOARDS: usize = 1 << 16;

impl<'s> Boards<'s> {
    pub fn new(session: &'s Session) -> Self {
        Self { session, known: Mutex::default() }
    }

    /// The start that a board means.
    pub fn find(&self, board: &Board) -> anyhow::Result<Position> {
        let lock = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lock().get(board) {
            return known.clone().map_err(|error| anyhow!(error));
        }
        let read = self.read(board).map_err(|error| format!("{error:#}"));
        let mut known = lock();
        if known.len() == MOST_BOARDS {
            known.clear();
        }
        known.insert(board.clone(), read.clone());
        read.map_err(|error| anyhow!(error))
    }

    fn read(&self, board: &Board) -> anyhow::Result<Position> {
        let text = match board {
            Board::Chosen => {
                let start = self.session.start().context("the row has no board")?;
                return Ok(self.session.of_its_puzzle(start));
            }
            Board::Puzzle(puzzle) => {
                let file = rows::puzzle_of_json(serde_json::from_str(puzzle)?, 0)?;
                let setup = file.setup().context("puzzle")?;
                return Ok(Position::of(&setup.puzzle, setup.start));
            }
            Board::Text(text) => text,
        };
        let of_family = self.session.read_position(text).map(|(_, position)| {
            // A text in letters gives the pieces their signs.
            let read = self.session.atlas.family().puzzle().parse(text);
            read.unwrap_or_else(|_| self.session.of_its_puzzle(&position))
        });
        if self.session.chosen.is_some() {
            return of_family;
        }
        of_family.or_else(|_| {
            let file = rows::read_board(text).or_else(|_| puzzle::find(text)).map_err(|_| {
                anyhow!(
                    "board {:?}: no position, no opening, no puzzle, and no Rush Hour board in one line",
                    abridged(text)
                )
            })?;
            let setup = file.setup()?;
            Ok(Position::of(&setup.puzzle, setup.start))
        })
    }
}
