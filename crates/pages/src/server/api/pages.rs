//! Requests for the pages, the API description, and unknown addresses.

use super::parameters::LastSegment;
use super::shared::{ApiResult, Shared};
use crate::answers::{ErrorRecord, RequestError};
use crate::server::alone;
use crate::server::bundle::bundle;
use crate::server::pages::{Asset, DESCRIPTION, DIFFICULTY, HTML, PAGE, SCRIPT};
use crate::server::preview;
use crate::server::preview::Preview;
use crate::server::service::Service;
use crate::server::site::OFFLINE;
use axum::body::Bytes;
use axum::extract::{OriginalUri, Path, State};
use axum::http::header::{HeaderMap, HeaderValue};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The script with the data of the board.
const FAMILY: &str = "family.js";
const TEXT: &str = "text/plain; charset=utf-8";
/// Number of hexadecimal digits of a version.
const VERSION_DIGITS: usize = 16;

pub(super) async fn description() -> ApiResult {
    Ok(([(header::CONTENT_TYPE, "application/json")], DESCRIPTION).into_response())
}

pub(super) async fn difficulty() -> Response {
    ([(header::CONTENT_TYPE, TEXT)], DIFFICULTY).into_response()
}

/// The version of the pages and their assets: a part of their checksum.
pub(super) fn version_of(service: &Service) -> Arc<str> {
    let mut hasher = blake3::Hasher::new();
    for asset in Asset::all() {
        hasher.update(asset.name.as_bytes()).update(asset.checksum.as_bytes());
    }
    hasher.update(service.family_script().unwrap_or_default().as_bytes());
    hasher.finalize().to_hex()[..VERSION_DIGITS].into()
}

/// The scripts of the pages, joined as those of a site are.
pub(super) fn scripts_of(service: &Service) -> BTreeMap<String, Bytes> {
    let is_alone = |name: &str| name == OFFLINE || alone::SCRIPTS.contains(&name);
    let all = Asset::all().iter().filter(|one| one.content_type == SCRIPT && !is_alone(one.name));
    let mut scripts: BTreeMap<_, _> =
        all.map(|one| (one.name.to_owned(), one.text.to_owned())).collect();
    scripts.extend(service.family_script().map(|script| (FAMILY.to_owned(), script)));
    let joined = bundle(&scripts).expect("the scripts of the pages can be joined");
    joined.into_iter().map(|(name, script)| (name, script.into())).collect()
}

pub(super) async fn page(
    State(shared): State<Shared>,
    OriginalUri(uri): OriginalUri,
    headers: HeaderMap,
) -> Response {
    let tag = tag(&shared.version);
    if knows(&headers, &tag) {
        return (StatusCode::NOT_MODIFIED, [(header::ETAG, tag)]).into_response();
    }
    let page = match Preview::of(shared.service.answers(), uri.path()) {
        Some(preview) => preview.tag(&html(&shared), &root(&headers)),
        None => html(&shared),
    };
    ([(header::CONTENT_TYPE, HTML.to_owned()), (header::ETAG, tag)], page).into_response()
}

/// The address of the server as a client has it; empty if the client does not say it.
fn root(headers: &HeaderMap) -> String {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let is_sound = |host: &&str| {
        host.bytes().all(|sign| sign.is_ascii_alphanumeric() || b"-.:[]".contains(&sign))
    };
    let is_secure = text("x-forwarded-proto") == Some("https");
    let scheme = if is_secure { "https" } else { "http" };
    let host = text("host").filter(is_sound);
    host.map_or(String::new(), |host| format!("{scheme}://{host}"))
}

/// The picture of an opening or a puzzle.
pub(super) async fn preview(State(shared): State<Shared>, Path(name): Path<String>) -> ApiResult {
    let unknown = || RequestError::unknown(("not-found", format!("there is no picture {name:?}")));
    let picture = preview::picture(shared.service.answers(), &name).ok_or_else(unknown)?;
    let headers = [(header::CONTENT_TYPE, "image/png"), (header::CACHE_CONTROL, "max-age=86400")];
    Ok((headers, shared.body(picture)?).into_response())
}

/// The page with the addresses of this version of the assets.
fn html(shared: &Shared) -> String {
    let page = Asset::called(PAGE).expect("the page is embedded");
    page.text.replace("=\"/assets/", &format!("=\"/assets/{}/", shared.version))
}

pub(super) async fn asset(
    State(shared): State<Shared>,
    LastSegment(name): LastSegment,
    headers: HeaderMap,
) -> Response {
    let script = (name == FAMILY).then(|| shared.service.family_script()).flatten();
    match script.map(Bytes::from).or_else(|| shared.scripts.get(&name).cloned()) {
        Some(script) => file(&headers, &shared.version, SCRIPT, script),
        None => match Asset::called(&name) {
            Some(Asset { text, content_type, checksum, .. }) => {
                let version = &checksum.to_hex()[..VERSION_DIGITS];
                file(&headers, version, content_type, Bytes::from_static(text.as_bytes()))
            }
            None => no_file(&name),
        },
    }
}

/// An asset at the address of its version, which browsers may keep forever. Pages of another version get the asset of
/// this one, but do not keep it.
pub(super) async fn versioned_asset(
    shared: State<Shared>,
    Path((version, name)): Path<(String, String)>,
    headers: HeaderMap,
) -> Response {
    let is_version =
        version.len() == VERSION_DIGITS && version.bytes().all(|digit| digit.is_ascii_hexdigit());
    if !is_version {
        return no_file(&format!("{version}/{name}"));
    }
    let is_this = *version == *shared.version;
    let mut answer = asset(shared, LastSegment(name), headers).await;
    if is_this && answer.status() != StatusCode::NOT_FOUND {
        let forever = HeaderValue::from_static("public, max-age=31536000, immutable");
        answer.headers_mut().insert(header::CACHE_CONTROL, forever);
    }
    answer
}

/// Redirects to the same address without the trailing slash.
pub(super) async fn without_slash(OriginalUri(uri): OriginalUri) -> Redirect {
    let path = uri.path().trim_end_matches('/');
    let query = uri.query().map(|query| format!("?{query}"));
    Redirect::permanent(&format!("{path}{}", query.unwrap_or_default()))
}

/// A file, or 304 if the browser has this version already.
fn file(headers: &HeaderMap, version: &str, kind: &'static str, content: Bytes) -> Response {
    let tag = tag(version);
    if knows(headers, &tag) {
        return (StatusCode::NOT_MODIFIED, [(header::ETAG, tag)]).into_response();
    }
    ([(header::CONTENT_TYPE, kind.to_owned()), (header::ETAG, tag)], content).into_response()
}

fn no_file(name: &str) -> Response {
    RequestError::unknown(("not-found", format!("there is no file {name:?}"))).into_response()
}

/// The tag of a file. It is weak, because the bytes differ by compression.
fn tag(version: &str) -> String {
    format!("W/\"{version}\"")
}

/// Whether the browser has the file with a tag.
fn knows(headers: &HeaderMap, tag: &str) -> bool {
    headers.get(header::IF_NONE_MATCH).is_some_and(|known| known == tag)
}

/// Not found: JSON for programs, a page for people.
pub(super) async fn unknown(
    State(shared): State<Shared>,
    OriginalUri(uri): OriginalUri,
    headers: HeaderMap,
) -> Response {
    let path = uri.path();
    let is_api = path == "/api" || path.starts_with("/api/");
    let accepted = headers.get(header::ACCEPT).and_then(|accepted| accepted.to_str().ok());
    let mut answer = if !is_api && accepted.is_some_and(|kinds| kinds.contains("text/html")) {
        ([(header::CONTENT_TYPE, HTML)], html(&shared)).into_response()
    } else {
        RequestError::unknown(ErrorRecord::no_such_address(path)).into_response()
    };
    *answer.status_mut() = StatusCode::NOT_FOUND;
    answer.headers_mut().insert(header::VARY, HeaderValue::from_static("accept"));
    answer
}
