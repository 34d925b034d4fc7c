//! Requests for answers.

use super::parameters::{LastSegment, PuzzleText};
use super::shared::{ApiResult, Shared};
use crate::answers::{Histogram, Request, RequestError};
use crate::server::connections::Asker;
use crate::server::service::Service;
use axum::extract::{Extension, OriginalUri, State};
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::{MethodRouter, get};

/// An answer that is always the same.
pub(super) fn fixed(answer: fn(&Service) -> Result<Vec<u8>, RequestError>) -> MethodRouter<Shared> {
    get(async move |State(shared): State<Shared>| shared.json(answer(&shared.service)?))
}

/// An answer about what the last segment of an address names.
pub(super) fn named(
    answer: fn(&Service, &str) -> Result<Vec<u8>, RequestError>,
) -> MethodRouter<Shared> {
    get(async move |State(shared): State<Shared>, LastSegment(name): LastSegment| {
        shared.json(answer(&shared.service, &name)?)
    })
}

/// A question that needs no statistics of piece sets.
pub(super) async fn question(
    State(shared): State<Shared>,
    Extension(asker): Extension<Asker>,
    OriginalUri(uri): OriginalUri,
    PuzzleText(text): PuzzleText,
) -> ApiResult {
    let request = Request { path: uri.path(), query: uri.query(), text };
    let reply = shared.service.answers().ask(&request)?;
    shared.send(asker, reply).await
}

pub(super) async fn histogram(
    State(shared): State<Shared>,
    OriginalUri(uri): OriginalUri,
) -> ApiResult {
    let request = Request { path: uri.path(), query: uri.query(), text: None };
    let histogram = Histogram::read(&request)?;
    shared.svg(histogram.draw(shared.service.histogram(&histogram.set, histogram.metric)?))
}

pub(super) async fn csv(State(shared): State<Shared>, LastSegment(name): LastSegment) -> ApiResult {
    let body = shared.service.csv(&name)?;
    let attachment = format!("attachment; filename=\"{name}\"");
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, attachment),
    ];
    Ok((headers, body).into_response())
}
