//! The engines of a match: a level of this program, or another program that speaks the protocol.

#[cfg(unix)]
use super::program::{Program, Waits};
use huarong_games::gomoku::{Cell, Engine, Game, Level, Limits};
use std::fmt;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// An engine that can play.
#[derive(Clone, Debug)]
pub(super) enum Contender {
    /// A level of this program.
    Level(Level),
    /// Another program with its arguments.
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
            return Err(
                "write a level (chapter, 2, 4, 6 or strong) or the name of a program".to_owned()
            );
        }
        if cfg!(not(unix)) {
            let why =
                "is not a level (chapter, 2, 4, 6 or strong), and other programs play only on Unix";
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

/// A running engine in one game. Its errors describe faults, which lose the game.
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
    /// Starts an engine. A move takes at most `time`, and ends early once `stop` is set. `memory` is the size of the
    /// transposition table of a level of this program, in bytes.
    pub fn new(
        contender: &Contender,
        #[cfg_attr(not(unix), expect(unused_variables, reason = "only programs need it"))]
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

    /// A move in a game. Once `stop` is set, the result does not count.
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
