//! Positions of arguments and of standard input.

use super::line_batches::{self, LineBatches};
use super::origin::Origin;
use crate::cli::input_file::InputFile;
use crate::cli::session::Session;
use anyhow::{Context, bail};
use huarong_core::rules::{Arrangement, PieceSet};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// A position or a puzzle that has a row: its text, and its place in the input.
#[derive(Clone, Copy)]
pub(in crate::cli) struct Question<'t> {
    pub origin: Origin<'t>,
    pub text: &'t str,
}

impl<'t> Question<'t> {
    /// An argument. Errors have its number, if one is given, or its text.
    pub fn of_argument(number: Option<u64>, text: &'t str) -> Self {
        let place = number.map(|number| ("position", number));
        Self { origin: Origin::Text { line: None, input: text, place }, text }
    }

    /// A line, with its number counted from 1.
    pub fn of_line(number: u64, text: &'t str) -> Self {
        Self::numbered("line", number, text)
    }

    /// A row of a file, with its number counted from 1.
    #[cfg(feature = "parquet")]
    pub fn of_row(number: u64, text: &'t str) -> Self {
        Self::numbered("row", number, text)
    }

    fn numbered(noun: &'static str, number: u64, text: &'t str) -> Self {
        let (input, place) = (line_batches::shown(text), Some((noun, number)));
        Self { origin: Origin::Text { line: Some(number), input, place }, text }
    }

    /// Refuses a line that is too long to be a position.
    pub fn check_length(&self) -> anyhow::Result<()> {
        line_batches::check_length(self.text)
    }

    /// Reads the position, and its piece set.
    pub fn read(&self, session: &Session) -> anyhow::Result<(PieceSet, Arrangement)> {
        self.check_length()?;
        session.read_position(self.text)
    }
}

/// Most questions that are passed on at once.
pub(super) const MOST_QUESTIONS_AT_ONCE: usize = 1 << 13;

/// Name ending of Parquet files, and their first bytes.
const PARQUET: &str = "parquet";
const PARQUET_MAGIC: &[u8] = b"PAR1";

/// Whether an argument has questions of its own: standard input, or a Parquet file.
pub(in crate::cli) fn is_stream(text: &str) -> bool {
    text == "-" || is_parquet(text)
}

/// Whether a text is the name of a Parquet file, or that of a file with such content.
fn is_parquet(text: &str) -> bool {
    let path = Path::new(text);
    let begins_so = || {
        let mut first = [0; PARQUET_MAGIC.len()];
        let mut read = || File::open(path).and_then(|mut file| file.read_exact(&mut first));
        path.is_file() && read().is_ok() && first == PARQUET_MAGIC
    };
    path.extension().is_some_and(|end| end.eq_ignore_ascii_case(PARQUET)) || begins_so()
}

/// Passes on arguments in order, one at a time. For a stream, it passes on its lines or rows, in batches as they arrive.
pub(in crate::cli) fn for_each_batch<'t>(
    session: &Session,
    arguments: impl IntoIterator<Item = Question<'t>>,
    mut take: impl FnMut(&[Question<'_>]) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    for argument in arguments {
        if !is_stream(argument.text) {
            take(&[argument])?;
            continue;
        }
        if argument.text == "-" {
            session.check_input_is_left()?;
            let mut input = LineBatches::of_stdin();
            let name = input.name().to_owned();
            match input.begins_with(PARQUET_MAGIC)? {
                true => for_each_row(&name, kept(input)?, &mut take)?,
                false => for_each_line(input, &mut take)?,
            }
            continue;
        }
        let (name, cannot_read) = (argument.text, || format!("cannot read {}", argument.text));
        let mut input = LineBatches::new(InputFile::file(Path::new(name))?);
        if !input.begins_with(PARQUET_MAGIC)? {
            bail!("{name} is no Parquet file: it does not begin with PAR1");
        }
        for_each_row(name, File::open(name).with_context(cannot_read)?, &mut take)?;
    }
    Ok(())
}

/// Keeps the rest of an input in a file without a name: a Parquet file says at its end where its columns are.
fn kept(input: LineBatches) -> anyhow::Result<File> {
    let cannot_keep = format!("cannot keep {}", input.name());
    let mut file = tempfile::tempfile().context("cannot make a temporary file")?;
    io::copy(&mut input.into_bytes(), &mut file).context(cannot_keep)?;
    Ok(file)
}

/// Passes on lines, in batches as they arrive.
fn for_each_line(
    batches: LineBatches,
    mut take: impl FnMut(&[Question<'_>]) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    for batch in batches {
        let batch = batch?;
        let (mut questions, mut some) = (batch.questions(), Vec::new());
        loop {
            some.clear();
            some.extend(questions.by_ref().take(MOST_QUESTIONS_AT_ONCE));
            if some.is_empty() {
                break;
            }
            take(&some)?;
        }
    }
    Ok(())
}

#[cfg(feature = "parquet")]
use super::parquet_rows::for_each_row;

/// Refuses a Parquet file.
#[cfg(not(feature = "parquet"))]
fn for_each_row(
    name: &str,
    _: File,
    _: impl FnMut(&[Question<'_>]) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    bail!("{name} is a Parquet file, and this program was built without the feature parquet")
}
