//! Whole-program tests: Ctrl-C, kills, and several processes in one directory.

#![cfg(target_os = "linux")]

use crate::common::{
    METRICS, START, START_DISTANCES, Tables, answers_of_lines, text, wait_until, wanted,
};
use huarong_tables::table::{CHECKPOINT_PREFIX, TEMPORARY_PREFIX, unfinished_of};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The lock file of a build.
const LOCK: &str = ".huarong-lock";
/// The shell's exit code for a program ended by Ctrl-C.
const INTERRUPTED: i32 = 130;
/// The signal that nothing can catch.
const KILLED: i32 = 9;

/// Starts the program with its output captured.
fn spawn(tables: &Tables, arguments: &[&str]) -> Child {
    let mut process = tables.process(arguments);
    process.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    process.spawn().unwrap()
}

fn signal(child: &Child, name: &str) {
    let status = Command::new("kill").args(["-s", name, &child.id().to_string()]).status();
    assert!(status.unwrap().success());
}

/// Waits until a process handles Ctrl-C: the kernel lists signal 2 among the caught signals.
fn wait_until_it_listens(child: &Child) {
    let file = format!("/proc/{}/status", child.id());
    wait_until("Ctrl-C is caught", || {
        let status = fs::read_to_string(&file).unwrap();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
        u64::from_str_radix(caught.trim(), 16).unwrap() & 1 << (2 - 1) != 0
    });
}

/// Waits for the end; returns the exit code and the standard error output.
fn end(child: Child) -> (Option<i32>, String) {
    let output = child.wait_with_output().unwrap();
    (output.status.code(), text(&output.stderr))
}

/// The last line of what a program said: on a slow machine, lines of progress come before it.
fn last_line_of(errors: &str) -> &str {
    errors.lines().last().unwrap_or_default()
}

/// Checks that the existing tables of a family are complete, and that the missing ones can be
/// built.
fn check_and_complete(tables: &Tables) {
    let there = METRICS.map(|metric| tables.family_file(metric).exists());
    let printed = tables.output(&["build"]);
    for (metric, there) in METRICS.into_iter().zip(there) {
        let word = if there { "present" } else { "wrote  " };
        let line = format!("{word} {}", tables.family_file(metric).display());
        assert!(printed.contains(&line), "{line}\n{printed}");
    }
    assert!(tables.output(&["build"]).lines().all(|line| line.starts_with("present ")));
    let mut names = METRICS.map(|metric| format!("klotski-4x5-{metric}.huarong")).to_vec();
    names.insert(0, LOCK.to_owned());
    names.sort();
    assert_eq!(tables.names(), names);
}

#[test]
fn ctrl_c_stops_a_build_and_leaves_nothing_unfinished() {
    let tables = Tables::none();
    // In the middle of the first search.
    let child = spawn(&tables, &["build", "--threads", "1"]);
    wait_until_it_listens(&child);
    wait_until("the build has begun", || tables.path().join(LOCK).exists());
    signal(&child, "INT");
    let (code, errors) = end(child);
    assert_eq!(code, Some(INTERRUPTED), "{errors}");
    let last = last_line_of(&errors);
    assert!(last.starts_with("error: ") && last.contains("cancelled"), "{errors}");
    assert_eq!(tables.names(), [LOCK], "nothing was finished");

    // After the first file.
    let child = spawn(&tables, &["build", "--threads", "1"]);
    wait_until("a table is there", || tables.family_file("unit").exists());
    signal(&child, "INT");
    let (code, errors) = end(child);
    assert_eq!(code, Some(INTERRUPTED), "{errors}");
    let there = METRICS.iter().filter(|metric| tables.family_file(metric).exists()).count();
    assert!(errors.contains(&format!("{there} finished table")), "{there} tables exist: {errors}");
    assert!(tables.unfinished().is_empty());
    check_and_complete(&tables);

    // While all files are being replaced: old and new files are identical.
    let bytes = || METRICS.map(|metric| fs::read(tables.family_file(metric)).unwrap());
    let before = bytes();
    let child = spawn(&tables, &["build", "--force", "--threads", "1"]);
    wait_until("a file is being written", || !tables.unfinished().is_empty());
    signal(&child, "INT");
    let (code, errors) = end(child);
    assert_eq!(code, Some(INTERRUPTED), "{errors}");
    assert!(errors.contains("cancelled"), "{errors}");
    assert!(bytes() == before);
    check_and_complete(&tables);
}

#[test]
fn a_request_to_terminate_stops_a_build_as_well() {
    let tables = Tables::none();
    let child = spawn(&tables, &["build", "--threads", "1", "--quiet"]);
    wait_until_it_listens(&child);
    wait_until("the build has begun", || tables.path().join(LOCK).exists());
    signal(&child, "TERM");
    let (code, errors) = end(child);
    assert!(code.is_some_and(|code| code > 1), "{code:?} {errors}");
    assert!(errors.contains("cancelled"), "quiet hides no errors: {errors}");
    assert_eq!(tables.names(), [LOCK]);
}

#[test]
fn ctrl_c_stops_a_proof_and_a_report() {
    // Some million positions, so that it takes a while.
    let tables = Tables::of(&["1h1v6s", "1h1v7s", "1h2v5s", "1h2v6s"]);
    let reports = tables.path().join("reports");
    for arguments in [&["verify"][..], &["report", "--out", reports.to_str().unwrap()]] {
        let stopped = (0..50).any(|_| {
            let child = spawn(&tables, &[arguments, &["--threads", "1"]].concat());
            wait_until_it_listens(&child);
            signal(&child, "INT");
            let (code, errors) = end(child);
            // On a busy machine the work may have ended anyway: then try again. A program without work ends in silence.
            if code == Some(0) || code == Some(INTERRUPTED) && errors.is_empty() {
                return false;
            }
            assert_eq!(code, Some(INTERRUPTED), "{arguments:?} {errors}");
            assert!(last_line_of(&errors).starts_with("error: cancelled"), "{errors}");
            true
        });
        assert!(stopped, "{arguments:?}");
    }
}

#[test]
fn ctrl_c_saves_the_puzzles_of_a_pack_that_were_found() {
    let tables = Tables::none();
    let [order, out] = ["order.toml", "pack"].map(|name| tables.path().join(name));
    // The last band is filled first. No puzzle with two pieces is as long as the first band orders, so its search does not end.
    let text = r#"
title = "Two"
tries = 1000000000
[[band]]
name = "endless"
count = 9
moves = "900..999"
[[band]]
name = "short"
count = 2
moves = "2..4"
[[theme]]
name = "doors"
doors = "4x4"
piece_count = "2"
colours = "1"
"#;
    fs::write(&order, text).unwrap();
    let [order, out_text] = [&order, &out].map(|path| path.to_str().unwrap());
    let child = spawn(&tables, &["design", "--pack", order, "--out", out_text]);
    thread::sleep(Duration::from_secs(4));
    signal(&child, "INT");
    let (code, errors) = end(child);
    assert_eq!(code, Some(130), "{errors}");
    let expected = "error: cancelled: only the puzzle files of 2 of 11 puzzles were written";
    assert!(last_line_of(&errors).starts_with(expected), "{errors}");
    assert_eq!(fs::read_dir(&out).unwrap().count(), 1);
    tables.output(&["solve", out.join("puzzles").to_str().unwrap()]);
}

#[test]
fn ctrl_c_ends_a_query_that_waits_for_input() {
    let tables = Tables::none();
    for _ in 0..2 {
        let mut child = spawn(&tables, &["query", "-", "--format", "json"]);
        let mut input = child.stdin.take().unwrap();
        std::io::Write::write_all(&mut input, format!("{START}\n").as_bytes()).unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut answer = String::new();
        output.read_line(&mut answer).unwrap();
        assert!(answer.contains("\"finger\":81"), "{answer}");
        signal(&child, "INT");
        // The pipe stays open, so only the signal can have ended it.
        let status = child.wait().unwrap();
        drop(input);
        let killed = std::os::unix::process::ExitStatusExt::signal(&status);
        assert!(status.code() == Some(INTERRUPTED) || killed == Some(2), "{status}");
        let mut errors = String::new();
        child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
        assert!(!errors.contains("panicked"), "{errors}");
    }
}

#[test]
fn a_killed_build_leaves_no_half_table_under_a_name() {
    let tables = Tables::none();
    let arguments = ["build", "--metric", "finger"];
    let file = tables.family_file("finger");
    // A kill may come just after the file was renamed: then try again.
    let caught = (0..10).any(|_| {
        let mut child = spawn(&tables, &arguments);
        wait_until("a file is being written", || !tables.unfinished().is_empty() || file.exists());
        child.kill().unwrap();
        child.wait().unwrap();
        let caught = !tables.unfinished().is_empty();
        assert!(caught || file.exists());
        if file.exists() {
            let printed = tables.output(&arguments);
            assert!(printed.starts_with("present "), "what has the name is complete: {printed}");
            fs::remove_file(&file).unwrap();
        }
        caught
    });
    assert!(caught, "no build was killed while it wrote");
    // The next build ignores the lock of the killed one, and clears away its remains.
    let printed = tables.output(&arguments);
    assert!(printed.starts_with("wrote "), "{printed}");
    assert_eq!(tables.names(), [LOCK, "klotski-4x5-finger.huarong"]);
    assert!(tables.output(&arguments).starts_with("present "));
}

#[test]
fn a_build_clears_away_what_a_killed_one_left() {
    let tables = Tables::none();
    let left = tables.path().join(".huarong-unfinished-Ab12Cd");
    fs::write(&left, "half a table").unwrap();
    tables.output(&["build", "0h0v0s"]);
    assert!(!left.exists());
    // The same if there is nothing to build, as after a killed forced build.
    fs::write(&left, "half a table").unwrap();
    tables.output(&["build", "0h0v0s"]);
    assert!(!left.exists(), "a build that finds everything present clears away, too");
}

#[test]
fn a_lock_that_is_no_file_of_ours_is_left_alone() {
    let tables = Tables::none();
    let precious = tables.path().join("precious.txt");
    fs::write(&precious, "precious").unwrap();
    std::os::unix::fs::symlink("precious.txt", tables.path().join(LOCK)).unwrap();
    tables.output(&["build", "0h0v0s"]);
    tables.output(&["pack"]);
    assert_eq!(fs::read_to_string(&precious).unwrap(), "precious");

    let tables = Tables::none();
    let made = Command::new("mkfifo").arg(tables.path().join(LOCK)).status();
    assert!(made.unwrap().success());
    let error = tables.error(&["build", "0h0v0s"]);
    assert!(error.contains("cannot lock") && error.contains("not a regular file"), "{error}");
}

#[test]
fn packing_clears_away_what_a_killed_one_left() {
    let tables = Tables::of(&["0h0v0s"]);
    let left = tables.path().join(".huarong-unfinished-Ab12Cd");
    fs::write(&left, "half a table").unwrap();
    tables.output(&["pack"]);
    assert!(!left.exists());
}

#[test]
fn a_build_waits_for_another_and_says_so() {
    let tables = Tables::none();
    let lock = File::create(tables.path().join(LOCK)).unwrap();
    lock.lock().unwrap();
    let waiting = || {
        let mut child = spawn(&tables, &["build", "0h0v0s"]);
        let mut errors = BufReader::new(child.stderr.take().unwrap());
        let mut line = String::new();
        errors.read_line(&mut line).unwrap();
        assert!(line.contains("another build") && line.contains("waiting"), "{line}");
        assert!(line.contains(tables.path().to_str().unwrap()), "{line}");
        (child, errors)
    };
    // Ctrl-C ends the wait.
    let (child, mut errors) = waiting();
    signal(&child, "INT");
    assert_eq!(end(child).0, Some(INTERRUPTED));
    let mut rest = String::new();
    errors.read_to_string(&mut rest).unwrap();
    assert!(rest.starts_with("error: ") && rest.contains("cancelled"), "once is enough: {rest}");
    assert_eq!(tables.names(), [LOCK]);

    // So does the end of the other build.
    let (child, _errors) = waiting();
    lock.unlock().unwrap();
    assert_eq!(end(child).0, Some(0));
    assert!(tables.file("0h0v0s", "finger").exists());
}

#[test]
fn builds_at_once_in_one_directory() {
    let sets = ["1h4v4s", "2h3v4s", "0h5v4s"];
    let alone = Tables::of(&sets);
    let tables = Tables::none();
    let arguments = [&["build"][..], &sets].concat();
    let children: Vec<Child> = (0..4).map(|_| spawn(&tables, &arguments)).collect();
    let mut wrote = 0;
    for child in children {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
        let printed = text(&output.stdout);
        assert_eq!(printed.lines().count(), 9, "each reports every table: {printed}");
        wrote += printed.lines().filter(|line| line.starts_with("wrote ")).count();
    }
    assert_eq!(wrote, 9, "every table was built once");
    assert_eq!(tables.names(), alone.names());
    for (set, metric) in sets.iter().flat_map(|set| METRICS.map(|metric| (set, metric))) {
        let file = |tables: &Tables| fs::read(tables.file(set, metric)).unwrap();
        assert!(file(&tables) == file(&alone), "{set} {metric}");
    }
}

#[test]
#[ignore = "long: several processes"]
fn queries_are_answered_while_tables_are_replaced() {
    let tables = Tables::of(&["1h4v4s"]);
    thread::scope(|scope| {
        let builds = scope.spawn(|| {
            for _ in 0..8 {
                tables.output(&["build", "1h4v4s", "--force"]);
            }
        });
        let mut asked = 0;
        while !builds.is_finished() {
            let answer = &tables.ask([START])[0];
            for (metric, distance) in START_DISTANCES {
                assert_eq!(answer["distance"][metric], distance);
            }
            asked += 1;
        }
        assert!(asked > 0);
        builds.join().unwrap();
    });
}

/// A stream keeps the tables that it has opened, whatever happens to the files.
#[test]
fn an_open_stream_survives_a_replacement() {
    let tables = Tables::of(&["1h4v4s"]);
    let mut child = spawn(&tables, &["query", "-", "--format", "json"]);
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut ask = || {
        std::io::Write::write_all(&mut input, format!("{START}\n").as_bytes()).unwrap();
        let mut answer = String::new();
        output.read_line(&mut answer).unwrap();
        answers_of_lines(answer.as_bytes())
    };
    let before = ask();
    tables.output(&["build", "1h4v4s", "--force"]);
    assert_eq!(ask(), before);
    for metric in METRICS {
        fs::remove_file(tables.file("1h4v4s", metric)).unwrap();
    }
    assert_eq!(ask(), before);
    drop(input);
    assert!(child.wait().unwrap().success());
}

/// Builds are killed at any moment from start to end; `scripts/kills` does it hundreds of times.
/// The family build is mostly searching, and the build of many single piece sets is mostly writing.
/// Both run in turn, in an empty directory or over existing tables.
#[test]
#[ignore = "long: kills at random moments"]
fn kills_at_random_moments_leave_whole_tables_or_none() {
    let kills = wanted("HUARONG_KILLS", 4);
    let mut random = ChaCha8Rng::seed_from_u64(wanted("HUARONG_SEED", 1));
    let sets: Vec<String> = (0..12).map(|n| format!("{}h{}v0s", n % 3, n / 3)).collect();
    let sets = sets.iter().map(String::as_str);
    let family = ["build", "--metric", "finger"];
    let plans = [family.to_vec(), ["build"].into_iter().chain(sets).collect()].map(|arguments| {
        let tables = Tables::none();
        let started = Instant::now();
        tables.output(&arguments);
        (arguments, started.elapsed(), contents(&tables))
    });
    let (mut ended, mut unfinished, mut some) = (0, 0, 0);
    for kill in 0..kills {
        let (arguments, duration, sound) = &plans[kill as usize % 2];
        let tables = Tables::none();
        let mut killed = arguments.clone();
        if kill / 2 % 2 == 1 {
            tables.output(arguments);
            killed.push("--force");
        }
        let mut child = spawn(&tables, &killed);
        let moment = random.random_range(0..duration.as_micros() as u64);
        if kill % 4 == 1 {
            // During the writing of tables, however fast the machine: the existing tables give the
            // moment.
            let first = random.random_range(1..=sound.len() / 4);
            let there = || tables.names().iter().filter(|name| sound.contains_key(*name)).count();
            wait_until("some tables are there", || there() >= first);
        } else {
            thread::sleep(Duration::from_micros(moment));
        }
        child.kill().unwrap();
        let status = child.wait().unwrap();
        ended += u64::from(std::os::unix::process::ExitStatusExt::signal(&status) != Some(KILLED));

        unfinished += u64::from(!tables.unfinished().is_empty());
        let mut there = contents(&tables);
        // A build that takes long on a busy machine has checkpoints.
        let remains = [TEMPORARY_PREFIX, CHECKPOINT_PREFIX];
        there.retain(|name, _| !remains.iter().any(|prefix| name.starts_with(prefix)));
        for (name, bytes) in &there {
            assert!(sound.get(name) == Some(bytes), "{name}");
        }
        let whole = there.len();
        some += u64::from(0 < whole && whole < sound.len());
        tables.output(arguments);
        assert!(contents(&tables) == *sound, "the next build makes up for it");
    }
    println!(
        "{kills} kills: {ended} came too late, {unfinished} left an unfinished file, {some} some of the tables"
    );
    // Otherwise the test has not tested anything.
    assert!(ended < kills.max(1), "every build had ended before it was killed");
    assert!(some > 0 || kills < 2, "no build was killed among its tables");
}

/// The contents of every file of a directory, without the lock.
fn contents(tables: &Tables) -> BTreeMap<String, Vec<u8>> {
    let names = tables.names().into_iter().filter(|name| name != LOCK);
    names.map(|name| (name.clone(), fs::read(tables.path().join(name)).unwrap())).collect()
}

/// A search that leaves checkpoints: the distances of 1.6 million positions exceed this memory
/// limit.
const LOW_MEMORY: [&str; 9] = [
    "build",
    "--board",
    "5x5",
    "1h2v2s",
    "--metric",
    "finger",
    "--memory",
    "13600kB",
    "--checkpoint-every",
];
const LOW_MEMORY_TABLE: &str = "klotski-5x5-1h2v2s-finger.huarong";

fn build_in_low_memory(tables: &Tables, every: &str) -> (Option<i32>, String) {
    end(spawn(tables, &[&LOW_MEMORY[..], &[every]].concat()))
}

/// Ends a build, by a kill or otherwise, once it has left a checkpoint; returns its error output.
/// On a busy machine the build may have finished before that: then try again.
fn end_after_a_checkpoint(tables: &Tables, how: impl Fn(&mut Child)) -> (Option<i32>, String) {
    let table = tables.path().join(LOW_MEMORY_TABLE);
    let ended = (0..20).find_map(|_| {
        let mut child = spawn(tables, &[&LOW_MEMORY[..], &["0"]].concat());
        wait_until("there is a checkpoint", || record(tables).is_some() || table.exists());
        how(&mut child);
        let ended = end(child);
        let is_too_late = table.exists();
        if is_too_late {
            fs::remove_file(&table).unwrap();
        }
        (!is_too_late).then_some(ended)
    });
    let mut unfinished = tables.unfinished();
    // A kill can also leave the next record.
    unfinished.retain(|name| !name.starts_with(".huarong-unfinished-record-"));
    assert_eq!(unfinished.len(), 1, "the table that the checkpoint is of");
    assert!(record(tables).is_some());
    ended.expect("one was in time")
}

/// Kills a build once it has left a checkpoint.
fn kill_after_a_checkpoint(tables: &Tables) {
    end_after_a_checkpoint(tables, |child| child.kill().unwrap());
}

/// The checkpoint's record, if it exists.
fn record(tables: &Tables) -> Option<std::path::PathBuf> {
    let path = tables.path().join(format!("{CHECKPOINT_PREFIX}{LOW_MEMORY_TABLE}"));
    path.exists().then_some(path)
}

#[test]
#[ignore = "long: kills at random moments"]
fn kills_at_random_moments_leave_checkpoints() {
    let tables = Tables::none();
    let started = Instant::now();
    let (code, errors) = build_in_low_memory(&tables, "1000");
    assert_eq!(code, Some(0), "{errors}");
    let duration = started.elapsed().as_micros() as u64;
    let whole = fs::read(tables.path().join(LOW_MEMORY_TABLE)).unwrap();

    let tables = Tables::none();
    let kills = wanted("HUARONG_KILLS", 4);
    let mut random = ChaCha8Rng::seed_from_u64(wanted("HUARONG_SEED", 1));
    let (mut went_on, mut finished) = (0, 0);
    for _ in 0..kills {
        let mut child = spawn(&tables, &[&LOW_MEMORY[..], &["0"]].concat());
        thread::sleep(Duration::from_micros(random.random_range(0..2 * duration)));
        // The process may have ended on its own.
        let _ = child.kill();
        let errors = text(&child.wait_with_output().unwrap().stderr);
        went_on += u32::from(errors.contains("continuing "));
        if let Ok(found) = fs::read(tables.path().join(LOW_MEMORY_TABLE)) {
            assert!(found == whole);
            finished += 1;
            fs::remove_file(tables.path().join(LOW_MEMORY_TABLE)).unwrap();
        }
    }
    kill_after_a_checkpoint(&tables);
    let (code, errors) = build_in_low_memory(&tables, "1000");
    assert_eq!(code, Some(0), "{errors}");
    assert!(errors.contains("continuing klotski-5x5-1h2v2s-finger.huarong from level"));
    assert!(fs::read(tables.path().join(LOW_MEMORY_TABLE)).unwrap() == whole);
    assert_eq!(tables.names(), [LOCK, LOW_MEMORY_TABLE], "checkpoints are gone");
    println!("{kills} kills, after {went_on} of which a build went on; {finished} were too late");
}

/// The whole family in one table, with a checkpoint after every few piece sets.
const FAMILY: [&str; 7] =
    ["build", "--metric", "finger", "--threads", "1", "--checkpoint-every", "0"];

#[test]
#[ignore = "long: kills"]
fn a_killed_build_of_a_family_goes_on_with_the_piece_sets_that_are_missing() {
    let whole = Tables::none();
    whole.output(&["build", "--metric", "finger"]);
    let tables = Tables::none();
    let record = tables.path().join(format!("{CHECKPOINT_PREFIX}klotski-4x5-finger.huarong"));
    let kill = || {
        let mut child = spawn(&tables, &FAMILY);
        wait_until("there is a checkpoint", || record.exists());
        child.kill().unwrap();
        child.wait().unwrap();
    };
    let build = || {
        let (code, errors) = end(spawn(&tables, &["build", "--metric", "finger"]));
        assert_eq!(code, Some(0), "{errors}");
        assert!(contents(&tables) == contents(&whole), "{errors}");
        fs::remove_file(tables.family_file("finger")).unwrap();
        errors
    };
    kill();
    let errors = build();
    let from = "continuing klotski-4x5-finger.huarong from ";
    let (_, from) = errors.split_once(from).unwrap_or_else(|| panic!("{errors}"));
    let (sets, rest) = from.split_once(' ').unwrap();
    assert!(rest.starts_with("of 203 piece sets"), "{errors}");
    assert!((1..203).contains(&sets.parse::<u32>().unwrap()), "{errors}");

    // All entries written so far are damaged, including those that the record covers.
    kill();
    let unfinished = unfinished_of(&fs::read(&record).unwrap()).expect("it names the table");
    let unfinished = tables.path().join(unfinished);
    let mut bytes = fs::read(&unfinished).unwrap();
    bytes.iter_mut().filter(|byte| !matches!(byte, 0 | 255)).for_each(|byte| *byte ^= 1);
    fs::write(&unfinished, bytes).unwrap();
    let errors = build();
    let reported = "discarding the checkpoint of klotski-4x5-finger.huarong";
    assert!(errors.contains(reported) && errors.contains("checksums"), "{errors}");
}

#[test]
fn ctrl_c_leaves_the_last_checkpoint() {
    let tables = Tables::none();
    let (code, errors) = end_after_a_checkpoint(&tables, |child| signal(child, "INT"));
    assert_eq!(code, Some(INTERRUPTED), "{errors}");
    assert!(errors.contains("the same command continues from the last checkpoint"), "{errors}");
    // Other builds do not touch it.
    let (code, errors) = end(spawn(&tables, &["build", "1h4v4s"]));
    assert_eq!(code, Some(0), "{errors}");
    assert!(record(&tables).is_some() && tables.unfinished().len() == 1);
    let (code, errors) = build_in_low_memory(&tables, "1000");
    assert_eq!(code, Some(0), "{errors}");
    assert!(errors.contains("continuing "), "{errors}");
}

#[test]
fn checkpoints_that_are_damaged_or_foreign_are_thrown_away() {
    let tables = Tables::none();
    let change = |path: &std::path::Path, at: usize| {
        let mut bytes = fs::read(path).unwrap();
        bytes[at] ^= 1;
        fs::write(path, bytes).unwrap();
    };
    // In the record: its numbers, and the format version; in the entries; and a truncated file.
    let whats = ["checksum", "checksum", "checksums", "end of file|failed to fill"];
    for (case, what) in whats.into_iter().enumerate() {
        kill_after_a_checkpoint(&tables);
        let record = record(&tables).unwrap();
        let unfinished = tables.path().join(&tables.unfinished()[0]);
        match case {
            0 => change(&record, fs::metadata(&record).unwrap().len() as usize - 1),
            1 => change(&record, 16),
            2 => {
                // A goal position, whose entry is written at the start.
                let bytes = fs::read(&unfinished).unwrap();
                change(
                    &unfinished,
                    128 + bytes[128..].iter().position(|&entry| entry == 0).unwrap(),
                );
            }
            _ => File::options().write(true).open(&unfinished).unwrap().set_len(1000).unwrap(),
        }
        let (code, errors) = build_in_low_memory(&tables, "1000");
        assert_eq!(code, Some(0), "{errors}");
        let reported = errors.contains("discarding the checkpoint");
        assert!(reported && what.split('|').any(|what| errors.contains(what)), "{case}: {errors}");
        assert_eq!(tables.names(), [LOCK, LOW_MEMORY_TABLE]);
        fs::remove_file(tables.path().join(LOW_MEMORY_TABLE)).unwrap();
    }
    // Under the name of another metric, whose table has as many entries.
    kill_after_a_checkpoint(&tables);
    let unit_table = LOW_MEMORY_TABLE.replace("finger", "unit");
    let moved = tables.path().join(format!("{CHECKPOINT_PREFIX}{unit_table}"));
    fs::rename(record(&tables).unwrap(), moved).unwrap();
    let build = LOW_MEMORY.map(|word| if word == "finger" { "unit" } else { word });
    let (code, errors) = end(spawn(&tables, &[&build[..], &["1000"]].concat()));
    assert_eq!(code, Some(0), "{errors}");
    let reported =
        format!("discarding the checkpoint of {unit_table}: it belongs to another table");
    assert!(errors.contains(&reported), "{errors}");
    assert_eq!(tables.names(), [LOCK, &*unit_table]);
}

/// A failed test starts no more waits and kills, and a killed process runs nothing more. The system then ends the program.
#[test]
fn a_program_ends_with_the_test_that_started_it() {
    let never = ["gomoku", "match", "strong", "6", "--games", "2", "--time-per-move", "3600"];
    let started = thread::spawn(move || {
        let child = spawn(&Tables::none(), &never);
        wait_until_it_listens(&child);
        child
    });
    let mut child = started.join().unwrap();
    wait_until("the program ends", || child.try_wait().unwrap().is_some());
    assert_eq!(child.wait().unwrap().code(), Some(128 + 15));
}

/// Commands that run far longer than the test, or wait for another process.
const ENDLESS: [&[&str]; 17] = [
    &["build"],
    &["report", "--out", "OUT"],
    &["serve", "--bind", "127.0.0.1:0"],
    &["query", "--puzzle", "lumi-the-greatest-escape-2"],
    &["query", "-"],
    &["solve", "SSSV/BBVV/BBVV/SHHV/..HH", "--limit", "0"],
    &["check", "gnome-shark"],
    &["count", "--puzzle", "gnome-shark"],
    &["count", "--packings", "12x12"],
    &["report", "puzzles", "--out", "OUT"],
    &["census", "4x5", "--out", "OUT"],
    &["game", "build", "4,5,4"],
    &["game", "query", "4,5,4"],
    &["game", "solve", "gravity 7,6,4", "--plies"],
    &["gomoku", "match", "strong", "6", "--games", "2", "--time-per-move", "3600"],
    &["gomoku", "brain"],
    &["gomoku", "P2P"],
];

/// The CPU time of a process in hundredths of a second, and whether it is idle: waiting or ended.
fn activity(child: &Child) -> (u64, bool) {
    let stat = fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap();
    let fields: Vec<&str> = stat[stat.rfind(')').unwrap() + 2..].split(' ').collect();
    let ticks = |field: usize| fields[field].parse::<u64>().unwrap();
    (ticks(11) + ticks(12), matches!(fields[0], "S" | "Z"))
}

#[test]
#[ignore = "long: a signal to every command"]
fn a_signal_ends_every_command() {
    let signals = [("INT", 2), ("TERM", 15), ("HUP", 1)].into_iter().cycle();
    for some in ENDLESS.chunks(6) {
        let started = some.iter().map(|arguments| {
            let tables = Tables::none();
            let out = tables.path().join("out").to_str().unwrap().to_owned();
            let out = |argument: &&'static str| argument.replace("OUT", &out);
            let arguments: Vec<String> = arguments.iter().map(out).collect();
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            let mut process = tables.process(&arguments);
            process.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
            (process.spawn().unwrap(), tables)
        });
        let started: Vec<(Child, Tables)> = started.collect();
        let all = started.into_iter().zip(some).zip(signals.clone());
        for (((mut child, tables), arguments), (name, number)) in all {
            let input = child.stdin.take();
            wait_until("the work has begun", || {
                let (worked, waits) = activity(&child);
                worked >= 10 || waits
            });
            signal(&child, name);
            wait_until(&format!("{arguments:?} ends"), || child.try_wait().unwrap().is_some());
            let status = child.wait().unwrap();
            drop(input);
            let killed = std::os::unix::process::ExitStatusExt::signal(&status);
            let is_reported = status.code() == Some(128 + number) || killed == Some(number);
            let errors = end(child).1;
            assert!(
                is_reported && !errors.contains("panicked"),
                "{arguments:?}: {status} {errors}"
            );
            // The next build clears away what a busy machine did not.
            tables.output(&["build", "0h0v0s"]);
            assert!(tables.unfinished().is_empty(), "{arguments:?}");
        }
    }
}

/// Exports to a pipe that nobody reads, and sends these signals.
fn unread(tables: &Tables, signals: &[&str]) -> (Option<i32>, Duration) {
    let mut child = spawn(tables, &["export", "1h4v4s", "--what", "edges"]);
    wait_until_it_listens(&child);
    let output = child.stdout.take().unwrap();
    // The capacity of a pipe.
    wait_until("the pipe is full", || rustix::io::ioctl_fionread(&output).unwrap() >= 1 << 16);
    let asked = Instant::now();
    signals.iter().for_each(|name| signal(&child, name));
    wait_until("the program ends", || child.try_wait().unwrap().is_some());
    (child.wait().unwrap().code(), asked.elapsed())
}

#[test]
fn a_program_that_cannot_stop_is_ended() {
    let tables = Tables::none();
    assert_eq!(unread(&tables, &["TERM"]).0, Some(143));
    // A second signal ends it at once: sooner than the first alone, unless the machine is very
    // busy.
    let soon = (0..20).any(|_| {
        let (code, time) = unread(&tables, &["INT", "INT"]);
        assert_eq!(code, Some(INTERRUPTED));
        time < Duration::from_millis(500)
    });
    assert!(soon);
}
