//! Checks of every request: it must be addressed to this server, and a browser must not misuse the answer. No answer
//! reveals internal errors.

use crate::answers::{RequestError, takes_text};
use crate::json::to_json;
use axum::extract::{Request, State};
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};

/// Content security policy of pages: no inline scripts or styles, and nothing from other sites.
const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
                           img-src 'self' blob:; manifest-src 'self'; connect-src 'self'; \
                           base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/// Content security policy of pictures: inline style only.
const PICTURE_POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

const HEADERS: [(HeaderName, &str); 4] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

impl IntoResponse for RequestError {
    fn into_response(self) -> Response {
        let (status, record, cause) = self.reply();
        let status = StatusCode::from_u16(status).expect("statuses are valid");
        let head = [(header::CONTENT_TYPE, "application/json")];
        let mut answer = (status, head, to_json(&record)).into_response();
        if status == StatusCode::SERVICE_UNAVAILABLE {
            answer.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("10"));
        }
        if let Some(cause) = cause {
            answer.extensions_mut().insert(Cause(format!("{cause:#}").into()));
        }
        answer
    }
}

/// An internal error: written to the log, and hidden from the client.
#[derive(Clone)]
struct Cause(Arc<str>);

pub type Log = Arc<dyn Fn(&str) + Send + Sync>;

#[derive(Clone)]
pub struct Guard {
    address: SocketAddr,
    log: Log,
    /// The last logged message, which is not logged again for every request.
    logged: Arc<Mutex<String>>,
}

impl Guard {
    pub fn new(address: SocketAddr, log: Log) -> Self {
        Self { address, log, logged: Arc::default() }
    }

    fn log(&self, cause: &str) {
        let mut logged = self.logged.lock().unwrap_or_else(PoisonError::into_inner);
        if *logged != cause {
            (self.log)(cause);
            cause.clone_into(&mut logged);
        }
    }
}

/// Passes a request on if it is addressed to this server, and adds security headers to the answer.
pub async fn guard(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    let address = guard.address;
    let mut hosts = request.headers().get_all(header::HOST).iter();
    // Two Host headers are ambiguous.
    let host = hosts.next().filter(|_| hosts.next().is_none()).and_then(|host| host.to_str().ok());
    let mut response = if !names_server(address, host) {
        let message = format!("this server only answers requests for localhost:{}", address.port());
        RequestError::Refused(421, message.into()).into_response()
    } else if is_api(&request) && is_from_elsewhere(request.headers(), host) {
        let message = "this server refuses requests from pages of other sites";
        RequestError::Refused(403, ("cross-site", message).into()).into_response()
    } else if let Some(allowed) = refuses(&request) {
        let message = format!("method not allowed; use {allowed}");
        let mut refused = RequestError::Refused(405, message.into()).into_response();
        refused.headers_mut().insert(header::ALLOW, HeaderValue::from_static(allowed));
        refused
    } else {
        next.run(request).await
    };
    if let Some(Cause(cause)) = response.extensions_mut().remove() {
        guard.log(&cause);
    }
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    let is_picture = headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind == "image/svg+xml");
    let policy = if is_picture { PICTURE_POLICY } else { PAGE_POLICY };
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-cache"));
    response
}

/// The allowed methods, if the method of a request is not one of them.
fn refuses(request: &Request) -> Option<&'static str> {
    match request.method() {
        &Method::GET | &Method::HEAD => None,
        &Method::POST if takes_text(request.uri().path()) => None,
        _ if takes_text(request.uri().path()) => Some("GET, HEAD, POST"),
        _ => Some("GET, HEAD"),
    }
}

/// Whether the Host header names this server. Otherwise a foreign page could point its own host name at the loopback
/// address and read the answers.
fn names_server(address: SocketAddr, host: Option<&str>) -> bool {
    if !address.ip().to_canonical().is_loopback() {
        return true;
    }
    let Some(host) = host else { return false };
    let (name, port) = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|digit| digit.is_ascii_digit()) => (name, port),
        _ => (host, "80"),
    };
    let is_loopback = name.eq_ignore_ascii_case("localhost")
        || name
            .trim_matches(['[', ']'])
            .parse()
            .is_ok_and(|ip: IpAddr| ip.to_canonical().is_loopback());
    is_loopback && port.parse() == Ok(address.port())
}

/// Whether a request may start a search. Pages themselves may be opened from anywhere; their requests are same-origin.
fn is_api(request: &Request) -> bool {
    request.uri().path().starts_with("/api/")
}

/// Whether a browser marks a request as coming from a page of another site. Other clients do not send these headers.
fn is_from_elsewhere(headers: &HeaderMap, host: Option<&str>) -> bool {
    let mut sites = headers.get_all(SEC_FETCH_SITE).iter().peekable();
    if sites.peek().is_some() {
        // `none` is a typed address or a bookmark.
        return !sites.all(|site| site == "same-origin" || site == "none");
    }
    // Older browsers send the origin for requests of pages, but not for opened pages.
    let own = host.map(|host| ["http://", "https://"].map(|scheme| format!("{scheme}{host}")));
    let is_own = |origin: &HeaderValue| own.iter().flatten().any(|own| origin == own.as_str());
    !headers.get_all(header::ORIGIN).iter().all(is_own)
}
