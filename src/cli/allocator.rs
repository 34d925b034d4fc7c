//! How the system's allocator keeps memory that is given back.

/// Has every large block be memory of its own, which the system has back as soon as it is freed.
///
/// By itself the GNU allocator takes larger and larger blocks (up to 32 MB) from heaps. What is freed there leaves gaps
/// that the next block, a little larger, does not fit: a search from a position took up to a third more than its
/// tables.
pub(super) fn return_large_blocks() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    gnu::return_large_blocks();
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod gnu {
    use std::ffi::c_int;

    /// The parameter of the smallest block that is memory of its own.
    const M_MMAP_THRESHOLD: c_int = -3;
    /// Where the allocator itself begins, before it raises it. Smaller blocks stay in heaps: they are many, and quicker
    /// had there.
    const LARGE: c_int = 1 << 17;

    unsafe extern "C" {
        fn mallopt(parameter: c_int, value: c_int) -> c_int;
    }

    pub fn return_large_blocks() {
        // SAFETY: it is the function of the C library that the program is linked with, and its signature. It may be
        // called at any time; where it is not heeded, memory is kept as before.
        unsafe { mallopt(M_MMAP_THRESHOLD, LARGE) };
    }
}
