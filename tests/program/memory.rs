//! Whole-program tests: no command exceeds `--memory`.
//!
//! The resident memory of a command, without mapped files, is sampled twice per millisecond. If a
//! fault could exhaust the machine's memory, the system limits the process as well.

#![cfg(target_os = "linux")]

use crate::common::{START, Tables, end_with_test, program, text};
use assert_cmd::Command;
use serde_json::{Value, json};
use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::Path;
use std::process::{self, ExitStatus, Stdio};
use std::thread;
use std::time::Duration;

/// The allowed resident memory in bytes, without mapped files: the limit, a fraction of it, and a
/// constant.
fn most(memory_mb: u64) -> u64 {
    memory_mb * 1_020_000 + 16_000_000
}

/// Number of threads of the commands.
const THREADS: &str = "2";

/// The program in a directory.
fn command(tables: &Path, memory_mb: u64, arguments: &[&str]) -> process::Command {
    let mut command = program();
    command.args(["--threads", THREADS, "--memory", &format!("{memory_mb}MB"), "--data-dir"]);
    command.arg(tables).args(arguments).current_dir(tables);
    command
}

/// The same, with the first allocation beyond the rule failing. The system limits writable memory
/// without files to twice the allowed amount and four stacks, most of which are never touched.
fn limited(tables: &Path, memory_mb: u64, arguments: &[&str]) -> process::Command {
    let most_kb = (2 * most(memory_mb) + (8 << 20)) / 1024;
    let script = format!("ulimit -d {most_kb}; exec \"$0\" \"$@\"");
    let whole = command(tables, memory_mb, arguments);
    let mut limited = process::Command::new("sh");
    limited.args(["-c", &script]).arg(whole.get_program()).args(whole.get_args());
    limited.env_remove("HUARONG_DATA_DIR").current_dir(tables);
    end_with_test(&mut limited);
    limited
}

/// Runs a command to its end; returns its peak resident memory in bytes, without mapped files.
fn peak(command: &mut process::Command) -> (ExitStatus, u64) {
    let mut running = command.spawn().unwrap();
    let status = format!("/proc/{}/status", running.id());
    let mut peak = 0;
    loop {
        let reported = fs::read_to_string(&status).unwrap_or_default();
        let bytes = |name: &str| {
            let line = reported.lines().find_map(|line| line.strip_prefix(name));
            let number = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
            number.unwrap_or(0) << 10
        };
        peak = peak.max(bytes("RssAnon:"));
        if let Some(ended) = running.try_wait().unwrap() {
            return (ended, peak);
        }
        thread::sleep(Duration::from_micros(500));
    }
}

/// Runs a command, which must obey the rule, and succeed or be refused with a one-line message.
#[track_caller]
fn keeps_the_rule(tables: &Path, memory_mb: u64, arguments: &[&str]) {
    let mut command = command(tables, memory_mb, arguments);
    let errors = tables.join("errors");
    let mut measure = || {
        command.stdout(Stdio::null()).stderr(File::create(&errors).unwrap());
        peak(&mut command)
    };
    // A command of some milliseconds can end before a busy machine looks at it.
    let (mut ended, mut peak) = measure();
    for _ in 0..10 {
        if peak == 0 {
            (ended, peak) = measure();
        }
    }
    let errors = fs::read_to_string(&errors).unwrap();
    let what = format!("{arguments:?} within {memory_mb} MB, {peak} bytes: {ended}: {errors}");
    let refusals: Vec<&str> = errors.lines().filter(|line| line.starts_with("error: ")).collect();
    let is_refused = ended.code() == Some(1)
        && matches!(refusals[..], [refusal] if refusal.contains("MB") || refusal.contains("--memory"));
    assert!(ended.success() || is_refused, "{what}");
    assert!(peak > 0 && peak <= most(memory_mb), "{what}");
}

/// A puzzle of the library whose numbering needs 380 MB without a limit.
const HARD_TO_NUMBER: &str = "gnome-american-pie";
/// A puzzle of the library with more than a million reachable positions, many of them goal
/// positions.
const LARGE: &str = "lumi-sliding-pipes";

/// A position with 12,700,800 optimal solutions of 138 moves each.
const MANY_SOLUTIONS: [&str; 3] = ["solve", "SSSV/BBVV/BBVV/SHHV/..HH", "--limit=0"];

#[test]
fn commands_keep_to_their_memory() {
    let all: &[&[&str]] = &[
        &["build", "1h4v4s", "0h0v6s", "0h0v7s", "1h0v6s"],
        &["query", START],
        &["solve", START, "--count"],
        &["verify"],
        &["checksums"],
        &["pack"],
        &["query", START],
        &["sample", "1h4v4s", "--distance", "60..80"],
        &["hardest", "1h4v4s"],
        &["export", "1h4v4s", "--out", "positions.csv"],
        &["report", "--out", "reports"],
        &["check", HARD_TO_NUMBER, "--time-limit", "0"],
        &["census", "2x3", "--out", "census"],
        &["count", "1h4v4s"],
        &["game", "build", "tic-tac-toe"],
        &["game", "query", "tic-tac-toe"],
        &["game", "solve", "4,4,4"],
        &["convert", "heng-dao-li-ma", "--to", "svg"],
        &["gomoku", "match", "strong", "strong", "--games=2", "--time-per-move=0.01"],
    ];
    for memory_mb in [30, 60] {
        let tables = Tables::none();
        for arguments in all {
            keeps_the_rule(tables.path(), memory_mb, arguments);
        }
    }
}

/// Climb 12 by Minoru Abe.
const CLIMB_12: [&str; 2] =
    ["##.##/C...D/CAABD/HABBI/EEGFF/JGGGK", "##G##/.GGG./...../...../...../....."];

/// A puzzle as a line of a list.
fn line(start: &str, goal: &str) -> String {
    let rows = |grid: &str| grid.split('/').map(str::to_owned).collect::<Vec<_>>();
    json!({ "start": rows(start), "goal": rows(goal) }).to_string() + "\n"
}

/// The memory of a search is returned before the next one, which may run on other threads. The puzzles are Korf's first,
/// which exceed the share of a thread, and then the whole limit.
#[test]
#[ignore = "long: measures memory of many puzzles"]
fn many_puzzles_keep_to_their_memory() {
    let tables = Tables::none();
    let korf = include_str!("../data/korf.csv").lines().skip(1).take(3);
    let korf = korf.map(|row| line(row.split(',').nth(1).unwrap(), ".ABC/DEFG/HIJK/LMNO"));
    fs::write(tables.path().join("large.jsonl"), korf.collect::<String>()).unwrap();
    let mut solve = command(tables.path(), 8, &["solve", "large.jsonl", "--format", "csv"]);
    let (ended, peak) = peak(solve.stdout(Stdio::null()).stderr(Stdio::null()));
    assert_eq!(ended.code(), Some(3), "they do not fit");
    assert!(peak <= most(8), "{peak} bytes");
}

/// Few answers wait for the answer of an earlier puzzle, however many puzzles the list has.
#[test]
#[ignore = "long: measures memory of long lists"]
fn few_answers_wait_for_an_earlier_one() {
    let tables = Tables::none();
    let walk = ["A".to_owned() + &".".repeat(63), ".".repeat(63) + "A"];
    let walks = 4000;
    let puzzles = line(CLIMB_12[0], CLIMB_12[1]) + &line(&walk[0], &walk[1]).repeat(walks);
    fs::write(tables.path().join("walks.jsonl"), puzzles).unwrap();
    let arguments = ["solve", "walks.jsonl", "--metric", "unit", "--format", "json"];
    let answers = tables.path().join("answers");
    let mut solve = command(tables.path(), 3, &arguments);
    let (ended, peak) = peak(solve.stdout(File::create(&answers).unwrap()).stderr(Stdio::null()));
    assert_eq!(ended.code(), Some(3), "the first does not fit");
    let answers = fs::read_to_string(answers).unwrap();
    let distances = answers.lines().map(|row| serde_json::from_str::<Value>(row).unwrap());
    let distances: Vec<Value> = distances.map(|row| row["distance"].clone()).collect();
    assert_eq!(distances[0], json!(null));
    assert_eq!(distances[1..], vec![json!(63); walks]);
    assert!(peak <= most(3), "{peak} bytes");
}

/// The memory of a query does not grow with the number of lines.
#[test]
#[ignore = "long: measures memory of long lists"]
fn many_lines_are_answered_in_little_memory() {
    let tables = Tables::of(&["1h4v4s"]);
    let lines = tables.path().join("lines");
    fs::write(&lines, format!("{START}\n").repeat(50_000)).unwrap();
    for format in ["text", "json", "csv"] {
        let mut query = command(tables.path(), 20, &["query", "-", "--format", format]);
        let input = File::open(&lines).unwrap();
        let (ended, peak) = peak(query.stdin(input).stdout(Stdio::null()));
        assert!(ended.success());
        assert!(peak <= most(20), "{format}: {peak} bytes");
    }
}

/// A file with a gigabyte of zeros, which takes no disk space, is not a census; it is not read
/// completely to detect that.
#[test]
fn a_large_file_that_is_no_census_is_not_read() {
    let tables = Tables::none();
    File::create(tables.path().join("huge")).unwrap().set_len(1 << 30).unwrap();
    let mut join = command(tables.path(), 20, &["census", "join", "huge"]);
    let (ended, peak) = peak(join.stdout(Stdio::null()).stderr(Stdio::null()));
    assert_eq!(ended.code(), Some(1));
    assert!(peak <= most(20), "{peak} bytes");
}

/// The same for slower commands, at more limits.
#[test]
#[ignore = "long: every command under four limits"]
fn all_commands_keep_to_their_memory() {
    for memory_mb in [20, 30, 60, 200] {
        let tables = Tables::none();
        let all: &[&[&str]] = &[
            &["build"],
            &["build", "--board", "4x6", "1h4v4s"],
            &["build", "--puzzle", "dads"],
            &["query", "--puzzle", LARGE],
            &["query", "--board", "4x6", "VBBV/VBBV/VHHV/VSSV/S..S/SSSS"],
            &["solve", "--puzzle", LARGE],
            &["solve", "--puzzle", LARGE, "--count"],
            &["solve", "--from", START, "--to", "VVVV/VVVV/SSHH/.BBS/.BBS", "--all"],
            &["check", HARD_TO_NUMBER, "layton-159-8x8", "gnome-shark", "--time-limit", "2"],
            &["puzzles"],
            &["openings"],
            &["count"],
            &["count", "4h4v4s", "--board", "8x8"],
            &["count", "--packings", "10x10"],
            &["census", "3x3", "--out", "census"],
            &["report", "census", "--census", "census", "--out", "reports"],
            &["report", "--out", "reports"],
            &["report", "openings", "--out", "reports"],
            &["report", "plots", "--out", "reports"],
            &["report", "depth", "1h4v4s", "--out", "reports"],
            &["export", "1h4v4s", "--what", "edges", "--out", "edges.csv"],
            &["export", "1h4v4s", "--format", "parquet", "--out", "positions.parquet"],
            &[
                "export",
                "0h0v1s",
                "--what",
                "edges",
                "--format",
                "graphml",
                "--out",
                "graph.graphml",
            ],
            &["sample", "1h4v4s", "--distance", "60..80"],
            &["hardest", "1h4v4s"],
            &["verify"],
            &["verify", "--published"],
            &["checksums"],
            &["pack"],
            &["verify"],
            &["query", START],
            &["pack", "--undo"],
            &["game", "build", "4,4,4"],
            &["game", "build", "5,4,4"],
            &["game", "query", "4,4,4"],
            &["game", "solve", "gravity 5,5,4", "--time-limit", "3"],
            &["game", "solve", "5,5,4", "--time-limit", "3"],
        ];
        for arguments in all {
            keeps_the_rule(tables.path(), memory_mb, arguments);
        }
    }
}

/// Solutions are written as they are found. A closed pipe ends the command, in every format.
#[test]
#[ignore = "long: measures memory of long lists"]
fn any_number_of_solutions_is_listed_in_little_memory() {
    let tables = Tables::none();
    for format in ["text", "json", "csv"] {
        let arguments = [&MANY_SOLUTIONS[..], &["--format", format]].concat();
        let mut command = limited(tables.path(), 30, &arguments);
        let mut running = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // More than the output that is ever buffered; a list of all solutions would take gigabytes.
        let mut read = vec![0; 8 << 20];
        let mut out = running.stdout.take().unwrap();
        let enough = out.read_exact(&mut read);
        drop(out);
        let ended = running.wait_with_output().unwrap();
        let errors = text(&ended.stderr);
        assert!(enough.is_ok(), "{format}: {errors}");
        let errors: Vec<&str> = errors.lines().filter(|line| line.starts_with("error")).collect();
        assert!(ended.status.success() && errors.is_empty(), "{format}: {errors:?}");
    }
}

/// Positions from standard input are converted as they are read.
#[test]
#[ignore = "long: measures memory of long lists"]
fn any_number_of_positions_is_converted_in_little_memory() {
    let tables = Tables::none();
    let mut command = limited(tables.path(), 1, &["convert", "-", "--to", "code36"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut running = command.spawn().unwrap();
    let mut input = running.stdin.take().unwrap();
    // 20 MB of input.
    let lines = 100 * 8192;
    let writer = thread::spawn(move || {
        let some = format!("{START}\n").repeat(8192);
        (0..100).for_each(|_| input.write_all(some.as_bytes()).unwrap());
    });
    let ended = running.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(ended.status.success(), "{}", ended.status);
    let written = text(&ended.stdout);
    assert_eq!(written.lines().count(), lines);
    assert!(written.lines().all(|line| line == "1A9BF0C00"));
}

/// A file without end is refused once it is longer than any valid one.
#[test]
fn endless_files_are_refused() {
    let tables = Tables::none();
    let refused = |arguments: &[&str], what: &str| {
        let mut command = Command::from(limited(tables.path(), 30, arguments));
        let run = command.timeout(Duration::from_secs(60)).assert().code(1);
        let error = text(&run.get_output().stderr);
        assert_eq!(error.lines().count(), 1, "{arguments:?}: {error}");
        assert!(error.contains("/dev/zero") && error.contains("longer than"), "{error}");
        assert!(error.contains(what), "{arguments:?}: {error}");
    };
    refused(&["verify", "--published", "/dev/zero"], "a list of checksums");
    refused(&["convert", "--from", "knuth", "/dev/zero"], "a puzzle");
    refused(&["convert", "--from", "rush", "--line", "3", "/dev/zero"], "line 1");
    refused(&["solve", "--puzzle", "/dev/zero"], "the limit for a puzzle file");
    if cfg!(feature = "cluster") {
        let hosts = ["build", "--hosts", "/dev/zero", "--process", "0"];
        refused(&hosts, "a hosts file");
    }
}

/// A board of a collection is found by its line, whatever the length of the collection.
#[test]
fn boards_of_large_collections_are_read() {
    let tables = Tables::none();
    let board = "ooBBoCDDoooCAAEooCooEFooGHHFIIGoJJKK";
    let collection = tables.path().join("boards.txt");
    // Beyond the maximum size of a file that is read as a whole.
    let line = 150_000;
    fs::write(&collection, "xooBBoCDDoooCAAEooCooEFooGHHFIIGoJJKK\n".repeat(line - 1) + board)
        .unwrap();
    let name = collection.to_str().unwrap();
    let line = line.to_string();
    let convert = ["convert", "--from", "rush", "--line", &line, name];
    let mut one = Command::from(limited(tables.path(), 1, &convert));
    let of_many = text(&one.assert().success().get_output().stdout);
    let mut alone = tables.run(&["convert", "--from", "rush", "-"]);
    let alone = text(&alone.write_stdin(board).assert().success().get_output().stdout);
    let body = |file: &str| file.split_once('\n').unwrap().1.to_owned();
    assert_eq!(body(&of_many), body(&alone), "all but the name");
    let whole = tables.error(&["convert", "--from", "rush", name]);
    assert!(whole.contains("longer than 4194304 bytes"), "{whole}");
}

/// Counting positions is cancelled if it takes too long.
#[test]
fn counting_positions_ends_in_time() {
    let tables = Tables::none();
    // Nor does the numbering get the memory that it would need.
    let reported =
        tables.output(&["check", HARD_TO_NUMBER, "--time-limit", "0", "--memory", "3MB"]);
    let reached = reported.split_once("  at least ").unwrap().1;
    let reached = reached.split_once(" positions: the count did not finish");
    let reached: u64 = reached.unwrap().0.replace(',', "").parse().unwrap();
    assert!((10_000..1_000_000).contains(&reached), "{reported}");
    let json =
        ["check", HARD_TO_NUMBER, "--time-limit", "0", "--memory", "3MB", "--format", "json"];
    assert!(tables.output(&json).contains(r#""positions":null"#));
    // Positions that can be numbered are counted at once.
    let reported = tables.output(&["check", "dads", "--time-limit", "0", "--memory", "30MB"]);
    assert!(reported.contains("  18,504 positions\n"), "{reported}");
}
