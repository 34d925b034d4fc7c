//! `huarong checksums`: what the tables hold, in few words.

use super::puzzle::Choice;
use super::session::Session;
use super::{build, interrupt, output, work};
use crate::sliding::analysis::Checksums;
use crate::storage;
use anyhow::Context;
use std::io::Write;
use std::path::PathBuf;

/// Print checksums of the distances in all tables
///
/// One line for every piece set and metric: BLAKE3 of its distances in index order, each as two bytes, the lower
/// one first, 65535 where the goal cannot be reached. It depends on nothing else: not on the file, the program's
/// version or the machine. Where there are no tables at all, all are built first.
///
/// Who wants to know whether somebody else has the same tables writes a list with --out, which the other compares
/// by `huarong verify --published FILE`. The list that comes with the program, src/sliding/library/checksums.txt,
/// is published: no command writes it. It is another only where the numbering or the rules are, and then by
/// putting a list written with --out in its place by hand.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    pub choice: Choice,

    /// Write them into this file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// What stands before the list.
const HEAD: &str = "\
# BLAKE3 checksums of all distances of a piece set under a metric, as `huarong checksums` writes them.
# `huarong verify --published FILE` compares tables with such a list, without FILE with the published one.
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

/// The checksums of all tables, with a bar.
pub(super) fn of_tables(session: &Session) -> anyhow::Result<Checksums> {
    work::with_effort(session, "entries", |effort| Checksums::of(&session.atlas, effort))
}
