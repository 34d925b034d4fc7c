//! How far a design came, and which conditions kept starts out of it.

use super::error::DesignError;
use huarong_core::effort::{Cancelled, Effort};
use huarong_search::ComponentError;
use std::time::Instant;

/// How a search for puzzles ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ended {
    /// The search is complete.
    #[default]
    Complete,
    /// The [time](super::Order::until) passed first.
    OutOfTime,
    /// The observer cancelled the work first.
    Cancelled,
}

impl Ended {
    /// Whether the search ended before it was complete, so that there may be more and longer puzzles.
    pub fn is_cut_short(self) -> bool {
        self != Self::Complete
    }

    /// This end, or the other one if this one is complete.
    pub(super) fn or(self, other: Self) -> Self {
        if self.is_cut_short() { self } else { other }
    }

    /// Does work until a time, if one is given, and says how it ended.
    pub(super) fn of(
        until: Option<Instant>,
        effort: Effort<'_>,
        work: impl FnOnce(Effort<'_>) -> Result<(), DesignError>,
    ) -> Result<Self, DesignError> {
        match effort.within(until, work) {
            Ok(()) => Ok(Self::Complete),
            Err(error) if !error.is_cancelled() => Err(error),
            Err(_) if until.is_none() || effort.check().is_err() => Ok(Self::Cancelled),
            Err(_) => Ok(Self::OutOfTime),
        }
    }
}

/// The result of a search; `None` if it exceeds a limit.
pub(super) fn decided<T>(found: Result<T, ComponentError>) -> Result<Option<T>, Cancelled> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(ComponentError::Cancelled(cancelled)) => Err(cancelled),
        Err(_) => Ok(None),
    }
}

/// Numbers of starts that a design left out, by the first condition that they do not satisfy, in the order of the fields.
///
/// The conditions up to [`symmetric`](Self::symmetric) are checked for all starts that were searched. The others are checked
/// for the starts that were looked at until enough puzzles were found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Excluded {
    /// Starts without a solution.
    pub unsolvable: u64,
    /// Starts with another number of moves than is wanted. Without a condition, these are the goal positions.
    pub moves: u64,
    /// Starts with another number of optimal solutions.
    pub solutions: u64,
    /// Starts with fewer walls than are wanted.
    pub walls: u64,
    /// Starts without the fixed pieces.
    pub fixed: u64,
    /// Starts that are not their own mirror images.
    pub symmetric: u64,
    /// Starts that do not become shorter whichever piece is removed.
    pub minimal: u64,
    /// Starts that stay solvable with some added piece.
    pub maximal: u64,
    /// Starts with another number of decoys.
    pub decoys: u64,
    /// Starts with other measures of difficulty.
    pub measured: u64,
    /// Starts that can be reached from a puzzle that was found.
    pub reachable: u64,
    /// Starts that share too many pieces with a puzzle that was found.
    pub similar: u64,
}

impl Excluded {
    /// Adds the numbers of other starts.
    pub(super) fn add(&mut self, other: Self) {
        self.unsolvable += other.unsolvable;
        self.moves += other.moves;
        self.solutions += other.solutions;
        self.walls += other.walls;
        self.fixed += other.fixed;
        self.symmetric += other.symmetric;
        self.minimal += other.minimal;
        self.maximal += other.maximal;
        self.decoys += other.decoys;
        self.measured += other.measured;
        self.reachable += other.reachable;
        self.similar += other.similar;
    }

    /// The number of starts that a check left out.
    pub(super) fn by_check(&mut self, check: Check) -> &mut u64 {
        match check {
            Check::Minimal => &mut self.minimal,
            Check::Maximal => &mut self.maximal,
            Check::Decoys => &mut self.decoys,
            Check::Measured => &mut self.measured,
        }
    }
}

/// The result of the checks of a start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Checked {
    /// It satisfies all conditions.
    Fits,
    /// It does not satisfy this condition.
    Fails(Check),
    /// A check exceeded the memory limit.
    Undecided,
    /// It can be reached from a puzzle that was found, so it was not checked.
    Reachable,
}

/// A condition that takes searches to check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Check {
    Minimal,
    Maximal,
    Decoys,
    Measured,
}
