//! Pictures and reports.

use super::klotski::PositionParameters;
use super::parameters::{LastSegment, Query, read};
use super::shared::{Answer, Shared};
use crate::drawing::histogram::Size;
use crate::server::fault::Fault;
use crate::server::refusal::Refusal;
use crate::sliding::rules::Metric;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use serde::Deserialize;

pub(super) async fn position_picture(
    State(shared): State<Shared>,
    Query(query): Query<PositionParameters>,
) -> Answer {
    shared.svg(shared.service.position_picture(&query.p)?)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HistogramParameters {
    set: String,
    metric: Option<String>,
    mark: Option<u16>,
    size: Option<String>,
}

pub(super) async fn histogram_picture(
    State(shared): State<Shared>,
    Query(query): Query<HistogramParameters>,
) -> Answer {
    let metric = query.metric.as_deref().map_or(Ok(Metric::Finger), read)?;
    let size = match query.size.as_deref() {
        None | Some("full") => Size::Full,
        Some("small") => Size::Small,
        Some(_) => return Err(Refusal::Bad(Fault::request("size must be full or small"))),
    };
    shared.svg(shared.service.histogram_picture(&query.set, metric, query.mark, size)?)
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
