//! Options of searches and builds: metrics, memory limit, observer.

use huarong_core::effort::{Effort, Observer};
use huarong_core::rules::Metric;
use std::fmt;
use std::time::Instant;

/// Options of a search or a build: its metrics, memory limit and observer.
///
/// By default: the finger metric for a search, all metrics for tables, no memory limit, and no observer.
///
/// ```
/// use huarong::Progress;
/// use huarong::{Metric, Options, Oracle, Puzzle};
/// use std::ops::ControlFlow;
/// use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
///
/// let start = Puzzle::klotski().parse("VBBV/VBBV/VHHV/VSSV/S..S")?;
/// let cancelled = AtomicBool::new(true);
/// let observer = |_: Progress<'_>| match cancelled.load(Relaxed) {
///     true => ControlFlow::Break(()),
///     false => ControlFlow::Continue(()),
/// };
/// let options = Options::new().metrics(&Metric::ALL).memory(1 << 30).observer(&observer);
/// assert!(Oracle::search_with(&start, &options).unwrap_err().is_cancelled());
///
/// cancelled.store(false, Relaxed);
/// let oracle = Oracle::search_with(&start, &options)?;
/// assert_eq!(oracle.under(Metric::Unit).distance(&start)?, Some(116));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Options<'w> {
    effort: Effort<'w>,
    metrics: Option<[bool; Metric::WITH_MULTI.len()]>,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self { effort: Effort::UNLIMITED, metrics: None }
    }
}

impl fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { effort, metrics } = self;
        f.debug_struct("Options")
            .field("memory", &effort.memory)
            .field("metrics", metrics)
            .finish_non_exhaustive()
    }
}

impl<'w> Options<'w> {
    /// The defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// Searches only these metrics. An empty list selects the default.
    pub fn metrics(self, metrics: &[Metric]) -> Self {
        let wanted = std::array::from_fn(|nth| metrics.contains(&Metric::WITH_MULTI[nth]));
        Self { metrics: (!metrics.is_empty()).then_some(wanted), ..self }
    }

    /// Sets the memory limit in bytes. Work that needs more is refused before it starts. If its need is unknown at the
    /// start, it ends with an error at the limit.
    pub fn memory(self, bytes: u64) -> Self {
        Self { effort: Effort { memory: bytes, ..self.effort }, ..self }
    }

    /// Calls `observer` with the progress, from any thread and up to thousands of times per second: a display needs a limit
    /// of its own. The observer cancels the work by returning [`Break`](std::ops::ControlFlow::Break).
    pub fn observer(self, observer: Observer<'w>) -> Self {
        Self { effort: Effort { observer, ..self.effort }, ..self }
    }

    /// Cancels the work at this time, unless an earlier one is set. [`is_cancelled`](crate::OracleError::is_cancelled) then
    /// holds for the error.
    ///
    /// All threads of the work look at the clock every few milliseconds of their time. A question that was given 50 ms ends
    /// at most 10 ms later if processors are free. The end of longer work takes more time, because its memory is freed.
    ///
    /// ```
    /// use huarong::{Options, Oracle, Position};
    /// use std::time::{Duration, Instant};
    ///
    /// let start = ".LIM\\nOKJN\\nCGBE\\nDHFA";
    /// let goal = "ABCD\\nEFGH\\nIJKL\\nMNO.";
    /// let file = format!("name = '15-puzzle'\nstart = \"{start}\"\ngoal = \"{goal}\"");
    /// let options = Options::new().until(Instant::now() + Duration::from_millis(50));
    /// let error = Oracle::solve_with(&Position::from_toml(&file)?, &options).unwrap_err();
    /// assert!(error.is_cancelled());
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn until(self, deadline: Instant) -> Self {
        Self { effort: self.effort.until(deadline), ..self }
    }

    /// The memory limit, the observer and the deadline.
    pub fn effort(&self) -> Effort<'w> {
        self.effort
    }

    /// The metrics, strictest first.
    pub(super) fn metrics_or(&self, default: &[Metric]) -> Vec<Metric> {
        match self.metrics {
            None => default.to_vec(),
            Some(wanted) => {
                let chosen =
                    Metric::WITH_MULTI.iter().copied().zip(wanted).filter(|(_, wanted)| *wanted);
                chosen.map(|(metric, _)| metric).collect()
            }
        }
    }
}

impl<'w> From<Effort<'w>> for Options<'w> {
    fn from(effort: Effort<'w>) -> Self {
        Self { effort, metrics: None }
    }
}
