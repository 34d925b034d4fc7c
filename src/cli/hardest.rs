//! `huarong hardest`: the positions farthest from the goal.

use super::design::print_hardest;
use super::headings::{ANY_METRIC, INPUT, OUTPUT, SEARCH, with_all_metrics};
use super::long_work;
use super::output::{self, Fewer, ListFormat, Record, Stdout, counted};
use super::puzzle::Choice;
use super::session::Session;
use super::tablebases::Tablebases;
use anyhow::ensure;
use huarong_core::rules::Metric;
use huarong_lab::design::{Order, PieceList};
use huarong_oracle::analysis::{SolutionRange, hardest, hardest_with_solutions};
use huarong_pages::json::SubjectRecord;
use serde::Serialize;
use std::io::{self, Write};

/// List the positions farthest from the goal
///
/// For each piece set, lists all positions at the greatest distance to the goal, in text order. Of two mirror images,
/// one is listed. Missing tables are built first.
///
/// With --solutions, lists the farthest of the positions with such a number of optimal solutions. If a piece set has no
/// such position, the exit code is 3.
///
/// With --pieces, lists the hardest puzzles of all piece sets that a list of pieces allows. Pieces have all orientations,
/// and the first piece has all goals.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  huarong hardest 1h4v4s\n  \
                        huarong hardest 2h3v4s --metric unit --format csv\n  \
                        huarong hardest 1h4v4s --solutions 1\n  \
                        huarong hardest --pieces \"T 4domino 4small\" --board 4x5 --any-goal\n  \
                        huarong hardest 1h4v4s --format positions | huarong solve - --count")]
pub(super) struct Arguments {
    #[command(flatten)]
    pub choice: Choice,

    /// Piece sets such as 1h4v4s (1 horizontal, 4 vertical and 4 small pieces), or `all`
    #[arg(value_name = "PIECE_SET", required_unless_present_any = ["puzzle", "pieces"])]
    piece_sets: Vec<String>,

    /// Search all puzzles of these pieces, the goal piece first, as in "T 4domino 0..2small"
    ///
    /// `huarong design --help` lists the names of shapes. The board can be a drawing.
    #[arg(long, value_name = "LIST", requires = "board", conflicts_with_all = ["piece_sets", "puzzle"])]
    #[arg(help_heading = INPUT)]
    pieces: Option<PieceList>,

    /// Search all goals of the goal piece [default with --pieces]
    #[arg(long, requires = "pieces", conflicts_with_all = ["goal", "piece_sets", "puzzle"], help_heading = INPUT)]
    any_goal: bool,

    /// Bring the goal piece to these cells, drawn as rows, as in ..../..../..XX/..XX
    #[arg(long, value_name = "ROWS", requires = "pieces", conflicts_with_all = ["piece_sets", "puzzle"])]
    #[arg(help_heading = INPUT)]
    goal: Option<String>,

    #[arg(long, default_value = "finger", help_heading = SEARCH)]
    #[arg(help = ANY_METRIC, long_help = with_all_metrics(ANY_METRIC))]
    metric: Metric,

    /// List only positions with such a number of optimal solutions, as in 1 or 2..10
    #[arg(long, value_name = "RANGE", help_heading = SEARCH)]
    solutions: Option<SolutionRange>,

    /// Print in this format
    #[arg(long, value_enum, default_value = "text", help_heading = OUTPUT)]
    format: ListFormat,
}

impl Arguments {
    /// The family of the piece sets. A list of pieces has a board of its own.
    pub fn choice(&self) -> Option<&Choice> {
        self.pieces.is_none().then_some(&self.choice)
    }
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
    if let (Some(pieces), Some(board)) = (&arguments.pieces, &arguments.choice.board) {
        ensure!(
            metric != Metric::Multi,
            "--pieces counts moves of single pieces: name piece sets for multi moves"
        );
        let order = Order { metric, solutions: arguments.solutions, ..Order::default() };
        let goal = arguments.goal.as_deref();
        return print_hardest(session, pieces, board, goal, &order, arguments.format);
    }
    let sets = session.piece_sets(&arguments.piece_sets)?;
    let mut tablebases = Tablebases::new(session);
    tablebases.prepare_some(&sets, Some(metric))?;
    let mut records = Vec::new();
    let mut without = 0;
    for set in &sets {
        let oracle = tablebases.get(set);
        let all = oracle.all(metric)?;
        let found = match &arguments.solutions {
            None => all.greatest().map(|distance| (distance, hardest(&all, usize::MAX))),
            Some(solutions) => {
                let found = long_work::with_effort(session, "positions", |effort| {
                    hardest_with_solutions(&all, solutions, effort)
                })?;
                without += u64::from(found.is_none());
                found
            }
        };
        let Some((distance, found)) = found else {
            let name = oracle.piece_set_text();
            let with = match arguments.solutions {
                None => "can reach the goal",
                Some(_) => "has such a number of optimal solutions",
            };
            session.say(format_args!("no position of {name} {with}"));
            continue;
        };
        records.extend((1..).zip(found).map(|(rank, hardest)| HardestRecord {
            subject: SubjectRecord::new(oracle.puzzle(), oracle.piece_set_text()),
            metric: metric.name(),
            distance,
            rank,
            position: hardest.text,
            mirrored: hardest.mirrored,
        }));
    }
    let columns = session.columns::<HardestRecord<'_>>();
    output::print_list(
        arguments.format,
        &columns,
        &records,
        |record| &record.position,
        write_text,
    )?;
    if without > 0 {
        let of = counted(sets.len() as u64, "piece set");
        let without = output::grouped(without);
        let text = format!("{without} of {of} have no position with such a number of solutions");
        return Err(Fewer(text).into());
    }
    Ok(())
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
