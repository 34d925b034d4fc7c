//! Searches that end before they find an optimal solution: time limits, and the bounds that were reached.

use super::arguments::Arguments;
use super::rows::Row;
use super::task::Task;
use crate::OracleError;
use crate::cli::interrupt;
use crate::cli::output;
use crate::cli::refusals::Undecided;
use huarong_core::effort::Cancelled;
use huarong_core::rules::{Metric, PieceMove};
use huarong_search::{ComponentError, Unmet};
use std::io::Write;

/// The bounds that a search reached before it ended.
pub(super) struct Bounds<'e> {
    pub at_least: u16,
    pub best: Option<&'e [PieceMove]>,
    /// Reason why the search ended; `None` if the observer cancelled it.
    pub reason: Option<String>,
}

impl<'e> Bounds<'e> {
    /// The bounds in an error, if it has some.
    pub fn of(error: &'e anyhow::Error) -> Option<Self> {
        if let Some(OracleError::Undecided { at_least, best, reason }) = error.downcast_ref() {
            let reason = (!reason.is_cancelled()).then(|| reason.to_string());
            return Some(Self { at_least: *at_least, best: best.as_deref(), reason });
        }
        if let Some(Unmet { at_least, reason, .. }) = error.downcast_ref() {
            let reason = match reason {
                ComponentError::Cancelled(_) => None,
                ComponentError::Memory { .. } => Some(reason.to_string()),
                _ => return None,
            };
            return Some(Self { at_least: *at_least, best: None, reason });
        }
        None
    }

    /// The best solution, if its length is the lower bound.
    pub fn optimal(self) -> Option<&'e [PieceMove]> {
        self.best.filter(|best| best.len() == usize::from(self.at_least))
    }
}

impl Bounds<'_> {
    /// Writes the bounds in an error, if it has some. Returns the error that says why the search ended.
    pub fn give<T>(
        task: &Task<'_>,
        error: anyhow::Error,
        arguments: &Arguments,
        out: &mut impl Write,
    ) -> anyhow::Result<T> {
        let Some(Bounds { at_least, best, reason }) = Bounds::of(&error) else {
            return Err(error);
        };
        if interrupt::flow().is_break() {
            return Err(Cancelled.into());
        }
        let limit = arguments.time_limit.unwrap_or_default().as_secs();
        let reason = reason.unwrap_or_else(|| format!("the time limit of {limit} s passed"));
        task.write_bounds(at_least, best, &reason, arguments, out)?;
        out.flush()?;
        Err(Undecided(format!("undecided: {reason}")).into())
    }
}

/// Writes the row of a position or a puzzle that has no answer. An undecided one has its row already.
pub(super) fn write_unanswered(
    row: &Row<'_>,
    metric: Option<Metric>,
    error: &anyhow::Error,
    arguments: &Arguments,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    match error.is::<Undecided>() || output::is_of_printing(error) {
        true => Ok(()),
        false => row.write_failure(metric, error, arguments, out),
    }
}

/// Whether an error says that a search from both ends exceeded its memory.
pub(super) fn is_too_large_for_both_ends(error: &anyhow::Error) -> bool {
    let unmet = error.downcast_ref::<Unmet>();
    unmet.is_some_and(|unmet| matches!(unmet.reason, ComponentError::Memory { .. }))
}
