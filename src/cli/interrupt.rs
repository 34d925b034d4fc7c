//! Signals that end the program: Ctrl-C, termination, and the end of the terminal.
//!
//! While work runs, the first signal cancels it, so that it can clean up. The program ends at once if a second signal
//! comes, or if the work has not ended within [`PATIENCE`]. Without work, the first signal ends the program.

use anyhow::Context;
use std::io;
use std::ops::ControlFlow;
use std::process;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::thread;
use std::time::Duration;

/// Time in which cancelled work must end. The program ends within a second of a signal, whatever it does.
const PATIENCE: Duration = Duration::from_millis(800);

/// The exit status of a program that a signal ended is this plus the number of the signal, as in shells.
const ENDED_BY: usize = 128;
/// The number of Ctrl-C.
const CTRL_C: usize = 2;

static STOP_REQUESTED: AtomicBool = AtomicBool::new(false);
/// The number of the last signal.
static SIGNAL: AtomicUsize = AtomicUsize::new(CTRL_C);
static WORKS_RUNNING: AtomicUsize = AtomicUsize::new(0);

/// Work that a signal cancels before it ends the program, for as long as this lives.
pub(super) struct Work(());

impl Work {
    pub fn begin() -> anyhow::Result<Self> {
        static WATCHED: OnceLock<Result<(), String>> = OnceLock::new();
        // Counted before the handler starts: a signal that comes at once cancels the work.
        WORKS_RUNNING.fetch_add(1, SeqCst);
        let work = Self(());
        let watched = WATCHED.get_or_init(|| watch().map_err(|error| error.to_string()));
        watched.clone().map_err(anyhow::Error::msg).context("cannot handle Ctrl-C")?;
        Ok(work)
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        WORKS_RUNNING.fetch_sub(1, SeqCst);
    }
}

/// Starts the thread that handles signals.
fn watch() -> io::Result<()> {
    let mut signals = Signals::listen()?;
    let obey = move || {
        signals.wait(None);
        if WORKS_RUNNING.load(SeqCst) > 0 {
            signals.wait(Some(PATIENCE));
            say_without_waiting("error: cancelled; the work was ended at once\n");
        }
        #[cfg(any(unix, feature = "cluster"))]
        super::child_process::end_all();
        process::exit(exit_status());
    };
    thread::Builder::new().name("signals".to_owned()).spawn(obey).map(drop)
}

/// Writes to standard error if that does not block: a full pipe must not delay the end.
fn say_without_waiting(words: &str) {
    #[cfg(unix)]
    {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};
        let (stderr, at_once) = (io::stderr(), Timespec { tv_sec: 0, tv_nsec: 0 });
        let mut ready = [PollFd::new(&stderr, PollFlags::OUT)];
        if poll(&mut ready, Some(&at_once)).is_ok() && ready[0].revents().contains(PollFlags::OUT) {
            // Not through the standard library: the work can hold its lock.
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
        let (receiver, sender) = std::os::unix::net::UnixStream::pair()?;
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            if signal == SIGHUP && outlives_its_terminal() {
                continue;
            }
            // Actions run in the order of their registration: waking the thread must be the last.
            signal_hook::flag::register_usize(signal, &SIGNAL, signal as usize)?;
            signal_hook::flag::register(signal, &STOP_REQUESTED)?;
            signal_hook::low_level::pipe::register(signal, sender.try_clone()?)?;
        }
        Ok(Self(receiver))
    }

    /// Waits for the next signal, at most for `longest`.
    fn wait(&mut self, longest: Option<Duration>) {
        // An error ends the wait early, and so the program. That is better than to miss a signal.
        let _ = self.0.set_read_timeout(longest);
        let _ = io::Read::read(&mut self.0, &mut [0]);
    }
}

/// Whether the program ignores the end of its terminal, because `nohup` or the like started it.
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
        let (sender, receiver) = std::sync::mpsc::channel();
        let handle = move || {
            STOP_REQUESTED.store(true, SeqCst);
            let _ = sender.send(());
        };
        ctrlc::set_handler(handle).map_err(io::Error::other)?;
        Ok(Self(receiver))
    }

    /// Waits for the next signal, at most for `longest`.
    fn wait(&mut self, longest: Option<Duration>) {
        let _ = self.0.recv_timeout(longest.unwrap_or(Duration::MAX));
    }
}

/// Makes a file beyond the size limit of the process an ordinary write error. By default the system ends the program
/// without a message.
pub(super) fn survive_size_limits() -> anyhow::Result<()> {
    #[cfg(unix)]
    {
        static IS_TOO_LARGE: AtomicBool = AtomicBool::new(false);
        signal_hook::flag::register(signal_hook::consts::SIGXFSZ, &IS_TOO_LARGE)
            .context("cannot handle the signal for files beyond the size limit")?;
    }
    Ok(())
}

/// The flag that a signal sets to cancel the work.
pub(super) fn stop_flag() -> &'static AtomicBool {
    &STOP_REQUESTED
}

/// Whether the work continues: `Break` once a signal has cancelled it.
pub(super) fn flow() -> ControlFlow<()> {
    if STOP_REQUESTED.load(SeqCst) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// The exit code after an error.
pub(super) fn exit_code() -> u8 {
    if STOP_REQUESTED.load(SeqCst) { exit_status() as u8 } else { 1 }
}

/// The exit status of a program that the last signal ended, as shells report it.
fn exit_status() -> i32 {
    (ENDED_BY + SIGNAL.load(SeqCst)) as i32
}
