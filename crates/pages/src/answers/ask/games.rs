//! Questions about two-player games.

use super::parameters::Request;
use super::reply::Reply;
use crate::answers::family::Answers;
use crate::answers::games::GameQuestion;
use crate::answers::gomoku;
use crate::answers::refusal::Refusal;
use huarong_core::effort::Effort;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GameParameters {
    game: String,
    misere: Option<bool>,
    p: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GomokuParameters {
    size: Option<u8>,
    rule: Option<String>,
    opening: Option<String>,
    moves: Option<String>,
    scores: Option<bool>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GomokuMoveParameters {
    size: Option<u8>,
    rule: Option<String>,
    opening: Option<String>,
    moves: Option<String>,
    level: Option<String>,
    seconds: Option<f64>,
}

impl Answers {
    pub(super) fn ask_game(&self, request: Request<'_>) -> Result<Reply, Refusal> {
        let GameParameters { game, misere, p } = request.parameters()?;
        let question = GameQuestion::new(&game, misere.unwrap_or(false), p.as_deref())?;
        if let Some(solved) = self.games().kept(&question) {
            return Ok(Reply::Json(solved.position(&question)?));
        }
        Ok(Reply::search(question.bytes(), move |answers, lease, client| {
            let effort =
                Effort { memory: lease.bytes(), observer: client.observer, ..Effort::UNLIMITED };
            answers.games().solve(&question, lease, effort)?.position(&question)
        }))
    }

    pub(super) fn ask_gomoku(&self, request: Request<'_>) -> Result<Reply, Refusal> {
        let GomokuParameters { size, rule, opening, moves, scores } = request.parameters()?;
        let size = size.unwrap_or(gomoku::USUAL_SIZE);
        let game = gomoku::game(size, rule.as_deref(), opening.as_deref(), moves.as_deref())?;
        Ok(Reply::Json(gomoku::state(&game, scores.unwrap_or(false))))
    }

    pub(super) fn ask_gomoku_move(&self, request: Request<'_>) -> Result<Reply, Refusal> {
        let query: GomokuMoveParameters = request.parameters()?;
        let GomokuMoveParameters { size, rule, opening, moves, level, seconds } = query;
        let size = size.unwrap_or(gomoku::USUAL_SIZE);
        let game = gomoku::game(size, rule.as_deref(), opening.as_deref(), moves.as_deref())?;
        Ok(Reply::search(gomoku::SEARCH_BYTES, move |_, _, client| {
            gomoku::answer(game, level.as_deref(), seconds, client.gone)
        }))
    }
}
