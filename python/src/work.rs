//! Long work without the interpreter's lock, with progress and interrupts.
//!
//! The work runs in a thread of its own. Python handles signals in its main thread only, so the calling thread wakes up
//! every [`PAUSE`], shows progress, and asks whether the user interrupted.

use crate::errors::{Kind, invalid, raise, refused};
use huarong::Progress;
use huarong::program;
use huarong::search::Effort;
use pyo3::prelude::*;
use pyo3::types::PyBool;
use rayon::ThreadPoolBuilder;
use std::ops::ControlFlow;
use std::panic;
use std::process;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The most items that are read at once.
const CHUNK: usize = 1 << 12;

/// Time between two looks at the signals.
const PAUSE: Duration = Duration::from_millis(50);

/// A memory limit in bytes.
#[derive(Clone, Copy, Debug)]
pub struct Memory(u64);

impl<'py> FromPyObject<'_, 'py> for Memory {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        given.extract().map(Self).map_err(|error: PyErr| {
            refused(error, &given.to_owned(), "a memory limit is a whole number of bytes")
        })
    }
}

/// How long work may take, what it may use, and who hears of its progress.
#[derive(Default)]
pub struct Limits {
    /// By default, 15/16 of available memory.
    memory: Option<Memory>,
    /// In seconds. Work that takes longer is cancelled.
    time: Option<f64>,
    /// Called with the number of finished units, of all units, and the current step.
    progress: Option<Py<PyAny>>,
}

impl Limits {
    /// `progress` is a function, or `True` for a progress bar.
    pub fn new(
        py: Python<'_>,
        memory: Option<Memory>,
        time: Option<f64>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Self> {
        let progress = match progress {
            Some(given) if given.bind(py).is_instance_of::<PyBool>() => {
                let is_wanted: bool = given.extract(py)?;
                let bar = || py.import("huarong._progress")?.getattr("Bar")?.call0();
                is_wanted.then(bar).transpose()?.map(Bound::unbind)
            }
            given => given,
        };
        Ok(Self { memory, time, progress })
    }

    /// Closes a progress bar.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        let close = self.progress.as_ref().map(|progress| progress.bind(py).getattr_opt("close"));
        match close.transpose()?.flatten() {
            Some(close) => close.call0().map(drop),
            None => Ok(()),
        }
    }
}

/// What the observer of some work saw last.
#[derive(Default)]
struct Seen {
    done: AtomicU64,
    total: AtomicU64,
    doing: Mutex<String>,
    is_cancelled: AtomicBool,
}

impl Seen {
    fn see(&self, progress: Progress<'_>) -> ControlFlow<()> {
        match progress {
            Progress::Total(units) => self.total.store(units, Relaxed),
            Progress::Done(units) => {
                self.done.fetch_add(units, Relaxed);
            }
            Progress::Doing(what) => {
                *self.doing.lock().unwrap_or_else(PoisonError::into_inner) = what.to_string();
            }
            _ => {}
        }
        if self.is_cancelled.load(Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Calls `progress(done, total, doing)`.
    fn show(&self, py: Python<'_>, progress: &Py<PyAny>) -> PyResult<()> {
        let doing = self.doing.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let total = Some(self.total.load(Relaxed)).filter(|&total| total > 0);
        progress.call1(py, (self.done.load(Relaxed), total, doing)).map(drop)
    }
}

/// The process that started the threads of this library; 0 before.
static PROCESS: AtomicU32 = AtomicU32::new(0);

/// Raises an exception in a process that was forked after the threads had started. They do not live there, and work would
/// wait for them forever.
fn check_process(py: Python<'_>) -> PyResult<()> {
    let ours = process::id();
    match PROCESS.compare_exchange(0, ours, Relaxed, Relaxed) {
        Err(started) if started != ours => Err(raise(
            py,
            Kind::Forked,
            "this process was forked after huarong had started its threads: use the start method \"spawn\"",
        )),
        _ => Ok(()),
    }
}

/// The end of some work.
#[derive(Default)]
struct End {
    is_reached: Mutex<bool>,
    reached: Condvar,
}

impl End {
    /// Whether the end is reached within a pause.
    fn is_reached(&self) -> bool {
        let is_reached = self.is_reached.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.reached.wait_timeout_while(is_reached, PAUSE, |is_reached| !*is_reached);
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }
}

/// Reaches the end when it is dropped, even by a panic.
struct Ending<'e>(&'e End);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        *self.0.is_reached.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.0.reached.notify_all();
    }
}

/// The duration of a time limit in seconds.
pub fn duration(py: Python<'_>, seconds: Option<f64>) -> PyResult<Option<Duration>> {
    let longest = seconds.map(Duration::try_from_secs_f64).transpose();
    longest.map_err(|_| {
        let given = seconds.unwrap_or_default();
        invalid(
            py,
            format!("a time limit is a number of seconds, from 0 and below 2^64, not {given}"),
        )
    })
}

/// Does work within a time limit, after which its observer cancels it.
///
/// Such work has a pool of one thread. In a common pool, a thread that waits for a part of its work would begin
/// other work. The time limit of the first would pass meanwhile.
pub fn within<T: Send>(
    longest: Option<Duration>,
    effort: Effort<'_>,
    work: impl FnOnce(Effort<'_>) -> T + Send,
) -> T {
    let Some(longest) = longest else { return work(effort) };
    let until = Instant::now().checked_add(longest);
    let work = || work(until.map_or(effort, |deadline| effort.until(deadline)));
    match ThreadPoolBuilder::new().num_threads(1).build() {
        Ok(pool) => pool.install(work),
        Err(_) => work(),
    }
}

/// Applies a function to each item without the interpreter's lock, and keeps what it returns, in order.
///
/// Items are read and kept with the lock, in chunks, so that other threads of Python run in between. Signals are handled
/// after every [`PAUSE`]. It starts no threads, so a forked process can use it, too.
pub fn each<T: Send, U: Send>(
    py: Python<'_>,
    items: impl IntoIterator<Item = PyResult<T>>,
    of: impl Fn(T) -> U + Sync,
    mut keep: impl FnMut(U) -> PyResult<()>,
) -> PyResult<()> {
    let mut items = items.into_iter();
    loop {
        let mut ended = None;
        let good = items
            .by_ref()
            .take(CHUNK)
            .map_while(|item| item.map_err(|error| ended = Some(error)).ok());
        let chunk: Vec<T> = good.collect();
        let is_last = chunk.len() < CHUNK;
        let mut chunk = chunk.into_iter();
        loop {
            let done: Vec<U> = py.detach(|| {
                let until = Instant::now() + PAUSE;
                let mut done = Vec::new();
                for item in chunk.by_ref() {
                    done.push(of(item));
                    if Instant::now() >= until {
                        break;
                    }
                }
                done
            });
            done.into_iter().try_for_each(&mut keep)?;
            py.check_signals()?;
            if chunk.len() == 0 {
                break;
            }
        }
        match ended {
            Some(error) => return Err(error),
            None if is_last => return Ok(()),
            None => {}
        }
    }
}

/// Does work without the interpreter's lock. An interrupt, or an exception of the progress function, cancels it and is
/// raised.
pub fn run<T: Send>(
    py: Python<'_>,
    limits: &Limits,
    work: impl FnOnce(Effort<'_>) -> T + Send,
) -> PyResult<T> {
    check_process(py)?;
    let seen = Seen::default();
    let observer = |progress: Progress<'_>| seen.see(progress);
    let memory = limits.memory.map_or_else(program::default_memory, |Memory(bytes)| bytes);
    let until = duration(py, limits.time)?.and_then(|longest| Instant::now().checked_add(longest));
    let progress = limits.progress.as_ref();
    let end = End::default();
    thread::scope(|scope| {
        let worker = scope.spawn(|| {
            let _ending = Ending(&end);
            work(Effort { memory, observer: &observer, ..Effort::UNLIMITED })
        });
        let mut interrupt = Ok(());
        while !py.detach(|| end.is_reached()) {
            if interrupt.is_ok() {
                let shown = progress.map_or(Ok(()), |progress| seen.show(py, progress));
                interrupt = py.check_signals().and(shown);
                let is_late = until.is_some_and(|until| Instant::now() >= until);
                seen.is_cancelled.store(interrupt.is_err() || is_late, Relaxed);
            }
        }
        let result =
            py.detach(|| worker.join()).unwrap_or_else(|panic| panic::resume_unwind(panic));
        let shown = match interrupt {
            Ok(()) => progress.map_or(Ok(()), |progress| seen.show(py, progress)),
            interrupt => interrupt,
        };
        limits.close(py)?;
        shown.map(|()| result)
    })
}
