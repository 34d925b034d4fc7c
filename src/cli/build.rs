//! `huarong build`: search and write tables.

#[cfg(feature = "cluster")]
use super::cluster;
use super::headings::{LIMITS, SEARCH};
use super::puzzle::Choice;
use super::session::Session;
use super::tile_bounds::TileBounds;
use super::{long_work, output};
use anyhow::Context;
use clap::ValueEnum;
use huarong_core::rules::Metric;
use huarong_oracle::atlas::{Plan, Summary};
use std::io::Write;
use std::time::{Duration, Instant};

/// Build distance tables
///
/// Searches backwards from all goal positions, and writes the distance of every position to the data directory. A
/// metric defines what counts as one move. Each metric has its own table.
///
/// Without arguments, it builds the tables of all piece sets of 4x5 Klotski. They take 88 MB on disk.
///
/// Of a tile puzzle with at least 15 cells, such as the 15-puzzle, it builds lower bounds, which make searches of many positions
/// faster.
///
/// Sound tables are kept; missing and damaged ones are built. After a crash or Ctrl-C, run the same command again. Long
/// builds continue from their last checkpoint; short ones start anew.
///
/// `huarong count` and `huarong check` estimate the memory and time of a build.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  huarong build                         all 203 piece sets, all metrics\n  \
                        huarong build 1h4v4s 2h3v4s           two piece sets\n  \
                        huarong build --metric finger --force\n  \
                        huarong build --board 4x6 1h4v8s      a piece set of another board\n  \
                        huarong build --puzzle dads           a puzzle of the library"
)]
pub(super) struct Arguments {
    #[command(flatten)]
    pub choice: Choice,

    /// Piece sets such as 1h4v4s, or `all` [default: all, 203 on 4x5]
    ///
    /// 1h4v4s means 1 horizontal, 4 vertical and 4 small pieces. The big piece is not written.
    #[arg(value_name = "PIECE_SET")]
    piece_sets: Vec<String>,

    /// Build the tables of this metric only
    #[arg(long, value_enum, ignore_case = true, default_value = "all", help_heading = SEARCH)]
    metric: Metrics,

    /// Build again tables that exist
    #[arg(long, help_heading = SEARCH)]
    force: bool,

    /// Wait at least this long between checkpoints [default: twice the cost of one]
    ///
    /// A checkpoint is a record from which the same command continues. A table of many piece sets has checkpoints
    /// between its searches.
    ///
    /// Low-memory searches and searches in several processes also have checkpoints inside. So do searches
    /// of more than 16 million positions on an asymmetric board, or position by position. All other searches start anew.
    #[arg(long, value_name = "SECONDS", value_parser = long_work::seconds, help_heading = LIMITS)]
    checkpoint_every: Option<Duration>,

    #[cfg(feature = "cluster")]
    #[command(flatten)]
    together: cluster::Together,
}

/// One metric or all of them.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Metrics {
    /// One move: one piece, one cell
    Unit,
    /// One move: one piece, any distance along one line
    Straight,
    /// One move: one piece, along any path
    Finger,
    /// One move: a line of pieces, any distance along that line
    Multi,
    /// Unit, straight and finger
    All,
}

impl Metrics {
    fn list(self) -> Vec<Metric> {
        match self {
            Metrics::Unit => vec![Metric::Unit],
            Metrics::Straight => vec![Metric::Straight],
            Metrics::Finger => vec![Metric::Finger],
            Metrics::Multi => vec![Metric::Multi],
            Metrics::All => Metric::OF_SINGLE_PIECES.to_vec(),
        }
    }
}

pub(super) fn run(session: &Session, arguments: Arguments) -> anyhow::Result<()> {
    let plan = Plan {
        piece_sets: session.named_piece_sets(&arguments.piece_sets)?,
        metrics: arguments.metric.list(),
        force: arguments.force,
        checkpoint_every: arguments.checkpoint_every,
    };
    if let Some(bounds) = TileBounds::of(session, &plan.metrics) {
        return bounds.build(plan.force);
    }
    #[cfg(feature = "cluster")]
    let summary = match arguments.together.role()? {
        cluster::Role::Alone => build(session, &plan)?,
        cluster::Role::Parent(processes) => return cluster::run_processes(session, processes),
        cluster::Role::Part(part) => build_part(session, &plan, &part)?,
    };
    #[cfg(not(feature = "cluster"))]
    let summary = build(session, &plan)?;
    let mut out = output::stdout()?;
    for path in &summary.present {
        writeln!(out, "present {}", path.display())?;
    }
    for (path, length) in &summary.written {
        writeln!(out, "wrote   {} ({} bytes)", path.display(), output::grouped(*length))?;
    }
    Ok(out.flush()?)
}

/// Builds the missing tables of a plan, with a progress bar; Ctrl-C cancels it.
pub(super) fn build(session: &Session, plan: &Plan) -> anyhow::Result<Summary> {
    let started = Instant::now();
    let summary =
        long_work::with_effort(session, "positions", |effort| session.atlas.build(plan, effort));
    let summary = summary.context("the tables were not built")?;
    if !summary.written.is_empty() {
        let files = output::counted(summary.written.len() as u64, "table");
        session.say(format_args!("built {files} in {:.2} s", started.elapsed().as_secs_f64()));
    }
    Ok(summary)
}

/// Builds the shards that one of several processes has in the missing tables.
#[cfg(feature = "cluster")]
fn build_part(session: &Session, plan: &Plan, part: &cluster::Part) -> anyhow::Result<Summary> {
    let Plan { piece_sets, metrics, force, .. } = plan;
    let task = format!("build {piece_sets:?} {metrics:?} {force}");
    let summary = long_work::with_effort(session, "positions", |effort| {
        cluster::work(session, part, task, effort, |exchange, effort| {
            session.atlas.build_part(plan, exchange, effort)
        })
    });
    summary.context("the tables were not built")
}

/// Builds all tables if the directory has none.
pub(super) fn build_if_none(session: &Session) -> anyhow::Result<()> {
    let atlas = &session.atlas;
    if atlas.all_tables()?.is_empty() {
        session.check_size()?;
        let directory = atlas.directory().display();
        match &session.chosen {
            None => session.say(format_args!("no tables in {directory}: building all of them")),
            Some(chosen) => session.say(format_args!(
                "no tables of {} in {directory}: building them",
                chosen.file.name()
            )),
        }
        build(session, &Plan::default())?;
    }
    Ok(())
}
