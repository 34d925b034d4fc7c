//! Programs that this one has started, none of which outlives it.

use std::collections::BTreeSet;
use std::io;
use std::ops::{Deref, DerefMut};
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The numbers of the processes that were started and have not been waited for.
static RUNNING: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

fn running() -> MutexGuard<'static, BTreeSet<u32>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A program that this one has started. On Unix it has a process group of its own; dropping this kills the group with
/// all that the program has started in its turn, and waits for the program.
pub(super) struct Started(Child);

impl Started {
    /// Starts a program.
    pub fn new(command: &mut Command) -> io::Result<Self> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        // Held over the start, so that no signal ends this program between the start and the note of it.
        let mut running = running();
        let child = command.spawn()?;
        running.insert(child.id());
        Ok(Self(child))
    }

    /// Asks the program to stop, as Ctrl-C does.
    #[cfg(feature = "cluster")]
    pub fn ask_to_stop(&mut self) {
        #[cfg(unix)]
        if let Some(id) = group(self.id()) {
            // A program that has ended already needs no asking.
            let _ = rustix::process::kill_process(id, rustix::process::Signal::INT);
        }
        #[cfg(not(unix))]
        let _ = self.kill();
    }
}

impl Deref for Started {
    type Target = Child;

    fn deref(&self) -> &Child {
        &self.0
    }
}

impl DerefMut for Started {
    fn deref_mut(&mut self) -> &mut Child {
        &mut self.0
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        let mut running = running();
        // The group first: once the program is waited for, the system may give its number to another.
        kill(self.id());
        running.remove(&self.id());
        drop(running);
        let _ = self.kill();
        let _ = self.wait();
    }
}

/// Kills all programs that still run; to be called right before this program ends.
pub(super) fn end_all() {
    let running = running();
    running.iter().for_each(|&id| kill(id));
    // Kept locked: nothing is started any more.
    std::mem::forget(running);
}

/// Kills the group of a program that was started.
#[cfg(unix)]
fn kill(id: u32) {
    if let Some(group) = group(id) {
        // A group whose processes have all ended is no error.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
}

/// Elsewhere a program is killed through its handle alone.
#[cfg(not(unix))]
fn kill(_: u32) {}

#[cfg(unix)]
fn group(id: u32) -> Option<rustix::process::Pid> {
    rustix::process::Pid::from_raw(i32::try_from(id).ok()?)
}
