//! `huarong game`: two-player games, solved to the last position.

mod answers;
mod play;
mod solve;
mod tables;

use super::output::{self, Format, counted, grouped};
use super::session::Session;
use super::work;
use crate::games::lines::Lines;
use crate::games::{Certificate, GameTable, Question, StoneGame, certify};
use crate::report::GameStudy;
use anyhow::bail;
use clap::{Args, Subcommand};
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

/// Solve two-player games to the last position
///
/// The games are m,n,k: who first has k stones in a row wins, on m columns and n rows, with or without gravity. Every
/// position is numbered and worked out backwards; the table answers what each is worth, and in how many moves.
///
/// A game is named by columns, rows and how many in a row: 4,4,3, or "gravity 5,4,4" where stones fall; tic-tac-toe and
/// connect-four are 3,3,3 and gravity 7,6,4. A position is its rows from the top joined by /: x the first player's
/// stones, o the second's, . empty.
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
    Build {
        #[command(flatten)]
        games: Games,
        /// Solve again what has a table
        #[arg(long)]
        force: bool,
    },
    /// Say what positions are worth, and every move from them
    ///
    /// A table that is missing is built first. Values are seen from the side that moves; plies are moves of both until
    /// the end, the winner hurrying and the loser delaying.
    Query {
        #[command(flatten)]
        game: One,
        /// Rows from the top joined by /, like x../.o./... [default: the empty board]
        #[arg(value_name = "POSITION")]
        positions: Vec<String>,
        /// How to print
        #[arg(long, value_enum, default_value = "text")]
        format: Format,
    },
    /// Show one perfect game
    Line {
        #[command(flatten)]
        game: One,
        /// Where it begins [default: the empty board]
        #[arg(value_name = "POSITION")]
        position: Option<String>,
        /// How to print
        #[arg(long, value_enum, default_value = "text")]
        format: Format,
    },
    /// Search what positions are worth, without a table
    ///
    /// For boards too large for a table. Who wins is searched, and with --plies in how many moves of both. What is not
    /// decided in time is said to be so, never guessed.
    Solve {
        #[command(flatten)]
        game: One,
        /// Rows from the top joined by / [default: the empty board]
        #[arg(value_name = "POSITION")]
        positions: Vec<String>,
        /// A position by the columns of its moves, from 1, as in 4453 (games with gravity)
        #[arg(long, value_name = "COLUMNS")]
        moves: Vec<String>,
        /// Find the number of plies, too
        #[arg(long)]
        plies: bool,
        /// The longest that a position is searched
        #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..))]
        seconds: u64,
        /// How to print
        #[arg(long, value_enum, default_value = "text")]
        format: Format,
    },
    /// Write games.csv and plies.csv: how many positions games have, and what they are worth
    ///
    /// Tables that are missing are built first. Without a game, all of which there are tables.
    Report {
        #[command(flatten)]
        games: Games,
        /// Directory of the reports
        #[arg(long, value_name = "DIR", default_value = "reports")]
        out: PathBuf,
    },
    /// Prove every entry of tables: each is worked out anew from the rules and its neighbours
    Verify {
        #[command(flatten)]
        games: Games,
    },
    /// Play against the table
    ///
    /// You are x and begin, or o with --second. A move is a column and a row from the upper left, as in `2 3`; with
    /// gravity the column alone will do. `undo` takes a move back, `hint` shows what each is worth, `quit` ends.
    Play {
        #[command(flatten)]
        game: One,
        /// Let the table begin
        #[arg(long)]
        second: bool,
    },
}

/// Some games.
#[derive(Debug, Args)]
struct Games {
    /// Columns, rows and how many in a row: 4,4,3 or "gravity 5,4,4"
    #[arg(value_name = "GAME")]
    games: Vec<Lines>,
    /// Completing a line loses
    #[arg(long)]
    misere: bool,
}

/// A game.
#[derive(Debug, Args)]
struct One {
    /// Columns, rows and how many in a row: 4,4,3 or "gravity 5,4,4"
    #[arg(value_name = "GAME")]
    game: Lines,
    /// Completing a line loses
    #[arg(long)]
    misere: bool,
}

impl Games {
    /// The games, or all of which there are tables.
    fn named_or_built(self, session: &Session) -> anyhow::Result<Vec<Lines>> {
        if !self.games.is_empty() {
            return Ok(self.games.into_iter().map(|game| game.with_misere(self.misere)).collect());
        }
        let directory = session.atlas.directory();
        let built = tables::built(session)?;
        if built.is_empty() {
            bail!(
                "no game has a table in {}; build one with `huarong game build`",
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
        Command::Solve { game, positions, moves, plies, seconds, format } => {
            let game = game.game();
            let positions = solve::positions(&game, &positions, &moves)?;
            let question = if plies { Question::Plies } else { Question::Outcome };
            solve::run(session, &game, &positions, question, Duration::from_secs(seconds), format)
        }
        Command::Report { games, out } => report(session, games, &out),
        Command::Verify { games } => verify(session, games),
        Command::Play { game, second } => play::run(session, &game.game(), second),
    }
}

fn build(session: &Session, games: Games, force: bool) -> anyhow::Result<()> {
    if games.games.is_empty() {
        bail!(
            "name a game to solve: columns, rows and how many in a row, like 4,4,3 or \"gravity 5,4,4\""
        );
    }
    let mut out = output::stdout()?;
    for game in games.named_or_built(session)? {
        let path = GameTable::path(session.atlas.directory(), &game);
        let built = match force || !tables::is_there(session, &game)? {
            true => tables::solve(session, &game, force)?,
            false => None,
        };
        let words = match built {
            Some(length) => format!("wrote   {} ({} bytes)", path.display(), grouped(length)),
            None => format!("is there {}", path.display()),
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
            work::with_effort(session, "positions", |effort| certify(&table, effort))?;
        let Certificate { entries, moves, faults, .. } = &certificate;
        for fault in faults {
            let say = |verdict: Option<crate::games::Verdict>| {
                verdict.map_or("out of play".to_owned(), |verdict| verdict.to_string())
            };
            let position = fault.position.text(game.board());
            let (found, right) = (say(fault.found), say(fault.right));
            output::say_line(format_args!("error: {game}: {position} is {right}, not {found}"));
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
            "{} wrong: solve the game again with `huarong game build --force`",
            counted(wrong, "entry")
        ),
    }
}
