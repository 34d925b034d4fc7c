//! Whole-program tests: packed tables.

use crate::common::{METRICS, START, Tables, text};
use predicates::str::contains;
use std::fs;

/// Queries on the tables of a piece set; packed tables must give the same answers.
const QUESTIONS: [&[&str]; 6] = [
    &["query", START, "--format", "json"],
    &["solve", START, "--format", "csv"],
    &["solve", START, "--count"],
    &["sample", "1h4v4s", "--distance", "40..60", "--seed", "7", "--format", "csv"],
    &["hardest", "1h4v4s"],
    &["checksums"],
];

#[test]
fn packed_tables_answer_as_plain_ones_do() {
    let tables = Tables::of(&["1h4v4s"]);
    let files = METRICS.map(|metric| tables.file("1h4v4s", metric));
    let read = || files.each_ref().map(|file| fs::read(file).unwrap());
    let plain = read();
    let answers = || QUESTIONS.iter().map(|&question| tables.output(question));
    let before: Vec<String> = answers().collect();

    let reported = tables.output(&["pack"]);
    assert_eq!(reported.lines().count(), 3);
    assert!(reported.lines().all(|line| line.starts_with("packed ")), "{reported}");
    for (packed, plain) in read().iter().zip(&plain) {
        assert!(4 * packed.len() < 3 * plain.len(), "{} of {} bytes", packed.len(), plain.len());
    }
    assert_eq!(answers().collect::<Vec<_>>(), before);
    tables.run(&["verify"]).assert().success().stdout(contains("every distance is correct"));
    // The tables exist, so nothing is rebuilt.
    let packed = read();
    let reported = tables.output(&["build", "1h4v4s"]);
    assert!(reported.lines().all(|line| line.starts_with("present ")), "{reported}");
    let reported = tables.output(&["pack", "1h4v4s"]);
    assert!(reported.lines().all(|line| line.starts_with("present ")), "{reported}");
    assert!(read() == packed);

    let reported = tables.output(&["pack", "--undo"]);
    assert!(reported.lines().all(|line| line.starts_with("unpacked ")), "{reported}");
    assert!(read() == plain, "the same bytes");
    assert!(tables.unfinished().is_empty());
}

#[test]
fn tables_of_puzzles_and_boards_are_packed() {
    let tables = Tables::none();
    for choice in [["--puzzle", "dads"], ["--board", "3x4"]] {
        let with = |arguments: &[&'static str]| [arguments, &choice].concat();
        tables.output(&with(&["build", "--metric", "straight"]));
        let sums = tables.output(&with(&["checksums"]));
        let reported = tables.output(&with(&["pack"]));
        assert!(reported.starts_with("packed ") && reported.lines().count() == 1, "{reported}");
        assert_eq!(tables.output(&with(&["checksums"])), sums);
        tables.run(&with(&["verify"])).assert().success();
    }
}

#[test]
fn a_damaged_packed_table_is_reported_and_built_again() {
    let tables = Tables::of(&["1h4v4s"]);
    tables.output(&["pack"]);
    let file = tables.file("1h4v4s", "finger");
    let mut bytes = fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&file, &bytes).unwrap();
    for question in [&["verify"][..], &["checksums"], &["hardest", "1h4v4s"], &["pack", "--undo"]] {
        let error = tables.error(question);
        assert!(error.contains("does not match its checksum"), "{question:?}: {error}");
        assert!(error.contains(file.to_str().unwrap()), "{question:?}: {error}");
    }
    assert!(fs::read(&file).unwrap() == bytes, "what cannot be unpacked stays");
    assert!(tables.unfinished().is_empty());
    tables.run(&["build", "1h4v4s"]).assert().success().stderr(contains("rebuilding"));
    tables.run(&["verify"]).assert().success();
}

#[test]
fn what_cannot_be_packed_is_refused() {
    let tables = Tables::none();
    assert!(tables.error(&["pack"]).contains("no tables in"));
    let tables = Tables::of(&["1h4v4s"]);
    let error = tables.error(&["pack", "2h3v4s"]);
    assert!(error.contains("2h3v4s has no table") && error.contains("huarong build"), "{error}");
    tables.error(&["pack", "lots"]);
    tables.output(&["build", "--board", "3x4", "--metric", "unit"]);
    let error = tables.error(&["pack", "--board", "3x4", "0h0v6s"]);
    assert!(error.contains("in the table of all piece sets"), "{error}");
    tables.output(&["pack"]);
    // A packed table of 65,880 entries is verified in memory.
    let run = tables.run(&["verify", "--memory", "100kB"]).assert().code(1);
    let error = text(&run.get_output().stderr);
    assert!(error.contains("is packed") && error.contains("huarong pack --undo"), "{error}");
    tables.run(&["verify", "--memory", "1MB"]).assert().success();
}
