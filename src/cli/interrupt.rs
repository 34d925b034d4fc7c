//! Signals that ask the program to end: Ctrl-C, termination, and the end of the terminal.
//!
//! While work runs, the first signal asks it to stop, so that it can clean up. The program ends at once when a second
//! signal comes, or when the work has not stopped within [`PATIENCE`]. Without work the first signal ends it.

use super::started;
use anyhow::Context;
use std::io;
use std::ops::ControlFlow;
use std::process::{self, ExitCode};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::thread;
use std::time::Duration;

/// How long work may take to stop. The program ends within a second of a signal, whatever it does.
const PATIENCE: Duration = Duration::from_millis(800);

/// What a shell adds to the number of the signal that ended a program.
const ENDED_BY: usize = 128;
/// The number of Ctrl-C.
const CTRL_C: usize = 2;

static STOP_REQUESTED: AtomicBool = AtomicBool::new(false);
/// The number of the last signal.
static SIGNAL: AtomicUsize = AtomicUsize::new(CTRL_C);
static WORKS_RUNNING: AtomicUsize = AtomicUsize::new(0);

/// While this lives, a signal asks the work to stop before it ends the program.
pub(super) struct Work(());

impl Work {
    pub fn begin() -> anyhow::Result<Self> {
        static WATCHED: OnceLock<Result<(), String>> = OnceLock::new();
        // Counted first: a signal that comes as soon as it is watched for asks the work to stop.
        WORKS_RUNNING.fetch_add(1, SeqCst);
        let work = Self(());
        let watched = WATCHED.get_or_init(|| watch().map_err(|error| error.to_string()));
        watched.clone().map_err(anyhow::Error::msg).context("cannot watch for Ctrl-C")?;
        Ok(work)
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        WORKS_RUNNING.fetch_sub(1, SeqCst);
    }
}

/// Starts the thread that obeys signals.
fn watch() -> io::Result<()> {
    let mut signals = Signals::listen()?;
    let obey = move || {
        signals.wait(None);
        if WORKS_RUNNING.load(SeqCst) > 0 {
            signals.wait(Some(PATIENCE));
            say_without_waiting("error: stopped before the end, in the middle of the work\n");
        }
        started::end_all();
        process::exit(exit_status());
    };
    thread::Builder::new().name("signals".to_owned()).spawn(obey).map(drop)
}

/// Says something on standard error if that can be done at once: a full pipe must not hold up the end.
fn say_without_waiting(words: &str) {
    #[cfg(unix)]
    {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};
        let (stderr, at_once) = (io::stderr(), Timespec { tv_sec: 0, tv_nsec: 0 });
        let mut ready = [PollFd::new(&stderr, PollFlags::OUT)];
        if poll(&mut ready, Some(&at_once)).is_ok() && ready[0].revents().contains(PollFlags::OUT) {
            // Not by way of the standard library, whose lock the work may hold.
            let _ = rustix::io::write(&stderr, words.as_bytes());
        }
    }
    #[cfg(not(unix))]
    let _ = words;
}

/// Signals as they come.
#[cfg(unix)]
struct Signals(std::os::unix::net::UnixStream);

#[cfg(unix)]
impl Signals {
    fn listen() -> io::Result<Self> {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
        let (heard, told) = std::os::unix::net::UnixStream::pair()?;
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            if signal == SIGHUP && outlives_its_terminal() {
                continue;
            }
            // Actions run in the order of their registration: the thread is woken last.
            signal_hook::flag::register_usize(signal, &SIGNAL, signal as usize)?;
            signal_hook::flag::register(signal, &STOP_REQUESTED)?;
            signal_hook::low_level::pipe::register(signal, told.try_clone()?)?;
        }
        Ok(Self(heard))
    }

    /// Waits for the next signal, or until the time is over.
    fn wait(&mut self, longest: Option<Duration>) {
        // An error ends the wait early, and with it the program: better than a signal that is not obeyed.
        let _ = self.0.set_read_timeout(longest);
        let _ = io::Read::read(&mut self.0, &mut [0]);
    }
}

/// Whether the program was started by `nohup` or its like, which has it ignore the end of its terminal.
#[cfg(unix)]
fn outlives_its_terminal() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.unwrap_or(0) >> (signal_hook::consts::SIGHUP - 1) & 1 == 1
}

/// Signals as they come.
#[cfg(not(unix))]
struct Signals(std::sync::mpsc::Receiver<()>);

#[cfg(not(unix))]
impl Signals {
    fn listen() -> io::Result<Self> {
        let (told, heard) = std::sync::mpsc::channel();
        let tell = move || {
            STOP_REQUESTED.store(true, SeqCst);
            let _ = told.send(());
        };
        ctrlc::set_handler(tell).map_err(io::Error::other)?;
        Ok(Self(heard))
    }

    /// Waits for the next signal, or until the time is over.
    fn wait(&mut self, longest: Option<Duration>) {
        let _ = self.0.recv_timeout(longest.unwrap_or(Duration::MAX));
    }
}

/// Has a file beyond the size limit of the process be an error of writing like any other: by default the
/// system ends the program without a word.
pub(super) fn survive_size_limits() -> anyhow::Result<()> {
    #[cfg(unix)]
    {
        static IS_TOO_LARGE: AtomicBool = AtomicBool::new(false);
        signal_hook::flag::register(signal_hook::consts::SIGXFSZ, &IS_TOO_LARGE)
            .context("cannot watch for files that become too large")?;
    }
    Ok(())
}

/// Set once a signal has asked the work to stop.
pub(super) fn stop_flag() -> &'static AtomicBool {
    &STOP_REQUESTED
}

/// Whether the work is to go on.
pub(super) fn flow() -> ControlFlow<()> {
    if STOP_REQUESTED.load(SeqCst) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// The exit code of a program that ends with an error.
pub(super) fn exit_code() -> ExitCode {
    if STOP_REQUESTED.load(SeqCst) {
        ExitCode::from(exit_status() as u8)
    } else {
        ExitCode::FAILURE
    }
}

/// What a shell calls a program ended by the signal that came.
fn exit_status() -> i32 {
    (ENDED_BY + SIGNAL.load(SeqCst)) as i32
}
