//! Searches that end before they find an optimal solution: time limits, and the bounds that were reached.

use super::arguments::Arguments;
use super::row::Row;
use super::task::Task;
use crate::OracleError;
use crate::cli::interrupt;
use crate::cli::output;
use crate::cli::rows::Undecided;
use huarong_core::effort::Cancelled;
use huarong_core::rules::Metric;
use std::io::Write;

/// Writes the bounds in the error of a search, if it has some. Returns the error that says why the search ended.
pub(super) fn give_bounds<T>(
    task: &Task<'_>,
    error: anyhow::Error,
    arguments: &Arguments,
    out: &mut impl Write,
) -> anyhow::Result<T> {
    let Some(OracleError::Undecided { at_least, best, reason }) = error.downcast_ref() else {
        return Err(error);
    };
    if interrupt::flow().is_break() {
        return Err(Cancelled.into());
    }
    let reason = match reason.is_cancelled() {
        true => {
            let limit = arguments.time_limit.unwrap_or_default().as_secs();
            format!("the time limit of {limit} s passed")
        }
        false => reason.to_string(),
    };
    // Only the other solutions are unknown.
    let distance = best.as_ref().map(Vec::len);
    let distance = distance.filter(|&best| arguments.counts() && best == usize::from(*at_least));
    task.write_bounds(distance, *at_least, best.as_deref(), &reason, arguments, out)?;
    out.flush()?;
    Err(match distance {
        Some(_) => Undecided::Count(format!("optimal solutions not counted: {reason}")),
        None => Undecided::Distance(format!("undecided: {reason}")),
    }
    .into())
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
