//! Writing the answer for one position.

use super::arguments::Arguments;
use super::boards::terminal_width;
use super::records::{AnswerHeading, AnswerRecord, Listed, Solutions};
use super::task::Task;
use crate::cli::output;
use crate::cli::output::Format;
use crate::cli::session::Session;
use anyhow::Context;
use huarong_core::drawing::animation;
use huarong_core::rules::PieceMove;
use huarong_oracle::analysis::{NoPath, ShortestPaths};
use huarong_oracle::bounds;
use huarong_pages::json::Verdict;
use huarong_report::wrapped::wrapped;
use huarong_tables::storage;
use num_bigint::BigUint;
use std::cell::RefCell;
use std::io::{self, Write};
use std::path::Path;

/// What is known about the optimal solutions of a position.
#[derive(Clone, Copy)]
pub(super) struct Found<'f> {
    /// The moves of one solution; `None` if there is none.
    pub moves: Option<&'f [PieceMove]>,
    /// All optimal solutions; `None` if only one is known.
    pub paths: Option<&'f ShortestPaths<'f>>,
    /// Their number, if it is wanted.
    pub count: Option<&'f BigUint>,
}

impl Found<'_> {
    /// There is no solution.
    pub const NOTHING: Self = Self { moves: None, paths: None, count: None };
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
        if let (Some(moves), Some(path)) = (found.moves, &arguments.animate) {
            self.animate(session, moves, path, out)?;
        }
        let is_silent = arguments.animate.as_deref().is_some_and(output::is_stdout)
            || (route.is_err() && self.is_single() && arguments.format() == Format::Text);
        if !is_silent {
            self.write(found, route.as_ref(), arguments, out)?;
        }
        Ok(route)
    }

    /// Writes one solution, or several, or their number; or that there is none.
    fn write<W: Write>(
        &self,
        found: Found<'_>,
        route: Result<&(), &NoPath>,
        arguments: &Arguments,
        out: &mut W,
    ) -> anyhow::Result<()> {
        let record = self.known(found, arguments);
        let (moves, distance) = (found.moves.unwrap_or_default(), record.heading.distance);
        let (length, remarks) = (moves.len(), || self.row.remarks(self.metric, distance));
        let written =
            record.write(self.format, out, |record, out| match (route, &record.solutions) {
                (Err(no_path), _) => match self.row.label() {
                    Some(label) => writeln!(out, "{label}: cannot reach the goal{}", remarks()),
                    None => writeln!(out, "{no_path}{}", remarks()),
                },
                (_, Solutions::Count { solution_count }) => {
                    writeln!(out, "{}{}", self.counted_title(length, solution_count), remarks())
                }
                (_, Solutions::List { solution_count, solutions }) => {
                    self.write_list(length, solution_count, solutions.as_ref(), out)
                }
                _ if self.is_single() => {
                    out.write_all(self.boards(&self.title(length), moves).as_bytes())
                }
                _ if self.row.label().is_some() || moves.is_empty() => {
                    writeln!(out, "{}{}", self.title(length), remarks())
                }
                _ => {
                    let texts = self.move_texts(moves).join(" ");
                    writeln!(out, "{}: {texts}{}", self.title(length), remarks())
                }
            });
        record.solutions.check(written)
    }

    /// The answer from the optimal solutions.
    fn known<'t>(&'t self, found: Found<'t>, arguments: &Arguments) -> AnswerRecord<'t> {
        let count = || Some(found.count.map_or("0".to_owned(), BigUint::to_string));
        let moves = found.moves.unwrap_or_default();
        let solutions = match (arguments.count, arguments.listed()) {
            (true, _) => Solutions::Count { solution_count: count() },
            (false, Some(limit)) => Solutions::List {
                solution_count: count(),
                solutions: Some(self.listed(found, limit)),
            },
            (false, None) => Solutions::One { moves: Some(self.records(moves)) },
        };
        let mut heading: AnswerHeading = self.heading(found.moves.map(<[PieceMove]>::len)).into();
        let is_lost = |_| found.moves.is_none() && self.puzzle.has_left(&self.position);
        heading.lost = self.puzzle.doors().map(is_lost);
        self.row.record(self.metric, heading, solutions, None)
    }

    fn listed<'t>(&'t self, found: Found<'t>, limit: usize) -> Listed<'t> {
        let paths = found.paths.filter(|_| found.moves.is_some());
        Listed { task: self, paths, limit, failed: RefCell::default() }
    }

    /// Writes the bounds that a search reached, or the distance that they prove, the best solution found, and the reason why the
    /// search ended.
    pub fn write_bounds(
        &self,
        distance: Option<usize>,
        at_least: u16,
        best: Option<&[PieceMove]>,
        reason: &str,
        arguments: &Arguments,
        out: &mut impl Write,
    ) -> anyhow::Result<()> {
        let mut heading = self.heading(distance);
        if distance.is_none() {
            heading.verdict = Verdict::Undecided;
        }
        let moves = best.map(|moves| self.records(moves));
        let best_found = best.map(<[PieceMove]>::len);
        let noun = format!("{} move", self.metric);
        let bounds = bounds(at_least, best_found, &noun);
        let title = || match distance {
            Some(distance) => format!("{}; optimal solutions not counted", self.title(distance)),
            None => format!("{}: {bounds}{}", self.ends(), self.remark(None)),
        };
        let solutions = Solutions::unknown(arguments, moves);
        let error = Some(reason.to_owned());
        let record = self.row.record(self.metric, heading.into(), solutions, error);
        let record = match distance {
            Some(_) => record,
            None => AnswerRecord { at_least: Some(at_least), best_found, ..record },
        };
        record.write(self.format, out, |_, out| match best.filter(|_| self.is_single()) {
            Some(best) => out.write_all(self.boards(&title(), best).as_bytes()),
            None => writeln!(out, "{}{}", title(), self.row.remarks(self.metric, distance)),
        })
    }

    fn write_list(
        &self,
        distance: usize,
        solution_count: &Option<String>,
        solutions: Option<&Listed<'_>>,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let remarks = self.row.remarks(self.metric, Some(distance));
        writeln!(out, "{}{remarks}", self.counted_title(distance, solution_count))?;
        let width = terminal_width() - 2;
        for (number, moves) in (1..).zip(solutions.into_iter().flat_map(Listed::each)) {
            writeln!(out, "\nsolution {number}")?;
            let moves = self.move_texts(&moves);
            for line in wrapped(&moves, width) {
                writeln!(out, "  {line}")?;
            }
        }
        Ok(())
    }

    /// The first line of the answer, with the number of optimal solutions.
    fn counted_title(&self, distance: usize, solution_count: &Option<String>) -> String {
        let solution_count = solution_count.as_deref().unwrap_or_default();
        let noun = if solution_count == "1" { "solution" } else { "solutions" };
        let solutions = output::grouped_digits(solution_count);
        format!("{}; {solutions} optimal {noun}", self.title(distance))
    }

    fn animate(
        &self,
        session: &Session,
        moves: &[PieceMove],
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
