//! Questions about the difficulty of positions and puzzles. Only the server answers them: they would make the WebAssembly
//! module much larger.

use super::family::{MapParameters, metric};
use super::parameters::Request;
use super::puzzles::{PuzzleMapParameters, PuzzlePositionParameters};
use super::reply::Reply;
use crate::answers::difficulty::{MEASURE_BYTES, measures};
use crate::answers::family::Answers;
use crate::answers::refusal::Refusal;
use crate::answers::variants::VARIANTS_BYTES;
use huarong_core::rules::{Arrangement, Metric, Puzzle};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct VariantsParameters {
    id: Option<String>,
    board: Option<String>,
    metric: Option<String>,
}

impl Answers {
    pub(super) fn ask_difficulty(&self, request: Request<'_>) -> Result<Reply, Refusal> {
        let MapParameters { p, metric: text } = request.parameters()?;
        let metric = metric(text.as_deref())?;
        let (_, position) = self.read(&p)?;
        Ok(self.measuring(self.puzzle().clone(), position, metric))
    }

    pub(super) fn ask_puzzle_difficulty(&self, request: Request<'_>) -> Result<Reply, Refusal> {
        let PuzzleMapParameters { id, board, p, metric: text } = request.parameters()?;
        let metric = metric(text.as_deref())?;
        let query = PuzzlePositionParameters { id, board, p };
        let (question, _lease) = self.question(query, request.text)?;
        let (puzzle, position) = question.into_position();
        Ok(self.measuring(puzzle, (*position).clone(), metric))
    }

    pub(super) fn ask_puzzle_variants(&self, request: Request<'_>) -> Result<Reply, Refusal> {
        let VariantsParameters { id, board, metric: text } = request.parameters()?;
        let metric = metric(text.as_deref())?;
        let (asked, _lease) = self.asked(id, board, request.text)?;
        Ok(Reply::limited(Some(VARIANTS_BYTES), move |_, _, effort| asked.harder(metric, effort)))
    }

    /// The measures of a position: of a kept landscape, or of one that is explored.
    fn measuring(&self, puzzle: Puzzle, position: Arrangement, metric: Metric) -> Reply {
        match self.landscapes().kept(&puzzle, &position, metric) {
            Some(landscape) => Reply::limited(Some(MEASURE_BYTES), move |_, _, effort| {
                measures(&landscape, &position, effort)
            }),
            None => Reply::limited(None, move |answers, lease, effort| {
                let known = answers.landscapes();
                let landscape = known.explore(&puzzle, &position, metric, lease, effort)?;
                measures(&landscape, &position, effort.at_most(MEASURE_BYTES))
            }),
        }
    }
}
