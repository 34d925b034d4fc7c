//! `huarong checksums`: checksums of the distances in tables.

use super::headings::OUTPUT;
use super::puzzle::Choice;
use super::session::Session;
use super::{build, interrupt, long_work, output};
use anyhow::Context;
use huarong_oracle::analysis::Checksums;
use huarong_tables::storage;
use std::io::Write;
use std::path::PathBuf;

/// Print checksums of the distances in all tables
///
/// Each line has the BLAKE3 checksum of the distances in index order, the piece set, and the metric. A distance is two
/// bytes, the lower one first; 65535 means unreachable. The checksum does not depend on the file, the version of the
/// program or the machine. Tables under the metric multi have no checksum.
///
/// If there are no tables at all, all of them are built first.
///
/// To compare the tables of two machines, write a list with --out on one of them. On the other, run `huarong verify
/// --published FILE`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  huarong checksums\n  \
                        huarong checksums --board 4x4 --out 4x4.txt")]
pub(super) struct Arguments {
    #[command(flatten)]
    pub choice: Choice,

    /// Write the list to this file instead of standard output
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    out: Option<PathBuf>,
}

/// The head of the list.
const HEAD: &str = "\
# BLAKE3 checksum of all distances, piece set, and metric; written by `huarong checksums`.
# `huarong verify --published FILE` compares tables with such a list; without FILE, with the published list.
";

pub(super) fn run(session: &Session, arguments: Arguments) -> anyhow::Result<()> {
    let _work = interrupt::Work::begin()?;
    build::build_if_none(session)?;
    let text = format!("{HEAD}{}", of_tables(session)?);
    match arguments.out {
        None => {
            let mut out = output::stdout()?;
            out.write_all(text.as_bytes())?;
            out.flush()?;
        }
        Some(path) => {
            storage::write_whole(&path, ".huarong-checksums-", |out| {
                out.write_all(text.as_bytes())
            })
            .with_context(|| format!("cannot write {}", path.display()))?;
            session.say(format_args!("wrote {}", path.display()));
        }
    }
    Ok(())
}

/// Computes the checksums of all tables, with a progress bar.
pub(super) fn of_tables(session: &Session) -> anyhow::Result<Checksums> {
    long_work::with_effort(session, "entries", |effort| Checksums::of(&session.atlas, effort))
}
