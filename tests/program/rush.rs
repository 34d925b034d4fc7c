//! `huarong rush`: its output, in parts and after kills, and the input that it rejects.

use crate::common::{Tables, csv_rows, huarong, skipped, text, wait_until};
use predicates::str::contains;
use serde_json::Value;
use std::collections::HashMap;
use std::fs;
use std::process::Stdio;

#[test]
fn formats_say_the_same_on_any_number_of_threads() {
    let tables = Tables::none();
    let csv = tables.output(&["rush", "4x4", "--max-walls", "1", "--format", "csv", "--histogram"]);
    for threads in ["1", "3"] {
        let again = ["rush", "4x4", "--max-walls", "1", "--format", "csv", "--histogram"];
        assert_eq!(tables.output(&[&again[..], &["--threads", threads]].concat()), csv);
    }
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let columns: Vec<String> = reader.headers().unwrap().iter().map(str::to_owned).collect();
    let names = "metric distance start reachable pieces walls solution_count unit_moves histogram";
    assert_eq!(columns.join(" "), names);
    let rows: Vec<csv::StringRecord> = reader.records().collect::<Result<_, _>>().unwrap();
    assert!(rows.len() > 20, "too few to be a test");
    let json = ["rush", "4x4", "--max-walls", "1", "--format", "json", "--histogram"];
    let objects: Vec<Value> =
        tables.output(&json).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let lines = tables.output(&["rush", "4x4", "--max-walls", "1", "--format", "fogleman"]);
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
        let moves: u32 = row[1].parse().unwrap();
        assert_eq!(line, format!("{moves:02} {} {}", &row[2], &row[3]));
    }
    let drawn = tables.output(&["rush", "4x4", "--max-walls", "1"]);
    assert!(drawn.contains(lines.lines().next().unwrap()), "{drawn}");
}

#[test]
fn parts_are_joined() {
    let tables = Tables::none();
    let file = |name: &str| tables.path().join(name).to_str().unwrap().to_owned();
    let [one, two, three] = [1, 2, 3].map(|number| {
        let (part, name) = (format!("{number}/3"), file(&format!("{number}.part")));
        let wrote =
            tables.output(&["rush", "4x4", "--max-walls", "1", "--part", &part, "--out", &name]);
        assert!(wrote.contains(&part) && wrote.contains(&name), "{wrote}");
        name
    });
    let kept = file("whole");
    let whole =
        tables.output(&["rush", "4x4", "--max-walls", "1", "--out", &kept, "--format", "fogleman"]);
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
    assert!(error.contains("universe of 4x3") && error.contains("of 4x4 --max-walls 1"), "{error}");
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
#[ignore = "long: kills"]
fn a_killed_search_is_continued() {
    if cfg!(not(unix)) {
        return skipped("kill -9 is of Unix");
    }
    let tables = Tables::none();
    let search = ["rush", "5x4", "--max-walls", "1", "--format", "fogleman"];
    let whole = tables.output(&search);
    let checkpoint = tables.path().join(".huarong-universe-5x4-max-walls-1-1-of-1");
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
    let csv = tables.output(&["rush", "count", "5x5", "--max-walls", "1", "--format", "csv"]);
    assert_eq!(
        csv,
        "board,exit_row,max_walls,boards,packed,goals\n5x5,3,1,58239509,2988670,1440547\n"
    );
    let json = tables.output(&["rush", "count", "5x5", "--max-walls", "1", "--format", "json"]);
    let object: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(object["packed"], "2988670");
    let drawn = tables.output(&["rush", "count", "5x5", "--max-walls", "1"]);
    assert!(drawn.contains("2,988,670  boards on which no piece can slide left or up"), "{drawn}");
}

#[test]
fn impossible_requests_are_refused() {
    let tables = Tables::none();
    for (arguments, fault) in [
        (&["rush", "2x6"][..], "3 to 8 columns and 1 to 8 rows"),
        (&["rush", "9x9"], "3 to 8 columns and 1 to 8 rows"),
        (&["rush", "6"], "is not a board size"),
        (&["rush", "6x6", "--max-walls", "99"], "99 walls do not fit"),
        (&["rush", "6x6", "--exit-row", "7"], "the exit cannot be in row 7"),
        (&["rush", "6x6", "--exit-row", "0"], "the exit cannot be in row 0"),
        (&["rush", "4x4", "--histogram"], "--histogram is a column of csv and json"),
        (&["rush", "count", "6x6", "--max-walls", "99"], "99 walls do not fit"),
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

/// The rows of reports/rush/unit.csv are found again, and another search proves their longest puzzles.
#[test]
fn the_report_of_unit_boards_is_what_is_kept() {
    let tables = Tables::none();
    let file = |name: &str| tables.path().join(name).to_str().unwrap().to_owned();
    let [one, two, out] = ["one.csv", "two.csv", "out"].map(file);
    let rows = |arguments: &[&str]| {
        let print = ["rush", "unit", "--clusters", "--format", "csv"];
        tables.output(&[&print[..], arguments].concat())
    };
    fs::write(&one, rows(&["3x2", "2x2", "4x4"])).unwrap();
    fs::write(&two, rows(&["3x3", "--empty", "2", "--walls", "1"])).unwrap();
    let report = ["report", "rush", "--out", &out, "--unit-boards", &two, "--unit-boards"];
    assert!(tables.output(&[&report[..], &[&one]].concat()).starts_with("6 rows\n"));
    let read = |name: &str| fs::read_to_string(format!("{out}/rush/{name}")).unwrap();
    let kept = include_str!("../../reports/rush/unit.csv");
    let written = read("unit.csv");
    for row in written.lines() {
        assert!(kept.lines().any(|kept| kept == row), "reports/rush/unit.csv lacks {row}");
    }
    let boards: Vec<&str> = written.lines().skip(1).map(|row| &row[..3]).collect();
    assert_eq!(boards, ["2x2", "3x2", "4x4", "4x4", "3x3", "3x3"]);
    let page = read("unit.md");
    // 6 / 3 moves in two cells more.
    assert!(page.contains("| 6 | 3x2 | 1 | 6 | 1.41 |"), "{page}");
    assert!(!fs::exists(format!("{out}/rush/README.md")).unwrap());

    let wrong = file("wrong.csv");
    fs::write(&wrong, fs::read_to_string(&one).unwrap().replace(",40,1,", ",41,1,")).unwrap();
    let error = tables.error(&[&report[..], &[&wrong]].concat());
    assert!(error.contains("is not 41 unit moves from the goal"), "{error}");
    for (true_part, false_part, what) in [
        ("2x2,1,1,0,24,", "2x2,1,1,0,25,", "wrong.csv is wrong in line 3: 2x2 has not 25 boards"),
        ("2x2,1,1,0,24,", "2x2,7,1,0,24,", "line 3"),
        (",24,19,", ",24,25,", "larger than that of all boards"),
        ("2x2,1,1,0,24,", "2x3,1,1,0,160,", "is no such board"),
    ] {
        let text = fs::read_to_string(&one).unwrap();
        assert!(text.contains(true_part), "{text}");
        fs::write(&wrong, text.replace(true_part, false_part)).unwrap();
        let error = tables.error(&[&report[..], &[&wrong]].concat());
        assert!(error.contains(what), "{error}");
    }
    let error = tables.error(&["report", "--unit-boards", &one]);
    assert!(error.contains("only `huarong report rush` has --unit-boards"), "{error}");
}

/// The rows of reports/rush that begin with those of a new report.
#[test]
fn the_report_is_what_is_kept() {
    let tables = Tables::none();
    let file = |name: &str| tables.path().join(name).to_str().unwrap().to_owned();
    let [straight, unit, out] = ["straight", "unit", "out"].map(file);
    tables.output(&["rush", "4x4", "--out", &straight]);
    tables.output(&["rush", "4x4", "--metric", "unit", "--out", &unit]);
    let report = ["report", "rush", "--universe", &straight, "--universe", &unit, "--out", &out];
    assert!(tables.output(&report).starts_with("2 universes\n"));
    let read = |name: &str| fs::read_to_string(format!("{out}/rush/{name}")).unwrap();
    for (name, kept) in [
        ("universes.csv", include_str!("../../reports/rush/universes.csv")),
        ("histogram.csv", include_str!("../../reports/rush/histogram.csv")),
        ("records.csv", include_str!("../../reports/rush/records.csv")),
        ("sample.csv", include_str!("../../reports/rush/sample.csv")),
    ] {
        let written = read(name);
        assert!(written.lines().count() > 2, "{name}");
        assert!(kept.starts_with(&written), "reports/rush/{name}: `make rush` writes it anew");
    }
    let kept = include_str!("../../reports/rush/README.md");
    let page = read("README.md");
    let table = page.split("*Share*").next().unwrap().trim_end();
    assert!(kept.starts_with(table), "reports/rush/README.md: `make rush` writes it anew");
    assert!(read("records-4x4.svg") == include_str!("../../reports/rush/records-4x4.svg"));
    assert!(read("moves-4x4.svg") == include_str!("../../reports/rush/moves-4x4.svg"));

    let error = tables.error(&["report", "rush", "--board", "3x4", "--out", &out]);
    assert!(error.contains("omit --puzzle and --board"), "{error}");
    let error = tables.error(&["report", "--universe", &unit]);
    assert!(error.contains("only `huarong report rush` has --universe"), "{error}");
    let limited = file("limited");
    tables.output(&["rush", "4x4", "--max-trucks", "1", "--out", &limited]);
    let error = tables.error(&["report", "rush", "--universe", &limited, "--out", &out]);
    assert!(error.contains("4x4 --max-trucks 1 is limited"), "{error}");
    let error = tables.error(&["report", "rush", "--universe", &straight, "--universe", &straight]);
    assert!(error.contains("straight"), "{error}");
    // A puzzle that is changed behind the report's back is found by the other search.
    let wrong = file("wrong");
    let mut lines: Vec<String> =
        fs::read_to_string(&straight).unwrap().lines().map(str::to_owned).collect();
    let record = lines.iter_mut().find(|line| line.starts_with("puzzle ")).unwrap();
    let mut words: Vec<String> = record.split(' ').map(str::to_owned).collect();
    words[6] = (words[6].parse::<u64>().unwrap() + 1).to_string();
    *record = words.join(" ");
    lines.pop();
    fs::write(&wrong, sealed(&lines)).unwrap();
    let error = tables.error(&["report", "rush", "--universe", &wrong, "--out", &out]);
    assert!(error.contains("the universe is wrong: ") && error.contains(&words[2]), "{error}");
}

/// A file of a universe with the checksum of its lines.
fn sealed(lines: &[String]) -> String {
    let text = lines.join("\n") + "\n";
    format!("{text}checksum {:016x}\n", xxhash_rust::xxh3::xxh3_64(text.as_bytes()))
}

/// Figures of M. Fogleman (2018) and of S. Collette, J.-F. Raskin and F. Servais (2006).
#[test]
fn the_report_has_the_published_figures() {
    let universes = csv_rows(include_str!("../../reports/rush/universes.csv"));
    let of = |size: &str, row: &str, metric: &str| {
        let rows = universes.iter().filter(|universe| {
            (universe["board"].as_str(), universe["exit_row"].as_str()) == (size, row)
                && (universe["max_walls"].as_str(), universe["metric"].as_str()) == ("0", metric)
        });
        let rows: Vec<_> = rows.collect();
        assert_eq!(rows.len(), 1, "{size} {row} {metric}");
        rows[0]
    };
    let five = of("5x5", "3", "straight");
    assert_eq!((five["clusters"].as_str(), five["minimal"].as_str()), ("62106", "1730"));
    let six = of("6x6", "3", "straight");
    assert_eq!((six["goals"].as_str(), six["max"].as_str()), ("88914655", "51"));
    let records = csv_rows(include_str!("../../reports/rush/records.csv"));
    let longest = records.iter().find(|record| record["board"] == "6x6").unwrap();
    assert!(longest["by"] == "pieces");
    let cards = "GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo";
    let found = records.iter().find(|record| record["start"] == cards).expect("the longest");
    assert_eq!((found["distance"].as_str(), found["reachable"].as_str()), ("51", "4780"));
    // The lines of M. Fogleman's list that have 46 moves or more, counted by moves.
    let published: [(&str, [u64; 15]); 2] = [
        ("0", [9, 4, 3, 4, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
        ("1", [14, 11, 7, 7, 6, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1]),
    ];
    let histogram = csv_rows(include_str!("../../reports/rush/histogram.csv"));
    for (walls, minimal) in published {
        let mut found = [0; 15];
        for row in histogram.iter().filter(|row| {
            ["board", "exit_row", "max_walls", "metric"].map(|name| row[name].as_str())
                == ["6x6", "3", walls, "straight"]
        }) {
            let moves: usize = row["distance"].parse().unwrap();
            if let Some(at) = moves.checked_sub(46) {
                found[at] = row["minimal"].parse().unwrap();
            }
        }
        assert_eq!(found, minimal, "at most {walls} walls");
    }
}

/// Lines of boards that are not square say where their rows end, so that another search reads them.
#[test]
fn lines_of_any_size_are_solved_again() {
    let tables = Tables::none();
    for size in ["5x4", "3x4", "4x1"] {
        let lines = tables.output(&["rush", size, "--format", "fogleman"]);
        assert!(!lines.is_empty(), "{size}");
        let rows = csv_rows(&tables.output(&["rush", size, "--format", "csv"]));
        let boards: Vec<&str> = lines.lines().map(|line| line.split(' ').nth(1).unwrap()).collect();
        assert_eq!(rows.iter().map(|row| &*row["start"]).collect::<Vec<_>>(), boards, "{size}");
        let solve =
            ["solve", "--boards", "-", "--metric", "straight", "--count", "--format", "csv"];
        let solved = huarong().args(solve).write_stdin(lines.clone()).assert().success();
        let solved = csv_rows(&text(&solved.get_output().stdout));
        let moves = |line: &str| line.split(' ').next().unwrap().trim_start_matches('0').to_owned();
        let wanted: Vec<String> = lines.lines().map(moves).collect();
        let found: Vec<&String> = solved.iter().map(|row| &row["distance"]).collect();
        assert_eq!(found, wanted.iter().collect::<Vec<_>>(), "{size}");
    }
}

/// Another search finds the recorded lengths and numbers of solutions again.
#[test]
fn records_are_solved_again() {
    let records = csv_rows(include_str!("../../reports/rush/records.csv"));
    for metric in ["straight", "unit"] {
        let small = |record: &&HashMap<String, String>| {
            record["metric"] == metric && record["reachable"].parse::<u64>().unwrap() < 5_000
        };
        let records: Vec<_> = records.iter().filter(small).collect();
        assert!(records.len() > 10, "{metric}: too few to be a test");
        let boards: String =
            records.iter().map(|record| format!("{}\n", record["start"])).collect();
        let solve = ["solve", "--boards", "-", "--metric", metric, "--count", "--format", "csv"];
        let solved = huarong().args(solve).write_stdin(boards).assert().success();
        let solved = csv_rows(&text(&solved.get_output().stdout));
        assert_eq!(solved.len(), records.len());
        for (record, solved) in records.iter().zip(&solved) {
            assert_eq!(
                (&record["distance"], &record["solution_count"]),
                (&solved["distance"], &solved["solution_count"]),
                "{}",
                record["command"]
            );
        }
    }
}
