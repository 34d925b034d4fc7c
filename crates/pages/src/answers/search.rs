//! Distances for questions: from tables, kept, or searched.

use super::error_record::ErrorRecord;
use super::memory::{Kept, Lease};
use super::puzzle_source::{PUZZLE_BYTES, PositionQuestion};
use super::request_error::RequestError;
use super::sources::Answers;
use huarong_core::effort::{Effort, Progress};
use huarong_core::numerals::grouped;
use huarong_core::position::Position;
use huarong_core::puzzle_file::{PuzzleFile, Setup};
use huarong_core::rules::{Metric, Puzzle};
use huarong_lab::library::MOST_SEARCHED;
use huarong_oracle::atlas::family_of;
use huarong_oracle::{Method, Options, Oracle, OracleError, Planner, Question, Tables};
use huarong_search::ComponentError;
use std::ops::{ControlFlow, Deref};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

pub const SEARCH_BYTES: u64 = 512 << 20;
/// Bytes for the number of optimal solutions of a position with known distances.
pub const COUNT_BYTES: u64 = 64 << 20;

/// The distances of positions of a puzzle, kept for other questions.
struct Searched {
    file: Option<PuzzleFile>,
    oracle: Oracle,
    /// The position of the search, if only its probe and its solutions are known.
    only: Option<Position>,
}

/// The planner of a puzzle, kept for other questions.
struct PuzzlePlanner {
    puzzle: Puzzle,
    planner: Planner,
}

/// An oracle, with the memory of its distances if they were searched.
pub struct KnownDistances {
    oracle: Oracle,
    _kept: Option<Arc<Kept<Searched>>>,
}

impl Deref for KnownDistances {
    type Target = Oracle;

    fn deref(&self) -> &Oracle {
        &self.oracle
    }
}

impl Searched {
    fn answers(&self, PositionQuestion { file, position }: &PositionQuestion) -> bool {
        self.file == *file
            && match &self.only {
                // Distances of nearby positions may be known in part.
                Some(only) => only == position,
                None => self.oracle.holds(position),
            }
    }
}

impl From<Arc<Kept<Searched>>> for KnownDistances {
    fn from(kept: Arc<Kept<Searched>>) -> Self {
        Self { oracle: kept.oracle.clone(), _kept: Some(kept) }
    }
}

impl Answers {
    /// The distances for a position that are there: from the tables of the family, or kept.
    pub(super) fn known(
        &self,
        question: &PositionQuestion,
    ) -> Result<Option<KnownDistances>, RequestError> {
        if question.file.is_none() {
            let oracle = self.oracle(&question.position.piece_set())?.clone();
            return Ok(Some(KnownDistances { oracle, _kept: None }));
        }
        let kept = self.results.find(|searched: &Searched| searched.answers(question));
        Ok(kept.map(KnownDistances::from))
    }

    /// The distances for a position: known, from tables, or searched. The search uses the memory of the lease, which is
    /// the limit of the effort, and its result stays there.
    pub(super) fn search(
        &self,
        question: &PositionQuestion,
        mut lease: Lease,
        effort: Effort<'_>,
    ) -> Result<KnownDistances, RequestError> {
        if let Some(known) = self.known(question)? {
            return Ok(known);
        }
        let oracle = match self.tables_of(question, effort)? {
            Some(oracle) => oracle,
            None => self.explore(question, effort)?,
        };
        let is_whole = matches!(oracle.method(), Method::Tables | Method::Component);
        let only = (!is_whole).then(|| question.position.clone());
        lease.shrink(oracle.bytes() + PUZZLE_BYTES);
        let searched = Searched { file: question.file.clone(), oracle, only };
        Ok(self.results.keep(searched, lease).into())
    }

    /// Asks for the component of a position. If it is too large, asks for the position and those beside it.
    fn explore(
        &self,
        question: &PositionQuestion,
        effort: Effort<'_>,
    ) -> Result<Oracle, RequestError> {
        // If one component was too large, the others are hardly smaller.
        let is_large = |found: &Searched| found.only.is_some() && found.file == question.file;
        if self.results.find(is_large).is_none() {
            match self.plan(question, Question::Component, &Metric::OF_SINGLE_PIECES, effort) {
                Err(RequestError::Refused(..)) => {}
                found => return found,
            }
        }
        self.plan(question, Question::Neighbours, &Metric::OF_SINGLE_PIECES, effort)
    }

    /// The distances for an optimal solution: from tables, or searched without the rest of the component.
    pub(super) fn search_solutions(
        &self,
        question: &PositionQuestion,
        metric: Metric,
        effort: Effort<'_>,
    ) -> Result<Oracle, RequestError> {
        match self.tables_of(question, effort)? {
            Some(oracle) => Ok(oracle),
            None => self.plan(question, Question::SomeSolutions, &[metric], effort),
        }
    }

    /// Asks the planner of a puzzle, within the limits of the server. What it keeps for further questions stays in the
    /// memory for results.
    pub(super) fn plan(
        &self,
        PositionQuestion { file, position }: &PositionQuestion,
        question: Question,
        metrics: &[Metric],
        effort: Effort<'_>,
    ) -> Result<Oracle, RequestError> {
        let kept = self.results.find(|kept: &PuzzlePlanner| kept.puzzle == *position.puzzle());
        let new = kept.is_none().then(Planner::without_spaces);
        let planner = new.as_ref().or(kept.as_ref().map(|kept| &kept.planner));
        let planner = planner.expect("one of them is there");
        let most = if file.is_some() { MOST_SEARCHED } else { u64::MAX };
        let found = within_limits(most, effort, |effort| {
            planner.ask(question, position, &Options::from(effort).metrics(metrics))
        });
        if let Some(planner) = new
            && let bytes @ 1.. = planner.bytes()
            && let Some(lease) = self.results.try_take(bytes)
        {
            let puzzle = position.puzzle().clone();
            self.results.keep(PuzzlePlanner { puzzle, planner }, lease);
        }
        found
    }

    /// The tables for a position; `None` unless there are tables for all metrics.
    fn tables_of(
        &self,
        PositionQuestion { file, position }: &PositionQuestion,
        effort: Effort<'_>,
    ) -> Result<Option<Oracle>, RequestError> {
        let set = position.piece_set();
        let Some(file) = file else { return Ok(Some(self.oracle(&set)?.clone())) };
        let setup = Setup { puzzle: position.puzzle().clone(), start: (**position).clone() };
        let tables = Tables::of_atlas(Arc::new(self.atlas.beside(family_of(file, &setup)?)));
        Ok(tables.find(&set, &Metric::OF_SINGLE_PIECES, effort)?)
    }
}

/// Searches the component of a position under all metrics.
pub fn search_component(position: &Position, effort: Effort<'_>) -> Result<Oracle, RequestError> {
    within_limits(MOST_SEARCHED, effort, |effort| {
        let options = Options::from(effort).metrics(&Metric::OF_SINGLE_PIECES);
        Oracle::search_from(Method::Component, position, &options)
    })
}

/// Runs a search with a limit on the positions of each part. A part that a notice announces has none, because it keeps few
/// of the positions that it reaches.
fn within_limits(
    most: u64,
    effort: Effort<'_>,
    run: impl FnOnce(Effort<'_>) -> Result<Oracle, OracleError>,
) -> Result<Oracle, RequestError> {
    let (counted, is_announced) = (AtomicU64::new(0), AtomicBool::new(false));
    let observer = |progress: Progress<'_>| {
        match progress {
            // The count starts anew for each part of the work.
            Progress::Doing(_) => counted.store(0, Ordering::Relaxed),
            Progress::Notice(_) => is_announced.store(true, Ordering::Relaxed),
            Progress::Done(more) => _ = counted.fetch_add(more, Ordering::Relaxed),
            _ => {}
        }
        match counted.load(Ordering::Relaxed) > most && !is_announced.load(Ordering::Relaxed) {
            true => ControlFlow::Break(()),
            false => (effort.observer)(progress),
        }
    };
    let within = Effort {
        memory: effort.memory.min(SEARCH_BYTES).saturating_sub(PUZZLE_BYTES),
        observer: &observer,
        ..effort
    };
    run(within).map_err(|error| {
        let is_cancelled = error.is_cancelled();
        let reason = match error {
            OracleError::Undecided { reason, .. } => *reason,
            error => error,
        };
        match reason {
            _ if is_cancelled => too_large(counted.into_inner()),
            OracleError::Component(ComponentError::Memory { reached, .. }) => too_large(reached),
            reason => RequestError::no_answer(("too-large", reason.to_string())),
        }
    })
}

/// A component has more positions than a search may reach.
pub fn too_large(reached: u64) -> RequestError {
    let message = format!(
        "more than {} positions are reachable, and a search here stops at that number; `huarong solve --puzzle` has \
         no such limit",
        grouped(reached)
    );
    RequestError::no_answer(ErrorRecord::too_large(message, reached))
}
