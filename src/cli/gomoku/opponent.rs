//! Who plays in a match: a level of ours, or another program that speaks the protocol.

#[cfg(unix)]
use super::program::{Program, Waits};
use crate::games::gomoku::{Cell, Engine, Game, Level, Limits};
use std::fmt;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

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
        if cfg!(not(unix)) {
            let why =
                "is no level (chapter, 2, 4, 6 or strong), and other programs play on Unix alone";
            return Err(format!("{text:?} {why}"));
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

/// Somebody at the board in one game. An error says in words why somebody lost without a five.
pub(super) enum Opponent<'s> {
    Own {
        engine: Box<Engine>,
        time: Duration,
        stop: &'s AtomicBool,
    },
    #[cfg(unix)]
    Program(Box<Program<'s>>),
}

impl<'s> Opponent<'s> {
    /// Somebody who thinks so long about a move, and less once `stop` is set. An engine of ours remembers positions in so
    /// many bytes.
    pub fn new(
        contender: &Contender,
        game: &Game,
        time: Duration,
        memory: usize,
        stop: &'s AtomicBool,
    ) -> Result<Self, String> {
        match contender {
            Contender::Level(level) => {
                Ok(Self::Own { engine: Box::new(Engine::new(*level, memory)), time, stop })
            }
            #[cfg(unix)]
            Contender::Program(words) => {
                let program = Program::start(words, game, time, Waits::default(), stop)?;
                Ok(Self::Program(Box::new(program)))
            }
            #[cfg(not(unix))]
            Contender::Program(_) => Err("cannot be started here".to_owned()),
        }
    }

    /// A move in a game. Once `stop` is set it is no longer one to be judged.
    pub fn choose(&mut self, game: &Game) -> Result<Cell, String> {
        match self {
            Self::Own { engine, time, stop } => {
                let limits = Limits { time: Some(*time), ..Limits::default() };
                let choice = engine.choose(&game.position(), &limits, stop);
                choice.map(|choice| choice.cell).ok_or_else(|| "found no move".to_owned())
            }
            #[cfg(unix)]
            Self::Program(program) => program.choose(game),
        }
    }
}
