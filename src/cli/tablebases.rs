//! The tables of a command: opened once, and built first if they are missing.

use super::session::Session;
use super::{build, work};
use crate::oracle::{Oracle, OracleError, Tables};
use crate::sliding::atlas::Plan;
use crate::sliding::rules::{Metric, PieceSet};
use anyhow::bail;
use std::collections::{BTreeMap, BTreeSet};
use std::slice;
use std::sync::OnceLock;

/// Largest number of missing piece sets that are built one by one; for more, the whole family is built.
const MANY: usize = 16;

/// Oracles over the tables of the piece sets of a family. Threads that read open tables do not wait for those that open
/// others.
pub(super) struct Tablebases<'s> {
    session: &'s Session,
    tables: Tables,
    /// For each piece set of the family, the oracle over its tables once they are open.
    opened: Box<[OnceLock<Oracle>]>,
}

impl<'s> Tablebases<'s> {
    pub fn new(session: &'s Session) -> Self {
        let tables = Tables::of_atlas(session.atlas.clone());
        let sets = session.atlas.family().piece_sets();
        Self { session, tables, opened: sets.iter().map(|_| OnceLock::new()).collect() }
    }

    /// Opens the tables of piece sets in all metrics, and builds missing ones first.
    pub fn prepare<'a>(&self, sets: impl IntoIterator<Item = &'a PieceSet>) -> anyhow::Result<()> {
        self.prepare_some(sets, None)
    }

    /// As [`prepare`](Self::prepare), in one metric if `only` is given.
    pub fn prepare_some<'a>(
        &self,
        sets: impl IntoIterator<Item = &'a PieceSet>,
        only: Option<Metric>,
    ) -> anyhow::Result<()> {
        let new: BTreeSet<&PieceSet> =
            sets.into_iter().filter(|set| self.number(set).is_none()).collect();
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

    /// The oracle over the tables of a piece set, or `None` if they are missing. It needs all metrics, or `only` one.
    pub fn find(&self, set: &PieceSet, only: Option<Metric>) -> anyhow::Result<Option<&Oracle>> {
        if self.number(set).is_none() {
            self.open([set], only)?;
        }
        Ok(self.number(set).map(|number| self.numbered(number)))
    }

    /// Opens the tables of piece sets; returns the piece sets with missing tables.
    fn open<'a>(
        &self,
        sets: impl IntoIterator<Item = &'a PieceSet>,
        only: Option<Metric>,
    ) -> anyhow::Result<Vec<&'a PieceSet>> {
        let needed = only.as_ref().map_or(&Metric::ALL[..], slice::from_ref);
        work::with_effort(self.session, "", |effort| {
            let mut missing = Vec::new();
            for set in sets {
                let found = self.tables.find(set, needed, effort)?;
                match (found, self.session.atlas.family().place_of(set)) {
                    (Some(oracle), Some(place)) => drop(self.opened[place].set(oracle)),
                    _ => missing.push(set),
                }
            }
            Ok::<_, OracleError>(missing)
        })
    }

    /// Builds the tables of some piece sets, in all metrics or one. If many are missing, the whole family is built.
    fn build(&self, missing: Vec<PieceSet>, only: Option<Metric>) -> anyhow::Result<()> {
        let puzzle = self.session.atlas.family().puzzle();
        self.session.check_size()?;
        let piece_sets = match &missing[..] {
            [] => return Ok(()),
            few if few.len() <= MANY => {
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
        let metrics = only.map_or_else(|| Metric::ALL.to_vec(), |metric| vec![metric]);
        let plan = Plan { piece_sets, metrics, ..Plan::default() };
        build::build(self.session, &plan).map(drop)
    }

    /// The oracles over all open tables, by piece set.
    pub fn into_map(self) -> BTreeMap<PieceSet, Oracle> {
        let sets = self.session.atlas.family().piece_sets().iter().cloned();
        let oracles = self.opened.into_iter().map(OnceLock::into_inner);
        sets.zip(oracles).filter_map(|(set, oracle)| Some((set, oracle?))).collect()
    }

    /// The oracle over the tables of a piece set.
    ///
    /// # Panics
    ///
    /// If they were not prepared.
    pub fn get(&self, set: &PieceSet) -> &Oracle {
        self.number(set).map(|number| self.numbered(number)).expect("the tables were prepared")
    }

    /// The number of a piece set with open tables, for [`numbered`](Self::numbered); `None` if they are not open.
    pub fn number(&self, set: &PieceSet) -> Option<usize> {
        let number = self.session.atlas.family().place_of(set)?;
        self.opened[number].get().map(|_| number)
    }

    /// The oracle over the tables of the piece set with a number.
    ///
    /// # Panics
    ///
    /// If they are not open.
    pub fn numbered(&self, number: usize) -> &Oracle {
        self.opened[number].get().expect("the tables are open")
    }
}
