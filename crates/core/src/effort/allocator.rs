//! Settings of the system's memory allocator. They have an effect only on the GNU allocator.

/// Allocates every large block separately, so that the system gets it back as soon as it is freed.
///
/// By default, the GNU allocator takes larger and larger blocks (up to 32 MB) from heaps. A freed block leaves a gap
/// that is too small for the next, larger block. A search from a position then took up to a third more than its tables.
pub fn return_large_blocks() {
    /// The allocator's initial threshold, which it raises by default. Smaller blocks stay in heaps, because they are
    /// many and heaps are faster.
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    const LARGE_BLOCK_BYTES: std::ffi::c_int = 1 << 17;

    // SAFETY: any thread may call this at any time with any value. If the allocator rejects the value, nothing changes.
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE_BLOCK_BYTES);
    }
}

/// Returns freed memory to the system. The GNU allocator keeps freed memory for the thread that used it, which can be
/// as much as a whole search per thread.
pub fn give_back() {
    // SAFETY: any thread may call this at any time with any number.
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    unsafe {
        libc::malloc_trim(0);
    }
}
