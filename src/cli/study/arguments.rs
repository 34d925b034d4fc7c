//! The arguments of `huarong study`.

use crate::cli::difficulty::MEASURES;
use crate::cli::headings::{INPUT, METRIC, OUTPUT, SEARCH, single_piece_metric, with_metrics};
use crate::cli::output::Format;
use huarong_core::rules::Metric;
use std::path::PathBuf;

/// The measure that is none of `difficulty`: the share of the moves along an optimal solution that are wrong.
pub(super) const WRONG_SHARE: &str = "wrong_share";

/// Make an experiment for the browser from a list of puzzles
///
/// Writes a page with instructions in three languages, the puzzles, and the data at the end. It works offline, and from a folder
/// of files. The data have the time of each press and move. `huarong trace` reads their CSV.
///
/// A CSV file has a column with puzzles. It can have a column `id` and a column `condition`, which the data repeat.
///
/// --pairs chooses pairs of equally long puzzles that differ in a measure: one of condition `low`, one of `high`.
///
/// For an experiment with jsPsych 8, the folder also has the puzzles in JSON, and a module with a plugin.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  huarong study puzzles.jsonl --out study\n  \
                        huarong study --boards rush.txt --metric straight --pairs 6 --shuffle --out study\n  \
                        huarong study stimuli.csv --post https://example.org/data --out study")]
pub(in crate::cli) struct Arguments {
    /// Puzzle files, folders, lists (.jsonl), CSV files, names of puzzles and openings, Rush Hour boards, or positions of Klotski
    #[arg(value_name = "FILE", required_unless_present = "boards")]
    pub files: Vec<String>,

    /// Use the Rush Hour boards of a file, one per line; `-` reads standard input
    #[arg(long, value_name = "FILE", conflicts_with = "files", help_heading = INPUT)]
    pub boards: Option<PathBuf>,

    /// Name of the column of a CSV file with the puzzles
    #[arg(long, value_name = "COLUMN", default_value = "start", help_heading = INPUT)]
    pub column: String,

    #[arg(long, default_value = "finger", value_parser = single_piece_metric, help_heading = SEARCH)]
    #[arg(help = METRIC, long_help = with_metrics(METRIC))]
    pub metric: Metric,

    /// Choose N pairs of equally long puzzles that differ most in a measure
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), help_heading = SEARCH)]
    pub pairs: Option<u32>,

    /// Use this measure for --pairs: one of `huarong difficulty`, or the share of wrong moves
    #[arg(long, value_name = "MEASURE", default_value = WRONG_SHARE, value_parser = measure)]
    #[arg(requires = "pairs", help_heading = SEARCH)]
    pub contrast: String,

    /// Show the puzzles to each participant in an order of their own
    #[arg(long, help_heading = OUTPUT)]
    pub shuffle: bool,

    /// Post the data to this address at the end
    ///
    /// The page posts an object in JSON. Without this option, participants save a file.
    #[arg(long, value_name = "URL", value_parser = address, help_heading = OUTPUT)]
    pub post: Option<String>,

    /// Title of the page
    #[arg(long, value_name = "TEXT", default_value = "Puzzles", help_heading = OUTPUT)]
    pub title: String,

    /// Write the experiment into this folder, which must be missing or empty
    ///
    /// Without it, the command only prints the puzzles.
    #[arg(long, value_name = "DIR", help_heading = OUTPUT)]
    pub out: Option<PathBuf>,

    /// Print the puzzles in this format
    #[arg(long, value_enum, default_value = "text", help_heading = OUTPUT)]
    pub format: Format,
}

fn measure(text: &str) -> Result<String, String> {
    match text == WRONG_SHARE || MEASURES.iter().any(|measure| measure == text) {
        true => Ok(text.to_owned()),
        false => Err(format!("the measures are {WRONG_SHARE}, {}", MEASURES.join(", "))),
    }
}

fn address(text: &str) -> Result<String, String> {
    match text.starts_with("https://") || text.starts_with("http://") {
        true => Ok(text.to_owned()),
        false => Err("write an address that begins with https:// or http://".to_owned()),
    }
}
