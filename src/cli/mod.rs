//! The command line: arguments, and one file per subcommand.

mod batch;
#[cfg(feature = "serve")]
mod board_package;
mod build;
mod census;
mod check;
mod checksums;
#[cfg(any(unix, feature = "cluster"))]
mod child_process;
#[cfg(feature = "cluster")]
mod cluster;
mod completions;
mod convert;
mod count;
mod design;
mod difficulty;
mod export;
mod game;
mod gather;
pub mod gomoku;
mod hardest;
mod headings;
mod help;
mod input_file;
mod interrupt;
mod levels;
pub mod long_work;
mod man;
mod markdown;
mod openings;
mod output;
mod output_folder;
mod pack;
mod planning;
#[cfg(feature = "print")]
mod print;
mod progress;
mod prove;
mod puzzle;
mod puzzles;
pub mod query;
mod report;
mod rows;
mod rush;
mod sample;
mod score;
#[cfg(feature = "serve")]
mod serve;
mod session;
#[cfg(feature = "serve")]
mod site;
mod solve;
#[cfg(feature = "serve")]
mod study;
mod tablebases;
mod tasks;
mod tile_bounds;
mod trace;
mod verify;

use clap::{ArgAction, Args, FromArgMatches, Subcommand};
use headings::GLOBAL;
pub use long_work::default_memory;
use session::Session;
pub use session::default_directory;
use std::error::Error as _;
use std::ffi::OsString;
use std::num::{IntErrorKind, ParseIntError};
use std::path::PathBuf;
use std::process::ExitCode;

/// What follows the list of commands and options in the help.
const AFTER_HELP: &str = "\
Exit codes: 0 success, 1 error or no solution, 2 wrong arguments, 3 incomplete.";

/// The arguments of the program.
#[derive(Debug, clap::Args)]
struct Arguments {
    #[command(flatten)]
    common: CommonArguments,

    #[command(subcommand)]
    command: Command,
}

/// The options of all commands.
#[derive(Debug, clap::Args)]
struct CommonArguments {
    /// Keep tables in DIR [env: HUARONG_DATA_DIR]
    #[arg(long, global = true, value_name = "DIR", help_heading = GLOBAL)]
    data_dir: Option<PathBuf>,

    /// Use N threads [default: one per core]
    #[arg(long, global = true, value_name = "N", help_heading = GLOBAL)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Limit memory, as in 8GiB [default: 15/16 of available]
    #[arg(long, global = true, value_name = "SIZE", value_parser = long_work::memory, help_heading = GLOBAL)]
    memory: Option<u64>,

    /// Print only errors to standard error
    #[arg(long, short, global = true, help_heading = GLOBAL)]
    quiet: bool,

    /// Report progress as bar, lines or json
    #[arg(long, global = true, value_name = "HOW", value_enum, hide_possible_values = true)]
    #[arg(help_heading = GLOBAL)]
    progress: Option<progress::Format>,

    /// Print help; `--help` of a command prints more than `-h`
    #[arg(long, short, global = true, action = ArgAction::Help, help_heading = GLOBAL)]
    help: Option<bool>,
}

/// The command that is run.
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
    Levels(levels::Arguments),
    Count(count::Arguments),
    Difficulty(difficulty::Arguments),
    Trace(trace::Arguments),
    Score(score::Arguments),
    Tasks(tasks::Arguments),
    Design(Box<design::Arguments>),
    #[cfg(feature = "serve")]
    Study(study::Arguments),
    #[cfg(feature = "print")]
    Print(print::Arguments),
    Export(export::Arguments),
    Census(census::Arguments),
    Rush(rush::Arguments),
    Game(game::Arguments),
    Gomoku(gomoku::Arguments),
    #[cfg(feature = "serve")]
    Serve(serve::Arguments),
    #[cfg(feature = "serve")]
    Site(site::Arguments),
    Report(report::Arguments),
    Verify(verify::Arguments),
    Prove(prove::Arguments),
    Checksums(checksums::Arguments),
    Pack(pack::Arguments),
    Gather(gather::Arguments),
    Completions(completions::Arguments),
    Man(man::Arguments),
}

/// Adds arguments to a command.
type AddArguments = fn(clap::Command) -> clap::Command;

/// The command line with some of its arguments.
fn program(add: AddArguments) -> clap::Command {
    // After the arguments, which have descriptions of their own.
    add(clap::Command::new("huarong"))
        .version(env!("CARGO_PKG_VERSION"))
        .about("Exhaustive analysis of sliding-block puzzles such as Klotski (Huarong Dao)")
        .after_help(AFTER_HELP)
        .disable_help_flag(true)
}

/// The command line with all commands.
fn command_line() -> clap::Command {
    let program = program(Arguments::augment_args);
    let template = help::template(&program, AFTER_HELP);
    program.help_template(template)
}

/// Commands that answer within milliseconds. The arguments of all commands would take a part of that time.
const SHORT_COMMANDS: [(&str, AddArguments); 2] =
    [("query", query::Arguments::augment_args), ("solve", solve::Arguments::augment_args)];

/// The part of the command line that reads some arguments.
fn command_line_of(arguments: &[OsString]) -> clap::Command {
    let Some(first) = arguments.get(1) else { return command_line() };
    if arguments.len() == 2 && (first == "--version" || first == "-V") {
        return program(|command| command);
    }
    match SHORT_COMMANDS.iter().find(|(name, _)| first == name) {
        Some((name, add)) => {
            program(CommonArguments::augment_args).subcommand(add(clap::Command::new(*name)))
        }
        None => command_line(),
    }
}

/// A command that takes `-1` for a wrong number, not for an unknown option. To make it takes a part of the time of a short
/// command, so only arguments that are wrong pay for it.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    let reads_numbers = |argument: clap::Arg| {
        let takes_values = argument.get_action().takes_values();
        argument.allow_negative_numbers(takes_values)
    };
    command.mut_args(reads_numbers).mut_subcommands(with_negative_numbers)
}

/// Reads the arguments of the program, of which the first is its name.
fn parse(arguments: &[OsString]) -> Result<Arguments, clap::Error> {
    let read = |command: clap::Command| command.try_get_matches_from(arguments);
    let matches = read(command_line_of(arguments))
        .or_else(|_| read(with_negative_numbers(command_line_of(arguments))))
        .map_err(in_words)?;
    Arguments::from_arg_matches(&matches).map_err(|error| error.format(&mut command_line()))
}

/// An error of the arguments, which says in plain words what is wrong with a number.
fn in_words(error: clap::Error) -> clap::Error {
    let Some(wrong) = error.source().and_then(|source| source.downcast_ref::<ParseIntError>())
    else {
        return error;
    };
    let words = match wrong.kind() {
        IntErrorKind::PosOverflow => "the number is too large",
        _ => "write a whole number, such as 10",
    };
    let text = error.to_string().replace(&wrong.to_string(), words);
    clap::Error::raw(error.kind(), text.trim_start_matches("error: "))
}

/// The exit code of a search that ended with bounds instead of an answer, and of a list that is shorter than asked for.
const UNDECIDED: u8 = 3;

/// Runs the program with the arguments of the process, and returns its exit code.
pub fn main() -> ExitCode {
    ExitCode::from(run_with(std::env::args_os()))
}

/// Runs the program with some arguments, of which the first is the program's name, and returns its exit code. It reads and
/// writes the standard streams of the process.
pub fn run_with(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let ran = match parse(&arguments) {
        Ok(arguments) => run(arguments),
        // clap reports help and the version as errors, too. For a malformed line, standard error that cannot be written
        // has no remedy.
        Err(error) => match error.print() {
            Err(unprinted) if !error.use_stderr() => Err(unprinted.into()),
            _ => return error.exit_code() as u8,
        },
    };
    match ran {
        Ok(()) => 0,
        Err(error) if output::is_broken_pipe(&error) => 0,
        Err(error) => {
            if let Some(wrong) = error.downcast_ref::<clap::Error>() {
                // Standard error that cannot be written has no remedy.
                let _ = wrong.print();
                return wrong.exit_code() as u8;
            }
            output::print_error(&error);
            match error.is::<rows::Undecided>() || error.is::<output::Fewer>() {
                true => UNDECIDED,
                false => interrupt::exit_code(),
            }
        }
    }
}

fn run(Arguments { common, command }: Arguments) -> anyhow::Result<()> {
    interrupt::survive_size_limits()?;
    huarong_core::effort::allocator::return_large_blocks();
    let CommonArguments { data_dir, threads, memory, quiet, progress, .. } = common;
    // The short commands start threads only if they search.
    if !matches!(command, Command::Query(_) | Command::Solve(_)) {
        long_work::start_threads(threads)?;
    }
    let session = |choice| Session::new(data_dir, threads, memory, quiet, progress, choice);
    match command {
        Command::Build(arguments) => build::run(&session(Some(&arguments.choice))?, arguments),
        Command::Query(arguments) => query::run(&session(Some(&arguments.choice))?, arguments),
        Command::Solve(mut arguments) => {
            arguments.choose()?;
            solve::run(&session(Some(&arguments.choice))?, arguments)
        }
        Command::Puzzles(arguments) => puzzles::run(&session(None)?, &arguments),
        Command::Check(arguments) => check::run(&session(None)?, &arguments),
        Command::Openings(arguments) => openings::run(&session(None)?, arguments),
        Command::Convert(arguments) => convert::run(&session(Some(&arguments.choice))?, arguments),
        Command::Sample(arguments) => sample::run(&session(Some(&arguments.choice))?, arguments),
        Command::Hardest(arguments) => hardest::run(&session(arguments.choice())?, arguments),
        Command::Levels(arguments) => levels::run(&session(Some(&arguments.choice))?, arguments),
        Command::Count(arguments) => {
            // `count` reads its board itself: it also takes boards that are too large for tables.
            let choice = puzzle::Choice { puzzle: arguments.choice.clone(), board: None };
            count::run(&session(Some(&choice))?, arguments)
        }
        Command::Difficulty(mut arguments) => {
            arguments.choose();
            difficulty::run(&session(Some(&arguments.choice))?, arguments)
        }
        Command::Design(arguments) => design::run(&session(None)?, &arguments),
        #[cfg(feature = "serve")]
        Command::Study(arguments) => study::run(&session(None)?, &arguments),
        #[cfg(feature = "print")]
        Command::Print(arguments) => print::run(&session(None)?, &arguments),
        Command::Tasks(arguments) => tasks::run(&session(None)?, &arguments),
        Command::Score(arguments) => score::run(&session(Some(&arguments.choice))?, &arguments),
        Command::Trace(arguments) => trace::run(&session(Some(&arguments.choice))?, &arguments),
        Command::Export(arguments) => export::run(&session(Some(&arguments.choice))?, arguments),
        Command::Census(arguments) => census::run(&session(None)?, arguments),
        Command::Rush(arguments) => rush::run(&session(None)?, arguments),
        Command::Game(arguments) => game::run(&session(None)?, arguments),
        Command::Gomoku(arguments) => gomoku::run(&session(None)?, arguments),
        #[cfg(feature = "serve")]
        Command::Serve(arguments) => {
            let session = session(Some(&arguments.choice))?;
            serve::run(session, arguments)
        }
        #[cfg(feature = "serve")]
        Command::Site(arguments) => site::run(session(None)?, &arguments),
        Command::Report(arguments) => report::run(&session(Some(&arguments.choice))?, arguments),
        Command::Verify(arguments) => verify::run(&session(Some(&arguments.choice))?, arguments),
        Command::Prove(arguments) => prove::run(&session(Some(&arguments.choice))?, arguments),
        Command::Checksums(arguments) => {
            checksums::run(&session(Some(&arguments.choice))?, arguments)
        }
        Command::Gather(arguments) => gather::run(&session(Some(&arguments.choice))?, arguments),
        Command::Pack(arguments) => pack::run(&session(Some(&arguments.choice))?, arguments),
        Command::Completions(arguments) => completions::run(&arguments, command_line()),
        Command::Man(arguments) => man::run(&arguments, command_line()),
    }
}
