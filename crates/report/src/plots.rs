//! Plots of the report data, as SVG files.

use super::chart::{Axis, Chart, HeatCell, Marks, Point, Scale, Series};
use super::diameters::Diameters;
use super::error::ReportError;
use super::files::{Report, ReportFile};
use super::set_study::SetStudy;
use huarong_core::klotski::{self, HORIZONTAL, VERTICAL};
use huarong_core::numerals::{counted, grouped};
use huarong_core::rules::Metric;
use huarong_oracle::analysis::{ComponentSize, SetFigures};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Piece sets with tables of all metrics, and the diameters from the depth report.
#[derive(Debug)]
pub struct PlotStudy<'s> {
    study: &'s SetStudy,
    /// `None` if that report does not exist.
    diameters: Option<Diameters>,
}

/// The description of a plot.
pub(super) struct Plot {
    pub file: &'static str,
    /// A one-sentence description for readers who see the plot for the first time.
    pub description: &'static str,
    /// [`CLASSIC`] stands for the piece set that [`classic`] chooses.
    title: &'static str,
    x: (&'static str, Scale),
    y: (&'static str, Scale),
    /// The report with the same data.
    source: &'static str,
    series: fn(&SetStudy) -> Vec<Series>,
}

/// The piece set of the classic start.
const CLASSIC: &str = "1h4v4s";

/// Number of piece sets that are labelled with their names.
const LABELLED_SETS: usize = 6;

/// The plots that need only the tables.
pub(super) const PLOTS: [Plot; 6] = [
    Plot {
        file: "distances.svg",
        description: "Number of positions of the classic piece set at each distance, under each metric.",
        title: "Distances of the positions of 1h4v4s",
        x: ("distance to the goal (moves)", Scale::Linear),
        y: ("positions with that distance", Scale::Linear),
        source: "histogram.csv",
        series: |study| levels(classic(study)),
    },
    Plot {
        file: "levels.svg",
        description: "Number of positions at each distance, all piece sets together, on a logarithmic scale: the levels \
                of a search from all goal positions.",
        title: "Positions by distance, all piece sets together",
        x: ("distance to the goal (moves)", Scale::Linear),
        y: ("positions with that distance (logarithmic)", Scale::Log),
        source: "histogram.csv",
        series: |study| levels(&study.sets),
    },
    Plot {
        file: "hardest.svg",
        description: "Size and largest finger distance of every piece set: few piece sets are hard, and these are of \
                medium size.",
        title: "The largest distance of each piece set, by its size",
        x: ("positions of the piece set (logarithmic)", Scale::Log),
        y: ("largest distance to the goal (finger moves)", Scale::Linear),
        source: "piece_sets.csv",
        series: sizes_and_distances,
    },
    Plot {
        file: "metrics.svg",
        description: "Largest distance of every piece set under the other metrics against the finger metric; on the \
                dashed line both are equal.",
        title: "The largest distance of each piece set, by metric",
        x: ("largest distance to the goal (finger moves)", Scale::Linear),
        y: ("largest distance to the goal (unit or straight moves)", Scale::Linear),
        source: "piece_sets.csv",
        series: metrics,
    },
    Plot {
        file: "pieces.svg",
        description: "Largest finger distance of the piece sets, by their numbers of dominoes and of empty cells.",
        title: "The largest distance by dominoes and empty cells",
        x: ("dominoes, horizontal and vertical", Scale::Steps),
        y: ("empty cells; in the fields the largest distance (finger moves)", Scale::Steps),
        source: "piece_sets.csv",
        series: dominoes_and_empty_cells,
    },
    Plot {
        file: "components.svg",
        description: "Number of components of at least each size, all piece sets together: most are small and \
                unsolvable, and a few hold nearly all positions.",
        title: "Number of components of at least each size",
        x: ("size of a component in positions (logarithmic)", Scale::Log),
        y: ("components of at least that size (logarithmic)", Scale::Log),
        source: "components.csv",
        series: |study| {
            vec![
                components_of_at_least("with a goal position", study, |size| size.with_goal),
                components_of_at_least("without one", study, |size| {
                    size.components - size.with_goal
                }),
            ]
        },
    },
];

impl<'s> PlotStudy<'s> {
    /// The plots of a study of a Klotski family, and of the diameters if they are known.
    pub fn new(study: &'s SetStudy, diameters: Option<Diameters>) -> Result<Self, ReportError> {
        match study.sets.iter().all(|set| set.metrics.values().iter().all(Option::is_some)) {
            true => Ok(Self { study, diameters }),
            false => Err(ReportError::MissingTables),
        }
    }
}

impl Report for PlotStudy<'_> {
    fn files(&self) -> Vec<ReportFile<'_>> {
        let charts = PLOTS.map(|plot| (plot.file, plot.chart(self.study))).into_iter();
        let diameters = self.diameters.as_ref();
        let diameters = diameters.map(|found| ("diameters.svg", found.chart(self.study)));
        let file = |(name, chart): (&str, Chart)| {
            ReportFile::new(format!("plots/{name}"), move |out| writeln!(out, "{}", chart.draw()))
        };
        charts.chain(diameters).map(file).collect()
    }
}

impl Plot {
    fn chart(&self, study: &SetStudy) -> Chart {
        let name = classic(study).first().map_or("no piece set", |set| &set.text);
        let axis = |(label, scale): (&str, Scale)| Axis { label: label.to_owned(), scale };
        Chart {
            title: self.title.replace(CLASSIC, name),
            x: axis(self.x),
            y: axis(self.y),
            series: (self.series)(study),
            notes: notes(study, self.source),
        }
    }
}

/// The lines below a plot: its subject, the source of its data, and the command that draws it.
pub(super) fn notes(study: &SetStudy, source: &str) -> Vec<String> {
    let board = study.puzzle.board();
    let size = format!("{}x{}", board.width(), board.height());
    let sets = counted(study.sets.len() as u64, "piece set");
    let option = match klotski::is_klotski(&study.puzzle) {
        true => String::new(),
        false => format!(" --board {size}"),
    };
    vec![
        format!("{sets} of one big piece, dominoes and small pieces on a board of {size}."),
        "One move is one piece: unit by one cell, straight along a line, finger along any path."
            .to_owned(),
        format!("Source: {source}. Drawn by: huarong report plots{option}"),
    ]
}

/// A number as a coordinate on an axis.
pub(super) fn place(number: impl Into<u64>) -> f64 {
    number.into() as f64
}

/// The classic piece set, otherwise one of the hardest; empty if there is no piece set.
fn classic(study: &SetStudy) -> &[SetFigures] {
    let sets = (0..study.sets.len()).map(|at| &study.sets[at..=at]);
    let is_classic = |set: &&[SetFigures]| set[0].text == CLASSIC;
    let hardest = || sets.clone().max_by_key(|set| set[0].max(Metric::Finger));
    sets.clone().find(is_classic).or_else(hardest).unwrap_or_default()
}

/// For each metric, the number of positions of some piece sets at each occurring distance.
fn levels(sets: &[SetFigures]) -> Vec<Series> {
    let line = |metric: Metric| {
        let mut levels: Vec<u64> = Vec::new();
        for figures in sets.iter().filter_map(|set| set.metrics[metric].as_ref()) {
            levels.resize(levels.len().max(figures.histogram.len()), 0);
            for (level, positions) in levels.iter_mut().zip(&figures.histogram) {
                *level += positions;
            }
        }
        let points = (0u64..).zip(levels);
        let points = points.map(|(distance, positions)| [place(distance), place(positions)]);
        Series { name: metric.name().to_owned(), marks: Marks::Line(points.collect()) }
    };
    Metric::OF_SINGLE_PIECES.map(line).into()
}

fn sizes_and_distances(study: &SetStudy) -> Vec<Series> {
    let mut sets: Vec<(&SetFigures, u16)> =
        study.sets.iter().filter_map(|set| Some((set, set.max(Metric::Finger)?))).collect();
    sets.sort_by_key(|&(set, max)| (Reverse(max), set.piece_set.clone()));
    let points = (0..).zip(sets).map(|(rank, (set, max))| Point {
        at: [place(set.positions), place(max)],
        title: format!(
            "{}: {} positions, at most {max} finger moves",
            set.text,
            grouped(set.positions)
        ),
        label: (rank < LABELLED_SETS).then(|| set.text.clone()),
    });
    vec![Series { name: String::new(), marks: Marks::Points(points.collect()) }]
}

fn metrics(study: &SetStudy) -> Vec<Series> {
    let points = |metric| {
        let point = |set: &SetFigures| {
            let [max, finger] = [set.max(metric)?, set.max(Metric::Finger)?];
            Some(Point {
                at: [place(finger), place(max)],
                title: format!("{}: at most {max} {metric} moves, {finger} finger moves", set.text),
                label: None,
            })
        };
        let points = study.sets.iter().filter_map(point).collect();
        Series { name: format!("{metric} moves"), marks: Marks::Points(points) }
    };
    let most = study.sets.iter().filter_map(|set| set.max(Metric::Finger)).max().unwrap_or(0);
    let equal = Marks::Line(vec![[0.0, 0.0], [place(most), place(most)]]);
    vec![
        points(Metric::Unit),
        points(Metric::Straight),
        Series { name: "equal to finger moves".to_owned(), marks: equal },
    ]
}

fn dominoes_and_empty_cells(study: &SetStudy) -> Vec<Series> {
    // The hardest set for each pair of numbers; among equally hard sets, the first.
    let mut hardest: BTreeMap<(u64, u64), (u16, &SetFigures)> = BTreeMap::new();
    for set in &study.sets {
        let Some(max) = set.max(Metric::Finger) else { continue };
        let counts = set.piece_set.counts();
        let dominoes = u64::from(counts[HORIZONTAL]) + u64::from(counts[VERTICAL]);
        let found = hardest.entry((dominoes, set.empty.into())).or_insert((max, set));
        if max > found.0 {
            *found = (max, set);
        }
    }
    let fields = hardest.into_iter().map(|((dominoes, empty), (max, set))| HeatCell {
        at: [place(dominoes), place(empty)],
        value: max.into(),
        title: format!(
            "{dominoes} dominoes, {empty} cells empty: {}, {max} finger moves",
            set.text
        ),
    });
    vec![Series { name: String::new(), marks: Marks::HeatCells(fields.collect()) }]
}

/// For each existing size, the number of counted components with that size or a larger one.
fn components_of_at_least(
    name: &str,
    study: &SetStudy,
    count: fn(&ComponentSize) -> u64,
) -> Series {
    let mut counts: BTreeMap<u64, u64> = BTreeMap::new();
    for size in study.sets.iter().flat_map(|set| &set.component_sizes) {
        *counts.entry(size.size).or_default() += count(size);
    }
    let mut sum = 0;
    let mut points = Vec::new();
    for (size, components) in counts.into_iter().rev().filter(|&(_, components)| components > 0) {
        sum += components;
        points.push([place(size), place(sum)]);
    }
    points.reverse();
    Series { name: name.to_owned(), marks: Marks::Line(points) }
}
