//! `huarong gather`: of shards one table.

use super::puzzle::Choice;
use super::session::Session;
use super::{build, output, work};
use crate::sliding::atlas::{Scope, TableFile};
use anyhow::{Context, anyhow};
use std::io::Write;

/// Make one file of each table that lies in shards
///
/// Builds in several processes leave their tables in shards, a file for each process. All commands read shards that
/// lie in one directory like a table, if all of them are there; what looks at all positions of a piece set copies them
/// into memory first. Gathered, a table has the same bytes as if one process had built it, and its shards are removed.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  huarong gather                      all tables that lie in shards\n  \
                        huarong gather --board 5x6 2h3v9s"
)]
pub(super) struct Arguments {
    #[command(flatten)]
    pub choice: Choice,

    /// Only tables of these piece sets that have files of their own, like 1h4v4s; or `all` [default: all there are]
    #[arg(value_name = "PIECE_SET")]
    piece_sets: Vec<String>,
}

pub(super) fn run(session: &Session, arguments: Arguments) -> anyhow::Result<()> {
    let wanted = build::named_piece_sets(session, &arguments.piece_sets)?;
    let is_wanted = |file: &TableFile| match (&wanted, &file.scope) {
        (None, _) => true,
        (Some(wanted), Scope::Set(set)) => wanted.contains(set),
        (Some(_), Scope::Family) => false,
    };
    let mut files = Vec::new();
    for file in session.atlas.files()?.into_iter().filter(is_wanted) {
        if session.atlas.open(&file)?.is_some_and(|table| table.is_sharded()) {
            files.push(file);
        }
    }
    let nothing = || {
        let directory = session.atlas.directory().display();
        anyhow!("no such table in {directory} lies in shards: there is nothing to gather")
    };
    if files.is_empty() {
        return Err(nothing());
    }
    let gathered =
        work::with_effort(session, "entries", |effort| session.atlas.repack(&files, false, effort));
    let mut gathered = gathered.context("not all tables were gathered")?;
    // The others were gathered by another process before this one came to it.
    gathered.retain(|table| table.shards > 0);
    if gathered.is_empty() {
        return Err(nothing());
    }
    let mut out = output::stdout()?;
    for table in gathered {
        let (path, bytes) = (table.path.display(), output::grouped(table.after));
        writeln!(out, "gathered {path} ({bytes} bytes, of {} shards)", table.shards)?;
    }
    Ok(out.flush()?)
}
