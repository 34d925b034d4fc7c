//! Whole-program tests: distances, best moves and solutions, against the naive rules.

use crate::common::{
    METRICS, START, START_DISTANCES, STUCK, Tables, answers_of_lines, csv_rows, text, texts,
};
use huarong::games::lines::Lines;
use huarong::games::{self, GameTable};
use huarong::search::Effort;
use huarong::{Method, Metric, Options, Oracle, Puzzle, json};
use naive::Naive;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// A goal position.
const AT_GOAL: &str = "VSSV/VHHV/VHHV/VBBV/.BB.";

fn distance(answer: &Value, metric: &str) -> Option<u64> {
    let distance = &answer["distance"][metric];
    assert!(distance.is_u64() || distance.is_null(), "{answer}");
    distance.as_u64()
}

#[test]
fn the_classic_start_in_three_formats() {
    let tables = Tables::of(&["1h4v4s"]);
    let printed = tables.output(&["query", START]);
    assert!(printed.contains("unit 116, straight 90, finger 81"), "{printed}");
    assert!(printed.contains("piece set  1h4v4s"), "{printed}");
    assert!(printed.contains("of 65,880 positions"), "{printed}");

    let answer = &tables.ask([START])[0];
    let rows = csv_rows(&tables.output(&["query", START, "--format", "csv"]));
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0]["index"], answer["index"].to_string());
    for (metric, wanted) in START_DISTANCES {
        assert_eq!(distance(answer, metric), Some(wanted));
        assert_eq!(rows[0][metric], wanted.to_string());
        // The three formats give the same best moves in the same order.
        let best = texts(&answer["best_moves"][metric]);
        assert_eq!(rows[0][&format!("best_{metric}")], best.join(" "));
    }
    let moves = printed.lines().skip(6).map(|line| line.split_whitespace().last().unwrap());
    let best = METRICS.map(|metric| texts(&answer["best_moves"][metric])).concat();
    assert_eq!(moves.collect::<Vec<_>>(), best);
}

#[test]
fn moves_are_described_in_words() {
    let tables = Tables::of(&["0h0v0s"]);
    // One step above the exit, the only best move goes down. From beside the exit, it goes round a
    // corner.
    let printed = tables.output(&["query", "..../..../.BB./.BB./...."]);
    assert!(printed.contains("big at column 2, row 3: down"), "{printed}");
    let printed = tables.output(&["query", "..../..../BB../BB../...."]);
    let finger = printed.lines().find(|line| line.trim_start().starts_with("finger"));
    let finger = finger.expect("a finger move");
    let paths = ["row 3: right down", "row 3: down right"];
    assert!(paths.iter().any(|path| finger.contains(path)), "{printed}");
}

#[test]
fn json_and_csv_have_these_fields() {
    let tables = Tables::of(&["1h4v4s"]);
    let fields = ["best_moves", "distance", "index", "moves", "piece_set", "position", "solvable"];
    let answer = &tables.ask([START])[0];
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<BTreeSet<_>>();
    assert_eq!(keys(answer), BTreeSet::from(fields.map(str::to_owned)));
    assert_eq!(keys(&answer["distance"]), BTreeSet::from(METRICS.map(str::to_owned)));
    assert_eq!(keys(&answer["best_moves"]), BTreeSet::from(METRICS.map(str::to_owned)));
    assert_eq!(answer["position"], START);
    assert_eq!(answer["piece_set"], "1h4v4s");
    assert_eq!(answer["solvable"], true);

    let printed = tables.output(&["query", START, "--format", "csv"]);
    let header = "position,piece_set,index,solvable,unit,straight,finger,best_unit,best_straight,\
                  best_finger";
    assert_eq!(printed.lines().next(), Some(header));
}

/// The best moves are exactly the neighbours, by the naive rules, that are one move nearer to the
/// goal.
#[test]
fn best_moves_are_complete_and_right() {
    let naive = Naive::klotski();
    let tables = Tables::none();
    // A start, a deep position, an open board, a position with a piece that can turn corners, and a
    // nearly solved one.
    let positions = [
        START,
        "HHHH/VBBV/VBBV/SHHS/S..S",
        "BBSS/BBHH/..../VV../VV..",
        "BB../BBSS/HHHH/SSHH/SS..",
        "VHHV/VHHV/SSSS/V.BB/V.BB",
    ];
    for position in positions {
        let answer = &tables.ask([position])[0];
        for metric in METRICS {
            let wanted = distance(answer, metric).expect("solvable") - 1;
            let neighbours = naive.neighbours(position, metric);
            let asked = tables.ask(&neighbours);
            assert_eq!(asked.len(), neighbours.len());
            let nearer = asked.iter().filter(|asked| distance(asked, metric) == Some(wanted));
            let nearer: BTreeSet<String> =
                nearer.map(|asked| asked["position"].as_str().unwrap().to_owned()).collect();
            let best = texts(&answer["best_moves"][metric]);
            assert_eq!(best.len(), nearer.len(), "{position} {metric}");
            assert_eq!(BTreeSet::from_iter(best), nearer, "{position} {metric}");
        }
    }
}

/// Every position of some sets, in one stream: the distances, and an index that is a bijection.
#[test]
fn all_positions_of_small_sets_have_the_naive_distances() {
    let naive = Naive::klotski();
    let tables = Tables::none();
    // Open, crowded, with unsolvable positions, and entirely unsolvable.
    for (set, counts) in [
        ("0h0v1s", [1, 0, 0, 1]),
        ("6h0v2s", [1, 6, 0, 2]),
        ("5h2v0s", [1, 5, 2, 0]),
        ("7h0v0s", [1, 7, 0, 0]),
    ] {
        let known = METRICS.map(|metric| (metric, naive.distances(&counts, metric)));
        let positions: Vec<&String> = known[0].1.keys().collect();
        let answers = tables.ask(&positions);
        assert_eq!(answers.len(), positions.len());
        let mut indices: Vec<u64> = Vec::new();
        for (position, answer) in positions.into_iter().zip(&answers) {
            assert_eq!(answer["position"].as_str(), Some(&position[..]), "in the order of input");
            assert_eq!(answer["piece_set"], set);
            for (metric, known) in &known {
                assert_eq!(distance(answer, metric), known[position].map(u64::from), "{position}");
            }
            indices.push(answer["index"].as_u64().unwrap());
        }
        indices.sort();
        assert_eq!(indices, Vec::from_iter(0..answers.len() as u64));
    }
}

#[test]
fn an_unsolvable_position() {
    let tables = Tables::of(&["0h5v4s"]);
    let printed = tables.output(&["query", STUCK]);
    assert!(printed.contains("cannot reach the goal"), "{printed}");
    let answer = &tables.ask([STUCK])[0];
    assert_eq!(answer["solvable"], false);
    let row = &csv_rows(&tables.output(&["query", STUCK, "--format", "csv"]))[0];
    assert_eq!(row["solvable"], "false");
    for metric in METRICS {
        assert!(answer["distance"][metric].is_null());
        assert!(texts(&answer["best_moves"][metric]).is_empty());
        assert_eq!(row[metric], "");
        assert_eq!(row[&format!("best_{metric}")], "");
    }

    let error = tables.error(&["solve", STUCK]);
    assert!(error.contains(STUCK) && error.contains("cannot reach the goal"), "{error}");
}

#[test]
fn a_goal_position() {
    assert!(Naive::klotski().is_goal(AT_GOAL));
    let tables = Tables::none();
    let answer = &tables.ask([AT_GOAL])[0];
    assert_eq!(answer["solvable"], true);
    for metric in METRICS {
        assert_eq!(distance(answer, metric), Some(0));
        assert!(texts(&answer["best_moves"][metric]).is_empty());
        let arguments = ["solve", AT_GOAL, "--metric", metric, "--format", "json"];
        let solution: Value = serde_json::from_str(&tables.output(&arguments)).unwrap();
        assert_eq!(solution["distance"], 0);
        assert_eq!(solution["moves"], Value::Array(vec![]));
    }
    assert!(tables.output(&["query", AT_GOAL]).contains("at the goal"));
    assert!(tables.output(&["solve", AT_GOAL]).contains("0 finger moves"));
}

#[test]
fn a_letter_for_each_piece_is_read_too() {
    let tables = Tables::of(&["1h4v4s"]);
    let answers = tables.ask(["HAAI/HAAI/JBBK/JNOK/P..Q", START]);
    assert_eq!(answers[0], answers[1]);
    assert_eq!(answers[0]["position"], START);
}

#[test]
fn other_signs_for_an_empty_cell_and_newlines_for_slashes() {
    let tables = Tables::of(&["1h4v4s"]);
    let wanted = tables.output(&["query", START]);
    for sign in ["@", "_", "0", " "] {
        assert_eq!(tables.output(&["query", &START.replace('.', sign)]), wanted, "{sign:?}");
    }
    assert_eq!(tables.output(&["query", &START.replace('/', "\n")]), wanted);
}

#[test]
fn several_positions_as_arguments() {
    let tables = Tables::none();
    let all = tables.output(&["query", START, STUCK, AT_GOAL]);
    let one_by_one = [START, STUCK, AT_GOAL].map(|position| tables.output(&["query", position]));
    assert_eq!(all, one_by_one.concat());
}

#[test]
fn standard_input_may_have_blank_lines_and_any_line_ends() {
    let tables = Tables::none();
    let wanted = tables.ask([START, STUCK, AT_GOAL]);
    for input in [
        format!("{START}\n{STUCK}\n{AT_GOAL}\n"),
        format!("{START}\n{STUCK}\n{AT_GOAL}"),
        format!("\n\n{START}\n\n{STUCK}\n\n\n{AT_GOAL}\n\n"),
        format!("{START}\r\n\r\n{STUCK}\r\n{AT_GOAL}\r\n"),
        format!("{START}\r\n{STUCK}\n{AT_GOAL}\r"),
    ] {
        let mut command = tables.run(&["query", "--format", "json", "-"]);
        let run = command.write_stdin(&input[..]).assert().success().stderr("");
        assert_eq!(answers_of_lines(&run.get_output().stdout), wanted, "{input:?}");
    }
    tables.run(&["query", "-"]).write_stdin("").assert().success().stdout("").stderr("");
    tables.run(&["query", "-"]).write_stdin("\n\r\n\n").assert().success().stdout("").stderr("");
}

#[test]
fn csv_from_standard_input_has_one_header() {
    let tables = Tables::none();
    let mut command = tables.run(&["query", "-", "--format", "csv"]);
    let run = command.write_stdin(format!("{START}\n{STUCK}\n")).assert().success();
    let rows = csv_rows(&text(&run.get_output().stdout));
    assert_eq!(rows.iter().map(|row| &row["position"][..]).collect::<Vec<_>>(), [START, STUCK]);
}

/// More input than the program reads at once: no line is split, lost or out of order.
#[test]
#[ignore = "long: tens of thousands of lines"]
fn a_long_stream_keeps_its_order() {
    let tables = Tables::of(&["0h0v1s"]);
    let positions = Vec::from_iter(Naive::klotski().arrangements(&[1, 0, 0, 1]));
    let asked: Vec<&String> = positions.iter().cycle().take(30_000).collect();
    let answers = tables.ask(&asked);
    assert_eq!(answers.len(), asked.len());
    let first: BTreeMap<&str, &Value> =
        answers.iter().map(|answer| (answer["position"].as_str().unwrap(), answer)).collect();
    for (answer, asked) in answers.iter().zip(asked) {
        assert_eq!(answer, first[&asked[..]]);
    }
}

#[test]
fn a_line_is_answered_while_the_input_stays_open() {
    let tables = Tables::of(&["1h4v4s"]);
    let mut process = tables.process(&["query", "-", "--format", "json"]);
    let mut child = process.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let output = BufReader::new(child.stdout.take().unwrap());
    let (sender, answers) = mpsc::channel();
    let reader = thread::spawn(move || {
        output.lines().for_each(|line| sender.send(line.unwrap()).unwrap());
    });
    for _ in 0..3 {
        // A line may arrive in parts; it ends at its line break.
        let (begin, rest) = START.split_at(7);
        input.write_all(begin.as_bytes()).unwrap();
        input.flush().unwrap();
        input.write_all(format!("{rest}\n").as_bytes()).unwrap();
        let answer = answers.recv_timeout(Duration::from_secs(60)).expect("an answer in time");
        let answer: Value = serde_json::from_str(&answer).unwrap();
        assert_eq!(distance(&answer, "finger"), Some(81));
    }
    drop(input);
    assert!(child.wait().unwrap().success());
    reader.join().unwrap();
    assert!(answers.try_recv().is_err(), "no further answer");
}

/// Checks that a solution has as many moves as the distance, that each is legal, and that it ends
/// in a goal position.
fn check_solution(metric: &str, from: &str, after: &[String], distance: u64) {
    let naive = Naive::klotski();
    assert_eq!(after.len() as u64, distance);
    let mut at = from;
    for next in after {
        assert!(naive.neighbours(at, metric).contains(next), "{at} to {next} is no {metric} move");
        at = next;
    }
    assert!(naive.is_goal(at), "{at} is not a goal position");
}

/// The objects of the library have the keys and values of the program.
#[test]
fn the_library_writes_the_json_of_the_program() {
    let check = |object: Value, printed: &str| {
        let printed: Value = serde_json::from_str(printed).unwrap();
        for (key, value) in object.as_object().unwrap() {
            assert_eq!(printed.get(key), Some(value), "{key}");
        }
    };
    let tables = Tables::of(&["1h4v4s"]);
    let start = Puzzle::klotski().parse(START).unwrap();
    let options = Options::new().metrics(&Metric::ALL);
    let oracle = Oracle::search_by(Method::Space, &start, &options).unwrap();
    for metric in Metric::ALL {
        let moves = oracle.under(metric).solution(&start).unwrap().unwrap();
        let object = serde_json::to_value(json::solution(&start, metric, &moves)).unwrap();
        let solve = ["solve", START, "--metric", metric.name(), "--format", "json"];
        check(object, &tables.output(&solve));
    }
    let directory = tempfile::tempdir().unwrap();
    let lines = "3,3,3".parse::<Lines>().unwrap();
    let table = GameTable::open_or_build(directory.path(), lines, Effort::UNLIMITED).unwrap();
    let text = "x../.o./...";
    let at = games::Position::parse(text, (3, 3)).unwrap();
    let object = serde_json::to_value(json::game_position(&table, &at).unwrap()).unwrap();
    let games = Tables::none();
    games.output(&["game", "build", "tic-tac-toe"]);
    check(object, &games.output(&["game", "query", "tic-tac-toe", text, "--format", "json"]));
}

#[test]
fn solutions_replay_move_by_move() {
    let naive = Naive::klotski();
    let tables = Tables::of(&["1h4v4s"]);
    for (metric, wanted) in START_DISTANCES {
        let arguments = ["solve", START, "--metric", metric, "--format"];
        let solve = |format| tables.output(&[&arguments[..], &[format]].concat());
        let solution: Value = serde_json::from_str(&solve("json")).unwrap();
        assert_eq!(solution["position"], START);
        assert_eq!(solution["metric"], metric);
        assert_eq!(solution["distance"], wanted);
        let moves = solution["moves"].as_array().unwrap();
        let positions: Vec<String> =
            moves.iter().map(|made| made["position"].as_str().unwrap().to_owned()).collect();
        check_solution(metric, START, &positions, wanted);

        let rows = csv_rows(&solve("csv"));
        assert_eq!(rows.len(), moves.len());
        let mut before = START;
        for (number, (made, row)) in (1..).zip(moves.iter().zip(&rows)) {
            let place = |place: &Value| {
                let numbers = place.as_array().unwrap().iter().map(|n| n.as_u64().unwrap());
                numbers.map(|number| number as usize).collect::<Vec<_>>()
            };
            let (from, to) = (place(&made["from"]), place(&made["to"]));
            let shape = made["shape"].as_str().unwrap();
            let after = made["position"].as_str().unwrap();
            let starts_at = |position, at: &[usize]| {
                naive.pieces(position).iter().any(|(letter, cells)| {
                    let first = [cells[0].0, cells[0].1];
                    first == at && shape.starts_with(letter.to_ascii_lowercase())
                })
            };
            // Exactly the moved piece has left `from` and reached `to`.
            assert!(starts_at(before, &from) && !starts_at(before, &to), "{before} {made}");
            assert!(starts_at(after, &to) && !starts_at(after, &from), "{before} {made}");
            let numbers = [number, from[0], from[1], to[0], to[1]].map(|n: usize| n.to_string());
            let columns = ["move", "from_column", "from_row", "to_column", "to_row"];
            assert_eq!(columns.map(|column| row[column].clone()), numbers);
            assert_eq!((&row["shape"][..], &row["position"][..]), (shape, after));
            before = after;
        }
    }
}

/// The boards of a text solution, each as one position, and their captions.
fn panels(printed: &str) -> (Vec<String>, Vec<String>) {
    let (_, blocks) = printed.split_once("\n\n").expect("a heading and boards");
    let (mut captions, mut boards) = (Vec::new(), Vec::new());
    for block in blocks.split("\n\n") {
        let mut lines = block.lines();
        let caption = lines.next().expect("captions");
        captions.extend(caption.split("  ").map(str::trim).filter(|c| !c.is_empty()));
        let rows: Vec<Vec<&str>> = lines.map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(rows.len(), 5, "{block}");
        for column in 0..rows[0].len() {
            let board: Vec<&str> = rows.iter().map(|row| row[column]).collect();
            boards.push(board.join("/"));
        }
    }
    (captions.into_iter().map(str::to_owned).collect(), boards)
}

#[test]
fn solutions_in_text_show_every_board() {
    let tables = Tables::of(&["1h4v4s"]);
    for (metric, wanted) in START_DISTANCES {
        let printed = tables.output(&["solve", START, "--metric", metric]);
        assert!(printed.starts_with(&format!("{START}: {wanted} {metric} moves\n")), "{printed}");
        assert!(printed.lines().all(|line| line.chars().count() <= 80), "{printed}");
        let (captions, boards) = panels(&printed);
        assert_eq!((&captions[0][..], &boards[0][..]), ("start", START));
        assert_eq!(captions.len(), boards.len());
        let positions: Vec<String> = boards.iter().map(|board| board.to_uppercase()).collect();
        check_solution(metric, START, &positions[1..], wanted);
        for (number, board) in boards.iter().enumerate().skip(1) {
            check_panel(&captions[number], &positions[number - 1], board, number);
        }
    }
}

/// The caption has the number of the move, the letter and the path; the board shows the moved piece
/// in lower case.
fn check_panel(caption: &str, before: &str, board: &str, number: usize) {
    let (reported, path) = caption.split_once(' ').expect("a number and a path");
    assert_eq!(reported, number.to_string());
    let mut path = path.chars();
    let letter = path.next().unwrap();
    let steps: Vec<(isize, isize)> = path
        .map(|arrow| match arrow {
            '→' => (1, 0),
            '←' => (-1, 0),
            '↓' => (0, 1),
            '↑' => (0, -1),
            _ => panic!("{arrow} in {caption}"),
        })
        .collect();
    let rows = |text: &str| text.split('/').map(|r| r.chars().collect()).collect::<Vec<Vec<_>>>();
    let (before, board) = (rows(before), rows(board));
    let moved: Vec<(isize, isize)> = (0..20)
        .map(|cell| (cell % 4, cell / 4))
        .filter(|&(c, r)| board[r as usize][c as usize].is_lowercase())
        .collect();
    let at = |grid: &[Vec<char>], (column, row): (isize, isize)| {
        let row = usize::try_from(row).ok().and_then(|row| grid.get(row))?;
        usize::try_from(column).ok().and_then(|column| row.get(column)).copied()
    };
    assert!(moved.iter().all(|&cell| at(&board, cell) == Some(letter.to_ascii_lowercase())));
    let total = steps.iter().fold((0, 0), |(x, y), step| (x + step.0, y + step.1));
    let mut piece: Vec<_> = moved.iter().map(|&(c, r)| (c - total.0, r - total.1)).collect();
    assert!(piece.iter().all(|&cell| at(&before, cell) == Some(letter)), "{caption}");
    // With the piece removed, every cell of the path is empty.
    let mut others = before;
    piece.iter().for_each(|&(c, r)| others[r as usize][c as usize] = '.');
    for step in steps {
        piece.iter_mut().for_each(|cell| *cell = (cell.0 + step.0, cell.1 + step.1));
        assert!(piece.iter().all(|&cell| at(&others, cell) == Some('.')), "{caption}");
    }
    assert_eq!(piece, moved);
}

#[test]
fn solutions_of_other_positions() {
    let tables = Tables::none();
    let positions = ["HHHH/VBBV/VBBV/SHHS/S..S", "BBSS/BBHH/..../VV../VV.."];
    for (position, metric) in positions.iter().flat_map(|p| METRICS.map(|m| (p, m))) {
        let wanted = distance(&tables.ask([position])[0], metric).expect("solvable");
        let printed = tables.output(&["solve", position, "--metric", metric, "--format", "csv"]);
        let after: Vec<String> =
            csv_rows(&printed).into_iter().map(|row| row["position"].clone()).collect();
        check_solution(metric, position, &after, wanted);
    }
    // The finger metric is the default.
    let finger = tables.output(&["solve", START, "--metric", "finger"]);
    assert_eq!(tables.output(&["solve", START]), finger);
}

/// One table suffices for questions about one metric; a search would exceed the memory limit.
#[test]
fn one_metric_is_answered_from_its_table() {
    let all = Tables::of(&["1h4v4s"]);
    for metric in METRICS {
        let one = Tables::none();
        one.output(&["build", "1h4v4s", "--metric", metric]);
        for position in [START, "VVVV/VVVV/SSHH/.BBS/.BBS"] {
            let question = ["query", position, "--metric", metric];
            let answer = one.output(&[&question[..], &["--memory", "1MB"]].concat());
            assert_eq!(answer, all.output(&question));
        }
        // The other formats include all metrics.
        let question = ["query", START, "--metric", metric, "--format", "json"];
        assert_eq!(one.output(&question), all.output(&question));
        let error = one.error(&[&question[..], &["--memory", "500kB", "--quiet"]].concat());
        assert!(error.contains("needs about"), "{error}");
    }
}
