//! `huarong hardest`: the positions farthest from the goal.

use super::headings::{METRIC, OUTPUT, SEARCH, with_metrics};
use super::output::{self, ListFormat, Record, Stdout, counted};
use super::puzzle::Choice;
use super::session::Session;
use super::tablebases::Tablebases;
use crate::json::SubjectRecord;
use crate::sliding::analysis::hardest;
use crate::sliding::rules::Metric;
use serde::Serialize;
use std::io::{self, Write};

/// List the positions farthest from the goal
///
/// For each piece set, lists all positions at the greatest distance to the goal, in text order. Of two mirror images,
/// one is listed. Missing tables are built first.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  huarong hardest 1h4v4s\n  \
                        huarong hardest 2h3v4s --metric unit --format csv\n  \
                        huarong hardest 1h4v4s --format positions | huarong solve - --count")]
pub(super) struct Arguments {
    #[command(flatten)]
    pub choice: Choice,

    /// Piece sets such as 1h4v4s: 1 horizontal, 4 vertical and 4 small pieces
    #[arg(value_name = "PIECE_SET", required_unless_present = "puzzle")]
    piece_sets: Vec<String>,

    #[arg(long, default_value = "finger", help_heading = SEARCH)]
    #[arg(help = METRIC, long_help = with_metrics(METRIC))]
    metric: Metric,

    /// Print in this format
    #[arg(long, value_enum, default_value = "text", help_heading = OUTPUT)]
    format: ListFormat,
}

/// A position at the largest distance.
#[derive(Serialize)]
struct HardestRecord<'t> {
    #[serde(flatten)]
    subject: SubjectRecord<'t>,
    metric: &'static str,
    distance: u16,
    /// From 1, in text order.
    rank: usize,
    position: String,
    /// Whether its mirror image is another position.
    mirrored: bool,
}

pub(super) fn run(session: &Session, arguments: Arguments) -> anyhow::Result<()> {
    let metric = arguments.metric;
    let sets = session.piece_sets(&arguments.piece_sets)?;
    let mut tablebases = Tablebases::new(session);
    tablebases.prepare_some(&sets, Some(metric))?;
    let mut records = Vec::new();
    for set in &sets {
        let oracle = tablebases.get(set);
        let (space, table) = oracle.table(metric)?;
        let Some(distance) = table.section.max_distance() else {
            session
                .say(format_args!("no position of {} can reach the goal", oracle.piece_set_text()));
            continue;
        };
        let found = hardest(space, table, usize::MAX)?;
        records.extend((1..).zip(found).map(|(rank, hardest)| HardestRecord {
            subject: SubjectRecord::new(oracle.puzzle(), oracle.piece_set_text()),
            metric: metric.name(),
            distance,
            rank,
            position: hardest.text,
            mirrored: hardest.mirrored,
        }));
    }
    output::print_list(arguments.format, &records, |record| &record.position, write_text)
}

fn write_text(records: &[HardestRecord<'_>], out: &mut Stdout) -> io::Result<()> {
    records.iter().try_for_each(|record| {
        let HardestRecord { subject, metric, distance, position, mirrored, .. } = record;
        let piece_set = subject.text();
        let moves = counted(u64::from(*distance), &format!("{metric} move"));
        let image = if *mirrored { ", and its mirror image" } else { "" };
        writeln!(out, "{position}  {piece_set}: {moves}{image}")
    })
}

impl Record for HardestRecord<'_> {
    const COLUMNS: &'static [&'static str] =
        &["piece_set", "metric", "distance", "rank", "position", "mirrored"];

    fn rows(&self) -> impl IntoIterator<Item = impl Serialize> {
        let Self { subject, metric, distance, rank, position, mirrored } = self;
        [(subject.text(), metric, distance, rank, position, mirrored)]
    }
}
