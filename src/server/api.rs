//! What is asked for by which address.

use super::guard::{self, guard};
use super::service::{MOST_LAYOUTS, Refusal, Service, SetRecord, to_json};
use crate::records::OpeningRecord;
use axum::Router;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{FromRequestParts, OriginalUri, Path, Query, State};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use huarong::drawing::histogram::Size;
use huarong::sliding::analysis::{DistanceRange, SampleQuery};
use huarong::sliding::klotski;
use huarong::sliding::notation::Notation;
use huarong::sliding::rules::Metric;
use rust_embed::Embed;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::net::SocketAddr;
use std::str::FromStr;
use std::sync::Arc;
use tokio::sync::Semaphore;

/// The pages and what they are made of.
#[derive(Embed)]
#[folder = "src/server/assets"]
#[include = "*.html"]
#[include = "*.js"]
#[include = "*.css"]
#[include = "*.svg"]
struct Assets;

const DESCRIPTION: &str = include_str!("openapi.json");
/// Longest text of a position.
const TEXT_BYTES: usize = 8 << 10;
/// Questions at a time that take more than a moment.
const SEARCHES: usize = 2;

/// What all requests share.
#[derive(Clone)]
struct Shared {
    service: &'static Service,
    searches: Arc<Semaphore>,
}

type Answer = Result<Response, Refusal>;

/// The server's addresses.
pub fn router(service: Service, address: SocketAddr) -> Router {
    // It is asked until the program ends.
    let service = Box::leak(Box::new(service));
    let shared = Shared { service, searches: Arc::new(Semaphore::new(SEARCHES)) };
    let api = Router::new()
        .route("/position", get(position))
        .route("/solution", get(solution))
        .route("/component", get(component))
        .route("/sets", get(sets))
        .route("/sets/{set}", get(set))
        .route("/openings", get(openings))
        .route("/sample", get(sample))
        .route("/convert", get(convert))
        .route("/about", get(about))
        .route("/openapi.json", get(description))
        .fallback(unknown);
    Router::new()
        .nest("/api/v1", api)
        .route("/svg/board", get(board))
        .route("/svg/histogram", get(histogram))
        .route("/csv/{name}", get(csv))
        .route("/assets/{name}", get(asset))
        .route("/", get(page))
        .route("/position", get(page))
        .route("/editor", get(page))
        .route("/openings", get(page))
        .route("/atlas", get(page))
        .route("/atlas/{set}", get(page))
        .route("/generator", get(page))
        .fallback(unknown)
        .with_state(shared)
        .layer(middleware::from_fn_with_state(address, guard))
}

/// What an address asks for after its `?`.
struct Asked<T>(T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Asked<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        if parts.uri.query().is_some_and(|query| query.len() > TEXT_BYTES) {
            return Err(Refusal::Bad(format!("more than {TEXT_BYTES} bytes after the ?")));
        }
        let asked: Result<Query<T>, QueryRejection> = Query::from_request_parts(parts, state).await;
        asked.map(|Query(asked)| Self(asked)).map_err(|error| {
            let words = error.body_text();
            let what = words.rsplit("query string: ").next().unwrap_or_default();
            Refusal::Bad(format!("after the ?: {what}; see /api/v1/openapi.json"))
        })
    }
}

/// The last part of an address.
struct Named(String);

impl<S: Send + Sync> FromRequestParts<S> for Named {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let named: Result<Path<String>, PathRejection> =
            Path::from_request_parts(parts, state).await;
        named.map(|Path(name)| Self(name)).map_err(|error| Refusal::Bad(error.body_text()))
    }
}

fn json(body: Vec<u8>) -> Answer {
    Ok(([(header::CONTENT_TYPE, "application/json")], body).into_response())
}

/// A metric, notation or other word of an address.
fn read<T: FromStr>(text: &str) -> Result<T, Refusal>
where
    T::Err: std::fmt::Display,
{
    text.parse().map_err(|error: T::Err| Refusal::Bad(error.to_string()))
}

impl Shared {
    /// Answers what takes more than a moment beside the threads that answer the rest, a few at a time.
    async fn search(self, answer: impl FnOnce(&Service) -> Answer + Send + 'static) -> Answer {
        let place = self.searches.acquire_owned().await;
        let service = self.service;
        let answer = move || {
            // It is taken until the search ends, even where the client no longer waits for it.
            let _place = place;
            answer(service)
        };
        let answered = tokio::task::spawn_blocking(answer).await;
        answered.map_err(|error| Refusal::Broken(error.into()))?
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PositionAsked {
    p: String,
}

async fn position(State(shared): State<Shared>, Asked(asked): Asked<PositionAsked>) -> Answer {
    json(shared.service.position(&asked.p)?)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SolutionAsked {
    p: String,
    metric: Option<String>,
    to: Option<String>,
}

async fn solution(State(shared): State<Shared>, Asked(asked): Asked<SolutionAsked>) -> Answer {
    let metric = asked.metric.as_deref().map_or(Ok(Metric::Finger), read)?;
    let answer = move |service: &Service| {
        json(to_json(&service.solution(&asked.p, metric, asked.to.as_deref())?))
    };
    shared.search(answer).await
}

async fn component(State(shared): State<Shared>, Asked(asked): Asked<PositionAsked>) -> Answer {
    shared.search(move |service| json(to_json(&service.component(&asked.p)?))).await
}

#[derive(Serialize)]
struct Sets<'t> {
    sets: Vec<SetRecord<'t>>,
}

async fn sets(State(shared): State<Shared>) -> Answer {
    json(to_json(&Sets { sets: shared.service.sets() }))
}

async fn set(State(shared): State<Shared>, Named(set): Named) -> Answer {
    json(to_json(&shared.service.full_set(&set)?))
}

#[derive(Serialize)]
struct Openings<'t> {
    openings: Vec<OpeningRecord<'t>>,
}

async fn openings(State(shared): State<Shared>) -> Answer {
    json(to_json(&Openings { openings: shared.service.openings()? }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SampleAsked {
    set: String,
    metric: Option<String>,
    distance: Option<String>,
    count: Option<usize>,
    seed: Option<u64>,
    big_at_top: Option<bool>,
}

async fn sample(State(shared): State<Shared>, Asked(asked): Asked<SampleAsked>) -> Answer {
    let count = asked.count.unwrap_or(1);
    if !(1..=MOST_LAYOUTS).contains(&count) {
        return Err(Refusal::Bad(format!("count is from 1 to {MOST_LAYOUTS}")));
    }
    let query = SampleQuery {
        metric: asked.metric.as_deref().map_or(Ok(Metric::Finger), read)?,
        distance: asked.distance.as_deref().map_or_else(|| Ok(DistanceRange::UNWON), read)?,
        count,
        seed: asked.seed.unwrap_or(0),
        at_top: asked.big_at_top.unwrap_or(false).then_some(klotski::BIG),
    };
    shared.search(move |service| json(to_json(&service.sample(&asked.set, &query)?))).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ConvertAsked {
    p: String,
    to: String,
}

async fn convert(State(shared): State<Shared>, Asked(asked): Asked<ConvertAsked>) -> Answer {
    let notation: Notation = read(&asked.to)?;
    json(to_json(&shared.service.convert(&asked.p, notation)?))
}

async fn about(State(shared): State<Shared>) -> Answer {
    json(to_json(&shared.service.about()))
}

async fn description() -> Answer {
    json(DESCRIPTION.into())
}

fn picture(svg: String) -> Answer {
    let headers =
        [(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, "max-age=3600")];
    Ok((headers, svg).into_response())
}

async fn board(State(shared): State<Shared>, Asked(asked): Asked<PositionAsked>) -> Answer {
    picture(shared.service.board(&asked.p)?)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HistogramAsked {
    set: String,
    metric: Option<String>,
    mark: Option<u16>,
    size: Option<String>,
}

async fn histogram(State(shared): State<Shared>, Asked(asked): Asked<HistogramAsked>) -> Answer {
    let metric = asked.metric.as_deref().map_or(Ok(Metric::Finger), read)?;
    let size = match asked.size.as_deref() {
        None | Some("full") => Size::Full,
        Some("small") => Size::Small,
        Some(_) => return Err(Refusal::Bad("size is full or small".to_owned())),
    };
    picture(shared.service.histogram(&asked.set, metric, asked.mark, size)?)
}

async fn csv(State(shared): State<Shared>, Named(name): Named) -> Answer {
    let body = shared.service.csv(&name)?;
    let attachment = format!("attachment; filename=\"{name}\"");
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, attachment),
    ];
    Ok((headers, body).into_response())
}

async fn page(headers: header::HeaderMap) -> Response {
    embedded("index.html", &headers)
}

async fn asset(Named(name): Named, headers: header::HeaderMap) -> Response {
    embedded(&name, &headers)
}

/// An embedded file, or word that the browser has it already.
fn embedded(name: &str, headers: &header::HeaderMap) -> Response {
    let Some(file) = Assets::get(name) else {
        return guard::error(StatusCode::NOT_FOUND, &format!("there is no file {name:?}"));
    };
    let tag: String =
        file.metadata.sha256_hash()[..8].iter().map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{tag}\"");
    let known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known == tag.as_str());
    if known {
        return (StatusCode::NOT_MODIFIED, [(header::ETAG, tag)]).into_response();
    }
    let kind = match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        _ => "image/svg+xml",
    };
    let headers = [(header::CONTENT_TYPE, kind.to_owned()), (header::ETAG, tag)];
    (headers, file.data).into_response()
}

async fn unknown(OriginalUri(uri): OriginalUri) -> Response {
    let words = format!("there is no {:?}; /api/v1/openapi.json lists what there is", uri.path());
    guard::error(StatusCode::NOT_FOUND, &words)
}
