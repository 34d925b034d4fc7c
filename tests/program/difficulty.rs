//! `huarong difficulty` and `huarong trace`.

use crate::common::{METRICS, START, STUCK, Tables, csv_rows, huarong, json_rows, text};
use naive::Naive;
use predicates::str::contains;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::fs;

#[test]
fn every_start_has_a_row_in_csv_and_json() {
    let input = format!("{START}\nnonsense\n\n{STUCK}\nheng-dao-li-ma\n");
    let run = |format: &str| {
        let run =
            huarong().args(["difficulty", "-", "--format", format]).write_stdin(&*input).assert();
        let run = run.code(1).stderr(contains("error: line 2: "));
        text(&run.stderr(contains("error: 1 of 4 starts refused")).get_output().stdout)
    };
    let (csv, json) = (csv_rows(&run("csv")), json_rows(&run("json")));
    assert_eq!((csv.len(), json.len()), (4, 4));
    for (row, object) in csv.iter().zip(&json) {
        for (column, cell) in row.iter().filter(|(column, _)| *column != "expected_moves") {
            let value = match &object[column] {
                Value::Null => String::new(),
                Value::String(text) => text.clone(),
                // Both print the shortest decimal of a number.
                number => number.to_string(),
            };
            assert_eq!(*cell, value, "{column}");
        }
    }
    // Nobody has asked for them.
    assert!(csv.iter().all(|row| row["expected_moves"].is_empty()));
    assert!(json.iter().all(|object| object.get("expected_moves").is_none()));
    let lines: Vec<&str> = csv.iter().map(|row| &row["line"][..]).collect();
    assert_eq!(lines, ["1", "2", "4", "5"]);
    // The classic start: the lengths are published, and the name stands for the same position.
    let moves = ["unit_moves", "straight_moves", "finger_moves"].map(|column| &csv[0][column][..]);
    assert_eq!(moves, ["116", "90", "81"]);
    assert_eq!((&csv[0]["reachable"][..], &csv[3]["finger_moves"][..]), ("25955", "81"));
    assert!(!csv[1]["error"].is_empty() && csv[1]["position"].is_empty());
    assert_eq!((&csv[2]["error"][..], &csv[2]["finger_moves"][..]), ("", ""));
    let verdicts: Vec<&str> = csv.iter().map(|row| &row["verdict"][..]).collect();
    assert_eq!(verdicts, ["solved", "failed", "unsolvable", "solved"]);
}

#[test]
fn difficulty_agrees_with_solve() {
    for metric in METRICS {
        let difficulty = ["difficulty", START, "--metric", metric, "--format", "json"];
        let solve = ["solve", START, "--metric", metric, "--count", "--format", "json"];
        let [difficulty, solve] = [difficulty.to_vec(), solve.to_vec()]
            .map(|arguments| json_rows(&Tables::none().output(&arguments)).remove(0));
        assert_eq!(difficulty["solution_count"], solve["solution_count"]);
        assert_eq!(difficulty[format!("{metric}_moves")], solve["distance"]);
    }
}

/// `solve` has the measures of `difficulty`, whatever it lists, and for one start as for many.
#[test]
fn solve_adds_the_measures() {
    let tables = Tables::none();
    let rows = |arguments: &[&str]| {
        json_rows(&tables.output(&[arguments, &["--format", "json"]].concat()))
    };
    let measured = rows(&["difficulty", START, "--metric", "straight"]).remove(0);
    let solve = ["solve", START, "--metric", "straight"];
    for more in [&[][..], &["--count"], &["--limit", "2"]] {
        let answer = rows(&[&solve[..], &["--difficulty"], more].concat()).remove(0);
        let measures = answer["difficulty"].as_object().expect("an object");
        assert_eq!(measures.len(), 39);
        for (name, value) in measures {
            assert_eq!(*value, measured[name], "{name}");
        }
        let mut bare = answer.clone();
        bare.as_object_mut().unwrap().remove("difficulty");
        assert_eq!(bare, rows(&[&solve[..], more].concat()).remove(0), "nothing else changes");
    }
    // Rows, with one that cannot reach the goal and one that is no position.
    let input = format!("{START}\n{STUCK}\nnonsense\n");
    let run = ["solve", "-", "--metric", "straight", "--difficulty", "--format", "json"];
    let run = tables.run(&run).write_stdin(&*input).assert().code(1);
    let found = json_rows(&text(&run.get_output().stdout));
    assert_eq!(found[0]["difficulty"]["solution_count"], measured["solution_count"]);
    assert!(found[1]["difficulty"].is_null() && found[1]["distance"].is_null());
    assert!(found[2]["difficulty"].is_null() && found[2]["error"].is_string());
    let file = "crates/lab/src/library/puzzles/dads.toml";
    let [row] = &rows(&["solve", file, "--difficulty"])[..] else { panic!("one row") };
    let dads = rows(&["difficulty", "--puzzle", "dads"]).remove(0);
    assert_eq!(row["difficulty"]["wrong_moves"], dads["wrong_moves"]);
}

#[test]
fn wrong_arguments_of_difficulty_are_refused() {
    for (arguments, message) in [
        (vec!["difficulty"], "required"),
        (vec!["difficulty", "nonsense"], "not a position"),
        (vec!["difficulty", START, "--error-model", "1,2,3"], "four numbers"),
        (vec!["difficulty", START, "--error-model", "1,2,3,inf"], "four numbers"),
        (vec!["difficulty", START, "--memory", "1kB"], "memory"),
        (vec!["trace", "no-such-file.csv"], "no-such-file.csv"),
        (vec!["solve", START, "--difficulty"], "--format json"),
        (vec!["solve", START, "--difficulty", "--to", STUCK, "--format", "json"], "--to"),
        (vec!["solve", START, "--difficulty", "--format", "json", "--memory", "3MB"], "memory"),
    ] {
        let run = huarong().args(&arguments).assert().failure();
        run.stderr(contains(message)).stdout("");
    }
}

/// A walk of the big piece alone, with the position after each move. It begins with its start, goes astray, and restarts.
const WALK: [&str; 8] = [
    "BB../BB../..../..../....",
    ".BB./.BB./..../..../....",
    "..BB/..BB/..../..../....",
    "..../..BB/..BB/..../....",
    "BB../BB../..../..../....",
    "..../BB../BB../..../....",
    "..../..../..../BB../BB..",
    "..../..../..../.BB./.BB.",
];

#[test]
fn a_trace_has_the_figures_of_the_witness() {
    let naive = Naive::klotski();
    let distances = naive.distances(&[1, 0, 0, 0], "straight");
    let far = |position: &str| i64::from(distances[position].unwrap());
    let rows: String =
        WALK.iter().map(|position| format!("Ann,{},{position}\n", WALK[0])).collect();
    let input = format!("participant,start,position\n{rows}");
    let run = ["trace", "-", "--metric", "straight", "--format", "csv"];
    let run = huarong().args(run).write_stdin(&*input).assert().success().stderr("");
    let found = csv_rows(&text(&run.get_output().stdout));
    assert_eq!(found.len(), WALK.len());
    let (mut after_error, mut first) = ("false", 0);
    for (number, row) in found.iter().enumerate() {
        assert_eq!(row["line"], (number + 2).to_string());
        assert_eq!(row["attempt"], if number < 4 { "1" } else { "2" });
        if WALK[number] == WALK[0] {
            assert_eq!((&row["move"][..], &row["to_position"][..]), ("0", WALK[number]));
            assert_eq!((&row["distance"][..], &row["from_position"][..]), ("", ""));
            (after_error, first) = ("false", number);
            continue;
        }
        let (before, after) = (WALK[number - 1], WALK[number]);
        let moves = naive.neighbours(before, "straight");
        let best = moves.iter().filter(|to| far(to) < far(before)).count();
        let is_error = if far(after) < far(before) { "false" } else { "true" };
        let expected = [
            ("move", (number - first).to_string()),
            ("metric", "straight".to_owned()),
            ("from_position", before.to_owned()),
            ("to_position", after.to_owned()),
            ("distance", far(before).to_string()),
            ("distance_change", (far(after) - far(before)).to_string()),
            ("mobility", moves.len().to_string()),
            ("best_move_count", best.to_string()),
            ("is_error", is_error.to_owned()),
            ("after_error", after_error.to_owned()),
            ("excess", ((number - first) as i64 + far(after) - far(WALK[0])).to_string()),
        ];
        let expected: HashMap<&str, String> = expected.into_iter().collect();
        for (column, value) in expected {
            assert_eq!(row[column], value, "{column} of row {number}");
        }
        after_error = is_error;
    }
    let run = ["trace", "-", "--metric", "straight", "--summary", "--format", "csv"];
    let run = huarong().args(run).write_stdin(&*input).assert().success();
    let [summary] = &csv_rows(&text(&run.get_output().stdout))[..] else { panic!("one row") };
    let columns = ["participant", "attempts", "moves", "solved_in", "distance", "excess"];
    let errors = found.iter().filter(|row| row["is_error"] == "true").count();
    assert_eq!(columns.map(|column| &summary[column][..]), ["Ann", "2", "6", "3", "2", "1"]);
    assert_eq!(summary["errors"], errors.to_string());
}

#[test]
fn lists_of_moves_are_read_and_wrong_moves_are_refused_with_their_line() {
    // The shortest solution of the example of the book, in both notations; then a move that a car blocks.
    let input = "who,board,moves\n1,..B.AABC.DDC....,D-1 B+2 C+1 A+2\n\
                 2,..B.AABC.DDC....,\"DL1, BD2, CD1, AR2\"\n\
                 3,..B.AABC.DDC....,D-1 A+1 C+1\n4,nowhere,A+1\n5,..B.AABC.DDC....,Z+1\n";
    let arguments =
        ["trace", "-", "--metric", "straight", "--participant", "who", "--start", "board"];
    let run = huarong().args(arguments).args(["--format", "csv"]).write_stdin(input).assert();
    let run = run.code(1).stderr(contains("standard input:4: A+1: A is blocked by B"));
    let run = run.stderr(contains("standard input:5: \"nowhere\": no position"));
    let run = run
        .stderr(contains("standard input:6: Z+1: there is no piece Z"))
        .stderr(contains("3 of 5 rows refused"));
    let found = csv_rows(&text(&run.get_output().stdout));
    let of = |who: &str, column: &str| -> Vec<String> {
        let rows = found.iter().filter(|row| row["participant"] == who);
        rows.map(|row| row[column].clone()).collect()
    };
    for who in ["1", "2"] {
        assert_eq!(of(who, "distance"), ["4", "3", "2", "1"]);
        assert_eq!(of(who, "distance_change"), ["-1"; 4]);
        assert_eq!(of(who, "excess"), ["0"; 4]);
    }
    assert_eq!(of("3", "distance"), ["4", ""]);
    assert_eq!(of("3", "move"), ["1", ""]);
    assert_eq!(of("3", "error").iter().filter(|error| !error.is_empty()).count(), 1);
    assert_eq!(
        (of("4", "distance"), of("5", "distance")),
        (vec![String::new()], vec![String::new()])
    );
}

#[test]
fn missing_columns_and_fits_without_choices_are_refused() {
    let refused = |input: &str, more: &[&str], message: &str| {
        let run = huarong().args(["trace", "-"]).args(more).write_stdin(input).assert().code(1);
        run.stderr(contains(message));
    };
    refused("a,start\n1,2\n", &[], "no column \"position\"");
    refused("start,position\n", &["--participant", "who"], "no column \"who\"");
    refused(
        "position\n",
        &[],
        "no column \"start\": name yours with --start; separated by commas, it has position",
    );
    refused("start,position\n", &["--fit"], "0 of 0 moves are errors");
    refused("start,position\nx\n", &[], "standard input:2: ");
}

#[test]
fn a_fit_is_the_model_that_difficulty_reads() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("moves.csv");
    // Walks that make every third, every fourth … choice wrong, as the naive distances say.
    let naive = Naive::klotski();
    let distances = naive.distances(&[1, 0, 0, 1], "unit");
    let far = |position: &str| distances[position].unwrap();
    let mut rows = String::from("participant,start,position\n");
    for (person, start) in distances.keys().step_by(37).enumerate() {
        let (mut at, mut number) = (start.clone(), person);
        while far(&at) > 0 && number < person + 40 {
            let moves: Vec<String> = naive.neighbours(&at, "unit").into_iter().collect();
            let (best, wrong): (Vec<_>, Vec<_>) =
                moves.iter().partition(|after| far(after) < far(&at));
            let is_wrong = !wrong.is_empty() && (number * 7 + person) % (3 + moves.len() % 3) == 0;
            let choices = if is_wrong { &wrong } else { &best };
            at = choices[number % choices.len()].clone();
            rows += &format!("{person},{start},{at}\n");
            number += 1;
        }
    }
    fs::write(&file, rows).unwrap();
    let file = file.to_str().unwrap();
    let printed = Tables::none().output(&["trace", file, "--metric", "unit", "--fit"]);
    let model = printed.lines().find(|line| line.starts_with("--error-model=")).unwrap();
    let difficulty =
        ["difficulty", "BB../BB../S.../..../....", "--metric", "unit", model, "--format", "csv"];
    let [row] = &csv_rows(&Tables::none().output(&difficulty))[..] else { panic!("one row") };
    let [moves, expected] =
        ["unit_moves", "expected_moves"].map(|column| row[column].parse::<f64>().unwrap());
    assert!(expected > moves, "errors cost moves");
}

#[test]
fn moves_after_the_goal_are_no_errors_and_returning_people_have_new_attempts() {
    let (solved, beside) = ("..../..../..../.BB./.BB.", "..../..../..../BB../BB..");
    let input = format!(
        "participant,start,position\nAnn,{beside},{solved}\nAnn,{beside},{beside}\nBob,{beside},{solved}\nAnn,{beside},{solved}\n"
    );
    let run = |more: &[&str]| {
        let mut trace = huarong();
        let run = trace.args(["trace", "-", "--format", "csv"]).args(more).write_stdin(&*input);
        csv_rows(&text(&run.assert().success().get_output().stdout))
    };
    let rows = run(&[]);
    let column = |name: &str| rows.iter().map(|row| row[name].clone()).collect::<Vec<_>>();
    assert_eq!(column("attempt"), ["1", "1", "1", "2"]);
    assert_eq!(column("is_error"), ["false"; 4]);
    let summaries = run(&["--summary"]);
    let of = |name: &str| summaries.iter().map(|row| row[name].clone()).collect::<Vec<_>>();
    assert_eq!(
        (of("attempts"), of("errors")),
        (vec!["2".to_owned(), "1".to_owned()], vec!["0".to_owned(); 2])
    );
}

#[test]
fn a_summary_has_the_distance_of_the_start_without_a_move_and_no_participant_without_a_name() {
    let beside = "..../..../..../BB../BB..";
    let input = format!("start,position\n{beside},{beside}\n{beside},nonsense\n");
    let run = |more: &[&str]| {
        let mut trace = huarong();
        let run = trace.args(["trace", "-", "--format", "json"]).args(more).write_stdin(&*input);
        let rows = text(&run.assert().code(1).get_output().stdout);
        rows.lines().map(|row| serde_json::from_str(row).unwrap()).collect::<Vec<Value>>()
    };
    let [start, refused] = &run(&[])[..] else { panic!("two rows") };
    assert!(start["participant"].is_null() && refused["participant"].is_null());
    let [summary] = &run(&["--summary"])[..] else { panic!("one row") };
    let columns = ["participant", "moves", "distance", "refused"];
    assert_eq!(
        columns.map(|column| summary[column].clone()),
        [json!(null), json!(0), json!(1), json!(1)]
    );
}

/// Nobody knows the moves of a refused row, so the moves after it are fewer than the person made.
#[test]
fn attempts_with_refused_rows_before_the_goal_are_not_counted_as_solved() {
    // Four unit moves: three rows down, and one column to the right.
    let path = [
        "BB../BB../..../..../....",
        ".BB./.BB./..../..../....",
        "..../.BB./.BB./..../....",
        "..../..../.BB./.BB./....",
        "..../..../..../.BB./.BB.",
    ];
    let mut input = "participant,start,position\n".to_owned();
    for (person, positions) in [
        ("Ann", vec!["nonsense", path[3], path[4]]),
        ("Bob", vec![path[1], path[2], path[3], path[4], "nonsense"]),
    ] {
        for position in positions {
            input += &format!("{person},{},{position}\n", path[0]);
        }
    }
    let run = |more: &[&str]| {
        let mut trace = huarong();
        let trace = trace.args(["trace", "-", "--metric", "unit"]).args(more);
        text(&trace.write_stdin(&*input).assert().code(1).get_output().stdout)
    };
    let rows = csv_rows(&run(&["--format", "csv"]));
    let excess: Vec<&str> = rows.iter().map(|row| &*row["excess"]).collect();
    assert_eq!(excess, ["", "", "", "0", "0", "0", "0", ""]);
    let [ann, bob] = &csv_rows(&run(&["--summary", "--format", "csv"]))[..] else {
        panic!("two rows")
    };
    let of = |row: &HashMap<String, String>| {
        ["moves", "solved_in", "excess", "refused"].map(|column| row[column].clone())
    };
    assert_eq!(of(ann), ["1", "", "", "2"]);
    assert_eq!(of(bob), ["4", "4", "0", "1"]);
    let summary = run(&["--summary"]);
    let [ann, bob] = summary.lines().collect::<Vec<_>>()[..] else { panic!("{summary}") };
    assert!(ann.ends_with("not read whole: 2 rows refused"), "{ann}");
    assert!(bob.ends_with("solved in 4 moves, 0 more than 4; 1 row refused"), "{bob}");
    assert!(run(&[]).lines().next().unwrap().contains("excess unknown"));
}

#[test]
fn rows_of_a_wrong_width_are_refused_and_lines_count_blank_ones() {
    let (solved, beside) = ("..../..../..../.BB./.BB.", "..../..../..../BB../BB..");
    for end in ["\n", "\r\n"] {
        let lines = [
            "participant,start,position",
            "",
            &format!("a,{beside},{solved}"),
            "",
            "",
            &format!("\"b{end}b\",{beside}"),
            &format!("c,{beside},{solved},more"),
            &format!("d,{beside},{solved}"),
        ];
        let arguments = ["trace", "-", "--format", "csv"];
        let run = huarong().args(arguments).write_stdin(lines.join(end)).assert().code(1);
        let rows = csv_rows(&text(&run.get_output().stdout));
        let column = |name: &str| rows.iter().map(|row| row[name].clone()).collect::<Vec<_>>();
        // The quotation marks of the second row have a line break.
        assert_eq!(column("line"), ["3", "6", "8", "9"], "{end:?}");
        assert_eq!(column("distance"), ["1", "", "", "1"]);
        let run =
            run.stderr(contains("standard input:6: the row has 2 columns, and the header has 3"));
        run.stderr(contains("standard input:8: the row has 4 columns, and the header has 3"));
    }
}

#[test]
fn endless_rows_and_odd_files_are_refused() {
    let endless = format!("start,position\n\"{}", "x".repeat(20 << 20));
    let run = huarong().args(["trace", "-"]).write_stdin(endless).assert().code(1);
    run.stderr(contains("a row is longer than 16777216 bytes"));
    let run = huarong().args(["trace", "-"]).write_stdin("start,position\n/dev/null,x\n").assert();
    run.code(1).stderr(contains("\"/dev/null\": no position"));
}
