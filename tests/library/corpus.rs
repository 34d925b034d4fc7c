//! Replays the fuzzers' corpus: each file once found a new path through the code, or a bug. Also
//! replays random changes of files with corrected checksums.

#[path = "../fuzz/targets.rs"]
mod targets;

use proptest::prelude::*;
use std::fs;
use std::path::Path;

/// Number of files per target: the corpus only grows.
const TABLES: usize = 54;
const TEXTS: usize = 137;
const PUZZLES: usize = 53;
const PUZZLE_FILES: usize = 6;
const SEALED: usize = 3;

/// Feeds every file of a target's corpus to the target; returns the number of files.
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

#[test]
fn files_with_right_checksums() {
    assert!(replay("sealed_table", targets::sealed_table) >= SEALED);
    assert!(replay("lookup", targets::lookup) >= SEALED);
    assert!(replay("checkpoint", targets::checkpoint) >= SEALED);
    assert!(replay("game", targets::game) >= SEALED);
    assert!(replay("census", targets::census) >= SEALED);
    assert!(replay("universe", targets::universe) >= SEALED);
}

/// Number of random files with corrected checksums per target in the ordinary suite.
const CASES: u32 = 1_000;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(crate::common::cases(CASES)))]

    #[test]
    fn tables_with_right_checksums(data in proptest::collection::vec(any::<u8>(), 0..48)) {
        targets::sealed_table(&data);
    }

    #[test]
    fn lookups_in_tables_that_are_not_true(data in proptest::collection::vec(any::<u8>(), 0..32)) {
        targets::lookup(&data);
    }

    #[test]
    fn checkpoints_with_right_checksums(data in proptest::collection::vec(any::<u8>(), 0..48)) {
        targets::checkpoint(&data);
    }

    #[test]
    fn game_tables_with_right_checksums(data in proptest::collection::vec(any::<u8>(), 0..48)) {
        targets::game(&data);
    }

    #[test]
    fn censuses_with_right_checksums(data in proptest::collection::vec(any::<u8>(), 0..48)) {
        targets::census(&data);
    }

    #[test]
    fn universes_with_right_checksums(data in proptest::collection::vec(any::<u8>(), 0..48)) {
        targets::universe(&data);
    }
}

/// A position and its only successor, both marked as out of play, confirm each other: its predecessors refute it.
#[test]
fn a_successor_out_of_play_does_not_excuse_its_predecessor() {
    targets::game(&[163, 187, 85, 210, 164, 64, 137]);
}
