//! The arguments of `huarong solve`.

use crate::cli::output::Format;
use crate::cli::puzzle::Choice;
use crate::sliding::rules::Metric;
use std::path::{Path, PathBuf};

/// Show optimal solutions of a position, or the shortest way between two
///
/// In text, every board is the position after a move; its caption gives the number of the move, the
/// letter of the moved piece and its way, and the board draws that piece in lower case.
///
/// The exit code is 1 where there is no solution. In JSON that is an object whose `distance` is null, in CSV there is
/// no row but the header. With --puzzle the start of the puzzle is solved where no position is given. Where there is no
/// table under the metric, the way is searched, from the position, through all of a small space, or from both ends
/// where the end is one position, and nothing is written. Of positions read from standard input, one a line, tables
/// that are missing are built first; those without a solution are answered like the others, a line each; lines that are
/// no position are named on standard error, and the exit code is 1 then.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  huarong solve 橫刀立馬\n  \
                        huarong solve VBBV/VBBV/VHHV/VSSV/S..S --metric unit --format csv\n  \
                        huarong solve heng-dao-li-ma --count\n  \
                        huarong solve heng-dao-li-ma --limit 3\n  \
                        huarong solve --from heng-dao-li-ma --to VVVV/VVVV/SSHH/.BBS/.BBS\n  \
                        huarong solve --puzzle dads --metric straight\n  \
                        huarong solve heng-dao-li-ma --animate start.svg\n  \
                        huarong openings --format positions | huarong solve - --count")]
pub(in crate::cli) struct Arguments {
    #[command(flatten)]
    pub choice: Choice,

    /// The position, like VBBV/VBBV/VHHV/VSSV/S..S, or the name of an opening; `-` reads positions from standard
    /// input, one a line
    #[arg(required_unless_present_any = ["from", "puzzle"])]
    pub position: Option<String>,

    /// The position, too, where it reads better than in front
    #[arg(long, value_name = "POSITION", conflicts_with = "position")]
    pub from: Option<String>,

    /// Lead to this position of the same pieces, instead of to the goal
    #[arg(long, value_name = "POSITION")]
    pub to: Option<String>,

    /// What one move is: unit, straight or finger
    #[arg(long, default_value = "finger")]
    pub metric: Metric,

    /// Count the optimal solutions, as sequences of positions, without listing any
    #[arg(long)]
    pub count: bool,

    /// Count the optimal solutions and list them
    #[arg(long, conflicts_with = "count")]
    pub all: bool,

    /// Count the optimal solutions and list so many; 0 lists all [default with --all: 10]
    #[arg(long, value_name = "N", conflicts_with = "count")]
    pub limit: Option<usize>,

    /// Write a moving picture of the solution, too; `-` writes it to standard output, and nothing else
    #[arg(long, value_name = "FILE.svg", value_parser = svg_path, conflicts_with = "count")]
    pub animate: Option<PathBuf>,

    /// How to print
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
}

/// Solutions listed where nobody says how many.
const LISTED: usize = 10;

impl Arguments {
    /// Most solutions to list, where they are to be listed.
    pub fn listed(&self) -> Option<usize> {
        let limit = self.limit.or(self.all.then_some(LISTED))?;
        Some(if limit == 0 { usize::MAX } else { limit })
    }
}

/// The path of a file whose name says that it is an SVG picture.
fn svg_path(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    if is_stdout(&path) {
        return Ok(path);
    }
    match path.extension() {
        Some(extension) if extension.eq_ignore_ascii_case("svg") => Ok(path),
        _ => Err("moving pictures are SVG files: the name must end in .svg".to_owned()),
    }
}

/// Whether a path stands for standard output.
pub(super) fn is_stdout(path: &Path) -> bool {
    path == "-"
}
