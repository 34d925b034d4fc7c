//! Work that takes more than a moment: its bar, what it may use, and how it is ended.

use super::interrupt;
use super::session::Session;
use crate::effort::{Effort, Progress};
use crate::sliding::rules::{PieceSet, Puzzle};
use crate::sliding::space::Space;
use bytesize::ByteSize;
use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt;
#[cfg(target_os = "linux")]
use std::fs;
use std::sync::Once;
use std::time::Duration;
use sysinfo::System;

/// Does some work, counted in `unit`s, with a bar on standard error where that is a terminal; Ctrl-C asks it to stop.
pub(super) fn with_effort<T, E>(
    session: &Session,
    unit: &str,
    work: impl FnOnce(Effort<'_>) -> Result<T, E>,
) -> anyhow::Result<T>
where
    anyhow::Error: From<E>,
{
    let _work = interrupt::Work::begin()?;
    let bar = bar(unit, session.quiet);
    let watch = |progress: Progress<'_>| {
        match progress {
            Progress::Total(units) => bar.set_length(units),
            Progress::Done(0) => {}
            Progress::Done(units) => bar.inc(units),
            Progress::Doing(what) if !bar.is_hidden() => bar.set_message(what.to_string()),
            Progress::Notice(words) => bar.suspend(|| session.say(words)),
            _ => {}
        }
        interrupt::flow()
    };
    let memory = session.memory.unwrap_or_else(|| {
        tell_of_guess(session);
        free_memory()
    });
    let done = work(Effort { memory, watch: &watch, ..Effort::UNLIMITED });
    bar.finish_and_clear();
    Ok(done?)
}

/// Says once that the memory limit is a guess, where it is.
fn tell_of_guess(session: &Session) {
    static TOLD: Once = Once::new();
    TOLD.call_once(|| {
        if available_memory().0.is_none() {
            session.say(format_args!(
                "this system does not tell how much memory is available: at most {} is used; --memory sets the limit",
                ByteSize(UNTOLD)
            ));
        }
    });
}

/// The space of a piece set, numbered in as much memory as there may be.
pub(super) fn space(session: &Session, puzzle: &Puzzle, set: &PieceSet) -> anyhow::Result<Space> {
    with_effort(session, "", |effort| Space::within(puzzle, set, effort))
}

/// Reads an amount of memory.
pub(super) fn memory(text: &str) -> Result<u64, String> {
    match text.parse::<ByteSize>() {
        Ok(ByteSize(0)) => Err("nothing can be done without memory".to_owned()),
        Ok(ByteSize(bytes)) => Ok(bytes),
        Err(_) => {
            Err("an amount of memory is a number with its unit, like 8GiB or 500MB".to_owned())
        }
    }
}

/// Reads a time.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: Result<u32, _> = text.parse();
    let seconds = seconds.map_err(|_| "a time is a whole number of seconds, like 60".to_owned())?;
    Ok(Duration::from_secs(seconds.into()))
}

/// Bytes of memory that are taken to be available where the system does not tell.
pub const UNTOLD: u64 = 1 << 30;

/// Bytes of memory that are free, for this process too, less a sixteenth for all that nobody counts.
pub(super) fn free_memory() -> u64 {
    let (available, group) = available_memory();
    limit(available, group, address_space())
}

/// Bytes of memory that are available to all, and to the group that the process is in, as far as the system tells.
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

/// The memory limit that follows from what is available to all, to the process's group, and of its addresses.
pub fn limit(available: Option<u64>, group: Option<u64>, addresses: Option<u64>) -> u64 {
    let others = [group, addresses].into_iter().flatten();
    let free = others.fold(available.unwrap_or(UNTOLD), u64::min);
    free - free / 16
}

/// What is left of the addresses that the process may have; `None` where there is no limit.
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

/// Other systems do not tell.
#[cfg(not(target_os = "linux"))]
fn address_space() -> Option<u64> {
    None
}

/// A bar over things called `unit`; hidden where it would disturb.
fn bar(unit: &str, quiet: bool) -> ProgressBar {
    // indicatif itself hides a bar whose target is no terminal.
    let target = if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let template = format!(
        "{{msg:36!}} {{bar:24}} {{human_pos}}/{{human_len}} {unit}, {{rate}}/s, {{eta}} left"
    );
    let rate = |state: &ProgressState, out: &mut dyn fmt::Write| {
        let _ = write!(out, "{}", HumanCount(state.per_sec() as u64));
    };
    let style = ProgressStyle::with_template(&template)
        .expect("the template is well formed")
        .with_key("rate", rate);
    ProgressBar::with_draw_target(Some(0), target).with_style(style)
}
