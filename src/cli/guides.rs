//! The tables that a command asks, opened once, and built first where they are missing.

use super::{Session, build};
use anyhow::Context;
use huarong::analysis::Guide;
use huarong::atlas::Plan;
use huarong::puzzle::{Metric, PieceSet};
use huarong::space::Space;
use std::collections::{BTreeMap, BTreeSet};

/// From how many piece sets without tables on it is as well to build the whole family.
const MANY: usize = 16;

/// Guides by piece set.
pub(super) struct Guides<'s> {
    session: &'s Session,
    opened: BTreeMap<PieceSet, Guide<'s>>,
}

impl<'s> Guides<'s> {
    pub fn new(session: &'s Session) -> Self {
        Self { session, opened: BTreeMap::new() }
    }

    /// Makes sure that there are guides for piece sets of the family.
    pub fn prepare<'a>(
        &mut self,
        sets: impl IntoIterator<Item = &'a PieceSet>,
    ) -> anyhow::Result<()> {
        let atlas = &self.session.atlas;
        let puzzle = atlas.family().puzzle();
        let new: BTreeSet<&PieceSet> =
            sets.into_iter().filter(|set| !self.opened.contains_key(*set)).collect();
        let mut missing = Vec::new();
        for &set in &new {
            for metric in Metric::ALL {
                if atlas.find(set, metric)?.is_none() && missing.last() != Some(set) {
                    missing.push(set.clone());
                }
            }
        }
        self.build(missing)?;
        for set in new {
            let table = |metric| {
                let vanished =
                    || format!("the {metric} table of {} vanished", puzzle.piece_set_text(set));
                atlas.find(set, metric)?.with_context(vanished)
            };
            let [unit, straight, finger] = Metric::ALL.map(table);
            let mut opened = self.opened.values();
            let space = opened.find_map(|guide| guide.space().sibling(set));
            let space = space.unwrap_or_else(|| Space::new(puzzle, set))?;
            let guide = Guide::new(space, [unit?, straight?, finger?])?;
            self.opened.insert(set.clone(), guide);
        }
        Ok(())
    }

    /// Builds the tables of some piece sets: a few on their own, many with the whole family.
    fn build(&self, missing: Vec<PieceSet>) -> anyhow::Result<()> {
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
                None
            }
        };
        let plan = Plan { piece_sets, metrics: Metric::ALL.to_vec(), force: false };
        build::build(self.session, &plan).map(drop)
    }

    /// All guides.
    pub fn into_map(self) -> BTreeMap<PieceSet, Guide<'s>> {
        self.opened
    }

    /// The guide of a piece set.
    ///
    /// # Panics
    ///
    /// Where it was not prepared.
    pub fn get(&self, set: &PieceSet) -> &Guide<'s> {
        &self.opened[set]
    }
}
