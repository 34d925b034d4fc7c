//! How processes find one another: each connects to all before it, twice, and both sides say who they are and what
//! they are about to do. Nobody works with one that says otherwise.

use super::error::ClusterError;
use super::hosts::Hosts;
use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use xxhash_rust::xxh3::xxh3_64;
use zerocopy::little_endian::{U32, U64};
use zerocopy::{FromBytes, FromZeros, Immutable, IntoBytes, KnownLayout, Unaligned};

/// What all processes of a cluster must be agreed on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Purpose {
    /// What tells the puzzle from others.
    pub puzzle: String,
    /// What is to be done to it.
    pub task: String,
}

/// Processes that have found one another.
#[derive(Debug)]
pub(super) struct Connections {
    /// To each other process: what is said of progress and failure.
    pub control: Vec<Option<TcpStream>>,
    /// To each other process: what the parts of the work send one another.
    pub data: Vec<Option<TcpStream>>,
}

const MAGIC: [u8; 8] = *b"HUARNET\n";
/// The version of what is said between processes.
const PROTOCOL: u32 = 1;

/// What each side of a connection says first.
#[derive(Clone, Debug, FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned, PartialEq)]
#[repr(C)]
struct Hello {
    magic: [u8; 8],
    protocol: U32,
    process: U32,
    processes: U32,
    /// 0 for control, 1 for data.
    channel: U32,
    tool_version: [u8; 16],
    /// XXH3-64 of the puzzle, of the task, and of the hosts file's addresses.
    puzzle: U64,
    task: U64,
    hosts: U64,
}

/// How a process answers another's hello.
const WELCOME: u8 = 1;
const TAKEN: u8 = 2;
const DIFFERENT: u8 = 3;

/// Channels between two processes.
const CHANNELS: u32 = 2;
/// The longest that one waits for a hello once there is a connection, and between two tries.
const HELLO_TIME: Duration = Duration::from_secs(5);
const TRY_AGAIN: Duration = Duration::from_millis(100);
/// How often one looks whether somebody has connected.
const LISTEN_AGAIN: Duration = Duration::from_millis(5);

impl Hello {
    fn of(hosts: &Hosts, process: usize, purpose: &Purpose, channel: u32) -> Self {
        let mut tool_version = [0; 16];
        let version = env!("CARGO_PKG_VERSION").as_bytes();
        tool_version[..version.len().min(16)].copy_from_slice(&version[..version.len().min(16)]);
        Self {
            magic: MAGIC,
            protocol: PROTOCOL.into(),
            process: (process as u32).into(),
            processes: (hosts.len() as u32).into(),
            channel: channel.into(),
            tool_version,
            puzzle: xxh3_64(purpose.puzzle.as_bytes()).into(),
            task: xxh3_64(purpose.task.as_bytes()).into(),
            hosts: xxh3_64(hosts.to_string().as_bytes()).into(),
        }
    }

    /// How another's hello contradicts this one, in words; `None` where it does not.
    fn contradiction(&self, other: &Self) -> Option<String> {
        let version = |hello: &Self| {
            String::from_utf8_lossy(&hello.tool_version).trim_end_matches('\0').to_owned()
        };
        if other.protocol != self.protocol || other.tool_version != self.tool_version {
            return Some(format!(
                "it is version {} of the program, and this is {}: all are to be the same",
                version(other),
                version(self)
            ));
        }
        if other.processes != self.processes {
            return Some(format!(
                "it knows of {} processes, and this one of {}: give all the same hosts file",
                other.processes, self.processes
            ));
        }
        let differs = |what: &str| Some(format!("it has {what}: give all the same arguments"));
        if other.hosts != self.hosts {
            return Some("its hosts file has other addresses: give all the same".to_owned());
        }
        if other.puzzle != self.puzzle {
            return differs("another puzzle");
        }
        (other.task != self.task).then(|| differs("another task"))?
    }

    /// Reads one; `None` where the bytes do not begin as one.
    fn read(stream: &mut TcpStream) -> io::Result<Option<Self>> {
        let mut hello = Self::new_zeroed();
        stream.read_exact(hello.as_mut_bytes())?;
        Ok((hello.magic == MAGIC).then_some(hello))
    }
}

/// Connects a process with all others, within some time.
pub(super) fn connect(
    hosts: &Hosts,
    process: usize,
    purpose: &Purpose,
    patience: Duration,
) -> Result<Connections, ClusterError> {
    let deadline = Instant::now() + patience;
    let mut connections = Connections { control: none(hosts), data: none(hosts) };
    let (heard, hear) = channel();
    let listening = process + 1 < hosts.len();
    let listeners = if listening { listen(hosts, process)? } else { Vec::new() };
    let _listening = Listening::at(listeners, &heard)?;
    for other in 0..process {
        for channel in 0..CHANNELS {
            let hello = Hello::of(hosts, process, purpose, channel);
            let stream = reach(hosts, other, &hello, deadline, patience)?;
            *connections.slot(other, channel) = Some(stream);
        }
    }
    connections.await_others(hosts, process, purpose, &hear, deadline, patience)?;
    Ok(connections)
}

/// Threads that listen, each at one address, until this is dropped: nobody listens any more then.
struct Listening {
    is_over: Arc<AtomicBool>,
    threads: Vec<JoinHandle<()>>,
}

impl Listening {
    fn at(
        listeners: Vec<TcpListener>,
        heard: &Sender<(TcpStream, Hello)>,
    ) -> Result<Self, ClusterError> {
        let mut listening = Self { is_over: Arc::default(), threads: Vec::new() };
        for listener in listeners {
            let (heard, is_over) = (heard.clone(), listening.is_over.clone());
            let listen = move || accept(&listener, &heard, &is_over);
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

/// Listens where the hosts file says, and nowhere else.
fn listen(hosts: &Hosts, process: usize) -> Result<Vec<TcpListener>, ClusterError> {
    let addresses = hosts.resolve(process);
    let bind = |address| {
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true).map(|()| listener)
    };
    let listeners = addresses.and_then(|all| all.into_iter().map(bind).collect());
    listeners.map_err(|source| hosts.cannot_listen(process, source))
}

/// Takes connections until it is over. Each says hello on a thread of its own, so that one that keeps silent holds up
/// nobody.
fn accept(listener: &TcpListener, heard: &Sender<(TcpStream, Hello)>, is_over: &AtomicBool) {
    while !is_over.load(Relaxed) {
        let Ok((mut stream, _)) = listener.accept() else {
            thread::sleep(LISTEN_AGAIN);
            continue;
        };
        let heard = heard.clone();
        let hear = move || {
            let hello = stream
                .set_nonblocking(false)
                .and_then(|()| stream.set_read_timeout(Some(HELLO_TIME)))
                .and_then(|()| Hello::read(&mut stream));
            // What says no hello is none of ours: it is not answered.
            if let Ok(Some(hello)) = hello {
                let _ = heard.send((stream, hello));
            }
        };
        // Where the system refuses a thread, the connection is closed, and the other process tries again.
        let _ = thread::Builder::new().spawn(hear);
    }
}

/// Connects to a process, again and again until there is no time left, and is welcomed there.
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
                if theirs.process.get() as usize != other {
                    let number = theirs.process;
                    return Err(refused(format!("at its address is process {number}")));
                }
                return match answer {
                    WELCOME => Ok(stream),
                    TAKEN => Err(refused(format!(
                        "another process is number {} there already: each needs a number of its own",
                        hello.process
                    ))),
                    _ => {
                        Err(refused("it does not take this process for one of its own".to_owned()))
                    }
                };
            }
            Err(error) if Instant::now() >= deadline => return Err(unreachable(error)),
            Err(_) => thread::sleep(TRY_AGAIN),
        }
    }
}

/// Connects once, says hello and hears the other's, and how it takes this one.
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
                stream.write_all(hello.as_bytes())?;
                let what = "what answers there is no process of huarong";
                let stranger = || io::Error::new(io::ErrorKind::InvalidData, what);
                let theirs = Hello::read(&mut stream)?.ok_or_else(stranger)?;
                let mut answer = [0];
                stream.read_exact(&mut answer)?;
                return Ok((stream, theirs, answer[0]));
            }
            Err(error) => last = Some(error),
        }
    }
    Err(last.expect("a name that was found has addresses"))
}

impl Connections {
    fn slot(&mut self, other: usize, channel: u32) -> &mut Option<TcpStream> {
        match channel {
            0 => &mut self.control[other],
            _ => &mut self.data[other],
        }
    }

    /// Waits for those with higher numbers.
    fn await_others(
        &mut self,
        hosts: &Hosts,
        process: usize,
        purpose: &Purpose,
        hear: &Receiver<(TcpStream, Hello)>,
        deadline: Instant,
        patience: Duration,
    ) -> Result<(), ClusterError> {
        loop {
            let missing = (process + 1..hosts.len())
                .find(|&other| (0..CHANNELS).any(|c| self.slot(other, c).is_none()));
            let Some(missing) = missing else { return Ok(()) };
            let left = deadline.saturating_duration_since(Instant::now());
            let Ok((mut stream, theirs)) = hear.recv_timeout(left) else {
                return Err(ClusterError::Absent { process: missing, seconds: patience.as_secs() });
            };
            let (other, channel) = (theirs.process.get() as usize, theirs.channel.get());
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
                stream.write_all(hello.as_bytes()).and_then(|()| stream.write_all(&[answer]));
            if let Some(why) = contradiction {
                return Err(ClusterError::Refused { process: other, why });
            }
            if answer == WELCOME && answered.is_ok() {
                *self.slot(other, channel) = Some(stream);
            }
        }
    }
}
