//! Questions about other puzzles: from the library, from Rush Hour boards in one line, or in the request body.

use super::family::metric;
use super::parameters::Request;
use super::reply::Reply;
use crate::answers::family::Answers;
use crate::answers::fault::Fault;
use crate::answers::memory::Lease;
use crate::answers::puzzles::{Asked, COUNT_BYTES, PuzzleRecord, Question};
use crate::answers::refusal::Refusal;
use crate::json::to_json;
use huarong_lab::library::SampledRush;
use serde::{Deserialize, Serialize};

#[derive(Serialize)]
struct PuzzleList<'t> {
    puzzles: Vec<PuzzleRecord<'t>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PuzzleParameters {
    id: Option<String>,
    board: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PuzzlePositionParameters {
    pub id: Option<String>,
    pub board: Option<String>,
    pub p: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PuzzleSolutionParameters {
    id: Option<String>,
    board: Option<String>,
    p: Option<String>,
    metric: Option<String>,
    to: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PuzzleMapParameters {
    pub id: Option<String>,
    pub board: Option<String>,
    pub p: Option<String>,
    pub metric: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RushParameters {
    from: Option<u16>,
    to: Option<u16>,
    seed: Option<u64>,
}

/// A random Rush Hour puzzle.
#[derive(Serialize)]
struct RushRecord<'t> {
    /// In one line.
    start: &'t str,
    /// In straight moves.
    distance: u16,
    /// Number of reachable positions, including the start.
    reachable: u64,
}

impl Answers {
    pub(super) fn ask_puzzles(&self, _: Request<'_>) -> Result<Reply, Refusal> {
        Ok(Reply::Json(to_json(&PuzzleList { puzzles: self.puzzles().all() })))
    }

    pub(super) fn ask_puzzle(&self, request: Request<'_>) -> Result<Reply, Refusal> {
        let PuzzleParameters { id, board } = request.parameters()?;
        let (asked, _lease) = self.asked(id, board, request.text)?;
        Ok(Reply::Json(asked.to_json()))
    }

    pub(super) fn ask_puzzle_position(&self, request: Request<'_>) -> Result<Reply, Refusal> {
        let query: PuzzlePositionParameters = request.parameters()?;
        let (question, _lease) = self.question(query, request.text)?;
        if let Some(searched) = self.puzzles().kept(&question) {
            return Ok(Reply::Json(searched.position(&question)?));
        }
        Ok(Reply::limited(None, move |answers, lease, effort| {
            answers.puzzles().search(&question, lease, effort)?.position(&question)
        }))
    }

    pub(super) fn ask_puzzle_solution(&self, request: Request<'_>) -> Result<Reply, Refusal> {
        let PuzzleSolutionParameters { id, board, p, metric: text, to } = request.parameters()?;
        let metric = metric(text.as_deref())?;
        let query = PuzzlePositionParameters { id, board, p };
        let (question, _lease) = self.question(query, request.text)?;
        Ok(match (to, self.puzzles().kept(&question)) {
            (Some(to), _) => {
                Reply::limited(None, move |_, _, effort| question.path_to(&to, metric, effort))
            }
            (None, Some(searched)) => Reply::limited(Some(COUNT_BYTES), move |_, _, effort| {
                searched.solution(&question, metric, effort)
            }),
            (None, None) => Reply::limited(None, move |answers, _, effort| {
                answers.puzzles().solution(&question, metric, effort)
            }),
        })
    }

    pub(super) fn ask_puzzle_component(&self, request: Request<'_>) -> Result<Reply, Refusal> {
        let query: PuzzlePositionParameters = request.parameters()?;
        let (question, _lease) = self.question(query, request.text)?;
        let kept = self.puzzles().kept(&question);
        if let Some(searched) = kept.filter(|searched| searched.is_component()) {
            return Ok(Reply::Json(searched.component(&question)));
        }
        Ok(Reply::limited(None, move |answers, lease, effort| {
            answers.puzzles().component(&question, lease, effort)
        }))
    }

    pub(super) fn ask_puzzle_map(&self, request: Request<'_>) -> Result<Reply, Refusal> {
        let PuzzleMapParameters { id, board, p, metric: text } = request.parameters()?;
        let metric = metric(text.as_deref())?;
        let query = PuzzlePositionParameters { id, board, p };
        let (question, _lease) = self.question(query, request.text)?;
        Ok(Reply::limited(None, move |_, _, effort| question.map(metric, effort)))
    }

    pub(super) fn ask_rush(&self, request: Request<'_>) -> Result<Reply, Refusal> {
        let RushParameters { from, to, seed } = request.parameters()?;
        let most = *SampledRush::lengths().end();
        let drawn = SampledRush::draw(from.unwrap_or(1)..=to.unwrap_or(most), seed.unwrap_or(0));
        let SampledRush { board, distance, reachable, .. } =
            drawn.map_err(|error| Refusal::NoAnswer(error.into()))?;
        let record = RushRecord { start: board, distance: *distance, reachable: *reachable };
        Ok(Reply::Json(to_json(&record)))
    }

    /// The position of a puzzle in a request.
    pub(super) fn question(
        &self,
        PuzzlePositionParameters { id, board, p }: PuzzlePositionParameters,
        text: Option<(String, Lease)>,
    ) -> Result<(Question, Option<Lease>), Refusal> {
        let (asked, lease) = self.asked(id, board, text)?;
        Ok((asked.at(p.as_deref())?, lease))
    }

    /// The puzzle of a request: by its id, from a Rush Hour board in one line, or from the request's body.
    pub(super) fn asked(
        &self,
        id: Option<String>,
        board: Option<String>,
        text: Option<(String, Lease)>,
    ) -> Result<(Asked, Option<Lease>), Refusal> {
        match (id, board, text) {
            (Some(id), None, None) => Ok((self.puzzles().find(&id)?, None)),
            (None, Some(board), None) => {
                let lease = self.room_for_puzzle()?;
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
}
