//! State shared by all requests, and the sending of answers.

use crate::answers::{Lease, Memory, Reply, RequestError, SearchClient};
use crate::server::connections::Asker;
use crate::server::searches::Searches;
use crate::server::service::Service;
use axum::body::Bytes;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use huarong_core::effort::Progress;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

#[derive(Clone)]
pub(super) struct Shared {
    pub service: Arc<Service>,
    pub searches: Arc<Searches>,
    /// Memory for answers until they are sent.
    pub replies: Arc<Memory>,
    pub text_time: Duration,
    /// The version of the pages and their assets.
    pub version: Arc<str>,
    /// The scripts of the pages, by name.
    pub scripts: Arc<BTreeMap<String, Bytes>>,
}

pub(super) type ApiResult = Result<Response, RequestError>;

/// An answer with its memory, which is held until it is sent.
pub(super) struct Leased {
    body: Vec<u8>,
    _lease: Lease,
}

impl Leased {
    /// A body with a lease for at least its bytes.
    pub(super) fn new(body: Vec<u8>, mut lease: Lease) -> Self {
        lease.shrink(body.capacity() as u64);
        Self { body, _lease: lease }
    }
}

impl AsRef<[u8]> for Leased {
    fn as_ref(&self) -> &[u8] {
        &self.body
    }
}

impl Shared {
    /// The body of an answer, if memory is available for it.
    pub(super) fn body(&self, body: Vec<u8>) -> Result<Bytes, RequestError> {
        let lease =
            self.replies.try_take(body.capacity() as u64).ok_or_else(RequestError::no_room)?;
        Ok(Bytes::from_owner(Leased::new(body, lease)))
    }

    pub(super) fn json(&self, body: Vec<u8>) -> ApiResult {
        let body = self.body(body)?;
        Ok(([(header::CONTENT_TYPE, "application/json")], body).into_response())
    }

    pub(super) fn svg(&self, picture: String) -> ApiResult {
        let body = self.body(picture.into())?;
        let headers =
            [(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, "max-age=3600")];
        Ok((headers, body).into_response())
    }

    /// Sends what a request leads to. A search runs in its turn.
    pub(super) async fn send(&self, asker: Asker, reply: Reply) -> ApiResult {
        let search = match reply {
            Reply::Json(body) => return self.json(body),
            Reply::Svg(picture) => return self.svg(picture),
            Reply::Search(search) => search,
        };
        let service = self.service.clone();
        let bytes = search.bytes(self.searches.share());
        let answer = move |gone: &AtomicBool, lease: Lease| {
            let observer = |_: Progress<'_>| match gone.load(Ordering::Relaxed) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            };
            search.run(service.answers(), lease, SearchClient { observer: &observer, gone })
        };
        self.json(self.searches.run(&asker, bytes, answer).await??)
    }
}
