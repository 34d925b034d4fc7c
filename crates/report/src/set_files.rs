//! The CSV files about piece sets, and the page that explains them.

use super::files::{Report, ReportFile, write_csv};
use super::set_study::SetStudy;
use super::{family_page, puzzle_page};
use huarong_core::klotski;
use huarong_core::rules::Metric;
use huarong_oracle::analysis::{ComponentSize, MetricFigures, SetFigures};
use std::io::{self, Write};

/// Maximum number of rows of `histogram.csv`; above it, each metric has a file.
pub const MOST_HISTOGRAM_ROWS: usize = 60_000;

const HISTOGRAM: &str = "histogram.csv";

type Writer = fn(&SetStudy, &mut dyn Write) -> io::Result<()>;

const FILES: [(&str, Writer); 5] = [
    ("piece_sets.csv", write_piece_sets),
    ("components.csv", write_components),
    (HISTOGRAM, |study, out| write_histogram(study, &Metric::OF_SINGLE_PIECES, out)),
    ("hardest.csv", write_hardest),
    ("README.md", |study, out| match study.is_klotski {
        true => family_page::write(study, out),
        false => puzzle_page::write(study, out),
    }),
];

impl Report for SetStudy {
    fn files(&self) -> Vec<ReportFile<'_>> {
        let is_split = self.has_split_histogram();
        let whole = FILES.iter().filter(|(name, _)| !is_split || *name != HISTOGRAM);
        let mut files: Vec<_> =
            whole.map(|(name, write)| ReportFile::new(name, move |out| write(self, out))).collect();
        if is_split {
            files.extend(Metric::OF_SINGLE_PIECES.map(|metric| {
                let name = format!("histogram-{metric}.csv");
                ReportFile::new(name, move |out| write_histogram(self, &[metric], out))
            }));
        }
        files
    }
}

impl SetStudy {
    /// Writes one of the CSV files or the page; `None` if there is no file of that name.
    pub fn write_file(&self, name: &str, out: &mut dyn Write) -> Option<io::Result<()>> {
        let (_, write) = FILES.iter().find(|(file, _)| *file == name)?;
        Some(write(self, out))
    }

    /// The names of the files that [`write_file`](Self::write_file) writes.
    pub fn names() -> impl Iterator<Item = &'static str> {
        FILES.iter().map(|(name, _)| *name)
    }

    /// Whether the histogram of each metric has a file of its own.
    pub(super) fn has_split_histogram(&self) -> bool {
        let metrics = self.sets.iter().flat_map(|set| set.metrics.values());
        let rows = metrics.flatten().map(|figures| figures.histogram.len());
        rows.sum::<usize>() > MOST_HISTOGRAM_ROWS
    }

    /// The figures of every piece set under the metrics that have tables.
    fn each_metric(&self) -> impl Iterator<Item = (&SetFigures, Metric, &MetricFigures)> {
        self.sets.iter().flat_map(|set| {
            let metrics = set.metrics.iter();
            metrics.filter_map(move |(metric, figures)| Some((set, metric, figures.as_ref()?)))
        })
    }
}

fn write_piece_sets(study: &SetStudy, out: &mut dyn Write) -> io::Result<()> {
    let pieces = if study.is_klotski { "horizontal,vertical,small," } else { "" };
    let mut columns = format!(
        "piece_set,{pieces}empty,positions,goal_positions,components,largest_component,solvable,unsolvable"
    );
    for metric in Metric::OF_SINGLE_PIECES {
        columns += &format!(",max_{metric},mean_{metric},at_max_{metric}");
    }
    let row = |set: &SetFigures| {
        let counts = set.piece_set.counts();
        let mut row = vec![set.text.clone()];
        if study.is_klotski {
            let pieces = [klotski::HORIZONTAL, klotski::VERTICAL, klotski::SMALL];
            row.extend(pieces.map(|shape| counts[shape].to_string()));
        }
        let numbers = [
            u64::from(set.empty),
            set.positions,
            set.goal_positions,
            set.components(),
            set.largest_component(),
            set.solvable(),
            set.unsolvable,
        ];
        row.extend(numbers.map(|number| number.to_string()));
        for figures in set.metrics.values() {
            row.extend(figures.as_ref().and_then(summary).unwrap_or_default());
        }
        row
    };
    write_csv(out, &columns, study.sets.iter().map(row))
}

/// Largest distance, mean distance and number of positions at the largest distance; `None` if no
/// position is solvable.
fn summary(figures: &MetricFigures) -> Option<[String; 3]> {
    let (max, mean, at_max) = (figures.max()?, figures.mean()?, figures.at_max()?);
    Some([max.to_string(), mean.to_string(), at_max.to_string()])
}

fn write_components(study: &SetStudy, out: &mut dyn Write) -> io::Result<()> {
    let rows = study.sets.iter().flat_map(|set| {
        let sizes = set.component_sizes.iter();
        sizes.map(|&ComponentSize { size, components, with_goal, .. }| {
            (&set.text, size, components, with_goal)
        })
    });
    write_csv(out, "piece_set,size,components,with_goal", rows)
}

fn write_histogram(study: &SetStudy, metrics: &[Metric], out: &mut dyn Write) -> io::Result<()> {
    let wanted = study.each_metric().filter(|(_, metric, _)| metrics.contains(metric));
    let rows = wanted.flat_map(|(set, metric, figures)| {
        let histogram = figures.histogram.iter().enumerate();
        histogram.map(move |(distance, positions)| (&set.text, metric.name(), distance, positions))
    });
    write_csv(out, "piece_set,metric,distance,positions", rows)
}

fn write_hardest(study: &SetStudy, out: &mut dyn Write) -> io::Result<()> {
    let rows = study.each_metric().flat_map(|(set, metric, figures)| {
        // A metric without a largest distance has no hardest positions.
        let hardest = (1..).zip(&figures.hardest);
        hardest.map(move |(rank, hardest)| {
            let position = (rank, &hardest.text, hardest.mirrored);
            (&set.text, metric.name(), figures.max(), position)
        })
    });
    write_csv(out, "piece_set,metric,distance,rank,position,mirrored", rows)
}
