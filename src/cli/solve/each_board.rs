//! Solving the boards of a file, each a puzzle of its own.

use super::arguments::{Arguments, is_stdout};
use super::records::{columns, with_piece};
use super::refusals::Refusals;
use super::task::Task;
use super::undecided::{Bounds, within};
use super::write::say_no_path;
use crate::cli::lines::{self, Batches};
use crate::cli::output::{self, Stdout};
use crate::cli::session::Session;
use crate::cli::work;
use crate::effort::Effort;
use crate::sliding::analysis::ShortestPaths;
use crate::sliding::interchange::{self, InterchangeError};
use crate::sliding::puzzle_file::{PuzzleFile, Setup};
use crate::{Options, Oracle, Position};
use anyhow::{Context, anyhow, bail};
use rayon::prelude::*;
use std::convert::Infallible;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::time::Instant;

/// Number of boards that are solved side by side before their answers are written.
const SIDE_BY_SIDE: usize = 256;

/// A board with its solutions, or the reason why it has none.
type Solved = anyhow::Result<(Setup, anyhow::Result<Oracle>)>;

/// Solves the Rush Hour boards of a file, one per line; `-` is standard input.
pub(super) fn solve_boards(
    session: &Session,
    arguments: &Arguments,
    path: &Path,
) -> anyhow::Result<()> {
    let mut out = output::stdout()?;
    arguments.format.begin_columns(&with_piece(columns(arguments, true)), &mut out)?;
    let input: Box<dyn Read> = if is_stdout(path) {
        session.check_input_is_left()?;
        Box::new(io::stdin().lock())
    } else {
        let cannot_read = || format!("cannot read {}", path.display());
        let file = File::open(path).with_context(cannot_read)?;
        if file.metadata().is_ok_and(|found| found.is_dir()) {
            bail!("cannot read {}: it is a directory", path.display());
        }
        Box::new(file)
    };
    let mut batches = Batches::new(input);
    let (mut line_number, mut refusals) = (0u64, Refusals::default());
    while let Some(batch) = batches.next()? {
        let boards: Vec<(u64, &str)> = (line_number + 1..).zip(batch.lines()).collect();
        line_number += boards.len() as u64;
        let boards: Vec<_> =
            boards.into_iter().filter(|(_, line)| !lines::is_blank(line)).collect();
        refusals.ask(boards.len());
        for some in boards.chunks(SIDE_BY_SIDE) {
            let solved = work::with_effort(session, "positions", |effort| {
                let each = effort.at_most(effort.memory / rayon::current_num_threads() as u64);
                let solve = |&(_, line): &(u64, &str)| solve(arguments, line, each);
                Ok::<Vec<Solved>, Infallible>(some.par_iter().map(solve).collect())
            })?;
            for (&(line, _), solved) in some.iter().zip(solved) {
                let written = solved.and_then(|(setup, oracle)| {
                    write(session, arguments, &setup, oracle, &mut out)
                });
                written.or_else(|error| refusals.refuse(line, error))?;
            }
            out.flush()?;
        }
    }
    refusals.result()
}

fn solve(arguments: &Arguments, line: &str, effort: Effort<'_>) -> Solved {
    lines::check_length(line)?;
    if line.contains(char::REPLACEMENT_CHARACTER) {
        bail!("not a board: the line is no UTF-8 text");
    }
    let text = interchange::read(interchange::Format::Rush, line, "board", None);
    let text = text.map_err(|error| match error {
        // The line's number among all lines is named with the error.
        InterchangeError::Line { fault, .. } => anyhow!(fault),
        error => anyhow!(error),
    })?;
    let setup = PuzzleFile::parse(&text)?.setup()?;
    let start = Position::new(&setup.puzzle, setup.start.clone());
    let start = start.expect("a start is a position of its puzzle");
    let until = arguments.time_limit.map(|limit| Instant::now() + limit);
    let oracle = within(until, effort, |effort| {
        Oracle::solve_with(&start, &Options::from(effort).metrics(&[arguments.metric]))
    });
    Ok((setup, oracle.map_err(anyhow::Error::from)))
}

fn write(
    session: &Session,
    arguments: &Arguments,
    setup: &Setup,
    oracle: anyhow::Result<Oracle>,
    out: &mut Stdout,
) -> anyhow::Result<()> {
    let mut task = Task {
        puzzle: &setup.puzzle,
        position: setup.start.clone(),
        target: None,
        metric: arguments.metric,
        format: arguments.format,
        among_many: true,
        held: 0,
    };
    let oracle = match oracle {
        Ok(oracle) => oracle,
        Err(error) => return Bounds::give(&task, error, arguments.time_limit, out),
    };
    task.held = oracle.bytes();
    let paths = ShortestPaths::by_oracle(&oracle, task.metric);
    let moves = match &paths {
        Some(paths) => paths.first(&task.position)?.known()?,
        None => None,
    };
    let solved = task.answer(session, paths.as_ref(), moves.as_deref(), arguments, out)?;
    say_no_path(solved, arguments.format, out)
}
