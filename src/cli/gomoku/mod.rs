//! `huarong gomoku`: five in a row, for people and for programs.

mod brain;
mod contest;
mod opponent;
mod page;
mod play;
#[cfg(unix)]
mod program;
mod words;

use super::session::Session;
use crate::games::gomoku::{Game, Level, Limits, Opening, Rule};
use clap::builder::PossibleValuesParser;
use clap::builder::TypedValueParser;
use clap::{Args, Subcommand};
use std::time::Duration;
use words::Language;

/// Most bytes that an engine of the strong level remembers positions in.
const MEMORY: usize = 64 << 20;

/// Bytes that each of some engines at once may remember positions in.
fn engine_memory(session: &Session, engines: usize) -> usize {
    let share = session.memory.unwrap_or(u64::MAX) / engines as u64;
    usize::try_from(share).unwrap_or(usize::MAX).min(MEMORY)
}

/// Play gomoku: five in a row, two people or against the computer
///
/// As in the chapter on game search by C.-C. Chen, whose program this plays like at the level called chapter, and as it
/// is played today: stronger levels, renju, swap2.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  huarong gomoku P2C\n  huarong gomoku P2C --level strong --size 15 --rule renju\n  \
                        huarong gomoku P2P --opening swap2\n  \
                        huarong gomoku match strong 6 --games 20 --time-per-move 0.2"
)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Two people at one terminal
    ///
    /// A move is two digits, row then column, as in 62. `undo` takes a move back, `hint` proposes one, `line` says what
    /// play is expected, `position` prints the board in a line, `save FILE` and `load FILE` keep a game, `quit` ends.
    #[command(name = "P2P", alias = "p2p")]
    TwoPeople(Table),
    /// A person against the computer
    ///
    /// You are o and begin. Before each of its moves the computer prints what it thinks of it. The rest is as in P2P.
    #[command(name = "P2C", alias = "p2c")]
    Computer {
        #[command(flatten)]
        table: Table,
        /// Let the computer begin
        #[arg(long)]
        second: bool,
    },
    /// Speak the Gomocup protocol on standard input and output, for board programs
    ///
    /// It knows START, RECTSTART, BEGIN, TURN, BOARD, SWAP2BOARD, TAKEBACK, RESTART, INFO, ABOUT and END; of what INFO
    /// tells it keeps timeout_turn, timeout_match, time_left, max_memory and rule (0 freestyle, 1 exactly five, 4
    /// renju). END and the end of the input cut a search short.
    Brain {
        /// How it plays
        #[arg(long, default_value = "strong", value_parser = level())]
        level: Level,
    },
    /// Let engines play matches against one another
    ///
    /// Everyone plays everyone else from balanced openings with both colours, several games side by side. An engine
    /// that crashes, does not answer in time, prints without end or plays an illegal move loses that game.
    Match(contest::Match),
}

/// What is played, and how.
#[derive(Debug, Args)]
struct Table {
    /// How the computer plays, and gives hints: the chapter's evaluation, a search so many plies deep on it, or as well
    /// as it can
    #[arg(long, default_value = "chapter", value_parser = level())]
    level: Level,
    /// Rows and columns of the board
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u8).range(15..=20))]
    size: u8,
    /// What wins
    #[arg(long, default_value = "freestyle", value_parser = rule())]
    rule: Rule,
    /// How a game begins
    #[arg(long, default_value = "free", value_parser = opening())]
    opening: Opening,
    /// The longest that the computer thinks about a move
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = seconds)]
    time: Duration,
    /// The language of what is said [default: that of the environment]
    #[arg(long, value_enum)]
    lang: Option<Language>,
}

impl Table {
    fn game(&self) -> anyhow::Result<Game> {
        Ok(Game::new(self.size, self.rule, self.opening)?)
    }

    fn limits(&self) -> Limits {
        Limits { time: Some(self.time), ..Limits::default() }
    }
}

fn level() -> impl TypedValueParser<Value = Level> {
    PossibleValuesParser::new(Level::ALL.map(Level::name))
        .map(|name| Level::of_name(&name).expect("it is one of the names"))
}

fn rule() -> impl TypedValueParser<Value = Rule> {
    PossibleValuesParser::new(Rule::ALL.map(Rule::name))
        .map(|name| Rule::of_name(&name).expect("it is one of the names"))
}

fn opening() -> impl TypedValueParser<Value = Opening> {
    PossibleValuesParser::new(["free", "swap2"]).map(|name| match &*name {
        "swap2" => Opening::Swap2,
        _ => Opening::Free,
    })
}

/// A time that a person can wait for.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.01..=3600.0).contains(seconds));
    seconds
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "it is seconds, from 0.01 to 3600".to_owned())
}

pub(super) fn run(session: &Session, arguments: Arguments) -> anyhow::Result<()> {
    match arguments.command {
        Command::TwoPeople(table) => play::run(session, &table, None),
        Command::Computer { table, second } => play::run(session, &table, Some(second)),
        Command::Brain { level } => brain::run(session, level),
        Command::Match(arguments) => contest::run(session, &arguments),
    }
}
