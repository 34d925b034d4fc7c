//! Searches of positions of games without a table.

use crate::cli::long_work;
use crate::cli::output;
use crate::cli::output::{Format, Record, counted, grouped};
use crate::cli::rows::Undecided;
use crate::cli::session::Session;
use anyhow::bail;
use huarong_core::effort::Effort;
use huarong_games::lines::Lines;
use huarong_games::{Outcome, Position, ProofError, Prover, Question, StoneGame, Verdict};
use huarong_pages::json::side;
use serde::Serialize;
use std::io::Write;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// The result of the search of a position.
#[derive(Serialize)]
struct ProofRecord {
    game: String,
    rule: &'static str,
    position: String,
    to_move: &'static str,
    /// None if it is undecided.
    value: Option<Outcome>,
    /// Absent if it is not asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<Option<u8>>,
    visited: u64,
}

impl Record for ProofRecord {
    const COLUMNS: &'static [&'static str] =
        &["game", "rule", "position", "to_move", "value", "plies", "visited"];

    fn rows(&self) -> impl IntoIterator<Item = impl Serialize> {
        let Self { game, rule, position, to_move, value, plies, visited } = self;
        [(game, rule, position, to_move, value, plies.flatten(), visited)]
    }
}

/// The positions from the arguments; by default the empty board.
pub(super) fn positions(
    game: &Lines,
    texts: &[String],
    moves: &[String],
) -> anyhow::Result<Vec<Position>> {
    let drawn = texts.iter().map(|text| Ok(Position::parse(text, game.board())?));
    let dropped = moves.iter().map(|moves| {
        let columns: Option<Vec<u8>> =
            moves.chars().map(|sign| sign.to_digit(10).map(|digit| digit as u8)).collect();
        let Some(columns) = columns else {
            bail!("--moves {moves:?}: write one digit per move, the column counted from 1, as in 4453");
        };
        game.dropped(columns).or_else(|number| {
            bail!(
                "--moves {moves}: move {number} is illegal in {game}: the game must have gravity and not be over, \
                 and the column must not be full"
            )
        })
    });
    let all: Vec<Position> = drawn.chain(dropped).collect::<anyhow::Result<_>>()?;
    Ok(if all.is_empty() { vec![Position::default()] } else { all })
}

pub(super) fn run(
    session: &Session,
    game: &Lines,
    positions: &[Position],
    question: Question,
    longest: Duration,
    format: Format,
) -> anyhow::Result<()> {
    let memory = long_work::memory_limit(session);
    let mut prover = Prover::within(game, memory)?;
    let mut out = output::stdout()?;
    format.begin::<ProofRecord>(&mut out)?;
    let asks_plies = matches!(question, Question::Plies);
    let mut undecided = 0;
    for position in positions {
        let started = Instant::now();
        let proof = long_work::with_memory(session, memory, "positions", |effort| {
            let observer =
                |progress: huarong_core::effort::Progress<'_>| match started.elapsed() < longest {
                    true => (effort.observer)(progress),
                    false => ControlFlow::Break(()),
                };
            match prover.prove(position, question, Effort { observer: &observer, ..effort }) {
                Err(ProofError::Cancelled(visited)) if started.elapsed() >= longest => {
                    Ok((None, visited))
                }
                proof => proof.map(|proof| (Some(proof.verdict), proof.visited)),
            }
        });
        let (verdict, visited) = proof?;
        undecided += u64::from(verdict.is_none());
        let record = ProofRecord {
            game: game.to_string(),
            rule: game.rule(),
            position: position.text(game.board()),
            to_move: side(position),
            value: verdict.map(|verdict| verdict.outcome),
            plies: asks_plies.then(|| verdict.and_then(|verdict| verdict.plies)),
            visited,
        };
        format.write(&record, &mut out, |record, out| {
            let words =
                verdict.map_or("undecided".to_owned(), |verdict: Verdict| verdict.to_string());
            let visited = grouped(record.visited);
            writeln!(
                out,
                "{}, {} to move: {words} ({visited} positions searched)",
                record.position, record.to_move
            )
        })?;
        out.flush()?;
    }
    match undecided {
        0 => Ok(()),
        undecided => bail!(Undecided::Distance(format!(
            "{} undecided after {} s; use a larger --time-limit",
            counted(undecided, "position"),
            longest.as_secs()
        ))),
    }
}
