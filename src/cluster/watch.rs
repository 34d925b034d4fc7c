//! Who is still there: processes say so ten times in a silence, and tell the others how they ended.

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
    /// Until all have come.
    pub to_come: Duration,
    /// Without a word from one of them, until it counts as lost. It must be the same in all processes: each of them says
    /// ten times as often that it is there.
    pub silence: Duration,
}

impl From<Duration> for Patience {
    /// So long for all to come, and ten seconds of silence.
    fn from(to_come: Duration) -> Self {
        Self { to_come, silence: Duration::from_secs(10) }
    }
}

/// What is said: that one is there, that it is done, or how it failed, with the length of the text before it.
pub const THERE: u8 = 0;
const DONE: u8 = 1;
const FAILED: u8 = 2;
/// How long a process that failed waits for the others to have heard of it.
const TO_HEAR: Duration = Duration::from_millis(500);
/// Bytes of that text at most.
const LONGEST: usize = 1000;

/// What a process knows of the others.
#[derive(Debug)]
pub struct Watch {
    shared: Arc<Shared>,
    pub speaker: Arc<Speaker>,
}

/// Speaks to all other processes. A write may take as long as a silence; who waits for the state does not wait for it.
#[derive(Debug)]
pub struct Speaker {
    /// To each other process.
    streams: Vec<TcpStream>,
    /// Held for one message, so that nothing comes between its bytes.
    pub turn: Mutex<()>,
}

impl Speaker {
    pub fn say(&self, said: &[u8]) {
        let _turn = self.turn.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        for mut stream in &self.streams {
            // Whoever cannot hear it is found out by its silence.
            let _ = stream.write_all(said);
        }
    }
}

#[derive(Debug, Default)]
struct Shared {
    has_failed: AtomicBool,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// The first thing that went wrong.
    failure: Option<ClusterError>,
    /// How many of the others are done.
    done: usize,
    /// How many of the others say no more: they are done, have failed, or are lost.
    silent: usize,
    /// Whether this process has ended.
    is_over: bool,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn fail(&self, failure: ClusterError) {
        self.state().failure.get_or_insert(failure);
        self.has_failed.store(true, Relaxed);
        self.changed.notify_all();
    }
}

/// Tells a watch of what went wrong elsewhere.
#[derive(Clone, Debug)]
pub struct Alarm(Arc<Shared>);

impl Alarm {
    /// That a process is gone, as far as can be told from its connection.
    pub fn lost(&self, process: usize, address: &str, why: &str) {
        let (address, why) = (address.to_owned(), why.to_owned());
        self.0.fail(ClusterError::Lost { process, address, why });
    }
}

impl Watch {
    /// Watches the other processes of some hosts, each through a connection.
    pub fn new(
        hosts: &Hosts,
        control: Vec<Option<TcpStream>>,
        silence: Duration,
    ) -> io::Result<Self> {
        let shared = Arc::new(Shared::default());
        let mut streams = Vec::new();
        for (process, stream) in control.into_iter().enumerate() {
            let Some(stream) = stream else { continue };
            stream.set_nodelay(true)?;
            stream.set_read_timeout(Some(silence))?;
            stream.set_write_timeout(Some(silence))?;
            let (reader, address) = (stream.try_clone()?, hosts.address(process).to_owned());
            let shared = shared.clone();
            thread::Builder::new().spawn(move || {
                hear(&shared, process, address, reader, silence);
                shared.state().silent += 1;
                shared.changed.notify_all();
            })?;
            streams.push(stream);
        }
        let speaker = Arc::new(Speaker { streams, turn: Mutex::default() });
        let beating = (shared.clone(), speaker.clone());
        thread::Builder::new().spawn(move || beat(&beating.0, &beating.1, silence / 10))?;
        Ok(Self { shared, speaker })
    }

    /// Whether another process is lost or has failed.
    pub fn has_failed(&self) -> bool {
        self.shared.has_failed.load(Relaxed)
    }

    /// What went wrong first.
    pub fn failure(&self) -> Option<ClusterError> {
        self.shared.state().failure.take()
    }

    pub fn alarm(&self) -> Alarm {
        Alarm(self.shared.clone())
    }

    /// Tells all others that this process is done, and waits until they are; what went wrong before that, if anything
    /// did.
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

    /// Tells all others how this process failed, and waits a moment until they have ended for it: a process that ends
    /// at once closes its other connections, too, and who sees that first takes it for lost.
    pub fn fail(&self, why: &str) {
        let mut end = why.len().min(LONGEST);
        while !why.is_char_boundary(end) {
            end -= 1;
        }
        let mut said = vec![FAILED];
        said.extend((end as u16).to_le_bytes());
        said.extend(&why.as_bytes()[..end]);
        self.speaker.say(&said);
        let others = self.speaker.streams.len();
        let state = self.shared.state();
        drop(self.shared.changed.wait_timeout_while(state, TO_HEAR, |s| s.silent < others));
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.shared.state().is_over = true;
        self.shared.changed.notify_all();
        for stream in &self.speaker.streams {
            let _ = stream.shutdown(Shutdown::Write);
        }
    }
}

/// Says to all others that this process is there, until it is over.
fn beat(shared: &Shared, speaker: &Speaker, every: Duration) {
    while !shared.state().is_over {
        speaker.say(&[THERE]);
        let waited = shared.changed.wait_timeout_while(shared.state(), every, |s| !s.is_over);
        drop(waited);
    }
}

/// Hears what another process says, until it is done or lost.
fn hear(
    shared: &Shared,
    process: usize,
    address: String,
    mut stream: TcpStream,
    silence: Duration,
) {
    let mut listen = || -> io::Result<Option<String>> {
        loop {
            let mut said = [0];
            stream.read_exact(&mut said)?;
            match said[0] {
                THERE => {}
                DONE => return Ok(None),
                FAILED => {
                    let mut len = [0; 2];
                    stream.read_exact(&mut len)?;
                    let mut text = vec![0; usize::from(u16::from_le_bytes(len)).min(LONGEST)];
                    stream.read_exact(&mut text)?;
                    return Ok(Some(String::from_utf8_lossy(&text).into_owned()));
                }
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
        Ok(Some(why)) => return shared.fail(ClusterError::Failed { process, address, why }),
        Err(error) => match error.kind() {
            io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => {
                format!("it has not answered for {} seconds", silence.as_secs_f32())
            }
            io::ErrorKind::InvalidData => "it says what no process says".to_owned(),
            _ => "its connection ended".to_owned(),
        },
    };
    shared.fail(ClusterError::Lost { process, address, why });
}
