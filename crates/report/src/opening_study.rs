//! The named openings: their distances, and comparisons with published counts.

use super::error::ReportError;
use super::puzzle_study::Comparison;
use huarong_core::effort::Effort;
use huarong_core::rules::{Metric, PerMetric, PieceSet};
use huarong_lab::library::{Catalogue, Opening};
use huarong_oracle::Oracle;
use huarong_oracle::analysis::{Answer, ShortestPaths};
use huarong_search::{Search, classes};
use num_bigint::BigUint;
use rayon::prelude::*;
use std::collections::BTreeMap;

#[derive(Debug)]
pub struct OpeningStudy<'a> {
    pub(super) catalogue: &'a Catalogue,
    pub(super) oracles: &'a BTreeMap<PieceSet, Oracle>,
    /// In the order of the catalogue.
    pub(super) facts: Vec<Facts>,
}

/// Table results for an opening.
#[derive(Debug)]
pub(super) struct Facts {
    pub distances: PerMetric<Option<u16>>,
    /// Number of optimal solutions in the finger metric.
    pub solutions: BigUint,
    /// Number of solvable positions of the set with a larger finger distance; `None` if the opening
    /// is unsolvable.
    pub farther: Option<u64>,
    pub component: u64,
}

impl Facts {
    /// The comparison of a published count with the distance.
    pub fn verdict(&self, metric: Metric, published: u16) -> String {
        let Some(found) = self.distances[metric] else {
            return "published, but unsolvable".to_owned();
        };
        match i64::from(published) - i64::from(found) {
            0 => "equal".to_owned(),
            difference => format!("published is {}", Comparison { metric, difference }.words()),
        }
    }
}

impl<'a> OpeningStudy<'a> {
    /// Computes the figures of all openings of a catalogue. Takes the oracles over the tables of
    /// their piece sets, all of which must exist. Reports progress in openings.
    pub fn new(
        catalogue: &'a Catalogue,
        oracles: &'a BTreeMap<PieceSet, Oracle>,
        effort: Effort<'_>,
    ) -> Result<Self, ReportError> {
        effort.total(catalogue.openings().len() as u64)?;
        effort.doing("solutions and components")?;
        let mut by_set: BTreeMap<PieceSet, Vec<usize>> = BTreeMap::new();
        for (number, opening) in catalogue.openings().iter().enumerate() {
            by_set.entry(opening.position.piece_set()).or_default().push(number);
        }
        let found: Vec<Vec<(usize, Facts)>> = by_set
            .par_iter()
            .map(|(set, numbers)| {
                let oracle = &oracles[set];
                let openings: Vec<&Opening> =
                    numbers.iter().map(|&number| &catalogue.openings()[number]).collect();
                let components =
                    effort.quietly(|effort| component_sizes(oracle, &openings, effort))?;
                let facts = openings.iter().zip(components).map(|(opening, component)| {
                    effort.done(1)?;
                    effort.quietly(|effort| facts(oracle, opening, component, effort))
                });
                numbers.iter().zip(facts).map(|(&number, facts)| Ok((number, facts?))).collect()
            })
            .collect::<Result<_, ReportError>>()?;
        let by_number: BTreeMap<usize, Facts> = found.into_iter().flatten().collect();
        Ok(Self { catalogue, oracles, facts: by_number.into_values().collect() })
    }

    /// The oracle over the tables of an opening's piece set.
    pub(super) fn oracle_of(&self, opening: &Opening) -> &'a Oracle {
        &self.oracles[&opening.position.piece_set()]
    }

    /// The openings with their table results.
    pub(super) fn each(&self) -> impl Iterator<Item = (&'a Opening, &Facts)> {
        self.catalogue.openings().iter().zip(&self.facts)
    }
}

/// The sizes of the components of some openings of one piece set.
fn component_sizes(
    oracle: &Oracle,
    openings: &[&Opening],
    effort: Effort<'_>,
) -> Result<Vec<u64>, ReportError> {
    let (space, _) = oracle.table(Metric::Finger)?;
    let class = classes(space.puzzle(), std::slice::from_ref(space.piece_set())).remove(0);
    let search = Search::new(space.puzzle(), &class, effort)?;
    let mut sizes = vec![0; openings.len()];
    for first in 0..openings.len() {
        if sizes[first] > 0 {
            continue;
        }
        let target = &openings[first].position;
        let reached = search.run_towards(target, Metric::Unit, false, effort)?.remove(0);
        let size = reached.histogram().counts.iter().sum();
        for (opening, known) in openings.iter().zip(&mut sizes) {
            let index = space.rank(&opening.position);
            if index.is_some_and(|index| reached.get(index).is_some()) {
                *known = size;
            }
        }
    }
    Ok(sizes)
}

fn facts(
    oracle: &Oracle,
    opening: &Opening,
    component: u64,
    effort: Effort<'_>,
) -> Result<Facts, ReportError> {
    let (space, table) = oracle.table(Metric::Finger)?;
    let distances = oracle.distances_own(&opening.position)?.map(Answer::found);
    let histogram = &table.section.histogram;
    let farther = distances[Metric::Finger]
        .map(|distance| histogram.iter().skip(usize::from(distance) + 1).sum());
    let solutions = ShortestPaths::by_table(space, table).count(&opening.position, effort)?;
    let solutions = solutions.known().map_err(ReportError::NotKnown)?.unwrap_or_default();
    Ok(Facts { distances, solutions, farther, component })
}
