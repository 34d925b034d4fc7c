//! `huarong rush unit`: all boards of cars of one cell.

use crate::cli::headings::{INPUT, OUTPUT};
use crate::cli::long_work;
use crate::cli::output::{self, Format, Record};
use crate::cli::session::Session;
use anyhow::bail;
use huarong_core::grid::Region;
use huarong_core::numerals::{counted, grouped};
use huarong_lab::rush::{UnitLevels, UnitScope};
use serde::Serialize;
use std::io::Write;

/// Find the longest puzzles of Unit Rush Hour
///
/// Every car covers one cell, and moves along its row or along its column. The red car moves along the row of the exit, and the
/// goal is that it stands at the right end. A move is one cell. All boards are searched: all places of walls and of empty cells, and all
/// directions of the other cars. The red car is at each place from which no wall keeps it from the exit. Tromp and Cilibrasi (2005) searched boards with one empty cell and
/// no walls.
///
/// `huarong solve --boards` reads the boards: `A` is the red car, `-` a car that moves along its row, and `|` one that moves along its
/// column. Exits in row 1 and in the last row have the same boards upside down, so only rows up to the middle are searched.
///
/// Boards of 4x5 take a second, and 5x5 half a minute. A search takes a quarter of a byte per board.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  huarong rush unit 4x4\n  \
                        huarong rush unit 4x4 --walls 2 --exit-row 1 --format csv\n  \
                        huarong rush unit 3x4 4x3 --clusters\n  \
                        huarong rush unit 3x5 --empty 2 --histogram --format json")]
pub struct Arguments {
    /// Columns and rows of the boards, 2x1 to 8x8, such as 4x4
    #[arg(value_name = "WxH", required = true)]
    boards: Vec<String>,

    /// Row of the red car and its exit, counted from 1 at the top [default: all rows up to the middle]
    #[arg(long, value_name = "ROW", help_heading = INPUT)]
    exit_row: Option<usize>,

    /// Number of empty cells
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = INPUT)]
    empty: usize,

    /// Number of walls, in all places
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = INPUT)]
    walls: usize,

    /// Count the clusters that reach the goal, too, which takes three to four times as long
    ///
    /// Boards that can be reached from one another are a cluster.
    #[arg(long, help_heading = OUTPUT)]
    clusters: bool,

    /// Print the number of boards at each distance from the goal, too, as a column of csv and json
    #[arg(long, help_heading = OUTPUT)]
    histogram: bool,

    /// Print in this format
    #[arg(long, value_enum, default_value = "text", help_heading = OUTPUT)]
    format: Format,
}

/// What is known of the boards with the exit in one row. The histogram is an array in JSON, and a text in CSV.
#[derive(Serialize)]
struct UnitRow {
    board: String,
    exit_row: u8,
    empty: usize,
    walls: usize,
    boards: u64,
    solvable: u64,
    /// The largest distance from the goal, and the number of boards that have it.
    distance: usize,
    hardest: u64,
    /// One of them.
    start: Option<String>,
    #[serde(flatten)]
    clusters: Option<ClusterColumns>,
    #[serde(skip_serializing_if = "Option::is_none")]
    histogram: Option<Vec<u64>>,
}

/// The number of clusters that reach the goal, and the number of boards in the largest of them.
#[derive(Clone, Copy, Default, Serialize)]
struct ClusterColumns {
    clusters: u64,
    largest: u64,
}

/// The CSV columns, without those of options.
const COLUMNS: [&str; 9] =
    ["board", "exit_row", "empty", "walls", "boards", "solvable", "distance", "hardest", "start"];

impl Record for UnitRow {
    fn rows(&self) -> impl IntoIterator<Item = impl Serialize> {
        let histogram = self
            .histogram
            .as_ref()
            .map(|counts| counts.iter().map(u64::to_string).collect::<Vec<_>>().join(" "));
        let Self {
            board, exit_row, empty, walls, boards, solvable, distance, hardest, start, ..
        } = self;
        [(
            (board, exit_row, empty, walls, boards, solvable, distance, hardest, start),
            Vec::from_iter(self.clusters),
            Vec::from_iter(histogram),
        )]
    }
}

pub fn run(session: &Session, arguments: &Arguments) -> anyhow::Result<()> {
    let &Arguments { empty, walls, format, .. } = arguments;
    if arguments.histogram && format == Format::Text {
        bail!("--histogram is a column of csv and json: add --format csv or --format json");
    }
    let mut columns = COLUMNS.to_vec();
    if arguments.clusters {
        columns.extend(["clusters", "largest"]);
    }
    columns.extend(arguments.histogram.then_some("histogram"));
    // All boards are checked before the first search.
    let mut searches: Vec<(&str, Vec<UnitScope>)> = Vec::new();
    for board in &arguments.boards {
        let region = Region::parse_size(board)?;
        let scope = UnitScope::new(region.width(), region.height())?.with_empty(empty)?;
        let rows = match arguments.exit_row {
            Some(row) => row..=row,
            None => 1..=region.height().div_ceil(2),
        };
        for row in rows {
            searches.push((board, scope.clone().with_exit_row(row)?.with_walls(walls)?));
        }
    }
    let mut out = output::stdout()?;
    format.begin_columns(&columns, &mut out)?;
    for (board, scopes) in searches {
        let row = search(session, board, &scopes, arguments)?;
        format.write(&row, &mut out, |row, out| {
            let UnitRow { exit_row, boards, solvable, distance, hardest, .. } = row;
            writeln!(
                out,
                "{}, exit in row {exit_row}, {}, {}",
                row.board,
                counted(empty as u64, "empty cell"),
                counted(walls as u64, "wall"),
            )?;
            writeln!(
                out,
                "  {} boards, of which {} reach the goal",
                grouped(*boards),
                grouped(*solvable)
            )?;
            if let Some(ClusterColumns { clusters, largest }) = row.clusters {
                writeln!(
                    out,
                    "  {}; the largest has {}",
                    counted(clusters, "cluster"),
                    counted(largest, "board")
                )?;
            }
            let longest = counted(*distance as u64, "move");
            match &row.start {
                Some(start) => writeln!(
                    out,
                    "  at most {longest}, from {}, such as {start}",
                    counted(*hardest, "board")
                ),
                None => Ok(()),
            }
        })?;
        out.flush()?;
    }
    Ok(())
}

/// Searches boards with the exit in one row.
fn search(
    session: &Session,
    board: &str,
    scopes: &[UnitScope],
    arguments: &Arguments,
) -> anyhow::Result<UnitRow> {
    let (mut histogram, mut boards, mut start): (Vec<u64>, u64, Option<String>) =
        Default::default();
    let mut clusters = arguments.clusters.then(ClusterColumns::default);
    for (number, scope) in (1..).zip(scopes) {
        let found: UnitLevels = long_work::with_effort(session, "boards", |effort| {
            effort.doing(format_args!(
                "{board}, {number} of {}",
                counted(scopes.len() as u64, "search")
            ))?;
            match arguments.clusters {
                true => scope.search_clusters(effort),
                false => scope.search(effort),
            }
        })?;
        if let (Some(all), Some(more)) = (&mut clusters, found.clusters) {
            all.clusters += more.clusters;
            all.largest = all.largest.max(more.largest);
        }
        boards += found.boards;
        if found.levels.len() > histogram.len() {
            histogram.resize(found.levels.len(), 0);
            start = found.hardest.first().cloned();
        }
        histogram.iter_mut().zip(&found.levels).for_each(|(sum, count)| *sum += count);
    }
    Ok(UnitRow {
        board: board.to_owned(),
        exit_row: scopes.first().map_or(0, UnitScope::exit_row),
        empty: arguments.empty,
        walls: arguments.walls,
        boards,
        solvable: histogram.iter().sum(),
        distance: histogram.len().saturating_sub(1),
        hardest: histogram.last().copied().unwrap_or(0),
        start,
        clusters,
        histogram: arguments.histogram.then_some(histogram),
    })
}
