//! The answers of a sheet.

use super::arguments::Arguments;
use super::subjects::Subject;
use crate::cli::long_work;
use crate::cli::session::Session;
use huarong_core::effort::Effort;
use huarong_core::position::Position;
use huarong_lab::difficulty::Landscape;
use huarong_oracle::{Options, Oracle, OracleError};
use huarong_report::sheets::{Answer, Figures, SheetPuzzle};
use std::time::Instant;

/// Memory limit for the figures about difficulty, in bytes. They need all reachable positions; larger puzzles have no
/// such figures. The limit does not depend on the machine, so that sheets do not.
const MEMORY_FOR_FIGURES: u64 = 1 << 27;

/// Solves the puzzles of a sheet. The caller holds `held` bytes of the memory limit.
pub(super) fn solve(
    session: &Session,
    subjects: Vec<Subject>,
    arguments: &Arguments,
    held: u64,
) -> anyhow::Result<Vec<SheetPuzzle>> {
    long_work::with_effort(session, "puzzles", |effort| {
        let effort = effort.without(held);
        effort.total(subjects.len() as u64)?;
        let mut puzzles = Vec::new();
        for (number, subject) in (1..).zip(subjects) {
            effort.doing(format_args!("puzzle {number}"))?;
            let solved = effort.quietly(|effort| {
                long_work::one_of_many(effort, |effort| solved(subject, arguments, effort))
            });
            puzzles.push(solved?);
            effort.done(1)?;
        }
        Ok::<_, anyhow::Error>(puzzles)
    })
}

fn solved(
    subject: Subject,
    arguments: &Arguments,
    effort: Effort<'_>,
) -> anyhow::Result<SheetPuzzle> {
    let answer = answer(&subject, arguments, effort)?;
    let figures = match answer {
        Answer::Moves(_) => figures(&subject, arguments, effort)?,
        Answer::Unsolvable | Answer::Undecided | Answer::OutOfTime => None,
    };
    let Subject { title, puzzle, start, gates } = subject;
    Ok(SheetPuzzle { title, puzzle, start, gates, answer, figures })
}

fn answer(subject: &Subject, arguments: &Arguments, effort: Effort<'_>) -> anyhow::Result<Answer> {
    let start = Position::new(&subject.puzzle, subject.start.clone());
    let start = start.expect("the start belongs to its puzzle");
    let until = Instant::now().checked_add(arguments.time_limit);
    let found = effort.within(until, |effort| {
        Oracle::solve_with(&start, &Options::from(effort).metrics(&[arguments.metric]))
    });
    // A signal ended the search.
    effort.check()?;
    match found.and_then(|oracle| oracle.solution(&start)) {
        Ok(Some(moves)) => Ok(Answer::Moves(moves.iter().map(|made| made.made()).collect())),
        Ok(None) => Ok(Answer::Unsolvable),
        Err(_) if until.is_some_and(|until| Instant::now() >= until) => Ok(Answer::OutOfTime),
        Err(OracleError::Undecided { .. } | OracleError::Space(_)) => Ok(Answer::Undecided),
        Err(error) if error.is_memory() => Ok(Answer::Undecided),
        Err(error) => Err(error.into()),
    }
}

/// The figures about the difficulty of a puzzle; `None` if it is too large for them. Puzzles with doors have none: pieces
/// that leave have no distance to a goal.
fn figures(
    subject: &Subject,
    arguments: &Arguments,
    effort: Effort<'_>,
) -> anyhow::Result<Option<Figures>> {
    let effort = effort.at_most(MEMORY_FOR_FIGURES);
    let Subject { puzzle, start, .. } = subject;
    if puzzle.doors().is_some() {
        return Ok(None);
    }
    let measured = Landscape::explore(puzzle, start, arguments.metric, effort)
        .and_then(|landscape| landscape.difficulty(start, effort.without(landscape.bytes())));
    match measured {
        Ok(found) => {
            Ok(found.map(|found| Figures { positions: found.reachable, away: found.fewest_away }))
        }
        Err(error) if error.is_memory() => Ok(None),
        Err(error) => Err(error.into()),
    }
}
