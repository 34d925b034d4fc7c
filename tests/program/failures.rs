//! Failing system calls: whichever call fails, the command reports one error, and no file is
//! half-written.
//!
//! `strace` makes the first call of a kind fail, then the second, and so on until the command makes
//! no more of them. Calls are counted per thread.

#![cfg(target_os = "linux")]

use crate::common::{skipped, text};
use assert_cmd::cargo::cargo_bin;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// The calls that may fail, with the error of each.
const CALLS: [(&str, &str); 20] = [
    ("openat", "EMFILE"),
    ("read", "EIO"),
    ("write", "ENOSPC"),
    ("pwrite64", "ENOSPC"),
    ("lseek", "EIO"),
    ("fsync", "EIO"),
    ("fdatasync", "EIO"),
    ("rename", "EIO"),
    ("renameat", "EIO"),
    ("renameat2", "EIO"),
    ("linkat", "EIO"),
    ("unlink", "EIO"),
    ("unlinkat", "EIO"),
    ("mkdir", "ENOSPC"),
    ("getdents64", "EIO"),
    ("fallocate", "ENOSPC"),
    ("ftruncate", "ENOSPC"),
    ("mmap", "ENOMEM"),
    ("flock", "EIO"),
    ("close", "EIO"),
];

/// The line after a list of faults.
const FAULTS: &str = "error: at least 1 fault: ";

/// The contents of all files below a directory, by path.
type Contents = BTreeMap<PathBuf, Vec<u8>>;

fn contents(directory: &Path) -> Contents {
    let mut found = Contents::new();
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => found.extend(contents(&path)),
            false => drop(found.insert(path.clone(), fs::read(&path).unwrap())),
        }
    }
    found
}

/// Files that have their final names.
fn finished(contents: &Contents) -> Contents {
    let is_hidden = |path: &Path| {
        path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."))
    };
    contents
        .iter()
        .filter(|(path, _)| !is_hidden(path))
        .map(|(p, b)| (p.clone(), b.clone()))
        .collect()
}

/// A command, and the commands that run before it.
struct Case {
    name: &'static str,
    before: &'static [&'static [&'static str]],
    command: &'static [&'static str],
    /// Its standard input.
    input: &'static str,
}

const fn case(
    name: &'static str,
    before: &'static [&'static [&'static str]],
    command: &'static [&'static str],
) -> Case {
    Case { name, before, command, input: "" }
}

const BUILD: &[&str] = &["build", "0h0v1s", "--metric", "unit"];
const GAME: &[&str] = &["game", "build", "2,2,2"];

const CASES: [Case; 11] = [
    case("build", &[], BUILD),
    case("build --force", &[BUILD], &["build", "0h0v1s", "--metric", "unit", "--force"]),
    case("pack", &[BUILD], &["pack"]),
    case("pack --undo", &[BUILD, &["pack"]], &["pack", "--undo"]),
    case("game build", &[], GAME),
    case("game build --force", &[GAME], &["game", "build", "2,2,2", "--force"]),
    case("census", &[], &["census", "1x2", "--out", "census", "--checkpoint-every", "0"]),
    case("report", &[GAME], &["game", "report", "2,2,2", "--out", "reports"]),
    case("export", &[BUILD], &["export", "0h0v1s", "--metric", "unit", "--out", "export.csv"]),
    case("verify", &[BUILD], &["verify"]),
    Case { name: "save", before: &[], command: &["gomoku", "P2P"], input: "77\nsave game\nquit\n" },
];

/// A command in a directory of its own.
struct Place {
    directory: TempDir,
}

impl Place {
    /// A directory after the preparing commands of a case.
    fn before(case: &Case) -> Self {
        let place = Self { directory: TempDir::new().unwrap() };
        for command in case.before {
            assert!(
                place.run(cargo_bin!("huarong").as_os_str(), &[], command, "").status.success()
            );
        }
        place
    }

    fn path(&self) -> &Path {
        self.directory.path()
    }

    fn run(&self, program: &OsStr, before: &[&str], command: &[&str], input: &str) -> Output {
        let mut process = Command::new(program);
        process.args(before);
        if !before.is_empty() {
            process.arg(cargo_bin!("huarong"));
        }
        process.args(["--data-dir", "tables", "--threads", "2"]).args(command);
        process.env_remove("HUARONG_DATA_DIR").current_dir(self.path());
        let mut child = { process.stdin(Stdio::piped()).stdout(Stdio::piped()) }
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // The command may end before it reads everything.
        let _ = std::io::Write::write_all(&mut child.stdin.take().unwrap(), input.as_bytes());
        child.wait_with_output().unwrap()
    }

    /// Restores the directory.
    fn restore(&self, before: &Contents) {
        for entry in fs::read_dir(self.path()).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => fs::remove_dir_all(path).unwrap(),
                false => fs::remove_file(path).unwrap(),
            }
        }
        for (path, bytes) in before {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
    }
}

/// Counts of the possible effects of a failing call.
#[derive(Debug, Default)]
struct Tally {
    /// An error in one line.
    errors: u32,
    /// The command succeeded without the call.
    harmless: u32,
    /// The program was not loaded.
    not_loaded: u32,
    /// The standard library aborts the program: it has no memory, or a directory could not be
    /// closed.
    ended: u32,
}

/// Makes each call of some kinds fail, one after another; returns the faults.
fn fail(case: &Case, calls: &[(&str, &str)], tally: &mut Tally) -> Vec<String> {
    let mut wrong = Vec::new();
    let place = Place::before(case);
    let before = contents(place.path());
    let program = cargo_bin!("huarong");
    let undisturbed = place.run(program.as_os_str(), &[], case.command, case.input);
    assert!(undisturbed.status.success(), "{}", text(&undisturbed.stderr));
    let after = contents(place.path());
    for (call, error) in calls {
        for number in 1.. {
            place.restore(&before);
            let inject = format!("inject={call}:error={error}:when={number}");
            let trace = format!("trace={call}");
            // A log for each thread: in one log, threads cut each other's lines in two.
            let logs = TempDir::new().unwrap();
            let log = logs.path().join("log");
            let log = log.to_str().unwrap();
            let strace = ["-ff", "-qq", "--seccomp-bpf", "-o", log, "-e", &trace, "-e", &inject];
            let output = place.run("strace".as_ref(), &strace, case.command, case.input);
            let log = contents(logs.path()).into_values().flatten().collect::<Vec<u8>>();
            let log = String::from_utf8_lossy(&log);
            let injected: Vec<&str> =
                log.lines().filter(|line| line.ends_with("(INJECTED)")).collect();
            if injected.is_empty() {
                break;
            }
            let faults = check(case, &place, (&before, &after), &output, &injected, tally);
            let reported = faults.into_iter().map(|fault| {
                format!(
                    "{}: {call} number {number}: {fault}\n  {}",
                    case.name,
                    injected.join("\n  ")
                )
            });
            wrong.extend(reported);
        }
    }
    wrong
}

/// Checks the effect of a failing call.
fn check(
    case: &Case,
    place: &Place,
    (before, after): (&Contents, &Contents),
    output: &Output,
    injected: &[&str],
    tally: &mut Tally,
) -> Vec<String> {
    let mut faults = Vec::new();
    let said = text(&output.stderr);
    // `verify` lists the faults of tables, and then their number.
    let is_error = |line: &&str| line.starts_with("error: ") && !line.starts_with(FAULTS);
    let errors = said.lines().filter(is_error).count();
    let is_unheard = injected.iter().any(|line| line.contains(" write(2,"));
    let is_of_memory = injected.iter().any(|line| line.contains("MAP_ANONYMOUS"));
    match output.status.code() {
        Some(0) if errors == 0 => tally.harmless += 1,
        _ if is_of_memory || said.contains("unexpected error during closedir") => tally.ended += 1,
        _ if said.contains("panicked") => faults.push(format!("a panic: {said}")),
        Some(0) => faults.push(format!("an error without a code: {said}")),
        Some(127) if said.contains("loading shared libraries") => tally.not_loaded += 1,
        Some(_) if errors == 1 || is_unheard => tally.errors += 1,
        code => faults.push(format!("{code:?}, {errors} errors: {said}")),
    }
    let left = contents(place.path());
    for (path, bytes) in finished(&left) {
        if ![before, after].iter().any(|known| known.get(&path) == Some(&bytes)) {
            faults.push(format!("{} is neither the old one nor the new", path.display()));
        }
    }
    for path in finished(before).keys().filter(|path| after.contains_key(*path)) {
        if !left.contains_key(path) {
            faults.push(format!("{} is gone", path.display()));
        }
    }
    let next = place.run(cargo_bin!("huarong").as_os_str(), &[], case.command, case.input);
    let found = contents(place.path());
    if !next.status.success() || found != *after {
        let said = text(&next.stderr);
        faults.push(format!("the next run left {:?}: {said}", found.keys()));
    }
    faults
}

fn is_traced() -> bool {
    let mut traced = Command::new("strace");
    traced.args(["-f", "--seccomp-bpf", "-o", "/dev/null", "-e", "trace=write", "true"]);
    let is_traced = traced.status().is_ok_and(|status| status.success());
    if !is_traced {
        skipped("strace cannot be run here: no system calls fail");
    }
    is_traced
}

fn check_all(cases: &[&Case], calls: &[(&str, &str)]) {
    let (mut tally, mut wrong) = (Tally::default(), Vec::new());
    for case in cases {
        wrong.extend(fail(case, calls, &mut tally));
        println!("{}: {tally:?} so far, {} wrong", case.name, wrong.len());
    }
    assert!(wrong.is_empty(), "{}: {}", wrong.len(), wrong.join("\n"));
    assert!(tally.errors > 0);
}

#[test]
fn a_failing_call_is_one_error() {
    if !is_traced() {
        return;
    }
    let named = |name: &str| CASES.iter().find(|case| case.name == name).unwrap();
    let call = |name: &str| *CALLS.iter().find(|(call, _)| *call == name).unwrap();
    check_all(
        &["build --force", "export"].map(named),
        &["fsync", "renameat", "fallocate", "flock"].map(call),
    );
}

#[test]
#[ignore = "long: traces of every command"]
fn every_failing_call_of_every_command_is_one_error() {
    if is_traced() {
        check_all(&CASES.each_ref(), &CALLS);
    }
}
