//! The arguments of `huarong solve`.

use crate::cli::headings::{INPUT, METRIC, OUTPUT, SEARCH, with_metrics};
use crate::cli::output::Format;
use crate::cli::puzzle::Choice;
use crate::cli::work;
use crate::sliding::rules::Metric;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Show optimal solutions, or a shortest path to a position
///
/// By default, `solve` prints one optimal solution. --limit and --all list several, and --count counts them.
///
/// Text shows the board after each move. The caption has the number of the move, the letter of the moved piece and its
/// path. The moved piece is in lower case.
///
/// With --puzzle, the default position is the start of the puzzle.
///
/// If the table of the metric is missing, the solution is searched, and nothing is written. For standard input, missing
/// tables are built first.
///
/// Large spaces are searched with the distances of simpler puzzles, which have only some of the pieces. They show which
/// positions are too far from the goal. If the time limit or the memory limit ends a search, the answer has bounds of
/// the number of moves, and the best solution found. The exit code is then 3.
///
/// Tile puzzles are solved by a heuristic search if their space is large. The 15-puzzle takes 90 MB and some seconds.
///
/// If there is no solution, the exit code is 1: JSON has a null `distance`, and CSV has only the header. With `-`, a
/// position without a solution is no error. Invalid lines are errors: standard error names them, and the exit code is
/// 1.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  huarong solve 橫刀立馬\n  \
                        huarong solve VBBV/VBBV/VHHV/VSSV/S..S --metric unit --format csv\n  \
                        huarong solve heng-dao-li-ma --count\n  \
                        huarong solve heng-dao-li-ma --limit 3\n  \
                        huarong solve --from heng-dao-li-ma --to VVVV/VVVV/SSHH/.BBS/.BBS\n  \
                        huarong solve --puzzle dads --metric straight\n  \
                        huarong solve heng-dao-li-ma --animate start.svg\n  \
                        huarong solve --boards rush.txt --metric straight --count --format csv\n  \
                        huarong openings --format positions | huarong solve - --count")]
pub(in crate::cli) struct Arguments {
    #[command(flatten)]
    pub choice: Choice,

    /// Position such as VBBV/VBBV/VHHV/VSSV/S..S, or name of an opening; `-` reads standard input, one per line
    #[arg(required_unless_present_any = ["from", "puzzle", "boards"])]
    pub position: Option<String>,

    /// Start from this position; the same as the argument POSITION
    #[arg(long, value_name = "POSITION", conflicts_with = "position", help_heading = INPUT)]
    pub from: Option<String>,

    /// Solve the Rush Hour boards of a file, one per line; `-` reads standard input
    ///
    /// A line has the rows of a board, joined, as `convert --from rush` reads them: `.` or `o` is an empty cell, `x` a
    /// wall, `A` or `X` the red car. A board that is not square has `/` between its rows. M. Fogleman's lines with a
    /// number before and after the board are read, too.
    #[arg(long, value_name = "FILE", help_heading = INPUT)]
    #[arg(conflicts_with_all = ["position", "from", "to", "animate", "puzzle", "board"])]
    pub boards: Option<PathBuf>,

    /// Find a shortest path to this position instead of to the goal
    ///
    /// It must have the same pieces.
    #[arg(long, value_name = "POSITION", help_heading = INPUT)]
    pub to: Option<String>,

    #[arg(long, default_value = "finger", help_heading = SEARCH)]
    #[arg(help = METRIC, long_help = with_metrics(METRIC))]
    pub metric: Metric,

    /// Count the optimal solutions and list none
    ///
    /// Solutions differ if their sequences of positions differ.
    #[arg(long, help_heading = OUTPUT)]
    pub count: bool,

    /// Count the optimal solutions and list the first 10
    #[arg(long, conflicts_with = "count", help_heading = OUTPUT)]
    pub all: bool,

    /// Count the optimal solutions and list at most N; 0 lists all
    #[arg(long, value_name = "N", conflicts_with = "count", help_heading = OUTPUT)]
    pub limit: Option<usize>,

    /// Write an animated picture of the solution to this file, too
    ///
    /// With `-` the picture is the only standard output.
    #[arg(long, value_name = "FILE.svg", value_parser = svg_path, conflicts_with = "count")]
    #[arg(help_heading = OUTPUT)]
    pub animate: Option<PathBuf>,

    /// Search a position for at most this long
    ///
    /// If the limit passes first, the answer is the bounds that were reached, and the exit code is 3. With a limit, no
    /// tables are built: positions without a table are searched.
    #[arg(long, value_name = "SECONDS", value_parser = work::seconds, help_heading = SEARCH)]
    pub time_limit: Option<Duration>,

    /// Print in this format
    #[arg(long, value_enum, default_value = "text", help_heading = OUTPUT)]
    pub format: Format,
}

/// Number of solutions that `--all` lists without `--limit`.
const LISTED: usize = 10;

impl Arguments {
    /// The largest number of solutions to list; `None` if none are listed.
    pub fn listed(&self) -> Option<usize> {
        let limit = self.limit.or(self.all.then_some(LISTED))?;
        Some(if limit == 0 { usize::MAX } else { limit })
    }
}

/// Reads the path of an SVG file, or `-`.
fn svg_path(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    if is_stdout(&path) {
        return Ok(path);
    }
    match path.extension() {
        Some(extension) if extension.eq_ignore_ascii_case("svg") => Ok(path),
        _ => Err("animated pictures are SVG files: the name must end in .svg".to_owned()),
    }
}

/// Whether a path stands for standard output.
pub(super) fn is_stdout(path: &Path) -> bool {
    path == "-"
}
