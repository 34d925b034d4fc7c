//! The tables that a command asks, opened once, and built first where they are missing.

use super::session::Session;
use super::{build, work};
use crate::oracle::{Oracle, OracleError, Tables};
use crate::sliding::atlas::Plan;
use crate::sliding::rules::{Metric, PieceSet};
use anyhow::bail;
use std::collections::{BTreeMap, BTreeSet};
use std::slice;

/// From how many piece sets without tables on it is as well to build the whole family.
const MANY: usize = 16;

/// Oracles over the tables of piece sets.
pub(super) struct Tablebases<'s> {
    session: &'s Session,
    tables: Tables,
    opened: Vec<Oracle>,
    /// The number of each piece set's oracle among them.
    numbers: BTreeMap<PieceSet, usize>,
}

impl<'s> Tablebases<'s> {
    pub fn new(session: &'s Session) -> Self {
        let tables = Tables::of_atlas(session.atlas.clone());
        Self { session, tables, opened: Vec::new(), numbers: BTreeMap::new() }
    }

    /// Makes sure that there are tables of piece sets of the family, under all metrics.
    pub fn prepare<'a>(
        &mut self,
        sets: impl IntoIterator<Item = &'a PieceSet>,
    ) -> anyhow::Result<()> {
        self.prepare_some(sets, None)
    }

    /// As [`prepare`](Self::prepare), under the `only` metric that is spoken of.
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
                bail!("a table of {set} vanished")
            }
        }
    }

    /// The oracle over the tables of a piece set where they are there, all or that of the `only` metric that is spoken
    /// of; nothing is built.
    pub fn find(
        &mut self,
        set: &PieceSet,
        only: Option<Metric>,
    ) -> anyhow::Result<Option<&Oracle>> {
        if !self.numbers.contains_key(set) && !self.open([set], only)?.is_empty() {
            return Ok(None);
        }
        Ok(Some(self.get(set)))
    }

    /// Opens the tables of piece sets; returns the sets that lack some.
    fn open<'a>(
        &mut self,
        sets: impl IntoIterator<Item = &'a PieceSet>,
        only: Option<Metric>,
    ) -> anyhow::Result<Vec<&'a PieceSet>> {
        let needed = only.as_ref().map_or(&Metric::ALL[..], slice::from_ref);
        work::with_effort(self.session, "", |effort| {
            let mut missing = Vec::new();
            for set in sets {
                match self.tables.find(set, needed, effort)? {
                    Some(oracle) => {
                        self.numbers.insert(set.clone(), self.opened.len());
                        self.opened.push(oracle);
                    }
                    None => missing.push(set),
                }
            }
            Ok::<_, OracleError>(missing)
        })
    }

    /// Builds the tables of some piece sets, all or of one metric: a few sets on their own, many with the whole family.
    fn build(&self, missing: Vec<PieceSet>, only: Option<Metric>) -> anyhow::Result<()> {
        let puzzle = self.session.atlas.family().puzzle();
        let piece_sets = match &missing[..] {
            [] => return Ok(()),
            few if few.len() <= MANY => {
                let names: Vec<String> = few.iter().map(|set| puzzle.piece_set_text(set)).collect();
                self.session.say(format_args!("no tables of {} yet", names.join(", ")));
                Some(missing)
            }
            many => {
                self.session.say(format_args!("no tables of {} piece sets yet", many.len()));
                // On other boards the family may be a thousand times as large.
                let is_most = many.len() * 2 > self.session.atlas.family().piece_sets().len();
                (!self.session.is_published() && !is_most).then_some(missing)
            }
        };
        // A chosen puzzle is a family of one piece set, whose table is the family's.
        let piece_sets = piece_sets.filter(|_| self.session.chosen.is_none());
        let metrics = only.map_or_else(|| Metric::ALL.to_vec(), |metric| vec![metric]);
        let plan = Plan { piece_sets, metrics, ..Plan::default() };
        build::build(self.session, &plan).map(drop)
    }

    /// All of them, by piece set.
    pub fn into_map(self) -> BTreeMap<PieceSet, Oracle> {
        let Self { numbers, opened, .. } = self;
        numbers.into_iter().map(|(set, number)| (set, opened[number].clone())).collect()
    }

    /// The oracle over the tables of a piece set.
    ///
    /// # Panics
    ///
    /// Where they were not prepared.
    pub fn get(&self, set: &PieceSet) -> &Oracle {
        self.numbered(self.number(set))
    }

    /// The number of a piece set's oracle, by which it is found sooner.
    ///
    /// # Panics
    ///
    /// Where its tables were not prepared.
    pub fn number(&self, set: &PieceSet) -> usize {
        self.numbers[set]
    }

    /// The oracle with a number.
    pub fn numbered(&self, number: usize) -> &Oracle {
        &self.opened[number]
    }
}
