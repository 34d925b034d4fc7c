//! Whether there was a standard output when the program began.
//!
//! Before `main` Rust's runtime opens the null device wherever a standard stream is closed, and what is printed is
//! lost without a word. So it is looked at before that, where the system runs code of the program that early.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

static WAS_CLOSED: AtomicBool = AtomicBool::new(false);

/// Whether standard output was closed when the program began.
pub(super) fn stdout_was_closed() -> bool {
    WAS_CLOSED.load(Relaxed)
}

#[cfg(any(target_os = "linux", target_vendor = "apple"))]
mod early {
    use super::{Relaxed, WAS_CLOSED};
    use std::io;
    use std::os::fd::AsFd;

    /// What the system calls a stream that is closed: EBADF.
    const CLOSED: i32 = 9;

    // SAFETY: the linker gathers these pointers, of just this type, into the list of functions that the system calls
    // once before `main`; this one uses nothing that the runtime would have to prepare.
    #[used]
    #[cfg_attr(target_os = "linux", unsafe(link_section = ".init_array"))]
    #[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
    static LOOK: extern "C" fn() = look;

    extern "C" fn look() {
        let copied = io::stdout().as_fd().try_clone_to_owned();
        let is_closed = copied.is_err_and(|error| error.raw_os_error() == Some(CLOSED));
        WAS_CLOSED.store(is_closed, Relaxed);
    }
}
