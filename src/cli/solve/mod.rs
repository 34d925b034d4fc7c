//! `huarong solve`: optimal solutions, move by move.

mod arguments;
mod boards;
mod records;
mod solutions;
mod task;
mod write;

pub(super) use arguments::Arguments;

use super::session::Session;
use anyhow::Context;
use solutions::Solutions;

pub(super) fn run(session: &Session, arguments: Arguments) -> anyhow::Result<()> {
    let text = arguments.position.clone().or(arguments.from.clone());
    let puzzle = session.atlas.family().puzzle();
    let start = || session.start().map(|start| puzzle.position_text(start));
    let text = text.or_else(start).context("no position is given: name one, or an opening")?;
    let among_many = text == "-";
    let mut solutions = Solutions::new(session, arguments, among_many)?;
    if among_many { solutions.solve_stream() } else { solutions.solve_one(&text) }
}
