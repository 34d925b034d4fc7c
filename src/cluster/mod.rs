//! Parts that work on one thing together: what they say to one another, round by round.
//!
//! A part knows the others by their numbers alone. In a round it sends parcels of bytes to any of them, then ends the
//! round and gets what all others sent to it. Whether parts are threads of one process or processes of many machines
//! is the matter of who implements [`Exchange`].

#[cfg(feature = "cluster")]
mod dataflow;
#[cfg(feature = "cluster")]
mod handshake;
#[cfg(feature = "cluster")]
mod hosts;
#[cfg(feature = "cluster")]
mod processes;
#[cfg(feature = "cluster")]
mod stream;
mod threads;
pub(crate) mod varint;
#[cfg(feature = "cluster")]
mod watch;

#[cfg(feature = "cluster")]
pub use dataflow::{Processes, Traffic};
#[cfg(feature = "cluster")]
pub use handshake::Purpose;
#[cfg(feature = "cluster")]
pub use hosts::{Hosts, MOST_PROCESSES};
#[cfg(feature = "cluster")]
pub use processes::{Cluster, ClusterError};
pub use threads::{Threads, together};
#[cfg(feature = "cluster")]
pub use watch::Patience;

use thiserror::Error;

/// That another part is gone, so that a round has no end.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("another part of the work is gone")]
pub struct Gone;

/// How a part of some work speaks with the others.
pub trait Exchange {
    /// The number of this part, from 0.
    fn part(&self) -> usize;

    /// How many parts there are, this one included.
    fn parts(&self) -> usize;

    /// Sends bytes to a part in the round that has not ended yet.
    ///
    /// # Panics
    ///
    /// Where there is no such part.
    fn send(&mut self, to: usize, parcel: Vec<u8>);

    /// Sends the same bytes to all other parts.
    fn send_to_others(&mut self, parcel: &[u8]) {
        let me = self.part();
        for to in (0..self.parts()).filter(|&to| to != me) {
            self.send(to, parcel.to_vec());
        }
    }

    /// Ends the round, once all parts have, and gives what the others sent to this one in it: each with the number of
    /// the part that it is from, those of one part in the order in which they were sent.
    fn end_round(&mut self) -> Result<Vec<(usize, Vec<u8>)>, Gone>;
}

/// One part that does all of the work: there are no others to speak with.
#[derive(Clone, Copy, Debug, Default)]
pub struct Alone;

impl Exchange for Alone {
    fn part(&self) -> usize {
        0
    }

    fn parts(&self) -> usize {
        1
    }

    fn send(&mut self, to: usize, _: Vec<u8>) {
        panic!("there is no part {to} beside the only one");
    }

    fn end_round(&mut self) -> Result<Vec<(usize, Vec<u8>)>, Gone> {
        Ok(Vec::new())
    }
}
