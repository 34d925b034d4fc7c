//! The tables that a command asks, opened once, and built first where they are missing.

use super::{Session, build};
use anyhow::Context;
use huarong::analysis::Guide;
use huarong::atlas::Plan;
use huarong::puzzle::{Metric, PieceSet, Position};
use huarong::space::Space;
use std::collections::BTreeMap;

/// Guides by piece set.
pub(super) struct Guides<'s> {
    session: &'s Session,
    opened: BTreeMap<PieceSet, Guide<'s>>,
}

impl<'s> Guides<'s> {
    pub fn new(session: &'s Session) -> Self {
        Self { session, opened: BTreeMap::new() }
    }

    /// Reads a position, which must be of the family, and its piece set.
    pub fn parse(session: &Session, text: &str) -> anyhow::Result<(PieceSet, Position)> {
        let family = session.atlas.family();
        let position = family.puzzle().parse_position(text)?;
        let set = position.piece_set();
        family.check(&set)?;
        Ok((set, position))
    }

    /// Makes sure that there is a guide for a piece set of the family.
    pub fn prepare(&mut self, set: &PieceSet) -> anyhow::Result<()> {
        if self.opened.contains_key(set) {
            return Ok(());
        }
        let atlas = &self.session.atlas;
        let puzzle = atlas.family().puzzle();
        let mut missing = Vec::new();
        for metric in Metric::ALL {
            if atlas.find(set, metric)?.is_none() {
                missing.push(metric);
            }
        }
        if !missing.is_empty() {
            let name = puzzle.piece_set_text(set);
            self.session.say(format_args!("no tables of {name} yet; building them"));
            let plan = Plan { piece_sets: Some(vec![set.clone()]), metrics: missing, force: false };
            build::build(self.session, &plan)?;
        }
        let table = |metric| {
            let found = atlas.find(set, metric)?;
            found.with_context(|| {
                format!("the table {} vanished", atlas.set_path(set, metric).display())
            })
        };
        let [unit, straight, finger] = Metric::ALL.map(table);
        let guide = Guide::new(Space::new(puzzle, set)?, [unit?, straight?, finger?])?;
        self.opened.insert(set.clone(), guide);
        Ok(())
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
