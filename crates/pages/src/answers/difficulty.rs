//! Measures of how hard a position is for people. Only the server answers these questions: they would make the WebAssembly
//! module much larger.

use super::ask::{Reply, Request};
use super::memory::{Kept, Lease};
use super::request_error::RequestError;
use super::sources::Answers;
use crate::json::to_json;
use huarong_core::effort::Effort;
use huarong_core::position::Position;
use huarong_core::rules::Metric;
use huarong_lab::difficulty::{Difficulty, Landscape};
use huarong_oracle::analysis::Reachable;
use serde::Serialize;
use std::sync::Arc;

const MOST_POSITIONS: u32 = 300_000;
/// Bytes for the measures of a position in a known landscape.
const MEASURE_BYTES: u64 = 64 << 20;

#[derive(Serialize)]
struct MeasuredRecord {
    position: String,
    metric: &'static str,
    /// None if the position cannot reach the goal.
    difficulty: Option<Difficulty>,
}

impl Answers {
    /// The measures of a position: of a kept landscape, or of one that is explored.
    pub(super) fn ask_difficulty(&self, request: &Request<'_>) -> Result<Reply, RequestError> {
        let (about, [metric]) = request.about_position(["metric"])?;
        let metric = metric.metric()?;
        let position = self.question(request, &about)?.position;
        let kept = self.results.find(|kept: &Landscape| {
            kept.metric() == metric
                && kept.puzzle() == position.puzzle()
                && kept.contains(&position)
        });
        Ok(match kept {
            Some(landscape) => Reply::limited(Some(MEASURE_BYTES), move |_, _, effort| {
                measures(&landscape, &position, effort)
            }),
            None => Reply::limited(None, move |answers, lease, effort| {
                let landscape = answers.explore_landscape(&position, metric, lease, effort)?;
                measures(&landscape, &position, effort.at_most(MEASURE_BYTES))
            }),
        })
    }

    /// Explores the landscape of a position, and keeps it in the memory of the lease, which is the limit of the effort.
    fn explore_landscape(
        &self,
        position: &Position,
        metric: Metric,
        mut lease: Lease,
        effort: Effort<'_>,
    ) -> Result<Arc<Kept<Landscape>>, RequestError> {
        let reachable = Reachable::explore(position.puzzle(), position, MOST_POSITIONS, effort)?;
        let landscape = Landscape::new(reachable, metric, effort)?;
        lease.shrink(landscape.bytes() + MEASURE_BYTES);
        Ok(self.results.keep(landscape, lease))
    }
}

/// The measures of a position of a landscape, as JSON.
fn measures(
    landscape: &Landscape,
    position: &Position,
    effort: Effort<'_>,
) -> Result<Vec<u8>, RequestError> {
    let difficulty = landscape.difficulty(position, effort)?;
    let (position, metric) = (position.to_string(), landscape.metric().name());
    Ok(to_json(&MeasuredRecord { position, metric, difficulty }))
}
