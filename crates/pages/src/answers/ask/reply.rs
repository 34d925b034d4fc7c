//! Answers that are ready, and work that leads to an answer.

use crate::answers::memory::Lease;
use crate::answers::request_error::RequestError;
use crate::answers::search::SEARCH_BYTES;
use crate::answers::sources::Answers;
use huarong_core::effort::{Effort, Observer};
use std::sync::atomic::AtomicBool;

/// What a request leads to.
pub enum Reply {
    Json(Vec<u8>),
    Svg(String),
    /// A search, whose answer is JSON.
    Search(Search),
}

pub struct Search {
    /// Bytes of memory that it needs, or can use at most, if known.
    bytes: Option<u64>,
    /// Whether it can do with less.
    is_elastic: bool,
    work: Box<Work>,
}

type Work = dyn FnOnce(&Answers, Lease, SearchClient<'_>) -> Result<Vec<u8>, RequestError> + Send;

/// The client of a search.
#[derive(Clone, Copy)]
pub struct SearchClient<'t> {
    /// Receives progress, and cancels the search if the client has gone.
    pub observer: Observer<'t>,
    /// Is set when the client has gone.
    pub gone: &'t AtomicBool,
}

impl Search {
    /// Bytes of memory for the search: what it needs, or at most `share` if it can do with less.
    pub fn bytes(&self, share: u64) -> u64 {
        let bytes = self.bytes.unwrap_or(SEARCH_BYTES);
        if self.is_elastic { bytes.min(share) } else { bytes }
    }

    /// Searches in the memory of the lease.
    pub fn run(
        self,
        answers: &Answers,
        lease: Lease,
        client: SearchClient<'_>,
    ) -> Result<Vec<u8>, RequestError> {
        (self.work)(answers, lease, client)
    }
}

impl Reply {
    /// A search that needs a known number of bytes.
    pub fn search(
        bytes: u64,
        work: impl FnOnce(&Answers, Lease, SearchClient<'_>) -> Result<Vec<u8>, RequestError>
        + Send
        + 'static,
    ) -> Self {
        Self::Search(Search { bytes: Some(bytes), is_elastic: false, work: Box::new(work) })
    }

    /// A search whose effort is limited to the memory of its lease: at most `bytes`, if given.
    pub fn limited(
        bytes: Option<u64>,
        work: impl FnOnce(&Answers, Lease, Effort<'_>) -> Result<Vec<u8>, RequestError> + Send + 'static,
    ) -> Self {
        let work = move |answers: &Answers, lease: Lease, client: SearchClient<'_>| {
            let memory = lease.bytes();
            work(answers, lease, Effort { memory, observer: client.observer, ..Effort::UNLIMITED })
        };
        Self::Search(Search { bytes, is_elastic: true, work: Box::new(work) })
    }
}
