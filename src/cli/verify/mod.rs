//! `huarong verify`: proves tables from the rules of the puzzle.

mod findings;
mod opened;
#[cfg(feature = "cluster")]
mod shards;

#[cfg(feature = "cluster")]
use super::cluster;
use super::headings::INPUT;
use super::input_file::{InputFile, SizeLimit};
use super::puzzle::Choice;
use super::session::Session;
use super::tile_bounds::TileBounds;
use super::{checksums, interrupt, long_work, output};
use anyhow::{Context, bail};
use findings::{fail, print_checked};
use huarong_core::rules::{Metric, PieceSet};
use huarong_core::space::SpaceError;
use huarong_oracle::analysis::{Checksums, Difference, by_piece_set, certify_all};
use opened::{Opened, open_all};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Prove every entry of every table
///
/// Checks the checksums of the files, and proves three conditions for every entry:
///
/// - The distance is 0 at every goal position, and nowhere else.
///
/// - A position at distance k > 0 has a neighbour at distance k - 1, and no neighbour nearer to the goal.
///
/// - An unreachable position has only unreachable neighbours.
///
/// By induction, these conditions prove every distance. The moves come from generators that the search does
/// not use, except in some large spaces.
///
/// Lower bounds of a tile puzzle are compared with those of another search.
///
/// With --published, the checksums of the distances are compared with a list instead.
///
/// `verify` changes no files. If it finds faults, it lists the first of each piece set and metric, and the exit code is 1.
/// Build the faulty tables again with `huarong build --force`. The tables of 4x5 Klotski take a few seconds.
#[cfg_attr(feature = "cluster", doc = "")]
#[cfg_attr(
    feature = "cluster",
    doc = " With --processes or --hosts, each process proves its own shards. It asks the other processes for the"
)]
#[cfg_attr(feature = "cluster", doc = " distances of neighbours.")]
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  huarong verify\n  huarong verify 1h4v4s\n  huarong verify --published"
)]
pub(super) struct Arguments {
    #[command(flatten)]
    pub choice: Choice,

    /// Compare the tables with published checksums instead
    ///
    /// The default is the list that comes with the program. FILE is a list that `huarong checksums` wrote.
    #[arg(long, value_name = "FILE", num_args = 0..=1, conflicts_with = "piece_sets")]
    #[arg(help_heading = INPUT)]
    published: Option<Option<PathBuf>>,

    /// Piece sets such as 1h4v4s, or `all` [default: all that have tables]
    #[arg(value_name = "PIECE_SET")]
    piece_sets: Vec<String>,

    #[cfg(feature = "cluster")]
    #[command(flatten)]
    together: cluster::Together,
}

/// The list that comes with the program.
const PUBLISHED: &str = huarong_lab::library::PUBLISHED_CHECKSUMS;

pub(super) fn run(session: &Session, arguments: Arguments) -> anyhow::Result<()> {
    let _work = interrupt::Work::begin()?;
    #[cfg(feature = "cluster")]
    match arguments.together.role()? {
        cluster::Role::Alone => {}
        _ if arguments.published.is_some() => {
            bail!("--published works in one process: omit --processes and --hosts")
        }
        cluster::Role::Parent(processes) => return cluster::run_processes(session, processes),
        cluster::Role::Part(part) => {
            let wanted = session.named_piece_sets(&arguments.piece_sets)?;
            return shards::prove(session, &wanted, &part);
        }
    }
    match arguments.published {
        None => match TileBounds::of(session, Metric::WITH_MULTI) {
            Some(bounds) => bounds.verify(),
            None => prove(session, &session.named_piece_sets(&arguments.piece_sets)?),
        },
        Some(list) => compare(session, list.as_deref()),
    }
}

/// A list of checksums: enough for some forty thousand lines.
const LIST: SizeLimit = SizeLimit { what: "a list of checksums", most: 4 << 20 };

/// Compares the checksums of all tables with a list.
fn compare(session: &Session, list: Option<&Path>) -> anyhow::Result<()> {
    let text = match list {
        None if !session.is_published() => {
            bail!("the published list is for 4x5 Klotski: name the file of another list")
        }
        None => PUBLISHED.to_owned(),
        Some(path) => InputFile::file(path)?.read(LIST)?,
    };
    let name =
        list.map_or_else(|| "the published list".to_owned(), |path| path.display().to_string());
    let list: Checksums = text.parse().with_context(|| name.clone())?;
    if session.atlas.all_tables()?.is_empty() {
        return Err(session.no_tables());
    }
    let found = checksums::of_tables(session)?;
    let differences = found.differences_from(&list);
    let (listed, unlisted): (Vec<_>, Vec<_>) =
        differences.iter().partition(|difference| difference.checksums.1.is_some());
    for Difference { piece_set, metric, checksums: (found, listed) } in listed {
        let listed = listed.as_deref().unwrap_or_default();
        output::say_line(format_args!(
            "error: {piece_set} {metric}: the table has {found}, {name} has {listed}"
        ));
    }
    let tables = output::counted(found.len() as u64, "table");
    if let Some(Difference { piece_set, metric, .. }) = unlisted.first() {
        let number = output::grouped(unlisted.len() as u64);
        output::say_line(format_args!(
            "error: {name} lacks {number} of {tables}; the first is {piece_set} {metric}"
        ));
    }
    match differences.len() {
        0 => {
            let mut out = output::stdout()?;
            writeln!(out, "{tables}, all equal to {name}")?;
            Ok(out.flush()?)
        }
        different => bail!("{different} of {tables} differ from {name}"),
    }
}

/// Proves every entry.
fn prove(session: &Session, wanted: &Option<Vec<PieceSet>>) -> anyhow::Result<()> {
    let (mut files, mut unread) = open_all(session)?;
    if let Some(wanted) = wanted {
        files.iter_mut().for_each(|file| file.tables.retain(|(set, _)| wanted.contains(set)));
        files.retain(|file| !file.tables.is_empty());
        check_all_there(session, &files, wanted)?;
    }
    let groups = by_piece_set(files.iter().flat_map(|file| file.tables.iter().cloned()));
    let puzzle = session.atlas.family().puzzle();
    let certificate = long_work::with_effort(session, "entries", |effort| {
        match certify_all(puzzle, &groups, effort) {
            Err(SpaceError::Cancelled(_)) => bail!("cancelled before everything was checked"),
            found => Ok(found?),
        }
    })?;
    let mut out = output::stdout()?;
    files.iter().try_for_each(|file| file.print(&mut out))?;
    unread += certificate.faults.len();
    print_checked(&mut out, certificate.entries, certificate.neighbours, unread == 0)?;
    out.flush()?;
    fail(certificate.faults, unread)
}

/// Refuses piece sets that have no table to prove.
fn check_all_there(session: &Session, files: &[Opened], wanted: &[PieceSet]) -> anyhow::Result<()> {
    let is_there = |set: &&PieceSet| files.iter().flat_map(|f| &f.tables).any(|(s, _)| s == *set);
    if let Some(set) = wanted.iter().find(|set| !is_there(set)) {
        let set = session.atlas.family().puzzle().piece_set_text(set);
        let build = session.build_command();
        bail!("{set} has no readable table; build it with `{build} {set}`");
    }
    Ok(())
}
