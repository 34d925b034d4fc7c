//! The rows of answers, before the answers are known.

use super::arguments::Arguments;
use super::records::{AnswerHeading, AnswerRecord, SolutionColumns, Solutions};
use crate::cli::output;
use crate::cli::rows::Origin;
use huarong_core::puzzle_file::Published;
use huarong_core::rules::{Metric, PerMetric};
use huarong_report::Comparison;
use std::io::Write;
use std::time::Instant;

/// The row of a position or a puzzle, before its answer is known. The answer for a single position can have several.
#[derive(Clone)]
pub(super) struct Row<'t> {
    pub columns: &'t SolutionColumns,
    /// The place of one of several positions or puzzles in the input.
    pub origin: Option<Origin<'t>>,
    /// Published results under the metric of the row; `None` for positions, which have none.
    pub published: Option<Vec<Published>>,
    /// Number of positions of the puzzle, if it is wanted and known.
    pub positions: Option<String>,
    /// The beginning of the search, if its time is wanted.
    pub started: Option<Instant>,
}

/// Published numbers of moves, separated by `;`, and their comparisons with the distance.
pub(super) struct PublishedMoves {
    pub published: Option<String>,
    pub comparison: Option<String>,
}

impl Row<'_> {
    /// The record of the row. If it has no answer, `error` is the reason.
    pub fn record<'r>(
        &'r self,
        metric: Metric,
        heading: AnswerHeading,
        solutions: Solutions<'r>,
        error: Option<String>,
    ) -> AnswerRecord<'r> {
        AnswerRecord {
            origin: self.origin,
            published: self.published(metric, heading.distance),
            heading,
            at_least: None,
            best_found: None,
            solutions,
            positions: self.positions.as_deref(),
            seconds: self.seconds(),
            error,
            columns: self.columns,
        }
    }

    /// Writes the row of a position or a puzzle that was refused or failed. Text has none: standard error says why.
    pub fn write_failure(
        &self,
        metric: Option<Metric>,
        error: &anyhow::Error,
        arguments: &Arguments,
        out: &mut impl Write,
    ) -> anyhow::Result<()> {
        let heading = AnswerHeading::failed(metric);
        let (metric, error) = (metric.unwrap_or(Metric::Finger), Some(format!("{error:#}")));
        let solutions = Solutions::unknown(arguments, None);
        let record = self.record(metric, heading, solutions, error);
        record.write(arguments.format(), out, |_, _| Ok(()))
    }

    /// The file and the name of a puzzle, for text. Positions and boards are shown instead.
    pub fn label(&self) -> Option<String> {
        self.origin?.label()
    }

    /// The published numbers of moves, compared with the distance; `None` for positions.
    fn published(&self, metric: Metric, distance: Option<usize>) -> Option<PublishedMoves> {
        Some(PublishedMoves::new(self.published.as_ref()?, metric, distance))
    }

    /// The time since the search began, if it is wanted, in thousandths of a second.
    fn seconds(&self) -> Option<f64> {
        let elapsed = self.started?.elapsed().as_millis();
        Some(elapsed as f64 / 1000.0)
    }

    /// The end of a line of text: published numbers of moves, the number of positions, and the time.
    pub fn remarks(&self, metric: Metric, distance: Option<usize>) -> String {
        let published = self.published(metric, distance);
        let mut text = published.map_or(String::new(), |published| published.remark());
        if let Some(positions) = &self.positions {
            let noun = if positions == "1" { "position" } else { "positions" };
            text += &format!("; {} {noun}", output::grouped_digits(positions));
        }
        if let Some(seconds) = self.seconds() {
            text += &format!("; {seconds:.3} s");
        }
        text
    }
}

impl PublishedMoves {
    /// Published results of a metric, or of an unknown one, beside the distance under that metric.
    pub fn new(published: &[Published], metric: Metric, distance: Option<usize>) -> Self {
        let joined = |texts: Vec<String>| Some(texts.join("; ")).filter(|text| !text.is_empty());
        let moves = published.iter().map(|published| published.moves.to_string());
        let comparisons = { published.iter() }
            .filter_map(|published| Some(comparison(published, metric, distance)?.words()));
        Self { published: joined(moves.collect()), comparison: joined(comparisons.collect()) }
    }

    /// The end of a line of text.
    pub fn remark(&self) -> String {
        let Some(published) = &self.published else { return String::new() };
        let comparison =
            self.comparison.as_ref().map_or(String::new(), |words| format!(": {words}"));
        format!("; published {published}{comparison}")
    }
}

/// A published result of a metric, or of an unknown one, compared with the distance under that metric. Published numbers count
/// moves of single pieces.
pub(super) fn comparison(
    published: &Published,
    metric: Metric,
    distance: Option<usize>,
) -> Option<Comparison> {
    let distance = distance.filter(|_| metric != Metric::Multi)? as u16;
    let mut known = published.clone();
    known.metric = Some(metric);
    Comparison::new(&known, &PerMetric::each(|other| (other == metric).then_some(distance)))
}

/// The published results that count moves of a metric, or do not say which moves they count.
pub(super) fn published_under(published: &[Published], metric: Metric) -> Vec<Published> {
    let is_of = |published: &&Published| published.metric.is_none_or(|of| of == metric);
    published.iter().filter(is_of).cloned().collect()
}
