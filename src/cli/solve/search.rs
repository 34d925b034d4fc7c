//! The question about a position, and what its answer says of the optimal solutions.

use super::arguments::Arguments;
use super::task::Task;
use super::write::Found;
use crate::{Options, Oracle, OracleError, Planner, Question};
use huarong_core::effort::Effort;
use huarong_core::rules::PieceMove;
use huarong_oracle::analysis::{PathsError, ReachableError, ShortestPaths};
use num_bigint::BigUint;
use std::time::Instant;

/// The part of a time limit within which easy puzzles are counted.
const PART_FOR_EASY_COUNTS: u32 = 16;

/// Asks for one optimal solution of a position, or for all if the arguments count or list them. If a limit ends the search for all,
/// the error has the bounds of one.
pub(super) fn ask(
    planner: &Planner,
    task: &Task<'_>,
    arguments: &Arguments,
    effort: Effort<'_>,
) -> Result<Oracle, OracleError> {
    let start = task.start();
    let ask = |question, effort: Effort<'_>| {
        planner.ask(question, &start, &Options::from(effort).metrics(&[task.metric]))
    };
    let (limit, now) = (arguments.time_limit, Instant::now());
    effort.within(limit.map(|limit| now + limit), |effort| {
        if !arguments.counts() {
            return ask(Question::Solution, effort);
        }
        let all = |effort: Effort<'_>| ask(Question::Solutions, effort);
        let mut error =
            match effort.within(limit.map(|limit| now + limit / PART_FOR_EASY_COUNTS), all) {
                Err(error) if error.is_cancelled() || error.is_memory() => error,
                found => return found,
            };
        // All can take much longer than one, for which no time would be left.
        let one = ask(Question::Solution, effort)?;
        let Some(moves) = Solved::by(&one, task, false, effort).unwrap_or_default().moves else {
            return Ok(one);
        };
        if error.is_cancelled() {
            error = match all(effort) {
                Err(error) => error,
                found => return found,
            };
        }
        let reason = match error {
            OracleError::Undecided { reason, .. } => reason,
            error => Box::new(error),
        };
        Err(OracleError::Undecided { at_least: moves.len() as u16, best: Some(moves), reason })
    })
}

/// The optimal solutions of a position.
#[derive(Default)]
pub(super) struct Solved<'o> {
    /// The moves of one; `None` if there is none.
    pub moves: Option<Vec<PieceMove>>,
    /// Their number, if it is wanted.
    pub count: Option<BigUint>,
    /// Those that the oracle knows: all, if they are counted or listed.
    paths: Option<ShortestPaths<'o>>,
}

impl<'o> Solved<'o> {
    /// Reads them from an oracle.
    pub fn by(
        oracle: &'o Oracle,
        task: &Task<'_>,
        counts: bool,
        effort: Effort<'_>,
    ) -> anyhow::Result<Self> {
        if oracle.metrics().all(|metric| metric != task.metric) {
            return Err(OracleError::Metric { asked: task.metric }.into());
        }
        let Some(paths) = ShortestPaths::by_oracle(oracle, task.metric) else {
            return Ok(Self::default());
        };
        let moves = paths.first(&task.position)?.known()?;
        let count = match counts && moves.is_some() {
            true => {
                let effort = effort.without(oracle.bytes());
                Some(paths.count(&task.position, effort)?.known()?.unwrap_or_default())
            }
            false => None,
        };
        Ok(Self { moves, count, paths: Some(paths) })
    }

    /// What is written of them.
    pub fn found(&self) -> Found<'_> {
        Found {
            moves: self.moves.as_deref(),
            paths: self.paths.as_ref(),
            count: self.count.as_ref(),
        }
    }
}

/// Whether an error says that a search or a count exceeded its memory.
pub(super) fn is_memory(error: &anyhow::Error) -> bool {
    error.downcast_ref().is_some_and(OracleError::is_memory)
        || error.downcast_ref().is_some_and(|error| matches!(error, PathsError::Memory { .. }))
        || error.downcast_ref().is_some_and(ReachableError::is_memory)
}
