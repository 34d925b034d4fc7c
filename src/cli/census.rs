//! `huarong census`: the hardest puzzles of a small board, from a search of all of them.

use super::headings::{LIMITS, OUTPUT, SEARCH, with_metrics};
use super::output::{self, Format, Record, Stdout};
use super::session::{Session, disk};
use super::work;
use crate::grid::Region;
use crate::numerals::{counted, grouped};
use crate::sliding::census::{self, By, Census, CensusError, Keep, Outcome, Part, Scope, State};
use crate::sliding::rules::Metric;
use crate::storage::{self, Disk, Lock, Storage};
use anyhow::{Context, bail};
use clap::{Subcommand, value_parser};
use serde::Serialize;
use std::fs::{self, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Help of `--metric`.
const METRICS: &str = "Count moves in this metric: unit, straight or finger [default: all three]";

/// Find the hardest sliding-block puzzles of a small board
///
/// A puzzle has connected pieces of any shape, which do not turn, and at least one empty cell. One piece is marked.
/// Other pieces of the same shape are interchangeable.
///
/// The marked piece starts in the upper left corner: its bounding rectangle touches both edges. The goal is reached
/// when it covers the lower right cell.
///
/// For each number of pieces, the hardest start is reported. Among equally hard starts, it is the first in text order.
///
/// A census of 3x4 takes less than a second; one of 4x5 takes about 80 minutes on one core. Long searches leave
/// checkpoints in the data directory, and the same command continues from them.
#[derive(Debug, clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "Examples:\n  huarong census 3x3\n  \
                  huarong census 3x4 --metric finger --format csv\n  \
                  huarong census 4x4 --rectangles --max-shapes 2 --max-pieces 5\n  \
                  huarong census 3x3 --part 1/2 --out first.part\n  \
                  huarong census 3x3 --part 2/2 --out second.part\n  \
                  huarong census join first.part second.part --out 3x3.census\n  \
                  huarong census puzzle AB./BBC/.DE A | huarong solve --puzzle -"
)]
pub(super) struct Arguments {
    #[command(subcommand)]
    other: Option<Other>,

    /// Columns and rows of the board, at most 20 cells, such as 4x4
    #[arg(value_name = "WxH", required = true)]
    board: Option<String>,

    #[arg(long, help_heading = SEARCH, help = METRICS, long_help = with_metrics(METRICS))]
    metric: Option<Metric>,

    /// Search only puzzles whose pieces are rectangles
    #[arg(long, help_heading = SEARCH)]
    rectangles: bool,

    /// Search only piece sets of at most N different shapes
    #[arg(long, value_name = "N", value_parser = value_parser!(u8).range(1..))]
    #[arg(help_heading = SEARCH)]
    max_shapes: Option<u8>,

    /// Search only piece sets of at most N pieces
    #[arg(long, value_name = "N", value_parser = value_parser!(u8).range(1..))]
    #[arg(help_heading = SEARCH)]
    max_pieces: Option<u8>,

    /// Do part I of N of the work, as in 2/5
    ///
    /// The result is a file for `huarong census join`.
    #[arg(long, value_name = "I/N", help_heading = SEARCH)]
    part: Option<Part>,

    /// Write the census to this file [default for a part: census-WxH-I-of-N.part]
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    out: Option<PathBuf>,

    /// Wait at least this long between checkpoints [default: 1, or twice the cost of one]
    #[arg(long, value_name = "SECONDS", value_parser = work::seconds, help_heading = LIMITS)]
    checkpoint_every: Option<Duration>,

    /// Print in this format
    #[arg(long, value_enum, default_value = "text", help_heading = OUTPUT)]
    format: Format,
}

#[derive(Debug, Subcommand)]
enum Other {
    /// Print a puzzle of a census as a puzzle file
    ///
    /// Other commands read it from standard input with `--puzzle -`.
    Puzzle {
        /// Start as the census prints it: rows joined by /, one letter per piece, . for an empty cell
        #[arg(value_name = "START")]
        start: String,

        /// Letter of the marked piece
        #[arg(value_name = "MARKED")]
        marked: char,
    },
    /// Join the parts of a census, and print the census
    Join {
        /// Files of all parts, or the file of a whole census
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,

        /// Write the whole census to this file
        #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
        out: Option<PathBuf>,

        /// Print in this format
        #[arg(long, value_enum, default_value = "text", help_heading = OUTPUT)]
        format: Format,
    },
}

/// The hardest puzzle of a number of pieces, in a metric.
#[derive(Serialize)]
struct RecordRow<'s> {
    board: &'s str,
    metric: &'static str,
    pieces: usize,
    moves: u16,
    start: &'s str,
    marked: char,
}

impl Record for RecordRow<'_> {
    const COLUMNS: &'static [&'static str] =
        &["board", "metric", "pieces", "moves", "start", "marked"];

    fn rows(&self) -> impl IntoIterator<Item = impl Serialize> {
        [self]
    }
}

/// Takes the whole censuses of some boards, in all metrics. Their checkpoints are to be cleared once a report is
/// written.
pub(super) fn take_whole<'s>(
    session: &'s Session,
    boards: &[(u8, u8)],
) -> anyhow::Result<(Vec<State>, Vec<Checkpoint<'s>>)> {
    let whole =
        |&(width, height): &(u8, u8)| take(session, Scope::all(width, height), Part::WHOLE, None);
    boards.iter().map(whole).collect()
}

/// Reads the censuses in some files, which can be parts.
pub(super) fn read_whole(files: &[PathBuf]) -> anyhow::Result<Vec<State>> {
    Ok(State::join_each(&disk(), files)?)
}

pub(super) fn run(session: &Session, arguments: Arguments) -> anyhow::Result<()> {
    match arguments.other {
        Some(Other::Join { files, out, format }) => return join(&files, out.as_deref(), format),
        Some(Other::Puzzle { start, marked }) => {
            let mut out = output::stdout()?;
            out.write_all(census::puzzle_file(&start, marked)?.as_bytes())?;
            return Ok(out.flush()?);
        }
        None => {}
    }
    let region = Region::parse_size(arguments.board.as_deref().unwrap_or_default())?;
    census::check_board(region.width(), region.height())?;
    let scope = Scope {
        // Fits: the board was checked to have at most 20 cells.
        width: region.width() as u8,
        height: region.height() as u8,
        rectangles: arguments.rectangles,
        most_shapes: arguments.max_shapes,
        most_pieces: arguments.max_pieces,
        metric: arguments.metric,
    };
    let part = arguments.part.unwrap_or(Part::WHOLE);
    let default_out =
        || arguments.part.map(|part| format!("census-{region}-{}.part", part.name()).into());
    let out = arguments.out.or_else(default_out);
    out.as_deref().map_or(Ok(()), check_out)?;
    let (state, checkpoint) = take(session, scope, part, arguments.checkpoint_every)?;
    if let Some(out) = &out {
        state.write(&Disk::default(), out)?;
    }
    match (arguments.part, out) {
        (Some(part), Some(out)) => {
            let mut stdout = output::stdout()?;
            writeln!(stdout, "wrote {} (part {part} of the census of {scope})", out.display())?;
            stdout.flush()?;
        }
        _ => print(arguments.format, &state)?,
    }
    Ok(checkpoint.clear()?)
}

/// Joins parts, writes the whole census to `out`, and prints it.
fn join(files: &[PathBuf], out: Option<&Path>, format: Format) -> anyhow::Result<()> {
    out.map_or(Ok(()), check_out)?;
    let whole = State::join_files(&disk(), files)?;
    out.map_or(Ok(()), |out| whole.write(&Disk::default(), out))?;
    print(format, &whole)
}

/// Takes a census, from the checkpoint of an earlier run if there is one. The checkpoint is to be cleared once the
/// census is printed or written.
fn take<'s>(
    session: &'s Session,
    scope: Scope,
    part: Part,
    every: Option<Duration>,
) -> anyhow::Result<(State, Checkpoint<'s>)> {
    let census = Census::new(scope)?;
    let mut state = State::begin(&census, part);
    let checkpoint = Checkpoint::new(session, scope, part);
    if let Some(found) = checkpoint.read()? {
        match found {
            Ok(found) if found.is_of(&census, part) => {
                let (done, all) = found.progress();
                session.say(format_args!(
                    "continuing from a checkpoint: {} of {} tasks are done",
                    grouped(done as u64),
                    grouped(all as u64)
                ));
                state = found;
            }
            Ok(_) => session.say(format_args!(
                "{} is the checkpoint of another census or version: starting anew",
                checkpoint.path.display()
            )),
            Err(error) => session.say(format_args!("{error}: starting anew")),
        }
    }
    let keep = |state: &State| checkpoint.keep(state);
    work::with_effort(session, "tasks", |effort| {
        effort.doing(format_args!("census of {scope}"))?;
        state.run(&census, effort, Keep { every, with: &keep })
    })?;
    Ok((state, checkpoint))
}

/// The checkpoint of a census in the data directory. A census that ends within a moment writes none.
pub(super) struct Checkpoint<'s> {
    directory: &'s Path,
    path: PathBuf,
    scope: Scope,
    /// The lock that keeps other runs from the same census. It is held from the first checkpoint on.
    lock: Mutex<Option<Lock>>,
    lock_path: PathBuf,
}

impl<'s> Checkpoint<'s> {
    fn new(session: &'s Session, scope: Scope, part: Part) -> Self {
        let directory = session.atlas.directory();
        let name = scope.to_string().replace(" --", "-").replace(' ', "-");
        let path =
            |prefix| directory.join(format!(".huarong-census-{prefix}{name}-{}", part.name()));
        let (path, lock_path) = (path(""), path("lock-"));
        Self { directory, path, scope, lock: Mutex::default(), lock_path }
    }

    /// Takes the lock, unless this run holds it already.
    fn lock(&self) -> Result<(), CensusError> {
        let mut lock = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        if lock.is_some() {
            return Ok(());
        }
        *lock = Some(Disk::default().try_lock(&self.lock_path).map_err(|error| match error {
            TryLockError::WouldBlock => CensusError::AlreadyRunning {
                scope: self.scope,
                directory: self.directory.to_owned(),
            },
            TryLockError::Error(error) => CensusError::Write(self.lock_path.clone(), error),
        })?);
        Ok(())
    }

    /// The checkpoint of an earlier run if there is one, or the reason why it cannot be read.
    fn read(&self) -> Result<Option<Result<State, CensusError>>, CensusError> {
        if !self.path.exists() && !self.lock_path.exists() {
            return Ok(None);
        }
        self.lock()?;
        State::clear_unfinished(&Disk::default(), &self.path);
        Ok(self.path.is_file().then(|| State::read(&disk(), &self.path)))
    }

    /// Writes the checkpoint. A finished census is written, too, if it had checkpoints: its result is not printed yet.
    fn keep(&self, state: &State) -> Result<(), CensusError> {
        let (done, all) = state.progress();
        let is_locked = self.lock.lock().unwrap_or_else(PoisonError::into_inner).is_some();
        if done == all && !is_locked {
            return Ok(());
        }
        let disk: &dyn Storage = &Disk::default();
        disk.make_directories(self.directory)
            .map_err(|error| CensusError::Write(self.directory.to_owned(), error))?;
        self.lock()?;
        state.write(disk, &self.path)
    }

    /// Removes the checkpoint, and then the lock file.
    pub(super) fn clear(self) -> io::Result<()> {
        let lock = self.lock.into_inner().unwrap_or_else(PoisonError::into_inner);
        if lock.is_none() {
            return Ok(());
        }
        [self.path, self.lock_path].iter().try_for_each(|path| match fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        })
    }
}

/// Refuses an output file that cannot be written or that holds anything but a census, before any work.
fn check_out(out: &Path) -> anyhow::Result<()> {
    let directory = out.parent().unwrap_or(Path::new(""));
    if !directory.as_os_str().is_empty() && !directory.is_dir() {
        bail!("--out: the directory {} does not exist; create it first", directory.display());
    }
    if out.is_dir() {
        bail!("--out: {} is a directory; name a file in it", out.display());
    }
    storage::check_replaceable(out).with_context(|| format!("cannot write {}", out.display()))?;
    if !State::may_replace(&disk(), out)? {
        bail!("--out: {} exists and is not a census; name another file", out.display());
    }
    Ok(())
}

fn print(format: Format, state: &State) -> anyhow::Result<()> {
    let scope = state.scope();
    let board = format!("{}x{}", scope.width, scope.height);
    let mut rows = Vec::new();
    for metric in scope.metrics() {
        for (pieces, record) in state.records().iter(By::Pieces, metric) {
            rows.push(RecordRow {
                board: &board,
                metric: metric.name(),
                pieces,
                moves: record.moves,
                start: &record.start,
                marked: record.marked,
            });
        }
    }
    output::print(format, &rows, |rows, out| write_text(state, rows, out))
}

/// Width of the text, in columns.
const COLUMNS: usize = 80;

fn write_text(state: &State, rows: &[RecordRow<'_>], out: &mut Stdout) -> io::Result<()> {
    let width = usize::from(state.scope().width).max("10 pieces".len()) + 4;
    for metric in state.scope().metrics() {
        let scope = Scope { metric: None, ..*state.scope() };
        writeln!(out, "{scope}, {metric} moves: the hardest puzzle for each number of pieces\n")?;
        let rows: Vec<&RecordRow<'_>> =
            rows.iter().filter(|row| row.metric == metric.name()).collect();
        for beside in rows.chunks((COLUMNS / width).max(1)) {
            write_beside(beside, width, out)?;
            writeln!(out)?;
        }
    }
    let tally = state.tally();
    let marked_sets = tally.marked_sets();
    writeln!(
        out,
        "{}, {}",
        counted(tally.sets, "piece set"),
        counted(tally.positions, "position")
    )?;
    writeln!(
        out,
        "{}, {}",
        counted(marked_sets.count, "marked set"),
        counted(marked_sets.positions, "position")
    )?;
    for outcome in Outcome::ALL {
        let marked_sets = tally.of(outcome);
        writeln!(
            out,
            "  {:<62} {:>11} {:>15}",
            outcome.words(),
            grouped(marked_sets.count),
            grouped(marked_sets.positions)
        )?;
    }
    Ok(())
}

/// Puzzles side by side.
fn write_beside(rows: &[&RecordRow<'_>], width: usize, out: &mut Stdout) -> io::Result<()> {
    let mut line = |text: &dyn Fn(&RecordRow<'_>) -> String| {
        let line: String = rows.iter().map(|row| format!("{:<width$}", text(row))).collect();
        writeln!(out, "{}", line.trim_end())
    };
    line(&|row| counted(row.pieces as u64, "piece"))?;
    line(&|row| counted(row.moves.into(), "move"))?;
    for number in 0..rows[0].start.split('/').count() {
        line(&|row| row.start.split('/').nth(number).unwrap_or_default().to_owned())?;
    }
    line(&|row| format!("{} is marked", row.marked))
}
