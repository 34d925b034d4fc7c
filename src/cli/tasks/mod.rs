//! `huarong tasks`: questions for people who train and test reasoning.

mod arguments;
mod data_set;
mod painter;
mod row;

pub(super) use arguments::Arguments;

use super::long_work;
use super::output::{RowFormat, RowOutput};
use super::planning;
use super::rows::{PuzzleList, is_path};
use super::session::Session;
use anyhow::{Context, bail};
use arguments::{KLOTSKI, RUSH, TILES};
use data_set::DataSet;
use huarong_core::interchange::{Pddl, PddlError};
use huarong_core::position::Position;
use huarong_core::puzzle_file::{PuzzleFile, Setup};
use huarong_core::rules::Metric;
use huarong_games::StoneGame;
use huarong_games::lines::Lines;
use huarong_lab::library::LibraryPuzzle;
use huarong_lab::tasks::{Boards, Drawing, Task, Tasks};
use painter::Painter;
use row::{Printer, TaskRow};
use serde_json::Value;
use std::io::Write;
use std::path::Path;
use std::str::FromStr;

pub(super) fn run(session: &Session, arguments: &Arguments) -> anyhow::Result<()> {
    let order = arguments.order()?;
    let (boards, puzzles) = boards(session, arguments)?;
    if arguments.pddl.is_some() && !matches!(order.metric, Metric::Unit | Metric::Straight) {
        return Err(PddlError::Metric(order.metric)).context("--pddl");
    }
    let tasks = Tasks::new(boards, order);
    let format = arguments.format;
    let Some(directory) = &arguments.out else {
        let printer = Printer::new(format, arguments.drawing == Drawing::Picture)?;
        let mut out = RowOutput::new(format, printer.heads())?;
        for_each(session, arguments, tasks, &puzzles, |row| {
            Ok(out.write_all(&printer.print(row)?)?)
        })?;
        return Ok(out.finish()?);
    };
    let format = if format == RowFormat::Text { RowFormat::Json } else { format };
    let mut data_set =
        DataSet::new(directory, Printer::new(format, arguments.drawing == Drawing::Picture)?)?;
    for_each(session, arguments, tasks, &puzzles, |row| data_set.add(row))?;
    for path in data_set.finish(&arguments.command(format))? {
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
    let painter = Painter::of(arguments.drawing)?;
    long_work::with_effort(session, "tasks", |effort| {
        effort.total(arguments.count)?;
        let mut left = arguments.count as usize;
        while left > 0 {
            let mut some = tasks.next_some(effort)?;
            some.truncate(left);
            left -= some.len();
            for task in some {
                if let Some(directory) = &arguments.pddl {
                    write_planning_task(directory, &task)?;
                }
                let puzzle = task.puzzle.and_then(|number| puzzles.get(number)).cloned();
                let image = painter
                    .as_ref()
                    .zip(task.start.as_ref())
                    .map(|(painter, at)| painter.picture(at));
                take(&TaskRow { task, puzzle, image })?;
            }
        }
        Ok::<_, anyhow::Error>(())
    })
}

/// Writes a task with a solution, and the plan of that solution.
fn write_planning_task(directory: &Path, task: &Task) -> anyhow::Result<()> {
    let (Some(start), Some(metric), Some(_)) = (&task.start, task.metric, &task.solution) else {
        return Ok(());
    };
    let (puzzle, start) = (start.puzzle().clone(), start.arrangement().clone());
    let metric = Metric::from_str(metric)?;
    let setup = Setup { puzzle, start };
    let Pddl { domain, problem, .. } = Pddl::of(&setup, metric)?;
    let plan = Pddl::plan(&setup, metric, &task.moves)?;
    let files = [("domain.pddl", domain), ("problem.pddl", problem), ("plan", plan)];
    planning::write(&directory.join(&task.id), &files)?;
    Ok(())
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
    if let Some(game) = Lines::find(family)? {
        return Ok((Boards::Stones(game.clone()), vec![game.name().into()]));
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
            let is_id = LibraryPuzzle::find(file).is_ok_and(|puzzle| puzzle.id == file);
            if !is_path(file) && !is_id {
                bail!(
                    "{file:?} is no family: write {RUSH}, {KLOTSKI}, {TILES}, a puzzle file (.toml), a list of puzzles (.jsonl), \
                     an id of `huarong puzzles`, or a game such as connect-four"
                );
            }
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
