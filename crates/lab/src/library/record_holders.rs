//! Puzzles that hold a record of the committed reports: the hardest of the census, and the longest minimal ones of Rush
//! Hour.

use crate::census::puzzle_file_called;
use huarong_core::interchange::{Format, read};
use huarong_core::rules::Metric;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::cmp::Reverse;
use std::sync::LazyLock;

/// Ids and files of the record holders of the census, by board and number of pieces. They are the hardest puzzles for
/// these under each metric.
pub(super) static CENSUS_FILES: LazyLock<Vec<(String, String)>> = LazyLock::new(|| {
    let mut rows: Vec<Row> =
        kept_rows(include_str!(concat!(env!("OUT_DIR"), "/census.csv"))).collect();
    rows.retain(|row| row.by == "pieces");
    // Boards are in the order of the report.
    let mut boards: Vec<String> = rows.iter().map(|row| row.board.clone()).collect();
    boards.dedup();
    let board = |row: &Row| boards.iter().position(|board| *board == row.board);
    let metric = |row: &Row| row.metric.parse::<Metric>().expect("a metric") as u8;
    rows.sort_by_key(|row| (board(row), row.number, Reverse(metric(row))));
    holders(rows.into_iter()).iter().map(Holder::of_census).collect()
});

/// Ids and files of the record holders of Rush Hour with the exit in the usual row, in the order of the report. They are
/// records by number of pieces without walls, and by number of walls.
pub(super) static RUSH_FILES: LazyLock<Vec<(String, String)>> = LazyLock::new(|| {
    let rows = kept_rows(include_str!(concat!(env!("OUT_DIR"), "/rush-records.csv")));
    holders(rows.filter(Row::is_of_rush_library)).iter().map(Holder::of_rush).collect()
});

/// The rows of a report that is part of the program.
pub(super) fn kept_rows<R: DeserializeOwned>(report: &str) -> impl Iterator<Item = R> {
    let rows = csv::Reader::from_reader(report.as_bytes()).into_deserialize();
    rows.map(|row| row.expect("the kept report is sound"))
}

/// A row of a report. The optional columns are in one of the reports only.
#[derive(Deserialize)]
struct Row {
    board: String,
    max_walls: Option<u8>,
    metric: String,
    by: String,
    number: usize,
    distance: u16,
    start: String,
    marked: Option<char>,
    reachable: Option<u64>,
}

impl Row {
    /// Whether the puzzle is a record by pieces without walls, or by walls.
    fn is_of_rush_library(&self) -> bool {
        self.max_walls == Some(0) || (self.by == "walls" && self.number > 0)
    }
}

/// A puzzle that holds a record, with its number of moves under each metric under which it does.
struct Holder {
    first: Row,
    lengths: Vec<(String, u16)>,
}

fn holders(rows: impl Iterator<Item = Row>) -> Vec<Holder> {
    let mut holders: Vec<Holder> = Vec::new();
    for row in rows {
        let length = (row.metric.clone(), row.distance);
        let is_same = |Holder { first, .. }: &&mut Holder| {
            (&first.board, &first.start, first.marked) == (&row.board, &row.start, row.marked)
        };
        match holders.iter_mut().find(is_same) {
            Some(holder) if holder.lengths.contains(&length) => {}
            Some(holder) => holder.lengths.push(length),
            None => holders.push(Holder { lengths: vec![length], first: row }),
        }
    }
    holders
}

impl Holder {
    fn of_census(&self) -> (String, String) {
        let Row { board, number, metric, start, marked, .. } = &self.first;
        let marked = marked.expect("the kept report is sound");
        let file = puzzle_file_called(&self.name("Hardest"), start, marked);
        let file = file.expect("the kept report is sound");
        let source = format!("huarong census {board}");
        (format!("census-{board}-{number}-{metric}"), self.with_results(&file, "", &source))
    }

    fn of_rush(&self) -> (String, String) {
        let Row { board, number, by, metric, start, max_walls, reachable, .. } = &self.first;
        let file = read(Format::Rush, start, &self.name("Longest Rush Hour"), None);
        let file = file.expect("the kept report is sound");
        let limit = max_walls.filter(|&most| most > 0);
        let limit = limit.map_or(String::new(), |most| format!(" --max-walls {most}"));
        let source = format!("huarong rush {board}{limit}");
        let positions = reachable.map(|count| format!("positions = {count}\n"));
        let file = self.with_results(&file, &positions.unwrap_or_default(), &source);
        let walls = if by == "walls" { "-walls" } else { "" };
        (format!("rush-{board}-{number}{walls}-{metric}"), file)
    }

    fn name(&self, record: &str) -> String {
        let Row { board, number, by, .. } = &self.first;
        let by = if *number == 1 { by.trim_end_matches('s') } else { by };
        let metrics: Vec<&str> = self.lengths.iter().map(|(metric, _)| metric.as_str()).collect();
        let metrics = match &metrics[..] {
            [others @ .., last] if !others.is_empty() => {
                format!("{} and {last}", others.join(", "))
            }
            metrics => metrics.concat(),
        };
        format!("{record} of {board}, {number} {by}, {metrics} moves")
    }

    /// A puzzle file with its source and its published results.
    fn with_results(&self, file: &str, positions: &str, source: &str) -> String {
        let results = self.lengths.iter().map(|(metric, moves)| {
            format!("\n[[published]]\nmoves = {moves}\nmetric = \"{metric}\"\n{positions}by = \"{source}\"\n")
        });
        format!("{file}source = \"{source}\"\n{}", results.collect::<String>())
    }
}
