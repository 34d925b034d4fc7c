//! Lines of standard input or of a file, in batches as they arrive.

use anyhow::{Context, bail};
use std::io::{self, BufRead, BufReader, Read, StdinLock};

/// Most bytes that are read at once.
const BATCH_BYTES: usize = 1 << 20;

/// Length limit of a position, in bytes.
const LONGEST_LINE: usize = 1 << 20;

/// An input in batches: all whole lines that have arrived.
pub(super) struct Batches<R = StdinLock<'static>> {
    input: BufReader<R>,
    /// Its name, for error messages.
    name: String,
    /// The beginning of a line whose end has not arrived.
    unfinished: Vec<u8>,
}

impl Batches {
    pub fn of_stdin() -> Self {
        Self::new(io::stdin().lock(), "standard input".to_owned())
    }
}

impl<R: Read> Batches<R> {
    /// Reads batches from any input.
    pub fn new(input: R, name: String) -> Self {
        let input = BufReader::with_capacity(BATCH_BYTES, input);
        Self { input, name, unfinished: Vec::new() }
    }

    /// The next lines; none at the end of the input.
    pub fn next(&mut self) -> anyhow::Result<Option<String>> {
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
            let lines = (whole > 0 || at_end)
                .then(|| String::from_utf8_lossy(&std::mem::take(&mut self.unfinished)).into());
            self.unfinished.extend(rest);
            // Of a line that is too long, only enough is kept to detect that.
            self.unfinished.truncate(LONGEST_LINE + 1);
            if lines.is_some() {
                return Ok(lines);
            }
        }
    }
}

/// Whether a line has only spaces, or the byte order mark with which some editors begin files.
pub(super) fn is_blank(line: &str) -> bool {
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
