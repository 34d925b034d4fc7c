//! The answers in one tab of a browser: every request and every answer is bytes.

use super::ask::{Reply, Request, SearchClient};
use super::memory::Memory;
use super::puzzle_source::PUZZLE_BYTES;
use super::request_error::RequestError;
use super::search::SEARCH_BYTES;
use super::sources::Answers;
use crate::json::to_json;
use anyhow::anyhow;
use huarong_core::effort::Progress;
use huarong_core::klotski;
use huarong_core::rules::Metric;
use huarong_oracle::atlas::{Atlas, Scope};
use huarong_tables::storage;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::str;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Bytes for searches and their results, and for puzzles in requests.
const RESULT_BYTES: u64 = 2 * SEARCH_BYTES;
const REPLY_BYTES: u64 = 4 * PUZZLE_BYTES;
/// Units of work between two reports, if their total is unknown or large. Otherwise there are some hundred reports.
const UNITS_BETWEEN_REPORTS: u64 = 1 << 15;
const REPORTS: u64 = 256;

/// The answers in one tab. Tables arrive while they are needed.
pub struct Tab {
    answers: Answers,
    files: storage::Memory,
    atlas: Arc<Atlas>,
    results: Arc<Memory>,
}

pub struct TabAnswer {
    /// The status of HTTP; 0 if the tables of a piece set must arrive first.
    pub status: u16,
    /// The body; with status 0, the piece set.
    pub body: Vec<u8>,
}

impl Default for Tab {
    fn default() -> Self {
        let files = storage::Memory::default();
        let atlas = Atlas::with_storage(klotski::family(), "", Arc::new(files.clone()));
        let atlas = Arc::new(atlas);
        let (results, replies) = (Memory::new(RESULT_BYTES), Memory::new(REPLY_BYTES));
        let answers = Answers::new(atlas.clone(), BTreeMap::new(), None, results.clone(), replies);
        Self { answers, files, atlas, results }
    }
}

impl Tab {
    /// Answers a request: an address, and after a line feed the body, if there is one. `report` receives the number of
    /// units of work that are done, and their total, which is 0 if it is unknown.
    pub fn ask(&self, request: &[u8], report: &(dyn Fn(u64, u64) + Sync)) -> TabAnswer {
        match self.reply(request, report) {
            Ok(body) => TabAnswer { status: 200, body },
            Err(RequestError::Missing(set)) => TabAnswer { status: 0, body: set.into_bytes() },
            Err(error) => {
                let (status, record, _) = error.reply();
                TabAnswer { status, body: to_json(&record) }
            }
        }
    }

    fn reply(
        &self,
        request: &[u8],
        report: &(dyn Fn(u64, u64) + Sync),
    ) -> Result<Vec<u8>, RequestError> {
        let not_text = |_| RequestError::bad("the request is not UTF-8");
        let request = str::from_utf8(request).map_err(not_text)?;
        let (address, text) = match request.split_once('\n') {
            Some((address, text)) => {
                (address, Some((text.to_owned(), self.answers.room_for_puzzle()?)))
            }
            None => (request, None),
        };
        let (path, query) = match address.split_once('?') {
            Some((path, query)) => (path, Some(query)),
            None => (address, None),
        };
        let request = Request { path, query, text };
        let search = match self.answers.ask(&request)? {
            Reply::Json(body) => return Ok(body),
            Reply::Svg(picture) => return Ok(picture.into_bytes()),
            Reply::Search(search) => search,
        };
        let lease = self.results.try_take(search.bytes(SEARCH_BYTES));
        let lease = lease.ok_or_else(RequestError::no_room)?;
        let (done, reported, total) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
        let observer = |progress: Progress<'_>| {
            match progress {
                Progress::Total(units) => total.store(units, Ordering::Relaxed),
                Progress::Done(units) => _ = done.fetch_add(units, Ordering::Relaxed),
                _ => {}
            }
            let (now, all) = (done.load(Ordering::Relaxed), total.load(Ordering::Relaxed));
            let between = match all {
                0 => UNITS_BETWEEN_REPORTS,
                all => (all / REPORTS).clamp(1, UNITS_BETWEEN_REPORTS),
            };
            if now >= reported.load(Ordering::Relaxed) + between {
                reported.store(now, Ordering::Relaxed);
                report(now, all);
            }
            ControlFlow::Continue(())
        };
        let client = SearchClient { observer: &observer, gone: &AtomicBool::new(false) };
        search.run(&self.answers, lease, client)
    }

    /// Takes a table: the piece set and the metric, each followed by a line feed, and the bytes of the file. The
    /// answers use the tables of a piece set when those of all metrics are there.
    pub fn take(&mut self, table: &[u8]) -> anyhow::Result<()> {
        let mut parts = table.splitn(3, |byte| *byte == b'\n');
        let mut text = || str::from_utf8(parts.next().unwrap_or_default());
        let (set, metric) = (text()?, text()?);
        let bytes = parts.next().ok_or_else(|| anyhow!("the table has no head"))?;
        let set = self.atlas.family().parse_piece_set(set)?;
        let metric: Metric = metric.parse()?;
        let path = self.atlas.file(Scope::Set(set.clone()), metric).path;
        self.files.put(path, bytes.to_vec());
        let tables = self.atlas.tables_of(&set)?;
        if tables.values().iter().all(Option::is_some) {
            self.answers.keep(set, tables)?;
        }
        Ok(())
    }
}
