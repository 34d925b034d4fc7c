//! Printed solutions keep the letters of the start: a witness that knows only letters and empty cells replays them.

use crate::common::{Tables, csv_rows, huarong, json_rows, text};
use naive::letters::Lettered;
use predicates::str::contains;
use serde_json::Value;
use std::fs;

/// On this board, two cars in different columns exchange their signs in the canonical text.
const BOARD: &str = "BBxoCCDDJooLIoJAALIEEKoLIFFKGGooxHHo";

/// At least so many boards, one per line, and the one above.
fn boards(count: usize) -> String {
    let list = fs::read_to_string("tests/data/rush_sample.txt").unwrap();
    let boards = list.lines().step_by(list.lines().count() / count);
    let boards = boards.map(|line| line.split(' ').nth(1).unwrap()).chain([BOARD]);
    boards.map(|board| format!("{board}\n")).collect()
}

fn solved(arguments: &[&str], boards: &str) -> String {
    let solve = [&["solve", "--boards", "-", "--metric", "straight"], arguments].concat();
    let run = Tables::none().run(&solve).write_stdin(boards).assert().success();
    text(&run.get_output().stdout)
}

/// The board of a line.
fn start(line: &str) -> Lettered {
    let rows: Vec<char> = line.replace('o', ".").replace('x', "#").chars().collect();
    let rows: Vec<String> = rows.chunks(6).map(|row| row.iter().collect()).collect();
    Lettered::of(&rows.join("/"), 6)
}

/// Slides a piece along arrows.
fn follow(board: &mut Lettered, piece: char, arrows: &str) {
    for arrow in arrows.chars() {
        let step = match arrow {
            '←' => (-1, 0),
            '→' => (1, 0),
            '↑' => (0, -1),
            '↓' => (0, 1),
            other => panic!("{other} is no arrow"),
        };
        board.step(piece, step).unwrap();
    }
}

/// The sign of a piece, and the cells that it moves right and down, of a move in JSON.
fn slide(made: &Value, sign: &str) -> (char, isize, isize) {
    let place = |key: &str, axis: usize| made[key][axis].as_i64().unwrap() as isize;
    let cells = |axis| place("to", axis) - place("from", axis);
    (made[sign].as_str().unwrap().parse().unwrap(), cells(0), cells(1))
}

fn is_solved(board: &Lettered) -> bool {
    [4, 5].map(|column| board.at((column, 2))) == ['A', 'A']
}

#[test]
fn text_keeps_the_letters_of_the_start() {
    let boards = boards(150);
    let printed = solved(&[], &boards);
    assert!(printed.lines().count() > 150);
    for (line, printed) in boards.lines().zip(printed.lines()) {
        let mut board = start(line);
        assert!(printed.starts_with(&board.text()), "{printed}");
        let (_, moves) = printed.split_once(" straight moves: ").unwrap();
        for made in moves.split(' ') {
            let mut signs = made.chars();
            let piece = signs.next().unwrap();
            let place = signs.as_str().trim_end_matches(['←', '→', '↑', '↓']);
            follow(&mut board, piece, &signs.as_str()[place.len()..]);
        }
        assert!(is_solved(&board), "{printed}");
    }
}

#[test]
fn json_and_csv_keep_the_letters_of_the_start() {
    let boards = boards(150);
    let answers = json_rows(&solved(&["--format", "json"], &boards));
    let rows = csv_rows(&solved(&["--format", "csv"], &boards));
    let mut exchanged = 0;
    for ((line, answer), row) in boards.lines().zip(&answers).zip(&rows) {
        let mut board = start(line);
        assert_eq!(answer["lettered"], board.text());
        let mut before = answer["position"].as_str().unwrap().to_owned();
        let moves = answer["moves"].as_array().unwrap();
        let after: Vec<&str> = row["lettered_moves"].split(' ').collect();
        assert_eq!(after.len(), moves.len());
        for (made, after) in moves.iter().zip(after) {
            let (piece, right, down) = slide(made, "piece");
            board.slide(piece, right, down).unwrap();
            assert_eq!((&made["lettered"], after), (&Value::from(board.text()), &*board.text()));
            // The sign is that of the canonical text before the move.
            let (sign, right, down) = slide(made, "sign");
            let mut canonical = Lettered::of(&before, 6);
            canonical.slide(sign, right, down).unwrap();
            before = made["position"].as_str().unwrap().to_owned();
            exchanged += usize::from(sign != piece);
        }
        assert!(is_solved(&board), "{line}");
    }
    assert!(exchanged > 0, "some signs of the canonical text change");
}

#[test]
fn traces_accept_letters_of_the_start_and_signs_of_each_position() {
    let boards = boards(20);
    let answers = json_rows(&solved(&["--format", "json"], &boards));
    let lists = |sign: &str| {
        let list = |(line, answer): (&str, &Value)| {
            let made = answer["moves"].as_array().unwrap().iter().map(|made| {
                let (piece, right, down) = slide(made, sign);
                format!("{piece}{:+}", right + down)
            });
            format!("{line},{}\n", made.collect::<Vec<_>>().join(" "))
        };
        let rows: String = boards.lines().zip(&answers).map(list).collect();
        format!("start,moves\n{rows}")
    };
    let trace = |input: &str| {
        let arguments = ["trace", "-", "--metric", "straight", "--format", "csv"];
        let run = huarong().args(arguments).write_stdin(input).assert().success();
        let output = run.get_output();
        (csv_rows(&text(&output.stdout)), text(&output.stderr))
    };
    let (kept, said) = trace(&lists("piece"));
    assert!(kept.iter().all(|row| row["letters"] == "start" && row["excess"] == "0"));
    assert!(!said.contains("letters of each position"), "{said}");
    let (present, said) = trace(&lists("sign"));
    assert!(present.iter().any(|row| row["letters"] == "position"));
    assert!(said.contains("read with the letters of each position"), "{said}");
    // Both are the same games.
    assert_eq!(kept.len(), present.len());
    for (one, other) in kept.iter().zip(&present) {
        assert_eq!((&one["start"], &one["move"]), (&other["start"], &other["move"]));
        assert_eq!(one["to_position"], other["to_position"]);
    }
    // A list that no reading allows is refused by the letters of the start.
    let mixed = format!("start,moves\n{BOARD},A+1 Z+1\n");
    let run = huarong().args(["trace", "-", "--metric", "straight"]).write_stdin(mixed).assert();
    run.code(1).stderr(contains("standard input:2: A+1: A is blocked by L"));
}

/// A person writes down what the answer page of a sheet says.
#[test]
fn traces_read_the_moves_that_sheets_print() {
    let tables = Tables::none();
    let sheet = tables.path().join("sheet.html");
    // The pieces of Klotski have no signs; those of Dad's Puzzler do. The boards are as the sheets show them.
    for (name, letters, board, metric) in [
        ("heng-dao-li-ma", "sheet", "BAAC/BAAC/DEEF/DGHF/I..J", "finger"),
        ("heng-dao-li-ma", "sheet", "BAAC/BAAC/DEEF/DGHF/I..J", "straight"),
        ("dads", "start", "AABB/AACC/D..E/FGHH/FGII", "finger"),
        // Digits are signs of pieces.
        ("hughes", "start", "A.1/A.2/633/554", "finger"),
    ] {
        tables.output(&["print", name, "--metric", metric, "--out", sheet.to_str().unwrap()]);
        let drawn = fs::read_to_string(&sheet).unwrap();
        let texts = drawn.split("<text").skip(1).filter_map(|text| {
            let (_, shown) = text.split_once('>')?;
            Some(shown.split_once('<')?.0)
        });
        let moves: Vec<&str> = texts.filter(|text| text.contains(['←', '→', '↑', '↓'])).collect();
        let mut replayed = Lettered::of(board, board.find('/').unwrap());
        for made in &moves {
            let mut signs = made.chars();
            let piece = signs.next().unwrap();
            follow(&mut replayed, piece, signs.as_str());
        }
        let list = format!("start,moves\n{name},{}\n", moves.join(" "));
        let trace = ["trace", "-", "--metric", metric, "--format", "csv"];
        let run = tables.run(&trace).write_stdin(list).assert().success();
        let rows = csv_rows(&text(&run.get_output().stdout));
        assert_eq!(rows.len(), moves.len());
        assert!(rows.iter().all(|row| row["letters"] == letters && row["excess"] == "0"));
        assert!(moves.len() > 20, "{name}");
    }
}

/// A person may give the cars letters in another order.
#[test]
fn a_start_keeps_the_letters_that_a_person_gave() {
    let tables = Tables::none();
    let file = tables.path().join("cars.toml");
    let start = "name = 'Cars'\nlengthwise = true\nstart = '''\nC..B\nC..B\nAA..\n....'''\n";
    let goal = "goal = '''\n....\n....\n..AA\n....'''\n";
    fs::write(&file, format!("{start}{goal}")).unwrap();
    let file = file.to_str().unwrap();
    // The canonical text has C before B.
    let own = "B..C/B..C/AA../....";
    let solve = ["solve", own, "--puzzle", file, "--metric", "straight"];
    let answer = &json_rows(&tables.output(&[&solve[..], &["--format", "json"]].concat()))[0];
    assert_eq!(answer["position"], "C..B/C..B/AA../....");
    assert_eq!(answer["lettered"], own);
    let made = &answer["moves"][0];
    let rows = csv_rows(&tables.output(&[&solve[..], &["--format", "csv"]].concat()));
    let shown = tables.output(&solve);
    assert!(shown.starts_with(&format!("{own}: ")), "{shown}");
    for (nth, made) in answer["moves"].as_array().unwrap().iter().enumerate() {
        for key in ["piece", "sign", "position", "lettered"] {
            assert_eq!(Some(&*rows[nth][key]), made[key].as_str(), "{key}");
        }
    }
    let mut board = Lettered::of(own, 4);
    let (piece, right, down) = slide(made, "piece");
    board.slide(piece, right, down).unwrap();
    assert_eq!(made["lettered"], board.text());
    assert!(shown.contains(&format!("1 {piece}")), "{shown}");
    // The captions of the boards replay the solution.
    let mut board = Lettered::of(own, 4);
    for caption in shown.split_whitespace().filter(|word| word.ends_with(['←', '→', '↑', '↓']))
    {
        let mut signs = caption.chars();
        let piece = signs.next().unwrap();
        follow(&mut board, piece, signs.as_str());
    }
    assert_eq!(board.at((3, 2)), 'A');
    // A trace of that board has the same letters.
    let list = answer["moves"].as_array().unwrap().iter().map(|made| {
        let (piece, right, down) = slide(made, "piece");
        format!("{piece}{:+}", right + down)
    });
    let input = format!("start,moves\n{own},{}\n", list.collect::<Vec<_>>().join(" "));
    let trace = ["trace", "-", "--puzzle", file, "--metric", "straight", "--format", "csv"];
    let run = tables.run(&trace).write_stdin(input).assert().success();
    let rows = csv_rows(&text(&run.get_output().stdout));
    assert!(rows.iter().all(|row| row["letters"] == "start"));
}
