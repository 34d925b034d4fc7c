//! The arguments of `huarong solve`.

use crate::cli::headings::{INPUT, OUTPUT, SEARCH, with_all_metrics};
use crate::cli::long_work;
use crate::cli::output::{Format, RowFormat, is_stdout};
use crate::cli::puzzle::Choice;
use crate::cli::rows::{self, PuzzleList};
use clap::error::ErrorKind;
use huarong_core::puzzle_file::Published;
use huarong_core::rules::Metric;
use std::path::PathBuf;
use std::time::Duration;

/// Show optimal solutions, or a shortest path to a position
///
/// By default, `solve` prints one optimal solution. --limit and --all list several, and --count counts them.
///
/// Text shows the board after each move. The caption has the number of the move, the letter of the moved piece and its
/// path. The moved piece is in lower case. Pieces that have signs of their own keep those of the start instead.
///
/// With --puzzle, the default position is the start of the puzzle.
///
/// `huarong prove` with the same position, --puzzle and --metric writes a proof of the number of moves that others can check.
///
/// Arguments that name existing files or folders are puzzles: puzzle files (.toml), files with one puzzle per line
/// (.jsonl), and folders of both. They are solved side by side, with a row for each puzzle and metric, failures
/// included.
///
/// A single position without a table is searched, and nothing is written. For standard input, missing tables are built
/// first.
///
/// Large spaces are searched with the distances of simpler puzzles, which have only some of the pieces. They show which
/// positions are too far from the goal. If the time limit or the memory limit ends a search, the answer has bounds of
/// the number of moves, and the best solution found. The exit code is then 3.
///
/// Tile puzzles are solved by a heuristic search if their space is large. The 15-puzzle takes 26 MB and a fraction of a second, its hardest positions seconds. Under the multi metric it takes 34 MB and a second, and hard positions half a minute and 270 MB.
///
/// If there is no solution, the exit code is 1. It is 0 in JSON, and in CSV of `--count`: the `verdict` is then
/// `unsolvable`. Among several positions or puzzles, one without a solution is no error. Those that are refused or fail
/// are: standard error and the column `error` say why, the others are answered, and the exit code is 1.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  huarong solve 橫刀立馬\n  \
                        huarong solve VBBV/VBBV/VHHV/VSSV/S..S --metric unit --format csv\n  \
                        huarong solve heng-dao-li-ma --count\n  \
                        huarong solve heng-dao-li-ma --limit 3\n  \
                        huarong solve --from heng-dao-li-ma --to VVVV/VVVV/SSHH/.BBS/.BBS\n  \
                        huarong solve --puzzle dads --metric straight\n  \
                        huarong solve heng-dao-li-ma --animate start.svg\n  \
                        huarong solve puzzles/ my-puzzle.toml --time-limit 60 --format csv\n  \
                        huarong solve --boards rush.txt --metric straight --count --format csv\n  \
                        huarong openings --format positions | huarong solve - --count")]
pub(in crate::cli) struct Arguments {
    #[command(flatten)]
    pub choice: Choice,

    /// Whether that puzzle is the only subject, a puzzle file.
    #[arg(skip)]
    pub is_file: bool,

    /// Position such as VBBV/VBBV/VHHV/VSSV/S..S, opening, puzzle file, folder or Rush Hour board; `-` reads standard
    /// input, one per line
    ///
    /// Lines of standard input can also be puzzles in JSON, such as rows of `design`, or Rush Hour boards. A Parquet file with a column `position` has a position in each row.
    #[arg(value_name = "POSITION|FILE", required_unless_present_any = ["from", "puzzle", "boards"])]
    pub subjects: Vec<String>,

    /// Start from this position; the same as the argument POSITION
    #[arg(long, value_name = "POSITION", conflicts_with = "subjects", help_heading = INPUT)]
    pub from: Option<String>,

    /// Solve the Rush Hour boards of a file, one per line; `-` reads standard input
    ///
    /// A line has the rows of a board, joined, as `convert --from rush` reads them. `.` or `o` is an empty cell, `x` a
    /// wall, `A` or `X` the red car. A board that is not square has `/` between its rows. M. Fogleman's lines with a
    /// number before and after the board are read, too.
    #[arg(long, value_name = "FILE", help_heading = INPUT)]
    #[arg(conflicts_with_all = ["subjects", "from", "to", "animate", "puzzle", "board"])]
    pub boards: Option<PathBuf>,

    /// Find a shortest path to this position instead of to the goal
    ///
    /// It must have the same pieces.
    #[arg(long, value_name = "POSITION", help_heading = INPUT)]
    pub to: Option<String>,

    #[arg(long, help_heading = SEARCH, help = SOLVE_METRIC, long_help = with_all_metrics(SOLVE_METRIC))]
    metric: Option<Metric>,

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
    #[arg(long, value_name = "SECONDS", value_parser = long_work::seconds, help_heading = SEARCH)]
    pub time_limit: Option<Duration>,

    /// Count all positions of each puzzle of files or boards
    #[arg(long, help_heading = OUTPUT)]
    pub positions: bool,

    /// Add the time of each search to its row
    #[arg(long, help_heading = OUTPUT)]
    pub times: bool,

    /// Add the measures of difficulty to the JSON
    ///
    /// They need a search of all reachable positions, which takes longer than the search for a solution. `huarong
    /// difficulty` describes them.
    #[arg(long, conflicts_with_all = ["to", "animate"], help_heading = OUTPUT)]
    pub difficulty: bool,

    /// Print in this format
    #[arg(long, value_enum, default_value = "text", help_heading = OUTPUT)]
    pub format: RowFormat,

    /// Print only these columns of csv, or keys of json, separated by commas
    ///
    /// They are printed in this order.
    #[arg(long, value_delimiter = ',', value_name = "NAMES", help_heading = OUTPUT)]
    pub columns: Vec<String>,
}

/// Help of `--metric`.
const SOLVE_METRIC: &str = "Count moves in this metric: unit, straight, finger or multi [default: finger; for a FILE, the metrics of its published results]";

/// Number of solutions that `--all` lists without `--limit`.
const SOLUTIONS_LISTED_BY_ALL: usize = 10;

impl Arguments {
    /// Takes a single puzzle file for the puzzle of `--puzzle`, if its answer is to be drawn. Refuses subjects that do
    /// not go together.
    pub fn choose(&mut self) -> Result<(), clap::Error> {
        let needs_drawing =
            self.format() == Format::Text || self.to.is_some() || self.animate.is_some();
        let needs_row = self.positions || self.times;
        let is_stream = self.is_stream();
        if needs_drawing && !needs_row && !is_stream {
            self.is_file = rows::choose_only_file(&mut self.choice, &mut self.subjects);
        }
        let has_puzzles = self.named_puzzles().is_some();
        let has_rows = has_puzzles || self.boards.is_some();
        let reason = match has_puzzles {
            true if self.to.is_some() => "--to is a position of one puzzle: name only one",
            true if self.animate.is_some() => "--animate draws one solution: name only one puzzle",
            false if self.subjects.len() > 1 => {
                "only one position can be an argument; several puzzles must be files or folders, and `-` reads \
                 several positions from standard input"
            }
            _ if self.positions && !has_rows => {
                "--positions counts the positions of puzzle files and boards; `huarong count` and `huarong check` \
                 count those of others"
            }
            _ if self.difficulty && self.format() != Format::Json => {
                "--difficulty adds to JSON: give --format json, or run `huarong difficulty`"
            }
            _ if self.difficulty && self.metric == Some(Metric::Multi) => {
                "--difficulty measures moves of single pieces: choose unit, straight or finger"
            }
            _ if self.times && !has_rows && !is_stream => {
                "--times is for rows: those of puzzle files, of boards and of standard input"
            }
            _ => return Ok(()),
        };
        Err(clap::Error::raw(ErrorKind::TooManyValues, format!("{reason}\n")))
    }

    /// The format in which answers are printed.
    pub fn format(&self) -> Format {
        self.format.printed()
    }

    /// The puzzles; `None` if the subjects are positions.
    pub fn puzzles(&self) -> Option<PuzzleList<'_>> {
        let boards = self.boards.as_deref().map(PuzzleList::Boards);
        boards.or_else(|| self.named_puzzles())
    }

    /// The puzzles that are subjects.
    fn named_puzzles(&self) -> Option<PuzzleList<'_>> {
        let puzzles = PuzzleList::of_subjects(&self.choice, &self.subjects);
        puzzles.filter(|list| !matches!(list, PuzzleList::Named(_)) || !self.is_stream())
    }

    /// Whether the only subject has positions of its own: standard input, or a Parquet file.
    fn is_stream(&self) -> bool {
        matches!(&self.subjects[..], [text] if rows::is_stream(text))
    }

    /// The metric of positions.
    pub fn metric(&self) -> Metric {
        self.metric.unwrap_or(Metric::Finger)
    }

    /// The metrics of a puzzle: the one that is given, otherwise those of the published results.
    pub fn metrics(&self, published: &[Published]) -> Vec<Metric> {
        let mut metrics: Vec<Metric> = Vec::new();
        for metric in published.iter().filter_map(|published| published.metric) {
            if !metrics.contains(&metric) {
                metrics.push(metric);
            }
        }
        match self.metric {
            Some(metric) => vec![metric],
            None if metrics.is_empty() => vec![Metric::Finger],
            None => metrics,
        }
    }

    /// The metrics of a puzzle file that is the only subject. An animation has one of them, and a target has no
    /// published results.
    pub fn metrics_of_file(&self, published: &[Published]) -> Vec<Metric> {
        if self.to.is_some() {
            return vec![self.metric()];
        }
        let mut metrics = self.metrics(published);
        if self.animate.is_some() {
            metrics.truncate(1);
        }
        metrics
    }

    /// Answers about this metric.
    pub fn set_metric(&mut self, metric: Metric) {
        self.metric = Some(metric);
    }

    /// The metric of the rows of a puzzle that cannot be read.
    pub fn given_metric(&self) -> Option<Metric> {
        self.metric
    }

    /// Whether optimal solutions are counted.
    pub fn counts(&self) -> bool {
        self.count || self.listed().is_some()
    }

    /// The largest number of solutions to list; `None` if none are listed.
    pub fn listed(&self) -> Option<usize> {
        let limit = self.limit.or(self.all.then_some(SOLUTIONS_LISTED_BY_ALL))?;
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
