//! The arguments of `huarong score`.

use crate::cli::headings::{LIMITS, METRIC, OUTPUT, SEARCH, with_all_metrics};
use crate::cli::long_work;
use crate::cli::output::Format;
use crate::cli::puzzle::Choice;
use huarong_core::rules::Metric;
use huarong_lab::score::Reward;
use std::path::PathBuf;
use std::time::Duration;

/// Judge solutions that people or models wrote
///
/// Reads lines of JSON, or CSV with a header, and prints one row per answer in the same order.
///
/// The key or column `answer` has the text with the moves. `board` is a position, an opening, a Rush Hour board in one line, or
/// the name of a puzzle. `puzzle` is an object with the keys of a puzzle file, or the text of one; then `board` is a position
/// of it, or missing. `metric` replaces that of --metric. `id` is a text, a number or a truth value, and is repeated; a list or an object becomes a text.
///
/// Rows of `huarong tasks` with an answer are read, too. They have the keys question, about and within, and one of generator and
/// prompt. Their cells are (row, column), counted from 1.
///
/// With --puzzle or --board a board is a position of that puzzle, or may be missing.
///
/// A move names a piece by its letter at the start: `A+2`, `B-1`, `AR2`, `A right 2`, `A→→`. `+` is to the right or down. Cells
/// name pieces, too: `(0, 3) down`. Moves as `solve` prints them, lists in JSON, and lists of positions are read as well.
/// Without a number a piece moves one cell.
///
/// The answer is what stands between `<answer>` and `</answer>`, in \boxed{}, or after `Answer:`; then nothing else is read. Without
/// them it stands in a block of code, or all moves of the text stand together. What stands between `<think>` and `</think>` is
/// not read.
///
/// Nothing is guessed: an answer with a move that is not clear is not read at all, is worth 0, and its row says why. A board or
/// an `about` that cannot be read has an error in its row, and the exit code is 1.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  huarong score answers.jsonl --format csv\n  \
                        huarong score answers.csv --metric straight --reward excess --format json\n  \
                        huarong score answers.jsonl --report figures\n  \
                        echo '{\"board\": \"..B/AAB/.../...\", \"answer\": \"B down 2, A right 1\"}' | huarong score")]
pub(in crate::cli) struct Arguments {
    /// File with answers; `-` reads standard input
    #[arg(value_name = "FILE", default_value = "-")]
    pub file: PathBuf,

    #[command(flatten)]
    pub choice: Choice,

    #[arg(long, default_value = "finger", help_heading = SEARCH)]
    #[arg(help = METRIC, long_help = with_all_metrics(METRIC))]
    pub metric: Metric,

    /// Search each board for at most N seconds; a row that needs more has an error
    #[arg(long, value_name = "N", value_parser = long_work::seconds, help_heading = LIMITS)]
    pub time_limit: Option<Duration>,

    /// Reward answers by this rule, from 0 to 1
    ///
    /// solved: 1 for a solution. optimal: 1 for an optimal one. excess: the optimal number of moves over that of the solution.
    /// progress: 1 for a solution, otherwise the share of the distance that the legal moves covered.
    #[arg(long, value_name = "RULE", default_value = "solved", help_heading = OUTPUT)]
    pub reward: Reward,

    /// Write tables and charts about all answers to this directory
    ///
    /// accuracy.csv has the shares of right answers by the number of moves of an optimal solution and by the measures of --by.
    /// accuracy_by_length.svg and others draw them. first_errors.csv and first_errors.svg count the kinds of first errors.
    #[arg(long, value_name = "DIR", help_heading = OUTPUT)]
    pub report: Option<PathBuf>,

    /// Group answers of --report by these keys or columns, whole numbers of the rows
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = USUAL_MEASURES, requires = "report", value_parser = measure, help_heading = OUTPUT)]
    pub by: Vec<String>,

    /// Print in this format
    #[arg(long, value_enum, default_value = "text", help_heading = OUTPUT)]
    pub format: Format,
}

/// The measures without --by. Rows need not have them.
pub(super) const USUAL_MEASURES: &str = "reachable,solution_count";

/// The name of a measure, which names a file, too.
fn measure(name: &str) -> Result<String, &'static str> {
    let is_plain = |sign: char| sign.is_ascii_alphanumeric() || sign == '_';
    match !name.is_empty() && name.chars().all(is_plain) && name != "length" {
        true => Ok(name.to_owned()),
        false => Err("a measure has letters, digits and _, and is not \"length\""),
    }
}

impl Arguments {
    pub fn is_for_programs(&self) -> bool {
        self.format != Format::Text
    }
}
