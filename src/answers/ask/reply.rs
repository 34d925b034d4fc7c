//! Answers that are ready, and work that leads to an answer.

use crate::answers::family::Answers;
use crate::answers::memory::Lease;
use crate::answers::puzzles::SEARCH_BYTES;
use crate::answers::refusal::Refusal;
use crate::effort::{Effort, Observer};
use std::sync::atomic::AtomicBool;

/// What a request leads to.
pub enum Reply {
    /// The answer as JSON.
    Json(Vec<u8>),
    /// The answer as a picture in SVG.
    Svg(String),
    /// A search, whose answer is JSON.
    Search(Search),
}

/// A search for an answer.
pub struct Search {
    /// Bytes of memory that it needs, if known.
    bytes: Option<u64>,
    work: Box<Work>,
}

type Work = dyn FnOnce(&Answers, Lease, Waiting<'_>) -> Result<Vec<u8>, Refusal> + Send;

/// The client of a search.
#[derive(Clone, Copy)]
pub struct Waiting<'t> {
    /// Receives progress, and cancels the search if the client has gone.
    pub observer: Observer<'t>,
    /// Is set when the client has gone.
    pub gone: &'t AtomicBool,
}

impl Search {
    /// Bytes of memory for the search. If its need is unknown, it gets `share`, up to a limit.
    pub fn bytes(&self, share: u64) -> u64 {
        self.bytes.unwrap_or(share.min(SEARCH_BYTES))
    }

    /// Searches in the memory of the lease.
    pub fn run(
        self,
        answers: &Answers,
        lease: Lease,
        client: Waiting<'_>,
    ) -> Result<Vec<u8>, Refusal> {
        (self.work)(answers, lease, client)
    }
}

impl Reply {
    /// A search in so many bytes, if known.
    pub(super) fn search(
        bytes: Option<u64>,
        work: impl FnOnce(&Answers, Lease, Waiting<'_>) -> Result<Vec<u8>, Refusal> + Send + 'static,
    ) -> Self {
        Self::Search(Search { bytes, work: Box::new(work) })
    }

    /// A search whose effort is limited to the memory of its lease.
    pub(super) fn limited(
        bytes: Option<u64>,
        work: impl FnOnce(&Answers, Lease, Effort<'_>) -> Result<Vec<u8>, Refusal> + Send + 'static,
    ) -> Self {
        Self::search(bytes, move |answers, lease, client| {
            let memory = lease.bytes();
            work(answers, lease, Effort { memory, observer: client.observer, ..Effort::UNLIMITED })
        })
    }
}
