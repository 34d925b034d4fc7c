//! The atlas in a browser: pages and a JSON API over HTTP.
//!
//! [`Service`](service::Service) holds what is known and answers; `fault` says what is wrong with a question, `api`
//! what is asked for by which address, `puzzles` knows those beside the 4x5 family, `games` the solved two-player
//! games, `gomoku` plays, `map` writes maps of components, `guard` what is refused before that, `queue` whose search is
//! next, and `connections` keeps slow clients from holding others up.

mod api;
mod connections;
mod fault;
mod games;
mod gomoku;
mod guard;
mod map;
mod puzzles;
mod queue;
mod service;

pub use connections::serve;
pub use service::Service;
