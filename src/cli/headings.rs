//! The help of commands: the headings of options, and the texts that several commands share.

pub(super) const GLOBAL: &str = "Global";
pub(super) const INPUT: &str = "Input";
pub(super) const OUTPUT: &str = "Output";
pub(super) const SEARCH: &str = "Search";
pub(super) const LIMITS: &str = "Limits";

/// Help of `--metric`, for commands that count in finger moves by default.
pub(super) const METRIC: &str = "Count moves in this metric: unit, straight or finger";

/// The long help of `--metric`: its help and the meaning of the metrics.
pub(super) fn with_metrics(help: &str) -> String {
    let one_move = "One move takes one piece one cell (unit), any distance along one line (straight), or along any path \
                    (finger).";
    format!("{help}\n\n{one_move}")
}
