//! The fuzzers' corpus, replayed: every file once found a new path through the code, or a fault.

#[path = "../../fuzz/targets.rs"]
mod targets;

use std::fs;
use std::path::Path;

/// Feeds every file of a target's corpus to the target; how many there were.
fn replay(target: &str, feed: fn(&[u8])) -> usize {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(target);
    let files = fs::read_dir(directory).expect("there is a corpus");
    let files = files.map(|entry| feed(&fs::read(entry.unwrap().path()).unwrap()));
    files.count()
}

#[test]
fn tables() {
    assert!(replay("table", targets::table) > 0);
}

#[test]
fn texts() {
    assert!(replay("notation", targets::notation) > 0);
}

#[test]
fn puzzles() {
    assert!(replay("puzzle", targets::puzzle) > 0);
}
