//! Long work: its progress, its memory limit, and its cancellation.

use super::interrupt;
use super::progress::{Last, Reporter};
use super::session::Session;
use anyhow::anyhow;
use bytesize::ByteSize;
use huarong_core::effort::{Effort, Progress, allocator};
use huarong_core::rules::{PieceSet, Puzzle};
use huarong_core::space::{Space, SpaceError};
#[cfg(target_os = "linux")]
use std::fs;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Once, OnceLock};
use std::time::{Duration, Instant};
use sysinfo::System;

/// Does work that counts `unit`s, and reports its progress. Ctrl-C cancels it.
pub(super) fn with_effort<T, E>(
    session: &Session,
    unit: &str,
    work: impl FnOnce(Effort<'_>) -> Result<T, E>,
) -> anyhow::Result<T>
where
    anyhow::Error: From<E>,
{
    with_memory(session, memory_limit(session), unit, work)
}

/// The memory limit: the one that the user set, or what is available now.
pub(super) fn memory_limit(session: &Session) -> u64 {
    session.memory.unwrap_or_else(|| {
        let (available, group) = available_memory();
        if available.is_none() {
            say_guessed(session);
        }
        limit(available, group, address_space())
    })
}

/// Like [`with_effort`], with a memory limit that is known. Available memory takes longer to find than short work.
pub(super) fn with_memory<T, E>(
    session: &Session,
    memory: u64,
    unit: &str,
    work: impl FnOnce(Effort<'_>) -> Result<T, E>,
) -> anyhow::Result<T>
where
    anyhow::Error: From<E>,
{
    start_threads(session.threads)?;
    let _work = interrupt::Work::begin()?;
    let reporter = Reporter::new(unit, session.progress);
    let observer = |progress: Progress<'_>| {
        reporter.report(progress, &|words| session.say(words));
        interrupt::flow()
    };
    let effort = Effort { memory, observer: &observer, ..Effort::UNLIMITED };
    let done = after_earlier_work(|| work(effort));
    reporter.finish();
    Ok(done?)
}

/// Work that takes less time than this frees little memory, and returning that to the system takes long in comparison.
const SHORT_WORK: Duration = Duration::from_millis(10);

/// Time between two returns of freed memory during one piece of work.
const INTERVAL_OF_RETURNS: Duration = Duration::from_millis(100);

/// Does work that may use the whole limit. First it returns the memory that long earlier work has freed to the system:
/// the allocator keeps it for other threads, or for smaller blocks.
fn after_earlier_work<T>(work: impl FnOnce() -> T) -> T {
    static HAS_FREED: AtomicBool = AtomicBool::new(false);
    if HAS_FREED.swap(false, Relaxed) {
        allocator::give_back();
    }
    let started = Instant::now();
    let done = work();
    if started.elapsed() >= SHORT_WORK {
        HAS_FREED.store(true, Relaxed);
    }
    done
}

/// Does one of many pieces of work, each of which may use the whole limit. It also returns memory during the work.
/// The remains of earlier pieces lie among the blocks of a search, so that its own freed blocks stay with the allocator.
pub(super) fn one_of_many<T>(effort: Effort<'_>, work: impl FnOnce(Effort<'_>) -> T) -> T {
    static LAST: Last = Last::new();
    let observer = |progress: Progress<'_>| {
        if LAST.is_due(INTERVAL_OF_RETURNS) {
            allocator::give_back();
        }
        (effort.observer)(progress)
    };
    after_earlier_work(|| work(Effort { observer: &observer, ..effort }))
}

/// Prints a notice, once, that the system does not report available memory.
fn say_guessed(session: &Session) {
    static SAID: Once = Once::new();
    SAID.call_once(|| {
        session.say(format_args!(
            "this system does not report available memory; the memory limit is {}; set another with --memory",
            ByteSize(ASSUMED_MEMORY)
        ));
    });
}

/// Starts some threads, by default one per core, unless they run already.
pub(super) fn start_threads(threads: Option<u16>) -> anyhow::Result<()> {
    static STARTED: OnceLock<Result<(), String>> = OnceLock::new();
    let started = STARTED.get_or_init(|| {
        // 0 means one per core.
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.map_or(0, Into::into));
        // Started explicitly: rayon's default pool panics if the system refuses a thread.
        pool.build_global().map_err(|error| error.to_string())
    });
    started
        .clone()
        .map_err(|error| anyhow!("cannot start the threads: {error}; use fewer with --threads N"))
}

/// Does work within the limits of [`short_work`], or, if its memory does not suffice, as long work.
pub(super) fn short_or_long<T, E>(
    session: &Session,
    work: impl Fn(Effort<'_>) -> Result<T, E>,
    is_memory: impl Fn(&E) -> bool,
) -> anyhow::Result<T>
where
    anyhow::Error: From<E>,
{
    match work(short_work(session)) {
        Err(error) if is_memory(&error) => with_effort(session, "", work),
        done => Ok(done?),
    }
}

/// Limits for work that takes little time and memory for most puzzles. It needs neither threads nor available memory,
/// which take longer. If it exceeds them, it should be done again as long work.
pub(super) fn short_work(session: &Session) -> Effort<'static> {
    const MEMORY_OF_SHORT_WORK: u64 = 16 << 20;
    let memory = session.memory.unwrap_or(u64::MAX).min(MEMORY_OF_SHORT_WORK);
    Effort { memory, ..Effort::UNLIMITED }
}

/// The space of a piece set, numbered within the memory limit.
pub(super) fn space(session: &Session, puzzle: &Puzzle, set: &PieceSet) -> anyhow::Result<Space> {
    let number = |effort: Effort<'_>| Space::within(puzzle, set, effort);
    short_or_long(session, number, |error| matches!(error, SpaceError::Memory { .. }))
}

/// The least memory limit, in bytes. No search fits into less.
const LEAST_MEMORY: u64 = 1_000;

/// Reads an amount of memory.
pub(super) fn memory(text: &str) -> Result<u64, String> {
    match text.parse::<ByteSize>() {
        Ok(ByteSize(..LEAST_MEMORY)) => Err("the memory limit must be at least 1 kB".to_owned()),
        Ok(ByteSize(bytes)) => Ok(bytes),
        Err(_) => Err("write a number and a unit, such as 8GiB or 500MB".to_owned()),
    }
}

/// Reads a time in seconds.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: Result<u32, _> = text.parse();
    let seconds = seconds
        .map_err(|_| format!("write a whole number of seconds up to {}, such as 60", u32::MAX))?;
    Ok(Duration::from_secs(seconds.into()))
}

/// Assumed available memory if the system does not report it, in bytes.
pub const ASSUMED_MEMORY: u64 = 1 << 30;

/// The default memory limit of the program, in bytes: 15/16 of available memory. The rest is for memory that is not counted.
///
/// Available memory is that of the machine, of the control group of the process, and of its address space. If the system
/// does not report any, it is taken as 1 GiB.
pub fn default_memory() -> u64 {
    let (available, group) = available_memory();
    limit(available, group, address_space())
}

/// Available memory of the machine and of the control group of the process, in bytes, as far as the system reports it.
fn available_memory() -> (Option<u64>, Option<u64>) {
    let mut system = System::new();
    system.refresh_memory();
    // Without /proc nothing is known, and sysinfo panics where it is asked for the limits of the group.
    match system.total_memory() {
        0 => (None, None),
        _ => {
            let group = system.cgroup_limits().map(|limits| limits.free_memory);
            (Some(system.available_memory()), group)
        }
    }
}

/// The memory limit that follows from the available memory of the machine, of the control group, and of the address
/// space.
pub fn limit(available: Option<u64>, group: Option<u64>, addresses: Option<u64>) -> u64 {
    let others = [group, addresses].into_iter().flatten();
    let free = others.fold(available.unwrap_or(ASSUMED_MEMORY), u64::min);
    free - free / 16
}

/// Unused bytes of the address space; `None` if it is not limited.
#[cfg(target_os = "linux")]
fn address_space() -> Option<u64> {
    let limits = fs::read_to_string("/proc/self/limits").ok()?;
    let line = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    let limit: u64 = line.split_whitespace().next()?.parse().ok()?;
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let used = status.lines().find_map(|line| line.strip_prefix("VmSize:"))?;
    let kilobytes: u64 = used.split_whitespace().next()?.parse().ok()?;
    Some(limit.saturating_sub(kilobytes * 1024))
}

/// Other systems do not report it.
#[cfg(not(target_os = "linux"))]
fn address_space() -> Option<u64> {
    None
}
