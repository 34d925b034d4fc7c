//! The command line: arguments, and one file a subcommand.

mod allocator;
mod build;
mod census;
mod check;
mod checksums;
#[cfg(feature = "cluster")]
mod cluster;
mod completions;
mod convert;
mod count;
mod export;
mod game;
mod gather;
mod gomoku;
mod hardest;
mod interrupt;
mod lines;
mod man;
mod openings;
mod output;
mod pack;
mod puzzle;
mod puzzles;
mod query;
mod report;
mod sample;
#[cfg(feature = "serve")]
mod serve;
mod solve;
mod started;
mod tablebases;
mod texts;
mod verify;
mod work;

use crate::sliding::atlas::Atlas;
use crate::sliding::klotski;
use crate::sliding::library::{Catalogue, ReadError};
use crate::sliding::notation::{self, NotationError};
use crate::sliding::rules::{Family, PieceSet, Position, PositionError};
use crate::storage::Disk;
use anyhow::{Context, anyhow, bail};
use clap::{Parser, Subcommand};
use etcetera::{AppStrategy, AppStrategyArgs};
use std::env;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

/// What stands below the help, line by line.
const EXAMPLES: &[&str] = &[
    "Examples:",
    "huarong build                                 all tables, in seconds",
    "huarong build --board 4x6 1h4v8s              the same pieces on another board",
    "huarong query VBBV/VBBV/VHHV/VSSV/S..S        distances and best moves",
    "huarong solve 橫刀立馬                        one optimal solution",
    "huarong solve --puzzle dads                   another puzzle, from the library or a file",
    "huarong puzzles                               the library, with the distances of each",
    "huarong check FILE.toml                       what a puzzle file says",
    "huarong openings                              the named openings",
    "huarong convert heng-dao-li-ma --to pretty    a drawing",
    "huarong sample 1h4v4s --distance 80..100      layouts of that difficulty",
    "huarong hardest 1h4v4s                        the positions farthest from the win",
    "huarong count 4h4v4s --board 5x6              how many positions, exactly",
    "huarong export 1h4v4s --out positions.csv     a table for other tools",
    "huarong census 4x4                            the hardest puzzles of a small board",
    "huarong game query tic-tac-toe               what a position of a game is worth",
    "huarong gomoku P2C                           five in a row against the computer",
    #[cfg(feature = "serve")]
    "huarong serve --open                          the atlas in a browser",
    "huarong report                                CSV reports from the tables",
    "huarong verify                                prove every entry of every table",
    "huarong pack                                  the tables in a third of their bytes or less",
];

/// Distance tables of sliding-block puzzles: build them, ask them, check them.
#[derive(Debug, Parser)]
#[command(
    name = "huarong",
    version,
    about = "Exhaustive analysis of sliding-block puzzles: distance tables of Klotski (Huarong Dao)",
    long_about = "Exhaustive analysis of sliding-block puzzles.\n\nhuarong knows the distance to the win \
                  of every position of every 4x5 Klotski (Huarong Dao, 華容道) piece set: one big 2x2 \
                  piece, any dominoes and single cells, at least two empty cells; 203 piece sets, \
                  29,334,498 positions. It counts moves in three metrics: unit (one piece, one cell), \
                  straight (one piece, any distance in one line) and finger (one piece, any path). With \
                  --board it asks about the same pieces on another board, with --puzzle about any other puzzle.",
    after_help = EXAMPLES.join("\n  ")
)]
struct Arguments {
    /// Directory of the tables [default: $HUARONG_DATA_DIR, or huarong in the user's data directory]
    #[arg(long, global = true, value_name = "DIR")]
    data_dir: Option<PathBuf>,

    /// Number of threads [default: one for each core]
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Most memory to use, like 8GiB or 500MB [default: what is free, less a sixteenth]
    ///
    /// What would need more is refused before it is begun.
    #[arg(long, global = true, value_name = "SIZE", value_parser = work::memory)]
    memory: Option<u64>,

    /// Say nothing on standard error but errors
    #[arg(long, short, global = true)]
    quiet: bool,

    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Build(build::Arguments),
    Query(query::Arguments),
    Solve(solve::Arguments),
    Puzzles(puzzles::Arguments),
    Check(check::Arguments),
    Openings(openings::Arguments),
    Convert(convert::Arguments),
    Sample(sample::Arguments),
    Hardest(hardest::Arguments),
    Count(count::Arguments),
    Export(export::Arguments),
    Census(census::Arguments),
    Game(game::Arguments),
    Gomoku(gomoku::Arguments),
    #[cfg(feature = "serve")]
    Serve(serve::Arguments),
    Report(report::Arguments),
    Verify(verify::Arguments),
    Checksums(checksums::Arguments),
    Pack(pack::Arguments),
    Gather(gather::Arguments),
    Completions(completions::Arguments),
    Man(man::Arguments),
}

/// What every subcommand works with.
struct Session {
    atlas: Arc<Atlas>,
    /// The puzzle that is asked about, where it is not a family of Klotski's, and by what it was named.
    chosen: Option<puzzle::Chosen>,
    named: Option<String>,
    /// Bytes of memory that may be used, where somebody says so.
    memory: Option<u64>,
    quiet: bool,
}

impl Session {
    /// A session over the tables of a directory, or of the usual one.
    fn new(
        directory: Option<PathBuf>,
        memory: Option<u64>,
        quiet: bool,
        choice: Option<&puzzle::Choice>,
    ) -> anyhow::Result<Self> {
        let directory = directory.map_or_else(default_directory, Ok)?;
        if directory.exists() && !directory.is_dir() {
            bail!("the data directory {} is no directory", directory.display());
        }
        let named = choice.and_then(|choice| choice.puzzle.puzzle.clone());
        let board = choice.and_then(|choice| choice.board.as_deref());
        let chosen = named.as_deref().map(puzzle::Chosen::read).transpose()?;
        let family = match (&chosen, board) {
            (Some(chosen), _) => chosen.family()?,
            (None, Some(size)) => puzzle::family_on(size)?,
            (None, None) => klotski::family(),
        };
        // Of three tables a quarter of the memory, and less than a tenth each.
        let unpacked = memory.map_or(u64::MAX, |memory| memory / 12);
        let atlas = Arc::new(open_atlas(family, directory).keep_unpacked(unpacked));
        Ok(Self { atlas, chosen, named, memory, quiet })
    }

    /// Reads a position in any notation or by the name of an opening, and its piece set; of a chosen puzzle, in the
    /// signs of that.
    fn read_position(&self, text: &str) -> anyhow::Result<(PieceSet, Position)> {
        let family = self.atlas.family();
        match &self.chosen {
            // Most are no names, and need no catalogue.
            None => match notation::read(family.puzzle(), text) {
                Ok(position) => {
                    let set = position.piece_set();
                    family.check(&set)?;
                    Ok((set, position))
                }
                Err(_) => {
                    let read = Catalogue::built_in().read_position(family, text);
                    Ok(read.map_err(|error| self.with_board_of(text, error))?)
                }
            },
            Some(_) => {
                let position = notation::read(family.puzzle(), text)?;
                Ok((position.piece_set(), position))
            }
        }
    }

    /// A position that was read, with its puzzle.
    fn of_its_puzzle(&self, position: &Position) -> crate::Position {
        let position = crate::Position::new(self.atlas.family().puzzle(), position.clone());
        position.expect("it was read as a position of the puzzle")
    }

    /// Says of a grid of another board, which is refused, by which option it would not be.
    fn with_board_of(&self, text: &str, error: ReadError) -> anyhow::Error {
        let is_of_size = matches!(
            error,
            ReadError::Notation(NotationError::Grid(
                PositionError::RowCount { .. } | PositionError::RowLength { .. }
            ))
        );
        match puzzle::size_of(text).filter(|_| is_of_size) {
            Some(size) => anyhow!("{error}; it is a position of --board {size}"),
            None => error.into(),
        }
    }

    /// Whether it is about the 4x5 family, of which openings and figures are published.
    fn is_published(&self) -> bool {
        self.chosen.is_none() && klotski::is_klotski(self.atlas.family().puzzle())
    }

    /// The piece sets of the family with these names; of a chosen puzzle, which has one only, without any name that.
    fn piece_sets(&self, names: &[String]) -> anyhow::Result<Vec<PieceSet>> {
        let family = self.atlas.family();
        match names {
            [] if self.chosen.is_some() => Ok(family.piece_sets().to_vec()),
            [name, ..] if self.chosen.is_some() => {
                bail!(
                    "{name:?} is a piece set of the 4x5 family, and --puzzle has pieces of its own: leave it out"
                )
            }
            names => {
                let sets = names.iter().map(|name| family.parse_piece_set(name));
                Ok(sets.collect::<Result<_, _>>()?)
            }
        }
    }

    /// The command that builds all tables of what is asked about.
    fn build_command(&self) -> String {
        let board = self.atlas.family().puzzle().board();
        match &self.named {
            None if self.is_published() => "huarong build".to_owned(),
            None => format!("huarong build --board {}x{}", board.width(), board.height()),
            Some(named) => format!("huarong build --puzzle {named:?}"),
        }
    }

    /// The position where a chosen puzzle starts.
    fn start(&self) -> Option<&Position> {
        self.chosen.as_ref().map(|chosen| &chosen.setup.start)
    }

    /// Refuses to read positions from standard input where the puzzle came that way.
    fn check_input_is_left(&self) -> anyhow::Result<()> {
        match self.named.as_deref() {
            Some("-") => {
                bail!("standard input is the puzzle already: positions cannot come that way, too")
            }
            _ => Ok(()),
        }
    }

    /// Says a word on standard error, unless it is to be quiet.
    fn say(&self, words: impl std::fmt::Display) {
        if !self.quiet {
            output::say_line(format_args!("huarong: {words}"));
        }
    }
}

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    let ran = match Arguments::try_parse() {
        Ok(arguments) => run(arguments),
        // Help and the version are such errors, too.
        Err(error) => match error.print() {
            Ok(()) => return ExitCode::from(error.exit_code() as u8),
            Err(unprinted) => Err(unprinted.into()),
        },
    };
    match ran {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if output::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            output::tell_error(&error);
            interrupt::exit_code()
        }
    }
}

fn run(arguments: Arguments) -> anyhow::Result<()> {
    interrupt::survive_size_limits()?;
    allocator::return_large_blocks();
    // Started here: a pool that rayon starts on its own panics where the system refuses a thread. 0 is one per core.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(arguments.threads.map_or(0, Into::into));
    // Its error and the error's source say the same.
    pool.build_global()
        .map_err(|error| anyhow!("cannot start the threads: {error}; --threads asks for fewer"))?;
    let (directory, memory, quiet) = (arguments.data_dir, arguments.memory, arguments.quiet);
    let session = |choice| Session::new(directory, memory, quiet, choice);
    match arguments.command {
        Command::Build(arguments) => build::run(&session(Some(&arguments.choice))?, arguments),
        Command::Query(arguments) => query::run(&session(Some(&arguments.choice))?, arguments),
        Command::Solve(arguments) => solve::run(&session(Some(&arguments.choice))?, arguments),
        Command::Puzzles(arguments) => puzzles::run(&session(None)?, &arguments),
        Command::Check(arguments) => check::run(&session(None)?, &arguments),
        Command::Openings(arguments) => openings::run(&session(None)?, arguments),
        Command::Convert(arguments) => convert::run(&session(Some(&arguments.choice))?, arguments),
        Command::Sample(arguments) => sample::run(&session(Some(&arguments.choice))?, arguments),
        Command::Hardest(arguments) => hardest::run(&session(Some(&arguments.choice))?, arguments),
        Command::Count(arguments) => {
            // Boards are counted that no table can be of.
            let choice = puzzle::Choice { puzzle: arguments.choice.clone(), board: None };
            count::run(&session(Some(&choice))?, arguments)
        }
        Command::Export(arguments) => export::run(&session(Some(&arguments.choice))?, arguments),
        Command::Census(arguments) => census::run(&session(None)?, arguments),
        Command::Game(arguments) => game::run(&session(None)?, arguments),
        Command::Gomoku(arguments) => gomoku::run(&session(None)?, arguments),
        #[cfg(feature = "serve")]
        Command::Serve(arguments) => {
            let session = session(Some(&arguments.choice))?;
            serve::run(session, arguments)
        }
        Command::Report(arguments) => report::run(&session(Some(&arguments.choice))?, arguments),
        Command::Verify(arguments) => verify::run(&session(Some(&arguments.choice))?, arguments),
        Command::Checksums(arguments) => {
            checksums::run(&session(Some(&arguments.choice))?, arguments)
        }
        Command::Gather(arguments) => gather::run(&session(Some(&arguments.choice))?, arguments),
        Command::Pack(arguments) => pack::run(&session(Some(&arguments.choice))?, arguments),
        Command::Completions(arguments) => completions::run(&arguments),
        Command::Man(arguments) => man::run(&arguments),
    }
}

/// The atlas of a directory, which maps its tables.
fn open_atlas(family: Family, directory: PathBuf) -> Atlas {
    Atlas::with_storage(family, directory, Arc::new(disk()))
}

/// The disk, which maps tables.
fn disk() -> Disk {
    // SAFETY: tables are this program's own files, which it and its like only ever replace by renaming. Who changes
    // one in place while the program runs is told of it in ARCHITECTURE.md, "Promises".
    unsafe { Disk::mapped() }
}

/// The directory of the environment, or where the platform keeps a user's data.
fn default_directory() -> anyhow::Result<PathBuf> {
    if let Some(directory) = env::var_os("HUARONG_DATA_DIR").filter(|value| !value.is_empty()) {
        return Ok(directory.into());
    }
    let names = AppStrategyArgs {
        top_level_domain: String::new(),
        author: String::new(),
        app_name: "huarong".to_owned(),
    };
    let strategy = etcetera::choose_app_strategy(names)
        .context("no data directory: give one with --data-dir or HUARONG_DATA_DIR")?;
    Ok(strategy.data_dir())
}
