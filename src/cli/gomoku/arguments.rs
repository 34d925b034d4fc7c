//! What is said on the command line of any game of gomoku.

use super::words::Language;
use crate::cli::session::Session;
use crate::games::gomoku::{Game, Level, Limits, Opening, Rule};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::time::Duration;

/// What is played, and how.
#[derive(Debug, Args)]
pub(super) struct Table {
    /// How the computer plays, and gives hints: the chapter's evaluation, a search so many plies deep on it, or as well
    /// as it can
    #[arg(long, default_value = "chapter", value_parser = level())]
    pub level: Level,
    /// Rows and columns of the board
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u8).range(15..=20))]
    pub size: u8,
    /// What wins
    #[arg(long, default_value = "freestyle", value_parser = rule())]
    pub rule: Rule,
    /// How a game begins
    #[arg(long, default_value = "free", value_parser = opening())]
    pub opening: Opening,
    /// The longest that the computer thinks about a move
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = seconds)]
    pub time: Duration,
    /// The language of what is said [default: that of the environment]
    #[arg(long, value_enum)]
    pub lang: Option<Language>,
}

impl Table {
    pub fn game(&self) -> anyhow::Result<Game> {
        Ok(Game::new(self.size, self.rule, self.opening)?)
    }

    pub fn limits(&self) -> Limits {
        Limits { time: Some(self.time), ..Limits::default() }
    }
}

pub(super) fn level() -> impl TypedValueParser<Value = Level> {
    PossibleValuesParser::new(Level::ALL.map(Level::name))
        .map(|name| Level::of_name(&name).expect("it is one of the names"))
}

pub(super) fn rule() -> impl TypedValueParser<Value = Rule> {
    PossibleValuesParser::new(Rule::ALL.map(Rule::name))
        .map(|name| Rule::of_name(&name).expect("it is one of the names"))
}

pub(super) fn opening() -> impl TypedValueParser<Value = Opening> {
    PossibleValuesParser::new(["free", "swap2"]).map(|name| match &*name {
        "swap2" => Opening::Swap2,
        _ => Opening::Free,
    })
}

/// A time that a person can wait for.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.01..=3600.0).contains(seconds));
    seconds
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "it is seconds, from 0.01 to 3600".to_owned())
}

/// Most bytes that an engine of the strong level remembers positions in.
const MEMORY: usize = 64 << 20;

/// Bytes that each of some engines at once may remember positions in.
pub(super) fn engine_memory(session: &Session, engines: usize) -> usize {
    let share = session.memory.unwrap_or(u64::MAX) / engines as u64;
    usize::try_from(share).unwrap_or(usize::MAX).min(MEMORY)
}
