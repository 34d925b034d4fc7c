//! An HTTP server: pages for browsers, and a JSON API.
//!
//! Answers: [`Service`] answers questions about the 4x5 family. `puzzles` answers for other puzzles, and `games` for
//! solved two-player games. `gomoku` plays, `map` writes maps of components, `fault` describes errors, and `api` maps
//! addresses to questions.
//!
//! Transport, independent of the answers: `connections` keeps slow clients from delaying others. `guard` refuses
//! requests for other servers. `searches` runs long work in the order of `queue` and in the memory of `memory`.
//! `limits` has the limits of all of these.

mod api;
pub mod connections;
mod fault;
mod games;
mod gomoku;
mod guard;
pub mod limits;
mod map;
pub mod memory;
mod position;
mod puzzles;
pub mod queue;
pub mod refusal;
pub mod searches;
mod service;

pub use guard::Log;
pub use memory::Rooms;
pub use service::Service;

use limits::Limits;
use std::net::SocketAddr;

/// Serves in some memory until `stop` returns true. `started` receives the address, and `log` internal errors.
pub fn serve(
    service: Service,
    rooms: Rooms,
    bind: SocketAddr,
    log: Log,
    started: impl FnOnce(SocketAddr) -> anyhow::Result<()>,
    stop: impl Fn() -> bool,
) -> anyhow::Result<()> {
    let limits = Limits::default();
    let router = |address| api::router(service, rooms, limits, guard::Guard::new(address, log));
    connections::serve(router, bind, limits, started, stop)
}
