//! Processes that work together, on one machine or on several.

use super::dataflow::{Processes, Traffic};
use super::error::ClusterError;
use super::handshake::{Purpose, connect};
use super::hosts::Hosts;
use super::stream::{Checked, Ends};
use super::watch::{Patience, Watch};
use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

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
            let ends = Ends { process, remote, processes };
            let (address, alarm) = (hosts.address(remote), cluster.watch.alarm());
            Checked::new(stream, ends, address, alarm, sent.clone()).map(Some)
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
