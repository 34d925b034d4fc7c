//! The server and its pages: the API against the command line, hostile requests, and the pages in a browser.

#![cfg(feature = "serve")]

#[path = "../common/mod.rs"]
mod common;
mod serving;

mod boards;
mod browser;
mod daily;
mod departures;
mod golden;
mod questions;
mod rush;
mod server;
mod site;
