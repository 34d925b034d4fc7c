//! Whole-program tests: what a build takes is known before it begins.

use crate::common::{Tables, skipped, text};
use serde_json::Value;
use std::io::ErrorKind;
use std::process::Command;

/// Runs a command and tells the most kilobytes that it had resident.
const PEAK: &str = "import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)";

/// The most bytes that a build of a piece set had resident; `None` where there is nobody to tell.
fn peak(board: &str, set: &str, more: &[&str]) -> Option<u64> {
    let tables = Tables::none();
    let mut script = Command::new("python3");
    script.args(["-c", PEAK, env!("CARGO_BIN_EXE_huarong"), "--data-dir"]).arg(tables.path());
    script.args(["build", "--board", board, set, "--metric", "finger"]).args(more);
    let output = match script.output() {
        Err(error) if error.kind() == ErrorKind::NotFound => return None,
        output => output.unwrap(),
    };
    assert!(output.status.success(), "{}", text(&output.stderr));
    Some(text(&output.stdout).trim().parse::<u64>().unwrap() << 10)
}

/// Checks that a build takes as much memory as it is said to, within a tenth.
fn check(board: &str, set: &str) {
    let counted =
        Tables::none().output(&["count", "--board", board, set, "--format", "json"]);
    let counted: Value = serde_json::from_str(&counted).unwrap();
    let told = counted["build_bytes"].as_u64().unwrap();
    let Some(taken) = peak(board, set, &[]) else { return skipped("no python3") };
    let ratio = told as f64 / taken as f64;
    assert!((0.9..=1.1).contains(&ratio), "{board} {set}: {told} bytes told, {taken} taken");
}

/// A space for every power of ten, some of them larger than what is searched with a bit for each of its positions.
#[test]
fn the_memory_of_a_build_is_known_before_it_begins() {
    for (board, set) in [
        ("4x5", "2h3v4s"),
        ("4x6", "3h4v4s"),
        ("4x6", "2h2v9s"),
        ("5x5", "3h4v5s"),
        ("5x5", "3h1v9s"),
    ] {
        check(board, set);
    }
}

#[test]
#[ignore = "takes minutes, and 11 GB of disk"]
fn the_memory_of_a_large_build_is_known_before_it_begins() {
    for (board, set) in [
        ("5x5", "2h2v7s"),
        ("5x6", "3h4v2s"),
        ("5x6", "4h4v4s"),
        ("5x6", "3h4v7s"),
        ("5x6", "2h3v9s"),
    ] {
        check(board, set);
    }
}
