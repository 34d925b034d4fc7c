//! `huarong game`: completely solved two-player games.

mod answers;
mod play;
mod solve;
mod tables;

use super::headings::{INPUT, LIMITS, OUTPUT, SEARCH};
use super::long_work;
use super::output::{self, Format, counted, grouped};
use super::session::Session;
use anyhow::bail;
use clap::{Args, Subcommand};
use huarong_games::lines::Lines;
use huarong_games::{Certificate, GameTable, Question, StoneGame, certify};
use huarong_report::{GameStudy, Report};
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

/// Solve two-player games such as tic-tac-toe completely
///
/// The games are m,n,k games: on m columns and n rows, whoever first gets k stones in a row wins. Backward analysis
/// finds the value of every position, and the number of moves to the end. `query`, `line`, `play` and `report` build
/// missing tables first, into the data directory.
///
/// A game is named by columns, rows and stones in a row: 4,4,3. With "gravity 5,4,4" stones fall down their column.
/// tic-tac-toe is 3,3,3, and connect-four is gravity 7,6,4.
///
/// A position is its rows from the top, joined by /: x for stones of the first player, o for the second, . for empty.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  huarong game build 4,4,4\n  huarong game query tic-tac-toe x../.o./...\n  \
                        huarong game line 4,3,3\n  huarong game report 3,3,3 4,4,3 \"gravity 4,4,4\"\n  \
                        huarong game play \"gravity 5,4,4\""
)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Solve games and write their tables
    ///
    /// A table has one byte per position. A game whose table does not fit into memory is rejected.
    #[command(mut_arg("games", |games| games.required(true)))]
    Build {
        #[command(flatten)]
        games: Games,
        /// Solve again games that have tables
        #[arg(long, help_heading = SEARCH)]
        force: bool,
    },
    /// Show the values of positions and of their moves
    ///
    /// A missing table is built first. Values are for the side to move. Plies count the moves of both sides until the
    /// end, with the winner as fast and the loser as slow as possible.
    Query {
        #[command(flatten)]
        game: One,
        /// Positions such as x../.o./... [default: the empty board]
        #[arg(value_name = "POSITION")]
        positions: Vec<String>,
        /// Print in this format
        #[arg(long, value_enum, default_value = "text", help_heading = OUTPUT)]
        format: Format,
    },
    /// Show one game with best moves on both sides
    ///
    /// The winner ends the game as fast as possible, and the loser delays it. A missing table is built first.
    Line {
        #[command(flatten)]
        game: One,
        /// Start position [default: the empty board]
        #[arg(value_name = "POSITION")]
        position: Option<String>,
        /// Print in this format
        #[arg(long, value_enum, default_value = "text", help_heading = OUTPUT)]
        format: Format,
    },
    /// Search the values of positions, without a table
    ///
    /// Use it for boards that are too large for a table. The search finds the winner, and with --plies the number of
    /// moves. If the time limit passes first, the result is reported as undecided, and the exit code is 3.
    Solve {
        #[command(flatten)]
        game: One,
        /// Positions such as x../.o./... [default: the empty board]
        #[arg(value_name = "POSITION")]
        positions: Vec<String>,
        /// Search the position after these moves, as in 4453
        ///
        /// Each digit is a column, counted from 1. For games with gravity.
        #[arg(long, value_name = "COLUMNS", help_heading = INPUT)]
        moves: Vec<String>,
        /// Find the number of plies, too
        #[arg(long, help_heading = SEARCH)]
        plies: bool,
        /// Search a position for at most this long
        #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = long_work::seconds)]
        #[arg(help_heading = LIMITS)]
        time_limit: Duration,
        /// Print in this format
        #[arg(long, value_enum, default_value = "text", help_heading = OUTPUT)]
        format: Format,
    },
    /// Write statistics of games to games.csv and plies.csv
    ///
    /// games.csv has one row per game. plies.csv has one row per game and number of stones. Missing tables are built
    /// first. The default is all games that have tables.
    Report {
        #[command(flatten)]
        games: Games,
        /// Write the reports to this directory
        #[arg(long, value_name = "DIR", default_value = "reports", help_heading = OUTPUT)]
        out: PathBuf,
    },
    /// Prove every entry of the tables of games
    ///
    /// Each value is computed again from the values of the positions after its moves. If an entry is wrong, the exit
    /// code is 1. The default is all games that have tables.
    Verify {
        #[command(flatten)]
        games: Games,
    },
    /// Play against the computer, which plays perfectly
    ///
    /// You are x and move first, or o with --second. A move is a column and a row, counted from the upper left, as in
    /// `2 3`. With gravity, the column is enough. `undo` takes a move back, `hint` shows the value of each move, `quit`
    /// ends the game.
    Play {
        #[command(flatten)]
        game: One,
        /// Move second
        #[arg(long, help_heading = SEARCH)]
        second: bool,
    },
}

/// The arguments that name several games.
#[derive(Debug, Args)]
struct Games {
    /// Columns, rows and stones in a row, as in 4,4,3 or "gravity 5,4,4"; or tic-tac-toe or connect-four
    #[arg(value_name = "GAME")]
    games: Vec<Lines>,
    /// Play misere: completing a line loses
    #[arg(long, help_heading = INPUT)]
    misere: bool,
}

/// The arguments that name one game.
#[derive(Debug, Args)]
struct One {
    /// Columns, rows and stones in a row, as in 4,4,3 or "gravity 5,4,4"; or tic-tac-toe or connect-four
    #[arg(value_name = "GAME")]
    game: Lines,
    /// Play misere: completing a line loses
    #[arg(long, help_heading = INPUT)]
    misere: bool,
}

impl Games {
    /// The named games, or, without any, all games that have tables.
    fn named_or_built(self, session: &Session) -> anyhow::Result<Vec<Lines>> {
        if !self.games.is_empty() {
            return Ok(self.games.into_iter().map(|game| game.with_misere(self.misere)).collect());
        }
        let directory = session.atlas.directory();
        let built = tables::built(session)?;
        if built.is_empty() {
            bail!(
                "no game has a table in {}; build one with `huarong game build GAME`",
                directory.display()
            );
        }
        Ok(built)
    }
}

impl One {
    fn game(self) -> Lines {
        self.game.with_misere(self.misere)
    }
}

pub(super) fn run(session: &Session, arguments: Arguments) -> anyhow::Result<()> {
    match arguments.command {
        Command::Build { games, force } => build(session, games, force),
        Command::Query { game, positions, format } => {
            answers::query(session, &game.game(), &positions, format)
        }
        Command::Line { game, position, format } => {
            answers::line(session, &game.game(), position.as_deref(), format)
        }
        Command::Solve { game, positions, moves, plies, time_limit, format } => {
            let game = game.game();
            let positions = solve::positions(&game, &positions, &moves)?;
            let question = if plies { Question::Plies } else { Question::Outcome };
            solve::run(session, &game, &positions, question, time_limit, format)
        }
        Command::Report { games, out } => report(session, games, &out),
        Command::Verify { games } => verify(session, games),
        Command::Play { game, second } => play::run(session, &game.game(), second),
    }
}

fn build(session: &Session, games: Games, force: bool) -> anyhow::Result<()> {
    let mut out = output::stdout()?;
    for game in games.named_or_built(session)? {
        let path = GameTable::path(session.atlas.directory(), &game);
        let built = match force || !tables::is_there(session, &game)? {
            true => tables::solve(session, &game, force)?,
            false => None,
        };
        let words = match built {
            Some(length) => format!("wrote   {} ({} bytes)", path.display(), grouped(length)),
            None => format!("present {}", path.display()),
        };
        writeln!(out, "{words}")?;
        out.flush()?;
    }
    Ok(())
}

fn report(session: &Session, games: Games, directory: &std::path::Path) -> anyhow::Result<()> {
    let games = games.named_or_built(session)?;
    let mut study = GameStudy::default();
    for game in &games {
        study.add(&tables::open(session, game)?)?;
    }
    let written = study.write(directory)?;
    let mut out = output::stdout()?;
    writeln!(out, "{}", counted(games.len() as u64, "game"))?;
    for path in written {
        writeln!(out, "wrote {}", path.display())?;
    }
    Ok(out.flush()?)
}

fn verify(session: &Session, games: Games) -> anyhow::Result<()> {
    let mut out = output::stdout()?;
    let mut wrong = 0;
    for game in games.named_or_built(session)? {
        let Some(table) = tables::open_if_there(session, &game)? else {
            bail!("{game} has no table; build it with `huarong game build`");
        };
        let certificate =
            long_work::with_effort(session, "positions", |effort| certify(&table, effort))?;
        let Certificate { entries, moves, faults, .. } = &certificate;
        for fault in faults {
            let say = |verdict: Option<huarong_games::Verdict>| {
                verdict.map_or("unreachable".to_owned(), |verdict| verdict.to_string())
            };
            let position = fault.position.text(game.board());
            let (found, right) = (say(fault.found), say(fault.right));
            output::say_line(format_args!(
                "error: {game}: {position} has the value {found} in the table, and {right} by the rules"
            ));
        }
        wrong += certificate.wrong;
        let (entries, moves) = (grouped(*entries), grouped(*moves));
        writeln!(
            out,
            "{}: {entries} entries, {moves} moves checked, {} wrong",
            game.name(),
            certificate.wrong
        )?;
        out.flush()?;
    }
    match wrong {
        0 => Ok(()),
        wrong => bail!(
            "{} wrong; solve the game again with `huarong game build --force`",
            counted(wrong, "entry")
        ),
    }
}
