//! Writing the answer for one position.

use super::arguments::Arguments;
use super::boards::terminal_width;
use super::records::{Listed, RowAnswer, RowHeading, RowRecord, Solutions, Verdict};
use super::rows::Row;
use super::task::Task;
use crate::cli::output::{self, Format};
use crate::cli::session::Session;
use crate::json::{Bounds, Solution, SolutionCount, SolutionList};
use crate::oracle::bounds;
use crate::report::words;
use crate::sliding::analysis::{NoPath, ShortestPaths};
use crate::sliding::drawing::animation;
use crate::sliding::notation::moves;
use crate::sliding::rules::{Metric, Move};
use crate::storage;
use anyhow::Context;
use num_bigint::BigUint;
use std::cell::RefCell;
use std::io::{self, Write};
use std::path::Path;

/// What is known about the optimal solutions of a position.
#[derive(Clone, Copy)]
pub(super) struct Found<'f> {
    /// The moves of one solution; `None` if there is none.
    pub moves: Option<&'f [Move]>,
    /// All optimal solutions; `None` if only one is known.
    pub paths: Option<&'f ShortestPaths<'f>>,
    /// Their number, if it is wanted.
    pub count: Option<&'f BigUint>,
}

impl Task<'_> {
    /// Writes the answer that the arguments ask for. Without a solution, text about a single position has nothing.
    pub fn answer<W: Write>(
        &self,
        session: &Session,
        found: Found<'_>,
        arguments: &Arguments,
        out: &mut W,
    ) -> anyhow::Result<Result<(), NoPath>> {
        let route = match found.moves {
            Some(_) => Ok(()),
            None => Err(NoPath::between(self.puzzle, &self.position, self.target.as_ref())),
        };
        if let Some(row) = &self.row {
            self.write_row(row, found, route.as_ref(), arguments, out)?;
            return Ok(route);
        }
        if let (Some(moves), Some(path)) = (found.moves, &arguments.animate) {
            self.animate(session, moves, path, out)?;
        }
        let is_silent = arguments.animate.as_deref().is_some_and(output::is_stdout)
            || (route.is_err() && arguments.format == Format::Text);
        if !is_silent {
            self.write(found, arguments, out)?;
        }
        Ok(route)
    }

    /// Writes one solution, or several, or their number.
    fn write<W: Write>(
        &self,
        found: Found<'_>,
        arguments: &Arguments,
        out: &mut W,
    ) -> anyhow::Result<()> {
        let (heading, count) = (self.heading(found.moves.map(<[Move]>::len)), found.count());
        if arguments.count {
            let record = SolutionCount { heading, solution_count: count };
            return self.format.write(&record, out, |record, out| {
                let distance = record.heading.distance.unwrap_or_default();
                writeln!(out, "{}", self.counted_title(distance, &record.solution_count))
            });
        }
        if let Some(limit) = arguments.listed() {
            let solutions = self.listed(found, limit);
            let record = SolutionList { heading, solution_count: count, solutions };
            let written = self.format.write(&record, out, |record, out| {
                let SolutionList { heading, solution_count, solutions } = record;
                self.write_list(
                    heading.distance.unwrap_or_default(),
                    solution_count,
                    solutions,
                    out,
                )
            });
            return record.solutions.check(written);
        }
        let moves = found.moves.unwrap_or_default();
        let record = Solution { heading, moves: self.records(moves) };
        self.format.write(&record, out, |_, out| {
            out.write_all(self.boards(&self.title(moves.len()), moves).as_bytes())
        })
    }

    /// Writes the row of one of several positions or puzzles.
    fn write_row<W: Write>(
        &self,
        row: &Row<'_>,
        found: Found<'_>,
        route: Result<&(), &NoPath>,
        arguments: &Arguments,
        out: &mut W,
    ) -> anyhow::Result<()> {
        let distance = found.moves.map(<[Move]>::len);
        let (heading, moves) = (self.heading(distance), found.moves.unwrap_or_default());
        let solutions = match (arguments.count, arguments.listed()) {
            (true, _) => Solutions::Count { solution_count: Some(found.count()) },
            (false, Some(limit)) => Solutions::List {
                solution_count: Some(found.count()),
                solutions: Some(self.listed(found, limit)),
            },
            (false, None) => Solutions::One { moves: Some(self.records(moves)) },
        };
        let answer = RowAnswer {
            heading: RowHeading::Known(Box::new(heading)),
            at_least: None,
            best_found: None,
            solutions,
        };
        let verdict = if route.is_ok() { Verdict::Solved } else { Verdict::Unsolvable };
        let record = row.record(answer, self.metric, distance, verdict, None);
        let (length, remarks) = (moves.len(), || row.remarks(self.metric, distance));
        let written = self.format.write(&record, out, |record, out| {
            match (route, &record.answer.solutions) {
                (Err(no_path), _) => match row.label() {
                    Some(label) => writeln!(out, "{label}: cannot reach the goal{}", remarks()),
                    None => writeln!(out, "{no_path}{}", remarks()),
                },
                (_, Solutions::Count { solution_count: Some(count) }) => {
                    writeln!(out, "{}{}", self.counted_title(length, count), remarks())
                }
                (_, Solutions::List { solution_count: Some(count), solutions: Some(listed) }) => {
                    self.write_list(length, count, listed, out)
                }
                _ if row.label().is_some() || moves.is_empty() => {
                    writeln!(out, "{}{}", self.title(length), remarks())
                }
                _ => {
                    let texts = moves::move_texts(self.puzzle, &self.position, moves).join(" ");
                    writeln!(out, "{}: {texts}{}", self.title(length), remarks())
                }
            }
        });
        match &record.answer.solutions {
            Solutions::List { solutions: Some(listed), .. } => listed.check(written),
            _ => written,
        }
    }

    fn listed<'t>(&'t self, found: Found<'t>, limit: usize) -> Listed<'t> {
        let paths = found.paths.filter(|_| found.moves.is_some());
        Listed { task: self, paths, limit, failed: RefCell::default() }
    }

    /// Writes the bounds that a search reached, the best solution found, and the reason why the search ended.
    pub fn write_bounds(
        &self,
        at_least: u16,
        best: Option<&[Move]>,
        reason: &str,
        arguments: &Arguments,
        out: &mut impl Write,
    ) -> anyhow::Result<()> {
        let (heading, moves) = (self.heading(None), best.map(|moves| self.records(moves)));
        let best_found = best.map(<[Move]>::len);
        let noun = format!("{} move", self.metric);
        let title = || format!("{}: {}", self.ends(), bounds(at_least, best_found, &noun));
        if let Some(row) = &self.row {
            let answer = RowAnswer {
                heading: RowHeading::Known(Box::new(heading)),
                at_least: Some(at_least),
                best_found,
                solutions: Solutions::unknown(arguments, moves),
            };
            let reason = Some(reason.to_owned());
            let record = row.record(answer, self.metric, None, Verdict::Undecided, reason);
            return self.format.write(&record, out, |_, out| {
                writeln!(out, "{}{}", title(), row.remarks(self.metric, None))
            });
        }
        let record = Bounds { heading, at_least, best_found, moves: moves.unwrap_or_default() };
        self.format.write(&record, out, |_, out| match best {
            Some(best) => out.write_all(self.boards(&title(), best).as_bytes()),
            None => writeln!(out, "{}", title()),
        })
    }

    fn write_list(
        &self,
        distance: usize,
        solution_count: &str,
        solutions: &Listed<'_>,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let remarks = self.row.as_ref().map(|row| row.remarks(self.metric, Some(distance)));
        let title = self.counted_title(distance, solution_count);
        writeln!(out, "{title}{}", remarks.unwrap_or_default())?;
        let width = terminal_width() - 2;
        for (number, moves) in (1..).zip(solutions.each()) {
            writeln!(out, "\nsolution {number}")?;
            let moves = moves::move_texts(self.puzzle, &self.position, &moves);
            for line in words::lines_of(&moves, width) {
                writeln!(out, "  {line}")?;
            }
        }
        Ok(())
    }

    /// The first line of the answer, with the number of optimal solutions.
    fn counted_title(&self, distance: usize, solution_count: &str) -> String {
        let noun = if solution_count == "1" { "solution" } else { "solutions" };
        let solutions = output::grouped_digits(solution_count);
        format!("{}; {solutions} optimal {noun}", self.title(distance))
    }

    fn animate(
        &self,
        session: &Session,
        moves: &[Move],
        path: &Path,
        out: &mut impl Write,
    ) -> anyhow::Result<()> {
        let picture = animation::draw(self.puzzle, &self.position, moves);
        if output::is_stdout(path) {
            return Ok(writeln!(out, "{picture}")?);
        }
        storage::write_whole(path, ".huarong-picture-", |out| writeln!(out, "{picture}"))
            .with_context(|| format!("cannot write {}", path.display()))?;
        session.say(format_args!("wrote {}", path.display()));
        Ok(())
    }
}

impl Found<'_> {
    /// The number of optimal solutions as text.
    fn count(&self) -> String {
        self.count.map_or("0".to_owned(), BigUint::to_string)
    }
}

impl Listed<'_> {
    /// Reports the fault of the table instead of the failed serialization that follows from it.
    fn check(&self, written: anyhow::Result<()>) -> anyhow::Result<()> {
        match self.failed.take() {
            Some(error) => Err(error.into()),
            None => written,
        }
    }
}

impl<'t> Row<'t> {
    /// The record of the row with its answer.
    pub fn record<'r>(
        &'r self,
        answer: RowAnswer<'r>,
        metric: Metric,
        distance: Option<usize>,
        verdict: Verdict,
        error: Option<String>,
    ) -> RowRecord<'r> {
        RowRecord {
            origin: self.origin,
            answer,
            published: self.published(metric, distance),
            positions: self.asks("positions").then_some(self.positions.as_deref()),
            verdict,
            seconds: self.asks("seconds").then_some(self.seconds()),
            error,
            columns: self.columns,
        }
    }

    /// Writes the row of a position or a puzzle that was refused or failed. Text has none: standard error says why.
    pub fn write_failure(
        &self,
        metric: Option<Metric>,
        error: &anyhow::Error,
        arguments: &Arguments,
        out: &mut impl Write,
    ) -> anyhow::Result<()> {
        let answer = RowAnswer {
            heading: RowHeading::unknown(metric, arguments),
            at_least: None,
            best_found: None,
            solutions: Solutions::unknown(arguments, None),
        };
        let (metric, error) = (metric.unwrap_or(Metric::Finger), Some(format!("{error:#}")));
        let record = self.record(answer, metric, None, Verdict::Failed, error);
        arguments.format.write(&record, out, |_, _| Ok(()))
    }
}
