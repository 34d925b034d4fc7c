//! Whole-program tests: building tables, and their location.

use crate::common::{METRICS, START, Tables, huarong, text};
use predicates::prelude::*;
use std::fs;
use tempfile::TempDir;

#[test]
fn every_piece_set_gets_a_file_for_each_metric() {
    let tables = Tables::none();
    let printed = tables.output(&["build", "1h0v0s", "0h0v0s"]);
    let mut files = Vec::new();
    for set in ["0h0v0s", "1h0v0s"] {
        for metric in METRICS {
            let file = tables.file(set, metric);
            let length = fs::metadata(&file).expect("the table was written").len();
            let line = format!("wrote   {} ({length} bytes)", file.display());
            assert!(printed.lines().any(|l| l.replace(',', "") == line), "{line}\n{printed}");
            files.push(file.file_name().unwrap().to_string_lossy().into_owned());
        }
    }
    assert_eq!(printed.lines().count(), files.len());
    files.push(".huarong-lock".to_owned());
    files.sort();
    assert_eq!(tables.names(), files, "the directory contains no other files");
}

#[test]
fn a_piece_set_may_be_written_in_any_order_and_twice() {
    let tables = Tables::none();
    tables.output(&["build", "1v1H", "0s1h1v", "--metric", "unit"]);
    assert_eq!(tables.names(), [".huarong-lock", "klotski-4x5-1h1v0s-unit.huarong"]);
}

#[test]
fn only_the_metric_asked_for_is_built() {
    for metric in METRICS {
        let tables = Tables::none();
        tables.output(&["build", "0h0v0s", "--metric", metric]);
        let file = format!("klotski-4x5-0h0v0s-{metric}.huarong");
        assert_eq!(tables.names(), [".huarong-lock".to_owned(), file]);
    }
}

#[cfg(unix)]
#[test]
fn a_second_build_touches_nothing() {
    use std::os::unix::fs::MetadataExt;
    let tables = Tables::of(&["0h0v0s", "1h4v4s"]);
    let state = || {
        let entries = fs::read_dir(tables.path()).unwrap().map(|entry| entry.unwrap());
        let state = |entry: fs::DirEntry| {
            let data = entry.metadata().unwrap();
            (entry.file_name(), data.ino(), data.mtime(), data.mtime_nsec(), data.len())
        };
        let mut state: Vec<_> = entries.map(state).collect();
        state.sort();
        state
    };
    let before = state();
    let run = tables.run(&["build", "0h0v0s", "1h4v4s"]).assert().success().stderr("");
    assert_eq!(state(), before);
    let printed = text(&run.get_output().stdout);
    assert_eq!(printed.lines().count(), 6);
    for set in ["0h0v0s", "1h4v4s"] {
        for metric in METRICS {
            let line = format!("present {}", tables.file(set, metric).display());
            assert!(printed.lines().any(|l| l == line), "{line}\n{printed}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_forced_build_writes_the_same_bytes_anew() {
    use std::os::unix::fs::MetadataExt;
    let tables = Tables::of(&["1h4v4s"]);
    let files = METRICS.map(|metric| tables.file("1h4v4s", metric));
    let state = || {
        let state = |file| (fs::read(file).unwrap(), fs::metadata(file).unwrap().ino());
        files.each_ref().map(state)
    };
    let before = state();
    let printed = tables.output(&["build", "1h4v4s", "--force"]);
    assert_eq!(printed.lines().filter(|line| line.starts_with("wrote ")).count(), 3);
    for ((bytes, inode), (old_bytes, old_inode)) in state().into_iter().zip(before) {
        assert!(bytes == old_bytes, "the bytes differ");
        assert_ne!(inode, old_inode, "the file was replaced, not overwritten");
    }
}

#[test]
fn the_bytes_do_not_depend_on_the_number_of_threads() {
    // So little memory has room for only one search at a time, which several threads share.
    let (sets, memory) = (["1h4v4s", "6h0v2s"], "13MB");
    let built = ["1", "2", "7"].map(|threads| {
        let tables = Tables::none();
        let build = ["build", "--memory", memory, "--threads", threads];
        tables.run(&build).args(sets).assert().success();
        tables
    });
    let [one, others @ ..] = &built;
    for (set, metric) in sets.iter().flat_map(|set| METRICS.map(|metric| (set, metric))) {
        let wanted = fs::read(one.file(set, metric)).unwrap();
        for other in others {
            assert!(fs::read(other.file(set, metric)).unwrap() == wanted, "{set} {metric}");
        }
    }
}

#[test]
fn quiet_silences_all_but_errors() {
    let tables = Tables::none();
    tables.run(&["build", "0h0v0s"]).assert().success().stderr(predicate::str::is_empty().not());
    tables.run(&["build", "0h0v1s", "--quiet"]).assert().success().stderr("");
    tables.run(&["-q", "query", START]).assert().success().stderr("");
    tables.run(&["-q", "query", "BB/"]).assert().code(1).stderr(predicate::str::contains("row 1"));
}

#[test]
fn the_environment_names_the_directory() {
    let home = TempDir::new().unwrap();
    let named = home.path().join("named by the environment");
    let run = |arguments: &[&str]| {
        let mut command = huarong();
        command.env("HUARONG_DATA_DIR", &named).args(arguments);
        command.args(["build", "0h0v0s", "--metric", "unit"]).assert().success();
    };
    let file = "klotski-4x5-0h0v0s-unit.huarong";
    // An argument takes precedence over the environment.
    let other = home.path().join("other");
    run(&["--data-dir", other.to_str().unwrap()]);
    assert!(other.join(file).exists() && !named.exists());
    run(&[]);
    assert!(named.join(file).exists());
}

#[cfg(target_os = "linux")]
#[test]
fn without_a_word_tables_are_kept_with_the_users_data() {
    let home = TempDir::new().unwrap();
    let mut command = huarong();
    command.env("HOME", home.path()).env_remove("XDG_DATA_HOME");
    command.args(["build", "0h0v0s", "--metric", "unit"]).assert().success();
    let directory = home.path().join(".local/share/huarong");
    assert!(directory.join("klotski-4x5-0h0v0s-unit.huarong").exists());
}

#[test]
fn missing_tables_are_built_with_a_word_of_it() {
    let tables = Tables::none();
    let built = predicate::str::contains("1h4v4s").and(predicate::str::contains("built 3 tables"));
    let ask = || tables.run(&["query", "-"]);
    ask().write_stdin(START).assert().success().stderr(built);
    ask().write_stdin(START).assert().success().stderr("");
    tables.run(&["query", START]).assert().success().stderr("");

    // Only missing tables are built.
    fs::remove_file(tables.file("1h4v4s", "straight")).unwrap();
    let built = predicate::str::contains("built 1 table in");
    ask().write_stdin(START).assert().success().stderr(built);
    assert!(tables.file("1h4v4s", "straight").exists());
}

/// A single position is searched without leaving files; the answer equals that from tables.
#[test]
fn a_first_answer_needs_no_tables() {
    let tables = Tables::none();
    let searched =
        predicate::str::contains("no finger table of 1h4v4s: searching from the position");
    let run = tables.run(&["solve", START, "--format", "json"]).assert().success().stderr(searched);
    assert!(text(&run.get_output().stdout).contains("\"distance\":81"));
    let with_tables = Tables::of(&["1h4v4s", "0h0v1s", "5h0v2s", "0h1v8s"]);
    for arguments in [
        &["solve", START, "--count"][..],
        &["solve", START, "--metric", "unit", "--all"],
        &["query", START],
        &["query", START, "--format", "json"],
        &["solve", "SBB./.BB./..../..../...."],
        &["query", "SBB./.BB./..../..../....", "--format", "csv"],
        &["query", "HHBB/SSBB/HHHH/HHHH/..HH", "--format", "json"],
        &["solve", "S.VS/..VS/SBBS/SBB./.S.S", "--all"],
        &["query", "S.VS/..VS/SBBS/SBB./.S.S", "--metric", "straight"],
    ] {
        assert_eq!(
            tables.output(&[arguments, &["--quiet"]].concat()),
            with_tables.output(arguments)
        );
    }
    assert!(!tables.path().read_dir().unwrap().any(|_| true), "nothing was written");
}

/// For a stream of queries with many piece sets, the whole family is built.
#[test]
fn many_missing_sets_are_built_as_the_family() {
    let tables = Tables::none();
    // Goal positions with some small pieces above the big piece.
    let at_goal = |small_pieces: usize, below: &str| {
        let above = format!("{:.<12}", "S".repeat(small_pieces));
        format!("{}/{}/{}/{below}", &above[..4], &above[4..8], &above[8..])
    };
    let few = (0..3).map(|small_pieces| at_goal(small_pieces, ".BB./.BB."));
    assert_eq!(tables.ask(few).len(), 3);
    assert!(METRICS.iter().all(|metric| !tables.family_file(metric).exists()));

    let many = (0..=12).flat_map(|n| [at_goal(n, ".BB./.BB."), at_goal(n, "VBB./VBB.")]);
    let answers = tables.ask(many);
    assert_eq!(answers.len(), 26);
    assert!(answers.iter().all(|answer| answer["distance"]["unit"] == 0));
    assert!(METRICS.iter().all(|metric| tables.family_file(metric).exists()));
}

#[test]
fn a_file_named_for_another_piece_set_is_not_believed() {
    let tables = Tables::of(&["0h0v1s"]);
    let right = fs::read(tables.file("0h0v1s", "unit")).unwrap();
    for metric in METRICS {
        fs::rename(tables.file("0h0v1s", metric), tables.file("0h0v0s", metric)).unwrap();
    }
    let error = tables.error(&["query", "..../..../.BB./.BB./...."]);
    assert!(error.contains("other piece sets than its name says; move it away"), "{error}");
    assert_eq!(fs::read(tables.file("0h0v0s", "unit")).unwrap(), right);
}

#[test]
fn the_version_is_the_packages() {
    let version = format!("huarong {}\n", env!("CARGO_PKG_VERSION"));
    huarong().arg("--version").assert().success().stdout(version);
}
