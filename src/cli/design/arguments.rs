//! The arguments of `huarong design`.

use crate::cli::headings::{INPUT, METRIC, OUTPUT, SEARCH, with_metrics};
use crate::cli::output::Format;
use crate::sliding::design::Change;
use crate::sliding::rules::Metric;
use clap::ValueEnum;

/// Find puzzles like another one, but harder
///
/// Tries every change of one piece: the piece is moved, turned or removed, another piece is added, or two pieces exchange
/// their places. Lists the puzzles with the longest optimal solutions first, with their gain. All changes are tried, so
/// a list without a gain proves that no such change makes the puzzle harder.
///
/// A piece that is added has the shape of one of the pieces, or one cell. A piece of the goal is never removed or turned.
/// Changes that give the same puzzle are listed once.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  huarong design --like hughes\n  \
                        huarong design --like dads --change moved,turned\n  \
                        huarong design --like ..B.AABC.DDC.... --metric straight --format csv")]
pub(in crate::cli) struct Arguments {
    /// Start from this puzzle
    ///
    /// Give a puzzle file, `-` to read one from standard input, a name or part of a name from `huarong puzzles`, or a Rush
    /// Hour board in one line.
    #[arg(long, value_name = "NAME|FILE|BOARD", required = true, help_heading = INPUT)]
    pub like: String,

    /// Make only these changes
    #[arg(long, value_name = "CHANGE", value_enum, value_delimiter = ',', help_heading = SEARCH)]
    change: Vec<ChangeName>,

    #[arg(long, default_value = "finger", help_heading = SEARCH, help = METRIC, long_help = with_metrics(METRIC))]
    pub metric: Metric,

    /// List at most N puzzles; 0 lists all that have a solution
    #[arg(long, value_name = "N", default_value = "10", help_heading = OUTPUT)]
    pub limit: usize,

    /// Print in this format
    #[arg(long, value_enum, default_value = "text", help_heading = OUTPUT)]
    pub format: Format,
}

/// A kind of change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ChangeName {
    /// The piece is at another place
    Moved,
    /// The piece has another orientation
    Turned,
    /// The piece is missing
    Removed,
    /// There is another piece
    Added,
    /// Two pieces have exchanged their places
    Exchanged,
}

impl Arguments {
    /// Whether a change is to be made.
    pub fn is_wanted(&self, change: &Change) -> bool {
        let is_it = |name: &ChangeName| match name {
            ChangeName::Moved => matches!(change, Change::Moved { .. }),
            ChangeName::Turned => matches!(change, Change::Turned { .. }),
            ChangeName::Removed => matches!(change, Change::Removed { .. }),
            ChangeName::Added => matches!(change, Change::Added { .. }),
            ChangeName::Exchanged => matches!(change, Change::Exchanged { .. }),
        };
        self.change.is_empty() || self.change.iter().any(is_it)
    }
}
