//! What is asked for by which address.

use super::connections::Asker;
use super::fault::Fault;
use super::games::GameQuestion;
use super::gomoku;
use super::guard::{self, Guard, guard};
use super::limits::Limits;
use super::memory::{Lease, Memory, Rooms};
use super::puzzles::{self, Asked, PuzzleRecord, Question, Searched};
use super::searches::Searches;
use super::service::{MOST_LAYOUTS, Refusal, Service, SetRecord, to_json};
use crate::drawing::histogram::Size;
use crate::effort::{Effort, Progress};
use crate::records::OpeningRecord;
use crate::sliding::analysis::{DistanceRange, SampleQuery};
use crate::sliding::klotski;
use crate::sliding::notation::Notation;
use crate::sliding::rules::Metric;
use axum::Router;
use axum::body::{self, Bytes};
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{
    self, Extension, FromRequest, FromRequestParts, OriginalUri, Path, Request, State,
};
use axum::http::request::Parts;
use axum::http::{Method, StatusCode, header};
use axum::middleware;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use rust_embed::Embed;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::time::timeout;

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
/// Longest text of a puzzle.
const PUZZLE_BYTES: usize = 64 << 10;
/// Where a page is shown.
const PAGES: [&str; 11] = [
    "/position",
    "/map",
    "/editor",
    "/openings",
    "/atlas",
    "/atlas/{set}",
    "/generator",
    "/puzzles",
    "/puzzles/{puzzle}",
    "/games",
    "/gomoku",
];

/// What all requests share.
#[derive(Clone)]
struct Shared {
    service: Arc<Service>,
    searches: Arc<Searches>,
    /// For answers until they are sent, and for questions that are sent along.
    answers: Arc<Memory>,
    text_time: Duration,
}

type Answer = Result<Response, Refusal>;

/// The server's addresses.
pub fn router(service: Service, rooms: Rooms, limits: Limits, guarding: Guard) -> Router {
    let Rooms { searches, answers } = rooms;
    let (service, searches) = (Arc::new(service), Arc::new(Searches::new(searches, limits)));
    let shared = Shared { service, searches, answers, text_time: limits.text_time };
    let api = Router::new()
        .route("/position", get(position))
        .route("/solution", get(solution))
        .route("/component", get(component))
        .route("/map", get(map))
        .route("/sets", get(sets))
        .route("/sets/{set}", get(set))
        .route("/openings", get(openings))
        .route("/sample", get(sample))
        .route("/puzzles", get(puzzles))
        .route("/puzzle", get(puzzle).post(puzzle))
        .route("/puzzle/position", get(puzzle_position).post(puzzle_position))
        .route("/puzzle/solution", get(puzzle_solution).post(puzzle_solution))
        .route("/game", get(game))
        .route("/gomoku", get(gomoku_game))
        .route("/gomoku/move", get(gomoku_move))
        .route("/convert", get(convert))
        .route("/about", get(about))
        .route("/openapi.json", get(description))
        .fallback(unknown);
    let pages = PAGES.iter().fold(Router::new().route("/", get(page)), |pages, path| {
        pages.route(path, get(page)).route(&format!("{path}/"), get(without_slash))
    });
    pages
        .nest("/api/v1", api)
        .route("/svg/board", get(position_picture))
        .route("/svg/histogram", get(histogram_picture))
        .route("/csv/{name}", get(csv))
        .route("/assets/{name}", get(asset))
        .fallback(unknown)
        .with_state(shared)
        .layer(middleware::from_fn_with_state(guarding, guard))
}

/// The parameters after the `?` of an address.
struct Query<T>(T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        if parts.uri.query().is_some_and(|query| query.len() > TEXT_BYTES) {
            return Err(Refusal::Bad(Fault::request(format!(
                "more than {TEXT_BYTES} bytes after the ?"
            ))));
        }
        let read: Result<extract::Query<T>, QueryRejection> =
            extract::Query::from_request_parts(parts, state).await;
        read.map(|extract::Query(query)| Self(query)).map_err(|error| {
            let message = error.body_text();
            let what = message.rsplit("query string: ").next().unwrap_or_default();
            Refusal::Bad(Fault::request(format!("after the ?: {what}; see /api/v1/openapi.json")))
        })
    }
}

/// The last segment of an address.
struct LastSegment(String);

impl<S: Send + Sync> FromRequestParts<S> for LastSegment {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let segment: Result<Path<String>, PathRejection> =
            Path::from_request_parts(parts, state).await;
        segment
            .map(|Path(segment)| Self(segment))
            .map_err(|error| Refusal::Bad(Fault::new("no-text", error.body_text())))
    }
}

/// The text of a puzzle that is sent along, with memory for what it says; nothing with GET and HEAD.
struct Written(Option<(String, Lease)>);

impl FromRequest<Shared> for Written {
    type Rejection = Refusal;

    async fn from_request(request: Request, shared: &Shared) -> Result<Self, Refusal> {
        if request.method() != Method::POST {
            return Ok(Self(None));
        }
        let lease = shared.answers.try_take(puzzles::PUZZLE_BYTES).ok_or_else(Refusal::no_room)?;
        let refused = |why: String| Refusal::Bad(Fault::request(why));
        let body = body::to_bytes(request.into_body(), PUZZLE_BYTES);
        let body = timeout(shared.text_time, body).await;
        let body = body.map_err(|_| refused("the text of the puzzle does not come".to_owned()))?;
        let body = body.map_err(|_| {
            refused(format!("the text of a puzzle has at most {PUZZLE_BYTES} bytes"))
        })?;
        let text = String::from_utf8(body.into());
        text.map(|text| Self(Some((text, lease))))
            .map_err(|_| refused("the text of the puzzle is not UTF-8".to_owned()))
    }
}

/// An answer with the memory that it takes until it is sent.
struct Leased {
    body: Vec<u8>,
    _lease: Lease,
}

impl AsRef<[u8]> for Leased {
    fn as_ref(&self) -> &[u8] {
        &self.body
    }
}

/// A metric, notation or other word of an address.
fn read<T: FromStr>(text: &str) -> Result<T, Refusal>
where
    T::Err: std::fmt::Display,
{
    text.parse().map_err(|error: T::Err| Refusal::Bad(Fault::request(error.to_string())))
}

impl Shared {
    /// The body of an answer, if there is memory for it until it is sent.
    fn body(&self, body: Vec<u8>) -> Result<Bytes, Refusal> {
        let lease = self.answers.try_take(body.capacity() as u64).ok_or_else(Refusal::no_room)?;
        Ok(Bytes::from_owner(Leased { body, _lease: lease }))
    }

    fn json(&self, body: Vec<u8>) -> Answer {
        let body = self.body(body)?;
        Ok(([(header::CONTENT_TYPE, "application/json")], body).into_response())
    }

    fn svg(&self, picture: String) -> Answer {
        let body = self.body(picture.into())?;
        let headers =
            [(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, "max-age=3600")];
        Ok((headers, body).into_response())
    }

    /// Answers what takes a search. The search has the memory of a lease, as its effort says, too.
    async fn search(
        self,
        asker: Asker,
        bytes: u64,
        answer: impl FnOnce(&Service, Lease, Effort<'_>) -> Result<Vec<u8>, Refusal> + Send + 'static,
    ) -> Answer {
        let service = self.service.clone();
        let answer = move |stop: &AtomicBool, lease: Lease| {
            let watch = |_: Progress<'_>| match stop.load(Ordering::Relaxed) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            };
            let memory = lease.bytes();
            answer(&service, lease, Effort { memory, watch: &watch })
        };
        self.json(self.searches.run(&asker, bytes, answer).await??)
    }

    /// Bytes for a search of which is not known how many it takes.
    fn share(&self) -> u64 {
        self.searches.share().min(puzzles::SEARCH_BYTES)
    }

    /// The puzzle that is asked about: the one sent along, or one by its name.
    fn asked(
        &self,
        id: Option<String>,
        Written(text): Written,
    ) -> Result<(Asked, Option<Lease>), Refusal> {
        match (id, text) {
            (None, Some((text, lease))) => Ok((Asked::written(text)?, Some(lease))),
            (Some(id), None) => Ok((self.service.puzzles().find(&id)?, None)),
            (None, None) => Err(Refusal::Bad(Fault::request("after the ?: id is missing"))),
            (Some(_), Some(_)) => {
                Err(Refusal::Bad(Fault::request("a puzzle is sent along and another asked for")))
            }
        }
    }

    /// Answers from what was searched before, or else from a search.
    async fn answer(
        self,
        asker: Asker,
        question: Question,
        answer: impl FnOnce(&Searched, &Question) -> Result<Vec<u8>, Refusal> + Send + 'static,
    ) -> Answer {
        if let Some(searched) = self.service.puzzles().kept(&question) {
            return self.json(answer(&searched, &question)?);
        }
        let share = self.share();
        let search = move |service: &Service, lease: Lease, effort: Effort<'_>| {
            let searched = service.puzzles().search(&question, lease, effort)?;
            answer(&searched, &question)
        };
        self.search(asker, share, search).await
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PositionParameters {
    p: String,
}

async fn position(State(shared): State<Shared>, Query(query): Query<PositionParameters>) -> Answer {
    shared.json(shared.service.position(&query.p)?)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SolutionParameters {
    p: String,
    metric: Option<String>,
    to: Option<String>,
}

async fn solution(
    State(shared): State<Shared>,
    Extension(asker): Extension<Asker>,
    Query(query): Query<SolutionParameters>,
) -> Answer {
    let metric = query.metric.as_deref().map_or(Ok(Metric::Finger), read)?;
    let Some(to) = query.to else {
        // A walk down a table is a look-up.
        return shared.json(to_json(&shared.service.solution(&query.p, metric)?));
    };
    let answer = move |service: &Service, _: Lease, effort: Effort<'_>| {
        Ok(to_json(&service.way(&query.p, &to, metric, effort)?))
    };
    let share = shared.share();
    shared.search(asker, share, answer).await
}

async fn component(
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
struct MapParameters {
    p: String,
    metric: Option<String>,
}

async fn map(
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
struct Sets<'t> {
    sets: Vec<SetRecord<'t>>,
}

async fn sets(State(shared): State<Shared>) -> Answer {
    shared.json(to_json(&Sets { sets: shared.service.sets() }))
}

async fn set(State(shared): State<Shared>, LastSegment(set): LastSegment) -> Answer {
    shared.json(to_json(&shared.service.full_set(&set)?))
}

#[derive(Serialize)]
struct Openings<'t> {
    openings: Vec<OpeningRecord<'t>>,
}

async fn openings(State(shared): State<Shared>) -> Answer {
    shared.json(to_json(&Openings { openings: shared.service.openings()? }))
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

async fn sample(
    State(shared): State<Shared>,
    Extension(asker): Extension<Asker>,
    Query(query): Query<SampleParameters>,
) -> Answer {
    let count = query.count.unwrap_or(1);
    if !(1..=MOST_LAYOUTS).contains(&count) {
        return Err(Refusal::Bad(Fault::request(format!("count is from 1 to {MOST_LAYOUTS}"))));
    }
    let wanted = SampleQuery {
        metric: query.metric.as_deref().map_or(Ok(Metric::Finger), read)?,
        distance: query.distance.as_deref().map_or_else(|| Ok(DistanceRange::UNWON), read)?,
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

#[derive(Serialize)]
struct PuzzleList<'t> {
    puzzles: Vec<PuzzleRecord<'t>>,
}

async fn puzzles(State(shared): State<Shared>) -> Answer {
    shared.json(to_json(&PuzzleList { puzzles: shared.service.puzzles().all() }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PuzzleParameters {
    id: Option<String>,
}

async fn puzzle(
    State(shared): State<Shared>,
    Query(query): Query<PuzzleParameters>,
    text: Written,
) -> Answer {
    let (asked, _lease) = shared.asked(query.id, text)?;
    shared.json(asked.to_json())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PuzzlePositionParameters {
    id: Option<String>,
    p: Option<String>,
}

async fn puzzle_position(
    State(shared): State<Shared>,
    Extension(asker): Extension<Asker>,
    Query(query): Query<PuzzlePositionParameters>,
    text: Written,
) -> Answer {
    let (asked, _lease) = shared.asked(query.id, text)?;
    let question = asked.at(query.p.as_deref())?;
    shared.answer(asker, question, Searched::position).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PuzzleSolutionParameters {
    id: Option<String>,
    p: Option<String>,
    metric: Option<String>,
}

async fn puzzle_solution(
    State(shared): State<Shared>,
    Extension(asker): Extension<Asker>,
    Query(query): Query<PuzzleSolutionParameters>,
    text: Written,
) -> Answer {
    let metric = query.metric.as_deref().map_or(Ok(Metric::Finger), read)?;
    let (asked, _lease) = shared.asked(query.id, text)?;
    let question = asked.at(query.p.as_deref())?;
    let answer =
        move |searched: &Searched, question: &Question| searched.solution(question, metric);
    shared.answer(asker, question, answer).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GameParameters {
    game: String,
    misere: Option<bool>,
    p: Option<String>,
}

async fn game(
    State(shared): State<Shared>,
    Extension(asker): Extension<Asker>,
    Query(query): Query<GameParameters>,
) -> Answer {
    let GameParameters { game, misere, p } = query;
    let question = GameQuestion::new(&game, misere.unwrap_or(false), p.as_deref())?;
    if let Some(solved) = shared.service.games().kept(&question) {
        return shared.json(solved.position(&question)?);
    }
    let bytes = question.bytes();
    let answer = move |service: &Service, lease: Lease, effort: Effort<'_>| {
        service.games().solve(&question, lease, effort)?.position(&question)
    };
    shared.search(asker, bytes, answer).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GomokuParameters {
    size: Option<u8>,
    rule: Option<String>,
    opening: Option<String>,
    moves: Option<String>,
    scores: Option<bool>,
}

async fn gomoku_game(
    State(shared): State<Shared>,
    Query(query): Query<GomokuParameters>,
) -> Answer {
    let GomokuParameters { size, rule, opening, moves, scores } = query;
    let size = size.unwrap_or(gomoku::USUAL_SIZE);
    let game = gomoku::game(size, rule.as_deref(), opening.as_deref(), moves.as_deref())?;
    shared.json(gomoku::state(&game, scores.unwrap_or(false)))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GomokuMoveParameters {
    size: Option<u8>,
    rule: Option<String>,
    opening: Option<String>,
    moves: Option<String>,
    level: Option<String>,
    seconds: Option<f64>,
}

async fn gomoku_move(
    State(shared): State<Shared>,
    Extension(asker): Extension<Asker>,
    Query(query): Query<GomokuMoveParameters>,
) -> Answer {
    let GomokuMoveParameters { size, rule, opening, moves, level, seconds } = query;
    let size = size.unwrap_or(gomoku::USUAL_SIZE);
    let game = gomoku::game(size, rule.as_deref(), opening.as_deref(), moves.as_deref())?;
    let answer =
        move |stop: &AtomicBool, _: Lease| gomoku::answer(game, level.as_deref(), seconds, stop);
    let answer = shared.searches.run(&asker, gomoku::SEARCH_BYTES, answer).await??;
    shared.json(answer)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ConvertParameters {
    p: String,
    to: String,
}

async fn convert(State(shared): State<Shared>, Query(query): Query<ConvertParameters>) -> Answer {
    let notation: Notation = read(&query.to)?;
    shared.json(to_json(&shared.service.convert(&query.p, notation)?))
}

async fn about(State(shared): State<Shared>) -> Answer {
    shared.json(to_json(&shared.service.about()))
}

async fn description() -> Answer {
    Ok(([(header::CONTENT_TYPE, "application/json")], DESCRIPTION).into_response())
}

async fn position_picture(
    State(shared): State<Shared>,
    Query(query): Query<PositionParameters>,
) -> Answer {
    shared.svg(shared.service.position_picture(&query.p)?)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HistogramParameters {
    set: String,
    metric: Option<String>,
    mark: Option<u16>,
    size: Option<String>,
}

async fn histogram_picture(
    State(shared): State<Shared>,
    Query(query): Query<HistogramParameters>,
) -> Answer {
    let metric = query.metric.as_deref().map_or(Ok(Metric::Finger), read)?;
    let size = match query.size.as_deref() {
        None | Some("full") => Size::Full,
        Some("small") => Size::Small,
        Some(_) => return Err(Refusal::Bad(Fault::request("size is full or small"))),
    };
    shared.svg(shared.service.histogram_picture(&query.set, metric, query.mark, size)?)
}

async fn csv(State(shared): State<Shared>, LastSegment(name): LastSegment) -> Answer {
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

async fn asset(
    State(shared): State<Shared>,
    LastSegment(name): LastSegment,
    headers: header::HeaderMap,
) -> Response {
    let script = (name == "family.js").then(|| shared.service.family_script()).flatten();
    match script {
        Some(script) => {
            ([(header::CONTENT_TYPE, "text/javascript; charset=utf-8")], script).into_response()
        }
        None => embedded(&name, &headers),
    }
}

/// The same address without the slash at its end.
async fn without_slash(OriginalUri(uri): OriginalUri) -> Redirect {
    let path = uri.path().trim_end_matches('/');
    let query = uri.query().map(|query| format!("?{query}"));
    Redirect::permanent(&format!("{path}{}", query.unwrap_or_default()))
}

/// An embedded file, or word that the browser has it already.
fn embedded(name: &str, headers: &header::HeaderMap) -> Response {
    let Some(file) = Assets::get(name) else {
        let fault = Fault::new("not-found", format!("there is no file {name:?}"));
        return guard::error(StatusCode::NOT_FOUND, &fault);
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

/// Programs are told in JSON, people by a page.
async fn unknown(OriginalUri(uri): OriginalUri, headers: header::HeaderMap) -> Response {
    let path = uri.path();
    let is_api = path == "/api" || path.starts_with("/api/");
    let accepted = headers.get(header::ACCEPT).and_then(|accepted| accepted.to_str().ok());
    let mut answer = if !is_api && accepted.is_some_and(|kinds| kinds.contains("text/html")) {
        embedded("index.html", &header::HeaderMap::new())
    } else {
        let message = format!("there is no {path:?}; /api/v1/openapi.json lists what there is");
        guard::error(StatusCode::NOT_FOUND, &Fault::new("not-found", message))
    };
    *answer.status_mut() = StatusCode::NOT_FOUND;
    answer.headers_mut().insert(header::VARY, header::HeaderValue::from_static("accept"));
    answer
}
