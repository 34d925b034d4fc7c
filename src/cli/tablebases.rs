//! The tables that a command asks, opened once, and built first where they are missing.

use super::session::Session;
use super::{build, work};
use crate::sliding::analysis::Tablebase;
use crate::sliding::atlas::{Plan, SetTable};
use crate::sliding::rules::{Metric, PerMetric, PieceSet};
use anyhow::Context;
use std::collections::{BTreeMap, BTreeSet};

/// From how many piece sets without tables on it is as well to build the whole family.
const MANY: usize = 16;

/// Tablebases by piece set.
pub(super) struct Tablebases<'s> {
    session: &'s Session,
    opened: Vec<Tablebase>,
    /// The number of each piece set's tablebase among them.
    numbers: BTreeMap<PieceSet, usize>,
}

impl<'s> Tablebases<'s> {
    pub fn new(session: &'s Session) -> Self {
        Self { session, opened: Vec::new(), numbers: BTreeMap::new() }
    }

    /// Makes sure that there are tablebases of piece sets of the family.
    pub fn prepare<'a>(
        &mut self,
        sets: impl IntoIterator<Item = &'a PieceSet>,
    ) -> anyhow::Result<()> {
        self.prepare_some(sets, None)
    }

    /// As [`prepare`](Self::prepare), of the `only` metric that is spoken of, whose table stands in the place of the
    /// others then.
    pub fn prepare_some<'a>(
        &mut self,
        sets: impl IntoIterator<Item = &'a PieceSet>,
        only: Option<Metric>,
    ) -> anyhow::Result<()> {
        let atlas = &self.session.atlas;
        let puzzle = atlas.family().puzzle();
        let new: BTreeSet<&PieceSet> =
            sets.into_iter().filter(|set| !self.numbers.contains_key(*set)).collect();
        let mut missing = Vec::new();
        for &set in &new {
            let tables = PerMetric::try_each(|metric| atlas.find(set, only.unwrap_or(metric)))?;
            if tables.values().iter().any(Option::is_none) {
                missing.push(set.clone());
            }
        }
        self.build(missing, only)?;
        for set in new {
            let table = |metric| {
                let metric = only.unwrap_or(metric);
                let vanished =
                    || format!("the {metric} table of {} vanished", puzzle.piece_set_text(set));
                atlas.find(set, metric)?.with_context(vanished)
            };
            self.open(set, PerMetric::try_each(table)?)?;
        }
        Ok(())
    }

    /// The tablebase of a piece set where its tables are there, or that of the `only` metric that is spoken of, which
    /// stands in the place of the others then; nothing is built.
    pub fn find(
        &mut self,
        set: &PieceSet,
        only: Option<Metric>,
    ) -> anyhow::Result<Option<&Tablebase>> {
        if !self.numbers.contains_key(set) {
            let tables = self.session.atlas.tables_of(set)?;
            let table = |metric| tables[only.unwrap_or(metric)].clone().ok_or(());
            let Ok(tables) = PerMetric::try_each(table) else { return Ok(None) };
            self.open(set, tables)?;
        }
        Ok(Some(self.get(set)))
    }

    /// Keeps the tablebase of a piece set.
    fn open(&mut self, set: &PieceSet, tables: PerMetric<SetTable>) -> anyhow::Result<()> {
        let puzzle = self.session.atlas.family().puzzle();
        let mut opened = self.opened.iter();
        let space = opened.find_map(|tablebase| tablebase.space().sibling(set));
        let space = match space {
            Some(space) => space?,
            None => work::space(self.session, puzzle, set)?,
        };
        let tablebase = Tablebase::new(space, tables)?;
        self.numbers.insert(set.clone(), self.opened.len());
        self.opened.push(tablebase);
        Ok(())
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
    pub fn into_map(self) -> BTreeMap<PieceSet, Tablebase> {
        let by_set = |tablebase: Tablebase| (tablebase.space().piece_set().clone(), tablebase);
        self.opened.into_iter().map(by_set).collect()
    }

    /// The tablebase of a piece set.
    ///
    /// # Panics
    ///
    /// Where it was not prepared.
    pub fn get(&self, set: &PieceSet) -> &Tablebase {
        self.numbered(self.number(set))
    }

    /// The number of a piece set's tablebase, by which it is found sooner.
    ///
    /// # Panics
    ///
    /// Where it was not prepared.
    pub fn number(&self, set: &PieceSet) -> usize {
        self.numbers[set]
    }

    /// The tablebase with a number.
    pub fn numbered(&self, number: usize) -> &Tablebase {
        &self.opened[number]
    }
}
