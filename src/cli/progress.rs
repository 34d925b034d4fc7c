//! Progress of long work on standard error: a bar, lines of text, or JSON for programs.

use super::output::{self, grouped};
use clap::ValueEnum;
use huarong_core::effort::Progress;
use indicatif::{
    HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle,
};
use serde::Serialize;
use std::fmt;
use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{LazyLock, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// How progress is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// A bar, if standard error is a terminal
    Bar,
    /// A line every 10 seconds
    Lines,
    /// A JSON object per line, at most once a second, and at the end of each step
    Json,
}

impl Format {
    /// The format that is asked for, otherwise the one that fits standard error. With `quiet` there is none by default.
    pub fn of(asked: Option<Self>, quiet: bool) -> Option<Self> {
        let default = || if io::stderr().is_terminal() { Self::Bar } else { Self::Lines };
        asked.or_else(|| (!quiet).then(default))
    }

    /// Least time between two reports.
    fn every(self) -> Duration {
        match self {
            Self::Bar => Duration::ZERO,
            Self::Lines => Duration::from_secs(10),
            Self::Json => Duration::from_secs(1),
        }
    }
}

/// The progress of one piece of work.
pub(super) struct Reporter<'u> {
    /// What is counted, in the plural. Work that counts nothing has the empty text.
    unit: &'u str,
    format: Option<Format>,
    bar: ProgressBar,
    done: AtomicU64,
    total: AtomicU64,
    doing: Mutex<String>,
    /// When the number of units became known.
    since: OnceLock<Instant>,
}

/// A report for programs.
#[derive(Serialize)]
struct Report<'r> {
    doing: Option<&'r str>,
    done: u64,
    /// None if it is not known.
    total: Option<u64>,
    unit: &'r str,
}

/// The time from which silence is measured: the first work of the program, or the last line.
static BEGINNING: LazyLock<Instant> = LazyLock::new(Instant::now);

/// The last line.
static LAST: Last = Last::new();

/// The last time that something was done, in milliseconds from the beginning.
pub(super) struct Last(AtomicU64);

impl Last {
    pub const fn new() -> Self {
        Self(AtomicU64::new(0))
    }

    /// Whether the last time is so long ago that the next is due. Only one thread is told so.
    pub fn is_due(&self, every: Duration) -> bool {
        let (now, last) = (BEGINNING.elapsed().as_millis() as u64, self.0.load(Relaxed));
        now.saturating_sub(last) >= every.as_millis() as u64
            && self.0.compare_exchange(last, now, Relaxed, Relaxed).is_ok()
    }
}

impl<'u> Reporter<'u> {
    pub fn new(unit: &'u str, format: Option<Format>) -> Self {
        LazyLock::force(&BEGINNING);
        Self {
            unit,
            format,
            bar: bar(unit, format == Some(Format::Bar)),
            done: AtomicU64::new(0),
            total: AtomicU64::new(0),
            doing: Mutex::default(),
            since: OnceLock::new(),
        }
    }

    /// Takes a report of the work. `say` prints a notice.
    pub fn report(&self, progress: Progress<'_>, say: &dyn Fn(&dyn fmt::Display)) {
        match (progress, self.format) {
            (Progress::Notice(words), _) => self.bar.suspend(|| say(words)),
            (_, None) => {}
            (Progress::Total(units), Some(Format::Bar)) => {
                self.bar.set_length(units);
                self.bar.set_style(style(self.unit, units > 0));
            }
            (Progress::Done(0), Some(Format::Bar)) => {}
            (Progress::Done(units), Some(Format::Bar)) => self.bar.inc(units),
            (Progress::Doing(what), Some(Format::Bar)) if !self.bar.is_hidden() => {
                self.bar.set_message(output::one_line(what));
            }
            (_, Some(Format::Bar)) => {}
            (progress, Some(format)) => {
                match progress {
                    Progress::Total(units) => {
                        self.total.store(units, Relaxed);
                        self.since.get_or_init(Instant::now);
                    }
                    Progress::Done(units) => drop(self.done.fetch_add(units, Relaxed)),
                    Progress::Doing(what) => {
                        let mut doing = self.doing.lock().unwrap_or_else(PoisonError::into_inner);
                        *doing = what.to_string();
                    }
                    _ => {}
                }
                if LAST.is_due(format.every()) {
                    self.write(format);
                }
            }
        }
    }

    /// Ends the reports of the work.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
        let counted = self.total.load(Relaxed) > 0 || self.done.load(Relaxed) > 0;
        if self.format == Some(Format::Json) && counted {
            self.write(Format::Json);
        }
    }

    fn write(&self, format: Format) {
        let doing = self.doing.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let (done, total) = (self.done.load(Relaxed), self.total.load(Relaxed));
        // Searches of unknown size report what they found, and may exceed the total of an earlier step.
        let total = Some(total).filter(|&total| total >= done.max(1));
        let doing = Some(&*doing).filter(|doing| !doing.is_empty());
        let unit = self.unit;
        match format {
            Format::Json => {
                let report = serde_json::to_string(&Report { doing, done, total, unit });
                output::say_line(report.unwrap_or_default());
            }
            Format::Bar | Format::Lines => {
                let doing = doing.unwrap_or("working");
                let count = match total {
                    _ if unit.is_empty() || done == 0 => String::new(),
                    None => format!(": {} {unit}", grouped(done)),
                    Some(total) => {
                        let percent = 100 * u128::from(done) / u128::from(total);
                        let left = self.left(done, total);
                        let (done, total) = (grouped(done), grouped(total));
                        format!(": {done} of {total} {unit} ({percent}%){left}")
                    }
                };
                output::say_line(format_args!("huarong: {doing}{count}"));
            }
        }
    }

    /// The time for the rest, in words, if every unit takes as long as those so far.
    fn left(&self, done: u64, total: u64) -> String {
        let spent = self.since.get().map_or(Duration::ZERO, Instant::elapsed);
        let left =
            Duration::try_from_secs_f64(spent.as_secs_f64() * (total - done) as f64 / done as f64);
        match left {
            Ok(left) if left.as_secs() > 0 => format!(", about {} left", HumanDuration(left)),
            _ => String::new(),
        }
    }
}

/// A progress bar that counts `unit`s, or a hidden one.
fn bar(unit: &str, is_shown: bool) -> ProgressBar {
    // indicatif hides the bar if standard error is not a terminal.
    let target = match is_shown {
        true => ProgressDrawTarget::stderr(),
        false => ProgressDrawTarget::hidden(),
    };
    ProgressBar::with_draw_target(None, target).with_style(style(unit, false))
}

/// The style of a bar, whose total may be unknown.
fn style(unit: &str, has_total: bool) -> ProgressStyle {
    let template = match has_total {
        _ if unit.is_empty() => "{msg}".to_owned(),
        true => format!(
            "{{msg:36!}} {{bar:24}} {{human_pos}}/{{human_len}} {unit}, {{rate}}/s, {{eta}} left"
        ),
        false => format!("{{msg:36!}} {{human_pos}} {unit}, {{rate}}/s"),
    };
    let rate = |state: &ProgressState, out: &mut dyn fmt::Write| {
        let _ = write!(out, "{}", HumanCount(state.per_sec() as u64));
    };
    ProgressStyle::with_template(&template)
        .expect("the template is well formed")
        .with_key("rate", rate)
}
