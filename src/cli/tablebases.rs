//! The tables of a command: opened once, and built first if they are missing.

use super::rows::Origin;
use super::session::Session;
use super::{build, long_work};
use crate::Position;
use anyhow::bail;
use huarong_core::effort::{Effort, Progress};
use huarong_core::rules::{Metric, PieceSet};
use huarong_oracle::atlas::Plan;
use huarong_oracle::{Options, Oracle, OracleError, Planner, Tables};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::slice;

/// Largest number of missing piece sets that are built one by one; for more, the whole family is built.
const MOST_SETS_BUILT_ONE_BY_ONE: usize = 16;

/// Oracles over the tables of piece sets.
pub(super) struct Tablebases<'s> {
    session: &'s Session,
    tables: Tables,
    opened: Vec<Oracle>,
    /// The place of the oracle of each piece set in `opened`.
    numbers: HashMap<PieceSet, usize>,
}

impl<'s> Tablebases<'s> {
    pub fn new(session: &'s Session) -> Self {
        let tables = Tables::of_atlas(session.atlas.clone());
        Self { session, tables, opened: Vec::new(), numbers: HashMap::new() }
    }

    /// Opens the tables of piece sets in all metrics, and builds missing ones first.
    pub fn prepare<'a>(
        &mut self,
        sets: impl IntoIterator<Item = &'a PieceSet>,
    ) -> anyhow::Result<()> {
        self.prepare_some(sets, None)
    }

    /// As [`prepare`](Self::prepare), for answers in a metric. Tables in all metrics answer the next questions as well;
    /// multi-tile moves are not among these metrics, and have a table of their own.
    pub fn prepare_for<'a>(
        &mut self,
        sets: impl IntoIterator<Item = &'a PieceSet>,
        metric: Option<Metric>,
    ) -> anyhow::Result<()> {
        self.prepare_some(sets, metric.filter(|&metric| metric == Metric::Multi))
    }

    /// As [`prepare`](Self::prepare), in one metric if `only` is given.
    pub fn prepare_some<'a>(
        &mut self,
        sets: impl IntoIterator<Item = &'a PieceSet>,
        only: Option<Metric>,
    ) -> anyhow::Result<()> {
        let new: BTreeSet<&PieceSet> =
            sets.into_iter().filter(|set| !self.numbers.contains_key(*set)).collect();
        if new.is_empty() {
            return Ok(());
        }
        let missing = self.open(new, only)?;
        if missing.is_empty() {
            return Ok(());
        }
        self.build(missing.iter().map(|&set| set.clone()).collect(), only)?;
        match self.open(missing, only)?[..] {
            [] => Ok(()),
            [set, ..] => {
                let set = self.session.atlas.family().puzzle().piece_set_text(set);
                bail!("a table of {set} was removed while it was needed; run the command again")
            }
        }
    }

    /// Opens the tables of piece sets; returns the piece sets with missing tables.
    fn open<'a>(
        &mut self,
        sets: impl IntoIterator<Item = &'a PieceSet>,
        only: Option<Metric>,
    ) -> anyhow::Result<Vec<&'a PieceSet>> {
        let needed = only.as_ref().map_or(&Metric::OF_SINGLE_PIECES[..], slice::from_ref);
        let mut missing = Vec::new();
        for set in sets {
            let find = |effort: Effort<'_>| self.tables.find(set, needed, effort);
            match long_work::short_or_long(self.session, find, OracleError::is_memory)? {
                Some(oracle) => {
                    self.numbers.insert(set.clone(), self.opened.len());
                    self.opened.push(oracle);
                }
                None => missing.push(set),
            }
        }
        Ok(missing)
    }

    /// Builds the tables of some piece sets, in all metrics or one. If many are missing, the whole family is built.
    fn build(&self, missing: Vec<PieceSet>, only: Option<Metric>) -> anyhow::Result<()> {
        let puzzle = self.session.atlas.family().puzzle();
        self.session.check_size()?;
        let piece_sets = match &missing[..] {
            [] => return Ok(()),
            few if few.len() <= MOST_SETS_BUILT_ONE_BY_ONE => {
                let names: Vec<String> = few.iter().map(|set| puzzle.piece_set_text(set)).collect();
                self.session.say(format_args!("no tables of {}: building them", names.join(", ")));
                Some(missing)
            }
            many => {
                self.session
                    .say(format_args!("no tables of {} piece sets: building them", many.len()));
                // The families of other boards can be a thousand times larger: build one only if most of it is missing.
                let is_most = many.len() * 2 > self.session.atlas.family().piece_sets().len();
                (!self.session.is_published() && !is_most).then_some(missing)
            }
        };
        // The table of a chosen puzzle is the table of its family, which has one piece set.
        let piece_sets = piece_sets.filter(|_| self.session.chosen.is_none());
        let metrics = only.map_or_else(|| Metric::OF_SINGLE_PIECES.to_vec(), |metric| vec![metric]);
        let plan = Plan { piece_sets, metrics, ..Plan::default() };
        build::build(self.session, &plan).map(drop)
    }

    /// All oracles, by piece set.
    pub fn into_map(self) -> BTreeMap<PieceSet, Oracle> {
        let Self { numbers, opened, .. } = self;
        numbers.into_iter().map(|(set, number)| (set, opened[number].clone())).collect()
    }

    /// The oracle over the tables of a piece set.
    ///
    /// # Panics
    ///
    /// If they were not prepared.
    pub fn get(&self, set: &PieceSet) -> &Oracle {
        &self.opened[self.number(set)]
    }

    /// The number of the oracle of a piece set, in the order in which they were opened.
    ///
    /// # Panics
    ///
    /// If its tables were not prepared.
    pub fn number(&self, set: &PieceSet) -> usize {
        self.numbers[set]
    }
}

/// The oracle over the tables that a planner has for a position, as short work. Otherwise asks the planner, which may
/// search. Notices name the place of one of several positions.
pub(super) fn in_tables_or(
    session: &Session,
    planner: &Planner,
    start: &Position,
    metrics: &[Metric],
    place: Option<Origin<'_>>,
    ask: impl FnOnce(Effort<'_>) -> Result<Oracle, OracleError>,
) -> anyhow::Result<Oracle> {
    let options = Options::from(long_work::short_work(session)).metrics(metrics);
    match planner.in_tables(start, &options) {
        Ok(Some(known)) => Ok(known),
        Err(error) if !error.is_memory() => Err(error.into()),
        _ => long_work::with_effort(session, "positions", |effort| {
            let observer = |progress: Progress<'_>| match (progress, place) {
                (Progress::Notice(words), Some(place)) => {
                    (effort.observer)(Progress::Notice(&format_args!("{place}: {words}")))
                }
                (progress, _) => (effort.observer)(progress),
            };
            ask(Effort { observer: &observer, ..effort })
        }),
    }
}
