//! Requests about other puzzles: from the library, from Rush Hour boards in one line, or in the request body.

use super::parameters::{Query, Written, read};
use super::shared::{Answer, Shared};
use crate::effort::Effort;
use crate::json::to_json;
use crate::server::connections::Asker;
use crate::server::fault::Fault;
use crate::server::memory::Lease;
use crate::server::puzzles::{Asked, PUZZLE_BYTES, PuzzleRecord, Question, Searched};
use crate::server::refusal::Refusal;
use crate::server::service::Service;
use crate::sliding::library::SampledRush;
use crate::sliding::rules::Metric;
use axum::extract::{Extension, State};
use serde::{Deserialize, Serialize};

#[derive(Serialize)]
pub(super) struct PuzzleList<'t> {
    puzzles: Vec<PuzzleRecord<'t>>,
}

pub(super) async fn puzzles(State(shared): State<Shared>) -> Answer {
    shared.json(to_json(&PuzzleList { puzzles: shared.service.puzzles().all() }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PuzzleParameters {
    id: Option<String>,
    board: Option<String>,
}

pub(super) async fn puzzle(
    State(shared): State<Shared>,
    Query(query): Query<PuzzleParameters>,
    text: Written,
) -> Answer {
    let (asked, _lease) = shared.asked(query.id, query.board, text)?;
    shared.json(asked.to_json())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PuzzlePositionParameters {
    id: Option<String>,
    board: Option<String>,
    p: Option<String>,
}

pub(super) async fn puzzle_position(
    State(shared): State<Shared>,
    Extension(asker): Extension<Asker>,
    Query(query): Query<PuzzlePositionParameters>,
    text: Written,
) -> Answer {
    let (asked, _lease) = shared.asked(query.id, query.board, text)?;
    let question = asked.at(query.p.as_deref())?;
    shared.answer(asker, question, Searched::position).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PuzzleSolutionParameters {
    id: Option<String>,
    board: Option<String>,
    p: Option<String>,
    metric: Option<String>,
}

pub(super) async fn puzzle_solution(
    State(shared): State<Shared>,
    Extension(asker): Extension<Asker>,
    Query(query): Query<PuzzleSolutionParameters>,
    text: Written,
) -> Answer {
    let metric = query.metric.as_deref().map_or(Ok(Metric::Finger), read)?;
    let (asked, _lease) = shared.asked(query.id, query.board, text)?;
    let question = asked.at(query.p.as_deref())?;
    if let Some(searched) = shared.service.puzzles().kept(&question) {
        return shared.json(searched.solution(&question, metric)?);
    }
    let share = shared.share();
    let search = move |service: &Service, _lease: Lease, effort: Effort<'_>| {
        service.puzzles().solution(&question, metric, effort)
    };
    shared.search(asker, share, search).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RushParameters {
    from: Option<u16>,
    to: Option<u16>,
    seed: Option<u64>,
}

/// A random Rush Hour puzzle.
#[derive(Serialize)]
struct RushRecord<'t> {
    /// In one line.
    board: &'t str,
    /// The fewest straight moves.
    moves: u16,
    /// Number of reachable positions.
    positions: u64,
}

pub(super) async fn rush(
    State(shared): State<Shared>,
    Query(RushParameters { from, to, seed }): Query<RushParameters>,
) -> Answer {
    let most = *SampledRush::lengths().end();
    let drawn = SampledRush::draw(from.unwrap_or(1)..=to.unwrap_or(most), seed.unwrap_or(0));
    let SampledRush { board, moves, positions } =
        drawn.map_err(|error| Refusal::NoAnswer(error.into()))?;
    shared.json(to_json(&RushRecord { board, moves: *moves, positions: *positions }))
}

impl Shared {
    /// The puzzle of a request: by its id, from a Rush Hour board in one line, or from the request's body.
    fn asked(
        &self,
        id: Option<String>,
        board: Option<String>,
        Written(text): Written,
    ) -> Result<(Asked, Option<Lease>), Refusal> {
        match (id, board, text) {
            (Some(id), None, None) => Ok((self.service.puzzles().find(&id)?, None)),
            (None, Some(board), None) => {
                let lease = self.answers.try_take(PUZZLE_BYTES).ok_or_else(Refusal::no_room)?;
                Ok((Asked::of_board(&board)?, Some(lease)))
            }
            (None, None, Some((text, lease))) => Ok((Asked::written(text)?, Some(lease))),
            (None, None, None) => {
                Err(Refusal::Bad(Fault::request("after the ?: id or board is missing")))
            }
            _ => Err(Refusal::Bad(Fault::request(
                "give one puzzle only: by id, by board, or in the body",
            ))),
        }
    }

    /// Answers from the cache or from a new search.
    async fn answer(
        self,
        asker: Asker,
        question: Question,
        answer: impl FnOnce(&Searched, &Question) -> Result<Vec<u8>, Refusal> + Send + 'static,
    ) -> Answer {
        if let Some(searched) = self.service.puzzles().kept(&question) {
            return self.json(answer(&searched, &question)?);
        }
        let share = self.share();
        let search = move |service: &Service, lease: Lease, effort: Effort<'_>| {
            let searched = service.puzzles().search(&question, lease, effort)?;
            answer(&searched, &question)
        };
        self.search(asker, share, search).await
    }
}
