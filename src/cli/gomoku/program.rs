//! Another program that speaks the protocol. It is not trusted to answer, to read or to end.

use crate::cli::child_process::ChildProcess;
use huarong_games::gomoku::{Cell, Game, Rule, coordinates};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, ioctl_fionbio};
use std::fmt::Write as _;
use std::io::{self, Read, Write};
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::time::{Duration, Instant};

/// Length limit of a line, in bytes.
const LONGEST_LINE: usize = 4096;
/// Limit of messages, debug output and empty lines before an answer, in bytes.
const MOST_BYTES_BEFORE_ANSWER: usize = 1 << 20;
/// Interval between checks of `stop`.
const INTERVAL_OF_STOP_CHECKS: Duration = Duration::from_millis(20);

/// Time limits for a program.
#[derive(Clone, Copy, Debug)]
pub struct Waits {
    /// For the answer to START.
    pub beginning: Duration,
    /// For a move, in addition to the time per move.
    pub late: Duration,
    /// For ending after END.
    pub ending: Duration,
}

impl Default for Waits {
    fn default() -> Self {
        Self {
            beginning: Duration::from_secs(10),
            late: Duration::from_secs(1),
            ending: Duration::from_millis(500),
        }
    }
}

/// A deadline, with the time limit that led to it.
#[derive(Clone, Copy)]
pub struct Deadline {
    at: Instant,
    longest: Duration,
}

impl Deadline {
    pub fn after(longest: Duration) -> Self {
        Self { at: Instant::now() + longest, longest }
    }

    fn left(self) -> Duration {
        self.at.saturating_duration_since(Instant::now())
    }
}

/// A running program. Its errors describe faults. Dropping this asks the program to end, and then kills it with all its
/// descendants.
pub struct Program<'s> {
    /// None once the program was asked to end.
    input: Option<ChildStdin>,
    output: ChildStdout,
    /// Output that is not a whole line yet.
    unread: Vec<u8>,
    time: Duration,
    waits: Waits,
    /// Set when the match is cancelled.
    stop: &'s AtomicBool,
    /// Number of stones that the program knows.
    known: usize,
    _started: ChildProcess,
}

impl<'s> Program<'s> {
    /// Starts a program, and sends it the size and rule of a game and the time per move.
    pub fn start(
        words: &[String],
        game: &Game,
        time: Duration,
        waits: Waits,
        stop: &'s AtomicBool,
    ) -> Result<Self, String> {
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).stderr(Stdio::null());
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut started = ChildProcess::new(&mut command)
            .map_err(|error| format!("cannot be started: {error}"))?;
        let (Some(input), Some(output)) = (started.stdin.take(), started.stdout.take()) else {
            return Err("cannot be talked to".to_owned());
        };
        ioctl_fionbio(&input, true)
            .and_then(|()| ioctl_fionbio(&output, true))
            .map_err(|error| format!("cannot be talked to: {error}"))?;
        let input = Some(input);
        let (unread, known, _started) = (Vec::new(), 0, started);
        let mut program = Self { input, output, unread, time, waits, stop, known, _started };
        let deadline = Deadline::after(waits.beginning);
        program.say(&format!("START {}\n", game.board().size()), deadline)?;
        match program.answer(deadline)?.as_str() {
            "OK" => {}
            other => return Err(format!("answered {other:?} to START")),
        }
        let rule = match game.rule() {
            Rule::Freestyle => 0,
            Rule::ExactlyFive => 1,
            Rule::Renju => 4,
        };
        let infos = format!(
            "INFO timeout_turn {}\nINFO timeout_match 0\nINFO time_left 2147483647\nINFO max_memory 0\n\
             INFO game_type 1\nINFO rule {rule}\n",
            time.as_millis()
        );
        program.say(&infos, deadline)?;
        Ok(program)
    }

    /// The move of the program in a game.
    pub fn choose(&mut self, game: &Game) -> Result<Cell, String> {
        let moves: Vec<Cell> = game.moves().collect();
        let question = match moves[..] {
            [] => "BEGIN\n".to_owned(),
            [.., last] if self.known > 0 && self.known + 1 == moves.len() => {
                format!("TURN {}\n", coordinates(last))
            }
            _ => {
                let mut list = "BOARD\n".to_owned();
                for (number, &cell) in moves.iter().enumerate() {
                    let owner = if (moves.len() - number).is_multiple_of(2) { 1 } else { 2 };
                    let _ = writeln!(list, "{},{owner}", coordinates(cell));
                }
                list + "DONE\n"
            }
        };
        self.known = moves.len() + 1;
        let deadline = Deadline::after(self.time + self.waits.late);
        self.say(&question, deadline)?;
        let answer = self.answer(deadline)?;
        let wrong = || format!("answered {answer:?}, which is not a move");
        let (column, row) = answer.split_once(',').ok_or_else(wrong)?;
        match (column.trim().parse(), row.trim().parse()) {
            (Ok(column), Ok(row)) => Ok(Cell { row, column }),
            _ => Err(wrong()),
        }
    }

    /// Writes lines to the program.
    pub fn say(&mut self, lines: &str, deadline: Deadline) -> Result<(), String> {
        let ended = || "has ended".to_owned();
        let mut rest = lines.as_bytes();
        while !rest.is_empty() {
            let mut input = self.input.as_ref().ok_or_else(ended)?;
            match input.write(rest) {
                Ok(written) => rest = &rest[written..],
                Err(error) if is_passing(&error) => {
                    self.wait(&PollFd::new(input, PollFlags::OUT), deadline, "read its input")?;
                }
                Err(_) => return Err(ended()),
            }
        }
        Ok(())
    }

    /// The next line of the program that is not empty, a message or debug output.
    fn answer(&mut self, deadline: Deadline) -> Result<String, String> {
        let mut chatter = 0;
        loop {
            while let Some(end) = self.unread.iter().position(|&byte| byte == b'\n') {
                let line: Vec<u8> = self.unread.drain(..=end).collect();
                if line.len() > LONGEST_LINE {
                    return Err(too_long());
                }
                let line = String::from_utf8_lossy(&line);
                let line = line.trim();
                if !(line.is_empty() || line.starts_with("MESSAGE") || line.starts_with("DEBUG")) {
                    return Ok(line.to_owned());
                }
                chatter += end + 1;
                if chatter > MOST_BYTES_BEFORE_ANSWER {
                    return Err(format!(
                        "printed more than {MOST_BYTES_BEFORE_ANSWER} bytes without an answer"
                    ));
                }
            }
            if self.unread.len() > LONGEST_LINE {
                return Err(too_long());
            }
            if !self.read(deadline)? {
                return Err("has ended".to_owned());
            }
        }
    }

    /// Waits for output and reads it; returns whether more can come.
    fn read(&mut self, deadline: Deadline) -> Result<bool, String> {
        // Waits in any case: this checks the deadline, which output must not postpone.
        self.wait(&PollFd::new(&self.output, PollFlags::IN), deadline, "answered")?;
        let mut bytes = [0; LONGEST_LINE];
        match self.output.read(&mut bytes) {
            Ok(read) => {
                self.unread.extend_from_slice(&bytes[..read]);
                Ok(read > 0)
            }
            Err(error) => Ok(is_passing(&error)),
        }
    }

    /// Waits until the input or output of the program is ready.
    fn wait(&self, pipe: &PollFd<'_>, deadline: Deadline, what: &str) -> Result<(), String> {
        loop {
            if self.stop.load(SeqCst) {
                return Err("was cancelled".to_owned());
            }
            let left = deadline.left();
            if left.is_zero() {
                return Err(format!("has not {what} within {} ms", deadline.longest.as_millis()));
            }
            let look =
                Timespec::try_from(left.min(INTERVAL_OF_STOP_CHECKS)).expect("it is a short time");
            match poll(&mut [pipe.clone()], Some(&look)) {
                Ok(0) | Err(Errno::INTR) => {}
                Ok(_) => return Ok(()),
                Err(error) => return Err(format!("cannot be waited for: {error}")),
            }
        }
    }
}

fn too_long() -> String {
    format!("printed a line of more than {LONGEST_LINE} bytes")
}

/// Whether an error of a pipe is temporary.
fn is_passing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted)
}

impl Drop for Program<'_> {
    fn drop(&mut self) {
        // Gives the program time to end by itself and to store what it has learned. Its group is killed in any case.
        let deadline = Deadline::after(self.waits.ending);
        let _ = self.say("END\n", deadline);
        self.input = None;
        while let Ok(true) = self.read(deadline) {
            self.unread.clear();
        }
    }
}
