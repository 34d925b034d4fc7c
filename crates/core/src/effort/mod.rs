//! Memory limit, progress, cancellation and threads of long work.

#[cfg(feature = "allocator")]
pub mod allocator;
pub mod threads;

use std::fmt::Display;
use std::ops::ControlFlow;
use std::time::Instant;
use thiserror::Error;

/// Memory limit of some work, and the observer of its progress.
///
/// ```
/// use huarong::Progress;
/// use huarong::search::Effort;
/// use std::ops::ControlFlow;
/// use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
///
/// let done = AtomicU64::new(0);
/// let observer = |progress: Progress<'_>| {
///     if let Progress::Done(units) = progress {
///         done.fetch_add(units, Relaxed);
///     }
///     // Returning `Break` would cancel the work.
///     ControlFlow::Continue(())
/// };
/// let effort = Effort { observer: &observer, ..Effort::UNLIMITED };
/// effort.done(3)?;
/// assert_eq!(done.into_inner(), 3);
/// # Ok::<_, huarong::search::Cancelled>(())
/// ```
#[derive(Clone, Copy)]
pub struct Effort<'w> {
    /// Memory limit of the work, in bytes. It is kept approximately.
    pub memory: u64,
    /// Bytes that the caller already holds, in addition. Errors name the [limit](Self::limit), which is the sum.
    pub held: u64,
    /// The observer. It receives progress from any thread, and cancels the work by returning `Break`.
    pub observer: Observer<'w>,
    /// The time at which the work is cancelled, if there is one.
    pub until: Option<Instant>,
}

/// A function that receives progress, and returns `Break` to cancel the work.
pub type Observer<'w> = &'w (dyn Fn(Progress<'_>) -> ControlFlow<()> + Sync);

/// A report of progress.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub enum Progress<'p> {
    /// The total number of units of work. For searches and builds a unit is a position under one metric. The first reports
    /// may precede it.
    Total(u64),
    /// The number of units finished since the last report. 0 asks only whether to continue.
    Done(u64),
    /// The current step, in words.
    Doing(&'p dyn Display),
    /// A message for the user.
    Notice(&'p dyn Display),
}

/// Error: the observer or the deadline cancelled the work.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("cancelled")]
pub struct Cancelled;

impl Effort<'_> {
    /// Unlimited memory, and an observer that ignores all reports.
    pub const UNLIMITED: Effort<'static> =
        Effort { memory: u64::MAX, held: 0, observer: &|_| ControlFlow::Continue(()), until: None };

    /// The same effort with less memory, because the caller holds `held` bytes more.
    pub fn without(self, held: u64) -> Self {
        let memory = self.memory.saturating_sub(held);
        Self { memory, held: self.held.saturating_add(held), ..self }
    }

    /// The same effort with at most `memory` bytes.
    pub fn at_most(self, memory: u64) -> Self {
        Self { memory: self.memory.min(memory), ..self }
    }

    /// The same effort with a deadline, unless it already has an earlier one.
    pub fn until(self, deadline: Instant) -> Self {
        let until = self.until.map_or(deadline, |until| until.min(deadline));
        Self { until: Some(until), ..self }
    }

    /// The memory limit, including the bytes that the caller already holds.
    pub fn limit(&self) -> u64 {
        self.memory.saturating_add(self.held)
    }

    /// Does a part of the work without reporting its progress. The observer can still cancel it.
    pub fn quietly<T>(&self, work: impl FnOnce(Effort<'_>) -> T) -> T {
        let observer = |_: Progress<'_>| (self.observer)(Progress::Done(0));
        work(Effort { observer: &observer, ..*self })
    }

    /// Does work until a deadline, if one is given.
    #[doc(hidden)]
    pub fn within<T>(self, deadline: Option<Instant>, work: impl FnOnce(Effort<'_>) -> T) -> T {
        work(deadline.map_or(self, |deadline| self.until(deadline)))
    }

    /// Returns an error if the observer cancelled the work, or the deadline has passed.
    pub fn check(&self) -> Result<(), Cancelled> {
        self.done(0)
    }

    /// Reports the total number of units.
    pub fn total(&self, units: u64) -> Result<(), Cancelled> {
        self.report(Progress::Total(units))
    }

    /// Reports that more units are finished.
    pub fn done(&self, units: u64) -> Result<(), Cancelled> {
        self.report(Progress::Done(units))
    }

    /// Reports the current step.
    pub fn doing(&self, what: impl Display) -> Result<(), Cancelled> {
        self.report(Progress::Doing(&what))
    }

    /// Sends a message to the user.
    pub fn notice(&self, what: impl Display) -> Result<(), Cancelled> {
        self.report(Progress::Notice(&what))
    }

    fn report(&self, progress: Progress<'_>) -> Result<(), Cancelled> {
        if self.until.is_some_and(|until| Instant::now() >= until) {
            return Err(Cancelled);
        }
        match (self.observer)(progress) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Cancelled),
        }
    }
}
