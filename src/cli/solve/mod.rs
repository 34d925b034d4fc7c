//! `huarong solve`: optimal solutions, move by move.

mod arguments;
mod boards;
mod each_puzzle;
mod records;
mod rows;
mod search;
mod solutions;
mod task;
mod undecided;
mod write;

pub(super) use arguments::Arguments;

use super::session::Session;
use anyhow::Context;
use solutions::Solutions;

pub(super) fn run(session: &Session, arguments: Arguments) -> anyhow::Result<()> {
    if let Some(path) = &arguments.boards {
        return each_puzzle::solve_boards(session, &arguments, path);
    }
    if arguments.has_puzzles() {
        return each_puzzle::solve_puzzles(session, &arguments);
    }
    let position = arguments.subjects.first().or(arguments.from.as_ref());
    let text = position.cloned();
    let puzzle = session.atlas.family().puzzle();
    let start = || session.start().map(|start| puzzle.position_text(start));
    let text = text.or_else(start).context("no position is given: name one, or an opening")?;
    let is_stream = text == "-";
    let mut solutions = Solutions::new(session, arguments, is_stream)?;
    if is_stream { solutions.solve_stream() } else { solutions.solve_one(&text) }
}
