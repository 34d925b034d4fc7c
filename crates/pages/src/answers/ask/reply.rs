//! Answers that are ready, and work that leads to an answer.

use crate::answers::family::Answers;
use crate::answers::memory::Lease;
use crate::answers::puzzles::SEARCH_BYTES;
use crate::answers::refusal::Refusal;
use huarong_core::effort::{Effort, Observer};
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
    /// Bytes of memory that it needs, or can use at most, if known.
    bytes: Option<u64>,
    /// Whether it can do with less.
    is_elastic: bool,
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
        client: Waiting<'_>,
    ) -> Result<Vec<u8>, Refusal> {
        (self.work)(answers, lease, client)
    }
}

impl Reply {
    /// A search that needs so many bytes.
    pub(super) fn search(
        bytes: u64,
        work: impl FnOnce(&Answers, Lease, Waiting<'_>) -> Result<Vec<u8>, Refusal> + Send + 'static,
    ) -> Self {
        Self::Search(Search { bytes: Some(bytes), is_elastic: false, work: Box::new(work) })
    }

    /// A search whose effort is limited to the memory of its lease: at most so many bytes, if known.
    pub(super) fn limited(
        bytes: Option<u64>,
        work: impl FnOnce(&Answers, Lease, Effort<'_>) -> Result<Vec<u8>, Refusal> + Send + 'static,
    ) -> Self {
        let work = move |answers: &Answers, lease: Lease, client: Waiting<'_>| {
            let memory = lease.bytes();
            work(answers, lease, Effort { memory, observer: client.observer, ..Effort::UNLIMITED })
        };
        Self::Search(Search { bytes, is_elastic: true, work: Box::new(work) })
    }
}
