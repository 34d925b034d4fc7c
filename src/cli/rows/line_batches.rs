//! Lines of standard input or of a file, in batches as they arrive.

use super::questions::Question;
use crate::cli::input_file::InputFile;
use anyhow::{Context, bail};
use std::borrow::Cow;
use std::io::{BufRead, BufReader, Read};

/// Most bytes that are read at once.
const MOST_BYTES_OF_BATCH: usize = 1 << 20;

/// Length limit of a position, in bytes.
const LONGEST_LINE: usize = 1 << 20;

/// An input in batches.
pub(in crate::cli) struct LineBatches {
    input: BufReader<Box<dyn Read>>,
    /// Its name, for error messages.
    name: String,
    /// The beginning of a line whose end has not arrived.
    unfinished: Vec<u8>,
    /// Number of lines in the batches so far.
    lines: u64,
    /// Length limit of a line, in bytes.
    longest: usize,
}

/// All whole lines that have arrived.
pub(in crate::cli) struct Batch {
    text: String,
    /// The number of the first line, counted from 1.
    first: u64,
    /// The numbers of the lines that are no UTF-8 text.
    broken: Vec<u64>,
}

impl Batch {
    /// The lines that are not blank.
    pub fn questions(&self) -> impl Iterator<Item = Question<'_>> {
        let numbered = (self.first..).zip(self.text.lines());
        numbered
            .filter(|(_, line)| !is_blank(line))
            .map(|(number, line)| Question::of_line(number, line))
    }

    /// Whether a line is UTF-8 text.
    pub fn is_text(&self, line: u64) -> bool {
        !self.broken.contains(&line)
    }
}

impl LineBatches {
    pub fn of_stdin() -> Self {
        Self::new(InputFile::stdin())
    }

    pub fn new(InputFile { name, input }: InputFile) -> Self {
        let input = BufReader::with_capacity(MOST_BYTES_OF_BATCH, input);
        Self { input, name, unfinished: Vec::new(), lines: 0, longest: LONGEST_LINE }
    }

    /// The same with another length limit of lines, in bytes. One byte more of a longer line is kept.
    pub fn with_longest(self, longest: usize) -> Self {
        Self { longest, ..self }
    }

    /// The name of the input, for error messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether the bytes that arrive first are these.
    pub fn begins_with(&mut self, bytes: &[u8]) -> anyhow::Result<bool> {
        let first = self.input.fill_buf();
        Ok(first.with_context(|| format!("cannot read {}", self.name))?.starts_with(bytes))
    }

    /// The first byte that is no space.
    pub fn first_sign(&mut self) -> anyhow::Result<Option<u8>> {
        let first = self.input.fill_buf();
        let first = first.with_context(|| format!("cannot read {}", self.name))?;
        let first = first.strip_prefix("\u{feff}".as_bytes()).unwrap_or(first);
        Ok(first.trim_ascii_start().first().copied())
    }

    /// The input as bytes, if no lines were read.
    pub fn into_bytes(self) -> impl Read {
        self.input
    }

    /// The next lines; `None` at the end of the input.
    fn read(&mut self) -> anyhow::Result<Option<Batch>> {
        loop {
            let read = self.input.fill_buf();
            let read = read.with_context(|| format!("cannot read {}", self.name))?;
            let at_end = read.is_empty();
            if at_end && self.unfinished.is_empty() {
                return Ok(None);
            }
            // Up to the end of the last line, or everything at the end of the input.
            let whole = read.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
            let used = read.len();
            let rest = read[whole..].to_vec();
            self.unfinished.extend_from_slice(&read[..whole]);
            self.input.consume(used);
            let lines = (whole > 0 || at_end).then(|| std::mem::take(&mut self.unfinished));
            self.unfinished.extend(rest);
            // Of a line that is too long, only enough is kept to detect that.
            self.unfinished.truncate(self.longest + 1);
            if let Some(lines) = lines {
                let first = self.lines + 1;
                self.lines += lines.iter().filter(|&&byte| byte == b'\n').count() as u64;
                let text = String::from_utf8_lossy(&lines);
                let broken = match &text {
                    Cow::Borrowed(_) => Vec::new(),
                    Cow::Owned(_) => (first..)
                        .zip(lines.split(|&byte| byte == b'\n'))
                        .filter(|(_, line)| str::from_utf8(line).is_err())
                        .map(|(number, _)| number)
                        .collect(),
                };
                return Ok(Some(Batch { text: text.into(), first, broken }));
            }
        }
    }
}

impl Iterator for LineBatches {
    type Item = anyhow::Result<Batch>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
    }
}

/// Whether a line has only spaces, or the byte order mark with which some editors begin files.
fn is_blank(line: &str) -> bool {
    line.chars().all(|sign| sign.is_whitespace() || sign == '\u{feff}')
}

/// A line as rows repeat it. Of one that is too long, the beginning.
pub(super) fn shown(line: &str) -> &str {
    const CHARACTERS_SHOWN: usize = 100;
    match line.len() > LONGEST_LINE {
        true => line.char_indices().nth(CHARACTERS_SHOWN).map_or(line, |(end, _)| &line[..end]),
        false => line,
    }
}

/// The beginning of a text, for error messages.
pub(in crate::cli) fn abridged(text: &str) -> String {
    const CHARACTERS_SHOWN: usize = 200;
    match text.char_indices().nth(CHARACTERS_SHOWN) {
        Some((end, _)) => format!("{} …", &text[..end]),
        None => text.to_owned(),
    }
}

/// Refuses a line that is too long to be a position.
pub(super) fn check_length(line: &str) -> anyhow::Result<()> {
    if line.len() > LONGEST_LINE {
        bail!("not a position: longer than {LONGEST_LINE} bytes");
    }
    Ok(())
}
