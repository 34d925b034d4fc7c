//! The census of one piece set.

use super::error::CensusError;
use super::record::{By, Record, Records};
use super::run::Census;
use super::walk::Walk;
use crate::effort::Effort;
use crate::grid::Form;
use crate::sliding::rules::{Metric, PerMetric};

/// What a census says of a piece set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetRecords {
    /// How many positions the set has.
    pub positions: u64,
    /// Its forms, the largest first, and for each the hardest puzzles in which a piece of that form is marked; none
    /// where no start can win.
    pub marks: Vec<(Form, PerMetric<Option<Record>>)>,
}

impl Census {
    /// What the census says of one piece set, of which every mark that has a goal is searched; `None` where the set has
    /// no position, or is none of the census.
    pub fn of_set(
        &self,
        pieces: &[Form],
        effort: Effort<'_>,
    ) -> Result<Option<SetRecords>, CensusError> {
        let mut forms = Vec::with_capacity(pieces.len());
        for piece in pieces {
            match self.number_of(piece) {
                Some(number) => forms.push(number),
                None => return Ok(None),
            }
        }
        forms.sort_unstable();
        let kinds = forms.chunk_by(|a, b| a == b).count();
        let exceeds = |most: Option<u8>, count| most.is_some_and(|most| count > most.into());
        if exceeds(self.scope().most_pieces, forms.len()) || exceeds(self.scope().most_forms, kinds)
        {
            return Ok(None);
        }
        let mut walk = Walk::new(self.scope(), self.stencils(), false, effort.memory);
        if !walk.go_to(&forms)? {
            return Ok(None);
        }
        let hardest = |records: &Records| {
            PerMetric::each(|metric: Metric| records.get(By::Pieces, pieces.len(), metric).cloned())
        };
        forms.dedup();
        let marks = walk.search_each().into_iter().zip(&forms);
        let marks = marks.map(|(records, &form)| (self.form(form), hardest(&records))).collect();
        Ok(Some(SetRecords { positions: walk.positions(), marks }))
    }
}
