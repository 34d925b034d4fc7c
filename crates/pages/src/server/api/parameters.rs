//! Parts of requests as axum extracts them.

use super::shared::Shared;
use crate::answers::ask::LONGEST_PUZZLE;
use crate::answers::{Fault, Lease, Refusal};
use axum::body;
use axum::extract::rejection::PathRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::Method;
use axum::http::request::Parts;
use tokio::time::timeout;

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
        let lease = shared.service.answers().room_for_puzzle()?;
        let refused = |why: String| Refusal::Bad(Fault::request(why));
        let body = body::to_bytes(request.into_body(), LONGEST_PUZZLE);
        let body = timeout(shared.text_time, body).await;
        let body =
            body.map_err(|_| refused("the puzzle file did not arrive in time".to_owned()))?;
        let body = body.map_err(|_| {
            let most = format!("it may have at most {LONGEST_PUZZLE} bytes");
            refused(format!("the puzzle file did not arrive whole; {most}"))
        })?;
        let text = String::from_utf8(body.into());
        text.map(|text| Self(Some((text, lease))))
            .map_err(|_| refused("the puzzle file is not UTF-8".to_owned()))
    }
}
