//! Rows of a CSV file with moves of people.

use super::arguments::Arguments;
use crate::cli::input_file::InputFile;
use crate::cli::output::counted;
use crate::cli::rows::{Origin, abridged};
use anyhow::{Context, anyhow};
use csv::StringRecord;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::io::{self, Read};
use std::rc::Rc;

/// A CSV file that is read row by row.
pub(super) struct Input {
    name: String,
    reader: csv::Reader<Limited>,
    /// Bytes that may be read until the end of the next row.
    left: Rc<Cell<usize>>,
    begun: Rc<RefCell<Begun>>,
    columns: Columns,
    /// Number of columns of the header.
    width: usize,
    record: StringRecord,
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

/// The lines that have been read and are not blank, by the number of the first byte that is no line break.
///
/// The reader skips blank lines, and reports the place before them.
#[derive(Default)]
struct Begun {
    /// The bytes so far.
    bytes: u64,
    /// The line breaks so far.
    breaks: u64,
    /// Whether the current line has begun.
    is_inside: bool,
    /// First bytes with the numbers of their lines, counted from 1.
    lines: VecDeque<(u64, u64)>,
}

impl Begun {
    fn pass(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            match byte {
                b'\n' => (self.breaks, self.is_inside) = (self.breaks + 1, false),
                b'\r' => {}
                _ if self.is_inside => {}
                _ => {
                    self.is_inside = true;
                    self.lines.push_back((self.bytes, self.breaks + 1));
                }
            }
            self.bytes += 1;
        }
    }

    /// The number of the first line that begins at a byte or behind it. Forgets the lines before.
    fn line_from(&mut self, byte: u64) -> u64 {
        while self.lines.front().is_some_and(|&(first, _)| first < byte) {
            self.lines.pop_front();
        }
        self.lines.front().map_or(self.breaks + 1, |&(_, line)| line)
    }
}

/// Most bytes of a row.
const LONGEST_ROW: usize = 1 << 24;

/// An input that ends with an error in a row that is too long.
struct Limited {
    input: Box<dyn Read>,
    left: Rc<Cell<usize>>,
    begun: Rc<RefCell<Begun>>,
}

impl Read for Limited {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.left.get();
        if left == 0 {
            let words =
                format!("a row is longer than {LONGEST_ROW} bytes; is a quotation mark missing?");
            return Err(io::Error::new(io::ErrorKind::InvalidData, words));
        }
        let most = buffer.len().min(left);
        let read = self.input.read(&mut buffer[..most])?;
        self.left.set(left - read);
        self.begun.borrow_mut().pass(&buffer[..read]);
        Ok(read)
    }
}

impl Input {
    /// Reads the header. With a chosen puzzle, the column of the board may be missing.
    pub fn new(
        InputFile { name, input }: InputFile,
        arguments: &Arguments,
        has_puzzle: bool,
    ) -> anyhow::Result<Self> {
        let left = Rc::new(Cell::new(LONGEST_ROW));
        let begun = Rc::new(RefCell::new(Begun::default()));
        let limited = Limited { input, left: left.clone(), begun: begun.clone() };
        let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(limited);
        let header = reader.headers().with_context(|| format!("cannot read {name}"))?.clone();
        let header: Vec<&str> =
            header.iter().map(|column| column.trim_start_matches('\u{feff}').trim()).collect();
        let find = |wanted: &str| header.iter().position(|column| *column == wanted);
        let missing = |wanted: &str, option: &str| {
            let columns = header.join(", ");
            let columns = abridged(&columns);
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
        Ok(Self {
            name,
            reader,
            left,
            begun,
            columns,
            width: header.len(),
            record: StringRecord::new(),
        })
    }

    pub fn has_participants(&self) -> bool {
        self.columns.participant.is_some()
    }

    /// The next row; `None` at the end.
    pub fn next(&mut self) -> anyhow::Result<Option<Line>> {
        self.left.set(LONGEST_ROW);
        let read = self.reader.read_record(&mut self.record);
        if !read.with_context(|| format!("cannot read {}", self.name))? {
            return Ok(None);
        }
        let byte = self.record.position().map_or(0, csv::Position::byte);
        let line = self.begun.borrow_mut().line_from(byte);
        let (record, columns) = (&self.record, &self.columns);
        let value = |column: usize| record.get(column).map(|value| value.trim().to_owned());
        let made = value(columns.made).unwrap_or_default();
        let made = match record.len() == self.width {
            true if columns.has_lists => Ok(Made::Moves(made)),
            true => Ok(Made::Position(made)),
            false => {
                let cells = counted(record.len() as u64, "column");
                Err(format!("the row has {cells}, and the header has {}", self.width))
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

    /// The place of a row, for error messages.
    pub fn origin(&self, line: &Line) -> Origin<'_> {
        Origin::File { file: &self.name, line: Some(line.line), name: None }
    }
}
