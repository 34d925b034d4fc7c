//! `huarong gomoku`: five in a row, for people and programs.

mod arguments;
mod brain;
mod contest;
mod language;
mod opponent;
mod page;
mod play;
#[cfg(unix)]
pub mod program;
mod results;

use super::headings::{INPUT, SEARCH};
use super::session::Session;
use arguments::{Table, level};
use clap::{Args, Subcommand};
use huarong_games::gomoku::Level;

/// Play gomoku, five in a row
///
/// Two people play (P2P), or one plays against the computer (P2C). `--level` selects the strength, `--rule` the winning
/// rows, and `--opening` the Swap2 opening.
///
/// The default level `chapter` plays by the evaluation in C.-C. Chen's chapter on game search. The default board has 16
/// rows and columns. By default, five or more in a row win.
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
    /// Play a game between two people at one terminal
    ///
    /// A move is a row and a column, as the edges of the board name them: 62 or a7. `undo` takes a move back, and
    /// `hint` proposes one. `line` shows the expected sequence of moves, and `position` prints the board in one line.
    /// `save FILE` writes the game to a file, `load FILE` reads one, and `quit` ends the game.
    #[command(name = "P2P", alias = "p2p")]
    TwoPeople(Table),
    /// Play a game against the computer
    ///
    /// You are o and move first. Before each of its moves, the computer prints its evaluation. You type the same
    /// moves and commands as in P2P: `huarong help gomoku P2P` explains them.
    #[command(name = "P2C", alias = "p2c")]
    Computer {
        #[command(flatten)]
        table: Table,
        /// Move second
        #[arg(long, help_heading = INPUT)]
        second: bool,
    },
    /// Speak the Gomocup protocol, for board programs
    ///
    /// It reads the commands START, RECTSTART, BEGIN, TURN, BOARD, SWAP2BOARD, TAKEBACK, RESTART, INFO, ABOUT and END
    /// from standard input, and answers on standard output.
    ///
    /// The keys of INFO are timeout_turn, timeout_match, time_left, max_memory and rule (0 freestyle, 1 exactly five, 4
    /// renju); others are ignored. END, or the end of the input, cancels a running search.
    Brain {
        /// Play at this level
        #[arg(long, default_value = "strong", value_parser = level(), help_heading = SEARCH)]
        level: Level,
    },
    /// Play matches between engines
    ///
    /// Each engine plays each other engine from balanced openings with both colours. Games run in parallel. An engine
    /// loses a game if it crashes, answers late, prints too much or plays an illegal move.
    ///
    /// Each pair gets one line: points, games won, drawn and lost, and the Elo difference with its interval.
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
