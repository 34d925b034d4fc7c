//! `huarong rush`: its output, in parts and after kills, and the input that it rejects.

use crate::common::{Tables, huarong, skipped, text, wait_until};
use predicates::str::contains;
use serde_json::Value;
use std::fs;
use std::process::Stdio;

#[test]
fn formats_say_the_same_on_any_number_of_threads() {
    let tables = Tables::none();
    let csv = tables.output(&["rush", "4x4", "--walls", "1", "--format", "csv", "--histogram"]);
    for threads in ["1", "3"] {
        let again = ["rush", "4x4", "--walls", "1", "--format", "csv", "--histogram"];
        assert_eq!(tables.output(&[&again[..], &["--threads", threads]].concat()), csv);
    }
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let columns: Vec<String> = reader.headers().unwrap().iter().map(str::to_owned).collect();
    let names = "moves board positions pieces walls solution_count unit_moves histogram";
    assert_eq!(columns.join(" "), names);
    let rows: Vec<csv::StringRecord> = reader.records().collect::<Result<_, _>>().unwrap();
    assert!(rows.len() > 20, "too few to be a test");
    let json = ["rush", "4x4", "--walls", "1", "--format", "json", "--histogram"];
    let objects: Vec<Value> =
        tables.output(&json).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let lines = tables.output(&["rush", "4x4", "--walls", "1", "--format", "fogleman"]);
    assert_eq!((objects.len(), lines.lines().count()), (rows.len(), rows.len()));
    for ((row, object), line) in rows.iter().zip(&objects).zip(lines.lines()) {
        for (column, value) in columns.iter().zip(row) {
            let said = match &object[column] {
                Value::String(text) => text.clone(),
                Value::Array(counts) => {
                    counts.iter().map(Value::to_string).collect::<Vec<_>>().join(" ")
                }
                other => other.to_string(),
            };
            assert_eq!(said, value, "{column} of {line}");
        }
        let moves: u32 = row[0].parse().unwrap();
        assert_eq!(line, format!("{moves:02} {} {}", &row[1], &row[2]));
    }
    let drawn = tables.output(&["rush", "4x4", "--walls", "1"]);
    assert!(drawn.contains(lines.lines().next().unwrap()), "{drawn}");
}

#[test]
fn parts_are_joined() {
    let tables = Tables::none();
    let file = |name: &str| tables.path().join(name).to_str().unwrap().to_owned();
    let [one, two, three] = [1, 2, 3].map(|number| {
        let (part, name) = (format!("{number}/3"), file(&format!("{number}.part")));
        let wrote =
            tables.output(&["rush", "4x4", "--walls", "1", "--part", &part, "--out", &name]);
        assert!(wrote.contains(&part) && wrote.contains(&name), "{wrote}");
        name
    });
    let kept = file("whole");
    let whole =
        tables.output(&["rush", "4x4", "--walls", "1", "--out", &kept, "--format", "fogleman"]);
    let joined = file("joined");
    let join = ["rush", "join", &three, &one, &two, "--out", &joined, "--format", "fogleman"];
    assert_eq!(tables.output(&join), whole);
    assert_eq!(fs::read(&joined).unwrap(), fs::read(&kept).unwrap());
    assert_eq!(tables.output(&["rush", "join", &kept, "--format", "fogleman"]), whole);

    assert!(tables.error(&["rush", "join", &one, &three]).contains("part 2/3 is missing"));
    let twice = tables.error(&["rush", "join", &one, &two, &three, &one]);
    assert!(twice.contains("1.part contains tasks that another"), "{twice}");
    let other = file("other");
    tables.output(&["rush", "4x3", "--part", "2/3", "--out", &other]);
    let error = tables.error(&["rush", "join", &one, &other, &three]);
    assert!(error.contains("universe of 4x3") && error.contains("of 4x4 --walls 1"), "{error}");
    let sound = fs::read_to_string(&one).unwrap();
    for (damaged, fault) in [
        (sound.replacen("puzzle ", "riddle ", 1), "its checksum does not match"),
        (sound.replacen("universe 1", "universe 9", 1), "its checksum does not match"),
        ("AA".to_owned(), "it does not start like one"),
    ] {
        fs::write(file("damaged"), damaged).unwrap();
        let error = tables.error(&["rush", "join", &file("damaged"), &two, &three]);
        assert!(error.contains(fault), "{error}");
    }
    // A census is not replaced by a universe.
    let census = file("census");
    tables.output(&["census", "2x2", "--out", &census]);
    let error = tables.error(&["rush", "3x3", "--out", &census]);
    assert!(error.contains("is not a universe; name another file"), "{error}");
}

#[test]
fn a_killed_search_is_continued() {
    if cfg!(not(unix)) {
        return skipped("kill -9 is of Unix");
    }
    let tables = Tables::none();
    let search = ["rush", "5x4", "--walls", "1", "--format", "fogleman"];
    let whole = tables.output(&search);
    let checkpoint = tables.path().join(".huarong-universe-5x4-walls-1-1-of-1");
    let mut slow = tables.process(&search);
    slow.args(["--checkpoint-every", "0", "--threads", "1"])
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let mut child = slow.spawn().unwrap();
    wait_until("the search has a checkpoint", || checkpoint.exists());
    child.kill().unwrap();
    child.wait().unwrap();
    let output = tables.process(&search).output().unwrap();
    let said = text(&output.stderr);
    assert!(said.contains("continuing from a checkpoint"), "{said}");
    assert_eq!(text(&output.stdout), whole);
    assert!(!checkpoint.exists());
}

#[test]
fn counts_are_printed_in_each_format() {
    let tables = Tables::none();
    let csv = tables.output(&["rush", "count", "5x5", "--walls", "1", "--format", "csv"]);
    assert_eq!(csv, "board,exit_row,walls,boards,packed,goals\n5x5,3,1,58239509,2988670,1440547\n");
    let json = tables.output(&["rush", "count", "5x5", "--walls", "1", "--format", "json"]);
    let object: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(object["packed"], "2988670");
    let drawn = tables.output(&["rush", "count", "5x5", "--walls", "1"]);
    assert!(drawn.contains("2,988,670  boards on which no piece can slide left or up"), "{drawn}");
}

#[test]
fn impossible_requests_are_refused() {
    let tables = Tables::none();
    for (arguments, fault) in [
        (&["rush", "2x6"][..], "3 to 8 columns and 1 to 8 rows"),
        (&["rush", "9x9"], "3 to 8 columns and 1 to 8 rows"),
        (&["rush", "6"], "is not a board size"),
        (&["rush", "6x6", "--walls", "99"], "99 walls do not fit"),
        (&["rush", "6x6", "--exit-row", "7"], "the exit cannot be in row 7"),
        (&["rush", "6x6", "--exit-row", "0"], "the exit cannot be in row 0"),
        (&["rush", "4x4", "--histogram"], "--histogram is a column of csv and json"),
        (&["rush", "count", "6x6", "--walls", "99"], "99 walls do not fit"),
        (&["rush", "join", "none.part"], "cannot read none.part"),
        (&["rush", "3x3", "--out", "none/file"], "the directory none does not exist"),
    ] {
        let error = tables.error(arguments);
        assert!(error.contains(fault), "{arguments:?}: {error}");
    }
    for (arguments, fault) in [
        (&["rush"][..], "WxH"),
        (&["rush", "6x6", "--max-cars", "0"], "0 is not in 1.."),
        (&["rush", "6x6", "--part", "3/2"], "such as 2/5"),
    ] {
        huarong().args(arguments).assert().code(2).stderr(contains(fault));
    }
}
