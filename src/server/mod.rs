//! The atlas in a browser: pages and a JSON API over HTTP.
//!
//! What answers: [`Service`] holds what is known, `puzzles` knows those beside the 4x5 family, `games` the solved
//! two-player games, `gomoku` plays, `map` writes maps of components, `fault` says what is wrong with a question, and
//! `api` what is asked for by which address.
//!
//! What carries that, and knows nothing of it: `connections` keeps slow clients from holding others up, `guard` refuses
//! requests that are not meant for this server, `searches` runs what takes long, in the turn that `queue` gives and in
//! the memory that `memory` has. `limits` has the numbers of all of these.

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

/// Serves in some memory until `stop` says so. `started` is told the address, and `log` what is wrong with the server.
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
