//! The Gomocup protocol on standard input and output.

use super::arguments::engine_memory;
use crate::cli::output;
use crate::cli::session::Session;
use anyhow::Context;
use huarong_games::gomoku::{Answer, Brain, Level};
use std::io::{self, BufRead, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::mpsc::{self, SyncSender};
use std::thread;

/// Length limit of a line, in bytes; longer lines are split, and no command is as long.
const LONGEST_LINE: u64 = 4096;
/// Number of lines that are read ahead of their answers.
const LINES_READ_AHEAD: usize = 1024;

/// Answers the lines of standard input. A thread reads them during searches: `END` and the end of the input cancel a
/// search.
pub(super) fn run(session: &Session, level: Level) -> anyhow::Result<()> {
    let mut brain = Brain::new(level, engine_memory(session, 1));
    let mut out = output::stdout()?;
    let stop = Arc::new(AtomicBool::new(false));
    let (sender, receiver) = mpsc::sync_channel(LINES_READ_AHEAD);
    let listener = stop.clone();
    thread::Builder::new()
        .spawn(move || listen(io::stdin().lock(), &sender, &listener))
        .context("cannot start a thread")?;
    for line in receiver {
        match brain.handle(&String::from_utf8_lossy(&line?), &stop) {
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

/// Passes lines on, and sets `stop` after the last one.
fn listen(mut input: impl BufRead, sender: &SyncSender<io::Result<Vec<u8>>>, stop: &AtomicBool) {
    loop {
        let mut line = Vec::new();
        let read = input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line);
        if !matches!(read, Ok(1..)) || line.trim_ascii().eq_ignore_ascii_case(b"END") {
            stop.store(true, SeqCst);
        }
        // Fails only if this program is about to end.
        let sent = match read {
            Ok(0) => return,
            Ok(_) => sender.send(Ok(line)),
            Err(error) => sender.send(Err(error)),
        };
        if sent.is_err() || stop.load(SeqCst) {
            return;
        }
    }
}
