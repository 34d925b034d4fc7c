//! What every request passes: is it meant for this server, and what browsers may do with the answer.

use super::fault::Fault;
use super::service::{Refusal, to_json};
use axum::extract::{Request, State};
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::{IpAddr, SocketAddr};

/// Pages take nothing from anywhere else, and no script or style that stands in them.
const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
                           connect-src 'self'; base-uri 'none'; form-action 'none'; \
                           frame-ancestors 'none'";
/// Pictures bring their own style, and nothing else.
const PICTURE_POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/// What is asked about puzzles that people send along.
const WITH_TEXT: [&str; 3] =
    ["/api/v1/puzzle", "/api/v1/puzzle/position", "/api/v1/puzzle/solution"];

const HEADERS: [(HeaderName, &str); 4] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// An error as an answer.
pub fn error(status: StatusCode, fault: &Fault) -> Response {
    let body = to_json(fault);
    (status, [(header::CONTENT_TYPE, "application/json")], body).into_response()
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        match self {
            Self::Bad(fault) => error(StatusCode::BAD_REQUEST, &fault),
            Self::Unknown(fault) => error(StatusCode::NOT_FOUND, &fault),
            Self::NoAnswer(fault) => error(StatusCode::UNPROCESSABLE_ENTITY, &fault),
            Self::Broken(cause) => {
                let fault = Fault::new("broken", format!("{cause:#}"));
                error(StatusCode::INTERNAL_SERVER_ERROR, &fault)
            }
        }
    }
}

/// Passes a request on if it is meant for this server, and says what browsers may do with the answer.
pub async fn guard(State(address): State<SocketAddr>, request: Request, next: Next) -> Response {
    let mut hosts = request.headers().get_all(header::HOST).iter();
    // Of two names nobody knows which is meant.
    let host = hosts.next().filter(|_| hosts.next().is_none()).and_then(|host| host.to_str().ok());
    let mut response = if !names_server(address, host) {
        let message = format!("this server answers to localhost:{} only", address.port());
        error(StatusCode::MISDIRECTED_REQUEST, &Fault::request(message))
    } else if let Some(allowed) = refuses(&request) {
        let fault = Fault::request(format!("only {allowed} are answered"));
        let mut refused = error(StatusCode::METHOD_NOT_ALLOWED, &fault);
        refused.headers_mut().insert(header::ALLOW, HeaderValue::from_static(allowed));
        refused
    } else {
        next.run(request).await
    };
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

/// The methods that a request might have had, where it has another.
fn refuses(request: &Request) -> Option<&'static str> {
    match request.method() {
        &Method::GET | &Method::HEAD => None,
        &Method::POST if WITH_TEXT.contains(&request.uri().path()) => None,
        _ if WITH_TEXT.contains(&request.uri().path()) => Some("GET, HEAD, POST"),
        _ => Some("GET, HEAD"),
    }
}

/// Whether a request names this server. On the loopback a page from elsewhere could otherwise have its own
/// name lead here, and read the answers.
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
