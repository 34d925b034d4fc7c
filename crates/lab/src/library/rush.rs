//! The longest minimal Rush Hour puzzles, from the committed report: for each board size, by number of pieces without
//! walls, and by number of walls.

use huarong_core::interchange::{Format, read};
use serde::Deserialize;
use std::sync::LazyLock;

/// A file that `huarong report rush` writes.
const REPORT: &str = include_str!("reports/rush-records.csv");

/// A row of the report.
#[derive(Deserialize)]
struct Row {
    board: String,
    exit_row: usize,
    max_walls: u8,
    metric: String,
    by: String,
    number: u8,
    distance: u16,
    start: String,
    reachable: u64,
}

/// A puzzle that is the longest of its kind, with its length in each metric in which it is.
struct Holder {
    first: Row,
    lengths: Vec<(String, u16)>,
}

/// Ids and files of the puzzles, in the order of the report.
pub(super) static FILES: LazyLock<Vec<(String, String)>> =
    LazyLock::new(|| holders().iter().map(|holder| (holder.id(), holder.file())).collect());

fn holders() -> Vec<Holder> {
    let rows = csv::Reader::from_reader(REPORT.as_bytes()).into_deserialize();
    let rows = rows.map(|row| row.expect("the kept report is sound"));
    let mut holders: Vec<Holder> = Vec::new();
    for row in rows.filter(Row::is_in_library) {
        match holders.iter_mut().find(|holder| holder.first.start == row.start) {
            Some(holder) => {
                let length = (row.metric, row.distance);
                if !holder.lengths.contains(&length) {
                    holder.lengths.push(length);
                }
            }
            None => {
                holders
                    .push(Holder { lengths: vec![(row.metric.clone(), row.distance)], first: row });
            }
        }
    }
    holders
}

impl Row {
    /// Whether its puzzle is in the library: the exit is in the usual row, and it is a record by pieces without walls,
    /// or by walls.
    fn is_in_library(&self) -> bool {
        let height = self.board.split_once('x').and_then(|(_, height)| height.parse().ok());
        let height: usize = height.expect("the kept report is sound");
        let is_usual = self.exit_row == height.div_ceil(2);
        is_usual && (self.max_walls == 0 || (self.by == "walls" && self.number > 0))
    }
}

impl Holder {
    fn id(&self) -> String {
        let Row { board, number, by, metric, .. } = &self.first;
        let walls = if by == "walls" { "-walls" } else { "" };
        format!("rush-{board}-{number}{walls}-{metric}")
    }

    fn file(&self) -> String {
        let Row { board, number, by, start, reachable, max_walls, .. } = &self.first;
        let by = if *number == 1 { by.trim_end_matches('s') } else { by };
        let metrics: Vec<&str> = self.lengths.iter().map(|(metric, _)| metric.as_str()).collect();
        let metrics = metrics.join(" and ");
        let name = format!("Longest Rush Hour of {board}, {number} {by}, {metrics} moves");
        let file = read(Format::Rush, start, &name, None).expect("the kept report is sound");
        let walls =
            if *max_walls > 0 { format!(" --max-walls {max_walls}") } else { String::new() };
        let source = format!("huarong rush {board}{walls}");
        let lengths = self.lengths.iter().map(|(metric, moves)| {
            format!(
                "\n[[published]]\nmoves = {moves}\nmetric = \"{metric}\"\npositions = {reachable}\nby = \"{source}\"\n"
            )
        });
        format!("{file}source = \"{source}\"\n{}", lengths.collect::<String>())
    }
}
