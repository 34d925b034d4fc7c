//! Communication between the parts of one task, in rounds.
//!
//! A part knows the others by their numbers. In a round it sends messages of bytes to any of them. Then it ends the
//! round and receives all messages that the others sent to it. Parts are processes on
//! one machine or on several.

#[cfg(feature = "cluster")]
mod checked_stream;
#[cfg(feature = "cluster")]
mod dataflow;
#[cfg(feature = "cluster")]
mod error;
mod exchange;
#[cfg(feature = "cluster")]
pub mod failures;
#[cfg(feature = "cluster")]
mod handshake;
#[cfg(feature = "cluster")]
mod hosts;
#[cfg(feature = "cluster")]
mod processes;
pub mod varint;

#[cfg(feature = "cluster")]
pub use dataflow::{Processes, Traffic};
#[cfg(feature = "cluster")]
pub use error::ClusterError;
pub use exchange::{Alone, Exchange, Gone};
#[cfg(feature = "cluster")]
pub use failures::Patience;
#[cfg(feature = "cluster")]
pub use handshake::Purpose;
#[cfg(feature = "cluster")]
pub use hosts::{Hosts, MOST_PROCESSES};
#[cfg(feature = "cluster")]
pub use processes::Cluster;
