//! Errors of processes that work together.

use std::io;
use thiserror::Error;

/// Reason why processes cannot work together.
#[derive(Debug, Error)]
pub enum ClusterError {
    #[error("the hosts file cannot be used: {0}")]
    Hosts(String),
    #[error("there is no process {process}: the hosts file names {processes}, numbered from 0")]
    Number { process: usize, processes: usize },
    #[error("process {process} cannot listen at {address}, its line in the hosts file")]
    Listen { process: usize, address: String, source: io::Error },
    #[error("process {process} could not be reached at {address} within {seconds} s")]
    Unreachable { process: usize, address: String, seconds: u64, source: io::Error },
    #[error(
        "process {process} did not connect within {seconds} s: start it, and restart the others"
    )]
    Absent { process: usize, seconds: u64 },
    /// A process belongs to another task, or another version.
    #[error("process {process} does not fit: {why}")]
    Refused { process: usize, why: String },
    #[error(
        "process {process} at {address} is lost: {why}; fix the cause, then give all processes the same command again"
    )]
    Lost { process: usize, address: String, why: String },
    #[error(
        "process {process} at {address} failed: {why}; fix the cause, then give all processes the same command again"
    )]
    Failed { process: usize, address: String, why: String },
    /// A connection failed before the work started.
    #[error("the connections to the other processes cannot be used")]
    Connections(#[from] io::Error),
}
