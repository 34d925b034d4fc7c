//! The protocol on standard input and output.

use super::arguments::engine_memory;
use crate::cli::output;
use crate::cli::session::Session;
use crate::games::gomoku::{Answer, Brain, Level};
use anyhow::Context;
use std::io::{self, BufRead, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::mpsc::{self, SyncSender};
use std::thread;

/// The longest line that is heard whole; no command is as long.
const LONGEST: u64 = 4096;
/// Lines that are read ahead of their answers.
const AHEAD: usize = 1024;

/// Answers the lines of standard input. They are read while it thinks: `END` and the end of the input cut that short.
pub(super) fn run(session: &Session, level: Level) -> anyhow::Result<()> {
    let mut brain = Brain::new(level, engine_memory(session, 1));
    let mut out = output::stdout()?;
    let stop = Arc::new(AtomicBool::new(false));
    let (said, heard) = mpsc::sync_channel(AHEAD);
    let listener = stop.clone();
    thread::Builder::new()
        .spawn(move || listen(io::stdin().lock(), &said, &listener))
        .context("cannot start a thread")?;
    for line in heard {
        match brain.hear(&String::from_utf8_lossy(&line?), &stop) {
            Answer::Silence => {}
            Answer::Line(words) => {
                writeln!(out, "{words}")?;
                out.flush()?;
            }
            Answer::End => return Ok(()),
        }
    }
    Ok(())
}

/// Passes lines on, and sets `stop` where there are no more to come.
fn listen(mut input: impl BufRead, said: &SyncSender<io::Result<Vec<u8>>>, stop: &AtomicBool) {
    loop {
        let mut line = Vec::new();
        let read = input.by_ref().take(LONGEST).read_until(b'\n', &mut line);
        if !matches!(read, Ok(1..)) || line.trim_ascii().eq_ignore_ascii_case(b"END") {
            stop.store(true, SeqCst);
        }
        // Nobody listens where this program is about to end.
        let told = match read {
            Ok(0) => return,
            Ok(_) => said.send(Ok(line)),
            Err(error) => said.send(Err(error)),
        };
        if told.is_err() || stop.load(SeqCst) {
            return;
        }
    }
}
