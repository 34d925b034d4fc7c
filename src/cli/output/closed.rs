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
    use crate::cli::output::closed::WAS_CLOSED;
    use std::sync::atomic::Ordering::Relaxed;

    // SAFETY: the linker gathers these pointers, of just this type, into the list of functions that the system calls
    // once before `main`; this one makes one system call, and uses nothing of the standard library's runtime.
    #[used]
    #[cfg_attr(target_os = "linux", unsafe(link_section = ".init_array"))]
    #[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
    static LOOK: extern "C" fn() = look;

    extern "C" fn look() {
        // SAFETY: the call takes no pointer, and only reads the flags of a descriptor; it fails where that is closed.
        let flags = unsafe { libc::fcntl(libc::STDOUT_FILENO, libc::F_GETFD) };
        WAS_CLOSED.store(flags == -1, Relaxed);
    }
}
