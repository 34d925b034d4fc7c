//! The fuzzers' corpus, replayed: every file once found a new path through the code, or a fault.

#[path = "../fuzz/targets.rs"]
mod targets;

use std::fs;
use std::path::Path;

/// How many files each target has: the corpus only grows.
const TABLES: usize = 54;
const TEXTS: usize = 137;
const PUZZLES: usize = 53;
const PUZZLE_FILES: usize = 6;

/// Feeds every file of a target's corpus to the target; how many there were.
fn replay(target: &str, feed: fn(&[u8])) -> usize {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fuzz/corpus");
    let files = fs::read_dir(Path::new(directory).join(target)).expect("there is a corpus");
    let mut fed = 0;
    for file in files {
        feed(&fs::read(file.unwrap().path()).unwrap());
        fed += 1;
    }
    fed
}

#[test]
fn tables() {
    assert!(replay("table", targets::table) >= TABLES);
}

#[test]
fn texts() {
    assert!(replay("notation", targets::notation) >= TEXTS);
}

#[test]
fn puzzles() {
    assert!(replay("puzzle", targets::puzzle) >= PUZZLES);
}

#[test]
fn puzzle_files() {
    assert!(replay("puzzle_file", targets::puzzle_file) >= PUZZLE_FILES);
}
