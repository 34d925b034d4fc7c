//! `huarong tasks`: questions for people who train and test reasoning.

mod arguments;
mod data_set;
mod row;

pub(super) use arguments::Arguments;

use super::long_work;
use super::output::{self, Format};
use super::rows::PuzzleList;
use super::session::Session;
use anyhow::{Context, bail};
use arguments::{KLOTSKI, RUSH, TILES};
use data_set::DataSet;
use huarong_core::position::Position;
use huarong_core::puzzle_file::PuzzleFile;
use huarong_lab::tasks::{Boards, Tasks};
use row::TaskRow;
use serde_json::Value;
use std::io::Write;

pub(super) fn run(session: &Session, arguments: &Arguments) -> anyhow::Result<()> {
    let order = arguments.order()?;
    let (boards, puzzles) = boards(session, arguments)?;
    let tasks = Tasks::new(boards, order);
    let Some(directory) = &arguments.out else {
        let mut out = output::stdout()?;
        arguments.format.begin::<TaskRow>(&mut out)?;
        for_each(session, arguments, tasks, &puzzles, |row| {
            arguments.format.write(row, &mut out, |row, out| row.write_text(out))
        })?;
        return Ok(out.flush()?);
    };
    let format = if arguments.format == Format::Csv { Format::Csv } else { Format::Json };
    let mut data_set = DataSet::new(directory, format)?;
    for_each(session, arguments, tasks, &puzzles, |row| data_set.add(row))?;
    for path in data_set.finish(&arguments.command())? {
        session.say(format_args!("wrote {}", path.display()));
    }
    Ok(())
}

/// Makes the tasks of the arguments, and passes on their rows.
fn for_each(
    session: &Session,
    arguments: &Arguments,
    mut tasks: Tasks,
    puzzles: &[Value],
    mut take: impl FnMut(&TaskRow) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    long_work::with_effort(session, "tasks", |effort| {
        effort.total(arguments.count)?;
        let mut left = arguments.count as usize;
        while left > 0 {
            let mut some = tasks.next_some(effort)?;
            some.truncate(left);
            left -= some.len();
            for task in some {
                let puzzle = task.puzzle.and_then(|number| puzzles.get(number)).cloned();
                take(&TaskRow { task, puzzle })?;
            }
        }
        Ok::<_, anyhow::Error>(())
    })
}

/// The boards of the family, and the puzzles from which they come.
fn boards(session: &Session, arguments: &Arguments) -> anyhow::Result<(Boards, Vec<Value>)> {
    let family = &*arguments.family;
    if arguments.size.is_some() && ![RUSH, TILES].contains(&family) {
        bail!("--size is for the families rush and tiles, not for {family}");
    }
    if arguments.walls.is_some() && family != RUSH {
        bail!("--walls is for the family rush, not for {family}");
    }
    match family {
        RUSH => {
            let walls = arguments.walls.unwrap_or(0);
            let boards = Boards::rush(arguments.size.unwrap_or((6, 6)), walls)?;
            Ok((boards, Vec::new()))
        }
        TILES => {
            let (boards, text) = Boards::tiles(arguments.size.unwrap_or((4, 4)))?;
            Ok((boards, vec![text.into()]))
        }
        KLOTSKI => Ok((Boards::Klotski(session.atlas.family().puzzle().clone()), Vec::new())),
        file => {
            let names = [file.to_owned()];
            let (mut starts, mut puzzles) = (Vec::new(), Vec::new());
            PuzzleList::Named(&names).for_each_some(|some| {
                for entry in some {
                    let read = entry.value().and_then(|value| {
                        let file = match &value {
                            Value::String(text) => PuzzleFile::parse(text)?,
                            _ => entry.read()?,
                        };
                        Ok((value, file.setup()?))
                    });
                    let (value, setup) = read.with_context(|| entry.to_string())?;
                    starts.push(Position::of(&setup.puzzle, setup.start));
                    puzzles.push(value);
                }
                Ok(())
            })?;
            if starts.is_empty() {
                bail!("{file} has no puzzles");
            }
            Ok((Boards::Puzzles(starts.into()), puzzles))
        }
    }
}
