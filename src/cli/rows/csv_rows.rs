//! Rows of a CSV file with a header, with the numbers of their lines.

use crate::cli::input_file::InputFile;
use anyhow::{Context, bail};
use csv::{ByteRecord, StringRecord};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::io::{self, Read};
use std::rc::Rc;

/// A CSV file that is read row by row.
pub(in crate::cli) struct CsvRows {
    /// The name of the input, for error messages.
    pub name: String,
    /// The names of the columns.
    pub header: Vec<String>,
    reader: csv::Reader<Limited>,
    /// Bytes that may be read until the end of the next row.
    left: Rc<Cell<usize>>,
    begun: Rc<RefCell<Begun>>,
    bytes: ByteRecord,
    record: StringRecord,
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

/// A row after the end of each input. Only an open quotation mark can make it a part of another row.
const END: &str = "\u{1e}";

/// Most bytes of a row.
pub(in crate::cli) const LONGEST_ROW: usize = 1 << 24;

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

impl CsvRows {
    /// Reads the header.
    pub fn new(InputFile { name, input }: InputFile) -> anyhow::Result<Self> {
        let left = Rc::new(Cell::new(LONGEST_ROW));
        let begun = Rc::new(RefCell::new(Begun::default()));
        let end = io::Cursor::new(format!("\n{END}\n"));
        let input = Box::new(input.chain(end));
        let limited = Limited { input, left: left.clone(), begun: begun.clone() };
        let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(limited);
        let header = reader.headers().with_context(|| format!("cannot read {name}"))?;
        if is_open(header.iter().next_back().map(str::as_bytes)) {
            bail!("cannot read {name}: the header {OPEN}");
        }
        let column = |column: &str| column.trim_start_matches('\u{feff}').trim().to_owned();
        let header = header.iter().map(column).collect();
        let (bytes, record) = (ByteRecord::new(), StringRecord::new());
        Ok(Self { name, header, reader, left, begun, bytes, record })
    }

    /// The number of a column.
    pub fn column(&self, wanted: &str) -> Option<usize> {
        self.header.iter().position(|column| column == wanted)
    }

    /// Refuses a name that several columns have.
    pub fn check_once(&self, wanted: &str) -> anyhow::Result<()> {
        match self.header.iter().filter(|column| *column == wanted).count() {
            0 | 1 => Ok(()),
            many => bail!("{} has {many} columns {wanted:?}: rename all except one", self.name),
        }
    }

    /// The next row, with the number of its line; `None` at the end.
    pub fn next(&mut self) -> anyhow::Result<Option<(u64, &StringRecord)>> {
        match self.next_or_fault()? {
            None => Ok(None),
            Some((line, None)) => Ok(Some((line, &self.record))),
            Some((line, Some(fault))) => {
                bail!("cannot read {}: the row of line {line} {fault}", self.name)
            }
        }
    }

    /// Reads the next row: the number of its line, and its fault. Without one, [`record`](Self::record) has the row.
    pub fn next_or_fault(&mut self) -> anyhow::Result<Option<(u64, Option<&'static str>)>> {
        self.left.set(LONGEST_ROW);
        let read = self.reader.read_byte_record(&mut self.bytes);
        if !read.with_context(|| format!("cannot read {}", self.name))?
            || self.bytes.iter().eq([END.as_bytes()])
        {
            return Ok(None);
        }
        let byte = self.bytes.position().map_or(0, csv::Position::byte);
        let line = self.begun.borrow_mut().line_from(byte);
        if is_open(self.bytes.iter().next_back()) {
            return Ok(Some((line, Some(OPEN))));
        }
        let read = StringRecord::from_byte_record(std::mem::take(&mut self.bytes));
        let fault = match read {
            Ok(record) => {
                // The memory of the row before serves the next one.
                self.bytes = std::mem::replace(&mut self.record, record).into_byte_record();
                None
            }
            Err(_) => Some("is no UTF-8 text"),
        };
        Ok(Some((line, fault)))
    }

    /// The row that was read last.
    pub fn record(&self) -> &StringRecord {
        &self.record
    }
}

/// The fault of a row whose quotation mark makes the rest of the input a part of it.
const OPEN: &str = "has a quotation mark that is not closed";

/// Whether the last cell of a row has the end of the input.
fn is_open(cell: Option<&[u8]>) -> bool {
    let end = cell.and_then(|cell| cell.strip_suffix(b"\n")?.strip_suffix(END.as_bytes()));
    end.is_some_and(|before| before.ends_with(b"\n"))
}
