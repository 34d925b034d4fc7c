//! Why processes do not work together.

use std::io;
use thiserror::Error;

/// Why processes do not work together, or no longer do.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ClusterError {
    /// A hosts file that cannot be used.
    #[error("the hosts file cannot be used: {0}")]
    Hosts(String),
    /// No such process.
    #[error("there is no process {process}: the hosts file names {processes}, numbered from 0")]
    Number {
        /// The number that was given.
        process: usize,
        /// How many there are.
        processes: usize,
    },
    /// A process cannot listen at its own address.
    #[error("process {process} cannot listen at {address}, its line in the hosts file")]
    Listen {
        /// Its number.
        process: usize,
        /// Its address.
        address: String,
        /// What the operating system said.
        source: io::Error,
    },
    /// No connection to a process.
    #[error("process {process} was not to be reached at {address} within {seconds} s")]
    Unreachable {
        /// Its number.
        process: usize,
        /// Its address.
        address: String,
        /// For how long it was tried.
        seconds: u64,
        /// What the operating system said last.
        source: io::Error,
    },
    /// A process that has not come.
    #[error("process {process} has not come within {seconds} s: start it, and the others anew")]
    Absent {
        /// Its number.
        process: usize,
        /// For how long it was waited for.
        seconds: u64,
    },
    /// A process that does not fit.
    #[error("process {process} does not fit: {why}")]
    Refused {
        /// Its number.
        process: usize,
        /// Why.
        why: String,
    },
    /// A process that went away without a word.
    #[error(
        "process {process} at {address} is lost: {why}; see to it and give all processes the same command again"
    )]
    Lost {
        /// Its number.
        process: usize,
        /// Its address.
        address: String,
        /// How that was found out.
        why: String,
    },
    /// A process that told how it failed.
    #[error(
        "process {process} at {address} failed: {why}; see to it and give all processes the same command again"
    )]
    Failed {
        /// Its number.
        process: usize,
        /// Its address.
        address: String,
        /// What it said.
        why: String,
    },
    /// A connection could not be used.
    #[error("the connections to the other processes cannot be used")]
    Connections(#[from] io::Error),
}
