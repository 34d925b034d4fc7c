//! `huarong pack`: packs and unpacks tables.

use super::headings::OUTPUT;
use super::puzzle::Choice;
use super::session::Session;
use super::{long_work, output};
use anyhow::{Context, bail};
use huarong_core::rules::PieceSet;
use huarong_oracle::atlas::{Scope, TableFile};
use std::io::Write;

/// Pack tables to save disk space
///
/// Replaces each table by a packed table. The tables of all piece sets of 4x5 Klotski shrink to about a third. Those of
/// single piece sets shrink to between a sixth and two thirds.
///
/// All commands read packed tables. Look-ups of single positions take a little longer; commands that need all positions
/// of a piece set unpack its table in memory first. Shards are joined into one file.
///
/// Packing is lossless: an unpacked table has the same bytes as before.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  huarong pack                      all tables of 4x5 Klotski\n  \
                              huarong pack --board 5x6 2h3v9s   one piece set of another board\n  \
                              huarong pack --undo"
)]
pub(super) struct Arguments {
    #[command(flatten)]
    pub choice: Choice,

    /// Piece sets such as 1h4v4s, or `all` [default: all]
    ///
    /// Each must have a table of its own. `huarong build` without piece sets writes one table of them all: to pack it,
    /// name no piece set.
    #[arg(value_name = "PIECE_SET")]
    piece_sets: Vec<String>,

    /// Unpack the tables
    #[arg(long, help_heading = OUTPUT)]
    undo: bool,
}

pub(super) fn run(session: &Session, arguments: Arguments) -> anyhow::Result<()> {
    let wanted = session.named_piece_sets(&arguments.piece_sets)?;
    let files = session.atlas.files()?;
    let is_wanted = |file: &TableFile| match (&wanted, &file.scope) {
        (None, _) => true,
        (Some(wanted), Scope::Set(set)) => wanted.contains(set),
        (Some(_), Scope::Family) => false,
    };
    if let Some(wanted) = &wanted {
        check_all_there(session, &files, wanted)?;
    }
    if files.is_empty() {
        return Err(session.no_tables());
    }
    let packed = !arguments.undo;
    let repacked = long_work::with_effort(session, "entries", |effort| {
        session.atlas.repack(is_wanted, packed, effort)
    });
    let repacked = repacked.context("not all tables were packed or unpacked")?;
    let mut out = output::stdout()?;
    for table in repacked {
        let path = table.path.display();
        let [before, after] = [table.before, table.after].map(output::grouped);
        match table.before == table.after && table.shards == 0 {
            true => writeln!(out, "present  {path} ({after} bytes)")?,
            false => {
                let done = if packed { "packed  " } else { "unpacked" };
                writeln!(out, "{done} {path} ({before} bytes, now {after})")?;
            }
        }
    }
    Ok(out.flush()?)
}

/// Refuses piece sets whose tables have no file of their own.
fn check_all_there(
    session: &Session,
    files: &[TableFile],
    wanted: &[PieceSet],
) -> anyhow::Result<()> {
    let is_there = |set: &&PieceSet| {
        files.iter().any(|file| matches!(&file.scope, Scope::Set(other) if other == *set))
    };
    if let Some(set) = wanted.iter().find(|set| !is_there(set)) {
        let set = session.atlas.family().puzzle().piece_set_text(set);
        if files.iter().any(|file| matches!(file.scope, Scope::Family)) {
            bail!(
                "{set} is in the table of all piece sets; name no piece set to pack or unpack it"
            );
        }
        let build = session.build_command();
        bail!("{set} has no table; build it with `{build} {set}`");
    }
    Ok(())
}
