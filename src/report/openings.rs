//! The named openings: what the tables say of each, and of what has been published of it.

use super::{ReportError, literature, write_files};
use crate::analysis::Guide;
use crate::catalogue::{Catalogue, Mention, Opening};
use crate::puzzle::{Metric, PieceSet};
use crate::retrograde::{Search, classes};
use num_bigint::BigUint;
use rayon::prelude::*;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// What the tables say of every opening of a catalogue.
#[derive(Debug)]
pub struct OpeningStudy<'a> {
    pub(super) catalogue: &'a Catalogue,
    pub(super) guides: BTreeMap<PieceSet, &'a Guide<'a>>,
    /// In the order of the catalogue.
    pub(super) facts: Vec<Facts>,
}

/// What the tables say of an opening.
#[derive(Debug)]
pub(super) struct Facts {
    /// In the order of [`Metric::ALL`].
    pub distances: [Option<u16>; 3],
    /// How many optimal solutions there are in the finger metric.
    pub solutions: BigUint,
    /// How many solvable positions of the set are farther in the finger metric; none where the opening
    /// cannot be solved.
    pub farther: Option<u64>,
    /// Positions of its component.
    pub component: u64,
}

/// A published figure, held against the distance that the tables have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Verdict {
    published: u16,
    found: Option<u16>,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(found) = self.found else { return f.write_str("published, but unsolvable") };
        let by = self.published.abs_diff(found);
        match self.published.cmp(&found) {
            Ordering::Equal => f.write_str("equal"),
            Ordering::Greater => write!(f, "published is higher by {by}"),
            Ordering::Less => write!(f, "published is lower by {by}"),
        }
    }
}

impl Facts {
    /// What the tables say of a published figure.
    pub fn verdict(&self, metric: Metric, published: u16) -> Verdict {
        Verdict { published, found: self.distances[metric as usize] }
    }
}

impl<'a> OpeningStudy<'a> {
    /// Works out everything for the openings of a catalogue, with the guides to their piece sets. `go_on` is
    /// told of every opening that is done, and ends the work by denying.
    pub fn new(
        catalogue: &'a Catalogue,
        guide: impl Fn(&PieceSet) -> &'a Guide<'a>,
        go_on: impl Fn() -> bool + Sync,
    ) -> Result<Self, ReportError> {
        let mut by_set: BTreeMap<PieceSet, Vec<usize>> = BTreeMap::new();
        for (number, opening) in catalogue.openings().iter().enumerate() {
            by_set.entry(opening.position.piece_set()).or_default().push(number);
        }
        let guides: BTreeMap<PieceSet, &Guide<'_>> =
            by_set.keys().map(|set| (set.clone(), guide(set))).collect();
        let found: Vec<Vec<(usize, Facts)>> = by_set
            .par_iter()
            .map(|(set, numbers)| {
                let openings: Vec<&Opening> =
                    numbers.iter().map(|&number| &catalogue.openings()[number]).collect();
                let components = component_sizes(guides[set], &openings)?;
                let facts = openings.iter().zip(components).map(|(opening, component)| {
                    if go_on() {
                        facts(guides[set], opening, component)
                    } else {
                        Err(ReportError::Stopped)
                    }
                });
                numbers.iter().zip(facts).map(|(&number, facts)| Ok((number, facts?))).collect()
            })
            .collect::<Result<_, ReportError>>()?;
        let by_number: BTreeMap<usize, Facts> = found.into_iter().flatten().collect();
        Ok(Self { catalogue, guides, facts: by_number.into_values().collect() })
    }

    /// Writes `openings.csv` and `literature.md` into a directory, each whole or not at all; returns their
    /// paths.
    pub fn write(&self, directory: &Path) -> Result<Vec<PathBuf>, ReportError> {
        write_files(
            directory,
            &[
                ("openings.csv", &|out| self.write_csv(out)),
                ("literature.md", &|out| literature::write(self, out)),
            ],
        )
    }

    /// The openings with what the tables say of them.
    pub(super) fn each(&self) -> impl Iterator<Item = (&'a Opening, &Facts)> {
        self.catalogue.openings().iter().zip(&self.facts)
    }

    /// A row for every figure that a source publishes, and for every mention without one.
    fn write_csv(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut writer = csv::Writer::from_writer(out);
        writer.write_record(COLUMNS)?;
        for (opening, facts) in self.each() {
            for mention in &opening.mentions {
                let figures = Metric::ALL.into_iter().zip(mention.figures);
                let mut published: Vec<(Metric, u16)> =
                    figures.filter_map(|(metric, figure)| Some((metric, figure?))).collect();
                let last = published.pop();
                for figure in published.into_iter().map(Some).chain([last]) {
                    self.write_row(&mut writer, opening, facts, mention, figure)?;
                }
            }
        }
        writer.flush()
    }

    fn write_row(
        &self,
        writer: &mut csv::Writer<&mut dyn Write>,
        opening: &Opening,
        facts: &Facts,
        mention: &Mention,
        figure: Option<(Metric, u16)>,
    ) -> io::Result<()> {
        let guide = self.guides[&opening.position.piece_set()];
        let position = guide.space().puzzle().position_text(&opening.position);
        let source = &self.catalogue.sources()[mention.source];
        let [unit, straight, finger] = facts.distances;
        let published = figure.map(|(metric, published)| {
            (
                published,
                metric.name(),
                source.rule(metric),
                facts.verdict(metric, published).to_string(),
            )
        });
        let (published, metric, rule, verdict) = match published {
            Some((published, metric, rule, verdict)) => (Some(published), metric, rule, verdict),
            None => (None, "", "", String::new()),
        };
        Ok(writer.serialize((
            (&mention.name, &mention.slug, &source.id, mention.number),
            (guide.piece_set_text(), position, unit, straight, finger),
            (facts.solutions.to_string(), facts.farther, facts.component),
            (published, metric, rule, verdict),
        ))?)
    }
}

const COLUMNS: [&str; 16] = [
    "name",
    "slug",
    "source",
    "number",
    "piece_set",
    "position",
    "unit",
    "straight",
    "finger",
    "optimal_finger_solutions",
    "farther",
    "component",
    "published",
    "published_metric",
    "published_rule",
    "verdict",
];

/// For some openings of one piece set, how many positions the component of each has.
fn component_sizes(guide: &Guide<'_>, openings: &[&Opening]) -> Result<Vec<u64>, ReportError> {
    let space = guide.space();
    let class = classes(space.puzzle(), std::slice::from_ref(space.piece_set())).remove(0);
    let search = Search::new(space.puzzle(), &class)?;
    let mut sizes = vec![0; openings.len()];
    for first in 0..openings.len() {
        if sizes[first] > 0 {
            continue;
        }
        let target = &openings[first].position;
        let go_on = |_| ControlFlow::Continue(());
        let reached = search.run_towards(target, Metric::Unit, false, go_on)?.remove(0);
        let reaches = |index: u64| reached.get(index as usize).is_some();
        let size = (0..space.len()).filter(|&index| reaches(index)).count() as u64;
        for (opening, known) in openings.iter().zip(&mut sizes) {
            if space.rank(&opening.position).is_some_and(reaches) {
                *known = size;
            }
        }
    }
    Ok(sizes)
}

fn facts(guide: &Guide<'_>, opening: &Opening, component: u64) -> Result<Facts, ReportError> {
    let distances = guide.distances(&opening.position)?;
    let histogram = &guide.table(Metric::Finger).section.histogram;
    let farther = distances[Metric::Finger as usize]
        .map(|distance| histogram.iter().skip(usize::from(distance) + 1).sum());
    let solutions = guide.routes(Metric::Finger).count(&opening.position)?;
    Ok(Facts { distances, solutions, farther, component })
}
