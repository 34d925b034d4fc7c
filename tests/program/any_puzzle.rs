//! Commands on arbitrary puzzles, from files and from the library.

use crate::common::{METRICS, STUCK, Tables, csv_rows, read_by_python, text};
use naive::grids::{Drawn, Witness, distances, solution_counts};
use predicates::prelude::*;
use predicates::str::contains;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Two interchangeable single-cell pieces, a locked piece, a gate, a wall.
fn drawn() -> Drawn {
    Drawn {
        start: "AA.b\n.#cd\nLL..\n....".to_owned(),
        goals: vec!["....\n.#..\n..LL\n..AA".to_owned()],
        rows: "L".to_owned(),
        gate: "....\n.#..\n....\n...A".to_owned(),
        ..Drawn::default()
    }
}

/// A directory that contains a puzzle file.
struct Puzzle {
    tables: Tables,
    path: String,
}

impl Puzzle {
    fn new(file: &str) -> Self {
        Self::named("puzzle.toml", file.as_bytes())
    }

    fn named(name: &str, file: &[u8]) -> Self {
        let tables = Tables::none();
        let path = tables.path().join(name);
        fs::write(&path, file).unwrap();
        Self { path: path.to_str().unwrap().to_owned(), tables }
    }

    /// The arguments of a command on the puzzle.
    fn about<'a>(&'a self, command: &'a str, others: &[&'a str]) -> Vec<&'a str> {
        [&[command, "--puzzle", &self.path], others].concat()
    }

    fn output(&self, command: &str, others: &[&str]) -> String {
        self.tables.output(&self.about(command, others))
    }

    fn json(&self, command: &str, others: &[&str]) -> Value {
        let printed = self.output(command, &[others, &["--format", "json"]].concat());
        serde_json::from_str(&printed).unwrap_or_else(|_| panic!("{printed}"))
    }

    /// The error message, which must be one line.
    fn error(&self, command: &str, others: &[&str]) -> String {
        only_line(&self.tables, &self.about(command, others))
    }
}

/// The error message of a command, which must be one line.
fn only_line(tables: &Tables, arguments: &[&str]) -> String {
    let error = tables.error(&[arguments, &["--quiet"]].concat());
    assert_eq!(error.lines().count(), 1, "{arguments:?}: {error}");
    error
}

/// Queries of a puzzle, with and without tables, against the witness.
#[test]
fn commands_agree_with_the_witness_with_and_without_tables() {
    let (drawn, puzzle) = (drawn(), Puzzle::new(&drawn().file()));
    let witness = Witness::new(&drawn);
    let all = witness.arrangements(100_000).unwrap();
    let start = witness.start_text();
    let far = METRICS.map(|metric| {
        let graph = witness.graph(&all, metric);
        let goal_positions: Vec<&String> =
            all.iter().filter(|text| witness.is_goal(text)).collect();
        let far = distances(&graph, goal_positions);
        let solution_counts = solution_counts(&graph, &far);
        (graph, far, solution_counts)
    });
    for has_tables in [false, true] {
        if has_tables {
            puzzle.output("build", &[]);
        }
        let asked = puzzle.json("query", &[]);
        assert_eq!(asked["position"], json!(start));
        assert_eq!(asked["puzzle"], json!("Drawn"));
        assert_eq!(asked["index"].is_u64(), has_tables, "{asked}");
        assert!(asked.get("index").is_some() && asked.get("piece_set").is_none(), "{asked}");
        let moves = asked["moves"].as_array().unwrap();
        for (metric, (graph, far, solution_counts)) in METRICS.iter().zip(&far) {
            assert_eq!(asked["distance"][metric], json!(far[&start]), "{metric}");
            let after = moves.iter().filter(|made| {
                let place = |name: &Value| METRICS.iter().position(|metric| name == metric);
                place(&made["metric"]) <= place(&json!(metric))
            });
            let mut after: Vec<&str> = after.map(|m| m["position"].as_str().unwrap()).collect();
            after.sort();
            assert_eq!(after, Vec::from_iter(&graph[&start]), "{metric}");

            let counted = puzzle.json("solve", &["--metric", metric, "--count"]);
            let listed = puzzle.json("solve", &["--metric", metric, "--limit", "50"]);
            let first = puzzle.json("solve", &["--metric", metric]);
            let count = solution_counts[&start].to_string();
            assert_eq!(
                (&counted["solution_count"], &listed["solution_count"]),
                (&json!(count), &json!(count))
            );
            let listed = listed["solutions"].as_array().unwrap();
            assert_eq!(listed.len() as u128, solution_counts[&start].min(50));
            for solution in listed.iter().chain([&first["moves"]]) {
                let mut at = start.clone();
                for made in solution.as_array().unwrap() {
                    let after = made["position"].as_str().unwrap().to_owned();
                    assert!(graph[&at].contains(&after), "{at} {made}");
                    let piece = made["piece"].as_str().unwrap();
                    assert_ne!(at.find(piece), None, "{made}");
                    at = after;
                }
                assert!(witness.is_goal(&at), "{at}");
                assert_eq!(json!(solution.as_array().unwrap().len()), json!(far[&start]));
            }
        }
        for made in moves {
            let piece = made["piece"].as_str().unwrap();
            let [column, row] = [0, 1].map(|n| made["from"][n].as_u64().unwrap() as usize);
            let line = start.split('/').nth(row).unwrap();
            assert_eq!(
                line.chars().nth(column).map(String::from).as_deref(),
                Some(piece),
                "{made}"
            );
            let after = &made["position"].as_str().unwrap().to_owned();
            for (metric, (_, far, _)) in METRICS.iter().zip(&far) {
                assert_eq!(made["distance"][metric], json!(far.get(after)), "{made}");
            }
        }
        // Text and CSV contain only the best moves.
        let row = &csv_rows(&puzzle.output("query", &["--format", "csv"]))[0];
        for (metric, (graph, far, _)) in METRICS.iter().zip(&far) {
            let is_best = |after: &&String| far.get(*after) == Some(&(far[&start] - 1));
            let best: Vec<&str> = graph[&start].iter().filter(is_best).map(|t| &**t).collect();
            let mut reported: Vec<&str> = row[&format!("best_{metric}")].split(' ').collect();
            reported.sort();
            assert_eq!(reported, best, "{metric}");
            let only = puzzle.output("query", &["--metric", metric]);
            assert!(best.iter().all(|after| only.contains(after)), "{only}");
            assert!(only.contains(&format!("distance   {metric} {}", far[&start])), "{only}");
            assert_eq!(only.matches(" column ").count(), best.len(), "{only}");
        }
        // Reachable positions are counted only if requested.
        let count = distances(&far[0].0, [&start]).len();
        let reported = format!("reachable  {},{:03} positions", count / 1000, count % 1000);
        assert!(asked.get("reachable").is_none(), "{asked}");
        assert_eq!(puzzle.json("query", &["--reachable"])["reachable"], json!(count));
        for positions in [&[][..], &[&start[..], &start]] {
            let [quiet, counted] = [&[][..], &["--reachable"]]
                .map(|option| puzzle.output("query", &[positions, option].concat()));
            assert_eq!(counted.matches(&reported).count(), positions.len().max(1), "{counted}");
            assert!(!quiet.contains("reachable"), "{quiet}");
            let rows = [positions, &["--reachable", "--format", "csv"]].concat();
            let rows = csv_rows(&puzzle.output("query", &rows));
            assert!(rows.iter().all(|row| row["reachable"] == count.to_string()), "{rows:?}");
        }
        // Between two positions, and between two positions that are not connected.
        for (metric, (graph, ..)) in METRICS.iter().zip(&far) {
            let away = distances(graph, [&start]);
            let far_end = away.iter().max_by_key(|&(_, moves)| moves).unwrap();
            let path = ["--metric", metric, "--from", &start, "--to", far_end.0];
            let solved = puzzle.json("solve", &path);
            assert_eq!(solved["distance"], json!(far_end.1), "{metric}");
            let counted = puzzle.json("solve", &[&path[..], &["--count"]].concat());
            let back = solution_counts(graph, &distances(graph, [far_end.0]));
            assert_eq!(counted["solution_count"], json!(back[&start].to_string()), "{metric}");
            let apart =
                all.iter().find(|text| !away.contains_key(*text)).expect("lines keep some apart");
            let error =
                puzzle.error("solve", &["--metric", metric, "--from", &start, "--to", apart]);
            assert!(error.contains("different components"), "{error}");
        }
    }
}

/// The commands on whole tables.
#[test]
fn tables_of_a_puzzle_are_built_proved_and_studied() {
    let (drawn, puzzle) = (drawn(), Puzzle::new(&drawn().file()));
    let witness = Witness::new(&drawn);
    let all = witness.arrangements(100_000).unwrap();
    let graph = witness.graph(&all, "unit");
    let goal_positions: Vec<&String> = all.iter().filter(|text| witness.is_goal(text)).collect();
    let far = distances(&graph, goal_positions.clone());
    let deepest = *far.values().max().unwrap();

    let checked = puzzle.tables.output(&["check", &puzzle.path, "--format", "json"]);
    let checked: Value = serde_json::from_str(&checked).unwrap();
    let expected = json!({
        "file": puzzle.path, "line": null, "name": "Drawn", "board": "4x4", "cells": 15, "pieces": 5,
        "positions": all.len().to_string(), "table_possible": true, "error": null,
    });
    assert_eq!(checked, expected);

    assert!(puzzle.error("verify", &[]).contains("no tables in "));
    assert_eq!(
        puzzle.output("build", &[]).lines().filter(|line| line.starts_with("wrote")).count(),
        3
    );
    let proved = puzzle.output("verify", &[]);
    assert!(proved.contains("every distance is correct"), "{proved}");

    let list = puzzle.tables.path().join("list.txt");
    let list = list.to_str().unwrap();
    puzzle.output("checksums", &["--out", list]);
    assert_eq!(
        fs::read_to_string(list).unwrap().lines().filter(|l| l.contains(" Drawn ")).count(),
        3
    );
    assert!(puzzle.output("verify", &["--published", list]).starts_with("3 tables, all equal to "));

    let hardest = csv_rows(&puzzle.output("hardest", &["--metric", "unit", "--format", "csv"]));
    let expected: Vec<&String> =
        far.iter().filter(|(_, m)| **m == deepest).map(|(t, _)| t).collect();
    let found: Vec<&String> = hardest.iter().map(|row| &row["position"]).collect();
    assert_eq!(found, expected);
    assert!(hardest.iter().all(|row| row["distance"] == deepest.to_string()));

    let count = ["--count", "20", "--metric", "unit", "--format", "csv"];
    for row in csv_rows(&puzzle.output("sample", &count)) {
        assert_eq!(row["unit"], far[&row["position"]].to_string());
    }

    let out = puzzle.tables.path().join("reports");
    puzzle.output("report", &["--out", out.to_str().unwrap()]);
    let rows = |name: &str| csv_rows(&fs::read_to_string(out.join(name)).unwrap());
    let [set] = &rows("piece_sets.csv")[..] else { panic!("one row") };
    assert_eq!(set["positions"], all.len().to_string());
    assert_eq!(set["goal_positions"], goal_positions.len().to_string());
    assert_eq!(set["solvable"], far.len().to_string());
    assert_eq!(set["max_unit"], deepest.to_string());
    assert!(!set.contains_key("horizontal"));
    let mut levels = BTreeMap::new();
    far.values().for_each(|moves| *levels.entry(moves.to_string()).or_insert(0) += 1);
    for row in rows("histogram.csv").iter().filter(|row| row["metric"] == "unit") {
        assert_eq!(row["positions"], levels[&row["distance"]].to_string(), "{row:?}");
    }

    // Looking up a position's number returns the position.
    let index = puzzle.json("query", &[])["index"].to_string();
    for number in [index.clone(), format!("Drawn:{index}")] {
        let numbered = puzzle.json("query", &["--index", &number]);
        assert_eq!(numbered["position"], json!(witness.start_text()));
    }
    for number in ["1h4v4s:3", "Drawn:x", "x", ""] {
        let error = puzzle.error("query", &["--index", number]);
        assert!(error.contains("is not the index of a position of Drawn"), "{error}");
    }
    let error = puzzle.error("query", &["--index", &all.len().to_string()]);
    assert!(error.contains("with indices 0 to"), "{error}");
}

/// Reads a table by its documentation alone, with a module of the Python package, and compares it with the witness.
fn check_by_module(puzzle: &Puzzle, witness: &Witness, all: &[String]) {
    let built = puzzle.output("build", &["--metric", "unit"]);
    let table = built.split_whitespace().nth(1).unwrap();
    let graph = witness.graph(all, "unit");
    let far = distances(&graph, all.iter().filter(|text| witness.is_goal(text)));
    let Some(output) = read_by_python(Path::new(table), all) else { return };
    assert!(output.status.success(), "{}", text(&output.stderr));
    let wanted = all.iter().map(|text| far.get(text).map_or("unreachable".into(), u32::to_string));
    assert_eq!(
        text(&output.stdout).lines().map(str::to_owned).collect::<Vec<_>>(),
        wanted.collect::<Vec<_>>()
    );
}

/// The module leaves out the positions that thin walls exclude.
#[test]
fn a_table_with_thin_walls_is_read_by_its_documentation() {
    let drawn = Drawn {
        start: "AAB.\n..B.\nCD..".to_owned(),
        goals: vec!["....\n....\n..AA".to_owned()],
        gate: "....\n...1\n....".to_owned(),
        owners: vec![('1', "AC".to_owned())],
        thin_walls: ". . .|.\n-\n. .|. .\n      -\n. . . .".to_owned(),
        ..Drawn::default()
    };
    let (puzzle, witness) = (Puzzle::new(&drawn.file()), Witness::new(&drawn));
    let all: Vec<String> = witness.arrangements(10_000).unwrap().into_iter().collect();
    check_by_module(&puzzle, &witness, &all);
}

/// Locked pieces stay on their lines, even if they are interchangeable and take their signs in
/// reading order. A module reads the table by its documentation alone.
#[test]
fn locked_pieces_are_numbered_on_their_lines() {
    let drawn = Drawn {
        start: "C.AA\nC.D.\n..D.\nBB..".to_owned(),
        goals: vec!["..AA\n....\n....\n..BB".to_owned(), "....\n....\n....\n.BB.".to_owned()],
        lengthwise: true,
        by_shape: true,
        ..Drawn::default()
    };
    let (puzzle, witness) = (Puzzle::new(&drawn.file()), Witness::new(&drawn));
    let all: Vec<String> = witness.arrangements(10_000).unwrap().into_iter().collect();
    let is_crossed = |text: &String| text.find('D') < text.find('C');
    assert!(!all.iter().any(is_crossed), "signs are in reading order");
    check_by_module(&puzzle, &witness, &all);
    // One row too low, and two pieces in one column.
    let error = puzzle.error("query", &["C...\nC.AA\n..D.\nBBD."]);
    assert!(error.contains("row 2, column 3: the cells marked 'A' are outside the row"), "{error}");
    let error = puzzle.error("query", &["C.AA\nC...\nD...\nDBB."]);
    assert!(
        error.contains("column 1 has 2 of the pieces like 'C'; it must have exactly 1"),
        "{error}"
    );
}

/// Published results under several metrics, each of which has a table of its own.
#[test]
fn tables_answer_under_each_metric_of_a_file() {
    let results = METRICS.map(|metric| format!("[[published]]\nmetric = '{metric}'\nmoves = 1\n"));
    let puzzle = Puzzle::new(&(drawn().file() + "\n" + &results.concat()));
    let solve = || puzzle.tables.output(&["solve", &puzzle.path]);
    let searched = solve();
    for metric in METRICS {
        assert!(searched.contains(&format!(" {metric} moves")), "{searched}");
    }
    puzzle.output("build", &[]);
    assert_eq!(solve(), searched);
    // The answer needs the table of its metric only.
    puzzle.output("build", &["--metric", "multi"]);
    let multi = puzzle.output("solve", &["--metric", "multi"]);
    assert!(multi.contains(" multi moves"), "{multi}");
}

/// Published numbers, source by source. A lone piece at the left end of a row takes as many unit moves as there are other
/// cells.
#[test]
fn published_numbers_are_compared_by_source() {
    let row = |cells: usize, by: &str, moves: usize| {
        let (start, goal) = (format!("A{}", ".".repeat(cells - 1)), ".".repeat(cells - 1) + "A");
        let published = json!([{ "moves": moves, "metric": "unit", "by": by }]);
        json!({ "start": [start], "goal": [goal], "published": published }).to_string() + "\n"
    };
    let rows = [
        row(3, "Ann: page 1", 3),
        row(4, "Ann: page 2", 4),
        row(5, "Ann: page 3", 5),
        row(6, "Bob (note: early)", 5),
        row(7, "Bob (note: early)", 5),
        row(8, "Bob (note: early)", 9),
    ];
    let list = Puzzle::named("list.jsonl", rows.concat().as_bytes());
    let printed = list.tables.output(&["solve", &list.path]);
    let table: Vec<Vec<&str>> = { printed.lines().rev().take(3) }
        .map(|line| line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect())
        .collect();
    let more = "3 of 3 count one more: perhaps the exit as a move";
    assert_eq!(table[2], ["published", "equal", "higher", "lower", "unknown", "pattern", "by"]);
    assert_eq!(table[1], ["3", "0", "3", "0", "0", more, "Ann"]);
    assert_eq!(table[0], ["3", "1", "1", "1", "0", "Bob (note: early)"]);
    // One row for each puzzle in formats for programs.
    let csv = list.tables.output(&["solve", &list.path, "--format", "csv"]);
    assert_eq!(csv.lines().count(), 1 + rows.len());
}

#[test]
fn puzzles_of_the_library_are_asked_by_name() {
    let tables = Tables::none();
    let listed = tables.output(&["puzzles", "hughes", "DADS", "--format", "json"]);
    let listed: Vec<Value> = serde_json::from_str(&listed).unwrap_or_else(|_| {
        listed.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    });
    let ids: Vec<&Value> = listed.iter().map(|puzzle| &puzzle["id"]).collect();
    assert_eq!(ids, ["dads", "hughes"]);
    assert!(tables.error(&["puzzles", "dads", "nosuch"]).contains("nosuch"));
    // Both published counts are finger moves.
    assert_eq!(
        (&listed[0]["distance"]["finger"], &listed[1]["distance"]["finger"]),
        (&json!(58), &json!(21))
    );
    let by_name = tables.output(&["solve", "--puzzle", "Dad's Puzzler", "--format", "json"]);
    assert_eq!(by_name, tables.output(&["solve", "--puzzle", "dads", "--format", "json"]));
    let solved: Value = serde_json::from_str(&by_name).unwrap();
    assert_eq!(solved["distance"], json!(58));
    // One of its pieces has the sign that joins the rows of positions.
    let asked = tables.output(&["query", "--puzzle", "lumi-royal-escape", "--format", "json"]);
    let asked: Value = serde_json::from_str(&asked).unwrap();
    let position = asked["position"].as_str().unwrap();
    assert!(position.matches('/').count() > 3, "{position}");
    let count = ["solve", "--puzzle", "lumi-royal-escape", "--from", position, "--count"];
    assert!(tables.output(&count).contains(": 81 finger moves; "));
}

#[test]
fn names_of_no_puzzle_are_refused() {
    let tables = Tables::none();
    let commands = |name: &'static str| {
        ["query", "solve", "build", "verify", "checksums", "sample", "count", "report", "hardest"]
            .map(|command| vec![command, "--puzzle", name])
            .into_iter()
            .chain([vec!["check", name]])
    };
    let directory = std::env::temp_dir();
    let directory: &'static str = directory.to_str().unwrap().to_owned().leak();
    for (name, reported) in [
        ("huges", "no puzzle of the library is called \"huges\"; did you mean hughes?"),
        ("nothing like it", "`huarong puzzles` lists all"),
        ("", "no puzzle of the library is called \"\""),
        ("hordern", "\"hordern\" matches several puzzles: hordern-c15, hordern-c16"),
        ("nowhere/puzzle.toml", "cannot read nowhere/puzzle.toml: "),
        ("nowhere.toml", "cannot read nowhere.toml: "),
        (directory, "cannot read "),
    ] {
        // `check` takes the files of a folder.
        let is_taken = |arguments: &Vec<&str>| name == directory && arguments[0] == "check";
        for arguments in commands(name).filter(|arguments| !is_taken(arguments)) {
            let error = only_line(&tables, &arguments);
            assert!(error.contains(reported), "{arguments:?}: {error}");
        }
    }
    assert!(tables.names().is_empty());
}

/// `check` draws thin walls as in the file and counts gates. Solutions go around thin walls.
#[test]
fn thin_walls_and_gates_of_several_pieces() {
    let puzzle = Puzzle::new(
        "name = 'Walled'\nstart = '''\nAB.\nC..\n#..'''\ngoal = '''\nB..\n...\n#..'''\n\
         gate = '''\n...\n..1\n#..'''\nowners = { 1 = 'AC' }\n\
         thin_walls = '''\n. .|.\n  -\n. . .\n\n# . .'''\n",
    );
    let checked = puzzle.tables.output(&["check", &puzzle.path]);
    let walls = "  thin walls\n  . .|.\n    -\n  . . .\n\n  # . .\n";
    assert!(checked.contains(walls), "{checked}");
    for pieces in ["  A C: 1x1, may enter 1 gate; interchangeable\n", "  B: 1x1\n"] {
        assert!(checked.contains(pieces), "{checked}");
    }
    let error = puzzle.error("query", &["A..\nC.B\n#.."]);
    assert!(error.contains("'B' include a gate that this piece may not enter"), "{error}");
    let solved = puzzle.output("solve", &["--count"]);
    puzzle.output("build", &[]);
    assert_eq!(puzzle.output("solve", &["--count"]), solved);
    puzzle.output("verify", &[]);
    for format in ["knuth", "jimslide"] {
        let error = only_line(&puzzle.tables, &["convert", &puzzle.path, "--to", format]);
        assert!(error.contains("it has no walls between cells"), "{error}");
    }
}

/// Each error is one line that names the file and the location, without repetition.
#[test]
fn malformed_files_are_refused_with_the_place() {
    let grid = |rows: &str| format!("'''\n{rows}\n'''");
    let file = |start: &str, goal: &str, others: &str| {
        format!("name = 'n'\nstart = {}\ngoal = {}\n{others}\n", grid(start), grid(goal))
    };
    let wide =
        format!("A{}\n{}", ".".repeat(204), format!("{}\n", ".".repeat(205)).repeat(4).trim());
    let cases = [
        (
            file("A.", ".A", "lenghtwise = true"),
            "8:1: there is no key \"lenghtwise\"; did you mean \"lengthwise\"?",
        ),
        (file("A.", ".A", "zzz = 1"), "8:1: there is no key \"zzz\""),
        (file("AA.", ".A.", ""), "6:2: 'A' has another shape here than in start"),
        (file("A.", "#A", ""), "6:1: goal has no cell here, but start has a cell"),
        (file("A.\n..", ".A", ""), "goal has no cell here, but start has a cell"),
        (file("A.\n..", "..\n.A", "rows = 'A'"), "8:2: 'A' moves left and right only"),
        (file(&wide, &wide, ""), "1025 cells: a board may have at most 1024"),
        (file("##", "##", ""), "start has no cells"),
        (file("..", "..", ""), "start has no piece"),
        (file("A.", "..", ""), "this goal names no piece"),
        (file("A.", ".B", ""), "'B' is not a piece of start"),
        (file("AB", "BA", "gate = 'B.'"), "'A' is on a cell that only 'B' may enter"),
        (
            file("ABC.", "..BA", "gate = '...1'\nowners = { 1 = 'BC' }"),
            "6:4: 'A' is on a cell that only 'B', 'C' may enter",
        ),
        (file("AA.", ".AA", "thin_walls = '. .|.'"), "6:2: 'A' is on both sides of a thin wall"),
        (file("AB.", "BA.", "alike = ['AX']"), "'X' is not a piece of start"),
        ("start = 'A'\ngoal = 'A'".to_owned(), "name is missing"),
        ("name = 'n'\nstart = 'A'".to_owned(), "goal is missing"),
        ("name = 'n\n".to_owned(), ".toml:1:"),
    ];
    for (text, reported) in cases {
        let puzzle = Puzzle::new(&text);
        for command in ["check", "solve"] {
            let error = match command {
                "check" => only_line(&puzzle.tables, &["check", &puzzle.path]),
                command => puzzle.error(command, &[]),
            };
            assert!(error.starts_with(&format!("error: {}:", puzzle.path)), "{error}");
            assert_eq!(error.matches(reported).count(), 1, "{reported}: {error}");
        }
    }
    let binary = Puzzle::named("puzzle.toml", b"name = 'n'\n\xff\xfe\0");
    assert!(binary.error("query", &[]).contains("puzzle.toml:2: this is not UTF-8"));
    // An existing path is a file, whatever its name.
    let other = Puzzle::named("puzzle", drawn().file().as_bytes());
    assert!(other.output("solve", &["--count"]).contains("finger moves"));
}

#[test]
fn what_is_of_another_puzzle_is_refused() {
    let puzzle = Puzzle::new(&drawn().file());
    let witness_start = Witness::new(&drawn()).start_text();
    for command in ["query", "solve"] {
        let error = puzzle.error(command, &[STUCK]);
        assert!(error.contains("row "), "{error}");
        let error = puzzle.error(command, &["AA.b/.#../LL../...."]);
        assert!(error.contains("there must be exactly 3"), "{error}");
        let error = puzzle.error(command, &["橫刀立馬"]);
        assert!(error.contains("row "), "{error}");
    }
    let error = puzzle.error("solve", &["--from", &witness_start, "--to", STUCK]);
    assert!(error.contains("row "), "{error}");
    for command in ["build", "verify", "sample", "hardest", "count"] {
        let error = puzzle.error(command, &["1h4v4s"]);
        assert!(error.contains("omit the piece set \"1h4v4s\""), "{error}");
    }
    let error = puzzle.error("report", &["openings"]);
    assert!(error.contains("the openings have the 4x5 board"), "{error}");
    let error = puzzle.error("verify", &["--published"]);
    assert!(error.contains("the published list is for 4x5 Klotski"), "{error}");
    // Invalid positions in a list are named, and the others are answered.
    let run = puzzle.about("query", &["-", "--format", "csv"]);
    let mut run = puzzle.tables.run(&run);
    let run = run.write_stdin(format!("{STUCK}\n{witness_start}\n")).assert().code(1);
    run.stdout(contains(&witness_start)).stderr(
        contains("error: line 1: the grid has 5 rows").and(contains("1 of 2 positions refused")),
    );
}

/// Puzzles with few moves or none.
#[test]
fn puzzles_without_moves() {
    for (file, positions, distance) in [
        ("name = 'One'\nstart = 'A'\ngoal = 'A'\n", "1", Some(0)),
        ("name = 'Solved'\nstart = 'A.'\ngoal = 'A.'\n", "2", Some(0)),
        ("name = 'Lone'\nstart = 'A..'\ngoal = '..A'\n", "3", Some(1)),
        ("name = 'Full'\nstart = 'AB'\ngoal = 'BA'\n", "2", None),
        ("name = 'Apart'\nstart = 'A#.'\ngoal = '.#A'\n", "2", None),
    ] {
        let puzzle = Puzzle::new(file);
        let checked = puzzle.tables.output(&["check", &puzzle.path, "--format", "json"]);
        let checked: Value = serde_json::from_str(&checked).unwrap();
        assert_eq!(checked["positions"], json!(positions), "{file}");
        for has_tables in [false, true] {
            if has_tables {
                puzzle.output("build", &[]);
                assert!(puzzle.output("verify", &[]).contains("every distance is correct"));
                puzzle.output("hardest", &[]);
                puzzle.output("report", &["--out", puzzle.tables.path().to_str().unwrap()]);
            }
            let asked = puzzle.json("query", &[]);
            assert_eq!(asked["distance"]["finger"], json!(distance), "{file}");
            assert_eq!(asked["solvable"], json!(distance.is_some()), "{file}");
            for others in [&[][..], &["--count"], &["--all"]] {
                let arguments = puzzle.about("solve", &[others, &["--format", "json"]].concat());
                let run = puzzle.tables.run(&arguments).assert().success();
                let solved: Value = serde_json::from_slice(&run.get_output().stdout).unwrap();
                assert_eq!(solved["distance"], json!(distance), "{file} {others:?}");
                let errors = text(&run.get_output().stderr);
                assert!(!errors.contains("error: "), "{errors}");
            }
        }
    }
}

/// 40 different pieces on 121 cells: 121! / 81! positions, too many for a table.
#[test]
fn a_space_beyond_all_tables_is_counted_and_near_solutions_are_found() {
    let signs: Vec<char> = ('a'..='z').chain('A'..='N').collect();
    let draw = |sign_at: &dyn Fn(usize) -> char| {
        let signs: Vec<char> = (0..121).map(sign_at).collect();
        signs.chunks(11).map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("\n")
    };
    let start = draw(&|at| signs.get(at).copied().unwrap_or('.'));
    let goals = vec![draw(&|at| match at {
        // The others keep their places, so all pieces are different.
        39 => '.',
        42 => 'N',
        at => signs.get(at).copied().unwrap_or('.'),
    })];
    let puzzle = Puzzle::new(&Drawn { start, goals, ..Drawn::default() }.file());
    let positions = (82..=121u32).map(num_bigint::BigUint::from).product::<num_bigint::BigUint>();
    let checked = puzzle.tables.output(&["check", &puzzle.path, "--format", "json"]);
    let checked: Value = serde_json::from_str(&checked).unwrap();
    assert_eq!(checked["positions"], json!(positions.to_string()));
    assert_eq!(checked["table_possible"], json!(false));
    for (metric, moves) in METRICS.iter().zip([3, 1, 1]) {
        let solved = puzzle.json("solve", &["--metric", metric]);
        assert_eq!(solved["distance"], json!(moves), "{metric}");
    }
    assert!(puzzle.error("build", &[]).contains("the tables were not built: "));
    assert!(puzzle.error("hardest", &[]).contains("the tables were not built: "));
    puzzle.output("count", &[]);
}
