//! Requests for the pages, the API description, and unknown addresses.

use super::parameters::LastSegment;
use super::shared::{Answer, Shared};
use crate::answers::Fault;
use crate::server::guard;
use crate::server::pages::{Assets, DESCRIPTION, PAGE};
use axum::extract::{OriginalUri, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};

pub(super) async fn description() -> Answer {
    Ok(([(header::CONTENT_TYPE, "application/json")], DESCRIPTION).into_response())
}

pub(super) async fn page(headers: header::HeaderMap) -> Response {
    embedded(PAGE, &headers)
}

pub(super) async fn asset(
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

/// Redirects to the same address without the trailing slash.
pub(super) async fn without_slash(OriginalUri(uri): OriginalUri) -> Redirect {
    let path = uri.path().trim_end_matches('/');
    let query = uri.query().map(|query| format!("?{query}"));
    Redirect::permanent(&format!("{path}{}", query.unwrap_or_default()))
}

/// An embedded file, or 304 if the browser has it already.
pub(super) fn embedded(name: &str, headers: &header::HeaderMap) -> Response {
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
        Some("webmanifest") => "application/manifest+json",
        _ => "image/svg+xml",
    };
    let headers = [(header::CONTENT_TYPE, kind.to_owned()), (header::ETAG, tag)];
    (headers, file.data).into_response()
}

/// Not found: JSON for programs, a page for people.
pub(super) async fn unknown(OriginalUri(uri): OriginalUri, headers: header::HeaderMap) -> Response {
    let path = uri.path();
    let is_api = path == "/api" || path.starts_with("/api/");
    let accepted = headers.get(header::ACCEPT).and_then(|accepted| accepted.to_str().ok());
    let mut answer = if !is_api && accepted.is_some_and(|kinds| kinds.contains("text/html")) {
        embedded(PAGE, &header::HeaderMap::new())
    } else {
        guard::error(StatusCode::NOT_FOUND, &Fault::no_such_address(path))
    };
    *answer.status_mut() = StatusCode::NOT_FOUND;
    answer.headers_mut().insert(header::VARY, header::HeaderValue::from_static("accept"));
    answer
}
