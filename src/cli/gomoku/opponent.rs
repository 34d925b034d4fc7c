//! Who plays in a match: a level of ours, or another program that speaks the protocol.

use super::MEMORY;
use huarong::games::gomoku::{Cell, Engine, Game, Level, Limits, Rule, coordinates};
use std::fmt;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::str::FromStr;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// The longest that a program takes to begin.
const BEGINNING: Duration = Duration::from_secs(10);
/// How much longer than its time a program may take to answer.
const GRACE: Duration = Duration::from_secs(1);
/// The longest line of an answer.
const LONGEST: u64 = 4096;

/// Somebody who can play.
#[derive(Clone, Debug)]
pub(super) enum Contender {
    /// One of ours.
    Level(Level),
    /// A program with its arguments.
    Program(Vec<String>),
}

impl FromStr for Contender {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Some(level) = Level::of_name(text) {
            return Ok(Self::Level(level));
        }
        let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        if words.is_empty() {
            return Err("name a level (chapter, 2, 4, 6 or strong) or a program".to_owned());
        }
        Ok(Self::Program(words))
    }
}

impl fmt::Display for Contender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Level(level) => f.write_str(level.name()),
            Self::Program(words) => f.write_str(&words.join(" ")),
        }
    }
}

/// Somebody at the board in one game.
pub(super) enum Opponent {
    Own { engine: Box<Engine>, time: Duration },
    Program(Box<Program>),
}

/// Why somebody lost without a five.
pub(super) type Fault = String;

impl Opponent {
    pub fn new(contender: &Contender, game: &Game, time: Duration) -> Result<Self, Fault> {
        Ok(match contender {
            Contender::Level(level) => {
                Self::Own { engine: Box::new(Engine::new(*level, MEMORY)), time }
            }
            Contender::Program(words) => {
                Self::Program(Box::new(Program::start(words, game, time)?))
            }
        })
    }

    /// A move in a game.
    pub fn choose(&mut self, game: &Game) -> Result<Cell, Fault> {
        match self {
            Self::Own { engine, time } => {
                let limits = Limits { time: Some(*time), ..Limits::default() };
                let choice = engine.choose(&game.position(), &limits, &AtomicBool::new(false));
                choice.map(|choice| choice.cell).ok_or_else(|| "found no move".to_owned())
            }
            Self::Program(program) => program.choose(game),
        }
    }
}

/// A program that is running; it ends with this.
pub(super) struct Program {
    child: Child,
    input: ChildStdin,
    answers: Receiver<String>,
    time: Duration,
    /// How many stones it knows of.
    known: usize,
}

impl Program {
    fn start(words: &[String], game: &Game, time: Duration) -> Result<Self, Fault> {
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("cannot be started: {error}"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("cannot be talked to".to_owned());
        };
        let (said, answers) = mpsc::channel();
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            let mut line = Vec::new();
            while output
                .by_ref()
                .take(LONGEST)
                .read_until(b'\n', &mut line)
                .is_ok_and(|read| read > 0)
            {
                if said.send(String::from_utf8_lossy(&line).trim().to_owned()).is_err() {
                    return;
                }
                line.clear();
            }
        });
        let mut program = Self { child, input, answers, time, known: 0 };
        program.say(&format!("START {}", game.board().size()))?;
        match program.answer(BEGINNING)?.as_str() {
            "OK" => {}
            other => return Err(format!("answered {other:?} to START")),
        }
        let rule = match game.rule() {
            Rule::Freestyle => 0,
            Rule::ExactlyFive => 1,
            Rule::Renju => 4,
        };
        let milliseconds = time.as_millis();
        for told in [
            format!("timeout_turn {milliseconds}"),
            "timeout_match 0".to_owned(),
            "time_left 2147483647".to_owned(),
            "max_memory 0".to_owned(),
            "game_type 1".to_owned(),
            format!("rule {rule}"),
        ] {
            program.say(&format!("INFO {told}"))?;
        }
        Ok(program)
    }

    fn say(&mut self, line: &str) -> Result<(), Fault> {
        let written = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        written.map_err(|_| "has ended".to_owned())
    }

    /// Its next line that is neither a message nor debugging.
    fn answer(&mut self, longest: Duration) -> Result<String, Fault> {
        let deadline = Instant::now() + longest;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.answers.recv_timeout(left) {
                Ok(line) if line.is_empty() => {}
                Ok(line) if line.starts_with("MESSAGE") || line.starts_with("DEBUG") => {}
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Timeout) => {
                    return Err(format!("has not answered within {} ms", longest.as_millis()));
                }
                Err(RecvTimeoutError::Disconnected) => return Err("has ended".to_owned()),
            }
        }
    }

    fn choose(&mut self, game: &Game) -> Result<Cell, Fault> {
        let moves: Vec<Cell> = game.moves().collect();
        match moves[..] {
            [] => self.say("BEGIN")?,
            [.., last] if self.known > 0 && self.known + 1 == moves.len() => {
                self.say(&format!("TURN {}", coordinates(last)))?;
            }
            _ => {
                let mut list = "BOARD\n".to_owned();
                for (number, &cell) in moves.iter().enumerate() {
                    let owner = if (moves.len() - number).is_multiple_of(2) { 1 } else { 2 };
                    list.push_str(&format!("{},{owner}\n", coordinates(cell)));
                }
                self.say(&(list + "DONE"))?;
            }
        }
        self.known = moves.len() + 1;
        let answer = self.answer(self.time + GRACE)?;
        let wrong = || format!("answered {answer:?}, which is no move");
        let (column, row) = answer.split_once(',').ok_or_else(wrong)?;
        match (column.trim().parse(), row.trim().parse()) {
            (Ok(column), Ok(row)) => Ok(Cell { row, column }),
            _ => Err(wrong()),
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It is asked, and where it does not listen made to end.
        let _ = self.say("END");
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
