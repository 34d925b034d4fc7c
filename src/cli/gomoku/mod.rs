//! `huarong gomoku`: five in a row, for people and for programs.

mod arguments;
mod brain;
mod contest;
mod opponent;
mod page;
mod play;
#[cfg(unix)]
pub mod program;
mod results;
mod words;

use super::session::Session;
use crate::games::gomoku::Level;
use arguments::{Table, level};
use clap::{Args, Subcommand};

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
    Match(results::Match),
}

pub(super) fn run(session: &Session, arguments: Arguments) -> anyhow::Result<()> {
    match arguments.command {
        Command::TwoPeople(table) => play::run(session, &table, None),
        Command::Computer { table, second } => play::run(session, &table, Some(second)),
        Command::Brain { level } => brain::run(session, level),
        Command::Match(arguments) => contest::run(session, &arguments),
    }
}
