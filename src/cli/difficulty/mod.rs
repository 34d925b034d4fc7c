//! `huarong difficulty`: measures of how hard starts are for people.

mod arguments;
mod record;
mod starts;
mod text;

pub(super) use arguments::Arguments;
pub(super) use record::MEASURES;

use super::rows::{self, Question};
use super::session::Session;
use anyhow::Context;
use starts::Starts;

pub(super) fn run(session: &Session, arguments: Arguments) -> anyhow::Result<()> {
    let mut starts = Starts::new(session, &arguments)?;
    if let Some(puzzles) = arguments.puzzles() {
        puzzles.for_each_some(|some| {
            some.iter().try_for_each(|puzzle| starts.measure_puzzle(puzzle))
        })?;
        return starts.result();
    }
    let question = |text| Question::of_argument(None, text);
    match &arguments.subjects[..] {
        [] => {
            let start = session.start().context("no position is given: name one, or an opening")?;
            return starts.measure_only(None, start);
        }
        [only] if only != "-" => {
            let (_, start) = session.read_position(only)?;
            return starts.measure_only(Some(question(only).origin), &start);
        }
        subjects => {
            rows::for_each_batch(session, subjects.iter().map(|text| question(text)), |batch| {
                batch.iter().try_for_each(|question| starts.measure(question))
            })?
        }
    }
    starts.result()
}
