//! Parts as processes, on one machine or on several.

use super::checked_stream::{CheckedStream, Ends};
use super::dataflow::{Processes, Traffic};
use super::error::ClusterError;
use super::failures::{FailureDetector, Patience};
use super::handshake::{Purpose, connect};
use super::hosts::Hosts;
use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// A process that works together with others.
#[derive(Debug)]
pub struct Cluster {
    hosts: Hosts,
    process: usize,
    detector: FailureDetector,
}

impl Cluster {
    /// Connects to the other processes, does this process's part of the work, and waits until all others have finished
    /// theirs.
    ///
    /// All processes must have the same version, hosts and purpose. `patience` limits how long each waits for the
    /// others. If a process fails or is lost, the current round of all others ends with [`Gone`](super::Gone), and
    /// [`has_failed`](Self::has_failed) returns true during computations.
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
        let [control, data] = connect(hosts, process, purpose, patience.to_connect)?;
        let detector = FailureDetector::new(hosts, control, patience.timeout)?;
        let cluster = Self { hosts: hosts.clone(), process, detector };
        let sent = Arc::new(AtomicU64::new(0));
        let data = data.into_iter().enumerate().map(|(remote, stream)| {
            let Some(stream) = stream else { return Ok(None) };
            let ends = Ends { process, remote, processes };
            let (address, reporter) = (hosts.address(remote), cluster.detector.reporter());
            CheckedStream::new(stream, ends, address, reporter, sent.clone()).map(Some)
        });
        let data = data.collect::<io::Result<Vec<_>>>()?;
        let mut exchange = Processes::new(&cluster.detector, process, data, sent)?;
        let worked = work(&cluster, &mut exchange);
        let traffic = exchange.traffic();
        match worked {
            Ok(worked) => {
                cluster.detector.finish()?;
                exchange.close();
                Ok(Ok((worked, traffic)))
            }
            Err(error) => {
                if let Some(failure) = cluster.detector.failure() {
                    cluster.detector.pass_on(&failure);
                    return Err(failure);
                }
                cluster.detector.fail(process, &chain(&error));
                Ok(Err(error))
            }
        }
    }

    pub fn hosts(&self) -> &Hosts {
        &self.hosts
    }

    pub fn process(&self) -> usize {
        self.process
    }

    /// Whether another process failed or is lost, so that all further work is useless.
    pub fn has_failed(&self) -> bool {
        self.detector.has_failed()
    }
}

/// An error and its causes, in one line.
fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text += &format!(": {cause}");
        source = cause.source();
    }
    text
}
