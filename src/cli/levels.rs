//! `huarong levels`: the number of positions at each distance.

use super::headings::{ANY_METRIC, INPUT, OUTPUT, SEARCH, with_all_metrics};
use super::long_work;
use super::output::{self, Format, Record, Stdout, counted, grouped};
use super::puzzle::Choice;
use super::session::{self, Session};
use anyhow::{Context, anyhow, bail};
use huarong_core::rules::{Arrangement, Metric, PieceSet};
use huarong_pages::json::SubjectRecord;
use huarong_search::{LevelFiles, LevelSearch, Levels, LevelsError, SearchError};
use serde::Serialize;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Count the positions at each distance
///
/// Lists how many positions have each distance to the goal, and some of the farthest. It keeps no table.
///
/// Tile puzzles need about a byte per position of the largest levels only. With --disk, their levels are files, and the
/// search continues from the last level after an interruption. The same holds for all puzzles with at least four pieces
/// of one shape that are all different, if the goal names every piece. Other puzzles need three to five bits of memory
/// per position, and no disk.
///
/// The counts include all positions of these pieces, and mirror images separately. With doors, they include the positions
/// after some pieces have left, and take a byte of memory per position.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  huarong levels 1h4v4s\n  \
                        huarong levels --puzzle tiles.toml --metric unit --format csv\n  \
                        huarong levels --puzzle tiles.toml --disk levels --memory 2GB")]
pub(super) struct Arguments {
    #[command(flatten)]
    pub choice: Choice,

    /// Piece sets such as 1h4v4s (1 horizontal, 4 vertical and 4 small pieces), or `all`
    #[arg(value_name = "PIECE_SET", required_unless_present = "puzzle")]
    piece_sets: Vec<String>,

    #[arg(long, default_value = "finger", help_heading = SEARCH)]
    #[arg(help = ANY_METRIC, long_help = with_all_metrics(ANY_METRIC))]
    metric: Metric,

    /// Keep levels in files of this directory, for tile puzzles and the like
    ///
    /// The search removes its files at the end.
    #[arg(long, value_name = "DIR", help_heading = INPUT)]
    disk: Option<PathBuf>,

    /// List at most N of the farthest positions, in text and JSON
    #[arg(long, value_name = "N", default_value_t = 10, help_heading = OUTPUT)]
    farthest: usize,

    /// Print in this format
    #[arg(long, value_enum, default_value = "text", help_heading = OUTPUT)]
    format: Format,
}

/// The levels of a piece set.
#[derive(Serialize)]
struct LevelsRecord<'t> {
    #[serde(flatten)]
    subject: SubjectRecord<'t>,
    metric: &'static str,
    /// Number of positions at each distance, from 0.
    histogram: Vec<u64>,
    solvable: u64,
    unsolvable: u64,
    /// None if there is no goal position.
    max: Option<usize>,
    farthest: Vec<String>,
}

pub(super) fn run(session: &Session, arguments: Arguments) -> anyhow::Result<()> {
    session.check_size()?;
    let puzzle = session.atlas.family().puzzle();
    let sets = session.piece_sets(&arguments.piece_sets)?;
    let names: Vec<String> = sets.iter().map(|set| puzzle.piece_set_text(set)).collect();
    let mut records = Vec::new();
    for (set, name) in sets.iter().zip(&names) {
        let Levels { histogram, farthest, .. } = levels(session, set, &arguments)?;
        let position = |position: &Arrangement| session.of_its_puzzle(position).to_string();
        records.push(LevelsRecord {
            subject: SubjectRecord::new(puzzle, name),
            metric: arguments.metric.name(),
            solvable: histogram.counts.iter().sum(),
            unsolvable: histogram.unreachable,
            max: histogram.counts.len().checked_sub(1),
            histogram: histogram.counts,
            farthest: farthest.iter().map(position).collect(),
        });
    }
    let columns = session.columns::<LevelsRecord<'_>>();
    output::print_columns(arguments.format, &columns, &records, write_text)
}

/// Counts the levels of a piece set.
fn levels(session: &Session, set: &PieceSet, arguments: &Arguments) -> anyhow::Result<Levels> {
    let Arguments { metric, disk, farthest, .. } = arguments;
    let puzzle = session.atlas.family().puzzle();
    let search = long_work::with_effort(session, "", |effort| {
        LevelSearch::new(puzzle, set, *metric, effort)
    })?;
    let Some(search) = search else {
        if disk.is_some() {
            bail!(
                "--disk: only for puzzles with at least four pieces of one shape that are all different, and a goal \
                 that names every piece; omit it to count this puzzle in memory"
            );
        }
        return long_work::with_effort(session, "positions", |effort| {
            Levels::of(puzzle, set, *metric, *farthest, effort)
        });
    };
    let storage = session::disk();
    if let Some(directory) = disk {
        if directory.exists() && !directory.is_dir() {
            bail!("--disk: {} is not a directory", directory.display());
        }
        fs::create_dir_all(directory)
            .with_context(|| format!("--disk: cannot create {}", directory.display()))?;
    }
    let files = disk.as_deref().map(|directory: &Path| LevelFiles { storage: &storage, directory });
    let memory = long_work::memory_limit(session);
    let found = long_work::with_memory(session, memory, "positions", |effort| {
        let needed = search.level_bytes();
        if files.is_none() && needed > memory {
            return Err(SearchError::Memory { needed, allowed: memory }.into());
        }
        effort.total(search.positions())?;
        search.run_in(files, *farthest, effort)
    });
    found.map_err(|error| match error.downcast_ref() {
        Some(LevelsError::Search(refused)) if refused.is_memory() && disk.is_none() => {
            anyhow!("{refused}; keep its levels in files with --disk DIR")
        }
        _ => error,
    })
}

fn write_text(records: &[LevelsRecord<'_>], out: &mut Stdout) -> io::Result<()> {
    for (number, record) in records.iter().enumerate() {
        if number > 0 {
            writeln!(out)?;
        }
        let LevelsRecord { subject, metric, histogram, solvable, unsolvable, farthest, .. } =
            record;
        writeln!(out, "{}, {metric} moves", subject.text())?;
        writeln!(out, "distance  positions")?;
        for (distance, &count) in histogram.iter().enumerate() {
            writeln!(out, "{distance:>8}  {}", grouped(count))?;
        }
        let solvable = counted(*solvable, "position");
        writeln!(out, "{solvable} can reach the goal, {} cannot", grouped(*unsolvable))?;
        farthest.iter().try_for_each(|position| writeln!(out, "farthest: {position}"))?;
    }
    Ok(())
}

impl Record for LevelsRecord<'_> {
    const COLUMNS: &'static [&'static str] = &["piece_set", "metric", "distance", "positions"];

    fn rows(&self) -> impl IntoIterator<Item = impl Serialize> {
        let Self { subject, metric, histogram, .. } = self;
        histogram
            .iter()
            .enumerate()
            .map(move |(distance, count)| (subject.text(), metric, distance, count))
    }
}
