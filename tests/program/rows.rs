//! Answers as rows: one for every line of standard input, and one for every puzzle of files and folders.

use crate::common::{METRICS, START, STUCK, Tables, csv_rows, huarong, json_rows, skipped, text};
use naive::Naive;
use naive::grids::{Drawn, Witness, distances, solution_counts};
use predicates::str::contains;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// E. Hordern's D46, which takes more than a minute.
const CLIMB_15B: &str = "name = 'Climb 15 (b)'\nstart = '''\n##.##\nK...L\nHHFAA\nIIFAA\nCCGBB\nECGBD\nEEJDD\nMJJJN\n'''\n\
                         goal = '''\n##J##\n.JJJ.\n.....\n.....\n.....\n.....\n.....\n.....\n'''\n";

const AT_GOAL: &str = "..../..../..../.BB./.BB.";

/// Lines of standard input: answers, blank lines, and lines that are no positions.
const LINES: [&str; 9] = [
    "BB../BB../..../..../....",
    "",
    "nonsense",
    AT_GOAL,
    STUCK,
    "# a comment",
    "  ",
    "BB../BB../..../....",
    ".BB./.BB./..../..../....",
];

/// The numbers and texts of the lines that are not blank.
fn asked() -> Vec<(String, &'static str)> {
    let numbered = (1..).zip(LINES).filter(|(_, line)| !line.trim().is_empty());
    numbered.map(|(number, line): (u64, _)| (number.to_string(), line)).collect()
}

/// The naive distance of a line that is a position of the big piece alone, or is unsolvable.
fn naive_distance(line: &str, metric: &str) -> Option<Option<u32>> {
    let alone = Naive::klotski().distances(&[1, 0, 0, 0], metric);
    (line == STUCK).then_some(None).or_else(|| alone.get(line).copied())
}

#[test]
fn every_line_of_a_query_has_its_row() {
    let tables = Tables::of(&["0h0v0s", "0h5v4s"]);
    let input = LINES.join("\n");
    let run = |format| {
        let run = tables.run(&["query", "-", "--format", format]).write_stdin(&*input).assert();
        run.code(1).stderr(contains("error: line 3: ").count(1)).get_output().stdout.clone()
    };
    let (csv, json) = (csv_rows(&text(&run("csv"))), json_rows(&text(&run("json"))));
    let asked = asked();
    assert_eq!((csv.len(), json.len()), (asked.len(), asked.len()));
    for ((row, object), (number, line)) in csv.iter().zip(&json).zip(&asked) {
        assert_eq!((&row["line"], &*row["input"]), (number, *line));
        assert_eq!((object["line"].to_string(), &object["input"]), (number.clone(), &json!(line)));
        for metric in METRICS {
            let naive = naive_distance(line, metric);
            let cell = naive.flatten().map_or(String::new(), |distance| distance.to_string());
            assert_eq!(row[metric], cell, "{line} {metric}");
            if let Some(distance) = naive {
                assert_eq!(object["distance"][metric], json!(distance), "{line} {metric}");
            }
        }
        let is_answered = naive_distance(line, "unit").is_some();
        assert_eq!(row["error"].is_empty(), is_answered, "{line}");
        assert_eq!(object["error"].is_null(), is_answered, "{line}");
        assert_eq!(row["position"].is_empty(), !is_answered, "{line}");
    }
    // A column that is added by an option is in the rows of all lines, too.
    let reachable = ["query", "-", "--reachable", "--format", "csv"];
    let run = tables.run(&reachable).write_stdin(&*input).assert().code(1);
    let rows = csv_rows(&text(&run.get_output().stdout));
    let counted: Vec<&str> = rows.iter().map(|row| &*row["reachable"]).collect();
    assert_eq!(counted.len(), asked.len());
    assert_eq!((counted[0], counted[1], counted[5], counted[6]), ("12", "", "", "12"));
}

#[test]
fn every_line_to_solve_has_its_row() {
    let tables = Tables::of(&["0h0v0s", "0h5v4s"]);
    let (input, naive) = (LINES.join("\n"), Naive::klotski());
    for metric in METRICS {
        let run = |others: &[&str]| {
            let command = [&["solve", "-", "--metric", metric], others].concat();
            let run = tables.run(&command).write_stdin(&*input).assert().code(1);
            run.stderr(contains("3 of 7 positions refused")).get_output().stdout.clone()
        };
        let (csv, json) = (run(&["--format", "csv"]), run(&["--format", "json"]));
        let (csv, json) = (csv_rows(&text(&csv)), json_rows(&text(&json)));
        assert_eq!((csv.len(), json.len()), (7, 7));
        for ((row, object), (number, line)) in csv.iter().zip(&json).zip(asked()) {
            assert_eq!((&row["line"], &*row["input"], &*row["metric"]), (&number, line, metric));
            let (naive_distance, verdict) = match naive_distance(line, metric) {
                None => (None, "failed"),
                Some(None) => (None, "unsolvable"),
                Some(found) => (found, "solved"),
            };
            let cell = naive_distance.map_or(String::new(), |distance| distance.to_string());
            assert_eq!((&*row["distance"], &*row["verdict"]), (&*cell, verdict), "{line}");
            assert_eq!(row["error"].is_empty(), verdict != "failed");
            assert_eq!(object["line"].to_string(), number);
            assert_eq!(object["distance"], json!(naive_distance));
            assert_eq!(object["verdict"], verdict);
            assert_eq!(object["error"].is_null(), verdict != "failed");
            // The moves lead to the goal, one legal move at a time.
            let moves: Vec<&str> = row["moves"].split(' ').filter(|at| !at.is_empty()).collect();
            assert_eq!(moves.len() as u32, naive_distance.unwrap_or(0));
            let mut at = line;
            for &next in &moves {
                assert!(naive.neighbours(at, metric).contains(next), "{at} {next}");
                at = next;
            }
            assert!(verdict != "solved" || naive.is_goal(at), "{line}");
        }
        // A row for each solution that is listed, and one for each line without any.
        let listed = csv_rows(&text(&run(&["--limit", "0", "--format", "csv"])));
        for (number, line) in asked() {
            let rows: Vec<_> = listed.iter().filter(|row| row["line"] == number).collect();
            let count: usize = rows[0]["solution_count"].parse().unwrap_or(0);
            assert_eq!(rows.len(), count.max(1), "{line}");
            let mut solutions: Vec<&String> = rows.iter().map(|row| &row["moves"]).collect();
            solutions.dedup();
            assert_eq!(solutions.len(), rows.len(), "{line}");
        }
        let counted = csv_rows(&text(&run(&["--count", "--format", "csv"])));
        assert_eq!(counted.len(), 7);
        for row in &counted {
            let of_list = listed.iter().find(|listed| listed["line"] == row["line"]).unwrap();
            assert_eq!(row["solution_count"], of_list["solution_count"]);
        }
    }
}

/// A program reads from the verdict that there is no solution. Text and lists of moves have none.
#[test]
fn an_unsolvable_position_is_no_error_for_programs() {
    let tables = Tables::of(&["0h5v4s"]);
    for format in ["text", "json", "csv"] {
        for others in [&[][..], &["--count"], &["--limit", "2"]] {
            let command = [&["solve", STUCK, "--format", format], others].concat();
            let has_verdict = format == "json" || (format == "csv" && others == ["--count"]);
            tables.run(&command).assert().code(i32::from(!has_verdict));
        }
        let mut stream = tables.run(&["solve", "-", "--format", format]);
        stream.write_stdin(STUCK).assert().success();
    }
}

/// Puzzles with their witnesses.
fn puzzles() -> Vec<(&'static str, Drawn)> {
    let drawn = |start: &str, goal: &str| Drawn {
        start: start.to_owned(),
        goals: vec![goal.to_owned()],
        ..Drawn::default()
    };
    vec![
        (
            "gate",
            Drawn {
                rows: "L".to_owned(),
                gate: "....\n.#..\n....\n...A".to_owned(),
                ..drawn("AA.b\n.#cd\nLL..\n....", "....\n.#..\n..LL\n..AA")
            },
        ),
        ("cars", Drawn { lengthwise: true, ..drawn("AAB.\n..B.\nCC..", "..AA\n....\n....") }),
        ("tiles", drawn("ABC\nDE.", "BAC\nED.")),
        (
            "two goals",
            Drawn {
                goals: vec!["..A\n...\n...".to_owned(), "...\n...\nA..".to_owned()],
                alike: vec!["bc".to_owned()],
                ..drawn("Ab.\n.cd\n.e.", "...\n...\n...")
            },
        ),
        (
            "walls",
            Drawn {
                thin_walls: ".|. .\n- - -\n. . .\n    -\n. . .".replace("- - -", "-    "),
                ..drawn("A.b\n...\n..c", "...\n...\nA..")
            },
        ),
    ]
}

/// The puzzle as a line of JSON.
fn json_line(name: &str, drawn: &Drawn) -> String {
    let rows = |grid: &str| json!(grid.lines().collect::<Vec<_>>());
    let mut object = json!({ "name": name, "start": rows(&drawn.start) });
    match &drawn.goals[..] {
        [goal] => object["goal"] = rows(goal),
        goals => object["goals"] = json!(goals.iter().map(|goal| rows(goal)).collect::<Vec<_>>()),
    }
    for (key, grid) in [("gate", &drawn.gate), ("thin_walls", &drawn.thin_walls)] {
        if !grid.is_empty() {
            object[key] = rows(grid);
        }
    }
    if !drawn.rows.is_empty() {
        object["rows"] = json!(drawn.rows);
    }
    if !drawn.alike.is_empty() {
        object["alike"] = json!(drawn.alike);
    }
    if drawn.lengthwise {
        object["lengthwise"] = json!(true);
    }
    object.to_string()
}

/// The witness's distance and number of solutions of a start.
fn solved(drawn: &Drawn, metric: &str) -> Option<(u32, u128)> {
    let witness = Witness::new(drawn);
    let all = witness.arrangements(1_000_000).expect("small puzzles");
    let graph = witness.graph(&all, metric);
    let goals: Vec<&String> = all.iter().filter(|text| witness.is_goal(text)).collect();
    let far = distances(&graph, goals);
    let start = witness.start_text();
    Some((*far.get(&start)?, solution_counts(&graph, &far)[&start]))
}

fn write(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Files, folders and lists give the same rows, which are those of the witness, with any number of threads.
#[test]
fn puzzles_of_files_folders_and_lists_have_the_distances_of_the_witness() {
    let (tables, puzzles) = (Tables::none(), puzzles());
    let folder = tables.path().join("puzzles");
    fs::create_dir(&folder).unwrap();
    let mut lines = String::new();
    for (name, drawn) in &puzzles {
        write(
            &folder,
            &format!("{name}.toml"),
            &drawn.file().replace("'Drawn'", &format!("{name:?}")),
        );
        lines += &format!("{}\n\n", json_line(name, drawn));
    }
    write(&folder, "notes.txt", "no puzzle");
    let list = write(tables.path(), "list.jsonl", &lines);
    let mut unsolvable = 0;
    for metric in METRICS {
        let wanted: HashMap<&str, _> =
            puzzles.iter().map(|(name, drawn)| (*name, solved(drawn, metric))).collect();
        for threads in ["1", "3"] {
            let command = [
                "solve",
                folder.to_str().unwrap(),
                &list,
                "--metric",
                metric,
                "--count",
                "--format",
                "csv",
                "--threads",
                threads,
            ];
            let rows = csv_rows(&tables.output(&command));
            let files: Vec<&str> = rows.iter().map(|row| &*row["file"]).collect();
            assert!(files[..puzzles.len()].is_sorted(), "{files:?}");
            assert_eq!(rows.len(), 2 * puzzles.len());
            let places: Vec<&str> = rows.iter().map(|row| &*row["line"]).collect();
            assert_eq!(places, ["", "", "", "", "", "1", "3", "5", "7", "9"]);
            for row in &rows {
                let (distance, count, verdict) = match wanted[&*row["name"]] {
                    Some((distance, count)) => (distance.to_string(), count.to_string(), "solved"),
                    None => (String::new(), "0".to_owned(), "unsolvable"),
                };
                assert_eq!(
                    (&row["distance"], &row["solution_count"], &*row["verdict"]),
                    (&distance, &count, verdict),
                    "{row:?}"
                );
                unsolvable += usize::from(verdict == "unsolvable");
            }
        }
        // One solution alone can be found by another search.
        let alone = tables.output(&["solve", &list, "--metric", metric, "--format", "json"]);
        for object in json_rows(&alone) {
            let distance = wanted[object["name"].as_str().unwrap()].map(|(distance, _)| distance);
            assert_eq!(object["distance"], json!(distance), "{object}");
            let moves = object["moves"].as_array().unwrap().len() as u32;
            assert_eq!(moves, distance.unwrap_or(0));
        }
    }
    assert!(unsolvable > 0, "one of the puzzles should be unsolvable");
    let checked = tables.output(&["check", folder.to_str().unwrap(), &list, "--format", "csv"]);
    for row in csv_rows(&checked) {
        let (_, drawn) = puzzles.iter().find(|(name, _)| *name == row["name"]).unwrap();
        let all = Witness::new(drawn).arrangements(1_000_000).unwrap();
        assert_eq!(row["positions"], all.len().to_string(), "{}", row["name"]);
    }
    let counted = ["solve", folder.to_str().unwrap(), "--positions", "--times", "--format", "csv"];
    for row in csv_rows(&tables.output(&counted)) {
        let (_, drawn) = puzzles.iter().find(|(name, _)| *name == row["name"]).unwrap();
        let all = Witness::new(drawn).arrangements(1_000_000).unwrap();
        assert_eq!(row["positions"], all.len().to_string(), "{}", row["name"]);
        assert!(row["seconds"].parse::<f64>().unwrap() < 60.0);
    }
}

/// What cannot be read has a row, at its place, and the others are solved.
#[test]
fn failures_have_rows() {
    let tables = Tables::none();
    let lines = [
        r##"{"name":"good","start":["A.","#B"],"goal":[".A","#B"]}"##,
        r##"{"start":["A.","#B"],"goal":["A.","#B"],"lengthwise":"yes"}"##,
        r##"{"start":["A.","#B"],"goal":["AX","#."]}"##,
        r##"{"start":["A.","#B"],"goal":["A.",7]}"##,
        r##"{"start":["A.","#B"],"strat":1}"##,
        "nonsense",
        "[]",
        r##"{"start":["A.","#B"],"goal":["A.","#B"]}"##,
        r##"{"start":["A.","#B"],"goal":["A.","#B"],"goal":[".A","#B"]}"##,
        r##"{"start":["A."],"goal":[".A"],"published":[{"moves":1,"moves":2}]}"##,
    ];
    let list = write(tables.path(), "list.jsonl", &lines.join("\n"));
    let good = write(tables.path(), "good.toml", "name = 'g'\nstart = 'A.'\ngoal = '.A'\n");
    let bad = write(tables.path(), "bad.toml", "name = 'b'\nstart = 'A.'\n");
    let empty = tables.path().join("empty");
    fs::create_dir(&empty).unwrap();
    let empty = empty.to_str().unwrap();
    let command = ["solve", &bad, &list, "missing.toml", empty, &good];
    let run = tables.run(&[&command[..], &["--format", "csv"]].concat()).assert().code(1);
    let rows = csv_rows(&text(&run.get_output().stdout));
    let reported = [
        (&*bad, "", "goal is missing"),
        (&list, "1", ""),
        (&list, "2", "lengthwise must be true or false, but is a string"),
        (&list, "3", "goal, row 1, column 2: 'X' is not a piece of start"),
        (&list, "4", "goal: row 2 must be a string, but is 7"),
        (&list, "5", "there is no key \"strat\"; did you mean \"start\"?"),
        (&list, "6", "not JSON: column 2: "),
        (&list, "7", "a puzzle must be an object"),
        (&list, "8", ""),
        (&list, "9", "column 46: the key \"goal\" is given twice"),
        (&list, "10", "the key \"moves\" is given twice"),
        ("missing.toml", "", "cannot read missing.toml: "),
        (empty, "", "has no puzzle files (.toml) and no lists (.jsonl)"),
        (&good, "", ""),
    ];
    assert_eq!(rows.len(), reported.len());
    let said = text(&run.get_output().stderr);
    for (row, (file, line, error)) in rows.iter().zip(reported) {
        assert_eq!((&*row["file"], &*row["line"]), (file, line));
        assert!(row["error"].contains(error), "{row:?}");
        assert_eq!(row["verdict"], if error.is_empty() { "solved" } else { "failed" });
        assert_eq!(row["distance"].is_empty(), !error.is_empty());
        assert_eq!(row["error"].is_empty(), error.is_empty(), "{row:?}");
        assert!(said.contains(error), "{said}");
    }
    assert!(said.contains("11 of 14 rows refused") && !said.contains("panicked"), "{said}");
    assert_eq!(rows[8]["name"], "line 8");
    let text_run = tables.run(&command).assert().code(1);
    assert_eq!(text(&text_run.get_output().stdout).lines().count(), 3);
    let json = tables.run(&[&command[..], &["--format", "json"]].concat()).assert().code(1);
    let errors = json_rows(&text(&json.get_output().stdout));
    let errors = errors.iter().map(|row| row["error"].as_str().unwrap_or("").to_owned());
    assert!(errors.eq(rows.iter().map(|row| row["error"].clone())));
    // `check` reads the same puzzles, and refuses the same ones.
    let check = ["check", &bad, &list, "missing.toml", empty, &good, "--format", "csv"];
    let run = tables.run(&check).assert().code(1).stderr(contains("11 of 14 puzzles refused"));
    let checked = csv_rows(&text(&run.get_output().stdout));
    for (row, wanted) in checked.iter().zip(&rows) {
        let same = ["file", "line", "name", "error"];
        assert_eq!(same.map(|column| &row[column]), same.map(|column| &wanted[column]));
        assert_eq!(row["positions"].is_empty(), !row["error"].is_empty());
    }
    assert_eq!(checked.len(), rows.len());
}

/// The rows of a puzzle are those of its published results, and say whether these are right.
#[test]
fn published_results_are_compared() {
    let tables = Tables::none();
    let drawn = puzzles().remove(0).1;
    let [unit, straight, finger] = METRICS.map(|metric| solved(&drawn, metric).unwrap().0);
    let published =
        |metric: &str, moves: u32| format!("[[published]]\nmetric = '{metric}'\nmoves = {moves}\n");
    let file = drawn.file()
        + &published("unit", unit)
        + &published("finger", finger + 2)
        + &published("straight", straight - 1)
        + &format!("[[published]]\nmoves = {}\n", unit);
    let path = write(tables.path(), "published.toml", &file);
    let none = write(tables.path(), "none.toml", &drawn.file());
    let rows = csv_rows(&tables.output(&["solve", &path, &none, "--format", "csv"]));
    let cells = |row: &HashMap<String, String>| {
        ["metric", "distance", "published", "comparison"].map(|column| row[column].clone())
    };
    let other = |distance: u32| match i64::from(unit) - i64::from(distance) {
        0 => "equal".to_owned(),
        more if more > 0 => format!("higher by {more}"),
        less => format!("lower by {}", -less),
    };
    let wanted = [
        ["unit".to_owned(), unit.to_string(), format!("{unit}; {unit}"), "equal; equal".to_owned()],
        [
            "finger".to_owned(),
            finger.to_string(),
            format!("{}; {unit}", finger + 2),
            format!("higher by 2; {}", other(finger)),
        ],
        [
            "straight".to_owned(),
            straight.to_string(),
            format!("{}; {unit}", straight - 1),
            format!("lower by 1; {}", other(straight)),
        ],
        ["finger".to_owned(), finger.to_string(), String::new(), String::new()],
    ];
    assert_eq!(rows.iter().map(cells).collect::<Vec<_>>(), wanted);
    // A file alone is drawn, with the same comparisons.
    let alone = tables.output(&["solve", &path]);
    let several = tables.output(&["solve", &path, &none]);
    for [metric, distance, published, comparison] in &wanted[..3] {
        let said = format!("{distance} {metric} moves; published {published}: {comparison}");
        for output in [&alone, &several] {
            assert!(output.lines().any(|line| line.ends_with(&said)), "{said}: {output}");
        }
    }
    let titles = |arguments: &[&str]| {
        let output = tables.output(&[&["solve", &path], arguments].concat());
        output.lines().filter(|line| line.contains(" moves")).count()
    };
    assert_eq!((titles(&["--count"]), titles(&["--metric", "straight"])), (3, 1));
    let picture = tables.path().join("one.svg");
    assert_eq!(
        titles(&["--animate", picture.to_str().unwrap()]),
        1,
        "one picture has one solution"
    );
    // A metric that is given is the only one.
    let rows = tables.output(&["solve", &path, "--metric", "unit", "--format", "csv"]);
    assert_eq!(csv_rows(&rows).iter().map(cells).collect::<Vec<_>>(), wanted[..1]);
}

/// The classic start takes 116 unit moves, as published since 1964, and 81 finger moves.
#[test]
fn a_file_alone_is_solved_under_the_published_metric() {
    let tables = Tables::none();
    let (start, goal) = ("ABBC\nABBC\nDEEF\nDGHF\nI..J", "....\n....\n....\n.BB.\n.BB.");
    let published = "[[published]]\nmetric = 'unit'\nmoves = 116\n";
    let file =
        format!("name = 'Classic'\nstart = '''\n{start}'''\ngoal = '''\n{goal}'''\n{published}");
    let path = write(tables.path(), "classic.toml", &file);
    let first = |arguments: &[&str]| {
        let output = tables.output(&[&["solve", &path], arguments].concat());
        output.lines().next().unwrap().to_owned()
    };
    assert!(first(&[]).ends_with(": 116 unit moves; published 116: equal"), "{}", first(&[]));
    assert!(first(&["--metric", "finger"]).ends_with(": 81 finger moves"));
}

/// The library's small puzzles, in one command, against the numbers of moves that others published.
#[test]
fn a_folder_is_solved_as_published() {
    let tables = Tables::none();
    let folder = tables.path().join("published");
    fs::create_dir(&folder).unwrap();
    let library = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/lab/src/library/puzzles");
    let mut copied = 0;
    for file in fs::read_dir(library).unwrap() {
        let file = file.unwrap();
        let name = file.file_name().to_string_lossy().into_owned();
        if name.starts_with("rush-card") {
            fs::copy(file.path(), folder.join(&name)).unwrap();
            copied += 1;
        }
    }
    assert!(copied > 5, "{copied}");
    let rows = csv_rows(&tables.output(&["solve", folder.to_str().unwrap(), "--format", "csv"]));
    let published = rows.iter().filter(|row| !row["published"].is_empty()).count();
    assert!(rows.len() >= copied && published > 5, "{published}");
    for row in rows.iter().filter(|row| !row["published"].is_empty()) {
        let moves = row["published"].split("; ").any(|moves| moves == row["distance"]);
        assert_eq!(moves, row["comparison"].contains("equal"), "{row:?}");
        assert_eq!(row["verdict"], "solved");
    }
}

/// Names of files can have any bytes. Text and messages escape control characters.
#[cfg(target_os = "linux")]
#[test]
fn names_of_files_can_have_any_bytes() {
    use std::os::unix::ffi::OsStrExt;

    let tables = Tables::none();
    let folder = tables.path().join("odd");
    fs::create_dir(&folder).unwrap();
    let drawn = &puzzles()[1].1;
    fs::write(folder.join("a\u{1b}[31m\nb.toml"), drawn.file()).unwrap();
    fs::write(folder.join(std::ffi::OsStr::from_bytes(b"b\xff.toml")), drawn.file()).unwrap();
    let path = folder.to_str().unwrap();
    let fewest = Witness::new(drawn).fewest_moves("unit");
    let command = ["solve", path, "--metric", "unit"];
    let solved = tables.output(&command);
    let lines: Vec<&str> = solved.lines().collect();
    assert_eq!(lines.len(), 2, "{solved}");
    assert!(lines[0].starts_with(&format!(r"{path}/a\u{{1b}}[31m\nb.toml: ")), "{solved}");
    assert!(lines[1].starts_with(&format!("{path}/b\u{fffd}.toml: ")), "{solved}");
    let json = json_rows(&tables.output(&[&command[..], &["--format", "json"]].concat()));
    let names = ["a\u{1b}[31m\nb.toml", "b\u{fffd}.toml"];
    for (row, name) in json.iter().zip(names) {
        assert_eq!(row["file"], json!(format!("{path}/{name}")));
        assert_eq!(row["distance"], json!(fewest));
    }
    assert_eq!(tables.output(&["check", path]).matches("positions\n").count(), 2);
    fs::write(folder.join("c\u{7}.toml"), "nonsense").unwrap();
    for command in ["solve", "check"] {
        let run = tables.run(&[command, path]).assert().code(1);
        let error = text(&run.get_output().stderr);
        assert!(error.contains(r"c\u{7}.toml:1:"), "{error}");
        assert!(error.lines().all(|line| !line.contains(char::is_control)), "{error}");
    }
}

/// Every row of `check` names the file of its puzzle, and its line in a list.
#[test]
fn rows_of_checked_puzzles_name_their_files() {
    let tables = Tables::none();
    let folder = tables.path().join("some");
    fs::create_dir(&folder).unwrap();
    let (drawn, other) = (&puzzles()[1].1, &puzzles()[2].1);
    let file = write(&folder, "a.toml", &drawn.file());
    let lines = format!("\n{}\n{}\n", json_line("one", drawn), json_line("two", other));
    let list = write(&folder, "b.jsonl", &lines);
    let wanted = [(&file, ""), (&list, "2"), (&list, "3")];
    let check = ["check", folder.to_str().unwrap(), "--format"];
    let csv = csv_rows(&tables.output(&[&check[..], &["csv"]].concat()));
    let rows: Vec<_> = csv.iter().map(|row| (&row["file"], &*row["line"])).collect();
    assert_eq!(rows, wanted);
    let json = json_rows(&tables.output(&[&check[..], &["json"]].concat()));
    for (row, (file, line)) in json.iter().zip(wanted) {
        assert_eq!(row["file"], json!(file));
        assert_eq!(row["line"], line.parse::<u64>().map_or(Value::Null, Value::from));
    }
    assert_eq!((csv.len(), json.len()), (3, 3));
}

/// A search that ends early has bounds in its row, and the exit code of an undecided search.
#[test]
fn undecided_puzzles_have_bounds_in_their_rows() {
    let tables = Tables::none();
    let drawn = &puzzles()[1].1;
    let easy = write(tables.path(), "easy.toml", &drawn.file());
    let boards = write(tables.path(), "boards.txt", "GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo\nAAo/\n");
    for arguments in [&[&*easy, &easy][..], &["--boards", &boards]] {
        let limited = ["solve", "--time-limit", "0", "--format", "csv", "--count"];
        let run = tables.run(&[&limited[..], arguments].concat()).assert().code(3);
        let rows = csv_rows(&text(&run.get_output().stdout));
        assert_eq!(rows.len(), 2);
        for row in rows {
            let cells = ["verdict", "distance", "at_least", "best_found", "solution_count"];
            assert_eq!(cells.map(|cell| &*row[cell]), ["undecided", "", "1", "", ""]);
            assert_eq!(row["error"], "the time limit of 0 s passed");
        }
    }
}

/// A puzzle that needs more than a thread's share of the memory is solved alone, and its row stays at its place.
#[test]
#[ignore = "long: searches of large puzzles"]
fn a_puzzle_that_exceeds_its_share_is_solved_alone() {
    let tables = Tables::none();
    let library = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/lab/src/library/puzzles");
    let large = library.join("lumi-the-time-machine.toml");
    let easy = write(tables.path(), "easy.toml", &puzzles()[1].1.file());
    let command = [
        "solve",
        &easy,
        large.to_str().unwrap(),
        &easy,
        "--metric",
        "finger",
        "--threads",
        "3",
        "--memory",
        "60MB",
        "--format",
        "csv",
    ];
    let rows = csv_rows(&tables.output(&command));
    let fewest = Witness::new(&puzzles()[1].1).fewest_moves("finger").to_string();
    // 39 moves are published in the puzzle's file.
    let distances: Vec<&str> = rows.iter().map(|row| &*row["distance"]).collect();
    assert_eq!(distances, [&*fewest, "39", &fewest]);
}

/// A puzzle file in place of a position is the puzzle, and several positions are refused.
#[test]
fn arguments_that_name_files_are_puzzles() {
    let tables = Tables::none();
    let file = write(tables.path(), "cars.toml", &puzzles()[1].1.file());
    for others in [&[][..], &["--count"], &["--metric", "unit", "--limit", "2"]] {
        let named = tables.output(&[&["solve", "--puzzle", &file], others].concat());
        assert_eq!(tables.output(&[&["solve", &file], others].concat()), named);
        assert!(named.contains(" moves"), "{named}");
    }
    for (arguments, reported) in [
        (&[START, START][..], "only one position can be an argument"),
        (&[&file, &file, "--to", START], "--to is a position of one puzzle"),
        (&[&file, &file, "--animate", "x.svg"], "--animate draws one solution"),
        (&[START, "--positions"], "--positions counts the positions of puzzle files and boards"),
        (&["-", "--positions"], "--positions counts the positions of puzzle files and boards"),
        (&[START, "--times"], "--times is for rows"),
    ] {
        let run = tables.run(&[&["solve"], arguments].concat()).assert().code(2).stdout("");
        run.stderr(contains(reported));
    }
    for name in ["missing.toml", "missing.jsonl"] {
        let error = tables.error(&["solve", name]);
        assert!(error.contains(&format!("cannot read {name}: ")), "{error}");
    }
    // The advice of other commands works.
    for command in ["query", "convert", "hardest", "levels", "sample"] {
        let others: &[&str] = if command == "convert" { &["--to", "grid"] } else { &[] };
        let error = tables.error(&[&[command, &*file], others].concat());
        let advice = format!("name it with --puzzle {file}");
        assert!(error.contains(&advice), "{error}");
        tables.run(&[&[command, "--puzzle", &file], others].concat()).assert().success();
    }
    let drawing = write(tables.path(), "drawing.svg", "<svg/>");
    let error = tables.error(&["convert", &drawing, "--to", "svg"]);
    assert!(error.contains("`- <FILE`") && !error.contains("--puzzle"), "{error}");
}

/// Commands that need tables do not advise to build what cannot be built.
#[test]
fn a_board_that_is_too_large_for_tables_has_no_advice_to_build() {
    let tables = Tables::none();
    for command in ["verify", "pack", "hardest", "sample", "checksums", "report"] {
        let error = tables.run(&[command, "--puzzle", "gnome-ithaca"]).assert().code(1);
        let error = text(&error.get_output().stderr);
        assert_eq!(error.lines().count(), 1, "{error}");
        assert!(error.contains("limited to 128 cells"), "{error}");
        assert!(!error.contains("huarong build") && !error.contains("building"), "{error}");
    }
}

/// Each line of standard error is an object; the last counts all puzzles.
#[test]
fn progress_in_json_is_for_programs() {
    let tables = Tables::none();
    let file = write(tables.path(), "cars.toml", &puzzles()[1].1.file());
    for quiet in [&[][..], &["--quiet"]] {
        let command = ["solve", &file, &file, &file, "--progress", "json"];
        let run = tables.run(&[&command[..], quiet].concat()).assert().success();
        let reports = json_rows(&text(&run.get_output().stderr));
        let last = reports.last().expect("a report");
        assert_eq!(
            (&last["done"], &last["total"], &last["unit"]),
            (&json!(3), &json!(3), &json!("puzzles"))
        );
        for report in &reports {
            assert!(report["done"].as_u64() <= report["total"].as_u64(), "{report}");
        }
    }
    let build =
        tables.run(&["build", "0h0v0s", "--progress", "json", "--quiet"]).assert().success();
    let reports = json_rows(&text(&build.get_output().stderr));
    let last = reports.last().expect("a report");
    assert_eq!(last["unit"], "positions");
    assert_eq!(last["done"], last["total"]);
    tables.run(&["solve", &file, &file]).assert().success().stderr("");
}

/// Searches that nobody waits for end: after Ctrl-C, and once the reader of the rows has gone.
#[cfg(unix)]
#[test]
fn searches_side_by_side_end_together() {
    let tables = Tables::none();
    let easy = write(tables.path(), "easy.toml", &puzzles()[1].1.file());
    let climb = write(tables.path(), "climb.toml", CLIMB_15B);
    let command = ["solve", &easy, &climb, &climb, &easy, "--threads", "2", "--memory", "4GB"];
    for is_interrupted in [true, false] {
        let mut child = tables.process(&command);
        child.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = child.spawn().unwrap();
        let mut output = child.stdout.take().unwrap();
        let begun = Instant::now();
        if is_interrupted {
            let mut first = [0; 1];
            output.read_exact(&mut first).unwrap();
            let id = child.id().to_string();
            assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
        }
        drop(output);
        let ended = child.wait_with_output().unwrap();
        let code = if is_interrupted { 130 } else { 0 };
        assert_eq!(ended.status.code(), Some(code), "{}", text(&ended.stderr));
        assert!(begun.elapsed() < Duration::from_secs(20));
    }
}

/// The bar of a search of unknown size has no total.
#[cfg(target_os = "linux")]
#[test]
fn the_bar_has_no_total_that_is_unknown() {
    let tables = Tables::none();
    let path = write(tables.path(), "climb.toml", CLIMB_15B);
    let solve = tables.process(&["solve", "--puzzle", &path, "--time-limit", "2"]);
    let words = [solve.get_program()].into_iter().chain(solve.get_args());
    let words: Vec<&str> = words.map(|word| word.to_str().unwrap()).collect();
    let in_terminal = format!("stty cols 120; exec {}", words.join(" "));
    let run = Command::new("script").args(["-qec", &in_terminal, "/dev/null"]).output();
    let Ok(run) = run else { return skipped("script is missing") };
    let drawn = text(&run.stdout);
    assert!(drawn.contains(" positions, "), "{drawn}");
    assert!(!drawn.contains("/0 ") && !drawn.contains(" left"), "{drawn}");
}

/// Work of more than ten seconds says something, except with `--quiet`.
#[test]
fn long_work_under_a_pipe_is_not_silent() {
    let tables = Tables::none();
    let path = write(tables.path(), "climb.toml", CLIMB_15B);
    let run = |others: &[&str]| {
        let command = [&["solve", "--puzzle", &path, "--time-limit", "12"], others].concat();
        let child = tables.process(&command).stdout(Stdio::null()).stderr(Stdio::piped()).spawn();
        child.unwrap()
    };
    let [loud, quiet] = [&[][..], &["--quiet"]].map(run).map(|child| {
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(3));
        text(&output.stderr)
    });
    let is_progress = |line: &&str| line.starts_with("huarong: ") && line.ends_with(" positions");
    assert_eq!(loud.lines().filter(is_progress).count(), 1, "{loud}");
    assert_eq!(quiet.lines().count(), 1, "{quiet}");
    assert!(quiet.starts_with("error: undecided"), "{quiet}");
}

/// The keys of the objects that a command prints.
fn keys(run: &[u8]) -> Vec<Vec<String>> {
    let keys = |row: &Value| row.as_object().unwrap().keys().cloned().collect();
    json_rows(&text(run)).iter().map(keys).collect()
}

/// A row without an answer has the keys of the others, with null.
#[test]
fn all_rows_of_a_command_have_the_same_keys() {
    let tables = Tables::of(&["0h0v0s", "0h5v4s"]);
    let folder = Tables::none();
    let place = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (good, bad) = (place("good.toml"), place("bad.toml"));
    let (list, stuck) = (place("list.jsonl"), place("stuck.toml"));
    fs::write(&good, "name = 'a'\nstart = 'A.'\ngoal = '.A'\n").unwrap();
    fs::write(&bad, "nothing").unwrap();
    fs::write(&list, "{\"start\": \"A.\", \"goal\": \".A\"}\n{}\n").unwrap();
    fs::write(&stuck, "start = 'AB.'\ngoal = '.A.'\n").unwrap();
    let to = "..../..../..../..BB/..BB";
    let positions: [&[&str]; 15] = [
        &["query", "-"],
        &["query", AT_GOAL, "nonsense"],
        &["query", "-", "--reachable"],
        &["query", "-", AT_GOAL],
        &["query", "-", "--puzzle", &good],
        &["solve", "-"],
        &["solve", "-", "--count"],
        &["solve", "-", "--all"],
        &["solve", "-", "--to", to],
        &["solve", "-", "--times"],
        &["solve", "-", "--difficulty"],
        &["difficulty", "-"],
        &["difficulty", "-", AT_GOAL],
        &["difficulty", "-", "--error-model=-1,0.1,0.1,0.1"],
        &["difficulty", &good, &bad, &stuck, &list],
    ];
    let puzzles: [&[&str]; 7] = [
        &["solve", &good, &bad, &stuck, &list],
        &["solve", &good, &bad, &stuck, &list, "--count"],
        &["solve", &good, &bad, &stuck, &list, "--limit", "2"],
        &["solve", &good, &bad, &stuck, &list, "--positions", "--times"],
        &["solve", &good, &bad, &stuck, &list, "--difficulty"],
        &["check", &good, &bad, &list],
        &["solve", "--boards", "-", "--positions"],
    ];
    for arguments in positions.iter().chain(&puzzles) {
        let run = tables.run(&[arguments, &["--format", "json"][..]].concat());
        let input = match arguments.contains(&"--boards") {
            true => "AAoooo/oooooo/oooooo\nnonsense\n".to_owned(),
            false if arguments.contains(&"--puzzle") => "A.\nnonsense\n.A\n".to_owned(),
            false => LINES.join("\n"),
        };
        let run = { run }.write_stdin(input).assert().code(1);
        let keys = keys(&run.get_output().stdout);
        assert!(keys.len() > 1, "{arguments:?}: too few rows to be a test");
        assert!(keys.iter().all(|row| *row == keys[0]), "{arguments:?}: {keys:?}");
    }
    // A search that a limit ends has them, too.
    let large = place("large.toml");
    fs::write(&large, CLIMB_15B).unwrap();
    for more in [&[][..], &["--count"], &["--limit", "2"]] {
        let run =
            [&["solve", &good, &large, "--time-limit", "0", "--format", "json"], more].concat();
        let keys = keys(&huarong().args(run).assert().code(3).get_output().stdout);
        assert!(keys.len() == 2 && keys[0] == keys[1], "{more:?}: {keys:?}");
    }
}

/// The name of a puzzle is in the column of puzzles.
#[test]
fn rows_about_a_puzzle_name_it_as_such() {
    let tables = Tables::none();
    let file = "tests/golden/every-key.toml";
    for arguments in [
        &["hardest", "--puzzle", file][..],
        &["sample", "--puzzle", file],
        &["levels", "--puzzle", file],
        &["count", "--puzzle", file],
        &["query", "--puzzle", file],
    ] {
        let rows = |format| tables.output(&[arguments, &["--format", format]].concat());
        let csv = csv_rows(&rows("csv"));
        assert!(!csv.is_empty() && csv.iter().all(|row| row["puzzle"] == "Every key"));
        assert!(!csv[0].contains_key("piece_set"), "{arguments:?}");
        let object: Value = serde_json::from_str(rows("json").lines().next().unwrap()).unwrap();
        assert_eq!(object["puzzle"], "Every key", "{arguments:?}");
    }
}
