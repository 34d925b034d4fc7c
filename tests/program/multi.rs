//! The metric of multi-tile moves, in the program: answers against the naive witness, tables and their proofs, and
//! commands that do not know it.

use crate::common::{Tables, csv_rows, huarong, text};
use naive::Naive;
use naive::grids::{Drawn, Witness};
use serde_json::{Value, json};
use std::fs;

/// A puzzle with a line of pieces of different sizes, a wall and alike pieces.
fn drawn() -> Drawn {
    Drawn {
        start: "AAB.\nAAC.\n#DD.".to_owned(),
        goals: vec![".AAB\n.AAC\n#DD.".to_owned()],
        alike: vec!["BC".to_owned()],
        ..Drawn::default()
    }
}

/// The file of a puzzle in a directory of its own, with its data directory.
fn puzzle(drawn: &Drawn) -> (Tables, String) {
    let tables = Tables::none();
    let file = tables.path().join("lines.toml");
    fs::write(&file, drawn.file()).unwrap();
    (tables, file.to_str().expect("the path is a text").to_owned())
}

#[test]
fn a_line_of_tiles_is_one_move() {
    let drawn =
        Drawn { start: "AB.".to_owned(), goals: vec![".AB".to_owned()], ..Drawn::default() };
    let (tables, file) = puzzle(&drawn);
    let solve = |format: &str| {
        tables.output(&["solve", "--puzzle", &file, "--metric", "multi", "--format", format])
    };
    let found: Value = serde_json::from_str(&solve("json")).unwrap();
    assert_eq!((&found["metric"], &found["distance"]), (&json!("multi"), &json!(1)));
    let made = &found["moves"][0];
    let piece = |value: &Value| [&value["piece"], &value["from"], &value["to"]].map(Value::clone);
    assert_eq!(piece(made), [json!("B"), json!([1, 0]), json!([2, 0])]);
    assert_eq!(piece(&made["followers"][0]), [json!("A"), json!([0, 0]), json!([1, 0])]);
    assert_eq!(made["position"], json!(".AB"));
    let csv = csv_rows(&solve("csv"));
    assert_eq!((csv.len(), csv[0]["position"].as_str()), (1, ".AB"));
    let shown = solve("text");
    assert!(shown.starts_with("AB.: 1 multi move\n") && shown.contains("1 BA→"), "{shown}");
    let queried = tables.output(&["query", "--puzzle", &file, "--metric", "multi"]);
    assert!(queried.contains("   distance   multi 1\n"), "{queried}");
    assert!(queried.contains("  multi     B at column 2, row 1: right, with A"), "{queried}");
    let picture = tables.path().join("moves.svg");
    let picture = picture.to_str().unwrap();
    tables.output(&["solve", "--puzzle", &file, "--metric", "multi", "--animate", picture]);
    assert!(fs::read_to_string(picture).unwrap().contains("#p1{animation-name:k1}"));
}

#[test]
fn tables_under_multi_are_as_the_witness_says_and_are_proved() {
    let drawn = drawn();
    let witness = Witness::new(&drawn);
    let (tables, file) = puzzle(&drawn);
    let moves = witness.solution_length("multi").expect("it can be solved");
    assert!(witness.solution_length("finger").unwrap() > moves, "a line saves moves");

    let of_puzzle = |command: &str, rest: &[&str]| {
        tables.output(&[&[command, "--puzzle", &file], rest].concat())
    };
    let multi = ["--metric", "multi"];
    let title = format!("multi {moves}\n");
    let searched = of_puzzle("query", &multi);
    assert!(searched.contains(&title), "{searched}");
    let built = of_puzzle("build", &multi);
    assert!(built.starts_with("wrote ") && built.contains("-multi.huarong"), "{built}");
    let verified = of_puzzle("verify", &[]);
    assert!(verified.contains(": multi, 1 piece set, "), "{verified}");
    assert!(of_puzzle("build", &[]).lines().count() == 3, "the other metrics are built as before");
    let verified = of_puzzle("verify", &[]);
    assert_eq!(verified.matches(" 1 piece set, ").count(), 4, "{verified}");
    assert!(of_puzzle("query", &multi).contains(&title));

    let hardest = csv_rows(&of_puzzle("hardest", &["--metric", "multi", "--format", "csv"]));
    let start = &hardest[0]["position"];
    let solved =
        tables.output(&["solve", start, "--puzzle", &file, "--metric", "multi", "--count"]);
    assert!(solved.contains(&format!(": {} multi moves; ", hardest[0]["distance"])), "{solved}");

    // Sealed with another metric than its name says.
    let name = |metric: &str| {
        let is_it = |name: &String| name.ends_with(&format!("-{metric}.huarong"));
        tables.path().join(tables.names().into_iter().find(is_it).expect("it was built"))
    };
    fs::copy(name("finger"), name("multi")).unwrap();
    let error = tables.error(&["verify", "--puzzle", &file]);
    assert!(error.contains("the metric finger, not multi"), "{error}");
}

#[test]
fn positions_of_the_family_are_solved_one_by_one_and_as_a_stream() {
    let naive = Naive::klotski();
    let known = naive.distances(&[1, 0, 0, 0], "multi");
    let starts: Vec<&String> = known.keys().take(3).collect();
    let tables = Tables::none();
    let solve = |position: &str, input: String| {
        let run = ["solve", position, "--metric", "multi", "--count", "--format", "csv"];
        let run = tables.run(&run).write_stdin(input).assert().success();
        csv_rows(&text(&run.get_output().stdout))
    };
    let rows = solve("-", starts.iter().map(|start| format!("{start}\n")).collect());
    assert_eq!(rows.len(), starts.len());
    for (start, row) in starts.into_iter().zip(&rows) {
        let alone = &solve(start, String::new())[0];
        assert_eq!(row["distance"], known[start].unwrap().to_string(), "{start}");
        for column in ["position", "distance", "verdict", "solution_count"] {
            assert_eq!(row[column], alone[column], "{column} of {start}");
        }
    }
}

#[test]
fn other_commands_say_which_metrics_they_have() {
    let commands: [&[&str]; 11] = [
        &["export", "1h4v4s"],
        &["census", "2x2"],
        &["rush", "3x3"],
        &["difficulty", "heng-dao-li-ma"],
        &["design", "--like", "dads"],
        &["sample", "1h4v4s"],
        &["print", "dads"],
        &["solve", "heng-dao-li-ma", "--difficulty", "--format", "json"],
        &["query", "heng-dao-li-ma", "--format", "json"],
        &["query", "heng-dao-li-ma", "--format", "csv"],
        &["hardest", "--pieces", "2x2 2small", "--board", "3x3"],
    ];
    for command in commands {
        let run = huarong().args(command).args(["--metric", "multi"]).assert().failure();
        let error = text(&run.get_output().stderr);
        assert!(run.get_output().stdout.is_empty() && !error.contains("panicked"), "{error}");
        assert!(error.contains("unit, straight") || error.contains("single pieces"), "{error}");
    }
}
