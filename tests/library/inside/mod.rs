//! Tests of internal modules, which the members of the workspace open to one another.

mod bounds;
mod connections;
mod explicit;
mod facts;
#[cfg(feature = "cluster")]
mod failures;
mod gomoku_patterns;
#[cfg(unix)]
mod gomoku_program;
mod halo;
mod histogram;
mod kernels;
mod memory_of_answers;
mod names;
mod positioned;
mod queue;
mod quotas;
mod records;
mod storage_memory;
mod varint;
mod work;
