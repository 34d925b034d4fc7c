//! The options of a game of gomoku.

use super::language::Language;
use crate::cli::headings::{INPUT, LIMITS, OUTPUT, SEARCH};
use crate::cli::session::Session;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use huarong_games::gomoku::{Game, Level, Limits, Opening, Rule};
use std::time::Duration;

/// The options of a game: rules, board and engine.
#[derive(Debug, Args)]
pub(super) struct Table {
    /// Play and give hints at this level
    ///
    /// `chapter` plays by the evaluation in C.-C. Chen's chapter on game search. 2, 4 and 6 search that many plies with
    /// this evaluation. `strong` is the strongest engine. In P2P, two people play, and the level is only for hints.
    #[arg(long, default_value = "chapter", value_parser = level(), help_heading = SEARCH)]
    pub level: Level,
    /// Use a board of N rows and columns, from 15 to 20
    #[arg(long, value_name = "N", default_value_t = 16, help_heading = INPUT)]
    #[arg(value_parser = clap::value_parser!(u8).range(15..=20))]
    pub size: u8,
    /// Play by this rule
    ///
    /// freestyle: five or more in a row win. exactly-five: only exactly five win. renju: White wins with five or more,
    /// Black with exactly five, and Black may not make an overline, a double four or a double three.
    #[arg(long, default_value = "freestyle", value_parser = rule(), help_heading = INPUT)]
    pub rule: Rule,
    /// Use this opening rule
    ///
    /// free: the game begins on the empty board. swap2: after the first stones are placed, a player chooses the colour.
    /// docs/how-to/gomoku.md explains both.
    #[arg(long, default_value = "free", value_parser = opening(), help_heading = INPUT)]
    pub opening: Opening,
    /// Search each move for at most this long
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = seconds)]
    #[arg(help_heading = LIMITS)]
    pub time_per_move: Duration,
    /// Print in this language [default: from the environment]
    #[arg(long, value_enum, help_heading = OUTPUT)]
    pub lang: Option<Language>,
}

impl Table {
    pub fn game(&self) -> anyhow::Result<Game> {
        Ok(Game::new(self.size, self.rule, self.opening)?)
    }

    pub fn limits(&self) -> Limits {
        Limits { time: Some(self.time_per_move), ..Limits::default() }
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

/// Reads a time per move.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.01..=3600.0).contains(seconds));
    seconds
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "write a number of seconds from 0.01 to 3600".to_owned())
}

/// Size limit of the transposition table of a strong engine, in bytes.
const MOST_ENGINE_MEMORY: usize = 64 << 20;

/// Size of the transposition table of each of several concurrent engines, in bytes.
pub(super) fn engine_memory(session: &Session, engines: usize) -> usize {
    let share = session.memory.unwrap_or(u64::MAX) / engines as u64;
    usize::try_from(share).unwrap_or(usize::MAX).min(MOST_ENGINE_MEMORY)
}
