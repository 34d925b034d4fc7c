//! Positions of arguments and of standard input.

use super::line_batches::{self, LineBatches};
use super::origin::Origin;
use crate::cli::session::Session;
use huarong_core::rules::{Arrangement, PieceSet};

/// A position or a puzzle that has a row: its text, and its place in the input.
#[derive(Clone, Copy)]
pub(in crate::cli) struct Question<'t> {
    pub origin: Origin<'t>,
    pub text: &'t str,
}

impl<'t> Question<'t> {
    /// An argument. Errors have its number, if one is given, or its text.
    pub fn of_argument(number: Option<u64>, text: &'t str) -> Self {
        Self { origin: Origin::Text { line: None, input: text, argument: number }, text }
    }

    /// A line, with its number counted from 1.
    pub fn of_line(number: u64, text: &'t str) -> Self {
        let input = line_batches::shown(text);
        Self { origin: Origin::Text { line: Some(number), input, argument: None }, text }
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

/// Passes on arguments in order, one at a time. For `-`, it passes on the lines of standard input, in batches as they
/// arrive.
pub(in crate::cli) fn for_each_batch<'t>(
    session: &Session,
    arguments: impl IntoIterator<Item = Question<'t>>,
    mut take: impl FnMut(&[Question<'_>]) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    for argument in arguments {
        if argument.text != "-" {
            take(&[argument])?;
            continue;
        }
        session.check_input_is_left()?;
        for batch in LineBatches::of_stdin() {
            take(&Vec::from_iter(batch?.questions()))?;
        }
    }
    Ok(())
}
