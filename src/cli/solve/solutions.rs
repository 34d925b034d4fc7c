//! Solving positions by tables, by searches from one end, or by searches from both ends.

use super::arguments::Arguments;
use super::records::{Asked, Input, SolutionColumns};
use super::row::{Row, published_under};
use super::search::{Solved, ask};
use super::task::Task;
use super::undecided::{give_bounds, write_unanswered};
use super::write::Found;
use crate::cli::interrupt;
use crate::cli::long_work;
use crate::cli::output::{self, Format, RowFormat, RowOutput};
use crate::cli::rows::{self, Origin, Question, Refusals, SideBySide, Undecided};
use crate::cli::session::Session;
use crate::cli::tablebases::{Tablebases, in_tables_or};
use crate::{Options, Oracle, Planner, Position};
use anyhow::bail;
use huarong_core::effort::Effort;
use huarong_core::notation;
use huarong_core::rules::{Arrangement, Lettering, PieceSet};
use huarong_oracle::Tables;
use huarong_oracle::analysis::NoPath;
use std::io::Write;
use std::time::Instant;

/// Number of empty cells up to which the path between two positions is searched from both ends. The few moves per position
/// make this faster than a search of the whole space.
const MOST_EMPTY_CELLS_FOR_BOTH_ENDS: u32 = 3;

/// A position that was read.
struct Read {
    set: PieceSet,
    position: Arrangement,
    /// The signs that its pieces keep.
    lettering: Lettering,
}

/// The state of `solve`: its arguments, the target, and the tables that are open.
pub(super) struct Solutions<'s> {
    session: &'s Session,
    arguments: Arguments,
    /// The target position with its pieces; `None` means the goal.
    target: Option<(PieceSet, Arrangement)>,
    /// The distances of all positions to the target, searched when they are first needed.
    towards: Option<Oracle>,
    /// Whether positions without a table are searched, instead of building the table.
    searches: bool,
    tablebases: Tablebases<'s>,
    planner: Planner,
    input: Input,
}

impl Read {
    fn of(session: &Session, text: &str) -> anyhow::Result<Self> {
        let (set, position) = session.read_position(text)?;
        let lettering = notation::lettering(session.atlas.family().puzzle(), &position, text);
        Ok(Self { set, position, lettering })
    }
}

impl<'s> Solutions<'s> {
    /// The state for some arguments; `is_stream` if positions come from standard input.
    pub fn new(session: &'s Session, arguments: Arguments, is_stream: bool) -> Self {
        Self {
            session,
            target: None,
            towards: None,
            // A build of tables has no time limit.
            searches: session.chosen.is_some() || arguments.time_limit.is_some(),
            tablebases: Tablebases::new(session),
            planner: Planner::with_tables(Tables::of_atlas(session.atlas.clone())),
            input: if is_stream { Input::Positions } else { Input::Position },
            arguments,
        }
    }
}

impl Solutions<'_> {
    /// Solves a position, or the puzzle of a file under each metric of its published results.
    pub fn solve_one(&mut self, text: &str) -> anyhow::Result<()> {
        let metrics = match &self.session.chosen {
            Some(chosen) if self.arguments.is_file => {
                self.arguments.metrics_of_file(chosen.file.published())
            }
            _ => vec![self.arguments.metric()],
        };
        let columns = self.asked().columns()?;
        let mut out = self.output(&columns)?;
        let mut solved = Ok(());
        for (number, metric) in metrics.into_iter().enumerate() {
            // A puzzle without a solution has no text.
            if number > 0 && solved.is_ok() {
                writeln!(out)?;
            }
            self.arguments.set_metric(metric);
            let answered = self.solve_under_metric(text, &columns, &mut out);
            if interrupt::flow().is_break() {
                return answered;
            }
            solved = solved.and(answered);
        }
        solved
    }

    fn solve_under_metric(
        &mut self,
        text: &str,
        columns: &SolutionColumns,
        out: &mut RowOutput,
    ) -> anyhow::Result<()> {
        let read = Read::of(self.session, text)?;
        let puzzle = self.session.atlas.family().puzzle();
        let empty = u32::from(puzzle.board().cell_count()) - puzzle.area(&read.set);
        self.searches |= self.arguments.to.is_none()
            || empty <= MOST_EMPTY_CELLS_FOR_BOTH_ENDS
            || puzzle.doors().is_some();
        self.prepare([&read.set])?;
        let answered = self.answer(&read, row(columns, None), out);
        // Bounds are an answer, too.
        if answered.as_ref().map_or_else(|error| error.is::<Undecided>(), |_| true) {
            out.finish()?;
        }
        let solved = answered?;
        // The verdict says that there is no solution. A list of moves has none.
        match self.arguments.format() {
            Format::Json => Ok(()),
            Format::Csv if self.arguments.count => Ok(()),
            Format::Text | Format::Csv => Ok(solved?),
        }
    }

    /// Solves the positions of standard input, or of a Parquet file, as they come.
    pub fn solve_stream(&mut self, text: &str) -> anyhow::Result<()> {
        if self.arguments.animate.is_some() {
            bail!(
                "--animate draws the solution of one position: give the position as an argument instead of -"
            );
        }
        let columns = self.asked().columns()?;
        let (mut out, mut refusals) = (self.output(&columns)?, Refusals::of("position"));
        let session = self.session;
        let read = |question: &Question<'_>| {
            question.check_length()?;
            Read::of(session, question.text)
        };
        let is_look_up = !(self.searches
            || self.arguments.counts()
            || self.arguments.difficulty
            || self.arguments.to.is_some());
        let mut rows = SideBySide::new(session);
        rows::for_each_batch(session, [Question::of_argument(None, text)], |batch| {
            if is_look_up {
                rows.for_each_some(batch, |rows, questions| {
                    let asked = rows.read(questions, read)?;
                    self.prepare(
                        asked.iter().filter_map(|(_, read)| Some(&read.as_ref().ok()?.set)),
                    )?;
                    let table = |read: &Read| self.tablebases.number(&read.set);
                    let print = |(): &mut (), asked: &rows::Asked<'_, Read>, out: &mut Vec<u8>| {
                        self.print_row(asked, &columns, out)
                    };
                    rows.print(asked, table, || (), print, &mut out, &mut refusals)
                })?;
                return Ok(out.flush()?);
            }
            let read: Vec<_> = batch.iter().map(|question| (*question, read(question))).collect();
            self.prepare(read.iter().filter_map(|(_, read)| Some(&read.as_ref().ok()?.set)))?;
            refusals.ask(batch.len());
            for asked in read {
                let failed = self.print_row(&asked, &columns, &mut out)?;
                let (question, read) = asked;
                if let Some(error) = failed.or(read.err()) {
                    refusals.refuse(question.origin, error)?;
                }
            }
            Ok(out.flush()?)
        })?;
        out.finish()?;
        refusals.result()
    }

    /// Writes the row of a position. If it was read and has no answer, returns the reason.
    fn print_row(
        &self,
        (question, read): &rows::Asked<'_, Read>,
        columns: &SolutionColumns,
        out: &mut impl Write,
    ) -> anyhow::Result<Option<anyhow::Error>> {
        let mut row = row(columns, Some(question.origin));
        row.started = (self.arguments.times && read.is_ok()).then(Instant::now);
        let refuse = |error: &anyhow::Error, out: &mut _| {
            write_unanswered(&row, Some(self.arguments.metric()), error, &self.arguments, out)
        };
        match read {
            Err(error) => refuse(error, out).map(|()| None),
            Ok(read) => match self.answer(read, row.clone(), out) {
                Ok(_) => Ok(None),
                Err(error) if interrupt::flow().is_break() => Err(error),
                Err(error) => refuse(&error, out).map(|()| Some(error)),
            },
        }
    }

    /// What is asked for, which decides the columns.
    fn asked(&self) -> Asked<'_> {
        let (arguments, has_signs) = (&self.arguments, self.session.chosen.is_some());
        let has_doors = self.session.atlas.family().puzzle().doors().is_some();
        Asked { arguments, input: self.input, has_signs, has_doors }
    }

    /// Standard output with the header of the columns, unless it is a picture.
    fn output(&self, columns: &SolutionColumns) -> anyhow::Result<RowOutput> {
        let is_picture = self.arguments.animate.as_deref().is_some_and(output::is_stdout);
        let format = if is_picture { RowFormat::Text } else { self.arguments.format };
        RowOutput::new(format, columns.heads())
    }

    /// Opens or builds the tables of some piece sets, or searches the distances to the target.
    fn prepare<'a>(
        &mut self,
        sets: impl IntoIterator<Item = &'a PieceSet> + Clone,
    ) -> anyhow::Result<()> {
        let Some(text) = &self.arguments.to else {
            return match self.searches {
                false => self.tablebases.prepare_for(sets, Some(self.arguments.metric())),
                true => Ok(()),
            };
        };
        if self.target.is_none() {
            self.target = Some(self.session.read_position(text)?);
        }
        let Some((set, target)) = &self.target else { return Ok(()) };
        if self.searches {
            return Ok(());
        }
        if self.towards.is_none() && sets.into_iter().any(|other| other == set) {
            let puzzle = self.session.atlas.family().puzzle().towards(target);
            let end = Position::new(&puzzle, target.clone()).expect("it was read as a position");
            self.towards = Some(long_work::with_effort(self.session, "positions", |effort| {
                let options = Options::from(effort).metrics(&[self.arguments.metric()]);
                self.planner.ask(crate::Question::PieceSet, &end, &options)
            })?);
        }
        Ok(())
    }

    /// Answers a position, in its row if it is one of several. Without a solution, text about a single position has
    /// nothing.
    fn answer(
        &self,
        read: &Read,
        row: Row<'_>,
        out: &mut impl Write,
    ) -> anyhow::Result<Result<(), NoPath>> {
        let Read { set, position, lettering } = read;
        let (session, arguments) = (self.session, &self.arguments);
        let (puzzle, metric) = (session.atlas.family().puzzle(), arguments.metric());
        let has_other_pieces =
            puzzle.doors().is_none() && self.target.as_ref().is_some_and(|(other, _)| other != set);
        let target = self.target.as_ref().map(|(_, target)| target.clone());
        let format = arguments.format();
        let (position, lettering) = (position.clone(), lettering.clone());
        let published = match &session.chosen {
            Some(chosen) if arguments.is_file && target.is_none() => {
                published_under(chosen.file.published(), metric)
            }
            _ => Vec::new(),
        };
        let mut task = Task {
            puzzle,
            position,
            lettering,
            target,
            metric,
            format,
            row,
            published,
            difficulty: None,
        };
        if arguments.difficulty {
            long_work::with_effort(session, "positions", |effort| task.measure(effort))?;
        }
        if has_other_pieces {
            return task.answer(session, Found::NOTHING, arguments, out);
        }
        let oracle = match &self.towards {
            Some(towards) => towards.clone(),
            None if self.searches => {
                let ask = |effort: Effort<'_>| ask(&self.planner, &task, arguments, effort);
                let (start, place) = (task.start(), task.row.origin);
                match in_tables_or(session, &self.planner, &start, &[metric], place, ask) {
                    Ok(oracle) => oracle,
                    Err(error) => return give_bounds(&task, error, arguments, out),
                }
            }
            None => self.tablebases.get(set).clone(),
        };
        let solved = match arguments.counts() {
            true => long_work::with_effort(session, "moves", |effort| {
                Solved::by(&oracle, &task, true, effort)
            })?,
            false => Solved::by(&oracle, &task, false, Effort::UNLIMITED)?,
        };
        task.answer(session, solved.found(), arguments, out)
    }
}

/// The row of a position, or the rows of the only one.
fn row<'r>(columns: &'r SolutionColumns, origin: Option<Origin<'r>>) -> Row<'r> {
    Row { columns, origin, published: None, positions: None, started: None }
}
