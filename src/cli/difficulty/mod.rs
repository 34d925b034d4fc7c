//! `huarong difficulty`: measures of how hard starts are for people.

mod arguments;
mod record;
mod starts;
mod text;

pub(super) use arguments::Arguments;
pub(super) use record::measures;

use super::lines::{self, Batches};
use super::puzzle_list;
use super::session::Session;
use anyhow::Context;
use record::Asked;
use starts::Starts;

pub(super) fn run(session: &Session, arguments: Arguments) -> anyhow::Result<()> {
    let mut starts = Starts::new(session, &arguments)?;
    if let Some(path) = &arguments.boards {
        puzzle_list::for_each_some_boards(path, |boards| {
            boards.iter().try_for_each(|board| starts.measure_puzzle(board))
        })?;
        return starts.result();
    }
    if arguments.has_puzzles() {
        puzzle_list::for_each_some(&arguments.subjects, |puzzles| {
            puzzles.iter().try_for_each(|puzzle| starts.measure_puzzle(puzzle))
        })?;
        return starts.result();
    }
    if arguments.subjects.is_empty() {
        let start = session.start().context("no position is given: name one, or an opening")?;
        return starts.measure_only(&Asked::puzzle(session.chosen_name()), start);
    }
    if let [only] = &arguments.subjects[..]
        && only != "-"
    {
        let (_, start) = session.read_position(only)?;
        return starts.measure_only(&Asked::position(only), &start);
    }
    for subject in &arguments.subjects {
        if subject != "-" {
            let read = session.read_position(subject).map(|(_, position)| position);
            starts.measure(&Asked::position(subject), read)?;
            continue;
        }
        session.check_input_is_left()?;
        let (mut batches, mut line_number) = (Batches::of_stdin(), 0);
        while let Some(batch) = batches.next()? {
            for line in batch.lines() {
                line_number += 1;
                if !lines::is_blank(line) {
                    let read = lines::check_length(line);
                    let read = read.and_then(|()| session.read_position(line));
                    let asked = Asked::line(line_number, lines::shown(line));
                    starts.measure(&asked, read.map(|(_, position)| position))?;
                }
            }
        }
    }
    starts.result()
}
