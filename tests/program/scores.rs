//! `huarong score`: one row out per row in, in order, whatever the answers are.

use crate::common::{Tables, csv_rows, json_rows, text};
use serde_json::{Value, json};
use std::fs;

/// B frees the way of A by two steps down.
const BOARD: &str = "..B/AAB/.../...";

/// The rows for an input, the exit code, and what was said.
fn score(input: &str, arguments: &[&str]) -> (Vec<Value>, Option<i32>, String) {
    let arguments = [&["score", "--format", "json"], arguments].concat();
    let output = Tables::none().run(&arguments).write_stdin(input).output().unwrap();
    (json_rows(&text(&output.stdout)), output.status.code(), text(&output.stderr))
}

#[test]
fn every_row_has_a_row_in_order() {
    let puzzle = json!({"start": ["A.."], "goal": ["..A"]});
    let input = [
        json!({"id": 7, "board": BOARD, "answer": "B+2 A+1"}),
        json!({"id": "x", "board": BOARD, "answer": "A+1"}),
        json!({"board": "no board", "answer": "A+1"}),
        json!({"board": BOARD, "answer": ""}),
        json!({"board": BOARD, "answer": ["B+2", "A+1"], "metric": "unit"}),
        json!({"puzzle": puzzle, "answer": "A right 2"}),
        json!({"board": "heng-dao-li-ma", "answer": "S2,4↓", "metric": "finger"}),
        json!({"board": BOARD}),
        json!({"answer": "A+1"}),
        json!([1]),
        json!({"board": BOARD, "puzzle": puzzle, "answer": "A+1"}),
        json!({"board": BOARD, "answer": "A+1", "metric": "miles"}),
        json!({"board": 5, "answer": "A+1"}),
    ];
    let lines: String = input.iter().map(|row| format!("{row}\n")).collect();
    let (rows, code, said) = score(&format!("{lines}not json\n"), &["--metric", "straight"]);
    assert_eq!(rows.len(), input.len() + 1);
    assert_eq!(code, Some(1), "{said}");
    let lines: Vec<u64> = rows.iter().map(|row| row["line"].as_u64().unwrap()).collect();
    assert_eq!(lines, (1..=14).collect::<Vec<u64>>());
    let of = |row: usize, keys: &[&str]| {
        keys.iter().map(|key| rows[row][*key].clone()).collect::<Vec<_>>()
    };
    let keys = ["id", "solved", "moves", "optimal", "excess", "reward", "error"];
    assert_eq!(json!(of(0, &keys)), json!([7, true, 2, 2, 0, 1.0, null]));
    assert_eq!(json!(of(1, &keys)), json!(["x", false, null, 2, null, 0.0, null]));
    assert_eq!(
        json!(of(1, &["error_number", "error_move", "error_kind", "error_why"])),
        json!([1, "A+1", "blocked", "A is blocked by B"])
    );
    assert_eq!(rows[3]["error_kind"], "unread");
    assert_eq!(json!(of(4, &["metric", "moves", "excess"])), json!(["unit", 3, 0]));
    assert_eq!(json!(of(5, &["moves", "excess"])), json!([1, 0]));
    // The published 81 moves, less the first (src/lib.rs shows that it is a best one).
    assert_eq!(
        json!(of(6, &["legal", "optimal", "distance", "metric"])),
        json!([1, 81, 80, "finger"])
    );
    for (row, why) in [
        (2, "no Rush Hour board in one line"),
        (7, "the row has no \"answer\""),
        (8, "the row has no board"),
        (9, "a row must be an object"),
        (10, "of the puzzle of the row"),
        (11, "miles"),
        (12, "\"board\" must be a text"),
        (13, "not JSON"),
    ] {
        let error = rows[row]["error"].as_str().unwrap_or_else(|| panic!("{}", rows[row]));
        assert!(error.contains(why), "{row}: {error}");
        assert!(said.contains(&format!("line {}", row + 1)), "{said}");
    }
}

#[test]
fn csv_has_the_rows_of_json() {
    let answers = ["B+2 A+1", "A+1", "I think:\nB down 2,\nA right 1"];
    let quoted = |answer: &&str| format!("{BOARD},\"{answer}\",k\n");
    let rows: String = answers.iter().map(quoted).collect();
    let input = format!("board,answer,id\n{rows}");
    let arguments = ["score", "--metric", "straight", "--format", "csv", "--reward", "progress"];
    let output = Tables::none().run(&arguments).write_stdin(input.clone()).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let csv = csv_rows(&text(&output.stdout));
    let (json, ..) = score(&input, &["--metric", "straight", "--reward", "progress"]);
    assert_eq!(csv.len(), answers.len());
    for (csv, json) in csv.iter().zip(&json) {
        let json = json.as_object().unwrap();
        assert_eq!(csv.len(), json.len());
        for (key, value) in json {
            let cell = match value {
                Value::Null => String::new(),
                Value::String(text) => text.clone(),
                value => value.to_string(),
            };
            assert_eq!(csv[key], cell, "{key}");
        }
    }
    assert_eq!(csv[2]["line"], "4");
    let wrong = Tables::none().run(&["score"]).write_stdin("board,moves\n").output().unwrap();
    assert!(text(&wrong.stderr).contains("no column \"answer\""), "{}", text(&wrong.stderr));
}

#[test]
fn text_is_a_line_per_answer_with_a_summary() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("answers.jsonl");
    let row = |answer: &str| format!("{}\n", json!({"board": BOARD, "answer": answer}));
    fs::write(&file, row("B+2 A+1") + &row("B+1 B+1 A+1") + &row("B+1 A+1") + &row("hm")).unwrap();
    let output = Tables::none()
        .run(&["score", file.to_str().unwrap(), "--metric", "straight"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0));
    let lines = text(&output.stdout);
    let lines: Vec<&str> = lines.lines().collect();
    assert_eq!(lines[0], "line 1: solved in 2 moves, optimal");
    assert_eq!(lines[1], "line 2: solved in 3 moves, 1 more than optimal, first detour at move 1");
    assert_eq!(
        lines[2],
        "line 3: not solved, 1 legal of 2 moves, 2 left of 2, first detour at move 1; move 2, \"A+1\": A is blocked by B"
    );
    assert!(lines[3].contains("no moves found in \"hm\""), "{lines:?}");
    let said = text(&output.stderr);
    assert!(
        said.contains(
            "4 answers: 2 right, 1 optimal, 1 with an illegal move, 1 not read; mean reward 0.500"
        ),
        "{said}"
    );
}

#[test]
fn the_solutions_of_solve_are_optimal_answers() {
    let boards = "BBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxN\nGBB.L.GHI.LMGHIAAMCCCK.M..JKDDEEJFF.\n";
    let solve = ["solve", "--boards", "-", "--metric", "straight", "--format", "json"];
    let solved = Tables::none().run(&solve).write_stdin(boards).output().unwrap();
    let mut answers = String::new();
    let solutions = json_rows(&text(&solved.stdout));
    assert_eq!(solutions.len(), 2);
    for solution in &solutions {
        let board = &solution["input"];
        let lettered: Vec<&Value> =
            solution["moves"].as_array().unwrap().iter().map(|made| &made["lettered"]).collect();
        // As objects, and as a list of positions.
        answers += &format!("{}\n", json!({"board": board, "answer": solution["moves"]}));
        answers += &format!("{}\n", json!({"board": board, "answer": lettered}));
    }
    let (rows, code, said) = score(&answers, &["--metric", "straight"]);
    assert_eq!((rows.len(), code), (4, Some(0)), "{said}");
    for (row, solution) in rows.iter().zip(solutions.iter().flat_map(|solution| [solution; 2])) {
        assert_eq!(row["excess"], 0, "{row}");
        assert_eq!(row["moves"], solution["distance"], "{row}");
    }
}

/// Solutions whose pieces leave through doors, and pass them layer by layer, in JSON and as text.
#[test]
fn solutions_through_doors_are_optimal_answers() {
    let folder = tempfile::tempdir().unwrap();
    let layers = folder.path().join("layers.toml");
    let keys = [
        "name = 'Layers'",
        "start = 'A../.BB'",
        "layers = { A = 'b' }",
        "doors = '...../b...A/....B/.....'",
    ];
    let keys = keys.map(|key| key.replace('/', "\\n").replace('\'', "\"") + "\n");
    fs::write(&layers, keys.concat()).unwrap();
    for (puzzle, metric) in [
        ("doors-05", "finger"),
        ("doors-05", "unit"),
        ("doors-20", "straight"),
        (layers.to_str().unwrap(), "finger"),
        (layers.to_str().unwrap(), "unit"),
    ] {
        let solve = ["solve", "--puzzle", puzzle, "--metric", metric];
        let json = [&solve[..], &["--format", "json"]].concat();
        let solved = &json_rows(&Tables::none().output(&json))[0];
        let shown = Tables::none().output(&solve);
        let captions: Vec<&str> = { shown.split_whitespace() }
            .filter(|word| word.contains(['←', '→', '↑', '↓']))
            .collect();
        assert_eq!(captions.len() as u64, solved["distance"].as_u64().unwrap(), "{shown}");
        assert!(captions.iter().any(|caption| caption.contains('×')), "{shown}");
        let answers = [solved["moves"].clone(), json!(captions.join(" "))];
        let rows = answers.map(|answer| json!({ "answer": answer }).to_string() + "\n");
        let (rows, code, said) = score(&rows.concat(), &["--puzzle", puzzle, "--metric", metric]);
        assert_eq!((rows.len(), code), (2, Some(0)), "{said}");
        for row in rows {
            assert_eq!((&row["correct"], &row["excess"]), (&json!(true), &json!(0)), "{row}");
        }
    }
}

/// A board with very many positions has an error in its row, and the others are judged.
#[test]
fn a_time_limit_is_for_each_row() {
    let rows = ["ABCDEFGH", "........", "........", "........", "........", "........"];
    let goal = ["........", "........", "........", "........", "........", "HGFEDCBA"];
    let large = json!({"puzzle": {"start": rows, "goal": goal}, "answer": "A down 1", "id": 1});
    let small = json!({"board": BOARD, "answer": "B+2 A+1", "id": 2});
    let (rows, code, said) = score(&format!("{large}\n{small}\n"), &["--time-limit", "1"]);
    assert_eq!((rows.len(), code), (2, Some(1)), "{said}");
    assert_eq!(rows[0]["error"], "the time limit of 1 s passed");
    assert_eq!((&rows[1]["id"], &rows[1]["solved"]), (&json!(2), &json!(true)));
}

#[test]
fn hostile_answers_are_rows() {
    let huge = "A+1 ".repeat(200_000);
    let brackets = "([{".repeat(100_000);
    let answers = [
        &*huge,
        &*brackets,
        "\u{0}",
        "A+99999999999999999999",
        "(65535, 65535) up",
        "🚗➡️2",
        "A+1\nA+1\rA+1",
    ];
    let lines: String = answers
        .iter()
        .map(|answer| format!("{}\n", json!({"board": BOARD, "answer": answer})))
        .collect();
    let (rows, code, said) = score(&lines, &["--metric", "straight"]);
    assert_eq!((rows.len(), code), (answers.len(), Some(0)), "{said}");
    assert!(rows.iter().all(|row| row["solved"] == false));
    // An answer of more than a megabyte is refused, and so is a row of more than 16. The next is read.
    let long = |length: usize| json!({"answer": "x".repeat(length), "board": BOARD, "id": "long"});
    let short = json!({"board": BOARD, "answer": "B+2 A+1"});
    let input = format!("{}\n{}\n{short}\n", long((1 << 20) + 1), long(1 << 24));
    let (rows, code, said) = score(&input, &[]);
    assert_eq!((rows.len(), code), (3, Some(1)));
    for line in ["line 1: the answer is longer than", "line 2: the row is longer than"] {
        assert!(said.contains(line), "{said}");
    }
    assert_eq!((&rows[0]["id"], &rows[1]["id"]), (&json!("long"), &Value::Null));
    assert_eq!(rows[2]["solved"], true);
}

#[test]
fn an_input_without_rows_is_an_error() {
    let (rows, code, said) = score("\n", &[]);
    assert_eq!((rows.len(), code), (0, Some(1)), "{said}");
    assert!(said.contains("is empty: write lines of JSON"), "{said}");
}

/// A row without a score has no question, and says what the reader of boards says.
#[test]
fn boards_that_are_refused_have_the_reason_and_no_question() {
    let input = "{\"board\": \"..B/AAB/C../...\", \"answer\": \"B+2 A+1\"}\n";
    let (rows, code, said) = score(input, &[]);
    assert_eq!((&rows[0]["question"], code), (&Value::Null, Some(1)), "{said}");
    let error = rows[0]["error"].as_str().unwrap();
    assert!(error.contains("no Rush Hour board in one line: 'C' is not a car"), "{error}");
    let run =
        Tables::none().run(&["score", "--format", "csv"]).write_stdin(input).output().unwrap();
    assert_eq!(csv_rows(&text(&run.stdout))[0]["question"], "");
}

/// The charts of a measure that no row has are missing, so the command names it.
#[test]
fn unknown_measures_of_a_report_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let row = json!({"board": BOARD, "answer": "B+2 A+1", "pieces": 2});
    let report = |by: &[&str]| {
        let report = ["--report", folder.path().to_str().unwrap()];
        score(&row.to_string(), &[&report, by].concat()).2
    };
    let said = report(&["--by", "pieces,nonsense"]);
    assert!(said.contains("--by nonsense: no judged row"), "{said}");
    assert!(!said.contains("--by pieces"), "{said}");
    assert!(!report(&[]).contains("--by"));
}

/// Such a row is no wrong answer: it has no score.
#[test]
fn rows_that_cannot_be_read_are_errors() {
    let row = |about: Value| json!({"board": BOARD, "question": "legal", "about": about, "answer": "no", "id": 7});
    let lines =
        [row(json!("A right 1")), row(json!("hm")), row(json!(["A right 1"])), row(json!(5))];
    let lines: String = lines.iter().map(|row| format!("{row}\n")).collect();
    let arguments = ["score", "--format", "json", "--metric", "straight"];
    let broken: [&[u8]; 3] = [
        lines.as_bytes(),
        b"{\"board\": \"..B/AAB/.../...\", \"answer\": \"B+2 A+1 \xff\"}\n",
        "{\"board\": \"..B/AAB/.../...\", \"answer\": \"B+2 A+1 \u{fffd}\"}\n".as_bytes(),
    ];
    let output = Tables::none().run(&arguments).write_stdin(broken.concat()).output().unwrap();
    let (rows, said) = (json_rows(&text(&output.stdout)), text(&output.stderr));
    assert_eq!((rows.len(), output.status.code()), (6, Some(1)), "{said}");
    let correct: Vec<bool> = rows.iter().map(|row| row["correct"] == true).collect();
    assert_eq!(correct, [true, false, true, false, false, true]);
    assert!(rows[..4].iter().all(|row| row["id"] == 7), "{rows:?}");
    for (line, why) in [(1, "no moves found in \"hm\""), (3, "\"about\" must be"), (4, "UTF-8")] {
        let error = rows[line]["error"].as_str().unwrap_or_else(|| panic!("{}", rows[line]));
        assert!(error.contains(why), "{error}");
    }
}

/// The prompt of a task says how cells are counted, so that (3, 3) is no other cell.
#[test]
fn cells_of_tasks_have_one_reading() {
    let puzzle = json!({"start": ["....", "....", "....", "...C"], "goal": ["....", "....", "....", "..C."]});
    let row = |keys: Value| {
        let mut row = json!({"puzzle": puzzle, "answer": "(3, 3) left", "metric": "unit"});
        row.as_object_mut().unwrap().extend(keys.as_object().unwrap().clone());
        format!("{row}\n")
    };
    let rows = [
        json!({}),
        json!({"generator": "1"}),
        json!({"prompt": "Solve it."}),
        json!({"prompt": null}),
    ];
    let input: String = rows.into_iter().map(row).collect();
    let (rows, code, said) = score(&input, &[]);
    assert_eq!(code, Some(0), "{said}");
    let correct: Vec<bool> = rows.iter().map(|row| row["correct"] == true).collect();
    assert_eq!(correct, [true, false, false, true]);
    let csv = "board,answer,metric,prompt\n..B/AAB/.../...,\"(1, 3) down 2, (2, 1) right\",straight,Solve it.\n";
    assert_eq!(score(csv, &[]).0[0]["solved"], true);
}

#[test]
fn the_example_of_the_help_is_solved() {
    let help = text(&Tables::none().run(&["score", "--help"]).output().unwrap().stdout);
    let row = help.split("echo '").nth(1).and_then(|rest| rest.split('\'').next()).unwrap();
    assert_eq!(score(&format!("{row}\n"), &[]).0[0]["solved"], true, "{row}");
}

#[test]
fn answers_can_be_numbers_and_truth_values() {
    let row = |question: &str, answer: Value| {
        let about = "A right 1";
        format!(
            "{}\n",
            json!({"board": BOARD, "question": question, "answer": answer, "about": about})
        )
    };
    let input = row("length", json!(2)) + &row("legal", json!(false)) + &row("legal", json!(true));
    let (rows, code, said) = score(&input, &["--metric", "straight"]);
    assert_eq!(code, Some(0), "{said}");
    let correct: Vec<bool> = rows.iter().map(|row| row["correct"] == true).collect();
    assert_eq!(correct, [true, true, false]);
}

/// Lines in the texts of a list end moves.
#[test]
fn answers_can_be_lists_of_texts_with_lines() {
    let row = json!({"board": BOARD, "answer": ["First:\n- B down 2", "Then:\n- A right 1"]});
    assert_eq!(score(&format!("{row}\n"), &["--metric", "straight"]).0[0]["moves"], 2);
}

#[test]
fn tasks_of_puzzles_are_scored_with_their_puzzle() {
    let folder = tempfile::tempdir().unwrap();
    let puzzle =
        json!({"start": ["AAB", "..B", "..."], "goal": [".AA", "...", "..."], "lengthwise": true});
    let list = folder.path().join("levels.jsonl");
    fs::write(&list, format!("{puzzle}\n")).unwrap();
    let file = folder.path().join("level.toml");
    let drawn = "name = 'level'\nstart = '''\nAAB\n..B\n...'''\ngoal = '''\n.AA\n...\n...'''\nlengthwise = true\n";
    fs::write(&file, drawn).unwrap();
    for path in [&list, &file] {
        for format in ["json", "csv"] {
            let tasks = ["tasks", path.to_str().unwrap(), "--to", "2", "--count", "6"];
            let answered = ["--question", "solve,length", "--answer", "exact", "--format", format];
            let output = Tables::none().run(&[&tasks[..], &answered].concat()).output().unwrap();
            assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
            let (rows, code, said) = score(&text(&output.stdout), &[]);
            assert_eq!((rows.len(), code), (6, Some(0)), "{said}");
            assert!(rows.iter().all(|row| row["correct"] == true && row["metric"] == "straight"));
        }
    }
    // Rows come from strangers: they name puzzles of the library, but no files.
    let row = json!({"board": file.to_str().unwrap(), "answer": "A+1"});
    let (rows, ..) = score(&format!("{row}\n"), &[]);
    assert!(rows[0]["error"].as_str().unwrap().contains("no puzzle"), "{}", rows[0]);
}

#[test]
fn a_report_counts_what_the_rows_say() {
    let folder = tempfile::tempdir().unwrap();
    let tasks =
        ["tasks", "rush", "--size", "4x4", "--to", "6", "--count", "60", "--format", "json"];
    let tasks = json_rows(&text(&Tables::none().run(&tasks).output().unwrap().stdout));
    let answers: Vec<Value> = tasks
        .iter()
        .enumerate()
        .map(|(number, task)| {
            let mut row = task.clone();
            row["answer"] = match number % 4 {
                0 => json!("no idea"),
                1 => json!("A right 9"),
                _ => task["target"].clone(),
            };
            row
        })
        .collect();
    let input: String = answers.iter().map(|row| format!("{row}\n")).collect();
    let figures = folder.path().join("figures");
    let by = ["--report", figures.to_str().unwrap(), "--by", "reachable,pieces"];
    let (rows, code, said) = score(&input, &by);
    assert_eq!((rows.len(), code), (60, Some(0)), "{said}");
    let read = |name: &str| fs::read_to_string(figures.join(name)).unwrap();
    let number = |text: &String| text.parse::<f64>().unwrap();
    let table = csv_rows(&read("accuracy.csv"));
    for group in &table {
        let within = |value: &Value| {
            (number(&group["from"])..=number(&group["to"])).contains(&value.as_f64().unwrap())
        };
        let of_group = |(task, row): &(&Value, &Value)| match &*group["by"] {
            "all" => true,
            "length" => within(&row["optimal"]),
            key => within(&task[key]),
        };
        let members: Vec<_> = tasks.iter().zip(&rows).filter(of_group).collect();
        let count = |is: fn(&Value) -> bool| members.iter().filter(|(_, row)| is(row)).count();
        assert_eq!(group["answers"], members.len().to_string());
        assert_eq!(group["right"], count(|row| row["correct"] == true).to_string());
        assert_eq!(group["optimal"], count(|row| row["excess"] == 0).to_string());
        let (answers, share) = (number(&group["answers"]), number(&group["share"]));
        assert!((share - number(&group["right"]) / answers).abs() < 1e-4);
        // At the ends of the interval, the share is 1.96 standard errors away.
        for end in ["share_low", "share_high"] {
            assert!(!group[end].starts_with('-'), "{group:?}");
            let end = number(&group[end]);
            let expected = 3.8415 * end * (1.0 - end) / answers;
            assert!(((share - end).powi(2) - expected).abs() < 1e-3, "{group:?}");
        }
    }
    let sum = |by: &str| -> f64 {
        table.iter().filter(|group| group["by"] == by).map(|group| number(&group["answers"])).sum()
    };
    assert!(["all", "length", "reachable", "pieces"].iter().all(|by| sum(by) == 60.0));
    let errors = csv_rows(&read("first_errors.csv"));
    assert_eq!(errors.iter().map(|row| number(&row["answers"])).sum::<f64>(), 30.0);
    let unread = errors.iter().find(|row| row["kind"] == "unread").unwrap();
    assert_eq!((&*unread["answers"], &*unread["mean_number"]), ("15", "0.0"));
    for chart in
        ["accuracy_by_length", "accuracy_by_reachable", "accuracy_by_pieces", "first_errors"]
    {
        assert!(read(&format!("{chart}.svg")).starts_with("<svg"), "{chart}");
    }
    let wrong = Tables::none().run(&["score", "--report", "x", "--by", "../x"]).output().unwrap();
    assert_eq!(wrong.status.code(), Some(2));
    let twice = ["score", "--report", "x", "--by", "pieces,reachable,pieces"];
    Tables::none().run(&twice).assert().code(1).stderr(predicates::str::contains("pieces twice"));
}

/// Charts of an earlier report would not be those of its tables. Other files of the folder stay.
#[test]
fn a_second_report_has_no_charts_of_the_first() {
    let folder = tempfile::tempdir().unwrap();
    let row = |pieces: Value| json!({"board": BOARD, "answer": "no idea", "pieces": pieces});
    let report = |pieces: Value| {
        let by = ["--report", folder.path().to_str().unwrap(), "--by", "pieces"];
        score(&row(pieces).to_string(), &by);
        folder.path().join("accuracy_by_pieces.svg").exists()
    };
    let own = folder.path().join("accuracy_by_hand.svg");
    fs::write(&own, "<svg/>").unwrap();
    assert!(report(json!(2)));
    assert!(!report(Value::Null));
    assert!(own.exists() && folder.path().join("accuracy_by_length.svg").exists());
}

#[test]
fn faults_of_csv_are_named() {
    let run = |input: &[u8]| {
        let arguments = ["score", "--format", "csv"];
        let output = Tables::none().run(&arguments).write_stdin(input.to_vec()).output().unwrap();
        (csv_rows(&text(&output.stdout)), output.status.code(), text(&output.stderr))
    };
    let right = format!("{BOARD},B+2 A+1\n");
    let (rows, code, said) = run(format!("board,answer\n{right}{BOARD},\"B+2\n{right}").as_bytes());
    let errors: Vec<&str> = rows.iter().map(|row| &*row["error"]).collect();
    let open = "the row has a quotation mark that is not closed";
    assert_eq!((errors, code), (vec!["", open], Some(1)), "{said}");
    let (_, code, said) = run(format!("board,\"answer\n{right}").as_bytes());
    assert!(code == Some(1) && said.contains("the header has a quotation mark"), "{said}");
    let (_, code, said) = run(format!("board,answer,answer\n{BOARD},B+2,A+1\n").as_bytes());
    assert!(code == Some(1) && said.contains("has 2 columns \"answer\""), "{said}");
    // Columns that are not read may have any names. A quotation mark inside a cell is text.
    let (rows, code, said) =
        run(format!("board,note,note,answer\n{BOARD},x,y\"z,B+2 A+1\n").as_bytes());
    assert_eq!((rows.len(), code), (1, Some(0)), "{said}");
    let mut bad = format!("board,answer\n{BOARD},B").into_bytes();
    bad.extend(b"\xff\n");
    bad.extend(right.as_bytes());
    let (rows, code, _) = run(&bad);
    let errors: Vec<&str> = rows.iter().map(|row| &*row["error"]).collect();
    assert_eq!((errors, code), (vec!["the row is no UTF-8 text", ""], Some(1)));
}
