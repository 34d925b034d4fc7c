//! The atlas in a browser: pages and a JSON API over HTTP.
//!
//! [`Desk`](desk::Desk) holds what is known and answers; `api` says what is asked for by which address,
//! `guard` what is refused before that, and `connections` keeps slow clients from holding others up.

mod api;
mod connections;
mod desk;
mod guard;

pub use connections::serve;
pub use desk::Desk;
