//! Descriptions of puzzles: of all with names, of one, and of random Rush Hour puzzles.

use super::ask::{Reply, Request};
use super::request_error::RequestError;
use super::sources::Answers;
use crate::json::{PuzzleRecord, list_to_json, to_json};
use huarong_lab::library::SampledRush;
use serde::Serialize;

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
    pub(super) fn ask_puzzles(&self, _: &Request<'_>) -> Result<Reply, RequestError> {
        let named = self.puzzles.iter();
        let records = named.map(|puzzle| PuzzleRecord::new(puzzle.id, None, &puzzle.file));
        Ok(Reply::Json(list_to_json("puzzles", records)))
    }

    pub(super) fn ask_puzzle(&self, request: &Request<'_>) -> Result<Reply, RequestError> {
        let [id, board] = request.parameters(["id", "board"])?;
        let puzzle = self.puzzle_of(request, &id, &board)?;
        Ok(Reply::Json(to_json(&PuzzleRecord::new(
            puzzle.id,
            puzzle.toml.as_deref(),
            &puzzle.file,
        ))))
    }

    pub(super) fn ask_rush(&self, request: &Request<'_>) -> Result<Reply, RequestError> {
        let [from, to, seed] = request.parameters(["from", "to", "seed"])?;
        let (from, to) = (from.value()?.unwrap_or(1), to.value()?);
        let lengths = from..=to.unwrap_or(*SampledRush::lengths().end());
        let drawn = SampledRush::draw(lengths, seed.value()?.unwrap_or(0));
        let SampledRush { board, distance, reachable, .. } =
            drawn.map_err(RequestError::no_answer)?;
        let record = RushRecord { start: board, distance: *distance, reachable: *reachable };
        Ok(Reply::Json(to_json(&record)))
    }
}
