//! An HTTP server: pages for browsers, and a JSON API.
//!
//! [`Service`] has the answers with the statistics of the piece sets. `api` maps addresses to questions. [`Site`] has
//! the same pages as files, and `bundle` puts the scripts of its first page into one. `alone` has scripts and
//! pages for other places. `preview` has what other programs show beside links, with pictures by `picture`.
//!
//! Transport, independent of the answers: `connections` keeps slow clients from delaying others. `guard` refuses
//! requests for other servers. `searches` runs long work in the order of `queue`, within `memory`.
//! `limits` has the limits of all of these.

mod alone;
mod api;
mod bundle;
pub mod connections;
mod guard;
pub mod limits;
mod memory;
mod pages;
mod picture;
mod preview;
pub mod queue;
pub mod searches;
mod service;
mod site;

pub use alone::{BOARD_SCRIPT, Study, board_script, pack_page, study_page};
pub use guard::Log;
pub use memory::ServerMemory;
pub use service::Service;
pub use site::{Modules, Site};

use limits::Limits;
use std::net::SocketAddr;

/// Serves in some memory until `stop` returns true. `started` receives the address, and `log` internal errors.
pub fn serve(
    service: Service,
    memory: ServerMemory,
    bind: SocketAddr,
    log: Log,
    started: impl FnOnce(SocketAddr) -> anyhow::Result<()>,
    stop: impl Fn() -> bool,
) -> anyhow::Result<()> {
    let limits = Limits::default();
    let router = |address| api::router(service, memory, limits, guard::Guard::new(address, log));
    connections::serve(router, bind, limits, started, stop)
}
