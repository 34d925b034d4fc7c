//! Data of censuses: their totals, and their record holders, each solved again.

use super::error::ReportError;
use huarong_core::effort::Effort;
use huarong_core::position::Position;
use huarong_core::puzzle_file::{PuzzleFile, Setup};
use huarong_core::rules::{Metric, PerMetric};
use huarong_lab::census::{By, Record, State, puzzle_file};
use huarong_oracle::{Options, Oracle};
use huarong_search::{Component, ComponentError, Until};
use num_bigint::BigUint;
use std::collections::BTreeMap;

/// Some censuses, with their record holders solved again.
#[derive(Debug)]
pub struct CensusStudy {
    /// The censuses in their order.
    pub censuses: Vec<StudiedCensus>,
}

/// A census with its record holders.
#[derive(Debug)]
pub struct StudiedCensus {
    /// The census, finished.
    pub state: State,
    /// By pieces, then by empty cells, then by shapes; for each metric from the smallest number on.
    pub holders: Vec<Holder>,
}

/// A record holder.
#[derive(Clone, Debug)]
pub struct Holder {
    /// The criterion of the record.
    pub by: By,
    /// The number of pieces, empty cells or shapes.
    pub number: usize,
    /// The metric.
    pub metric: Metric,
    /// The puzzle.
    pub record: Record,
    /// Number of optimal solutions, as sequences of positions.
    pub solutions: BigUint,
    /// Number of positions reachable from its start, with the marked piece distinguished from others of its shape.
    pub component: u64,
}

impl Holder {
    /// The command that solves it again.
    pub fn command(&self) -> String {
        let Record { start, marked, .. } = &self.record;
        let metric = self.metric;
        format!(
            "huarong census puzzle {start} {marked} | huarong solve --puzzle - --metric {metric}"
        )
    }
}

impl CensusStudy {
    /// Solves the record holders of finished censuses again. Reports progress in record holders.
    ///
    /// # Errors
    ///
    /// If a record is not a valid puzzle, which never happens with a census's own records, and the
    /// errors of searches.
    pub fn new(censuses: Vec<State>, effort: Effort<'_>) -> Result<Self, ReportError> {
        let censuses = censuses.into_iter().map(|state| StudiedCensus::new(state, effort));
        Ok(Self { censuses: censuses.collect::<Result<_, _>>()? })
    }
}

impl StudiedCensus {
    fn new(state: State, effort: Effort<'_>) -> Result<Self, ReportError> {
        // Most record holders appear under several criteria.
        let mut solved: BTreeMap<(String, char), PerMetric<Option<Figures>>> = BTreeMap::new();
        let mut holders = Vec::new();
        for &by in By::ALL {
            for metric in Metric::OF_SINGLE_PIECES {
                for (number, record) in state.records().iter(by, metric) {
                    let known = solved.entry((record.start.clone(), record.marked)).or_default();
                    let (solutions, component) = match &known[metric] {
                        Some(known) => known.clone(),
                        None => {
                            let figures = effort.quietly(|effort| solve(record, metric, effort));
                            known[metric].insert(figures?).clone()
                        }
                    };
                    let record = record.clone();
                    holders.push(Holder { by, number, metric, record, solutions, component });
                    effort.done(1)?;
                }
            }
        }
        Ok(Self { state, holders })
    }

    /// Columns and rows.
    pub fn board(&self) -> String {
        let scope = self.state.scope();
        format!("{}x{}", scope.width, scope.height)
    }
}

/// The number of optimal solutions of a record holder, and the size of its component.
type Figures = (BigUint, u64);

/// Solves a record holder and checks its recorded distance.
fn solve(record: &Record, metric: Metric, effort: Effort<'_>) -> Result<Figures, ReportError> {
    let wrong = || ReportError::Record {
        start: record.start.clone(),
        marked: record.marked,
        moves: record.distance,
        metric,
    };
    let text = puzzle_file(&record.start, record.marked).map_err(|_| wrong())?;
    let file = PuzzleFile::parse(&text).map_err(|_| wrong())?;
    let Setup { puzzle, start } = file.setup().map_err(|_| wrong())?;
    let position = Position::new(&puzzle, start.clone()).ok_or_else(wrong)?;
    let oracle = Oracle::solve_with(&position, &Options::from(effort).metrics(&[metric]))?;
    if oracle.distance(&position)? != Some(record.distance) {
        return Err(wrong());
    }
    let left = effort.without(oracle.bytes());
    let solutions = oracle.count_solutions_with(&position, &left.into())?;
    let all = Component::explore(&puzzle, &start, Metric::Unit, Until::All, left);
    let component = all.map_err(|error| match error {
        ComponentError::Cancelled(cancelled) => ReportError::Cancelled(cancelled),
        error => ReportError::Component(error),
    })?;
    Ok((solutions, component.len()))
}
