//! What long work may use, who hears how far it is, and who may end it.

#[cfg(feature = "cli")]
pub mod allocator;

use std::fmt::Display;
use std::ops::ControlFlow;
use thiserror::Error;

/// What some work may use, and who watches it.
///
/// ```
/// use huarong::Progress;
/// use huarong::search::Effort;
/// use std::ops::ControlFlow;
/// use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
///
/// let done = AtomicU64::new(0);
/// let watch = |progress: Progress<'_>| {
///     if let Progress::Done(units) = progress {
///         done.fetch_add(units, Relaxed);
///     }
///     // Breaking ends the work.
///     ControlFlow::Continue(())
/// };
/// let effort = Effort { watch: &watch, ..Effort::UNLIMITED };
/// effort.done(3)?;
/// assert_eq!(done.into_inner(), 3);
/// # Ok::<_, huarong::search::Stopped>(())
/// ```
#[derive(Clone, Copy)]
pub struct Effort<'w> {
    /// Most bytes of memory, about.
    pub memory: u64,
    /// Bytes that the caller holds already, beside these. Errors name the [limit](Self::limit), which is the sum.
    pub held: u64,
    /// Told of the progress, from any thread; ends the work by breaking.
    pub watch: Watch<'w>,
}

/// Hears of progress; breaks to end the work.
pub type Watch<'w> = &'w (dyn Fn(Progress<'_>) -> ControlFlow<()> + Sync);

/// How far some work is.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub enum Progress<'p> {
    /// So many units are to be done, all in all.
    Total(u64),
    /// So many more units are done.
    Done(u64),
    /// What is being worked on.
    Doing(&'p dyn Display),
    /// What a person should hear of.
    Notice(&'p dyn Display),
}

/// That the watcher ended the work.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("stopped before the end")]
pub struct Stopped;

impl Effort<'_> {
    /// As much memory as it takes, and nobody to be told.
    pub const UNLIMITED: Effort<'static> =
        Effort { memory: u64::MAX, held: 0, watch: &|_| ControlFlow::Continue(()) };

    /// The effort with less memory: without the bytes that the caller already holds.
    pub fn without(self, held: u64) -> Self {
        let memory = self.memory.saturating_sub(held);
        Self { memory, held: self.held.saturating_add(held), ..self }
    }

    /// The memory limit: what may be used, and what the caller holds already.
    pub fn limit(&self) -> u64 {
        self.memory.saturating_add(self.held)
    }

    /// Does a part of the work whose own progress the watcher does not hear; the watcher can still cancel it.
    pub fn quietly<T>(&self, work: impl FnOnce(Effort<'_>) -> T) -> T {
        let watch = |_: Progress<'_>| (self.watch)(Progress::Done(0));
        work(Effort { watch: &watch, ..*self })
    }

    /// An error if the work was cancelled.
    pub fn check(&self) -> Result<(), Stopped> {
        self.done(0)
    }

    /// Tells how many units there are in all.
    pub fn total(&self, units: u64) -> Result<(), Stopped> {
        self.tell(Progress::Total(units))
    }

    /// Tells that more units are done.
    pub fn done(&self, units: u64) -> Result<(), Stopped> {
        self.tell(Progress::Done(units))
    }

    /// Tells what is being worked on.
    pub fn doing(&self, what: impl Display) -> Result<(), Stopped> {
        self.tell(Progress::Doing(&what))
    }

    /// Tells what a person should hear of.
    pub fn notice(&self, what: impl Display) -> Result<(), Stopped> {
        self.tell(Progress::Notice(&what))
    }

    fn tell(&self, progress: Progress<'_>) -> Result<(), Stopped> {
        match (self.watch)(progress) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Stopped),
        }
    }
}
