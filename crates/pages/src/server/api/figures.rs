//! Requests for statistics of the piece sets, and for kept results.

use super::parameters::LastSegment;
use super::shared::{Answer, Shared};
use crate::answers::ask::Histogram;
use axum::extract::{OriginalUri, State};
use axum::http::header;
use axum::response::IntoResponse;

pub(super) async fn sets(State(shared): State<Shared>) -> Answer {
    shared.json(shared.service.sets())
}

pub(super) async fn set(State(shared): State<Shared>, LastSegment(set): LastSegment) -> Answer {
    shared.json(shared.service.set(&set)?)
}

pub(super) async fn openings(State(shared): State<Shared>) -> Answer {
    shared.json(shared.service.openings()?)
}

pub(super) async fn solved(State(shared): State<Shared>) -> Answer {
    shared.json(shared.service.solved())
}

pub(super) async fn solved_puzzle(
    State(shared): State<Shared>,
    LastSegment(id): LastSegment,
) -> Answer {
    shared.json(shared.service.solved_puzzle(&id)?)
}

pub(super) async fn about(State(shared): State<Shared>) -> Answer {
    shared.json(shared.service.about())
}

pub(super) async fn histogram(
    State(shared): State<Shared>,
    OriginalUri(uri): OriginalUri,
) -> Answer {
    let histogram = Histogram::read(uri.query())?;
    shared.svg(histogram.draw(shared.service.histogram(&histogram.set, histogram.metric)?))
}

pub(super) async fn csv(State(shared): State<Shared>, LastSegment(name): LastSegment) -> Answer {
    let body = shared.service.csv(&name)?;
    let attachment = format!("attachment; filename=\"{name}\"");
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, attachment),
    ];
    Ok((headers, body).into_response())
}
