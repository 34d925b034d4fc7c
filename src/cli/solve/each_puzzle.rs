//! Solving many puzzles, each with a row of its own: puzzle files, and the boards of a list.

use super::arguments::Arguments;
use super::by_source::BySource;
use super::records::{Asked, Input, SolutionColumns};
use super::row::{Row, comparison, published_under};
use super::search::{Solved, ask, is_memory};
use super::task::Task;
use super::undecided::{give_bounds, write_unanswered};
use crate::Planner;
use crate::cli::check::MEMORY_FOR_COUNT;
use crate::cli::long_work;
use crate::cli::output::{self, Format, RowOutput};
use crate::cli::rows::{Entry, PuzzleList, Refusals};
use crate::cli::session::Session;
use anyhow::Context;
use huarong_core::effort::{Cancelled, Effort, Progress};
use huarong_core::puzzle_file::Setup;
use huarong_core::rules::{Lettering, Metric};
use huarong_lab::counts::positions_of;
use rayon::ThreadPoolBuilder;
use std::io::Write;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Instant;

/// Most bytes of answers that wait for an earlier one. Above this, no search begins until they are written.
const MOST_BYTES_OF_WAITING_ANSWERS: usize = 1 << 22;

/// Solves puzzles, each in rows of its own.
pub(super) fn solve(
    session: &Session,
    arguments: &Arguments,
    list: PuzzleList<'_>,
) -> anyhow::Result<()> {
    let (input, noun) = match list {
        PuzzleList::Boards(_) => (Input::Boards, "board"),
        PuzzleList::Named(_) | PuzzleList::Rows => (Input::Puzzles, "row"),
    };
    let columns = Asked { arguments, input, has_signs: true, has_doors: false }.columns()?;
    let out = RowOutput::new(arguments.format, columns.heads())?;
    let solver = Solver {
        arguments,
        session,
        planner: Planner::with_tile_files(session.atlas.tile_files()),
        columns,
    };
    let (refusals, by_source) = (Refusals::of(noun), BySource::default());
    let mut puzzles = Puzzles { solver, answers: Answers { refusals, by_source, out } };
    list.for_each_some(|some| puzzles.solve(&some))?;
    let Answers { refusals, by_source, mut out } = puzzles.answers;
    if let Some(table) = by_source.table() {
        writeln!(out, "\n{table}")?;
    }
    out.finish()?;
    refusals.result()
}

/// Puzzles that are solved side by side, and answered in order.
struct Puzzles<'s> {
    solver: Solver<'s>,
    answers: Answers,
}

/// The answers, and how many rows were refused or are undecided.
struct Answers {
    refusals: Refusals,
    by_source: BySource,
    out: RowOutput,
}

/// What is asked about every puzzle.
struct Solver<'s> {
    arguments: &'s Arguments,
    session: &'s Session,
    planner: Planner,
    columns: SolutionColumns,
}

/// What became of the rows of one puzzle.
#[derive(Default)]
struct Outcome {
    /// Number of rows.
    rows: usize,
    /// Why some of the rows have no answer.
    errors: Vec<anyhow::Error>,
    /// The published numbers of moves.
    by_source: BySource,
    /// Whether a search exceeded its memory.
    exceeded: bool,
}

/// The answer of one of several puzzles that are solved side by side.
struct Answered {
    /// The place of the puzzle among them.
    number: usize,
    rows: Vec<u8>,
    outcome: anyhow::Result<Outcome>,
}

impl Puzzles<'_> {
    /// Solves some puzzles and writes their rows.
    fn solve(&mut self, puzzles: &[Entry]) -> anyhow::Result<()> {
        long_work::start_threads(self.solver.session.threads)?;
        let threads = rayon::current_num_threads().min(puzzles.len());
        // A list of solutions is enumerated while it is written, so that memory need not hold it.
        let side_by_side = threads > 1 && self.solver.arguments.listed().is_none();
        long_work::with_effort(self.solver.session, "puzzles", |effort| {
            effort.total(puzzles.len() as u64)?;
            match side_by_side {
                true => {
                    let mut left = puzzles;
                    while !left.is_empty() {
                        left = self.solve_side_by_side(left, threads, effort)?;
                    }
                }
                false => puzzles.iter().try_for_each(|puzzle| self.solve_alone(puzzle, effort))?,
            }
            Ok::<_, anyhow::Error>(())
        })?;
        Ok(self.answers.out.flush()?)
    }

    /// Solves a puzzle with all threads and all memory.
    fn solve_alone(&mut self, puzzle: &Entry, effort: Effort<'_>) -> anyhow::Result<()> {
        let outcome = self.solver.ask(puzzle, effort, &mut self.answers.out)?;
        effort.done(1)?;
        self.answers.settle(puzzle, outcome)
    }

    /// Solves puzzles on some threads, each with its share of the memory. A puzzle that exceeds its share is solved again
    /// at the end, alone. Returns the puzzles that are left because too many answers waited.
    fn solve_side_by_side<'p>(
        &mut self,
        puzzles: &'p [Entry],
        threads: usize,
        effort: Effort<'_>,
    ) -> anyhow::Result<&'p [Entry]> {
        let is_over = AtomicBool::new(false);
        // The other searches end, too, once the output is closed.
        let observer = |progress: Progress<'_>| match is_over.load(Relaxed) {
            true => ControlFlow::Break(()),
            false => (effort.observer)(progress),
        };
        let each = Effort { observer: &observer, ..effort.at_most(effort.memory / threads as u64) };
        let (next, bytes) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let mut waiting: Vec<Option<Answered>> = Vec::new();
        waiting.resize_with(puzzles.len(), || None);
        let written = thread::scope(|scope| {
            let (sender, answers) = mpsc::channel();
            let started = (0..threads).try_for_each(|_| {
                let (solver, next, bytes) = (&self.solver, &next, &bytes);
                let sender = sender.clone();
                let solve = move || solver.ask_each(puzzles, next, bytes, each, &sender);
                let thread = thread::Builder::new().name("puzzles".to_owned());
                thread.spawn_scoped(scope, solve).context("cannot start a thread").map(drop)
            });
            drop(sender);
            let written = started
                .and_then(|()| self.answers.write_in_order(puzzles, answers, &mut waiting, &bytes));
            is_over.store(written.is_err(), Relaxed);
            written
        })?;
        let (begun, left) = puzzles.split_at(next.into_inner().min(puzzles.len()));
        for (puzzle, answered) in begun.iter().zip(waiting).skip(written) {
            match answered {
                Some(answered) if answered.has_exceeded() => {
                    self.solve_alone(puzzle, effort)?;
                }
                Some(answered) => self.answers.write(puzzle, answered)?,
                None => return Err(Cancelled.into()),
            }
        }
        Ok(left)
    }
}

impl Answered {
    /// Whether a search exceeded its share of the memory.
    fn has_exceeded(&self) -> bool {
        self.outcome.as_ref().is_ok_and(|outcome| outcome.exceeded)
    }

    fn bytes(&self) -> usize {
        size_of::<Self>() + self.rows.capacity()
    }
}

impl Answers {
    /// Writes answers in the order of the puzzles as they come, up to the first that exceeded its share of the memory.
    /// The others wait. Subtracts their `bytes` when they are written. Returns the number of puzzles whose answers are
    /// written.
    fn write_in_order(
        &mut self,
        puzzles: &[Entry],
        answers: Receiver<Answered>,
        waiting: &mut [Option<Answered>],
        bytes: &AtomicUsize,
    ) -> anyhow::Result<usize> {
        let mut written = 0;
        for answered in answers {
            let number = answered.number;
            waiting[number] = Some(answered);
            while let Some(next) = waiting.get_mut(written) {
                let Some(answered) = next.take_if(|answered| !answered.has_exceeded()) else {
                    break;
                };
                bytes.fetch_sub(answered.bytes(), Relaxed);
                self.write(&puzzles[written], answered)?;
                written += 1;
            }
            self.out.flush()?;
        }
        Ok(written)
    }

    fn write(&mut self, puzzle: &Entry, answered: Answered) -> anyhow::Result<()> {
        let outcome = answered.outcome?;
        self.out.write_all(&answered.rows)?;
        self.settle(puzzle, outcome)
    }

    /// Counts the rows of a puzzle, and says which have no answer.
    fn settle(&mut self, puzzle: &Entry, outcome: Outcome) -> anyhow::Result<()> {
        self.refusals.ask(outcome.rows);
        self.by_source.append(outcome.by_source);
        outcome.errors.into_iter().try_for_each(|error| self.refusals.refuse(puzzle, error))
    }
}

impl Solver<'_> {
    /// Asks about puzzles one after another, until other threads have taken the last, or too many `bytes` of answers
    /// wait.
    fn ask_each(
        &self,
        puzzles: &[Entry],
        next: &AtomicUsize,
        bytes: &AtomicUsize,
        effort: Effort<'_>,
        answers: &Sender<Answered>,
    ) {
        let ask = || {
            while bytes.load(Relaxed) <= MOST_BYTES_OF_WAITING_ANSWERS {
                let number = next.fetch_add(1, Relaxed);
                let Some(puzzle) = puzzles.get(number) else { return };
                let mut rows = Vec::new();
                let outcome = self.ask(puzzle, effort, &mut rows);
                let answered = Answered { number, rows, outcome };
                // A puzzle that is solved again is not finished.
                let is_cancelled = effort.done(u64::from(!answered.has_exceeded())).is_err();
                bytes.fetch_add(answered.bytes(), Relaxed);
                // The receiver is gone once the output is closed.
                if answers.send(answered).is_err() || is_cancelled {
                    return;
                }
            }
        };
        // A pool of one thread. In a common pool, a thread that waits for a part of its search would begin
        // another puzzle. The time limit of the first would pass meanwhile.
        match ThreadPoolBuilder::new().num_threads(1).build() {
            Ok(pool) => pool.install(ask),
            Err(_) => ask(),
        }
    }

    /// Writes the rows of a puzzle, one per metric.
    fn ask(
        &self,
        puzzle: &Entry,
        effort: Effort<'_>,
        out: &mut impl Write,
    ) -> anyhow::Result<Outcome> {
        effort.doing(puzzle)?;
        let outcome = effort.quietly(|effort| {
            long_work::one_of_many(effort, |effort| self.rows(puzzle, effort, out))
        });
        // A signal ended the search, or the output is closed.
        effort.check()?;
        outcome
    }

    fn rows(
        &self,
        puzzle: &Entry,
        effort: Effort<'_>,
        out: &mut impl Write,
    ) -> anyhow::Result<Outcome> {
        let (arguments, started) = (self.arguments, Instant::now());
        let origin = puzzle.origin();
        let row = Row {
            columns: &self.columns,
            origin: Some(origin),
            published: Some(Vec::new()),
            positions: None,
            started: None,
        };
        let read = puzzle.read().and_then(|file| {
            let setup = file.setup()?;
            Ok((file, setup))
        });
        let (file, setup) = match read {
            Ok(read) => read,
            Err(error) => {
                row.write_failure(arguments.given_metric(), &error, arguments, out)?;
                return Ok(Outcome { rows: 1, errors: vec![error], ..Outcome::default() });
            }
        };
        let positions = match arguments.positions {
            true => count_positions(&setup, effort)?,
            false => None,
        };
        let mut outcome = Outcome::default();
        for metric in arguments.metrics(file.published()) {
            let row = Row {
                origin: Some(origin.called(Some(file.name()))),
                published: Some(published_under(file.published(), metric)),
                positions: positions.clone(),
                started: arguments
                    .times
                    .then(|| if outcome.rows == 0 { started } else { Instant::now() }),
                ..row
            };
            outcome.rows += 1;
            let exceeded = &mut outcome.exceeded;
            let distance = match self.answer(&setup, metric, row.clone(), effort, exceeded, out) {
                Ok(distance) => distance,
                Err(error) if output::is_of_printing(&error) => return Err(error),
                Err(error) => {
                    write_unanswered(&row, Some(metric), &error, arguments, out)?;
                    outcome.errors.push(error);
                    None
                }
            };
            // Only text has the table of sources.
            let compared = row.published.iter().flatten();
            for published in compared.filter(|_| arguments.format() == Format::Text) {
                let source = published.by.as_deref().or(file.source());
                outcome.by_source.add(source, comparison(published, metric, distance));
            }
        }
        Ok(outcome)
    }

    /// Writes the row of a puzzle under a metric, and returns the number of moves of an optimal solution.
    fn answer(
        &self,
        setup: &Setup,
        metric: Metric,
        row: Row<'_>,
        effort: Effort<'_>,
        exceeded: &mut bool,
        out: &mut impl Write,
    ) -> anyhow::Result<Option<usize>> {
        let arguments = self.arguments;
        let mut task = Task {
            puzzle: &setup.puzzle,
            position: setup.start.clone(),
            lettering: Lettering::of(&setup.puzzle, &setup.start),
            target: None,
            metric,
            format: arguments.format(),
            row,
            published: Vec::new(),
            difficulty: None,
        };
        if arguments.difficulty {
            let measured = task.measure(effort);
            measured.inspect_err(|error| *exceeded |= is_memory(error))?;
        }
        let oracle = match ask(&self.planner, &task, arguments, effort) {
            Ok(oracle) => oracle,
            Err(error) => {
                *exceeded |= error.is_memory();
                return give_bounds(&task, error.into(), arguments, out).map(|()| None);
            }
        };
        let solved = Solved::by(&oracle, &task, arguments.counts(), effort);
        let solved = solved.inspect_err(|error| *exceeded |= is_memory(error))?;
        let found = solved.found();
        // A puzzle without a solution is no error among several.
        task.answer(self.session, found, arguments, out)?.ok();
        Ok(found.moves.map(<[_]>::len))
    }
}

/// The number of positions of a puzzle; `None` if counting them takes too much memory.
fn count_positions(setup: &Setup, effort: Effort<'_>) -> anyhow::Result<Option<String>> {
    let effort = Effort { memory: MEMORY_FOR_COUNT, ..effort };
    let counted = positions_of(&setup.puzzle, &setup.piece_set(), effort);
    effort.check()?;
    Ok(counted.ok().map(|positions| positions.to_string()))
}
