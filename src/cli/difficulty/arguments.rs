//! The arguments of `huarong difficulty`.

use crate::cli::headings::{INPUT, METRIC, OUTPUT, SEARCH, single_piece_metric, with_metrics};
use crate::cli::output::Format;
use crate::cli::puzzle::Choice;
use crate::cli::rows::{self, PuzzleList};
use huarong_core::rules::Metric;
use huarong_lab::difficulty::ErrorModel;
use std::path::PathBuf;

/// Measure how hard starts are for people
///
/// Searches all positions that are reachable from a start, and measures the solutions. Counts them, also up to the order of
/// independent moves. Measures wrong moves and how deep they lead, the next best solutions, and moves away from the goal.
/// Counts the positions that no solution avoids, and describes the tree of obstacles. Dead ends are positions with at most
/// one move. On a board without doors none is lost, because every move can be undone.
///
/// On a board with doors, counts lost positions, and measures how soon a mistake can lose and how late it is noticed. Finds
/// the order in which pieces must leave.
///
/// The page "Difficulty for people" of the book defines each measure, with its source. No measure is a prediction: the
/// page says which studies found which to matter.
///
/// Arguments that name existing files or folders are puzzles, as for `solve`. Each start has one row. Starts of one
/// component share a search, so a list of them is faster than one command each.
///
/// A start that cannot reach the goal has a row without measures. The exit code is 1 if a start was refused.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  huarong difficulty heng-dao-li-ma\n  \
                        huarong difficulty --puzzle dads --metric straight\n  \
                        huarong difficulty puzzles/ --format csv\n  \
                        huarong difficulty --boards rush.txt --metric straight --format csv\n  \
                        huarong sample 1h4v4s --count 100 --format positions | huarong difficulty - --format csv")]
pub(in crate::cli) struct Arguments {
    #[command(flatten)]
    pub choice: Choice,

    /// Positions such as VBBV/VBBV/VHHV/VSSV/S..S, or names of openings; `-` reads standard input, one per line; or
    /// puzzle files and folders, or a Rush Hour board
    ///
    /// Lines of standard input can also be puzzles in JSON, such as rows of `design`, or Rush Hour boards.
    #[arg(value_name = "POSITION|FILE", required_unless_present_any = ["puzzle", "boards"])]
    pub subjects: Vec<String>,

    /// Measure the Rush Hour boards of a file, one per line; `-` reads standard input
    #[arg(long, value_name = "FILE", help_heading = INPUT)]
    #[arg(conflicts_with_all = ["subjects", "puzzle", "board"])]
    pub boards: Option<PathBuf>,

    #[arg(long, default_value = "finger", value_parser = single_piece_metric, help_heading = SEARCH)]
    #[arg(help = METRIC, long_help = with_metrics(METRIC))]
    pub metric: Metric,

    /// Count the expected moves of a person who makes errors with a probability
    ///
    /// Give the four coefficients of the logistic function: intercept, distance, mobility, previous error. They have no
    /// defaults.
    #[arg(long, value_name = "A,B,C,D", value_parser = error_model, allow_hyphen_values = true)]
    #[arg(help_heading = SEARCH)]
    pub error_model: Option<ErrorModel>,

    /// Count the decoys, too: pieces and walls without which the puzzle is as long
    ///
    /// A piece is a decoy if no optimal solution moves it, and if leaving it out makes the optimal solutions no shorter. A wall
    /// is one if a cell in its place makes them no shorter. This solves the puzzle once for each of them.
    #[arg(long, help_heading = SEARCH)]
    pub decoys: bool,

    /// Print in this format
    #[arg(long, value_enum, default_value = "text", help_heading = OUTPUT)]
    pub format: Format,
}

impl Arguments {
    /// Takes a single puzzle file for the puzzle of `--puzzle`, so that its start is described alone.
    pub fn choose(&mut self) {
        if self.format == Format::Text {
            rows::choose_only_file(&mut self.choice, &mut self.subjects);
        }
    }

    /// The puzzles; `None` if the subjects are positions.
    pub fn puzzles(&self) -> Option<PuzzleList<'_>> {
        let boards = self.boards.as_deref().map(PuzzleList::Boards);
        boards.or_else(|| PuzzleList::of_subjects(&self.choice, &self.subjects))
    }
}

/// Reads the coefficients of a model.
fn error_model(text: &str) -> Result<ErrorModel, String> {
    let numbers: Result<Vec<f64>, _> =
        text.split(',').map(|number| number.trim().parse()).collect();
    match numbers.as_deref() {
        Ok(&[intercept, distance, mobility, previous])
            if [intercept, distance, mobility, previous]
                .iter()
                .all(|number| number.is_finite()) =>
        {
            Ok(ErrorModel { intercept, distance, mobility, previous })
        }
        _ => {
            Err("write four numbers with commas between them, such as -2,0.02,0.05,0.5".to_owned())
        }
    }
}
