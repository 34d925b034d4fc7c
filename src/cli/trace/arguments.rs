//! The arguments of `huarong trace`.

use crate::cli::headings::{INPUT, METRIC, OUTPUT, SEARCH, single_piece_metric, with_metrics};
use crate::cli::output::Format;
use crate::cli::puzzle::Choice;
use huarong_core::rules::Metric;
use std::path::PathBuf;

/// Compare moves that people made with optimal solutions
///
/// Reads a CSV file with a header. A row is a move, with the position after it, or an attempt, with a list of moves.
///
/// Prints one row per move: the distance before it, the change, and the number of possible and of best moves. An error is a
/// move that does not lead nearer to the goal. `excess` is the number of moves that the attempt has lost so far.
///
/// A board is a position, the name of an opening or of a puzzle, a puzzle file, or a Rush Hour board in one line. With
/// --puzzle it is a position of that puzzle, and may be missing.
///
/// Moves in a list have the letter of the piece and the number of cells, such as A+2 or B-1. `+` is to the right or down.
/// AR2, BU1 and A→→, B↑ mean the same, and C↓→ or CDR goes around a corner: all that `score` reads. A piece keeps its letter of the start. If such
/// moves are not legal, letters are read as those that `print` gives pieces without signs. Then they are read as those in the
/// canonical text of each position. The column `letters` says `start`, `sheet` or `position`.
///
/// Positions are those of the board's puzzle, or Rush Hour boards in one line. A row whose position is empty is no move: the
/// data of `huarong study` have such rows for other events.
///
/// A new attempt begins if the participant, the board or the attempt changes. It also begins if a position is the start,
/// and no single move leads there.
///
/// A row with a move that the rules do not allow has an error, with its line, and the exit code is 1.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  huarong trace moves.csv --format csv\n  \
                        huarong trace moves.csv --metric straight --participant subject --start board\n  \
                        huarong trace attempts.csv --summary\n  \
                        huarong trace attempts.csv --fit --format json")]
pub(in crate::cli) struct Arguments {
    /// CSV file with a header; `-` reads standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    #[command(flatten)]
    pub choice: Choice,

    /// Name of the column with the participant
    #[arg(long, value_name = "COLUMN", default_value = "participant", help_heading = INPUT)]
    pub participant: String,

    /// Name of the column with the board at the start
    #[arg(long, value_name = "COLUMN", default_value = "start", help_heading = INPUT)]
    pub start: String,

    /// Name of the column with the number of the attempt [default: attempt, if there is one]
    #[arg(long, value_name = "COLUMN", help_heading = INPUT)]
    pub attempt: Option<String>,

    /// Name of the column with the position after the move
    #[arg(long, value_name = "COLUMN", default_value = "position", help_heading = INPUT)]
    pub position: String,

    /// Name of the column with a list of moves [default: moves, if there is one]
    #[arg(long, value_name = "COLUMN", conflicts_with = "position", help_heading = INPUT)]
    pub moves: Option<String>,

    #[arg(long, default_value = "finger", value_parser = single_piece_metric, help_heading = SEARCH)]
    #[arg(help = METRIC, long_help = with_metrics(METRIC))]
    pub metric: Metric,

    /// Print a row per participant and board instead
    #[arg(long, conflicts_with = "fit", help_heading = OUTPUT)]
    pub summary: bool,

    /// Fit the coefficients of the error model of `difficulty --error-model` instead
    ///
    /// Only moves from positions that have both best and wrong moves count.
    #[arg(long, help_heading = OUTPUT)]
    pub fit: bool,

    /// Print in this format
    #[arg(long, value_enum, default_value = "text", help_heading = OUTPUT)]
    pub format: Format,
}
