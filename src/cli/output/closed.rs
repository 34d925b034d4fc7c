//! Whether standard output was open when the program began.
//!
//! Before `main`, the Rust runtime opens the null device in place of a closed standard stream, and output is lost
//! without an error. So the stream is checked earlier, on systems that run code of a program before its runtime.

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

    // SAFETY: the linker collects pointers of this type into the list of functions that the system calls once before
    // `main`. This function makes one system call and does not use the runtime of the standard library.
    #[used]
    #[cfg_attr(target_os = "linux", unsafe(link_section = ".init_array"))]
    #[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
    static LOOK: extern "C" fn() = look;

    extern "C" fn look() {
        // SAFETY: the call takes no pointer and only reads the flags of a descriptor; it fails if that is closed.
        let flags = unsafe { libc::fcntl(libc::STDOUT_FILENO, libc::F_GETFD) };
        WAS_CLOSED.store(flags == -1, Relaxed);
    }
}
