//! What the program asks of the system's allocator, if that is the GNU one. Others are not asked.

/// Has every large block be memory of its own, which the system has back as soon as it is freed.
///
/// By itself the GNU allocator takes larger and larger blocks (up to 32 MB) from heaps. What is freed there leaves gaps
/// that the next block, a little larger, does not fit: a search from a position took up to a third more than its
/// tables.
pub fn return_large_blocks() {
    /// The size at which the allocator itself begins, before it raises it. Smaller blocks stay in heaps: they are many,
    /// and quicker to get there.
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    const LARGE: std::ffi::c_int = 1 << 17;

    // SAFETY: it may be called at any time by any thread, with any value. An allocator that rejects the value keeps
    // memory as before.
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE);
    }
}

/// Gives memory that was freed back to the system. The GNU allocator keeps it for the thread that had it, which may be
/// as much as a whole search for each thread.
pub fn give_back() {
    // SAFETY: it may be called at any time by any thread, with any number.
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    unsafe {
        libc::malloc_trim(0);
    }
}
