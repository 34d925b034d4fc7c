//! The protocol on standard input and output.

use super::MEMORY;
use crate::cli::output;
use huarong::games::gomoku::{Answer, Brain, Level};
use std::io::{self, BufRead, Read, Write};
use std::sync::atomic::AtomicBool;

/// The longest line that is heard whole; no command is as long.
const LONGEST: u64 = 4096;

pub(super) fn run(level: Level) -> anyhow::Result<()> {
    let mut brain = Brain::new(level, MEMORY);
    let mut out = output::stdout()?;
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    let never = AtomicBool::new(false);
    loop {
        line.clear();
        if input.by_ref().take(LONGEST).read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        match brain.hear(&String::from_utf8_lossy(&line), &never) {
            Answer::Silence => {}
            Answer::Line(words) => {
                writeln!(out, "{words}")?;
                out.flush()?;
            }
            Answer::End => return Ok(()),
        }
    }
}
