//! Lines of standard input or of a file, in batches as they arrive.

use anyhow::{Context, bail};
use std::io::{self, BufRead, BufReader, Read, StdinLock};

/// Most bytes of a file that are read at once.
const FILE_BYTES: usize = 1 << 20;

/// Most bytes of standard input that are read at once: work for a millisecond, with answers of a few hundred kilobytes.
const STDIN_BYTES: usize = 1 << 15;

/// Length limit of a position, in bytes.
const LONGEST_LINE: usize = 1 << 20;

/// An input in batches: all whole lines that have arrived.
pub(super) struct Batches<R = StdinLock<'static>> {
    input: BufReader<R>,
    /// Its name, for error messages.
    name: String,
    /// The beginning of a line whose end has not arrived.
    unfinished: Vec<u8>,
    /// Number of lines that were read before it.
    before: u64,
}

/// Consecutive whole lines of an input.
pub(super) struct Lines {
    text: String,
    /// Number of lines before them.
    before: u64,
}

impl Lines {
    /// The lines that are not blank, with their numbers, which count from 1.
    pub fn numbered(&self) -> impl Iterator<Item = (u64, &str)> + Clone {
        (self.before + 1..).zip(self.text.lines()).filter(|(_, line)| !is_blank(line))
    }
}

impl Batches {
    pub fn of_stdin() -> Self {
        Self::with_capacity(STDIN_BYTES, io::stdin().lock(), "standard input".to_owned())
    }
}

impl<R: Read> Batches<R> {
    /// Reads batches from any input.
    pub fn new(input: R, name: String) -> Self {
        Self::with_capacity(FILE_BYTES, input, name)
    }

    fn with_capacity(bytes: usize, input: R, name: String) -> Self {
        let input = BufReader::with_capacity(bytes, input);
        Self { input, name, unfinished: Vec::new(), before: 0 }
    }

    /// The next lines; none at the end of the input.
    pub fn next(&mut self) -> anyhow::Result<Option<Lines>> {
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
            let text = (whole > 0 || at_end).then(|| std::mem::take(&mut self.unfinished));
            self.unfinished.extend(rest);
            // Of a line that is too long, only enough is kept to detect that.
            self.unfinished.truncate(LONGEST_LINE + 1);
            if let Some(text) = text {
                let before = self.before;
                self.before += text.iter().filter(|&&byte| byte == b'\n').count() as u64;
                let text = String::from_utf8(text)
                    .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
                return Ok(Some(Lines { text, before }));
            }
        }
    }
}

/// Whether a line has only spaces, or the byte order mark with which some editors begin files.
fn is_blank(line: &str) -> bool {
    line.chars().all(|sign| sign.is_whitespace() || sign == '\u{feff}')
}

/// A line as rows repeat it. Of one that is too long, the beginning.
pub(super) fn shown(line: &str) -> &str {
    const SHOWN: usize = 100;
    match line.len() > LONGEST_LINE {
        true => line.char_indices().nth(SHOWN).map_or(line, |(end, _)| &line[..end]),
        false => line,
    }
}

/// The beginning of a text, for error messages.
pub(super) fn abridged(text: &str) -> String {
    const SHOWN: usize = 200;
    match text.char_indices().nth(SHOWN) {
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
