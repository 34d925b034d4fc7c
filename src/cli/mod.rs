//! The command line: arguments, and one file a subcommand.

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
pub mod gomoku;
mod hardest;
mod interrupt;
mod lines;
mod man;
mod markdown;
mod openings;
mod output;
mod pack;
mod puzzle;
mod puzzles;
pub mod query;
mod report;
mod sample;
#[cfg(feature = "serve")]
mod serve;
mod session;
mod solve;
mod started;
mod tablebases;
mod texts;
mod verify;
pub mod work;

use anyhow::anyhow;
use clap::{CommandFactory, Parser, Subcommand};
use session::Session;
use std::path::PathBuf;
use std::process::ExitCode;

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
    crate::effort::allocator::return_large_blocks();
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
        Command::Completions(arguments) => completions::run(&arguments, Arguments::command()),
        Command::Man(arguments) => man::run(&arguments, Arguments::command()),
    }
}
