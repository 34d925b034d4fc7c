//! Questions about the 4x5 family.

use super::parameters::{Request, read};
use super::reply::Reply;
use crate::answers::family::{Answers, MOST_LAYOUTS};
use crate::answers::fault::Fault;
use crate::answers::refusal::Refusal;
use crate::json::to_json;
use huarong_core::klotski;
use huarong_core::notation::Notation;
use huarong_core::rules::Metric;
use huarong_oracle::analysis::{DistanceRange, SampleQuery};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PositionParameters {
    p: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SolutionParameters {
    p: String,
    metric: Option<String>,
    to: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MapParameters {
    pub p: String,
    pub metric: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SampleParameters {
    set: String,
    metric: Option<String>,
    distance: Option<String>,
    count: Option<usize>,
    seed: Option<u64>,
    big_at_top: Option<bool>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ConvertParameters {
    p: String,
    to: String,
}

/// A metric of single pieces in an address; without one, finger moves.
pub(super) fn metric(text: Option<&str>) -> Result<Metric, Refusal> {
    match text.map_or(Ok(Metric::Finger), read)? {
        Metric::Multi => {
            let why = "the server counts moves of single pieces: the metrics are unit, straight and finger";
            Err(Refusal::Bad(Fault::request(why.to_owned())))
        }
        metric => Ok(metric),
    }
}

impl Answers {
    pub(super) fn ask_position(&self, request: Request<'_>) -> Result<Reply, Refusal> {
        let PositionParameters { p } = request.parameters()?;
        Ok(Reply::Json(self.position(&p)?))
    }

    pub(super) fn ask_solution(&self, request: Request<'_>) -> Result<Reply, Refusal> {
        let query: SolutionParameters = request.parameters()?;
        let metric = metric(query.metric.as_deref())?;
        let Some(to) = query.to else {
            // A solution by table needs no search.
            return Ok(Reply::Json(to_json(&self.solution(&query.p, metric)?)));
        };
        Ok(Reply::limited(None, move |answers, _, effort| {
            Ok(to_json(&answers.path_to(&query.p, &to, metric, effort)?))
        }))
    }

    pub(super) fn ask_component(&self, request: Request<'_>) -> Result<Reply, Refusal> {
        let PositionParameters { p } = request.parameters()?;
        Ok(Reply::limited(None, move |answers, _, effort| {
            Ok(to_json(&answers.component(&p, effort)?))
        }))
    }

    pub(super) fn ask_map(&self, request: Request<'_>) -> Result<Reply, Refusal> {
        let query: MapParameters = request.parameters()?;
        let metric = metric(query.metric.as_deref())?;
        Ok(Reply::limited(None, move |answers, _, effort| answers.map(&query.p, metric, effort)))
    }

    pub(super) fn ask_sample(&self, request: Request<'_>) -> Result<Reply, Refusal> {
        let query: SampleParameters = request.parameters()?;
        let count = query.count.unwrap_or(1);
        if !(1..=MOST_LAYOUTS).contains(&count) {
            return Err(Refusal::Bad(Fault::request(format!(
                "count must be from 1 to {MOST_LAYOUTS}"
            ))));
        }
        let wanted = SampleQuery {
            solutions: None,
            metric: metric(query.metric.as_deref())?,
            distance: query
                .distance
                .as_deref()
                .map_or_else(|| Ok(DistanceRange::WITHOUT_GOAL_POSITIONS), read)?,
            count,
            seed: query.seed.unwrap_or(0),
            at_top: query.big_at_top.unwrap_or(false).then_some(klotski::BIG),
        };
        Ok(Reply::limited(None, move |answers, _, effort| {
            Ok(to_json(&answers.sample(&query.set, &wanted, effort)?))
        }))
    }

    pub(super) fn ask_convert(&self, request: Request<'_>) -> Result<Reply, Refusal> {
        let query: ConvertParameters = request.parameters()?;
        let notation: Notation = read(&query.to)?;
        Ok(Reply::Json(to_json(&self.convert(&query.p, notation)?)))
    }

    pub(super) fn ask_picture(&self, request: Request<'_>) -> Result<Reply, Refusal> {
        let PositionParameters { p } = request.parameters()?;
        Ok(Reply::Svg(self.picture(&p)?))
    }
}
