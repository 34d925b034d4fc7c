//! Rows of a CSV file with moves of people.

use super::arguments::Arguments;
use crate::cli::input_file::InputFile;
use crate::cli::output::counted;
use crate::cli::rows::{CsvRows, Origin, abridged};
use anyhow::anyhow;

/// A CSV file that is read row by row.
pub(super) struct Input {
    rows: CsvRows,
    columns: Columns,
}

/// The numbers of the columns.
struct Columns {
    participant: Option<usize>,
    start: Option<usize>,
    attempt: Option<usize>,
    /// The position after a move, or the moves of an attempt.
    made: usize,
    has_lists: bool,
}

/// A row of the file.
pub(super) struct Line {
    pub line: u64,
    /// `None` if the file does not name participants.
    pub participant: Option<String>,
    /// The board at the start; `None` if the chosen puzzle has it.
    pub start: Option<String>,
    pub attempt: Option<String>,
    /// Why the row cannot be read is the error.
    pub made: Result<Made, String>,
}

/// What was done.
pub(super) enum Made {
    /// A move to this position.
    Position(String),
    /// A list of moves.
    Moves(String),
}

impl Input {
    /// Reads the header. With a chosen puzzle, the column of the board may be missing.
    pub fn new(file: InputFile, arguments: &Arguments, has_puzzle: bool) -> anyhow::Result<Self> {
        let rows = CsvRows::new(file)?;
        let find = |wanted: &str| rows.column(wanted);
        let missing = |wanted: &str, option: &str| {
            let (name, columns) = (&rows.name, abridged(&rows.header.join(", ")));
            anyhow!(
                "{name} has no column {wanted:?}: name yours with {option}; separated by commas, it has {columns}"
            )
        };
        let optional = |given: &Option<String>, usual: &str, option: &str| match given {
            Some(given) => find(given).map(Some).ok_or_else(|| missing(given, option)),
            None => Ok(find(usual)),
        };
        let needed =
            |wanted: &str, option: &str| find(wanted).ok_or_else(|| missing(wanted, option));
        let moves = optional(&arguments.moves, "moves", "--moves")?;
        let position = find(&arguments.position);
        let columns = Columns {
            participant: match find(&arguments.participant) {
                None if arguments.participant == "participant" => None,
                None => return Err(missing(&arguments.participant, "--participant")),
                found => found,
            },
            start: match find(&arguments.start) {
                None if has_puzzle => None,
                _ => Some(needed(&arguments.start, "--start")?),
            },
            attempt: optional(&arguments.attempt, "attempt", "--attempt")?,
            made: match (position, moves) {
                (_, Some(moves)) if arguments.moves.is_some() => moves,
                (Some(position), _) => position,
                (None, Some(moves)) => moves,
                (None, None) => return Err(missing(&arguments.position, "--position or --moves")),
            },
            has_lists: position.is_none() || arguments.moves.is_some(),
        };
        Ok(Self { rows, columns })
    }

    pub fn has_participants(&self) -> bool {
        self.columns.participant.is_some()
    }

    /// The next row; `None` at the end.
    pub fn next(&mut self) -> anyhow::Result<Option<Line>> {
        let width = self.rows.header.len();
        let Some((line, record)) = self.rows.next()? else { return Ok(None) };
        let columns = &self.columns;
        let value = |column: usize| record.get(column).map(|value| value.trim().to_owned());
        let made = value(columns.made).unwrap_or_default();
        let made = match record.len() == width {
            true if columns.has_lists => Ok(Made::Moves(made)),
            true => Ok(Made::Position(made)),
            false => {
                let cells = counted(record.len() as u64, "column");
                Err(format!("the row has {cells}, and the header has {width}"))
            }
        };
        Ok(Some(Line {
            line,
            participant: columns.participant.and_then(value),
            start: columns.start.and_then(value),
            attempt: columns.attempt.and_then(value),
            made,
        }))
    }

    /// Whether a row is no move: its position is empty.
    pub fn is_no_move(line: &Line) -> bool {
        matches!(&line.made, Ok(Made::Position(position)) if position.is_empty())
    }

    /// The place of a row, for error messages.
    pub fn origin(&self, line: &Line) -> Origin<'_> {
        Origin::File { file: &self.rows.name, line: Some(line.line), name: None }
    }
}
