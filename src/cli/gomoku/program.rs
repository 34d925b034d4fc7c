//! Another program that speaks the protocol, and is trusted with nothing: neither to answer, nor to read, nor to end.

use crate::cli::started::Started;
use crate::games::gomoku::{Cell, Game, Rule, coordinates};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, ioctl_fionbio};
use std::fmt::Write as _;
use std::io::{self, Read, Write};
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::time::{Duration, Instant};

/// Bytes of the longest line that is read.
const LONGEST_LINE: usize = 4096;
/// Bytes that a program may print before one answer: messages, debugging and empty lines.
const MOST_CHATTER: usize = 1 << 20;
/// How often `stop` is looked at.
const LOOK: Duration = Duration::from_millis(20);

/// How long a program is waited for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Waits {
    /// For its answer to START.
    pub beginning: Duration,
    /// For a move, beyond the time that it may think.
    pub late: Duration,
    /// For its end after END.
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

/// Until when something may take.
#[derive(Clone, Copy)]
struct Deadline {
    at: Instant,
    longest: Duration,
}

impl Deadline {
    fn after(longest: Duration) -> Self {
        Self { at: Instant::now() + longest, longest }
    }

    fn left(self) -> Duration {
        self.at.saturating_duration_since(Instant::now())
    }
}

/// A program that is running. An error says in words what it did wrong. Dropping this asks it to end, and kills what is left of it and of what it has started.
pub(super) struct Program<'s> {
    /// None once it was asked to end.
    input: Option<ChildStdin>,
    output: ChildStdout,
    /// What it has printed that is no whole line yet.
    unread: Vec<u8>,
    time: Duration,
    waits: Waits,
    /// Set when nobody waits for it any more.
    stop: &'s AtomicBool,
    /// How many stones it knows of.
    known: usize,
    _started: Started,
}

impl<'s> Program<'s> {
    /// Starts a program, and tells it of a game and of the time that it may take about a move.
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
        let mut started =
            Started::new(&mut command).map_err(|error| format!("cannot be started: {error}"))?;
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

    /// Its move in a game.
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
        let wrong = || format!("answered {answer:?}, which is no move");
        let (column, row) = answer.split_once(',').ok_or_else(wrong)?;
        match (column.trim().parse(), row.trim().parse()) {
            (Ok(column), Ok(row)) => Ok(Cell { row, column }),
            _ => Err(wrong()),
        }
    }

    /// Writes lines to it.
    fn say(&mut self, lines: &str, deadline: Deadline) -> Result<(), String> {
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

    /// Its next line that is neither empty nor a message nor debugging.
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
                if chatter > MOST_CHATTER {
                    return Err(format!(
                        "printed more than {MOST_CHATTER} bytes without an answer"
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

    /// Reads what it has printed, and waits where that is nothing; whether more may come.
    fn read(&mut self, deadline: Deadline) -> Result<bool, String> {
        // Waited for even where something is there: what it prints does not put the deadline off.
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

    /// Waits until its input or output is ready.
    fn wait(&self, pipe: &PollFd<'_>, deadline: Deadline, what: &str) -> Result<(), String> {
        loop {
            if self.stop.load(SeqCst) {
                return Err("was not waited for".to_owned());
            }
            let left = deadline.left();
            if left.is_zero() {
                return Err(format!("has not {what} within {} ms", deadline.longest.as_millis()));
            }
            let look = Timespec::try_from(left.min(LOOK)).expect("it is a short time");
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

/// Whether a pipe may be ready later.
fn is_passing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted)
}

impl Drop for Program<'_> {
    fn drop(&mut self) {
        // It may end by itself, and write down what it has learned. Its group is killed in any case.
        let deadline = Deadline::after(self.waits.ending);
        let _ = self.say("END\n", deadline);
        self.input = None;
        while let Ok(true) = self.read(deadline) {
            self.unread.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::gomoku::Opening;
    use std::fs;
    use std::path::Path;
    use std::thread;

    static GOES_ON: AtomicBool = AtomicBool::new(false);
    const SOON: Duration = Duration::from_millis(100);
    /// Longer than any test may take.
    const NEVER: Duration = Duration::from_secs(3600);

    /// A program that is a shell's script.
    fn start(
        script: &str,
        waits: Waits,
        time: Duration,
        stop: &'static AtomicBool,
    ) -> Result<(Program<'static>, Game), String> {
        let game = Game::new(15, Rule::Freestyle, Opening::Free).unwrap();
        let words = ["sh", "-c", script].map(str::to_owned);
        Program::start(&words, &game, time, waits, stop).map(|program| (program, game))
    }

    fn fault(script: &str, waits: Waits) -> String {
        let started = start(script, waits, Duration::ZERO, &GOES_ON);
        started.and_then(|(mut program, game)| program.choose(&game)).expect_err("it plays")
    }

    #[test]
    fn what_a_program_prints_is_bounded() {
        let waits = Waits { beginning: NEVER, late: NEVER, ending: SOON };
        for endless in ["yes ''", "yes MESSAGE", "yes 'DEBUG on'"] {
            assert!(fault(endless, waits).starts_with("printed more than"), "{endless}");
            // While it should think, too.
            let later = fault(&format!("echo OK; {endless}"), waits);
            assert!(later.starts_with("printed more than"), "{endless}: {later}");
        }
        let long = fault("cat /dev/zero", waits);
        assert!(long.starts_with("printed a line of more than"), "{long}");
        let long = fault("head -c 5000 /dev/zero; echo; sleep 3600", waits);
        assert!(long.starts_with("printed a line of more than"), "{long}");
    }

    #[test]
    fn no_program_puts_a_deadline_off() {
        let short = Waits { beginning: SOON, late: NEVER, ending: SOON };
        let late = "has not answered within 100 ms";
        for script in ["sleep 3600", "while :; do echo MESSAGE; sleep 0.01; done"] {
            assert_eq!(fault(script, short), late, "{script}");
        }
        let short = Waits { beginning: NEVER, late: SOON, ending: SOON };
        for script in ["echo OK; sleep 3600", "echo OK; while :; do echo; sleep 0.01; done"] {
            assert_eq!(fault(script, short), late, "{script}");
        }
        // Nor does one that reads nothing, once its pipe is full.
        let (mut program, _) =
            start("echo OK; sleep 3600", short, Duration::ZERO, &GOES_ON).map_err(drop).unwrap();
        let written = program.say(&"INFO\n".repeat(1 << 18), Deadline::after(SOON));
        assert_eq!(written, Err("has not read its input within 100 ms".to_owned()));
    }

    #[test]
    fn a_program_is_not_waited_for_once_nobody_wants_to() {
        static STOP: AtomicBool = AtomicBool::new(false);
        let waits = Waits { beginning: NEVER, late: NEVER, ending: NEVER };
        let (mut program, game) =
            start("echo OK; sleep 3600", waits, NEVER, &STOP).map_err(drop).unwrap();
        thread::scope(|scope| {
            let choice = scope.spawn(|| program.choose(&game));
            STOP.store(true, SeqCst);
            assert!(choice.join().unwrap().is_err());
        });
        // Its end is not waited for either.
        drop(program);
    }

    /// Whether a process runs; one that nobody has waited for does not.
    fn runs(id: &str) -> bool {
        let status = fs::read_to_string(Path::new("/proc").join(id).join("status"));
        status.is_ok_and(|status| !status.contains("State:\tZ"))
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn nothing_is_left_of_a_program() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("ids").display().to_string();
        let waits = Waits { beginning: NEVER, late: NEVER, ending: SOON };
        let script = format!(
            "trap '' INT TERM HUP; sleep 3600 & sh -c 'sleep 3600 & echo $!; wait' >> {file} & \
             echo $! $$ >> {file}; while ! [ $(wc -w < {file}) = 3 ]; do :; done; echo OK; wait"
        );
        let (program, _) = start(&script, waits, NEVER, &GOES_ON).map_err(drop).unwrap();
        let ids = fs::read_to_string(&file).unwrap();
        let ids: Vec<&str> = ids.split_whitespace().collect();
        assert!(ids.len() == 3 && ids.iter().all(|id| runs(id)), "{ids:?}");
        drop(program);
        let started = Instant::now();
        while ids.iter().any(|id| runs(id)) {
            assert!(started.elapsed() < Duration::from_secs(60), "{ids:?}");
            thread::yield_now();
        }
    }

    #[test]
    fn a_program_may_end_by_itself() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("learned");
        let waits = Waits { beginning: NEVER, late: NEVER, ending: NEVER };
        let script = format!(
            "read start; echo OK; while read line; do case $line in END) break; esac; done; echo $line > {}",
            file.display()
        );
        drop(start(&script, waits, NEVER, &GOES_ON).map_err(drop).unwrap());
        assert_eq!(fs::read_to_string(file).unwrap(), "END\n");
    }
}
