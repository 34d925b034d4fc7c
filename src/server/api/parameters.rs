//! Parameters in addresses and request bodies.

use super::shared::Shared;
use crate::server::fault::Fault;
use crate::server::memory::Lease;
use crate::server::puzzles;
use crate::server::refusal::Refusal;
use axum::body;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{self, FromRequest, FromRequestParts, Path, Request};
use axum::http::Method;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;
use std::str::FromStr;
use tokio::time::timeout;

/// Longest text of a position.
const TEXT_BYTES: usize = 8 << 10;
/// Longest text of a puzzle.
const PUZZLE_BYTES: usize = 64 << 10;

/// The parameters after the `?` of an address.
pub(super) struct Query<T>(pub T);

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
pub(super) struct LastSegment(pub String);

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

/// The puzzle file in a request body, with a lease for the puzzle; none with GET and HEAD.
pub(super) struct Written(pub Option<(String, Lease)>);

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
        let body =
            body.map_err(|_| refused("the puzzle file did not arrive in time".to_owned()))?;
        let body = body
            .map_err(|_| refused(format!("a puzzle file may have at most {PUZZLE_BYTES} bytes")))?;
        let text = String::from_utf8(body.into());
        text.map(|text| Self(Some((text, lease))))
            .map_err(|_| refused("the puzzle file is not UTF-8".to_owned()))
    }
}

/// A metric, notation or other keyword in an address.
pub(super) fn read<T: FromStr>(text: &str) -> Result<T, Refusal>
where
    T::Err: std::fmt::Display,
{
    text.parse().map_err(|error: T::Err| Refusal::Bad(Fault::request(error.to_string())))
}
