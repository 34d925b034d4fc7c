//! Rush Hour boards in the address, and random puzzles.

use crate::common::METRICS;
use crate::server::{api, refusal};
use crate::serving::{address, encoded, shared};
use naive::grids::{Drawn, Witness};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Lines of the published list: the fewest straight moves, the board, and the number of reachable positions.
const PUBLISHED: &str = include_str!("../data/rush_sample.txt");

fn number(text: &str) -> u64 {
    text.parse().expect("a number")
}

#[test]
fn boards_have_their_published_figures() {
    for line in PUBLISHED.lines().step_by(40) {
        let [moves, board, positions] = line.split(' ').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let answer = api("puzzle/position", &[("board", board)]);
        assert_eq!(answer["distance"]["straight"], number(moves), "{line}");
        assert_eq!(answer["reachable"], number(positions), "{line}");
        let solution = api("puzzle/solution", &[("board", board), ("metric", "straight")]);
        let last = &solution["moves"].as_array().unwrap()[number(moves) as usize - 1]["position"];
        let end = api("puzzle/position", &[("board", board), ("p", last.as_str().unwrap())]);
        assert_eq!(end["is_goal"], true, "{line}");
        // The whole line is read, too, and its figures are published.
        let puzzle = api("puzzle", &[("board", line)]);
        let published = json!({ "moves": number(moves), "metric": "straight",
            "positions": number(positions), "by": null });
        assert_eq!(puzzle["published"], json!([published]), "{line}");
        assert_eq!((&puzzle["id"], &puzzle["columns"]), (&json!(null), &json!(6)));
    }
}

/// Small boards of any size, whose files are written here and solved by the witness.
#[test]
fn boards_of_any_size_have_the_distances_of_the_witness() {
    for (board, start, goal) in [
        ("AAoo/", "AA..", "..AA"),
        ("ooBoAABooooooooo", "..B./AAB./..../....", "..../..AA/..../...."),
        ("BBCo/AACo/oEEo/ooFF", "BBC./AAC./.EE./..FF", "..../..AA/..../...."),
        ("ooBoC/AABoC/oDDoo/ooooo", "..B.C/AAB.C/.DD../.....", "...../...AA/...../....."),
        (".B.../.B.C./XX.C./.x...", ".B.../.B.C./AA.C./.#...", "...../...../...AA/.#..."),
    ] {
        let answer = api("puzzle/position", &[("board", board)]);
        let rows = |grid: &str| grid.replace('/', "\n");
        let drawn = Drawn {
            start: rows(start),
            goals: vec![rows(goal)],
            lengthwise: true,
            ..Drawn::default()
        };
        let witness = Witness::new(&drawn);
        for metric in METRICS {
            let fewest = witness.fewest_moves(metric);
            assert_eq!(answer["distance"][metric], fewest, "{board} {metric}");
        }
    }
}

/// The longest puzzles with one empty cell have 3, 12, 40 and 199 moves (J. Tromp and R. Cilibrasi, 2005).
#[test]
fn unit_boards_have_their_published_lengths() {
    for (board, published) in [
        ("A|/.-", 3),
        ("A||/|-|/|.-", 12),
        ("|---/||A|/|.|-/--||", 40),
        ("A||||/--||-/.|--|/|--||/|---|", 199),
    ] {
        let position = api("puzzle/position", &[("board", board)]);
        assert_eq!(position["distance"]["unit"], published, "{board}");
        let solution = api("puzzle/solution", &[("board", board), ("metric", "unit")]);
        let last = &solution["moves"].as_array().unwrap()[published - 1]["position"];
        let end = api("puzzle/position", &[("board", board), ("p", last.as_str().unwrap())]);
        assert_eq!(end["is_goal"], true, "{board}");
    }
}

#[test]
fn lines_that_are_no_board_are_refused() {
    for (board, wanted) in [
        ("", "a board is missing"),
        ("AAo", "3 characters"),
        ("AA/ooo", "3 cells"),
        ("oooooooooooooooo", "the red car (A) is missing"),
        ("AooBAooBoooooooo", "is vertical"),
        ("AAoBoooooooooooo", "'B' is not a car"),
        (".B..x/AAB../..BCC", "'B' is not a car"),
        ("AAoxoooooooooooo", "wall at the exit"),
        ("AAoo/oooo\nAAoo/oooo", "'A' is not a car"),
        ("many AAoooooooooooooo 1", "moves, a board and positions"),
        (&format!("AA{}", "o".repeat(1_087)), "at most 1024"),
        (&"o".repeat(4000), "4000 characters"),
    ] {
        for path in ["/api/v1/puzzle", "/api/v1/puzzle/position", "/api/v1/puzzle/solution"] {
            let path = address(path, &[("board", board)]);
            let error = shared().server.json(400, &path);
            let said = error["error"].as_str().unwrap();
            assert!(said.contains(wanted), "{path}: {said}");
            assert_eq!(error["code"], "rush-board", "{path}");
            assert_eq!(error["arguments"], json!({ "fault": said }), "{path}");
        }
    }
    let board = encoded(PUBLISHED.split(' ').nth(1).unwrap());
    let both = refusal(400, &format!("/api/v1/puzzle?id=dads&board={board}"));
    assert!(both.contains("one puzzle only"), "{both}");
    let position = refusal(400, &format!("/api/v1/puzzle/position?board={board}&p=AA"));
    assert!(position.contains("row"), "{position}");
}

/// The paths of pages that are not about a puzzle of the library.
#[test]
fn no_puzzle_of_the_library_has_a_reserved_id() {
    let puzzles = api("puzzles", &[]);
    for puzzle in puzzles["puzzles"].as_array().unwrap() {
        let id = puzzle["id"].as_str().unwrap();
        assert!(!["rush", "mine", "shared", "editor"].contains(&id), "{id}");
    }
}

fn drawn(from: u64, to: u64, seed: u64) -> Value {
    let [from, to, seed] = [from, to, seed].map(|number| number.to_string());
    api("rush", &[("from", &from), ("to", &to), ("seed", &seed)])
}

#[test]
fn random_puzzles_have_a_length_in_the_range_and_no_car_too_many() {
    let straight = |board: &str| {
        let answer = api("puzzle/position", &[("board", board)]);
        (answer["distance"]["straight"].as_u64(), answer["reachable"].as_u64())
    };
    let mut boards = BTreeSet::new();
    for (from, to) in [(1, 10), (11, 20), (21, 30), (31, 40), (41, 51), (51, 51), (50, 1_000)] {
        for seed in 0..3 {
            let puzzle = drawn(from, to, seed);
            assert_eq!(drawn(from, to, seed), puzzle, "the same parameters");
            let moves = puzzle["distance"].as_u64().unwrap();
            assert!((from..=to).contains(&moves), "{puzzle}");
            let board = puzzle["start"].as_str().unwrap();
            assert_eq!(straight(board), (Some(moves), puzzle["reachable"].as_u64()), "{puzzle}");
            boards.insert(board.to_owned());
        }
    }
    assert!(boards.len() >= 15, "{boards:?}");
    // Without any of its cars but the red one, a puzzle is shorter.
    for board in boards.iter().take(3) {
        let cars: BTreeSet<char> =
            board.chars().filter(|sign| !['A', 'o'].contains(sign)).collect();
        for car in cars {
            let fewer = straight(&board.replace(car, "o")).0;
            assert!(fewer < straight(board).0, "{board} without {car}");
        }
    }
}

/// By default, every length can be drawn, with the seed 0.
#[test]
fn a_random_puzzle_needs_no_parameters() {
    assert_eq!(api("rush", &[]), drawn(1, 51, 0));
    assert_eq!(api("rush", &[("from", "51")])["distance"], 51);
    let lengths: BTreeSet<u64> =
        (0..40).map(|seed| drawn(1, 51, seed)["distance"].as_u64().unwrap()).collect();
    assert!(lengths.len() > 15, "{lengths:?}");
}

#[test]
fn ranges_without_puzzles_are_refused() {
    for query in ["from=30&to=20", "from=52", "from=60&to=70", "to=0"] {
        let error = shared().server.json(422, &format!("/api/v1/rush?{query}"));
        assert_eq!(error["code"], "no-such-length", "{query}");
        assert_eq!(error["arguments"]["most"], 51, "{query}");
        let said = error["error"].as_str().unwrap();
        assert!(said.contains("to 51"), "{said}");
    }
    for query in ["from=x", "from=-1", "to=70000", "seed=1.5", "size=6x6"] {
        let said = refusal(400, &format!("/api/v1/rush?{query}"));
        assert!(said.contains("after the ?"), "{said}");
    }
}
