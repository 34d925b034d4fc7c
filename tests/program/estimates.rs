//! Whole-program tests: the memory of a build is known before it starts.

use crate::common::{Tables, skipped};
use serde_json::Value;
use std::fs;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

/// The peak resident memory of a build of a piece set in bytes; `None` if the system does not
/// report it.
fn peak(board: &str, set: &str) -> Option<u64> {
    let tables = Tables::none();
    let mut build = tables.process(&["build", "--board", board, set, "--metric", "finger"]);
    let mut build = build.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let status = format!("/proc/{}/status", build.id());
    let mut peak = None;
    let ended = loop {
        // The last sample may be from a process that frees its memory, but the peak never
        // decreases.
        let reported = fs::read_to_string(&status).unwrap_or_default();
        let line = reported.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
        peak = peak.max(kilobytes.map(|kilobytes| kilobytes << 10));
        if let Some(ended) = build.try_wait().unwrap() {
            break ended;
        }
        thread::sleep(Duration::from_micros(500));
    };
    assert!(ended.success());
    peak
}

/// The estimated bytes.
fn reported(board: &str, set: &str) -> u64 {
    let counted = Tables::none().output(&["count", "--board", board, set, "--format", "json"]);
    let counted: Value = serde_json::from_str(&counted).unwrap();
    counted["build_bytes"].as_str().unwrap().parse().unwrap()
}

/// How far a small build may be from its estimate, in bytes: it depends on how the threads run side by side from which
/// reserves of the allocator they take.
const NOISE: u64 = 2 << 20;

/// Checks that builds need the estimated memory, within a tenth or [`NOISE`].
fn check(sets: &[(&str, &str)], builds: usize) {
    // The estimate is for the released program. This program is larger, and a small build measures
    // by how much. It has pieces of every shape, so that it runs the code of the other builds, whose
    // pages count, too. It takes milliseconds, in which the sampling may miss the peak, so the
    // maximum of several builds is used.
    let small = ("4x5", "1h1v1s");
    let Some(least) = (0..9).filter_map(|_| peak(small.0, small.1)).max() else {
        return skipped("no /proc");
    };
    let larger = least as i64 - reported(small.0, small.1) as i64;
    for &(board, set) in sets {
        // The peak depends on how the threads run side by side, so the median of some builds counts.
        let mut peaks: Vec<u64> = (0..builds).filter_map(|_| peak(board, set)).collect();
        peaks.sort_unstable();
        let peak = *peaks.get(builds / 2).expect("a peak was measured before");
        let taken = (peak as i64 - larger) as u64;
        let reported = reported(board, set);
        assert!(
            reported.abs_diff(taken) <= (taken / 10).max(NOISE),
            "{board} {set}: estimated {reported} bytes, measured {taken}"
        );
    }
}

#[test]
fn the_memory_of_a_small_build_is_known_before_it_begins() {
    check(&[("4x5", "2h3v4s")], 9);
}

/// One space for every power of ten. The test below covers low-memory searches.
#[test]
#[ignore = "long: builds of many positions"]
fn the_memory_of_a_build_is_known_before_it_begins() {
    check(&[("4x6", "3h4v4s"), ("4x6", "2h2v9s"), ("5x5", "3h4v5s")], 9);
}

#[test]
#[ignore = "long: large builds, which need 11 GB of disk"]
fn the_memory_of_a_large_build_is_known_before_it_begins() {
    check(
        &[
            ("5x5", "3h1v9s"),
            ("5x5", "2h2v7s"),
            ("5x6", "3h4v2s"),
            ("5x6", "4h4v4s"),
            ("5x6", "3h4v7s"),
            ("5x6", "2h3v9s"),
        ],
        1,
    );
}
