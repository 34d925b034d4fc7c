//! Starts that are measured one after another, and what is kept between them.

use super::arguments::Arguments;
use super::record::StartRecord;
use super::text;
use crate::cli::interrupt;
use crate::cli::long_work;
use crate::cli::output;
use crate::cli::output::Stdout;
use crate::cli::rows::{Entry, Origin, Question, Refusals};
use crate::cli::session::Session;
use huarong_core::effort::Effort;
use huarong_core::rules::{Arrangement, Puzzle};
use huarong_lab::difficulty::{ExpectedMoves, Landscape};
use huarong_oracle::analysis::ReachableError;
use huarong_pages::json::{DecoyNumbers, ModelledRecord};
use huarong_search::ComponentError;
use std::io::Write;

/// Starts, measured in order.
pub(super) struct Starts<'s> {
    session: &'s Session,
    arguments: &'s Arguments,
    memory: u64,
    /// Landscapes of earlier starts, the last one first.
    kept: Vec<Kept>,
    refusals: Refusals,
    out: Stdout,
    is_first: bool,
}

/// Most landscapes that are kept: lists of positions alternate between few components.
const MOST_LANDSCAPES: usize = 16;

/// The landscape of earlier starts.
struct Kept {
    landscape: Landscape,
    /// The expected moves, if a model is given and they are finite.
    expected: Option<ExpectedMoves>,
}

impl<'s> Starts<'s> {
    pub fn new(session: &'s Session, arguments: &'s Arguments) -> anyhow::Result<Self> {
        let mut out = output::stdout()?;
        arguments.format.begin::<StartRecord<'_>>(&mut out)?;
        let (memory, refusals) = (long_work::memory_limit(session), Refusals::of("start"));
        let kept = Vec::new();
        Ok(Self { session, arguments, memory, kept, refusals, out, is_first: true })
    }

    /// Measures the only start: a position, or the start of the chosen puzzle. It has no row if it is refused.
    pub fn measure_only(
        &mut self,
        position: Option<Origin<'_>>,
        start: &Arrangement,
    ) -> anyhow::Result<()> {
        let puzzle = self.session.atlas.family().puzzle().clone();
        let mut record = self.record(position);
        if position.is_none() {
            record.name = self.session.chosen_name();
        }
        record.position = Some(puzzle.position_text(start));
        record.measured(self.measures(&puzzle, start)?);
        let format = self.arguments.format;
        format.write(&record, &mut self.out, |record, out| {
            out.write_all(text::of(record).as_bytes())
        })?;
        Ok(self.out.flush()?)
    }

    /// Measures a position of the puzzle of the session.
    pub fn measure(&mut self, question: &Question<'_>) -> anyhow::Result<()> {
        let puzzle = self.session.atlas.family().puzzle().clone();
        let read = question.read(self.session);
        self.write(question.origin, read.map(|(_, start)| (puzzle, start)))
    }

    /// Measures the start of a puzzle of a list.
    pub fn measure_puzzle(&mut self, puzzle: &Entry) -> anyhow::Result<()> {
        let file = puzzle.read();
        let name = file.as_ref().ok().map(|file| file.name().to_owned());
        let read = file.and_then(|file| Ok(file.setup()?));
        let origin = puzzle.origin().called(name.as_deref());
        self.write(origin, read.map(|setup| (setup.puzzle, setup.start)))
    }

    /// The error of a run in which starts were refused.
    pub fn result(self) -> anyhow::Result<()> {
        self.refusals.result()
    }

    fn write(
        &mut self,
        origin: Origin<'_>,
        read: anyhow::Result<(Puzzle, Arrangement)>,
    ) -> anyhow::Result<()> {
        self.refusals.ask(1);
        let mut record = self.record(Some(origin));
        let measured = read.and_then(|(puzzle, start)| {
            record.position = Some(puzzle.position_text(&start));
            self.measures(&puzzle, &start)
        });
        let error = match measured {
            Ok(measures) => {
                record.measured(measures);
                None
            }
            Err(error) if interrupt::flow().is_break() => return Err(error),
            Err(error) => {
                record.error = Some(format!("{error:#}"));
                Some(error)
            }
        };
        let gap = if std::mem::take(&mut self.is_first) { "" } else { "\n" };
        self.arguments.format.write(&record, &mut self.out, |record, out| {
            // Standard error has the errors.
            match record.error {
                Some(_) => Ok(()),
                None => write!(out, "{gap}{}", text::of(record)),
            }
        })?;
        self.out.flush()?;
        match error {
            Some(error) => self.refusals.refuse(origin, error),
            None => Ok(()),
        }
    }

    /// The row of a start that is not measured yet.
    fn record<'t>(&self, origin: Option<Origin<'t>>) -> StartRecord<'t> {
        StartRecord::new(origin, self.arguments)
    }

    /// The measures of a start; `None` if it cannot reach the goal.
    fn measures(
        &mut self,
        puzzle: &Puzzle,
        start: &Arrangement,
    ) -> anyhow::Result<Option<ModelledRecord>> {
        let is_of =
            |kept: &Kept| kept.landscape.puzzle() == puzzle && kept.landscape.contains(start);
        let place = self.kept.iter().position(is_of);
        let place = place.map_or_else(|| self.explore(puzzle, start), Ok)?;
        let kept = self.kept.remove(place);
        let Kept { landscape, expected } = &kept;
        let found = long_work::with_memory(self.session, self.left(), "", |effort| {
            landscape.difficulty(start, effort)
        })?;
        let moves = |expected: &ExpectedMoves| landscape.expected_moves(expected, start);
        let expected = found.is_some().then(|| expected.as_ref().map(moves));
        let expected = expected.filter(|_| self.arguments.error_model.is_some());
        self.kept.insert(0, kept);
        self.kept.truncate(MOST_LANDSCAPES);
        let decoys = match found.is_some() && self.arguments.decoys {
            true => Some(self.decoys(start)?),
            false => None,
        };
        Ok(found.map(|difficulty| ModelledRecord::new(difficulty, expected, decoys)))
    }

    /// The decoys of a start of the last landscape.
    fn decoys(&self, start: &Arrangement) -> anyhow::Result<DecoyNumbers> {
        let found = long_work::with_memory(self.session, self.left(), "positions", |effort| {
            match self.kept[0].landscape.decoys(start, effort) {
                Err(ComponentError::Cancelled(cancelled)) => Err(cancelled),
                found => Ok(found.ok().flatten()),
            }
        });
        found.map(DecoyNumbers::from)
    }

    /// Explores the landscape of a start, and makes room for it if need be. Returns its place.
    fn explore(&mut self, puzzle: &Puzzle, start: &Arrangement) -> anyhow::Result<usize> {
        loop {
            let explored =
                long_work::with_memory(self.session, self.left(), "positions", |effort| {
                    long_work::one_of_many(effort, |effort| self.kept(puzzle, start, effort))
                });
            match explored {
                Err(error) if is_memory(&error) && self.kept.pop().is_some() => {}
                explored => {
                    self.kept.insert(0, explored?);
                    return Ok(0);
                }
            }
        }
    }

    fn kept(
        &self,
        puzzle: &Puzzle,
        start: &Arrangement,
        effort: Effort<'_>,
    ) -> Result<Kept, ReachableError> {
        let landscape = Landscape::explore(puzzle, start, self.arguments.metric, effort)?;
        let expected = match self.arguments.error_model {
            Some(model) => {
                effort.doing("expected moves")?;
                model.expected_moves(&landscape, effort.without(landscape.bytes()))?
            }
            None => None,
        };
        Ok(Kept { landscape, expected })
    }

    /// Memory that earlier landscapes leave.
    fn left(&self) -> u64 {
        let held = self.kept.iter().map(|kept| kept.landscape.bytes()).sum();
        self.memory.saturating_sub(held)
    }
}

fn is_memory(error: &anyhow::Error) -> bool {
    error.downcast_ref().is_some_and(ReachableError::is_memory)
}
