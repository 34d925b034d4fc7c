//! A connection for timely dataflow. It checks incoming data before use, and does not panic if the connection breaks.

use super::failures::FailureReporter;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;
use timely::communication::allocator::zero_copy::stream::Stream;
use timely::communication::networking::MessageHeader;

/// Number of bytes of a frame's header: six numbers of eight bytes.
const HEADER: usize = 48;
/// Largest number of bytes of a frame. The fillings of one skeleton need less.
const MOST_FRAME_BYTES: usize = 1 << 28;
/// Largest number of dataflow channels.
const MOST_CHANNELS: usize = 1 << 8;

/// A connection to another process.
///
/// A frame consists of a header and the bytes that it announces. A header is read completely and checked before any of
/// it is passed on: it says for whom the bytes are, and how many follow. If the connection ends early, or sends an
/// invalid header, the failure detector gets a report. The reader then waits without end, because no more data will
/// come. The work ends elsewhere.
#[derive(Debug)]
pub(super) struct CheckedStream {
    stream: TcpStream,
    ends: Ends,
    address: Arc<str>,
    reporter: FailureReporter,
    /// Number of bytes sent on all connections.
    sent: Arc<AtomicU64>,
    /// The current header, and how much of it was passed on.
    header: [u8; HEADER],
    given: usize,
    /// Number of bytes of the frame that have not arrived.
    left: usize,
    is_done: bool,
}

/// The numbers of this process and of the other one, and the number of all processes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ends {
    pub process: usize,
    pub remote: usize,
    pub processes: usize,
}

impl CheckedStream {
    /// Makes a checked connection between two processes.
    pub fn new(
        stream: TcpStream,
        ends: Ends,
        address: &str,
        reporter: FailureReporter,
        sent: Arc<AtomicU64>,
    ) -> io::Result<Self> {
        stream.set_nodelay(true)?;
        stream.set_read_timeout(None)?;
        Ok(Self {
            stream,
            ends,
            address: address.into(),
            reporter,
            sent,
            header: [0; HEADER],
            given: HEADER,
            left: 0,
            is_done: false,
        })
    }

    fn lost(&self, why: &str) {
        self.reporter.lost(self.ends.remote, &self.address, why);
    }

    /// Whether the other process may send this header to this process.
    fn is_sound(&self, header: &MessageHeader) -> bool {
        let Ends { process, remote, processes } = self.ends;
        let is_end = header.length == 0;
        let is_for_us = header.source == remote
            && (header.target_lower..header.target_upper).contains(&process)
            && header.target_upper <= processes;
        is_end || (is_for_us && header.length <= MOST_FRAME_BYTES && header.channel < MOST_CHANNELS)
    }

    fn try_read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if self.is_done || bytes.is_empty() {
            return self.stream.read(bytes);
        }
        if self.given == HEADER && self.left == 0 {
            self.stream.read_exact(&mut self.header)?;
            // Timely does not check the header, so it is checked here.
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

impl Read for CheckedStream {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        match self.try_read(bytes) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(error),
            Ok(count) => Ok(count),
            Err(error) => {
                self.lost(match error.kind() {
                    io::ErrorKind::InvalidData => "it sent invalid data",
                    _ => "the connection closed",
                });
                loop {
                    thread::park();
                }
            }
        }
    }
}

impl Write for CheckedStream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.stream.write(bytes) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(error),
            Ok(count) => {
                self.sent.fetch_add(count as u64, Relaxed);
                Ok(count)
            }
            Err(_) => {
                self.lost("the connection closed");
                Ok(bytes.len())
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for CheckedStream {
    fn try_clone(&self) -> io::Result<Self> {
        Ok(Self {
            stream: self.stream.try_clone()?,
            address: self.address.clone(),
            reporter: self.reporter.clone(),
            sent: self.sent.clone(),
            ..*self
        })
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.stream.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        // A broken connection counts as shut down.
        let _ = self.stream.shutdown(how);
        Ok(())
    }
}
