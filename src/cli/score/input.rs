//! Rows of the input: lines of JSON, or of CSV.

use crate::cli::input_file::InputFile;
use crate::cli::rows::{self, CsvRows, LONGEST_ROW, LineBatches, abridged};
use crate::cli::session::Session;
use anyhow::{Context, anyhow, bail};
use huarong_core::position::Position;
use huarong_core::puzzle_file::PuzzleFile;
use huarong_core::rules::Metric;
use huarong_games::lines::Lines;
use huarong_games::{Position as Stones, StoneGame};
use huarong_lab::library::LibraryPuzzle;
use huarong_lab::score::{Asked, Question};
use serde_json::Value;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Answers in an input.
pub(super) enum Input {
    Json { lines: LineBatches, measures: Arc<[String]> },
    Csv { rows: Box<CsvRows>, columns: Columns },
}

/// The numbers of the columns.
pub(super) struct Columns {
    board: Option<usize>,
    puzzle: Option<usize>,
    answer: usize,
    metric: Option<usize>,
    id: Option<usize>,
    question: Option<usize>,
    about: Option<usize>,
    within: Option<usize>,
    task: [Option<usize>; 2],
    measures: Vec<(String, usize)>,
}

/// A row, before it is read.
pub(super) enum UnreadRow {
    Json { line: u64, text: String, is_text: bool, measures: Arc<[String]> },
    Csv { line: u64, id: Option<Value>, row: anyhow::Result<Row> },
}

/// A row.
#[derive(Clone)]
pub(super) struct Row {
    pub board: Board,
    /// `None` means that of the arguments.
    pub metric: Option<Metric>,
    pub answer: String,
    pub asked: Asked,
    /// The moves that the question names.
    pub about: String,
    /// The most moves of an answer.
    pub within: Option<u32>,
    /// Whether it is a row of `tasks`, whose prompt says how cells are written.
    pub is_task: bool,
    /// The measures that the row has, by name.
    pub measures: Vec<(String, u64)>,
}

impl Row {
    /// The question, as a row of `tasks` has it.
    pub fn question(&self) -> anyhow::Result<Question<'_>> {
        Ok(Question::new(self.asked, &self.about, self.within)?)
    }

    /// Refuses an answer that is too long to be one.
    pub fn check_answer(&self) -> anyhow::Result<()> {
        if self.answer.len() > LONGEST_ANSWER {
            bail!("the answer is longer than {LONGEST_ANSWER} bytes");
        }
        Ok(())
    }
}

/// How a row gives its board. Without a text it is the start of the puzzle.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Board {
    pub text: Option<String>,
    /// The puzzle in JSON, the text of its file, its name, or the name of a game of stones. `None` means that of the arguments, or one that suits the text.
    pub puzzle: Option<String>,
}

impl Board {
    /// The position of a game of stones, if the puzzle is the name of one, as rows of `tasks` have it.
    pub fn stones(&self) -> anyhow::Result<Option<(Lines, Stones)>> {
        let is_short = |name: &&str| name.len() <= LONGEST_NAME_OF_GAME;
        let Some(name) = self.puzzle.as_deref().filter(is_short) else { return Ok(None) };
        let Some(game) = Lines::find(name).context("puzzle")? else { return Ok(None) };
        let text = self.text.as_deref().context("the row has no board")?;
        let position = Stones::parse(text, game.board());
        let position = position.with_context(|| format!("board {:?}", abridged(text)))?;
        Ok(Some((game, position)))
    }
}

/// Keys and columns that only rows of `tasks` have.
const KEYS_OF_TASKS: [&str; 2] = ["generator", "prompt"];

/// Names of games are short. Texts of puzzles are not looked at.
const LONGEST_NAME_OF_GAME: usize = 32;

/// Most bytes of an answer.
const LONGEST_ANSWER: usize = 1 << 20;

/// Rows of CSV that are judged at once.
const ROWS_AT_ONCE: usize = 1 << 12;

impl Input {
    /// Reads the first signs, which say whether the lines are JSON. `measures` are the names of measures.
    pub fn new(file: InputFile, measures: &[String]) -> anyhow::Result<Self> {
        let mut lines = LineBatches::new(file).with_longest(LONGEST_ROW);
        let first = lines.first_sign()?;
        if first.is_none() {
            bail!(
                "{} is empty: write lines of JSON, or CSV with the columns board and answer",
                lines.name()
            );
        }
        if first == Some(b'{') {
            return Ok(Self::Json { lines, measures: measures.into() });
        }
        let name = lines.name().to_owned();
        let rows = Box::new(CsvRows::new(InputFile { name, input: Box::new(lines.into_bytes()) })?);
        let answer = rows.column("answer").ok_or_else(|| {
            anyhow!(
                "{} has no column \"answer\": write lines of JSON, or CSV with the columns board and answer; it has {}",
                rows.name,
                abridged(&rows.header.join(", "))
            )
        })?;
        let names = ["board", "puzzle", "metric", "id", "question", "about", "within"];
        let used = names.iter().chain(&KEYS_OF_TASKS).chain(&["answer"]).copied();
        used.chain(measures.iter().map(String::as_str))
            .try_for_each(|name| rows.check_once(name))?;
        let [board, puzzle, metric, id, question, about, within] =
            names.map(|name| rows.column(name));
        let column = |name: &String| Some((name.clone(), rows.column(name)?));
        let measures = measures.iter().filter_map(column).collect();
        let task = KEYS_OF_TASKS.map(|name| rows.column(name));
        let columns =
            Columns { board, puzzle, answer, metric, id, question, about, within, task, measures };
        Ok(Self::Csv { rows, columns })
    }

    /// The next rows; `None` at the end.
    pub fn next(&mut self) -> anyhow::Result<Option<Vec<UnreadRow>>> {
        match self {
            Self::Json { lines, measures } => {
                let Some(batch) = lines.next().transpose()? else { return Ok(None) };
                let asked = |question: rows::Question<'_>| {
                    let line = question.origin.line().unwrap_or_default();
                    let (text, measures) = (question.text.to_owned(), measures.clone());
                    UnreadRow::Json { line, text, is_text: batch.is_text(line), measures }
                };
                Ok(Some(batch.questions().map(asked).collect()))
            }
            Self::Csv { rows, columns } => {
                let mut some = Vec::new();
                while some.len() < ROWS_AT_ONCE {
                    let width = rows.header.len();
                    let Some((line, fault)) = rows.next_or_fault()? else { break };
                    let (id, row) = match fault {
                        None => (columns.id(rows.record()), columns.row(rows.record(), width)),
                        Some(fault) => (None, Err(anyhow!("the row {fault}"))),
                    };
                    some.push(UnreadRow::Csv { line, id, row });
                }
                Ok((!some.is_empty()).then_some(some))
            }
        }
    }
}

impl Columns {
    fn id(&self, record: &csv::StringRecord) -> Option<Value> {
        let id = record.get(self.id?).map(str::trim).filter(|id| !id.is_empty())?;
        Some(id.into())
    }

    fn row(&self, record: &csv::StringRecord, width: usize) -> anyhow::Result<Row> {
        if record.len() != width {
            bail!("the row has {} columns, and the header has {width}", record.len());
        }
        let value = |column: Option<usize>| {
            let text = record.get(column?).map(str::trim)?;
            (!text.is_empty()).then(|| text.to_owned())
        };
        Ok(Row {
            board: Board { text: value(self.board), puzzle: value(self.puzzle) },
            metric: value(self.metric).map(|name| name.parse()).transpose()?,
            answer: record.get(self.answer).unwrap_or_default().to_owned(),
            asked: value(self.question).map_or(Ok(Asked::Solve), |name| name.parse())?,
            about: value(self.about).unwrap_or_default(),
            within: value(self.within).map(|text| text.parse()).transpose().context("within")?,
            is_task: self.task.iter().any(|column| value(*column).is_some()),
            measures: self
                .measures
                .iter()
                .filter_map(|(name, column)| Some((name.clone(), whole(&value(Some(*column))?)?)))
                .collect(),
        })
    }
}

impl UnreadRow {
    /// The number of the line.
    pub fn line(&self) -> u64 {
        match self {
            Self::Json { line, .. } | Self::Csv { line, .. } => *line,
        }
    }

    /// Reads the row. `id` becomes its name, even if the rest of it cannot be read.
    pub fn read(&self, id: &mut Option<Value>) -> anyhow::Result<Row> {
        match self {
            Self::Json { is_text: false, .. } => bail!("the row is no UTF-8 text"),
            Self::Json { text, measures, .. } => of_json(text, measures, id),
            Self::Csv { row, id: own, .. } => {
                id.clone_from(own);
                row.as_ref().cloned().map_err(|error| anyhow!("{error:#}"))
            }
        }
    }
}

/// A whole number, or the largest one if it is larger.
fn whole(digits: &str) -> Option<u64> {
    let is_number = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    is_number.then(|| digits.parse().unwrap_or(u64::MAX))
}

fn of_json(text: &str, measures: &[String], id: &mut Option<Value>) -> anyhow::Result<Row> {
    if text.len() > LONGEST_ROW {
        bail!("the row is longer than {LONGEST_ROW} bytes");
    }
    let value: Value = serde_json::from_str(text.trim_start_matches('\u{feff}'))
        .map_err(|error| anyhow!("not JSON: {error}"))?;
    let Value::Object(mut object) = value else {
        bail!("a row must be an object, as in {{\"board\": …, \"answer\": …}}");
    };
    *id = object.remove("id").filter(|id| !id.is_null()).map(|id| match id {
        Value::Array(_) | Value::Object(_) => Value::String(id.to_string()),
        id => id,
    });
    let text = match object.remove("board") {
        None | Some(Value::Null) => None,
        Some(Value::String(text)) => Some(text),
        Some(board) => bail!("\"board\" must be a text, but is {}", abridged(&board.to_string())),
    };
    let puzzle = match object.remove("puzzle") {
        None | Some(Value::Null) => None,
        Some(Value::String(puzzle)) => Some(puzzle),
        Some(puzzle @ Value::Object(_)) => Some(puzzle.to_string()),
        Some(puzzle) => {
            bail!(
                "\"puzzle\" must be an object or a text, but is {}",
                abridged(&puzzle.to_string())
            )
        }
    };
    let board = Board { text, puzzle };
    let has_lines = |text: &Value| text.as_str().is_some_and(|text| text.contains('\n'));
    let answer = match object.remove("answer") {
        Some(Value::String(answer)) => answer,
        // Lists of moves in JSON. In their text, lines would not end.
        Some(Value::Array(texts))
            if texts.iter().all(Value::is_string) && texts.iter().any(has_lines) =>
        {
            texts.iter().filter_map(Value::as_str).collect::<Vec<_>>().join("\n")
        }
        Some(list @ (Value::Array(_) | Value::Object(_))) => list.to_string(),
        Some(Value::Null) => String::new(),
        Some(short @ (Value::Bool(_) | Value::Number(_))) => short.to_string(),
        None => bail!("the row has no \"answer\""),
    };
    let metric: Option<Metric> = match object.remove("metric") {
        Some(Value::String(name)) => Some(name.parse()?),
        None | Some(Value::Null) => None,
        Some(other) => bail!("\"metric\" must be a text, but is {other}"),
    };
    let asked: Asked = match object.remove("question") {
        Some(Value::String(name)) => name.parse()?,
        None | Some(Value::Null) => Asked::Solve,
        Some(other) => bail!("\"question\" must be a text, but is {other}"),
    };
    let about = match object.remove("about") {
        Some(Value::String(text)) => text,
        Some(Value::Array(moves)) => {
            let moves =
                moves.iter().map(|made| made.as_str().context("\"about\" must be a list of texts"));
            moves.collect::<anyhow::Result<Vec<_>>>()?.join(", ")
        }
        None | Some(Value::Null) => String::new(),
        Some(other) => {
            bail!("\"about\" must be a text or a list, but is {}", abridged(&other.to_string()))
        }
    };
    let within = match object.remove("within") {
        None | Some(Value::Null) => None,
        Some(number) => {
            let most = number.as_u64().and_then(|number| u32::try_from(number).ok());
            Some(most.with_context(|| {
                format!("\"within\" must be a number of moves, but is {number}")
            })?)
        }
    };
    let is_task =
        KEYS_OF_TASKS.iter().any(|key| object.get(*key).is_some_and(|value| !value.is_null()));
    let measure = |name: &String| {
        let number = match object.get(name)? {
            Value::String(digits) => whole(digits),
            number => number.as_u64(),
        };
        Some((name.clone(), number?))
    };
    let measures = measures.iter().filter_map(measure).collect();
    Ok(Row { board, metric, answer, asked, about, within, is_task, measures })
}

/// A puzzle in JSON, in the text of a puzzle file, or by its name.
fn puzzle_of(text: &str) -> anyhow::Result<PuzzleFile> {
    match text {
        text if text.trim_start().starts_with('{') => rows::puzzle_of_json(text, "puzzle"),
        text if text.contains('=') => Ok(PuzzleFile::parse(text)?),
        name => puzzle_named(name),
    }
}

/// A puzzle of the library. Rows come from strangers, so they name no files.
fn puzzle_named(name: &str) -> anyhow::Result<PuzzleFile> {
    Ok(LibraryPuzzle::find(name)?.read()?)
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
            Board { puzzle: Some(puzzle), text } => {
                let setup =
                    puzzle_of(puzzle).and_then(|file| Ok(file.setup()?)).context("puzzle")?;
                let Some(text) = text else {
                    return Ok(Position::of(&setup.puzzle, setup.start));
                };
                let read = setup.puzzle.parse(text);
                return read.with_context(|| {
                    format!("board {:?} of the puzzle of the row", abridged(text))
                });
            }
            Board { text: Some(text), .. } => text,
            Board { .. } => {
                let start = self.session.start().context("the row has no board")?;
                return Ok(self.session.of_its_puzzle(start));
            }
        };
        let find = |text: &str| rows::read_board(text).or_else(|_| puzzle_named(text));
        self.session.read_start(text, find).context("board")
    }
}
