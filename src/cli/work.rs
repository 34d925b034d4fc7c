//! Work that takes more than a moment: its bar, what it may use, and how it is ended.

use super::{Session, interrupt};
use huarong::effort::{Effort, Progress};
use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt;
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
            Progress::Done(units) => bar.inc(units),
            Progress::Doing(what) if !bar.is_hidden() => bar.set_message(what.to_string()),
            Progress::Notice(words) => bar.suspend(|| session.say(words)),
            _ => {}
        }
        interrupt::flow()
    };
    let done = work(Effort { memory: free_memory(), watch: &watch });
    bar.finish_and_clear();
    Ok(done?)
}

/// Bytes of memory that are free, for this process too.
fn free_memory() -> u64 {
    let mut system = System::new();
    system.refresh_memory();
    let cgroup = system.cgroup_limits().map_or(u64::MAX, |limits| limits.free_memory);
    system.available_memory().min(cgroup)
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
