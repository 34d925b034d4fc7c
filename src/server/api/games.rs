//! Requests about two-player games.

use super::parameters::Query;
use super::shared::{Answer, Shared};
use crate::effort::Effort;
use crate::server::connections::Asker;
use crate::server::games::GameQuestion;
use crate::server::gomoku;
use crate::server::memory::Lease;
use crate::server::service::Service;
use axum::extract::{Extension, State};
use serde::Deserialize;
use std::sync::atomic::AtomicBool;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GameParameters {
    game: String,
    misere: Option<bool>,
    p: Option<String>,
}

pub(super) async fn game(
    State(shared): State<Shared>,
    Extension(asker): Extension<Asker>,
    Query(query): Query<GameParameters>,
) -> Answer {
    let GameParameters { game, misere, p } = query;
    let question = GameQuestion::new(&game, misere.unwrap_or(false), p.as_deref())?;
    if let Some(solved) = shared.service.games().kept(&question) {
        return shared.json(solved.position(&question)?);
    }
    let bytes = question.bytes();
    let answer = move |service: &Service, lease: Lease, effort: Effort<'_>| {
        service.games().solve(&question, lease, effort)?.position(&question)
    };
    shared.search(asker, bytes, answer).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GomokuParameters {
    size: Option<u8>,
    rule: Option<String>,
    opening: Option<String>,
    moves: Option<String>,
    scores: Option<bool>,
}

pub(super) async fn gomoku_game(
    State(shared): State<Shared>,
    Query(query): Query<GomokuParameters>,
) -> Answer {
    let GomokuParameters { size, rule, opening, moves, scores } = query;
    let size = size.unwrap_or(gomoku::USUAL_SIZE);
    let game = gomoku::game(size, rule.as_deref(), opening.as_deref(), moves.as_deref())?;
    shared.json(gomoku::state(&game, scores.unwrap_or(false)))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GomokuMoveParameters {
    size: Option<u8>,
    rule: Option<String>,
    opening: Option<String>,
    moves: Option<String>,
    level: Option<String>,
    seconds: Option<f64>,
}

pub(super) async fn gomoku_move(
    State(shared): State<Shared>,
    Extension(asker): Extension<Asker>,
    Query(query): Query<GomokuMoveParameters>,
) -> Answer {
    let GomokuMoveParameters { size, rule, opening, moves, level, seconds } = query;
    let size = size.unwrap_or(gomoku::USUAL_SIZE);
    let game = gomoku::game(size, rule.as_deref(), opening.as_deref(), moves.as_deref())?;
    let answer =
        move |stop: &AtomicBool, _: Lease| gomoku::answer(game, level.as_deref(), seconds, stop);
    let answer = shared.searches.run(&asker, gomoku::SEARCH_BYTES, answer).await??;
    shared.json(answer)
}
