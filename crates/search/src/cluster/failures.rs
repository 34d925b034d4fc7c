//! Failure detection: each process sends heartbeats to the others, ten per timeout, and finally its result.

use super::error::ClusterError;
use super::hosts::Hosts;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

/// How long a process waits for the others.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// Time until all processes have connected.
    pub to_connect: Duration,
    /// Time without a message after which a process counts as lost. It must be the same in all processes, because each
    /// sends ten heartbeats in this time.
    pub timeout: Duration,
}

impl From<Duration> for Patience {
    /// A waiting time for connections, and a timeout of ten seconds.
    fn from(to_connect: Duration) -> Self {
        Self { to_connect, timeout: Duration::from_secs(10) }
    }
}

/// Kinds of control messages: heartbeat, finished, failed, and lost. After the last two follow the number of the process
/// that failed or is lost, and the length and the text of the reason. The process that says it may have heard it itself.
pub const ALIVE: u8 = 0;
const DONE: u8 = 1;
const FAILED: u8 = 2;
const LOST: u8 = 3;
/// How long a failed process waits for the others to receive its reason.
const DELIVERY_TIME: Duration = Duration::from_millis(500);
/// Largest number of bytes of the reason.
const MOST_REASON_BYTES: usize = 1000;

/// Detector of failed and lost processes.
#[derive(Debug)]
pub struct FailureDetector {
    shared: Arc<Shared>,
    pub speaker: Arc<Speaker>,
}

/// Sends control messages to all other processes. A write may block until the timeout, so it does not hold the lock of
/// the state.
#[derive(Debug)]
pub struct Speaker {
    /// Connections to all other processes.
    streams: Vec<TcpStream>,
    /// Locked during one message, so that no other message comes between its bytes.
    pub turn: Mutex<()>,
}

impl Speaker {
    pub fn say(&self, said: &[u8]) {
        let _turn = self.turn.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        for mut stream in &self.streams {
            // The other side detects a lost connection by the timeout.
            let _ = stream.write_all(said);
        }
    }
}

#[derive(Debug, Default)]
struct Shared {
    has_failed: AtomicBool,
    state: Mutex<DetectorState>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct DetectorState {
    failure: Option<ClusterError>,
    /// Number of other processes that have finished.
    done: usize,
    /// Number of other processes that send no more: they finished, failed, or are lost.
    silent: usize,
    is_over: bool,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, DetectorState> {
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn fail(&self, failure: ClusterError) {
        self.state().failure.get_or_insert(failure);
        self.has_failed.store(true, Relaxed);
        self.changed.notify_all();
    }
}

/// Reports failures to a detector.
#[derive(Clone, Debug)]
pub struct FailureReporter(Arc<Shared>);

impl FailureReporter {
    pub fn lost(&self, process: usize, address: &str, why: &str) {
        let (address, why) = (address.to_owned(), why.to_owned());
        self.0.fail(ClusterError::Lost { process, address, why });
    }
}

impl FailureDetector {
    /// Starts the detection of failures, with one connection per process.
    pub fn new(
        hosts: &Hosts,
        control: Vec<Option<TcpStream>>,
        timeout: Duration,
    ) -> io::Result<Self> {
        let shared = Arc::new(Shared::default());
        let own = control.iter().position(Option::is_none);
        let mut streams = Vec::new();
        for (process, stream) in control.into_iter().enumerate() {
            let Some(stream) = stream else { continue };
            stream.set_nodelay(true)?;
            stream.set_read_timeout(Some(timeout))?;
            stream.set_write_timeout(Some(timeout))?;
            let (reader, hosts, shared) = (stream.try_clone()?, hosts.clone(), shared.clone());
            thread::Builder::new().spawn(move || {
                receive(&shared, &hosts, own, process, reader, timeout);
                shared.state().silent += 1;
                shared.changed.notify_all();
            })?;
            streams.push(stream);
        }
        let speaker = Arc::new(Speaker { streams, turn: Mutex::default() });
        let beating = (shared.clone(), speaker.clone());
        thread::Builder::new()
            .spawn(move || send_heartbeats(&beating.0, &beating.1, timeout / 10))?;
        Ok(Self { shared, speaker })
    }

    /// Whether another process failed or is lost.
    pub fn has_failed(&self) -> bool {
        self.shared.has_failed.load(Relaxed)
    }

    pub fn failure(&self) -> Option<ClusterError> {
        self.shared.state().failure.take()
    }

    pub fn reporter(&self) -> FailureReporter {
        FailureReporter(self.shared.clone())
    }

    /// Tells all others that this process has finished, and waits for them. Returns the first failure.
    pub fn finish(&self) -> Result<(), ClusterError> {
        self.speaker.say(&[DONE]);
        let mut state = self.shared.state();
        while state.done < self.speaker.streams.len() {
            if let Some(failure) = state.failure.take() {
                return Err(failure);
            }
            state = self.shared.changed.wait(state).unwrap_or_else(|p| p.into_inner());
        }
        Ok(())
    }

    /// Tells all others why this process, which has the given number, failed.
    pub fn fail(&self, process: usize, why: &str) {
        self.say_and_wait(FAILED, process, why);
    }

    /// Tells all others about the failure that ended this process's work, so that each names the process that caused it.
    pub fn pass_on(&self, failure: &ClusterError) {
        match failure {
            ClusterError::Failed { process, why, .. } => self.say_and_wait(FAILED, *process, why),
            ClusterError::Lost { process, why, .. } => self.say_and_wait(LOST, *process, why),
            _ => {}
        }
    }

    /// Tells all others about a failure, and waits a moment. If a process ended at once, its other connections would close
    /// too, and the others might count it as lost.
    fn say_and_wait(&self, kind: u8, process: usize, why: &str) {
        let mut end = why.len().min(MOST_REASON_BYTES);
        while !why.is_char_boundary(end) {
            end -= 1;
        }
        let mut said = vec![kind];
        said.extend((process as u16).to_le_bytes());
        said.extend((end as u16).to_le_bytes());
        said.extend(&why.as_bytes()[..end]);
        self.speaker.say(&said);
        let others = self.speaker.streams.len();
        let state = self.shared.state();
        drop(self.shared.changed.wait_timeout_while(state, DELIVERY_TIME, |s| s.silent < others));
    }
}

impl Drop for FailureDetector {
    fn drop(&mut self) {
        self.shared.state().is_over = true;
        self.shared.changed.notify_all();
        for stream in &self.speaker.streams {
            let _ = stream.shutdown(Shutdown::Write);
        }
    }
}

/// Sends heartbeats to all others until this process ends.
fn send_heartbeats(shared: &Shared, speaker: &Speaker, every: Duration) {
    while !shared.state().is_over {
        speaker.say(&[ALIVE]);
        let waited = shared.changed.wait_timeout_while(shared.state(), every, |s| !s.is_over);
        drop(waited);
    }
}

/// Receives control messages of another process until it has finished or is lost. `own` is the number of this process.
fn receive(
    shared: &Shared,
    hosts: &Hosts,
    own: Option<usize>,
    process: usize,
    mut stream: TcpStream,
    timeout: Duration,
) {
    let mut listen = || -> io::Result<Option<ClusterError>> {
        loop {
            let mut said = [0];
            stream.read_exact(&mut said)?;
            match said[0] {
                ALIVE => {}
                DONE => return Ok(None),
                kind @ (FAILED | LOST) => return read_failure(hosts, kind, &mut stream).map(Some),
                _ => return Err(io::ErrorKind::InvalidData.into()),
            }
        }
    };
    let why = match listen() {
        Ok(None) => {
            shared.state().done += 1;
            shared.changed.notify_all();
            return;
        }
        Ok(Some(ClusterError::Lost { process: lost, why, .. })) if Some(lost) == own => {
            format!("it gave this process up, because {why}")
        }
        Ok(Some(failure)) => return shared.fail(failure),
        Err(error) => match error.kind() {
            io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => {
                format!("it has not answered for {} seconds", timeout.as_secs_f32())
            }
            io::ErrorKind::InvalidData => "it sent an invalid message".to_owned(),
            _ => "the connection closed".to_owned(),
        },
    };
    let address = hosts.address(process).to_owned();
    shared.fail(ClusterError::Lost { process, address, why });
}

/// Reads which process failed or is lost, as the kind of the message says, and why.
fn read_failure(hosts: &Hosts, kind: u8, stream: &mut TcpStream) -> io::Result<ClusterError> {
    let mut number = || -> io::Result<usize> {
        let mut bytes = [0; 2];
        stream.read_exact(&mut bytes)?;
        Ok(u16::from_le_bytes(bytes).into())
    };
    let (process, len) = (number()?, number()?);
    if process >= hosts.len() {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mut why = vec![0; len.min(MOST_REASON_BYTES)];
    stream.read_exact(&mut why)?;
    let (address, why) =
        (hosts.address(process).to_owned(), String::from_utf8_lossy(&why).into_owned());
    Ok(match kind {
        LOST => ClusterError::Lost { process, address, why },
        _ => ClusterError::Failed { process, address, why },
    })
}
