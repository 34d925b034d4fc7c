//! The help of commands: the headings of options, and the texts that several commands share.

use huarong_core::rules::Metric;

pub(super) const GLOBAL: &str = "Global";
pub(super) const INPUT: &str = "Input";
pub(super) const OUTPUT: &str = "Output";
pub(super) const SEARCH: &str = "Search";
pub(super) const LIMITS: &str = "Limits";

/// Help of `--metric`, for commands that count in finger moves by default and know the multi metric.
pub(super) const ANY_METRIC: &str = "Count moves in this metric: unit, straight, finger or multi";

/// Help of `--metric`, for commands that count in finger moves by default.
pub(super) const METRIC: &str = "Count moves in this metric: unit, straight or finger";

/// The long help of `--metric`: its help and the meaning of the metrics.
pub(super) fn with_metrics(help: &str) -> String {
    let one_move = "One move takes one piece one cell (unit), any distance along one line (straight), or along any path \
                    (finger).";
    format!("{help}\n\n{one_move}")
}

/// The long help of `--metric`, for commands that know the multi metric.
pub(super) fn with_all_metrics(help: &str) -> String {
    let line =
        "A multi move takes a line of pieces any distance along that line, as in tile puzzles.";
    format!("{} {line}", with_metrics(help))
}

/// Reads a metric, for commands in which one move moves one piece.
pub(super) fn single_piece_metric(text: &str) -> Result<Metric, String> {
    match text.parse() {
        Ok(Metric::Multi) => Err(
            "this command counts moves of single pieces, in the metric unit, straight or finger; build, solve, \
             query, hardest, levels and verify know multi"
                .to_owned(),
        ),
        found => found.map_err(|error| error.to_string()),
    }
}

/// Reads the most walls of a Rush Hour board.
pub(super) fn most_walls(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| {
        "write one number, the most walls, such as 2: boards with fewer walls are searched, too"
            .to_owned()
    })
}
