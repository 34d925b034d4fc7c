//! Child processes, which end with this program.

use std::collections::BTreeSet;
use std::io;
use std::ops::{Deref, DerefMut};
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The ids of child processes that have not been waited for.
static RUNNING: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

fn running() -> MutexGuard<'static, BTreeSet<u32>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A child process. On Unix it has its own process group. Dropping this kills the group, with all descendants, and
/// waits for the child.
pub(super) struct ChildProcess(Child);

impl ChildProcess {
    /// Starts a child process.
    pub fn new(command: &mut Command) -> io::Result<Self> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        // Locked during the start: a signal must not end this program before the child is registered.
        let mut running = running();
        let child = command.spawn()?;
        running.insert(child.id());
        Ok(Self(child))
    }

    /// Cancels the child, as Ctrl-C does.
    #[cfg(feature = "cluster")]
    pub fn ask_to_stop(&mut self) {
        #[cfg(unix)]
        if let Some(id) = group(self.id()) {
            // Fails only if the child has ended already.
            let _ = rustix::process::kill_process(id, rustix::process::Signal::INT);
        }
        #[cfg(not(unix))]
        let _ = self.kill();
    }
}

impl Deref for ChildProcess {
    type Target = Child;

    fn deref(&self) -> &Child {
        &self.0
    }
}

impl DerefMut for ChildProcess {
    fn deref_mut(&mut self) -> &mut Child {
        &mut self.0
    }
}

impl Drop for ChildProcess {
    fn drop(&mut self) {
        let mut running = running();
        // The group first: after the wait, the system can reuse the id.
        kill(self.id());
        running.remove(&self.id());
        drop(running);
        let _ = self.kill();
        let _ = self.wait();
    }
}

/// Kills all children that still run; to be called right before this program ends.
pub(super) fn end_all() {
    let running = running();
    running.iter().for_each(|&id| kill(id));
    // Never unlocked: no child can start any more.
    std::mem::forget(running);
}

/// Kills the process group of a child.
#[cfg(unix)]
fn kill(id: u32) {
    if let Some(group) = group(id) {
        // Fails only if all processes of the group have ended.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
}

/// Other systems have no process groups: a child is killed through its handle only.
#[cfg(not(unix))]
fn kill(_: u32) {}

#[cfg(unix)]
fn group(id: u32) -> Option<rustix::process::Pid> {
    rustix::process::Pid::from_raw(i32::try_from(id).ok()?)
}
