//! The memory limit of a command.

use huarong::cli::long_work::{ASSUMED_MEMORY, limit};

#[test]
fn the_memory_limit_is_the_least_of_the_known_limits() {
    const GIB: u64 = 1 << 30;
    assert_eq!(limit(Some(16 * GIB), None, None), 15 * GIB);
    assert_eq!(limit(Some(16 * GIB), Some(8 * GIB), Some(32 * GIB)), 15 * GIB / 2);
    assert_eq!(limit(Some(16 * GIB), Some(8 * GIB), Some(GIB)), 15 * GIB / 16);
    assert_eq!(limit(None, None, None), ASSUMED_MEMORY / 16 * 15, "the system reports nothing");
    assert_eq!(limit(None, Some(160), None), 150);
}
