//! `huarong gather`: joins the shards of a table.

use super::puzzle::Choice;
use super::session::Session;
use super::{long_work, output};
use anyhow::{Context, anyhow};
use huarong_oracle::atlas::{Scope, TableFile};
use std::io::Write;

/// Join the shards of tables into one file each
///
/// A build in several processes writes shards: one file per process and table. Commands read shards like a table if all
/// of them are in the data directory. Commands that need all positions copy the shards into memory first.
///
/// The joined table has the same bytes as if one process had built it. Its shards are removed.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  huarong gather                      all tables that are in shards\n  \
                        huarong gather --board 5x6 2h3v9s"
)]
pub(super) struct Arguments {
    #[command(flatten)]
    pub choice: Choice,

    /// Piece sets such as 1h4v4s, or `all` [default: all]
    ///
    /// Each must have a table of its own. To join the shards of a table of all piece sets, name no piece set.
    #[arg(value_name = "PIECE_SET")]
    piece_sets: Vec<String>,
}

pub(super) fn run(session: &Session, arguments: Arguments) -> anyhow::Result<()> {
    let wanted = session.named_piece_sets(&arguments.piece_sets)?;
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
        anyhow!("nothing to gather: no such table in {directory} is in shards")
    };
    if files.is_empty() {
        return Err(nothing());
    }
    let gathered = long_work::with_effort(session, "entries", |effort| {
        session.atlas.repack(|file| files.contains(file), false, effort)
    });
    let mut gathered = gathered.context("not all tables were gathered")?;
    // Another process gathered the rest in the meantime.
    gathered.retain(|table| table.shards > 0);
    if gathered.is_empty() {
        return Err(nothing());
    }
    let mut out = output::stdout()?;
    for table in gathered {
        let (path, bytes) = (table.path.display(), output::grouped(table.after));
        writeln!(out, "gathered {path} ({bytes} bytes, from {} shards)", table.shards)?;
    }
    Ok(out.flush()?)
}
