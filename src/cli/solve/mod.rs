//! `huarong solve`: optimal solutions, move by move.

mod arguments;
mod boards;
mod by_source;
mod each_puzzle;
mod records;
mod row;
mod search;
mod solutions;
mod task;
mod undecided;
mod write;

pub(super) use arguments::Arguments;

use super::rows;
use super::session::Session;
use anyhow::Context;
use solutions::Solutions;

pub(super) fn run(session: &Session, arguments: Arguments) -> anyhow::Result<()> {
    if let Some(puzzles) = arguments.puzzles() {
        return each_puzzle::solve(session, &arguments, puzzles);
    }
    let position = arguments.subjects.first().or(arguments.from.as_ref());
    let text = position.cloned();
    let puzzle = session.atlas.family().puzzle();
    let start = || session.start().map(|start| puzzle.position_text(start));
    let text = text.or_else(start).context("no position is given: name one, or an opening")?;
    let is_stream = rows::is_stream(&text);
    let mut solutions = Solutions::new(session, arguments, is_stream);
    if is_stream { solutions.solve_stream(&text) } else { solutions.solve_one(&text) }
}
