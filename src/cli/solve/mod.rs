//! `huarong solve`: optimal solutions, move by move.

mod arguments;
mod boards;
mod each_board;
mod records;
mod refusals;
mod solutions;
mod task;
mod undecided;
mod write;

pub(super) use arguments::Arguments;
pub(super) use undecided::Undecided;

use super::session::Session;
use anyhow::Context;
use solutions::Solutions;

pub(super) fn run(session: &Session, arguments: Arguments) -> anyhow::Result<()> {
    if let Some(path) = arguments.boards.clone() {
        return each_board::solve_boards(session, &arguments, &path);
    }
    let text = arguments.position.clone().or(arguments.from.clone());
    let puzzle = session.atlas.family().puzzle();
    let start = || session.start().map(|start| puzzle.position_text(start));
    let text = text.or_else(start).context("no position is given: name one, or an opening")?;
    let among_many = text == "-";
    let mut solutions = Solutions::new(session, arguments, among_many)?;
    if among_many { solutions.solve_stream() } else { solutions.solve_one(&text) }
}
