//! Errors of processes that work together.

use std::io;
use thiserror::Error;

/// Reason why processes cannot work together.
#[derive(Debug, Error)]
pub enum ClusterError {
    /// The hosts file is invalid.
    #[error("the hosts file cannot be used: {0}")]
    Hosts(String),
    /// The number of this process is too high.
    #[error("there is no process {process}: the hosts file names {processes}, numbered from 0")]
    Number {
        /// The given number.
        process: usize,
        /// Number of processes.
        processes: usize,
    },
    /// A process cannot listen at its address.
    #[error("process {process} cannot listen at {address}, its line in the hosts file")]
    Listen {
        /// Its number.
        process: usize,
        /// Its address.
        address: String,
        /// The error of the system.
        source: io::Error,
    },
    /// A process could not be reached in time.
    #[error("process {process} could not be reached at {address} within {seconds} s")]
    Unreachable {
        /// Its number.
        process: usize,
        /// Its address.
        address: String,
        /// The waiting time in seconds.
        seconds: u64,
        /// The last error of the system.
        source: io::Error,
    },
    /// A process did not connect in time.
    #[error(
        "process {process} did not connect within {seconds} s: start it, and restart the others"
    )]
    Absent {
        /// Its number.
        process: usize,
        /// The waiting time in seconds.
        seconds: u64,
    },
    /// A process belongs to another task, or another version.
    #[error("process {process} does not fit: {why}")]
    Refused {
        /// Its number.
        process: usize,
        /// The reason.
        why: String,
    },
    /// The connection to a process is lost.
    #[error(
        "process {process} at {address} is lost: {why}; fix the cause, then give all processes the same command again"
    )]
    Lost {
        /// Its number.
        process: usize,
        /// Its address.
        address: String,
        /// How the loss was detected.
        why: String,
    },
    /// A process reported a failure.
    #[error(
        "process {process} at {address} failed: {why}; fix the cause, then give all processes the same command again"
    )]
    Failed {
        /// Its number.
        process: usize,
        /// Its address.
        address: String,
        /// The reported reason.
        why: String,
    },
    /// A connection failed before the work started.
    #[error("the connections to the other processes cannot be used")]
    Connections(#[from] io::Error),
}
