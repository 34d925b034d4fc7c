//! A connection as timely dataflow uses it, with what comes in checked before it is believed, and without panics where
//! it breaks.

use super::watch::Alarm;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;
use timely::communication::allocator::zero_copy::stream::Stream;
use timely::communication::networking::MessageHeader;

/// Bytes of a frame's header: six numbers of eight bytes.
const HEADER: usize = 48;
/// Bytes of a frame at most: the fillings of one skeleton are less.
const LONGEST: usize = 1 << 28;
/// Channels of a dataflow of this program at most.
const CHANNELS: usize = 1 << 8;

/// A connection to another process.
///
/// Frames are a header and so many bytes behind it. A header is read whole, and checked, before any of it is given on:
/// what it says is whom the bytes are for, and how many there are. Where the connection ends early, or says what no
/// process says, the watch is told, and who reads it is left waiting: there is nothing more to come, and the work ends
/// elsewhere.
#[derive(Debug)]
pub(super) struct Checked {
    stream: TcpStream,
    remote: usize,
    /// The number of this process, and how many there are.
    process: usize,
    processes: usize,
    address: Arc<str>,
    alarm: Alarm,
    /// Bytes that were sent, on all connections.
    sent: Arc<AtomicU64>,
    /// The header that is being given on, and how much of it was.
    header: [u8; HEADER],
    given: usize,
    /// Bytes of the frame that are still to come.
    left: usize,
    is_done: bool,
}

/// The processes at the ends of a connection, and how many there are in all.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ends {
    /// The number of this process.
    pub process: usize,
    /// The number of the other.
    pub remote: usize,
    pub processes: usize,
}

impl Checked {
    /// A connection between two processes.
    pub fn new(
        stream: TcpStream,
        ends: Ends,
        address: &str,
        alarm: Alarm,
        sent: Arc<AtomicU64>,
    ) -> io::Result<Self> {
        let Ends { process, remote, processes } = ends;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(None)?;
        Ok(Self {
            stream,
            remote,
            process,
            processes,
            address: address.into(),
            alarm,
            sent,
            header: [0; HEADER],
            given: HEADER,
            left: 0,
            is_done: false,
        })
    }

    /// Tells that the connection is lost.
    fn lost(&self, why: &str) {
        self.alarm.lost(self.remote, &self.address, why);
    }

    /// Whether a header is one that the other process may send to this one.
    fn is_sound(&self, header: &MessageHeader) -> bool {
        let is_end = header.length == 0;
        let is_for_us = header.source == self.remote
            && header.target_lower <= self.process
            && header.target_upper > self.process
            && header.target_lower < header.target_upper
            && header.target_upper <= self.processes;
        is_end || (is_for_us && header.length <= LONGEST && header.channel < CHANNELS)
    }

    fn try_read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if self.is_done || bytes.is_empty() {
            return self.stream.read(bytes);
        }
        if self.given == HEADER && self.left == 0 {
            self.stream.read_exact(&mut self.header)?;
            // What is asked for more bytes than a header has would not be given; what it says is looked at here.
            let mut number = self.header.chunks_exact(8).map(|number| {
                number.iter().fold(0usize, |all, &byte| all << 8 | usize::from(byte))
            });
            let mut next = || number.next().expect("a header has six numbers");
            let header = MessageHeader {
                channel: next(),
                source: next(),
                target_lower: next(),
                target_upper: next(),
                length: next(),
                seqno: next(),
            };
            if !self.is_sound(&header) {
                return Err(io::ErrorKind::InvalidData.into());
            }
            self.given = 0;
            self.left = header.length;
            self.is_done = header.length == 0;
        }
        if self.given < HEADER {
            let count = bytes.len().min(HEADER - self.given);
            bytes[..count].copy_from_slice(&self.header[self.given..][..count]);
            self.given += count;
            self.is_done &= self.given == HEADER;
            return Ok(count);
        }
        let most = bytes.len().min(self.left);
        let count = self.stream.read(&mut bytes[..most])?;
        if count == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        self.left -= count;
        Ok(count)
    }
}

impl Read for Checked {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        match self.try_read(bytes) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(error),
            Ok(count) => Ok(count),
            Err(error) => {
                self.lost(match error.kind() {
                    io::ErrorKind::InvalidData => "it sent what no process sends",
                    _ => "its connection ended",
                });
                loop {
                    thread::park();
                }
            }
        }
    }
}

impl Write for Checked {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.stream.write(bytes) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(error),
            Ok(count) => {
                self.sent.fetch_add(count as u64, Relaxed);
                Ok(count)
            }
            Err(_) => {
                self.lost("its connection ended");
                Ok(bytes.len())
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for Checked {
    fn try_clone(&self) -> io::Result<Self> {
        Ok(Self {
            stream: self.stream.try_clone()?,
            address: self.address.clone(),
            alarm: self.alarm.clone(),
            sent: self.sent.clone(),
            ..*self
        })
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.stream.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        // One that is gone already is as good as shut down.
        let _ = self.stream.shutdown(how);
        Ok(())
    }
}
