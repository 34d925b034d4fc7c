//! The pages of huarong: answers as JSON, the server, and the site without a server.

// Users see JSON, HTTP and pages, which the book describes. This crate promises nothing to other crates.
#![allow(missing_docs)]

#[cfg(feature = "answers")]
pub mod answers;
pub mod json;
#[cfg(feature = "serve")]
pub mod server;
