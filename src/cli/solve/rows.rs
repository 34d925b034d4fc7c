//! The rows of answers about several positions or puzzles: the place of each in the input, and the columns of all.

use super::arguments::Arguments;
use crate::cli::output;
use huarong_core::puzzle_file::Published;
use huarong_core::rules::{Metric, PerMetric};
use huarong_report::Comparison;
use serde::Serialize;
use std::time::Instant;

/// The input of several questions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Input {
    /// Positions, one per line.
    Positions,
    /// Rush Hour boards, one per line.
    Boards,
    /// Puzzle files, and files with one puzzle per line.
    Puzzles,
}

/// The row of one of several positions or puzzles, before its answer is known.
#[derive(Clone)]
pub(super) struct Row<'t> {
    /// The CSV columns.
    pub columns: &'t [&'static str],
    /// Whether each piece has its own sign.
    pub has_signs: bool,
    pub origin: Origin<'t>,
    /// Published results under the metric of the row; `None` for positions, which have none.
    pub published: Option<Vec<Published>>,
    /// Number of positions of the puzzle, if it is wanted and known.
    pub positions: Option<String>,
    /// The beginning of the search, if its time is wanted.
    pub started: Option<Instant>,
}

/// The place of a position or a puzzle in the input. Lines are counted from 1.
#[derive(Clone, Copy, Serialize)]
#[serde(untagged)]
pub(super) enum Origin<'t> {
    /// A line of the only input, as written.
    Line { line: Option<u64>, input: Option<&'t str> },
    /// A puzzle file, or a line of a file with one puzzle per line. The name is that of the puzzle.
    File { file: &'t str, line: Option<u64>, name: Option<&'t str> },
}

/// Published numbers of moves, separated by `;`, and their comparisons with the distance.
#[derive(Serialize)]
pub(super) struct PublishedMoves {
    pub published: Option<String>,
    pub comparison: Option<String>,
}

impl<'t> Origin<'t> {
    pub fn file(self) -> Option<&'t str> {
        match self {
            Self::Line { .. } => None,
            Self::File { file, .. } => Some(file),
        }
    }

    pub fn line(self) -> Option<u64> {
        match self {
            Self::Line { line, .. } | Self::File { line, .. } => line,
        }
    }

    pub fn input(self) -> Option<&'t str> {
        match self {
            Self::Line { input, .. } => input,
            Self::File { .. } => None,
        }
    }

    pub fn name(self) -> Option<&'t str> {
        match self {
            Self::Line { .. } => None,
            Self::File { name, .. } => name,
        }
    }

    /// The same place with the name of the puzzle, which rows of files have.
    pub fn called(self, puzzle: &'t str) -> Self {
        match self {
            Self::Line { .. } => self,
            Self::File { file, line, .. } => Self::File { file, line, name: Some(puzzle) },
        }
    }
}

impl Row<'_> {
    /// The file and the name of a puzzle, for text. Positions and boards are shown instead.
    pub fn label(&self) -> Option<String> {
        let Origin::File { file, line, name } = self.origin else { return None };
        let line = line.map_or(String::new(), |line| format!(":{line}"));
        Some(format!("{}{line}: {}", output::one_line(file), name?))
    }

    /// The published numbers of moves, compared with the distance; `None` for positions.
    pub fn published(&self, metric: Metric, distance: Option<usize>) -> Option<PublishedMoves> {
        Some(PublishedMoves::new(self.published.as_ref()?, metric, distance))
    }

    /// Whether the rows have a column.
    pub fn asks(&self, column: &str) -> bool {
        self.columns.contains(&column)
    }

    /// The time since the search began, if it is wanted, in thousandths of a second.
    pub fn seconds(&self) -> Option<f64> {
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
        let distance = distance.map(|distance| distance as u16);
        let distances = PerMetric::each(|other| distance.filter(|_| other == metric));
        // Published numbers count moves of single pieces.
        let comparable = published.iter().filter(|_| metric != Metric::Multi);
        let comparisons = comparable.filter_map(|published| {
            let mut known = published.clone();
            known.metric = Some(metric);
            Some(Comparison::new(&known, &distances)?.words())
        });
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

/// The published results that count moves of a metric, or do not say which moves they count.
pub(super) fn published_under(published: &[Published], metric: Metric) -> Vec<Published> {
    let is_of = |published: &&Published| published.metric.is_none_or(|of| of == metric);
    published.iter().filter(is_of).cloned().collect()
}

/// The CSV columns of the rows for some arguments.
pub(super) fn columns(arguments: &Arguments, input: Input, has_signs: bool) -> Vec<&'static str> {
    let (is_puzzle_file, is_position) = (input == Input::Puzzles, input == Input::Positions);
    let lists = arguments.listed().is_some();
    let has_moves = lists || !(arguments.count || is_puzzle_file);
    let columns = [
        ("file", is_puzzle_file),
        ("line", true),
        ("input", !is_puzzle_file),
        ("name", is_puzzle_file),
        ("position", !is_puzzle_file),
        ("target", is_position),
        ("metric", true),
        ("distance", true),
        ("verdict", true),
        ("at_least", true),
        ("best_found", true),
        ("solution_count", arguments.count || lists),
        ("solution", lists),
        ("moves", has_moves),
        ("lettered_moves", has_moves && has_signs),
        ("published", !is_position),
        ("comparison", !is_position),
        ("positions", arguments.positions),
        ("seconds", arguments.times),
        ("error", true),
    ];
    columns.into_iter().filter_map(|(column, is_used)| is_used.then_some(column)).collect()
}
