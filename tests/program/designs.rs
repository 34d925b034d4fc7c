//! `huarong design`, and `hardest --pieces`: puzzles to order.

use crate::common::{Tables, csv_rows, huarong, json_rows};
use naive::decoys::{Verdicts, decoys};
use naive::grids::{Drawn, Witness, cells_of, grid, signs};
use naive::{Grid, to_text};
use predicates::str::contains;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

#[test]
#[ignore = "long: thousands of puzzles"]
fn one_changed_piece_makes_published_puzzles_harder() {
    // Found by a designer with a script and `solve`: the longest puzzles after one change, and whether there are any.
    let same = "moved,turned,removed,exchanged";
    for (puzzle, metric, changes, before, after) in [
        ("rush-card-10", "straight", "moved", 17, 44),
        ("hughes", "finger", same, 21, 30),
        ("dads", "finger", same, 58, 59),
        ("hordern-c53", "finger", "moved,exchanged", 44, 54),
        ("century", "finger", same, 99, 99),
        ("simplicity", "finger", same, 18, 18),
        ("rush-card-05", "straight", same, 9, 9),
    ] {
        let design = ["design", "--like", puzzle, "--metric", metric, "--change", changes];
        let design = [&design[..], &["--format", "csv"]].concat();
        let rows = csv_rows(&Tables::none().output(&design));
        let [moves, gain] =
            ["distance", "gain"].map(|column| rows[0][column].parse::<i32>().unwrap());
        assert_eq!((moves, moves - gain), (after, before), "{puzzle}");
    }
}

#[test]
fn wrong_arguments_of_design_are_refused() {
    for (arguments, message) in [
        (vec!["design"], "--like"),
        (vec!["design", "--pieces", "big 2domino"], "--board"),
        (vec!["design", "--pieces", "big 2dog", "--board", "4x4"], "names no shape"),
        (vec!["design", "--pieces", "big 9domino", "--board", "4x4"], "16 open cells"),
        (vec!["design", "--pieces", "big", "--board", "4x"], "--board 4x"),
        (vec!["design", "--pieces", "big", "--board", "3x3", "--goal", ".XX/.XX"], "3 rows"),
        (vec!["design", "--pieces", "big", "--board", "3x3", "--goal", ".XX/.XY/..."], "'Y'"),
        (
            vec!["design", "--pieces", "big", "--board", "3x3", "--goal", ".XX/..X/..."],
            "never covers",
        ),
        (vec!["design", "--pieces", "big", "--board", "3x3", "--count", "0"], "at least one"),
        (vec!["design", "--pieces", "big", "--board", "3x3", "--where", "luck=1"], "is no measure"),
        (vec!["design", "--pieces", "big", "--board", "3x3", "--where", "returns=2..1"], "smaller"),
        (
            vec!["design", "--pieces", "big", "--board", "3x3", "--where", "returns"],
            "as in returns=0",
        ),
        (vec!["design", "--doors", "6x"], "--doors 6x"),
        (vec!["design", "--doors", "3x3"], "6 pieces of these shapes cover at least 12 cells"),
        (
            vec!["design", "--doors", "5x5", "--piece-count", "2", "--colours", "3"],
            "that of pieces at most 2",
        ),
        (vec!["design", "--doors", "5x5", "--piece-count", "27"], "up to 26"),
        (vec!["design", "--doors", "5x5", "--colours", "0..2"], "from at least 1"),
        (vec!["design", "--doors", "5x5", "--door-count", "2"], "that of doors at most 2"),
        (vec!["design", "--doors", "5x5", "--shapes", "domino dog"], "\"dog\" names no shape"),
        (vec!["design", "--doors", "5x5", "--shapes", ""], "no shapes are given"),
        (
            vec![
                "design",
                "--doors",
                "3x3",
                "--piece-count",
                "2",
                "--colours",
                "1",
                "--door-count",
                "13",
            ],
            "12 places",
        ),
        (vec!["design", "--doors", "5x5", "--tries", "0"], "allow at least one"),
        (vec!["design", "--doors", "5x5", "--count", "100000000000"], "at most 1,000,000"),
        (vec!["design", "--rush", "4x4", "--count", "100000000000"], "at most 1,000,000"),
        (
            vec!["design", "--pieces", "big", "--board", "3x3", "--count", "100000000000"],
            "at most 1,000,000",
        ),
        (vec!["design", "--doors", "5x5", "--symmetric"], "cannot be used"),
        (vec!["design", "--doors", "5x5", "--minimal"], "cannot be used"),
        (vec!["design", "--rush", "5x5", "--walls", "1.."], "as in 1..2"),
        (vec!["design", "--rush", "5x5", "--walls", "1..2", "--max-walls", "2"], "cannot be used"),
        (vec!["design", "--doors", "5x5", "--walls", "2..1"], "smaller number first"),
        (
            vec!["design", "--doors", "3x3", "--walls", "2", "--piece-count", "4"],
            "has 7 besides walls",
        ),
        (vec!["design", "--pieces", "big", "--board", "4x4", "--walls", "1"], "cannot be used"),
        (
            vec!["design", "--pieces", "big 0..2domino", "--board", "4x4", "--total", "4..5"],
            "from 4 to 5 pieces",
        ),
        (
            vec!["design", "--pieces", "big", "--board", "4x5", "--symmetric=quarter-turn"],
            "the board is not",
        ),
        (
            vec!["design", "--pieces", "T 2small", "--board", "4x5", "--symmetric=half-turn"],
            "no place of the goal piece is",
        ),
        (
            vec![
                "design",
                "--pieces",
                "big domino",
                "--board",
                "4x4",
                "--symmetric=up-down,half-turn",
            ],
            "change their numbers",
        ),
        (vec!["design", "--pieces", "big", "--board", "4x4", "--symmetric=round"], "left-right"),
        (vec!["design", "--like", "dads", "--total", "3"], "cannot be used"),
        (vec!["design", "--rush", "5x5", "--unreachable"], "cannot be used"),
        (vec!["design", "--rush", "5x5", "--decoys", "1"], "cannot be used"),
        (vec!["design", "--doors", "5x5", "--decoys", "2..1"], "smaller number first"),
        (vec!["design", "--doors", "5x5", "--metric", "multi"], "multi"),
        (vec!["design", "--rush", "5x5", "--colours", "2"], "cannot be used"),
        (vec!["design", "--rush", "2x2"], "3 to 8 columns"),
        (vec!["design", "--rush", "6x6", "--max-walls", "99"], "99 walls"),
        (vec!["design", "--rush", "4x4", "--max-walls", "1..2"], "write one number"),
        (vec!["rush", "4x4", "--max-walls", "1..2"], "write one number"),
        (
            vec!["design", "--pieces", "big", "--board", "3x3", "--where", "pieces=..9"],
            "the list of --pieces",
        ),
        (
            vec!["design", "--pieces", "big 2small", "--board", "3x3", "--symmetric"],
            "odd number of columns",
        ),
        (
            vec!["design", "--pieces", "domino", "--board", "..#/...", "--symmetric"],
            "use a symmetric board",
        ),
        (vec!["design", "--rush", "6x6", "--from", "9", "--to", "4"], "smaller number first"),
        (vec!["design", "--rush", "6x6", "--from", "9"], "--to"),
        (vec!["design", "--rush", "6x6", "--symmetric"], "--rush"),
        (vec!["design", "--rush", "5x5", "--change", "moved"], "--change"),
        (vec!["design", "--like", "dads", "--board", "4x4"], "--board"),
        (vec!["design", "--pieces", "big", "--board", "3x3", "--exit-row", "2"], "--exit-row"),
        (vec!["design", "--pieces", "big 3 small", "--board", "3x3"], "\"3\" names no shape"),
        (vec!["design", "--pieces", "big 5..2small", "--board", "3x3"], "smaller number first"),
        (vec!["design", "--pieces", "big", "--board", "3x3", "--out", "src"], "not empty"),
        (vec!["design", "--pieces", "big", "--board", "3x3", "--out", "Cargo.toml"], "Cargo.toml"),
        (vec!["design", "--like", "dads", "--distance", "3"], "--like"),
        (vec!["design", "--pieces", "big", "--board", "3x3", "--like", "dads"], "cannot be used"),
        (vec!["hardest", "1h1v2s", "--board", "4x4", "--goal", "..../..../..XX/..XX"], "--goal"),
        (vec!["hardest", "1h1v2s", "--any-goal"], "--any-goal"),
        (vec!["hardest", "--puzzle", "dads", "--any-goal"], "--any-goal"),
        (vec!["hardest", "--puzzle", "dads", "--goal", "..../..../..XX/..XX"], "--goal"),
        (vec!["design", "--like", "no-such-puzzle"], "no puzzle of the library is called"),
        (vec!["design", "--like", "no-such-file.toml"], "no-such-file.toml"),
        (vec!["design", "--like", "dads", "--change", "bent"], "bent"),
        (vec!["design", "--like", "list.jsonl"], "--like list.jsonl is a list of puzzles"),
        (vec!["design", "--doors", "5x5", "--decoys", "1"], "cannot be used with"),
        (vec!["design", "--like", "dads", "--memory", "1kB"], "memory"),
    ] {
        huarong().args(&arguments).assert().failure().stderr(contains(message)).stdout("");
    }
    let long = "x".repeat(100_000);
    let design = ["design", "--pieces", "big", "--board", &long];
    let said = huarong().args(design).assert().failure().get_output().stderr.clone();
    assert!(said.len() < 1000, "a long text is not repeated");
}

/// Boards are counted and turned as they are drawn.
#[test]
fn numbers_of_walls_and_pieces_and_symmetries_are_as_ordered() {
    let starts = |arguments: &[&str]| -> Vec<Vec<Vec<char>>> {
        let rows =
            Tables::none().output(&[arguments, &["--count", "5", "--format", "csv"]].concat());
        let starts = csv_rows(&rows).into_iter().map(|row| row["start"].clone());
        let grid = |start: String| start.split('/').map(|line| line.chars().collect()).collect();
        let starts: Vec<Vec<Vec<char>>> = starts.map(grid).collect();
        assert_eq!(starts.len(), 5);
        starts
    };
    let walls = |start: &Vec<Vec<char>>| start.concat().iter().filter(|sign| **sign == '#').count();
    let rush = ["design", "--rush", "5x5", "--walls", "1..2", "--from", "3", "--to", "8"];
    assert!(starts(&rush).iter().all(|start| (1..=2).contains(&walls(start))));
    let doors =
        ["design", "--doors", "5x5", "--piece-count", "3..4", "--colours", "2", "--tries", "900"];
    for start in starts(&[&doors[..], &["--walls", "2..3"]].concat()) {
        assert!((2..=3).contains(&walls(&start)), "{start:?}");
    }
    let pieces =
        ["design", "--pieces", "big 0..4domino 0..4small", "--board", "4x4", "--total", "6..7"];
    for start in starts(&pieces) {
        let signs: BTreeSet<char> =
            start.concat().into_iter().filter(|sign| *sign != '.').collect();
        assert!((6..=7).contains(&signs.len()), "{start:?}");
    }
    // Cells are of one piece in the image if they are of one piece in the start.
    let turned = |start: &[Vec<char>], turn: fn(usize, usize, usize) -> (usize, usize)| {
        let last = start.len() - 1;
        let at = |row, column| {
            let (row, column) = turn(row, column, last);
            start[row][column]
        };
        let mut signs = BTreeMap::from([('.', '.'), ('A', 'A')]);
        let cells = (0..=last).flat_map(|row| (0..=last).map(move |column| (row, column)));
        cells.into_iter().all(|(row, column)| {
            let image = *signs.entry(start[row][column]).or_insert(at(row, column));
            image == at(row, column)
        }) && signs.values().collect::<BTreeSet<_>>().len() == signs.len()
    };
    let board =
        ["design", "--pieces", "big 2..4domino 0..4small", "--board", "4x4", "--same-component"];
    let symmetric = |option: &str| starts(&[&board[..], &[option]].concat());
    for start in symmetric("--symmetric") {
        assert!(turned(&start, |row, column, last| (row, last - column)), "{start:?}");
    }
    for start in symmetric("--symmetric=up-down") {
        assert!(turned(&start, |row, column, last| (last - row, column)), "{start:?}");
    }
    let around_a_cell =
        ["design", "--pieces", "small 4domino", "--board", "5x5", "--same-component"];
    for start in starts(&[&around_a_cell[..], &["--symmetric=quarter-turn"]].concat()) {
        assert!(turned(&start, |row, column, last| (column, last - row)), "{start:?}");
    }
    for start in symmetric("--symmetric=left-right,half-turn") {
        assert!(turned(&start, |row, column, last| (row, last - column)), "{start:?}");
        assert!(turned(&start, |row, column, last| (last - row, last - column)), "{start:?}");
    }
}

#[test]
fn any_of_several_goals_solves_a_puzzle() {
    let design = ["design", "--pieces", "big 2domino 2small", "--board", "4x3", "--count", "1"];
    let goals = ["--goal", "XX../XX../....", "--goal", "..../..XX/..XX", "--format", "json"];
    let row = json_rows(&Tables::none().output(&[&design[..], &goals].concat())).remove(0);
    assert_eq!(row["goal"], "AA../AA../.... ..../..AA/..AA");
    let text = row["puzzle"].as_str().unwrap();
    let solved = huarong()
        .args(["solve", "--format", "csv", "-"])
        .write_stdin(row.to_string())
        .assert()
        .success();
    let solved = solved.get_output().stdout.clone();
    let solved = csv_rows(std::str::from_utf8(&solved).unwrap());
    assert_eq!(solved[0]["distance"], row["distance"].to_string());
    // The witness reads one goal: the nearest of the two counts.
    let [one, other] = ["AA..\nAA..\n....", "....\n..AA\n..AA"].map(|goal| {
        let start = text.split("\"\"\"").nth(1).unwrap().trim().to_owned();
        let drawn = Drawn { start, goals: vec![goal.to_owned()], ..Drawn::default() };
        Witness::new(&drawn).solution_length("finger")
    });
    let nearest = [one, other].into_iter().flatten().min();
    assert_eq!(row["distance"].as_u64(), nearest.map(u64::from));
}

/// A Rush Hour board for the witness, without one of its cars. The cars of one cell that move along columns are listed.
fn rush_puzzle(board: &[Vec<char>], columns: &str, without: Option<char>, exits: &[&str]) -> Drawn {
    let mut drawn = Drawn::default();
    let mut board = board.to_vec();
    for sign in board.iter_mut().flatten().filter(|sign| Some(**sign) == without) {
        *sign = '.';
    }
    let row = board.iter().find(|row| row.contains(&'A')).unwrap().clone();
    let red: String = row.iter().filter(|sign| **sign == 'A').collect();
    let goal = |exit: &&str| {
        let empty = ".".repeat(row.len() - red.len());
        let end = if *exit == "left" { red.clone() + &empty } else { empty + &red };
        let line = |own: &Vec<char>| match own.contains(&'A') {
            true => end.clone(),
            false => own.iter().map(|sign| if *sign == '#' { '#' } else { '.' }).collect(),
        };
        board.iter().map(line).collect::<Vec<String>>().join("\n")
    };
    drawn.goals = exits.iter().map(goal).collect();
    for sign in signs(&board) {
        let cells = cells_of(&board, sign);
        let is_in_row = cells.iter().all(|cell| cell.1 == cells[0].1) && !columns.contains(sign);
        if is_in_row { drawn.rows.push(sign) } else { drawn.columns.push(sign) }
    }
    drawn.start = to_text(&board).replace('/', "\n");
    drawn
}

/// A board with a letter for each car of one cell, and the letters of those that move along their columns.
fn lettered(start: &str) -> (Grid, String) {
    let mut letters = ('a'..='z').chain('0'..='9');
    let mut columns = String::new();
    let sign = |sign: char| match sign {
        '-' | '|' => {
            let letter = letters.next().unwrap();
            if sign == '|' {
                columns.push(letter);
            }
            letter
        }
        sign => sign,
    };
    let board = start.trim_end_matches('/').chars().map(sign).collect::<String>();
    (grid(&board.replace('/', "\n")), columns)
}

/// The lengths are those of the witness. Without any car, the puzzle is shorter.
#[test]
fn cars_of_one_cell_and_exits_at_both_ends_are_as_ordered() {
    for (order, exits) in [
        (&["--rush", "3x3", "--car-lengths", "1", "--metric", "unit"][..], &["right"][..]),
        (&["--rush", "4x3", "--car-lengths", "1..2", "--exit-row", "1"], &["right"]),
        (&["--rush", "4x4", "--exits", "right,left", "--walls", "0..1"], &["left", "right"]),
        (&["--rush", "4x3", "--car-lengths", "1..3", "--exits", "left"], &["left"]),
    ] {
        let design = ["design", "--tries", "600", "--count", "2", "--format", "json"];
        let fixtures = Tables::none();
        let rows = json_rows(&fixtures.output(&[&design[..], order].concat()));
        assert_eq!(rows.len(), 2, "{order:?}");
        let metric = rows[0]["metric"].as_str().unwrap();
        for row in &rows {
            let start = row["start"].as_str().unwrap();
            let (board, columns) = lettered(start);
            let length = |without: Option<char>| {
                let drawn = rush_puzzle(&board, &columns, without, exits);
                let each = drawn.goals.iter().map(|goal| {
                    let goals = vec![goal.clone()];
                    Witness::new(&Drawn { goals, ..drawn.clone() }).solution_length(metric)
                });
                each.flatten().min().map(u64::from)
            };
            let moves = row["distance"].as_u64();
            assert_eq!(length(None), moves, "{order:?} {start}");
            for sign in signs(&board).into_iter().filter(|sign| *sign != 'A') {
                assert!(length(Some(sign)) < moves, "{order:?} {start} without {sign}");
            }
            if exits == ["right"] {
                let solve = ["solve", "--boards", "-", "--metric", metric, "--format", "csv"];
                let solved = huarong().args(solve).write_stdin(start).assert().success();
                let solved = solved.get_output().stdout.clone();
                let solved = csv_rows(std::str::from_utf8(&solved).unwrap());
                assert_eq!(solved[0]["distance"].parse().ok(), moves, "{start}");
            }
            // The puzzle reads its start as a board.
            let file = fixtures.path().join("designed.toml");
            fs::write(&file, row["puzzle"].as_str().unwrap()).unwrap();
            let start = start.trim_end_matches('/');
            let query = ["query", "--format", "json", "--puzzle", file.to_str().unwrap()];
            let [of_board, of_file] =
                [&["--", start][..], &[]].map(|more| fixtures.output(&[&query[..], more].concat()));
            assert_eq!(of_board, of_file, "{start}");
        }
    }
    for (order, message) in [
        (&["6x6", "--car-lengths", "7"][..], "cars of 7 to 7 cells are not possible on 6x6"),
        (&["4x4", "--car-lengths", "1", "--distance", "90"], "of 4x4 --car-lengths 1 ("),
        (&["6x6", "--exits", "top"], "[possible values: right, left]"),
        // Messages name the option that was given.
        (&["4x4", "--walls", "1..2", "--distance", "90"], "of 4x4 --walls 1..2"),
    ] {
        let design = ["design", "--tries", "9", "--rush"];
        huarong().args(design).args(order).assert().failure().stderr(contains(message));
    }
}

/// Three empty cells before the exit need no other car.
#[test]
fn a_board_of_one_unit_car_is_read_back() {
    let design = ["design", "--rush", "4x4", "--car-lengths", "1", "--metric", "unit"];
    let more = ["--tries", "600", "--distance", "3", "--format", "json"];
    let tables = Tables::none();
    let rows = json_rows(&tables.listed(&[&design[..], &more].concat()));
    let start = rows[0]["start"].as_str().unwrap();
    assert_eq!(start, "..../A.../..../....");
    for solve in
        [&["solve", start][..], &["solve", "--puzzle", start], &["solve", "--puzzle", start, start]]
    {
        let solved = tables.output(&[solve, &["--metric", "unit", "--format", "json"]].concat());
        assert_eq!(json_rows(&solved)[0]["distance"], 3, "{solve:?}");
    }
}

/// The piece that a move moves, and its cells after the move.
type Made = (char, Vec<(usize, usize)>);

/// All solutions of so many moves.
fn solutions(witness: &Witness, at: &Grid, moves: u32) -> Vec<Vec<Made>> {
    if moves == 0 {
        let is_solved = witness.is_goal(&to_text(at));
        return if is_solved { vec![Vec::new()] } else { Vec::new() };
    }
    let onward = |after: Grid| {
        let differs = |sign: &char| cells_of(at, *sign) != cells_of(&after, *sign);
        let sign = signs(at).into_iter().find(differs).expect("a piece has moved");
        let made = (sign, cells_of(&after, sign));
        let rest = solutions(witness, &after, moves - 1).into_iter();
        rest.map(move |rest| [vec![made.clone()], rest].concat()).collect::<Vec<_>>()
    };
    witness.moved(at, "straight").into_iter().flat_map(onward).collect()
}

#[test]
fn solutions_can_be_unique_up_to_the_order_of_moves() {
    let design = ["design", "--pieces", "big 2domino 1..2small", "--board", "4x3", "--count", "4"];
    let unique = ["--where", "solution_classes=1", "--solutions", "2..", "--distance", "2..4"];
    let format = ["--metric", "straight", "--format", "json"];
    let rows = json_rows(&Tables::none().output(&[&design[..], &unique, &format].concat()));
    assert_eq!(rows.len(), 4);
    for row in rows {
        let drawn = Drawn::of_file(row["puzzle"].as_str().unwrap());
        let witness = Witness::new(&drawn);
        let moves = row["distance"].as_u64().unwrap() as u32;
        let mut left = solutions(&witness, &grid(&drawn.start), moves);
        assert!(left.len() >= 2, "{drawn:?}");
        // Exchanges of two consecutive moves of different pieces lead from one solution to all others.
        let mut reached = vec![left.swap_remove(0)];
        while let Some(solution) = reached.pop() {
            for first in 0..solution.len() - 1 {
                let mut exchanged = solution.clone();
                exchanged.swap(first, first + 1);
                let is_it = |other: &Vec<Made>| *other == exchanged;
                if solution[first].0 != solution[first + 1].0
                    && let Some(found) = left.iter().position(is_it)
                {
                    reached.push(left.swap_remove(found));
                }
            }
        }
        assert!(left.is_empty(), "{left:?} {drawn:?}");
    }
}

#[test]
fn unreachable_variants_are_no_positions_of_the_puzzle() {
    let like = ["design", "--like", "hughes", "--count", "0", "--format", "csv"];
    let all = Tables::none().output(&like);
    let others = Tables::none().output(&[&like[..], &["--unreachable"]].concat());
    let all = csv_rows(&all);
    let expected: Vec<&String> =
        all.iter().filter(|row| row["reachable"] == "false").map(|row| &row["start"]).collect();
    assert!(!expected.is_empty() && expected.len() < all.len());
    let others = csv_rows(&others);
    assert_eq!(others.iter().map(|row| &row["start"]).collect::<Vec<_>>(), expected);
    let text = Tables::none().output(&["design", "--like", "hughes", "--unreachable"]);
    let left_out = all.len() - expected.len();
    assert!(text.contains(&format!(", {left_out} reachable from the given puzzle")), "{text}");
}

#[test]
fn decoys_to_order_are_those_of_the_witness_and_of_difficulty() {
    let design =
        ["design", "--pieces", "domino 1..3domino small", "--board", "#.../....", "--count", "4"];
    let conditions = ["--decoys", "1..", "--decoy-walls", "1", "--metric", "straight"];
    let rows = Tables::none().output(&[&design[..], &conditions, &["--format", "json"]].concat());
    let measured = huarong()
        .args(["difficulty", "-", "--decoys", "--metric", "straight", "--format", "csv"])
        .write_stdin(rows.clone())
        .assert()
        .success();
    let measured = String::from_utf8(measured.get_output().stdout.clone()).unwrap();
    let rows = json_rows(&rows);
    assert_eq!(rows.len(), 4);
    for (row, measured) in rows.iter().zip(csv_rows(&measured)) {
        let drawn = Drawn::of_file(row["puzzle"].as_str().unwrap());
        let (pieces, walls) = decoys(&drawn, "straight").expect("it has a solution");
        let count = |verdicts: Verdicts| verdicts.values().filter(|is_decoy| **is_decoy).count();
        let expected = [("decoys", count(pieces)), ("decoy_walls", count(walls))];
        assert!(expected[0].1 >= 1 && expected[1].1 == 1);
        for (column, number) in expected {
            assert_eq!(
                (row[column].as_u64(), measured[column].clone()),
                (Some(number as u64), number.to_string())
            );
        }
    }
    let text = Tables::none().output(&["difficulty", "heng-dao-li-ma", "--decoys"]);
    assert!(text.contains("decoys: pieces, walls            0, 0\n"), "{text}");
}

/// The T-tetromino with four dominoes and small pieces, over all goals, orientations and mixes: the lengths that a
/// designer found with 85 files and a script.
#[test]
#[ignore = "long: thousands of puzzles"]
fn the_hardest_puzzles_of_a_t_tetromino_are_known() {
    for (small_pieces, moves) in [(0, "13"), (2, "28"), (4, "59"), (6, "53")] {
        let pieces = format!("T 4domino {small_pieces}small");
        let hardest = ["hardest", "--pieces", &pieces, "--board", "4x5", "--any-goal"];
        let rows = csv_rows(&Tables::none().output(&[&hardest[..], &["--format", "csv"]].concat()));
        assert!(!rows.is_empty() && rows.iter().all(|row| row["distance"] == moves), "{pieces}");
        // The start alone is solved with a file, which `design` writes.
        let folder = Tables::none();
        let out = folder.path().join("puzzles");
        let design = ["design", "--pieces", &pieces, "--board", "4x5", "--count", "1"];
        let to = ["--out", out.to_str().unwrap()];
        folder.output(&[&design[..], &to].concat());
        let [file] = &files(&out)[..] else { panic!("one file") };
        let solved = Tables::none().output(&["solve", "--puzzle", file, "--format", "json"]);
        assert!(solved.contains(&format!("\"distance\":{moves},")), "{solved}");
    }
}

fn files(folder: &std::path::Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<String> = entries.map(|path| path.to_str().unwrap().to_owned()).collect();
    files.sort();
    files
}

/// The deepest unique position of the sets with two empty cells. It was found in the tables of all these sets.
#[test]
#[ignore = "long: thousands of puzzles"]
fn unique_solutions_are_found_or_proved_not_to_exist() {
    let order = |pieces: &str, moves: &str| {
        let arguments = [
            "design",
            "--pieces",
            pieces,
            "--board",
            "4x5",
            "--goal",
            "..../..../..../.XX./.XX.",
            "--solutions",
            "1",
            "--distance",
            moves,
            "--count",
            "1",
            "--format",
            "csv",
        ];
        huarong().args(arguments).assert()
    };
    let sets = "big 0..7domino 0..14small";
    // Only sets with two empty cells: 14 cells beside the big piece.
    let deepest = (0..=7).map(|dominoes| {
        let pieces = format!("big {dominoes}domino {}small", 14 - 2 * dominoes);
        let output = order(&pieces, "1..").get_output().clone();
        let rows = csv_rows(std::str::from_utf8(&output.stdout).unwrap());
        rows.first().map_or(0, |row| row["distance"].parse::<u16>().unwrap())
    });
    assert_eq!(deepest.max(), Some(51));
    order("big 5domino 4small", "51").success().stdout(contains("51"));
    let none = order(sets, "80..100").code(3).get_output().clone();
    let said = String::from_utf8(none.stderr).unwrap();
    assert!(said.contains("found 0 puzzles of 1 among all"), "{said}");
}

/// A list whose piece sets exceed a small memory limit.
const LARGE: [&str; 7] =
    ["--pieces", "domino 2domino 0..2small", "--board", "3x3", "--memory", "9MB", "--quiet"];

#[test]
fn large_piece_sets_are_searched_at_random() {
    let design = [&["design"], &LARGE[..], &["--tries", "64", "--seed", "5"]].concat();
    let text = Tables::none().output(&[&design[..], &["--count", "1"]].concat());
    assert!(text.starts_with("1 puzzle among 64 random puzzles of "), "{text}");
    assert!(text.contains("others may exist: "), "{text}");
    assert!(text.contains("were searched at random (64 puzzles, seed 5)"), "{text}");
    let folder = Tables::none();
    let out = folder.path().join("puzzles");
    let more = ["--count", "2", "--format", "csv", "--out", out.to_str().unwrap()];
    let rows = csv_rows(&folder.output(&[&design[..], &more].concat()));
    assert!(!rows.is_empty());
    for (file, row) in files(&out).iter().zip(&rows) {
        assert_eq!(row["among"], "changes");
        let solved = Tables::none().output(&["solve", "--puzzle", file, "--format", "json"]);
        assert!(solved.contains(&format!("\"distance\":{},", row["distance"])), "{solved}");
    }
    // An empty answer is no proof, and says so.
    let none = [&design[..], &["--distance", "500..", "--count", "1"]].concat();
    let said = "this is no proof that there are no more";
    huarong().args(none).assert().code(3).stderr(contains(said));
    let refused = [&["design"], &LARGE[..], &["--tries", "0"]].concat();
    huarong().args(refused).assert().failure().stderr(contains("cannot be searched whole"));
    let hardest = [&["hardest"], &LARGE[..]].concat();
    huarong().args(hardest).assert().failure().stderr(contains("`huarong design`")).stdout("");
}

#[test]
fn puzzles_with_doors_are_written_with_their_lengths() {
    let folder = Tables::none();
    let out = folder.path().join("levels");
    let design = ["design", "--doors", "4x4", "--piece-count", "3..4", "--colours", "2", "--quiet"];
    let graded = ["--count", "4", "--from", "4", "--to", "7", "--format", "csv"];
    let to = ["--out", out.to_str().unwrap()];
    let rows = folder.output(&[&design[..], &graded, &to].concat());
    assert_eq!(rows, folder.output(&[&design[..], &graded, &["--threads", "1"]].concat()));
    let rows = csv_rows(&rows);
    assert_eq!(rows.len(), 4);
    for (file, row) in files(&out).iter().zip(&rows) {
        let file_text = fs::read_to_string(file).unwrap();
        assert!(file_text.contains(&row["start"].replace('/', "\n")), "{file_text}");
        assert!(file_text.contains(&row["doors"].replace('/', "\n")), "{file_text}");
        assert_eq!((&row["among"][..], &row["goal"][..]), ("changes", ""));
        let solved = Tables::none().output(&["solve", "--puzzle", file, "--format", "json"]);
        assert!(solved.contains(&format!("\"distance\":{},", row["distance"])), "{solved}");
    }
    let none = [&design[..], &["--tries", "20", "--distance", "500.."]].concat();
    let said = "this is no proof that there are no more";
    huarong().args(none).assert().code(3).stderr(contains(said));
}

#[test]
#[ignore = "long: thousands of puzzles"]
fn twenty_rush_hour_puzzles_are_graded() {
    let folder = Tables::none();
    let out = folder.path().join("puzzles");
    let design = ["design", "--rush", "6x6", "--count", "20", "--from", "10", "--to", "50"];
    let rows = folder
        .output(&[&design[..], &["--format", "csv", "--out", out.to_str().unwrap()]].concat());
    let rows = csv_rows(&rows);
    assert_eq!(rows.len(), 20);
    for (nth, row) in rows.iter().enumerate() {
        let target = 10.0 + 40.0 / 19.0 * nth as f64;
        let moves: f64 = row["distance"].parse().unwrap();
        assert!((moves - target).abs() < 20.0 / 19.0 + 0.5, "{moves} for {target}");
    }
    let files = files(&out);
    assert_eq!(files.len(), 20);
    let mut sets = BTreeSet::new();
    for (file, row) in files.iter().zip(&rows) {
        let arguments = ["solve", "--puzzle", file, "--metric", "straight", "--format", "json"];
        let solved = Tables::none().output(&arguments);
        assert!(
            solved.contains(&format!("\"distance\":{},", &*row["distance"])),
            "{file}: {solved}"
        );
        // Without a car the puzzle is shorter.
        let like = ["design", "--like", file, "--metric", "straight", "--change", "removed"];
        let less = Tables::none().output(&[&like[..], &["--format", "csv"]].concat());
        let gains = csv_rows(&less).into_iter().map(|row| row["gain"].parse::<i32>().unwrap());
        assert!(gains.clone().count() > 0 && gains.max() < Some(0), "{file} is minimal");
        let mut signs: Vec<char> =
            row["start"].chars().filter(|sign| sign.is_alphabetic()).collect();
        signs.sort();
        sets.insert((signs, row["start"].clone()));
    }
    assert_eq!(sets.len(), 20);
}

/// Boards have walls as `#`, and `/` between rows. Boards of 4x5 have the size of Klotski, which `print` reads, too.
#[test]
fn every_command_reads_the_boards_that_are_found() {
    let folder = Tables::none();
    let mut found: Vec<(String, String)> = Vec::new();
    for order in [
        &["--rush", "4x4", "--count", "4"][..],
        &["--rush", "5x1", "--count", "1"],
        &["--like", "rush-walls-60", "--change", "turned", "--metric", "straight", "--count", "3"],
    ] {
        let rows = csv_rows(&folder.output(&[&["design"], order, &["--format", "csv"]].concat()));
        found.extend(rows.into_iter().map(|row| (row["start"].clone(), row["distance"].clone())));
    }
    found.extend([
        ("FBBB/F.GH/AAGH/.CC#/.EE.".to_owned(), "8".to_owned()),
        ("AA.B/...B/..../CC../....".to_owned(), "2".to_owned()),
    ]);
    assert!(found.len() == 10 && found.iter().any(|(board, _)| board.contains('#')), "{found:?}");
    let starts: Vec<&str> = found.iter().map(|(start, _)| &**start).collect();
    let input = starts.join("\n");
    let answers = |command: &[&str], input: &str| {
        let mut run = huarong();
        run.args(command).args(["--metric", "straight", "--format", "csv"]);
        let run = run.write_stdin(input).assert().success();
        csv_rows(std::str::from_utf8(&run.get_output().stdout).unwrap())
    };
    for (command, column) in [("solve", "distance"), ("difficulty", "straight_moves")] {
        let rows = answers(&[command, "--boards", "-"], &input);
        let distances: Vec<&str> = rows.iter().map(|row| &*row[column]).collect();
        assert!(distances.iter().eq(found.iter().map(|(_, distance)| distance)), "{distances:?}");
    }
    let sheet = folder.path().join("sheet.html");
    let mut print = huarong();
    print.args(["print", "-", "--out", sheet.to_str().unwrap()]).write_stdin(&*input);
    print.assert().success().stderr(contains("10 puzzles"));

    let attempts = starts.iter().flat_map(|start| {
        let as_in_lists = start.replace('#', "x").replace('.', "o");
        [format!("{start},{start}\n"), format!("{start},{as_in_lists}\n")]
    });
    let rows =
        answers(&["trace", "-"], &("start,position\n".to_owned() + &attempts.collect::<String>()));
    assert_eq!(rows.len(), 20);
    assert!(rows.iter().all(|row| row["move"] == "0"), "each position is the start");
}

#[test]
fn measures_can_be_ordered() {
    let design = ["design", "--pieces", "big 2domino 0..1small", "--board", "3x4", "--count", "3"];
    let more = ["--where", "forced_share=1", "--where", "returns=0", "--format", "csv"];
    let folder = Tables::none();
    let out = folder.path().join("puzzles");
    let arguments = [&design[..], &more, &["--out", out.to_str().unwrap()]].concat();
    let rows = csv_rows(&folder.output(&arguments));
    let files = files(&out);
    assert!(!files.is_empty() && files.len() == rows.len());
    for file in files {
        let difficulty = Tables::none().output(&["difficulty", &file, "--format", "csv"]);
        let [row] = &csv_rows(&difficulty)[..] else { panic!("one row") };
        assert_eq!((&*row["solution_count"], &*row["returns"]), ("1", "0"));
        assert_eq!(row["forced_moves"], row["finger_moves"]);
    }
}

/// The files have the number of moves under the metric of the search, and no result of the puzzle that was changed.
#[test]
fn files_of_designs_have_their_own_results() {
    let given = "name = 'given'\nstart = \"\"\"\nAB.\n...\n\"\"\"\n\n[[published]]\nmoves = 77\nby = \"[[a]]\"\n\n\
                 # A comment.\n[[published]]\nmetric = \"unit\"\nmoves = 78\n\n";
    let goal = "goal = \"\"\"\n...\n..A\n\"\"\"\n";
    let folder = Tables::none();
    let place = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (tables, inline) = (place("tables.toml"), place("inline.toml"));
    fs::write(&tables, given.replacen("\n\n[[", &format!("\n{goal}\n[["), 1)).unwrap();
    let results = "published = [{ moves = 77 }, { moves = 78, metric = \"unit\" }] # as said\n";
    fs::write(
        &inline,
        format!("name = \"given\"\n{results}start = \"\"\"\nAB.\n...\n\"\"\"\n{goal}"),
    )
    .unwrap();
    let orders: [&[&str]; 4] = [
        &["--like", &tables],
        &["--like", &inline],
        &["--pieces", "big 2domino 1small", "--board", "3x4"],
        &["--rush", "4x4"],
    ];
    for (number, order) in orders.into_iter().enumerate() {
        let metric = if order[0] == "--rush" { "straight" } else { "unit" };
        let out = place(&format!("out{number}"));
        let more = ["--metric", metric, "--count", "4", "--format", "csv", "--out", &out];
        let listed = csv_rows(&folder.listed(&[&["design"], order, &more].concat()));
        let solved = csv_rows(&folder.output(&["solve", &out, "--format", "csv"]));
        assert!(!listed.is_empty() && solved.len() == listed.len(), "{order:?}");
        for (row, solved) in listed.iter().zip(&solved) {
            assert_eq!(
                (&*solved["metric"], &*solved["comparison"]),
                (metric, "equal"),
                "{order:?}"
            );
            assert_eq!(solved["published"], row["distance"], "{order:?}");
        }
    }
}

/// An order that takes half a minute on a fast machine.
const LONG: [&str; 9] = [
    "design",
    "--pieces",
    "T 4domino 0..2small",
    "--board",
    "8x8",
    "--count",
    "24",
    "--format",
    "csv",
];

#[test]
fn a_time_limit_ends_a_design_with_what_it_has() {
    let limited = [&LONG[..], &["--time-limit", "2"]].concat();
    let said = "the time limit of 2 s passed";
    let output =
        huarong().args(limited).assert().code(3).stderr(contains(said)).get_output().clone();
    let rows = csv_rows(std::str::from_utf8(&output.stdout).unwrap());
    assert!(rows.len() <= 24);
    let hidden = ["design", "--like", "dads", "--time-limit", "2"];
    huarong().args(hidden).assert().code(2).stderr(contains("cannot be used"));
}

#[test]
#[cfg(target_os = "linux")]
fn an_interrupted_design_prints_what_it_has() {
    use std::process::{Command, Stdio};
    let mut process = Tables::none().process(&[&LONG[..], &["--progress", "json"]].concat());
    process.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = process.spawn().unwrap();
    let mut errors = std::io::BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    // Once their number is known, there are goals to search. On a slow machine, other lines come before.
    while line.is_empty() || line.contains("\"total\":null") {
        line.clear();
        assert!(std::io::BufRead::read_line(&mut errors, &mut line).unwrap() > 0);
    }
    let killed = Command::new("kill").args(["-s", "INT", &child.id().to_string()]).status();
    assert!(killed.unwrap().success());
    let mut said = String::new();
    std::io::Read::read_to_string(&mut errors, &mut said).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(said.contains("cancelled with ") && said.contains(" left to search"), "{said}");
    assert!(output.stdout.starts_with(b"metric,distance,"));
}

/// The folder was empty when the command began. Files that others write there meanwhile stay as they are.
#[test]
fn a_design_replaces_no_file_that_was_written_meanwhile() {
    let tables = Tables::none();
    let out = tables.path().join("out");
    // Rows that are too long for the pipe wait for their reader, and the files come after the rows.
    let author = "x".repeat(20_000);
    let order = ["design", "--like", "dads", "--format", "json", "--author", &author];
    let mut process = tables.process(&[&order[..], &["--out", out.to_str().unwrap()]].concat());
    process.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
    let mut child = process.spawn().unwrap();
    let printed = child.stdout.as_mut().unwrap();
    std::io::Read::read_exact(printed, &mut [0]).unwrap();
    let foreign = out.join("02-59-moves.toml");
    fs::write(&foreign, "mine").unwrap();
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(
        said.contains("02-59-moves.toml was written meanwhile: name another directory"),
        "{said}"
    );
    assert_eq!(fs::read_to_string(&foreign).unwrap(), "mine");
    assert_eq!(fs::read_dir(&out).unwrap().count(), 1);
}

#[test]
fn an_empty_answer_says_which_condition_excluded_how_many() {
    let order = ["design", "--pieces", "big 2domino", "--board", "4x3", "--distance", "80.."];
    huarong().args(order).assert().code(3).stderr(contains(" have another number of moves"));
    // A piece of two cells cannot be in the middle of three columns and in the corner.
    let order = ["design", "--pieces", "domino domino", "--board", "3x2", "--fixed", "A../..."];
    huarong().args(order).assert().code(3).stderr(contains(" lack the fixed pieces"));
}

/// Dads with 59 moves is the position before Dads.
#[test]
fn variants_have_their_own_title_and_say_what_was_changed() {
    let folder = Tables::none();
    let out = folder.path().join("variants");
    let like = ["design", "--like", "dads", "--change", "moved", "--count", "1"];
    let to = ["--out", out.to_str().unwrap()];
    let rows = csv_rows(&folder.output(&[&like[..], &to, &["--format", "csv"]].concat()));
    assert_eq!((&*rows[0]["gain"], &*rows[0]["reachable"]), ("1", "true"));
    let text = folder.output(&like);
    assert!(text.contains(", reachable from the given puzzle"), "{text}");
    let [file] = &files(&out)[..] else { panic!("one file") };
    let written = fs::read_to_string(file).unwrap();
    let original = fs::read_to_string("crates/lab/src/library/puzzles/dads.toml").unwrap();
    let value = |text: &str, key: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(key)).unwrap().to_owned();
        line.trim_matches([' ', '=', '"']).to_owned()
    };
    let name = value(&original, "name");
    assert_eq!(value(&written, "name"), format!("{name}, variant 1"));
    assert_eq!(value(&written, "source"), "huarong design");
    let other = format!("{name} ({})", value(&original, "source"));
    assert_eq!(value(&written, "variant_of"), other);
    let change = value(&written, "change");
    assert!(change.starts_with(&*rows[0]["description"]), "{change}");
    assert!(change.ends_with("lead to this start"), "{change}");
    // The row has the same file.
    assert_eq!(rows[0]["puzzle"], written);
}

/// A large number of puzzles costs no more than the puzzles that there are.
#[test]
fn a_set_may_have_more_grades_than_there_are_puzzles() {
    let many = ["--count", "1000000", "--from", "1", "--to", "65535", "--tries", "10"];
    let tiny = ["--piece-count", "2", "--colours", "1", "--quiet"];
    let design = ["design", "--doors", "4x4"];
    let said = "of 1000000 among 10 random puzzles";
    huarong().args(design).args(tiny).args(many).assert().code(3).stderr(contains(said));
}

#[test]
fn too_few_puzzles_with_doors_say_what_became_of_the_tries() {
    let walls = ["design", "--doors", "5x5", "--max-walls", "25", "--tries", "20", "--quiet"];
    huarong().args(walls).assert().code(3).stderr(contains(" could not be made, for lack of"));
    let tiny = ["design", "--doors", "2x2", "--shapes", "small", "--piece-count", "1"];
    let tiny = [&tiny[..], &["--colours", "1", "--tries", "50", "--quiet"]].concat();
    huarong().args(tiny).assert().code(3).stderr(contains(" equal earlier ones"));
}

/// Rows and boards of `design` are input of the other commands.
#[test]
fn other_commands_read_what_design_prints() {
    let folder = Tables::none();
    let design = ["design", "--rush", "5x5", "--count", "3", "--from", "4", "--to", "10"];
    let named = ["--author", "Lin Mei", "--titles", "Town {number}: {moves}"];
    let rows = folder.output(&[&design[..], &named, &["--format", "json"]].concat());
    let lines: Vec<serde_json::Value> =
        rows.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let lengths = ["4", "7", "10"];
    for (number, (row, moves)) in (1..).zip(lines.iter().zip(lengths)) {
        let file = row["puzzle"].as_str().unwrap();
        assert!(file.contains(&format!("name = \"Town {number}: {moves}\"")), "{file}");
        assert!(file.contains("source = \"Lin Mei\""), "{file}");
    }
    let distances = |command: &[&str], input: &str, column: &str| -> Vec<String> {
        let run = folder.run(command).write_stdin(input.to_owned()).assert().success();
        let text = String::from_utf8(run.get_output().stdout.clone()).unwrap();
        csv_rows(&text).iter().map(|row| row[column].to_string()).collect()
    };
    let csv = ["--metric", "straight", "--format", "csv"];
    let solve = [&["solve", "-"][..], &csv].concat();
    assert_eq!(distances(&solve, &rows, "distance"), lengths);
    let difficulty = [&["difficulty", "-"][..], &csv].concat();
    assert_eq!(distances(&difficulty, &rows, "straight_moves"), lengths);
    let sheet = folder.path().join("sheet.html");
    let print = ["print", "-", "--metric", "straight", "--out", sheet.to_str().unwrap()];
    folder.run(&print).write_stdin(rows.clone()).assert().success();
    let sheet = fs::read_to_string(sheet).unwrap();
    for (number, moves) in (1..).zip(lengths) {
        assert!(sheet.contains(&format!("{number}. Town {number}: {moves}")), "{number}");
        assert!(sheet.contains(&format!("Moves to beat: {moves}")), "{moves}");
    }
    let answers: String = lines
        .iter()
        .map(|row| {
            let mut row = row.clone();
            row["answer"] = "".into();
            format!("{row}\n")
        })
        .collect();
    let mut scored = folder.run(&["score", "--metric", "straight", "--format", "csv"]);
    let scored = scored.write_stdin(answers).assert().success();
    let scored = String::from_utf8(scored.get_output().stdout.clone()).unwrap();
    let optimal: Vec<String> =
        csv_rows(&scored).iter().map(|row| row["optimal"].to_string()).collect();
    assert_eq!(optimal, lengths);
    // Boards with `/`, and with both signs of walls: B blocks A, and can leave in one direction only.
    for (board, moves) in [
        ("..B/AAB/.../...", "2"),
        ("x.B/AAB/.../...", "2"),
        ("#.B/AAB/.../...", "2"),
        ("x.B.AAB.........", "2"),
    ] {
        let one = [&["solve", board][..], &csv].concat();
        assert_eq!(distances(&one, "", "distance"), [moves], "{board}");
        assert_eq!(distances(&solve, &format!("{board}\n"), "distance"), [moves], "{board}");
        assert_eq!(distances(&difficulty, &format!("{board}\n"), "straight_moves"), [moves]);
        folder.run(&["design", "--like", board, "--change", "removed"]).assert().success();
        folder.run(&["solve", "--puzzle", board]).assert().success();
    }
}

/// Puzzles with walls, whose reflections have the walls elsewhere.
#[test]
fn puzzles_with_walls_do_not_share_half_of_their_pieces_after_a_reflection() {
    let arguments = ["--rush", "5x5", "--walls", "1..2", "--count", "8", "--tries", "5000"];
    let arguments = [&["design"], &arguments[..], &["--format", "csv"]].concat();
    let starts: Vec<String> = { csv_rows(&Tables::none().output(&arguments)).into_iter() }
        .map(|row| row["start"].clone())
        .collect();
    assert_eq!(starts.len(), 8);
    // The cells of each piece.
    let pieces = |start: &str, across: bool, down: bool| -> BTreeSet<BTreeSet<(usize, usize)>> {
        let mut cells: BTreeMap<char, BTreeSet<(usize, usize)>> = BTreeMap::new();
        for (y, row) in start.split('/').enumerate() {
            for (x, sign) in row.chars().enumerate().filter(|(_, sign)| sign.is_ascii_alphabetic())
            {
                let place = (if across { 4 - x } else { x }, if down { 4 - y } else { y });
                cells.entry(sign).or_default().insert(place);
            }
        }
        cells.into_values().collect()
    };
    for (nth, one) in starts.iter().enumerate() {
        let own = pieces(one, false, false);
        for other in &starts[nth + 1..] {
            for (across, down) in [(false, false), (true, false), (false, true), (true, true)] {
                let image = pieces(other, across, down);
                let common = own.intersection(&image).count();
                assert!(2 * common <= own.len().max(image.len()), "{one} {other}");
            }
        }
    }
}
