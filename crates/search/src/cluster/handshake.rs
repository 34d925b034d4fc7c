//! Handshake of processes. Each process connects twice to every process of a lower number. Both sides send who they are
//! and what they will do. They reject each other if these differ.

use super::error::ClusterError;
use super::hosts::Hosts;
use huarong_tables::record;
use huarong_tables::record::FixedLength;
use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use xxhash_rust::xxh3::xxh3_64;

/// What all processes must have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Purpose {
    /// Text that identifies the puzzle.
    pub puzzle: String,
    /// Text that identifies the task.
    pub task: String,
}

/// The connections to all other processes.
#[derive(Debug)]
pub(super) struct Connections {
    /// Control connection to each other process: heartbeats and failures.
    pub control: Vec<Option<TcpStream>>,
    /// Data connection to each other process: messages of the parts.
    pub data: Vec<Option<TcpStream>>,
}

const MAGIC: [u8; 8] = *b"HUARNET\n";
/// Version of the protocol between processes.
const PROTOCOL: u32 = 1;

record! {
    /// The first message of each side of a connection.
    #[derive(Clone, Debug, PartialEq)]
    struct Hello {
        magic: [u8; 8],
        protocol: u32,
        process: u32,
        processes: u32,
        /// 0 for control, 1 for data.
        channel: u32,
        tool_version: [u8; 16],
        /// XXH3-64 of the puzzle, of the task, and of the addresses.
        puzzle: u64,
        task: u64,
        hosts: u64,
    }
}

/// The answer to another process's hello.
const WELCOME: u8 = 1;
const TAKEN: u8 = 2;
const DIFFERENT: u8 = 3;

/// Number of connections between two processes.
const CHANNELS: u32 = 2;
/// Longest time to wait for a hello, and time between two attempts.
const HELLO_TIME: Duration = Duration::from_secs(5);
const TRY_AGAIN: Duration = Duration::from_millis(100);
/// Time between two checks for new connections.
const LISTEN_AGAIN: Duration = Duration::from_millis(5);

impl Hello {
    fn of(hosts: &Hosts, process: usize, purpose: &Purpose, channel: u32) -> Self {
        let mut tool_version = [0; 16];
        let version = env!("CARGO_PKG_VERSION").as_bytes();
        tool_version[..version.len().min(16)].copy_from_slice(&version[..version.len().min(16)]);
        Self {
            magic: MAGIC,
            protocol: PROTOCOL,
            process: process as u32,
            processes: hosts.len() as u32,
            channel,
            tool_version,
            puzzle: xxh3_64(purpose.puzzle.as_bytes()),
            task: xxh3_64(purpose.task.as_bytes()),
            hosts: xxh3_64(hosts.to_string().as_bytes()),
        }
    }

    /// Describes how another hello contradicts this one; `None` if it does not.
    fn contradiction(&self, other: &Self) -> Option<String> {
        let version = |hello: &Self| {
            String::from_utf8_lossy(&hello.tool_version).trim_end_matches('\0').to_owned()
        };
        if other.protocol != self.protocol || other.tool_version != self.tool_version {
            return Some(format!(
                "it has version {} of the program, and this process has {}: all must have the same",
                version(other),
                version(self)
            ));
        }
        if other.processes != self.processes {
            return Some(format!(
                "it has {} processes, and this process has {}: give all the same hosts file",
                other.processes, self.processes
            ));
        }
        let differs = |what: &str| Some(format!("it has {what}: give all the same arguments"));
        if other.hosts != self.hosts {
            return Some(
                "its hosts file has other addresses: give all the same hosts file".to_owned(),
            );
        }
        if other.puzzle != self.puzzle {
            return differs("another puzzle");
        }
        (other.task != self.task).then(|| differs("another task"))?
    }

    /// Reads a hello; `None` if the bytes do not start like one.
    fn read(stream: &mut TcpStream) -> io::Result<Option<Self>> {
        let mut bytes = [0; Self::LEN];
        stream.read_exact(&mut bytes)?;
        Ok(Self::take(&mut &bytes[..]).filter(|hello| hello.magic == MAGIC))
    }
}

/// Connects a process to all others before a deadline.
pub(super) fn connect(
    hosts: &Hosts,
    process: usize,
    purpose: &Purpose,
    patience: Duration,
) -> Result<Connections, ClusterError> {
    let deadline = Instant::now() + patience;
    let mut connections = Connections { control: none(hosts), data: none(hosts) };
    let (sender, receiver) = channel();
    let listening = process + 1 < hosts.len();
    let listeners = if listening { listen(hosts, process)? } else { Vec::new() };
    let _listening = Listening::at(listeners, &sender)?;
    for other in 0..process {
        for channel in 0..CHANNELS {
            let hello = Hello::of(hosts, process, purpose, channel);
            let stream = reach(hosts, other, &hello, deadline, patience)?;
            *connections.slot(other, channel) = Some(stream);
        }
    }
    connections.await_others(hosts, process, purpose, &receiver, deadline, patience)?;
    Ok(connections)
}

/// Threads that each listen at one address. Dropping this ends the listening.
struct Listening {
    is_over: Arc<AtomicBool>,
    threads: Vec<JoinHandle<()>>,
}

impl Listening {
    fn at(
        listeners: Vec<TcpListener>,
        sender: &Sender<(TcpStream, Hello)>,
    ) -> Result<Self, ClusterError> {
        let mut listening = Self { is_over: Arc::default(), threads: Vec::new() };
        for listener in listeners {
            let (sender, is_over) = (sender.clone(), listening.is_over.clone());
            let listen = move || accept(&listener, &sender, &is_over);
            listening.threads.push(thread::Builder::new().spawn(listen)?);
        }
        Ok(listening)
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.is_over.store(true, Relaxed);
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

fn none(hosts: &Hosts) -> Vec<Option<TcpStream>> {
    (0..hosts.len()).map(|_| None).collect()
}

/// Listens at the addresses of the hosts file, and at no others.
fn listen(hosts: &Hosts, process: usize) -> Result<Vec<TcpListener>, ClusterError> {
    let addresses = hosts.resolve(process);
    let bind = |address| {
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true).map(|()| listener)
    };
    let listeners = addresses.and_then(|all| all.into_iter().map(bind).collect());
    listeners.map_err(|source| hosts.cannot_listen(process, source))
}

/// Accepts connections until `is_over`. Each connection has a thread for its hello, so a silent peer delays no other.
fn accept(listener: &TcpListener, sender: &Sender<(TcpStream, Hello)>, is_over: &AtomicBool) {
    while !is_over.load(Relaxed) {
        let Ok((mut stream, _)) = listener.accept() else {
            thread::sleep(LISTEN_AGAIN);
            continue;
        };
        let sender = sender.clone();
        let read_hello = move || {
            let hello = stream
                .set_nonblocking(false)
                .and_then(|()| stream.set_read_timeout(Some(HELLO_TIME)))
                .and_then(|()| Hello::read(&mut stream));
            // A peer that sends no valid hello gets no answer.
            if let Ok(Some(hello)) = hello {
                let _ = sender.send((stream, hello));
            }
        };
        // If the system refuses a thread, the connection closes, and the other process tries again.
        let _ = thread::Builder::new().spawn(read_hello);
    }
}

/// Connects to a process, with repeated attempts before the deadline, and waits for its answer.
fn reach(
    hosts: &Hosts,
    other: usize,
    hello: &Hello,
    deadline: Instant,
    patience: Duration,
) -> Result<TcpStream, ClusterError> {
    let unreachable = |source: io::Error| ClusterError::Unreachable {
        process: other,
        address: hosts.address(other).to_owned(),
        seconds: patience.as_secs(),
        source,
    };
    loop {
        match greet(hosts, other, hello, deadline) {
            Ok((stream, theirs, answer)) => {
                let refused = |why| ClusterError::Refused { process: other, why };
                if let Some(why) = hello.contradiction(&theirs) {
                    return Err(refused(why));
                }
                if theirs.process as usize != other {
                    let number = theirs.process;
                    return Err(refused(format!("process {number} answers at its address")));
                }
                return match answer {
                    WELCOME => Ok(stream),
                    TAKEN => Err(refused(format!(
                        "another process already has number {}: give each process its own number",
                        hello.process
                    ))),
                    _ => Err(refused("it rejected this process".to_owned())),
                };
            }
            Err(error) if Instant::now() >= deadline => return Err(unreachable(error)),
            Err(_) => thread::sleep(TRY_AGAIN),
        }
    }
}

/// Connects once, sends the hello, and receives the other hello and its answer.
fn greet(
    hosts: &Hosts,
    other: usize,
    hello: &Hello,
    deadline: Instant,
) -> io::Result<(TcpStream, Hello, u8)> {
    let mut last = None;
    for address in hosts.resolve(other)? {
        let time = deadline.saturating_duration_since(Instant::now()).max(TRY_AGAIN);
        match TcpStream::connect_timeout(&address, time.min(HELLO_TIME)) {
            Ok(mut stream) => {
                stream.set_read_timeout(Some(time))?;
                stream.write_all(&hello.to_bytes())?;
                let what = "the program that answers there is not huarong";
                let stranger = || io::Error::new(io::ErrorKind::InvalidData, what);
                let theirs = Hello::read(&mut stream)?.ok_or_else(stranger)?;
                let mut answer = [0];
                stream.read_exact(&mut answer)?;
                return Ok((stream, theirs, answer[0]));
            }
            Err(error) => last = Some(error),
        }
    }
    Err(last.expect("a resolved name has addresses"))
}

impl Connections {
    fn slot(&mut self, other: usize, channel: u32) -> &mut Option<TcpStream> {
        match channel {
            0 => &mut self.control[other],
            _ => &mut self.data[other],
        }
    }

    /// Waits for the processes of higher numbers.
    fn await_others(
        &mut self,
        hosts: &Hosts,
        process: usize,
        purpose: &Purpose,
        receiver: &Receiver<(TcpStream, Hello)>,
        deadline: Instant,
        patience: Duration,
    ) -> Result<(), ClusterError> {
        loop {
            let missing = (process + 1..hosts.len())
                .find(|&other| (0..CHANNELS).any(|c| self.slot(other, c).is_none()));
            let Some(missing) = missing else { return Ok(()) };
            let left = deadline.saturating_duration_since(Instant::now());
            let Ok((mut stream, theirs)) = receiver.recv_timeout(left) else {
                return Err(ClusterError::Absent { process: missing, seconds: patience.as_secs() });
            };
            let (other, channel) = (theirs.process as usize, theirs.channel);
            let hello = Hello::of(hosts, process, purpose, channel);
            let contradiction = hello.contradiction(&theirs);
            let is_expected = (process + 1..hosts.len()).contains(&other) && channel < CHANNELS;
            let is_taken = is_expected && self.slot(other, channel).is_some();
            let answer = match contradiction {
                Some(_) => DIFFERENT,
                None if is_taken || other == process => TAKEN,
                None if is_expected => WELCOME,
                None => DIFFERENT,
            };
            let answered =
                stream.write_all(&hello.to_bytes()).and_then(|()| stream.write_all(&[answer]));
            if let Some(why) = contradiction {
                return Err(ClusterError::Refused { process: other, why });
            }
            if answer == WELCOME && answered.is_ok() {
                *self.slot(other, channel) = Some(stream);
            }
        }
    }
}
