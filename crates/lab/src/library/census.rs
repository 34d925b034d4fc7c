//! The record holders of the census, from the committed report: for each board and number of pieces the hardest puzzle
//! under each metric.

use crate::census::puzzle_file_called;
use huarong_core::rules::Metric;
use serde::Deserialize;
use std::sync::LazyLock;

/// The output of `huarong report census`.
const REPORT: &str = include_str!("reports/census.csv");

/// A row of the report.
#[derive(Deserialize)]
struct Row {
    board: String,
    metric: String,
    by: String,
    number: usize,
    distance: u16,
    start: String,
    marked: char,
}

/// A puzzle that is the hardest for its board and number of pieces, with the metrics for which it is, loosest first.
struct Holder {
    first: Row,
    records: Vec<(Metric, u16)>,
}

/// Ids and files of the puzzles, by board and number of pieces.
pub(super) static FILES: LazyLock<Vec<(String, String)>> =
    LazyLock::new(|| holders().iter().map(|holder| (holder.id(), holder.file())).collect());

fn holders() -> Vec<Holder> {
    let rows = csv::Reader::from_reader(REPORT.as_bytes()).into_deserialize();
    let rows = rows.map(|row| row.expect("the kept report is sound"));
    let mut rows: Vec<(Metric, Row)> = rows
        .filter(|row: &Row| row.by == "pieces")
        .map(|row| (row.metric.parse().expect("a metric"), row))
        .collect();
    // Boards are in the order of the report.
    let mut boards: Vec<String> = rows.iter().map(|(_, row)| row.board.clone()).collect();
    boards.dedup();
    let board = |row: &Row| boards.iter().position(|board| *board == row.board);
    rows.sort_by_key(|(metric, row)| (board(row), row.number, std::cmp::Reverse(*metric as u8)));
    let mut holders: Vec<Holder> = Vec::new();
    for (metric, row) in rows {
        let is_same = |holder: &&mut Holder| {
            let of = |row: &Row| (row.board.clone(), row.start.clone(), row.marked);
            of(&holder.first) == of(&row)
        };
        match holders.iter_mut().rev().find(is_same) {
            Some(holder) => holder.records.push((metric, row.distance)),
            None => holders.push(Holder { records: vec![(metric, row.distance)], first: row }),
        }
    }
    holders
}

impl Holder {
    fn id(&self) -> String {
        let Row { board, number, .. } = &self.first;
        format!("{PREFIX}{board}-{number}-{}", self.records[0].0)
    }

    fn file(&self) -> String {
        let Row { board, number, start, marked, .. } = &self.first;
        let pieces = if *number == 1 { "piece" } else { "pieces" };
        let metrics: Vec<&str> = self.records.iter().map(|(metric, _)| metric.name()).collect();
        let metrics = match &metrics[..] {
            [others @ .., last] if !others.is_empty() => {
                format!("{} and {last}", others.join(", "))
            }
            metrics => metrics.concat(),
        };
        let name = format!("Hardest of {board}, {number} {pieces}, {metrics} moves");
        let file = puzzle_file_called(&name, start, *marked).expect("the kept report is sound");
        let source = format!("huarong census {board}");
        let records = self.records.iter().map(|(metric, moves)| {
            format!("\n[[published]]\nmoves = {moves}\nmetric = \"{metric}\"\nby = \"{source}\"\n")
        });
        format!("{file}source = \"{source}\"\n{}", records.collect::<String>())
    }
}

/// Prefix of all ids of the census and no others.
const PREFIX: &str = "census-";
