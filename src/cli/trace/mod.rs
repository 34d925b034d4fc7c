//! `huarong trace`: moves that people made, compared with optimal solutions.

mod arguments;
mod attempt;
mod boards;
mod input;
mod moves;
mod record;
mod tally;

pub(super) use arguments::Arguments;

use super::input_file::InputFile;
use super::output::{self, Stdout};
use super::rows::Refusals;
use super::session::Session;
use attempt::{Attempts, Row};
use input::Input;
use record::MoveRecord;
use std::io::Write;
use tally::Tally;

pub(super) fn run(session: &Session, arguments: &Arguments) -> anyhow::Result<()> {
    if output::is_stdout(&arguments.file) {
        session.check_input_is_left()?;
    }
    let file = InputFile::at(&arguments.file)?;
    let mut input = Input::new(file, arguments, session.chosen.is_some())?;
    if !input.has_participants() {
        session.say(format_args!(
            "no column {:?}: all rows are of one participant",
            arguments.participant
        ));
    }
    let mut attempts = Attempts::new(session, arguments.metric);
    let mut tally = Tally::new(arguments.metric);
    let mut refusals = Refusals::of("row");
    let mut out = output::stdout()?;
    let lists = !arguments.summary && !arguments.fit;
    if lists {
        arguments.format.begin::<MoveRecord<'_>>(&mut out)?;
    }
    let mut without_move = 0;
    while let Some(line) = input.next()? {
        if Input::is_no_move(&line) {
            without_move += 1;
            continue;
        }
        refusals.ask(1);
        let mut error = None;
        attempts.take(&line, |row| {
            tally.add(&row);
            if let Err(found) = &row.step {
                error.get_or_insert_with(|| found.clone());
            }
            if lists { write(&row, arguments, &mut out) } else { Ok(()) }
        })?;
        if let Some(error) = error {
            refusals.refuse(input.origin(&line), anyhow::anyhow!(error))?;
        }
    }
    if without_move > 0 {
        let rows = output::counted(without_move, "row");
        session.say(format_args!("skipped {rows} without a position"));
    }
    if attempts.by_position > 0 {
        let lists = output::counted(attempts.by_position, "list");
        session.say(format_args!(
            "{lists} of moves read with the letters of each position: the letters of the start do not fit"
        ));
    }
    if arguments.summary {
        tally.write_summaries(arguments.format, &mut out)?;
    }
    if arguments.fit {
        tally.write_fit(arguments.format, &mut out)?;
    }
    out.flush()?;
    refusals.result()
}

fn write(row: &Row<'_>, arguments: &Arguments, out: &mut Stdout) -> anyhow::Result<()> {
    let record = MoveRecord::of(row, arguments.metric);
    arguments.format.write(&record, out, |record, out| record.write_text(out))
}
