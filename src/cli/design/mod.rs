//! `huarong design`: puzzles like another one.

mod arguments;
mod record;

pub(super) use arguments::Arguments;

use super::output;
use super::puzzle;
use super::session::Session;
use super::work;
use crate::sliding::design::{Change, Draft, variants};
use anyhow::Context;
use record::VariantRecord;
use std::io::Write;

pub(super) fn run(session: &Session, arguments: &Arguments) -> anyhow::Result<()> {
    let text = puzzle::text_of(&arguments.like)?;
    let draft = Draft::parse(&text).with_context(|| arguments.like.clone())?;
    let is_wanted = |change: &Change| arguments.is_wanted(change);
    let found = work::with_effort(session, "variants", |effort| {
        variants(&draft, arguments.metric, is_wanted, effort)
    })?;
    let mut out = output::stdout()?;
    arguments.format.begin::<VariantRecord>(&mut out)?;
    if arguments.format == output::Format::Text {
        let all = found.solvable.len() as u64 + found.unsolvable + found.undecided;
        writeln!(out, "{}", draft.start())?;
        let moves = |moves: u16| output::counted(moves.into(), "move");
        let moves = found.moves.map_or("no solution".to_owned(), moves);
        write!(out, "{moves}; {}", output::counted(all, "variant"))?;
        write!(out, ", {} without a solution", output::grouped(found.unsolvable))?;
        match found.undecided {
            0 => writeln!(out, "\n")?,
            undecided => writeln!(
                out,
                ", {} undecided within the memory limit\n",
                output::grouped(undecided)
            )?,
        }
    }
    let listed = match arguments.limit {
        0 => &found.solvable[..],
        limit => &found.solvable[..limit.min(found.solvable.len())],
    };
    for variant in listed {
        let record = VariantRecord::new(variant, found.moves, arguments.metric);
        arguments.format.write(&record, &mut out, |record, out| record.write_text(out))?;
    }
    Ok(out.flush()?)
}
