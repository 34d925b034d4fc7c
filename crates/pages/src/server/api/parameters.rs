//! Parts of requests as axum extracts them.

use super::shared::Shared;
use crate::answers::{Lease, MOST_PUZZLE_BYTES, RequestError};
use axum::body;
use axum::extract::rejection::PathRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::Method;
use axum::http::request::Parts;
use tokio::time::timeout;

pub(super) struct LastSegment(pub String);

impl<S: Send + Sync> FromRequestParts<S> for LastSegment {
    type Rejection = RequestError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, RequestError> {
        let segment: Result<Path<String>, PathRejection> =
            Path::from_request_parts(parts, state).await;
        segment
            .map(|Path(segment)| Self(segment))
            .map_err(|error| RequestError::bad(("no-text", error.body_text())))
    }
}

/// The puzzle file in a request body, with a lease for the puzzle; none with GET and HEAD.
pub(super) struct PuzzleText(pub Option<(String, Lease)>);

impl FromRequest<Shared> for PuzzleText {
    type Rejection = RequestError;

    async fn from_request(request: Request, shared: &Shared) -> Result<Self, RequestError> {
        if request.method() != Method::POST {
            return Ok(Self(None));
        }
        let lease = shared.service.answers().room_for_puzzle()?;
        let body = body::to_bytes(request.into_body(), MOST_PUZZLE_BYTES);
        let body = timeout(shared.text_time, body).await;
        let body = body
            .map_err(|_| RequestError::bad("the puzzle file did not arrive in time"))?
            .map_err(|_| {
                RequestError::bad(format!(
                    "the puzzle file did not arrive whole; it may have at most {MOST_PUZZLE_BYTES} bytes"
                ))
            })?;
        let text = String::from_utf8(body.into());
        text.map(|text| Self(Some((text, lease))))
            .map_err(|_| RequestError::bad("the puzzle file is not UTF-8"))
    }
}
