//! Writing the answer for one position.

use super::arguments::{Arguments, is_stdout};
use super::boards::terminal_width;
use super::records::{AmongMany, Listed};
use super::task::Task;
use crate::cli::output::{self, Format, Stdout};
use crate::cli::session::Session;
use crate::cli::work;
use crate::json::{Bounds, Solution, SolutionCount, SolutionList};
use crate::oracle::bounds;
use crate::report::words;
use crate::sliding::analysis::{NoPath, ShortestPaths};
use crate::sliding::drawing::animation;
use crate::sliding::notation::moves;
use crate::sliding::rules::Move;
use crate::storage;
use anyhow::Context;
use num_bigint::BigUint;
use std::cell::RefCell;
use std::io::{self, Write};
use std::path::Path;

/// Writes, in text among many answers, that a position has no solution. It is no error there.
pub(super) fn say_no_path(
    solved: Result<(), NoPath>,
    format: Format,
    out: &mut Stdout,
) -> anyhow::Result<()> {
    match solved {
        Err(no_path) if format == Format::Text => Ok(writeln!(out, "{no_path}")?),
        _ => Ok(()),
    }
}

impl Task<'_> {
    /// Writes the answer from the moves of one solution, and from all optimal solutions if they are known. Without
    /// a solution, text output has nothing.
    pub fn answer(
        &self,
        session: &Session,
        paths: Option<&ShortestPaths<'_>>,
        moves: Option<&[Move]>,
        arguments: &Arguments,
        out: &mut Stdout,
    ) -> anyhow::Result<Result<(), NoPath>> {
        if let (Some(moves), Some(path)) = (moves, &arguments.animate) {
            self.animate(session, moves, path, out)?;
        }
        let route = match moves {
            Some(_) => Ok(()),
            None => Err(NoPath::between(self.puzzle, &self.position, self.target.as_ref())),
        };
        let is_silent = arguments.animate.as_deref().is_some_and(is_stdout)
            || (route.is_err() && arguments.format == Format::Text);
        if !is_silent {
            self.write(session, paths, moves, arguments, out)?;
        }
        Ok(route)
    }

    /// Writes one solution, whose moves are `first`, or several, or their number, as the arguments ask.
    fn write(
        &self,
        session: &Session,
        paths: Option<&ShortestPaths<'_>>,
        first: Option<&[Move]>,
        arguments: &Arguments,
        out: &mut Stdout,
    ) -> anyhow::Result<()> {
        let distance = first.map(<[Move]>::len);
        let paths = paths.filter(|_| first.is_some());
        let count = || match paths {
            Some(paths) => {
                let count = work::with_effort(session, "moves", |effort| {
                    paths.count(&self.position, effort.without(self.held))
                })?;
                Ok(count.known()?.unwrap_or_default())
            }
            None => Ok::<_, anyhow::Error>(BigUint::ZERO),
        };
        if arguments.count {
            return self.write_count(distance, &count()?, out);
        }
        if let Some(limit) = arguments.listed() {
            let listed = Listed { task: self, paths, limit, failed: RefCell::default() };
            return self.write_list(distance, &count()?, listed, out);
        }
        self.write_first(distance, first.unwrap_or_default(), out)
    }

    fn write_first(
        &self,
        distance: Option<usize>,
        moves: &[Move],
        out: &mut Stdout,
    ) -> anyhow::Result<()> {
        let solution = Solution { heading: self.heading(distance), moves: self.records(moves) };
        if self.among_many {
            return self.format.write(&AmongMany(solution), out, |_, out| {
                let texts = moves::move_texts(self.puzzle, &self.position, moves).join(" ");
                let colon = if moves.is_empty() { "" } else { ": " };
                writeln!(out, "{}{colon}{texts}", self.title(moves.len()))
            });
        }
        self.format.write(&solution, out, |_, out| {
            out.write_all(self.boards(&self.title(moves.len()), moves).as_bytes())
        })
    }

    /// Writes the bounds that a search reached, and the best solution found.
    pub fn write_bounds(
        &self,
        at_least: u16,
        best: Option<&[Move]>,
        out: &mut Stdout,
    ) -> anyhow::Result<()> {
        let moves = best.map(|moves| self.records(moves)).unwrap_or_default();
        let best_found = best.map(<[Move]>::len);
        let record = Bounds { heading: self.heading(None), at_least, best_found, moves };
        let noun = format!("{} move", self.metric);
        let title = || format!("{}: {}", self.ends(), bounds(at_least, best_found, &noun));
        self.format.write(&record, out, |_, out| match best.filter(|_| !self.among_many) {
            Some(best) => out.write_all(self.boards(&title(), best).as_bytes()),
            None => writeln!(out, "{}", title()),
        })
    }

    fn write_count(
        &self,
        distance: Option<usize>,
        count: &BigUint,
        out: &mut Stdout,
    ) -> anyhow::Result<()> {
        let record =
            SolutionCount { heading: self.heading(distance), solution_count: count.to_string() };
        self.format.write(&record, out, |_, out| self.say_count(distance, count, out))
    }

    fn write_list(
        &self,
        distance: Option<usize>,
        count: &BigUint,
        listed: Listed<'_>,
        out: &mut Stdout,
    ) -> anyhow::Result<()> {
        let (heading, solution_count) = (self.heading(distance), count.to_string());
        let record = SolutionList { heading, solution_count, solutions: listed };
        let text = |record: &SolutionList<Listed<'_>>, out: &mut Stdout| {
            self.say_count(distance, count, out)?;
            let width = terminal_width() - 2;
            for (number, moves) in (1..).zip(record.solutions.each()) {
                writeln!(out, "\nsolution {number}")?;
                let moves = moves::move_texts(self.puzzle, &self.position, &moves);
                for line in words::lines_of(&moves, width) {
                    writeln!(out, "  {line}")?;
                }
            }
            Ok(())
        };
        let (written, record) = match self.among_many && self.format == Format::Csv {
            true => {
                let record = AmongMany(record);
                (self.format.write(&record, out, |_, _| Ok(())), record.0)
            }
            false => (self.format.write(&record, out, text), record),
        };
        // Reports the fault of the table instead of the failed serialization that follows from it.
        match record.solutions.failed.take() {
            Some(error) => Err(error.into()),
            None => written,
        }
    }

    fn say_count(
        &self,
        distance: Option<usize>,
        count: &BigUint,
        out: &mut Stdout,
    ) -> io::Result<()> {
        let solutions = output::grouped_digits(&count.to_string());
        let noun = if solutions == "1" { "solution" } else { "solutions" };
        writeln!(out, "{}; {solutions} optimal {noun}", self.title(distance.unwrap_or_default()))
    }

    fn animate(
        &self,
        session: &Session,
        moves: &[Move],
        path: &Path,
        out: &mut Stdout,
    ) -> anyhow::Result<()> {
        let picture = animation::draw(self.puzzle, &self.position, moves);
        if is_stdout(path) {
            return Ok(writeln!(out, "{picture}")?);
        }
        storage::write_whole(path, ".huarong-picture-", |out| writeln!(out, "{picture}"))
            .with_context(|| format!("cannot write {}", path.display()))?;
        session.say(format_args!("wrote {}", path.display()));
        Ok(())
    }
}
