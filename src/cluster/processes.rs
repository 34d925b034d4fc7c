//! Processes that work together, on one machine or on several.

use super::dataflow::{Processes, Traffic};
use super::handshake::{Purpose, connect};
use super::hosts::Hosts;
use super::stream::Checked;
use super::watch::{Patience, Watch};
use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
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

impl ClusterError {
    pub(super) fn listen(hosts: &Hosts, process: usize, source: io::Error) -> Self {
        Self::Listen { process, address: hosts.address(process).to_owned(), source }
    }
}

/// One of several processes that work together.
#[derive(Debug)]
pub struct Cluster {
    hosts: Hosts,
    process: usize,
    watch: Watch,
}

impl Cluster {
    /// Finds the other processes, and works with them: each does its part of the work, given how it speaks with the
    /// others. What this one's gives is given once all others are done as well.
    ///
    /// All must have the same version, hosts and purpose. Each waits for the others as long as it has patience. Where
    /// one of them fails, or is not heard of for too long, all others are told: what they wait for in a round ends
    /// as [`Gone`](super::Gone), and [`has_failed`](Self::has_failed) says so to who computes.
    pub fn work<T, E>(
        hosts: &Hosts,
        process: usize,
        purpose: &Purpose,
        patience: impl Into<Patience>,
        work: impl FnOnce(&Self, &mut Processes<'_>) -> Result<T, E>,
    ) -> Result<Result<(T, Traffic), E>, ClusterError>
    where
        E: std::error::Error,
    {
        let (processes, patience) = (hosts.len(), patience.into());
        if process >= processes {
            return Err(ClusterError::Number { process, processes });
        }
        let connections = connect(hosts, process, purpose, patience.to_come)?;
        let watch = Watch::new(hosts, connections.control, patience.silence)?;
        let cluster = Self { hosts: hosts.clone(), process, watch };
        let sent = Arc::new(AtomicU64::new(0));
        let data = connections.data.into_iter().enumerate().map(|(remote, stream)| {
            let Some(stream) = stream else { return Ok(None) };
            let numbers = (process, remote, processes);
            let (address, alarm) = (hosts.address(remote), cluster.watch.alarm());
            Checked::new(stream, numbers, address, alarm, sent.clone()).map(Some)
        });
        let data = data.collect::<io::Result<Vec<_>>>()?;
        let mut exchange = Processes::new(&cluster.watch, process, data, sent)?;
        let worked = work(&cluster, &mut exchange);
        let traffic = exchange.traffic();
        match worked {
            Ok(worked) => {
                cluster.watch.finish()?;
                exchange.close();
                Ok(Ok((worked, traffic)))
            }
            Err(error) => {
                if let Some(failure) = cluster.watch.failure() {
                    cluster.watch.fail(&failure.to_string());
                    return Err(failure);
                }
                cluster.watch.fail(&chain(&error));
                Ok(Err(error))
            }
        }
    }

    /// Where the processes are.
    pub fn hosts(&self) -> &Hosts {
        &self.hosts
    }

    /// The number of this one.
    pub fn process(&self) -> usize {
        self.process
    }

    /// Whether another process is lost or has failed, so that there is nothing left to do.
    pub fn has_failed(&self) -> bool {
        self.watch.has_failed()
    }
}

/// An error and what it came of, in one line.
fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text += &format!(": {cause}");
        source = cause.source();
    }
    text
}
