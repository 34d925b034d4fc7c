//! Writers to a directory, and the remains of killed ones.

#![cfg(target_os = "linux")]

use crate::common::{Tables, text, wait_until};
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::Stdio;

/// The lock file of the owner of a directory of tables.
const LOCK: &str = ".huarong-lock";

/// An unfinished file, locked by this process like by its writer.
fn living(tables: &Tables, name: &str) -> (PathBuf, File) {
    let path = tables.path().join(name);
    fs::write(&path, "half a file").unwrap();
    let file = File::options().write(true).open(&path).unwrap();
    file.lock().unwrap();
    (path, file)
}

/// An unfinished file whose writer was killed.
fn dead(tables: &Tables, name: &str) -> PathBuf {
    let path = tables.path().join(name);
    fs::write(&path, "half a file").unwrap();
    path
}

/// Every writing command removes the remains of killed commands of its kind, and nothing that
/// another process still writes.
#[test]
fn the_next_command_clears_what_a_killed_one_left() {
    let tables = Tables::of(&["0h0v0s"]);
    let path = |name: &str| tables.path().join(name).to_str().unwrap().to_owned();
    let reports = path("reports");
    fs::create_dir(&reports).unwrap();
    let start = "BB../BB../..../..../....";
    let unfinished = "unfinished-";
    let commands: [(&str, &str, Vec<&str>); 8] = [
        ("", unfinished, vec!["build", "0h0v0s"]),
        ("", unfinished, vec!["build", "0h0v0s", "--force"]),
        ("", unfinished, vec!["pack"]),
        ("", unfinished, vec!["game", "build", "2,2,2"]),
        ("", "export-", vec!["export", "0h0v0s", "--out", "export.csv"]),
        ("", "picture-", vec!["solve", start, "--animate", "picture.svg"]),
        ("", "checksums-", vec!["checksums", "--out", "checksums.txt"]),
        ("reports/", "report-", vec!["report", "--out", "reports"]),
    ];
    for (folder, prefix, arguments) in commands {
        let name = |end: &str| format!("{folder}.huarong-{prefix}{end}");
        let dead = dead(&tables, &name("dead"));
        let (living, _file) = living(&tables, &name("living"));
        tables.run(&arguments).current_dir(tables.path()).assert().success();
        assert!(!dead.exists(), "{arguments:?}");
        assert!(living.exists(), "{arguments:?}");
        fs::remove_file(&living).unwrap();
    }
}

#[test]
fn an_export_that_was_killed_leaves_nothing_for_long() {
    let tables = Tables::none();
    let out = tables.path().join("edges.csv");
    let left = || {
        let mut names = tables.names();
        names.retain(|name| name.starts_with(".huarong-export-"));
        names
    };
    let mut child = tables
        .process(&["export", "1h4v4s", "--what", "edges", "--out", "edges.csv"])
        .current_dir(tables.path())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    wait_until("the export has begun", || !left().is_empty());
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(left().len(), 1, "it was killed before its end");
    let mut next = tables.run(&["export", "0h0v0s", "--what", "edges", "--out", "edges.csv"]);
    next.current_dir(tables.path()).assert().success();
    assert!(out.exists() && left().is_empty(), "{:?}", tables.names());
}

/// A game table is built under the directory's lock, regardless of which command builds it.
#[test]
fn a_game_waits_for_whoever_builds_in_its_directory() {
    let tables = Tables::none();
    let lock = File::create(tables.path().join(LOCK)).unwrap();
    lock.lock().unwrap();
    let mut child = tables
        .process(&["game", "build", "2,2,2"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut errors = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    errors.read_line(&mut line).unwrap();
    assert!(line.contains("another build") && line.contains("waiting"), "{line}");
    assert_eq!(tables.names(), [LOCK]);
    lock.unlock().unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert!(text(&output.stdout).starts_with("wrote "));

    // If two run at once, one solves the game, and the other finds its table.
    let games = Tables::none();
    let children: Vec<_> = (0..2)
        .map(|_| games.process(&["game", "build", "3,3,3"]).stdout(Stdio::piped()).spawn().unwrap())
        .collect();
    let printed = children.into_iter().map(|child| text(&child.wait_with_output().unwrap().stdout));
    let mut words: Vec<String> = printed.map(|line| line[..5].to_owned()).collect();
    words.sort();
    assert!([["prese", "wrote"]].contains(&[&words[0][..], &words[1][..]]), "{words:?}");
}
