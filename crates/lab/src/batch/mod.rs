//! Batches: long work in independent tasks, which can be divided into parts and continued from checkpoints.
//!
//! The files in order of dependency:
//!
//! - `part`: one of several parts;
//! - `error`: why a state cannot be used;
//! - `facts`: the lines of a state's file;
//! - `state`: the finished tasks and their results, and its file;
//! - `job`: the tasks, and their execution by several threads;
//! - `join`: the union of parts.

mod error;
mod facts;
mod job;
mod join;
mod part;
mod state;

pub use error::BatchError;
pub use facts::{Facts, limit_text};
pub use job::{Job, Keep};
pub use part::Part;
pub use state::{Results, State, scope_name};
