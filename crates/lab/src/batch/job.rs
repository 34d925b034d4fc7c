//! The tasks of a batch, and their execution by several threads.

use super::error::BatchError;
use super::part::Part;
use super::state::{Results, State};
use huarong_core::effort::{Cancelled, Effort};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The work of a batch.
pub trait Job: Sync {
    /// The results of finished tasks.
    type Results: Results;
    /// What a thread needs for its tasks.
    type Worker<'j>
    where
        Self: 'j;
    /// Why the work ends without results.
    type Error: std::error::Error + From<BatchError> + From<Cancelled> + Send + Sync + 'static;

    /// What identifies the batch.
    fn scope(&self) -> &<Self::Results as Results>::Scope;

    /// Number of tasks.
    fn tasks(&self) -> usize;

    /// Hash of the tasks. Builds of the program with the same hash can continue and join one another's work.
    fn work(&self) -> u64;

    /// Returns an error if a worker needs more memory than the available bytes.
    fn check_memory(&self, available: u64) -> Result<(), Self::Error>;

    /// A worker with a memory limit in bytes.
    fn worker(&self, memory: u64) -> Self::Worker<'_>;

    /// Does a task.
    fn run(
        &self,
        worker: &mut Self::Worker<'_>,
        task: usize,
        effort: Effort<'_>,
    ) -> Result<(), Self::Error>;

    /// Moves the results of a worker's task to those of all tasks. Returns an error if they contradict the results of
    /// other tasks, which may come from a changed file.
    fn deliver(
        &self,
        worker: &mut Self::Worker<'_>,
        results: &mut Self::Results,
    ) -> Result<(), Self::Error>;
}

/// How to store the states of a running batch, usually in a file.
pub struct Keep<'k, R: Results> {
    /// Least time between two states; by default a second, or twice the time that storing takes if that is longer.
    pub every: Option<Duration>,
    /// Stores a state.
    pub with: &'k (dyn Fn(&State<R>) -> Result<(), BatchError> + Sync),
}

impl<R: Results> Keep<'static, R> {
    /// Stores nothing.
    pub const NOTHING: Self = Self { every: Some(Duration::MAX), with: &|_| Ok(()) };
}

impl<R: Results> Keep<'_, R> {
    /// The time now, unless no state is stored before the end: a WebAssembly module has no clock.
    fn now(&self) -> Option<Instant> {
        (self.every != Some(Duration::MAX)).then(Instant::now)
    }
}

const LEAST_TIME_BETWEEN_STATES: Duration = Duration::from_secs(1);

impl<R: Results> State<R> {
    /// The initial state of a part of a batch.
    pub fn begin(job: &impl Job<Results = R>, part: Part) -> Self {
        Self {
            scope: job.scope().clone(),
            part,
            work: job.work(),
            done: vec![false; job.tasks()],
            results: R::default(),
        }
    }

    /// Whether this state belongs to a part of a batch.
    pub fn is_of(&self, job: &impl Job<Results = R>, part: Part) -> bool {
        self.scope == *job.scope()
            && self.part == part
            && self.work == job.work()
            && self.done.len() == job.tasks()
            && (0..).zip(&self.done).all(|(task, is_done)| part.does(task) || !is_done)
    }

    /// Runs the remaining tasks of a part. Stores the state now and then, and at the end, even if the batch was
    /// cancelled. Reports progress in tasks. Returns an error before any work if the memory of a thread does not suffice.
    pub fn run<J: Job<Results = R>>(
        &mut self,
        job: &J,
        effort: Effort<'_>,
        keep: Keep<'_, R>,
    ) -> Result<(), J::Error> {
        let keep = &keep;
        let memory = effort.memory / rayon::current_num_threads() as u64;
        job.check_memory(memory)?;
        let (done, all) = self.progress();
        effort.total(all as u64)?;
        effort.done(done as u64)?;
        let is_left = |&task: &usize| self.part.does(task) && !self.done[task];
        let left: Vec<usize> = (0..job.tasks()).filter(is_left).collect();
        let next = AtomicUsize::new(0);
        let shared = Mutex::new(Shared { state: self, last: keep.now(), cost: Duration::ZERO });
        let ended = rayon::broadcast(|_| {
            let mut worker = job.worker(memory);
            let done =
                std::iter::from_fn(|| left.get(next.fetch_add(1, Relaxed))).try_for_each(|&task| {
                    job.run(&mut worker, task, effort)?;
                    let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
                    job.deliver(&mut worker, &mut shared.state.results)?;
                    shared.state.done[task] = true;
                    shared.keep_sometimes(keep)?;
                    drop(shared);
                    Ok::<_, J::Error>(effort.done(1)?)
                });
            if done.is_err() {
                // The other threads end, too.
                next.store(left.len(), Relaxed);
            }
            done
        });
        (keep.with)(shared.into_inner().unwrap_or_else(PoisonError::into_inner).state)?;
        ended.into_iter().collect()
    }
}

/// Data that threads share.
struct Shared<'s, R: Results> {
    state: &'s mut State<R>,
    /// When the last state was stored, and how long that took.
    last: Option<Instant>,
    cost: Duration,
}

impl<R: Results> Shared<'_, R> {
    /// Stores the state if the last one is old enough.
    fn keep_sometimes(&mut self, keep: &Keep<'_, R>) -> Result<(), BatchError> {
        let every = keep.every.unwrap_or(LEAST_TIME_BETWEEN_STATES.max(2 * self.cost));
        if self.last.is_none_or(|last| last.elapsed() < every) {
            return Ok(());
        }
        let begin = Instant::now();
        (keep.with)(self.state)?;
        self.last = keep.now();
        self.cost = begin.elapsed();
        Ok(())
    }
}
