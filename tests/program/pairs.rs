//! Two commands that run at once in one directory: the result equals that of running them one after
//! the other.

#![cfg(target_os = "linux")]

use crate::common::{Tables, text, wanted};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::{Child, Stdio};
use std::thread;
use std::time::Duration;

/// The contents of a directory.
type Contents = BTreeMap<String, Vec<u8>>;

/// Short commands that are run in pairs.
const COMMANDS: [&[&str]; 17] = [
    &["build", "--board", "3x4"],
    &["build", "--board", "3x4", "--force"],
    &["build", "--board", "3x4", "1h0v2s"],
    &["build", "--board", "3x4", "1h0v2s", "--force", "--checkpoint-every", "0"],
    &["build", "--board", "3x4", "0h1v3s", "1h0v2s", "--metric", "unit"],
    &["build", "--board", "3x3"],
    &["pack", "--board", "3x4"],
    &["pack", "--board", "3x4", "--undo"],
    &["gather", "--board", "3x4"],
    &["verify", "--board", "3x4"],
    &["query", "--board", "3x4", "--index", "1h0v2s:5", "--format", "json"],
    &["export", "--board", "3x4", "1h0v2s", "--out", "export.csv"],
    &["game", "build", "3,2,2"],
    &["game", "build", "3,2,2", "--force"],
    &["game", "verify", "3,2,2"],
    &["census", "2x3", "--out", "census", "--checkpoint-every", "0"],
    &["checksums", "--board", "3x4"],
];

/// Commands that run before the pair.
const BEFORE: [&[&[&str]]; 6] = [
    &[],
    &[&["build", "--board", "3x4"]],
    &[&["build", "--board", "3x4", "1h0v2s", "0h1v3s"]],
    &[&["build", "--board", "3x4", "1h0v2s", "0h1v3s"], &["pack", "--board", "3x4"]],
    &[&["build", "--board", "3x4"], &["pack", "--board", "3x4"], &["game", "build", "3,2,2"]],
    #[cfg(feature = "cluster")]
    &[&["build", "--board", "3x4", "--processes", "2"]],
    #[cfg(not(feature = "cluster"))]
    &[&["game", "build", "3,2,2"]],
];

/// The outcome of a command: its exit code and its output lines.
#[derive(Clone, Debug, PartialEq)]
struct Outcome {
    code: Option<i32>,
    lines: BTreeSet<String>,
    errors: String,
}

fn start(tables: &Tables, command: &[&str]) -> Child {
    let mut process = tables.process(command);
    process.args(["--threads", "2"]).current_dir(tables.path());
    process.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn end(child: Child, tables: &Tables) -> Outcome {
    let output = child.wait_with_output().unwrap();
    // Paths of the directory are removed from the output, because each directory has a different
    // name.
    let path = tables.path().to_str().unwrap();
    let lines = text(&output.stdout).replace(path, "").lines().map(str::to_owned).collect();
    Outcome { code: output.status.code(), lines, errors: text(&output.stderr).replace(path, "") }
}

fn contents(tables: &Tables) -> Contents {
    let mut names = tables.names();
    names.retain(|name| !name.contains("-lock"));
    names
        .into_iter()
        .map(|name| (name.clone(), fs::read(tables.path().join(name)).unwrap()))
        .collect()
}

fn with(contents: &Contents) -> Tables {
    let tables = Tables::none();
    for (name, bytes) in contents {
        fs::write(tables.path().join(name), bytes).unwrap();
    }
    tables
}

/// The outcome of a command that runs alone, and the directory after it.
fn alone(before: &Contents, command: &[&str]) -> (Outcome, Contents) {
    let tables = with(before);
    let outcome = end(start(&tables, command), &tables);
    (outcome, contents(&tables))
}

/// Runs pairs of commands at once.
fn run_pairs(seed: u64, pairs: usize) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let begun: Vec<Contents> = { BEFORE.iter() }
        .map(|commands| {
            let tables = Tables::none();
            commands.iter().for_each(|command| drop(tables.output(command)));
            contents(&tables)
        })
        .collect();
    let mut wrong = Vec::new();
    for pair in 0..pairs {
        let before = random.random_range(0..begun.len());
        let commands = [(); 2].map(|()| COMMANDS[random.random_range(0..COMMANDS.len())]);
        let first = commands.map(|command| alone(&begun[before], command));
        // One after the other, in both orders.
        let second = [0, 1].map(|one| alone(&first[1 - one].1, commands[one]));
        let tables = with(&begun[before]);
        let pause = Duration::from_micros(random.random_range(0..20_000));
        let child = start(&tables, commands[0]);
        thread::sleep(pause);
        let other = start(&tables, commands[1]);
        let found = [child, other].map(|child| end(child, &tables));
        let left = contents(&tables);
        let mut faults = Vec::new();
        for one in [0, 1] {
            let known = [&first[one].0, &second[one].0];
            let Outcome { code, lines, errors } = &found[one];
            let is_busy = errors.contains("another process runs the census");
            // `verify` counts the existing tables, even if another command has built only half of
            let are_lines_known = commands[one][0] == "verify"
                || lines.iter().all(|line| known.iter().any(|known| known.lines.contains(line)));
            let is_known = known.iter().any(|known| known.code == *code) && are_lines_known;
            if !(is_known || is_busy) {
                faults.push(format!(
                    "{:?} came to {:?}, alone to {known:?}",
                    commands[one], found[one]
                ));
            }
        }
        if second.iter().all(|(_, alone)| *alone != left) {
            let names = |contents: &Contents| {
                let entry =
                    |(name, bytes): (&String, &Vec<u8>)| format!("{name} ({})", bytes.len());
                contents.iter().map(entry).collect::<Vec<_>>()
            };
            let alone = second.each_ref().map(|(_, alone)| names(alone));
            faults.push(format!("they left {:?} and one after the other {alone:?}", names(&left)));
        }
        wrong.extend(faults.into_iter().map(|fault| {
            format!(
                "pair {pair} after {:?}: {commands:?}, {pause:?} later: {fault}",
                BEFORE[before]
            )
        }));
    }
    assert!(wrong.is_empty(), "{} of {pairs}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn two_commands_at_once_leave_what_each_leaves_alone() {
    run_pairs(1, 8);
}

#[test]
#[ignore = "long: hundreds of pairs of commands"]
fn many_pairs_of_commands_at_once_leave_what_each_leaves_alone() {
    run_pairs(2, wanted("HUARONG_PAIRS", 300) as usize);
}
