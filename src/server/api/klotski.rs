//! Requests about the 4x5 family.

use super::parameters::{LastSegment, Query, read};
use super::shared::{Answer, Shared};
use crate::effort::Effort;
use crate::json::{OpeningRecord, to_json};
use crate::server::connections::Asker;
use crate::server::fault::Fault;
use crate::server::memory::Lease;
use crate::server::refusal::Refusal;
use crate::server::service::{MOST_LAYOUTS, Service, SetRecord};
use crate::sliding::analysis::{DistanceRange, SampleQuery};
use crate::sliding::klotski;
use crate::sliding::notation::Notation;
use crate::sliding::rules::Metric;
use axum::extract::{Extension, State};
use serde::{Deserialize, Serialize};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PositionParameters {
    pub p: String,
}

pub(super) async fn position(
    State(shared): State<Shared>,
    Query(query): Query<PositionParameters>,
) -> Answer {
    shared.json(shared.service.position(&query.p)?)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SolutionParameters {
    p: String,
    metric: Option<String>,
    to: Option<String>,
}

pub(super) async fn solution(
    State(shared): State<Shared>,
    Extension(asker): Extension<Asker>,
    Query(query): Query<SolutionParameters>,
) -> Answer {
    let metric = query.metric.as_deref().map_or(Ok(Metric::Finger), read)?;
    let Some(to) = query.to else {
        // A solution by table needs no search.
        return shared.json(to_json(&shared.service.solution(&query.p, metric)?));
    };
    let answer = move |service: &Service, _: Lease, effort: Effort<'_>| {
        Ok(to_json(&service.path_to(&query.p, &to, metric, effort)?))
    };
    let share = shared.share();
    shared.search(asker, share, answer).await
}

pub(super) async fn component(
    State(shared): State<Shared>,
    Extension(asker): Extension<Asker>,
    Query(query): Query<PositionParameters>,
) -> Answer {
    let answer = move |service: &Service, _: Lease, effort: Effort<'_>| {
        Ok(to_json(&service.component(&query.p, effort)?))
    };
    let share = shared.share();
    shared.search(asker, share, answer).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MapParameters {
    p: String,
    metric: Option<String>,
}

pub(super) async fn map(
    State(shared): State<Shared>,
    Extension(asker): Extension<Asker>,
    Query(query): Query<MapParameters>,
) -> Answer {
    let metric = query.metric.as_deref().map_or(Ok(Metric::Finger), read)?;
    let answer = move |service: &Service, _: Lease, effort: Effort<'_>| {
        Ok(to_json(&service.map(&query.p, metric, effort)?))
    };
    let share = shared.share();
    shared.search(asker, share, answer).await
}

#[derive(Serialize)]
pub(super) struct Sets<'t> {
    sets: Vec<SetRecord<'t>>,
}

pub(super) async fn sets(State(shared): State<Shared>) -> Answer {
    shared.json(to_json(&Sets { sets: shared.service.sets() }))
}

pub(super) async fn set(State(shared): State<Shared>, LastSegment(set): LastSegment) -> Answer {
    shared.json(to_json(&shared.service.full_set(&set)?))
}

#[derive(Serialize)]
pub(super) struct Openings<'t> {
    openings: Vec<OpeningRecord<'t>>,
}

pub(super) async fn openings(State(shared): State<Shared>) -> Answer {
    shared.json(to_json(&Openings { openings: shared.service.openings()? }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SampleParameters {
    set: String,
    metric: Option<String>,
    distance: Option<String>,
    count: Option<usize>,
    seed: Option<u64>,
    big_at_top: Option<bool>,
}

pub(super) async fn sample(
    State(shared): State<Shared>,
    Extension(asker): Extension<Asker>,
    Query(query): Query<SampleParameters>,
) -> Answer {
    let count = query.count.unwrap_or(1);
    if !(1..=MOST_LAYOUTS).contains(&count) {
        return Err(Refusal::Bad(Fault::request(format!(
            "count must be from 1 to {MOST_LAYOUTS}"
        ))));
    }
    let wanted = SampleQuery {
        solutions: None,
        metric: query.metric.as_deref().map_or(Ok(Metric::Finger), read)?,
        distance: query
            .distance
            .as_deref()
            .map_or_else(|| Ok(DistanceRange::WITHOUT_GOAL_POSITIONS), read)?,
        count,
        seed: query.seed.unwrap_or(0),
        at_top: query.big_at_top.unwrap_or(false).then_some(klotski::BIG),
    };
    let answer = move |service: &Service, _: Lease, effort: Effort<'_>| {
        Ok(to_json(&service.sample(&query.set, &wanted, effort)?))
    };
    let share = shared.share();
    shared.search(asker, share, answer).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ConvertParameters {
    p: String,
    to: String,
}

pub(super) async fn convert(
    State(shared): State<Shared>,
    Query(query): Query<ConvertParameters>,
) -> Answer {
    let notation: Notation = read(&query.to)?;
    shared.json(to_json(&shared.service.convert(&query.p, notation)?))
}

pub(super) async fn about(State(shared): State<Shared>) -> Answer {
    shared.json(to_json(&shared.service.about()))
}
