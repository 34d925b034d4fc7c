//! Signals. Ctrl-C: work in progress is asked to stop; a program that waits for input just ends.

use anyhow::Context;
use std::ops::ControlFlow;
use std::process::{self, ExitCode};
#[cfg(unix)]
use std::sync::Arc;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};

/// What a shell calls a program ended by Ctrl-C.
const INTERRUPTED: u8 = 130;

static STOP_REQUESTED: AtomicBool = AtomicBool::new(false);
static WORKS_RUNNING: AtomicUsize = AtomicUsize::new(0);

/// While this lives, Ctrl-C asks the work to stop instead of ending the program.
pub(super) struct Work(());

impl Work {
    pub fn begin() -> anyhow::Result<Self> {
        static HANDLER: OnceLock<Result<(), String>> = OnceLock::new();
        // Counted first: a signal that comes as soon as it is watched for asks the work to stop.
        WORKS_RUNNING.fetch_add(1, SeqCst);
        let work = Self(());
        let handler = HANDLER.get_or_init(|| {
            ctrlc::set_handler(|| {
                if WORKS_RUNNING.load(SeqCst) == 0 {
                    process::exit(INTERRUPTED.into());
                }
                STOP_REQUESTED.store(true, SeqCst);
            })
            .map_err(|error| error.to_string())
        });
        handler.clone().map_err(anyhow::Error::msg).context("cannot watch for Ctrl-C")?;
        Ok(work)
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        WORKS_RUNNING.fetch_sub(1, SeqCst);
    }
}

/// Has a file beyond the size limit of the process be an error of writing like any other: by default the
/// system ends the program without a word.
pub(super) fn survive_size_limits() -> anyhow::Result<()> {
    #[cfg(unix)]
    signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default())
        .context("cannot watch for files that become too large")?;
    Ok(())
}

/// Whether the work is to go on.
pub(super) fn flow() -> ControlFlow<()> {
    if STOP_REQUESTED.load(SeqCst) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// The exit code of a program that ends with an error.
pub(super) fn exit_code() -> ExitCode {
    if STOP_REQUESTED.load(SeqCst) { ExitCode::from(INTERRUPTED) } else { ExitCode::FAILURE }
}
