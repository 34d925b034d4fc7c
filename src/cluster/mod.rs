//! Parts that work on one thing together: what they say to one another, round by round.
//!
//! A part knows the others by their numbers alone. In a round it sends parcels of bytes to any of them, then ends the
//! round and gets what all others sent to it. Whether parts are threads of one process or processes of many machines
//! is the matter of who implements [`Exchange`].

#[cfg(feature = "cluster")]
mod dataflow;
#[cfg(feature = "cluster")]
mod error;
mod exchange;
#[cfg(feature = "cluster")]
mod handshake;
#[cfg(feature = "cluster")]
mod hosts;
#[cfg(feature = "cluster")]
mod processes;
#[cfg(feature = "cluster")]
mod stream;
mod threads;
pub mod varint;
#[cfg(feature = "cluster")]
pub mod watch;

#[cfg(feature = "cluster")]
pub use dataflow::{Processes, Traffic};
#[cfg(feature = "cluster")]
pub use error::ClusterError;
pub use exchange::{Alone, Exchange, Gone};
#[cfg(feature = "cluster")]
pub use handshake::Purpose;
#[cfg(feature = "cluster")]
pub use hosts::{Hosts, MOST_PROCESSES};
#[cfg(feature = "cluster")]
pub use processes::Cluster;
pub use threads::{Threads, together};
#[cfg(feature = "cluster")]
pub use watch::Patience;
