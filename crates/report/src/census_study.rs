//! Data of censuses: their totals, and their record holders, each solved again.

use super::error::ReportError;
use super::solved_again::{Figures, solve_again};
use huarong_core::effort::Effort;
use huarong_core::rules::{Metric, PerMetric};
use huarong_lab::census::{By, Record, State, puzzle_file};
use num_bigint::BigUint;
use std::collections::BTreeMap;

#[derive(Debug)]
pub struct CensusStudy {
    pub censuses: Vec<StudiedCensus>,
}

/// A finished census with its record holders.
#[derive(Debug)]
pub struct StudiedCensus {
    pub state: State,
    /// By pieces, then by empty cells, then by shapes; for each metric from the smallest number on.
    pub holders: Vec<Holder>,
}

/// A record holder.
#[derive(Clone, Debug)]
pub struct Holder {
    pub by: By,
    /// The number of pieces, empty cells or shapes.
    pub number: usize,
    pub metric: Metric,
    pub record: Record,
    /// Number of optimal solutions, as sequences of positions.
    pub solutions: BigUint,
    /// Number of positions reachable from its start, with the marked piece distinguished from others of its shape.
    pub component: u64,
}

impl CensusStudy {
    /// Solves the record holders of finished censuses again. Reports progress in record holders.
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
}

/// Solves a record holder and checks its recorded distance.
fn solve(record: &Record, metric: Metric, effort: Effort<'_>) -> Result<Figures, ReportError> {
    let Record { start, marked, distance, .. } = record;
    let solved = match puzzle_file(start, *marked) {
        Ok(text) => solve_again(&text, *distance, metric, effort)?,
        Err(_) => None,
    };
    solved.ok_or_else(|| ReportError::Record {
        start: start.clone(),
        marked: *marked,
        moves: *distance,
        metric,
    })
}
