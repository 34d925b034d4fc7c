//! Puzzles that are too large for a table: bounds when time or memory ends. Boards of a file.

use crate::common::{START, Tables, csv_rows, text};
use predicates::prelude::*;
use predicates::str::contains;
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;

/// E. Hordern's D46, with the published number of finger moves (G. A. Iba). It has 4.9 thousand million positions.
const CLIMB_15B: &str = "name = 'Climb 15 (b)'\nstart = '''\n##.##\nK...L\nHHFAA\nIIFAA\nCCGBB\nECGBD\nEEJDD\nMJJJN\n'''\n\
                         goal = '''\n##J##\n.JJJ.\n.....\n.....\n.....\n.....\n.....\n.....\n'''\n";
const PUBLISHED: u64 = 132;

fn file(tables: &Tables, name: &str, text: &str) -> PathBuf {
    let path = tables.path().join(name);
    fs::write(&path, text).unwrap();
    path
}

/// Time and memory end a search with bounds on both sides of what is published, and an exit code of its own.
#[test]
fn a_search_that_ends_early_reports_bounds() {
    let tables = Tables::none();
    let path = file(&tables, "climb.toml", CLIMB_15B);
    let solve = |limits: &[&str]| {
        let command = ["solve", "--puzzle", path.to_str().unwrap()];
        tables.run(&[&command, limits].concat()).assert().code(3)
    };
    // How far a search comes within some time depends on the machine.
    for (limits, least) in [(["--time-limit", "2"], 1), (["--memory", "20MB"], 20)] {
        let run = solve(&[&limits[..], &["--format", "json"]].concat());
        let answer: Value = serde_json::from_slice(&run.get_output().stdout).unwrap();
        assert!(answer["distance"].is_null());
        let at_least = answer["at_least"].as_u64().unwrap();
        assert!((least..=PUBLISHED).contains(&at_least), "{at_least}");
        assert_eq!(answer["verdict"], "undecided");
        let moves = answer["moves"].as_array().map(|moves| moves.len() as u64);
        assert_eq!(answer["best_found"].as_u64(), moves);
        assert!(moves.is_none_or(|moves| moves >= PUBLISHED), "{moves:?}");
    }
    let said =
        solve(&["--time-limit", "1"]).stderr(contains("undecided: the time limit of 1 s passed"));
    let said = text(&said.get_output().stdout);
    assert!(said.contains(": at least ") && said.contains(" finger moves"), "{said}");
    let rows = solve(&["--time-limit", "1", "--format", "csv"]);
    assert!(csv_rows(&text(&rows.get_output().stdout)).is_empty());
    solve(&["--memory", "20MB"]).stderr(contains("does not fit into 20 MB of memory"));
}

/// Within some memory, one solution is found, and all are not counted. The distance is that of the one.
#[test]
fn a_count_that_ends_early_leaves_the_distance() {
    let tables = Tables::none();
    let to = ["solve", "--from", START, "--to", "VVVV/VVVV/SSHH/.BBS/.BBS", "--format", "json"];
    let mut uncounted = 0;
    for memory in (160..=260).step_by(10).map(|memory| format!("{memory}kB")) {
        let [one, all] = [&[][..], &["--count"]].map(|more| {
            let run =
                tables.run(&[&to[..], &["--memory", &memory], more].concat()).output().unwrap();
            let answer: Value = serde_json::from_slice(&run.stdout).unwrap();
            (run.status.code(), answer, text(&run.stderr))
        });
        assert_eq!(all.1["distance"], one.1["distance"], "{memory}");
        if (one.0, all.0) == (Some(0), Some(3)) {
            let keys = ["verdict", "solution_count", "at_least"].map(|key| &all.1[key]);
            assert_eq!(keys, [&json!("solved"), &Value::Null, &Value::Null]);
            assert!(all.2.contains("error: optimal solutions not counted: "), "{}", all.2);
            uncounted += 1;
        }
    }
    assert!(uncounted > 0);
}

/// The bounds of a tile puzzle. R. E. Korf published 55 moves for this position, and 43 as the sum of the distances of its tiles,
/// each alone on the board.
#[test]
fn a_tile_puzzle_has_bounds_before_its_tables_are_made() {
    let tables = Tables::none();
    let fifteen = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/how-to/fifteen.toml");
    let command = ["solve", "--puzzle", fifteen, "--time-limit", "0", "--format", "json"];
    let run = tables.run(&command).assert().code(3);
    let answer: Value = serde_json::from_slice(&run.get_output().stdout).unwrap();
    assert!((43..=55).contains(&answer["at_least"].as_u64().unwrap()), "{answer}");
    assert!(answer["best_found"].is_null());
    for command in [&["count", "--puzzle", fifteen][..], &["check", fifteen]] {
        tables.run(command).assert().success().stdout(contains("lower bounds"));
    }
    tables.run(&["check", "dads"]).assert().success().stdout(contains("lower bounds").not());
}

/// Without a file, there is nothing to prove, and memory that does not suffice leaves none.
#[test]
fn lower_bounds_of_tiles_need_memory_and_a_file() {
    let tables = Tables::none();
    let fifteen = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/how-to/fifteen.toml");
    let run = |command: &[&str]| tables.run(&[command, &["--puzzle", fifteen]].concat()).assert();
    run(&["verify"]).code(1).stderr(contains("no tables in").and(contains("fifteen.toml")));
    run(&["build", "--memory", "100MB"]).code(1).stderr(contains("the limit leaves"));
    run(&["pack"]).code(1).stderr(contains("too large for tables of distances"));
    let names = fs::read_dir(tables.path()).unwrap().map(|entry| entry.unwrap().file_name());
    assert_eq!(names.filter(|name| name.to_string_lossy().starts_with("tiles")).count(), 0);
}

/// With lower bounds in the data directory, Korf's instances have their published lengths. So they have if the file is damaged.
#[test]
#[ignore = "long: groups of eight tiles"]
fn lower_bounds_of_tiles_are_built_used_and_proved() {
    let tables = Tables::none();
    let fifteen = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/how-to/fifteen.toml");
    let run = |command: &[&str]| tables.run(&[command, &["--puzzle", fifteen]].concat()).assert();
    let built = text(&run(&["build"]).success().get_output().stdout);
    let path = built.strip_prefix("wrote   ").and_then(|line| line.split(" (").next()).unwrap();
    assert!(path.ends_with("-unit.huarong"), "{built}");
    run(&["build"]).success().stdout(format!("present {path}\n"));
    run(&["verify"]).success().stdout(contains("equal to those of another search"));
    let mut lengths = String::new();
    let mut positions = String::new();
    for row in csv::Reader::from_reader(&include_bytes!("../data/korf.csv")[..]).records() {
        let row = row.unwrap();
        positions += &format!("{}\n", &row[1]);
        lengths += &format!("{}\n", &row[2]);
    }
    let solve = || {
        let command = ["solve", "--puzzle", fifteen, "--metric", "unit", "-"];
        let columns = ["--format", "csv", "--columns", "distance"];
        tables
            .run(&[&command[..], &columns].concat())
            .write_stdin(positions.clone())
            .assert()
            .success()
    };
    solve().stdout(format!("distance\n{lengths}"));
    let limited = run(&["solve", "--memory", "150MB"]).success();
    limited
        .stderr(contains(
            "is not read: the search needs about 196 MB of memory, and the limit leaves 1",
        ))
        .stdout(contains("55 finger moves"));
    let mut bytes = fs::read(path).unwrap();
    bytes[1_000_000] ^= 1;
    fs::write(path, bytes).unwrap();
    run(&["verify"]).code(1).stderr(contains("is damaged at byte"));
    solve().stdout(format!("distance\n{lengths}")).stderr(contains("is damaged at byte"));
    let built = text(&run(&["build"]).success().get_output().stdout);
    assert!(built.starts_with("wrote"), "{built}");
}

/// `query` of the same position: every move changes the distance by one, and some move is nearer. Its answer is the same
/// alone and among others. Two exchanged tiles have the wrong parity.
#[test]
#[ignore = "long: searches of large puzzles"]
fn a_tile_puzzle_is_queried() {
    let tables = Tables::none();
    let fifteen = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/how-to/fifteen.toml");
    let query = |positions: &[&str]| {
        let command = ["query", "--puzzle", fifteen, "--format", "json"];
        let run = tables.run(&[&command[..], positions].concat()).assert().success();
        let lines = text(&run.get_output().stdout);
        lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect::<Vec<Value>>()
    };
    let [alone] = &query(&[])[..] else { panic!("one answer") };
    assert_eq!(alone["distance"], json!({"unit": 55, "straight": 55, "finger": 55}));
    let after = |made: &Value| made["distance"]["finger"].as_u64().unwrap();
    let moves = alone["moves"].as_array().unwrap();
    assert!((2..=4).contains(&moves.len()));
    assert!(moves.iter().all(|made| [54, 56].contains(&after(made))), "{alone}");
    let best = alone["best_moves"]["finger"].as_array().unwrap();
    let nearer = moves.iter().filter(|made| after(made) == 54);
    assert_eq!(best.len(), nearer.count());
    assert!(!best.is_empty());

    let position = alone["position"].as_str().unwrap();
    let exchanged: String = (position.chars())
        .map(|sign| match sign {
            'A' => 'B',
            'B' => 'A',
            other => other,
        })
        .collect();
    let [again, unsolvable] = &query(&[position, &exchanged])[..] else { panic!("two answers") };
    let mut expected = alone.clone();
    let row = expected.as_object_mut().unwrap();
    row.extend([("line".into(), Value::Null), ("error".into(), Value::Null)]);
    row.insert("input".into(), position.into());
    assert_eq!(*again, expected);
    assert_eq!(unsolvable["solvable"], false);
    assert_eq!(unsolvable["best_moves"]["finger"], json!([]));
}

/// Of several positions, a notice names the line. The first two tiles are exchanged.
#[test]
fn notices_about_positions_name_their_lines() {
    let fifteen = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/how-to/fifteen.toml");
    let mut run = Tables::none().run(&["solve", "--puzzle", fifteen, "-"]);
    let run = run.write_stdin(".ABC/DEFG/HIJK/LMNO\nEMDJ/ILHN/BCGA/.OKF\n").assert().success();
    run.stderr(contains("huarong: line 2: the tiles have the wrong parity\n"));
}

/// The solver of tile puzzles takes boards of at most 128 cells. Larger ones are searched like other puzzles.
#[test]
fn a_tile_puzzle_of_more_than_128_cells_is_queried_like_other_puzzles() {
    let tables = Tables::none();
    let signs: Vec<char> = ('\u{4e00}'..).take(128).collect();
    let grid = |cells: &[char]| {
        let rows: Vec<String> = cells.chunks(43).map(|row| row.iter().collect()).collect();
        format!("'''\n{}\n'''", rows.join("\n"))
    };
    let goal = [&signs[..], &['.']].concat();
    let start = [&signs[..127], &['.'], &signs[127..]].concat();
    let text = format!("name = 'n'\nstart = {}\ngoal = {}\n", grid(&start), grid(&goal));
    let path = file(&tables, "tiles.toml", &text);
    let query = ["query", "--puzzle", path.to_str().unwrap(), "--metric", "unit"];
    let answer = tables.output(&query);
    assert!(answer.contains("   distance   unit 1\n"), "{answer}");
    let run = tables.run(&[&query[..], &["--memory", "1kB"]].concat()).assert().code(1);
    run.stderr(contains("does not fit into 1 kB of memory"));
}

/// A limit holds from the first moment, for counts, for lists, for boards and for standard input.
#[test]
fn a_time_limit_of_nothing_leaves_bounds_everywhere() {
    let tables = Tables::none();
    let climb = file(&tables, "climb.toml", CLIMB_15B);
    let fifteen = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/how-to/fifteen.toml");
    let boards = file(&tables, "rush.txt", "GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo\n");
    for arguments in [
        &["--puzzle", climb.to_str().unwrap()][..],
        &["--puzzle", fifteen],
        &["--puzzle", fifteen, "--count"],
        &["--puzzle", fifteen, "--limit", "3"],
        &["heng-dao-li-ma"],
        &["heng-dao-li-ma", "--count"],
        &["--boards", boards.to_str().unwrap(), "--metric", "straight"],
    ] {
        let command = [&["solve", "--time-limit", "0", "--format", "json"], arguments].concat();
        let run = tables.run(&command).assert().code(3);
        let answer: Value = serde_json::from_slice(&run.get_output().stdout).unwrap();
        // Korf's bound of this position is the sum of the distances of its tiles.
        let least = if arguments.contains(&fifteen) { 43 } else { 1 };
        assert_eq!(answer["at_least"], least, "{command:?}");
    }
    let mut run = tables.run(&["solve", "-", "--time-limit", "0"]);
    let run = run.write_stdin("heng-dao-li-ma\n").assert().code(3);
    assert!(text(&run.get_output().stdout).contains("at least 1 finger move"));
}

/// More memory never gives less: the solution, or bounds.
#[test]
#[ignore = "long: searches of large puzzles"]
fn any_memory_gives_a_solution_or_bounds() {
    let tables = Tables::none();
    let puzzle = "lumi-the-greatest-escape-2";
    for memory in ["20MB", "25MB", "28MB", "32MB", "40MB"] {
        let command = ["solve", "--puzzle", puzzle, "--memory", memory, "--format", "json"];
        let run = tables.run(&command).assert();
        let answer: Value = serde_json::from_slice(&run.get_output().stdout).unwrap();
        match run.get_output().status.code() {
            // 107 moves are published in the puzzle's file.
            Some(0) => assert_eq!(answer["distance"], 107, "{memory}"),
            Some(3) => {
                assert!((50..=107).contains(&answer["at_least"].as_u64().unwrap()), "{memory}")
            }
            code => panic!("{memory}: {code:?}"),
        }
    }
}

/// Lumi's time machine: the published number of moves is reached within less memory than its positions need.
#[test]
#[ignore = "long: searches of large puzzles"]
fn patterns_solve_a_puzzle_that_does_not_fit_into_memory() {
    let tables = Tables::none();
    let command =
        ["solve", "--puzzle", "lumi-the-time-machine", "--memory", "60MB", "--format", "json"];
    let run = tables.run(&command).assert().success().stderr(contains("guided by the distances"));
    let answer: Value = serde_json::from_slice(&run.get_output().stdout).unwrap();
    assert_eq!(answer["distance"], 39, "{answer}");
}

/// 333 boards have their published numbers of straight moves, from a file and from standard input.
#[test]
fn boards_of_a_file_are_solved_in_one_run() {
    let tables = Tables::none();
    let published = csv_rows(include_str!("../data/rush_boards.csv"));
    let lines: String = published.iter().map(|row| format!("{}\n", row["board"])).collect();
    let path = file(&tables, "rush.txt", &lines);
    let solve = ["solve", "--metric", "straight", "--count", "--format", "csv", "--boards"];
    let found = tables.output(&[&solve[..], &[path.to_str().unwrap()]].concat());
    let rows = csv_rows(&found);
    assert_eq!(rows.len(), 333);
    for (row, published) in rows.iter().zip(&published) {
        assert_eq!(row["distance"], published["published_moves"], "{}", published["board"]);
    }
    let from_stdin = tables.run(&[&solve[..], &["-"]].concat()).write_stdin(lines).assert();
    assert_eq!(text(&from_stdin.success().get_output().stdout), found);
}

/// Lines that are no boards are named, and the others are answered.
#[test]
fn lines_that_are_no_boards_are_refused() {
    let tables = Tables::none();
    let lines = "51 GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo 4780\n\nAAA\nooooooooooooooooBBoooooooooooooooooo\nAAxoooooooooooxooooooooooooooooooooo\n";
    let mut run = tables.run(&["solve", "--metric", "straight", "--boards", "-"]);
    let run = run.write_stdin(lines).assert().code(1);
    let said = text(&run.get_output().stderr);
    assert!(said.contains("error: line 3: ") && said.contains("error: line 4: "), "{said}");
    assert!(said.contains("2 of 4 boards refused"), "{said}");
    let found = text(&run.get_output().stdout);
    let lines: Vec<&str> = found.lines().collect();
    assert_eq!(lines.len(), 2, "{found}");
    assert!(lines[0].contains(": 51 straight moves: "), "{found}");
    assert!(lines[1].contains("cannot reach the goal"), "{found}");
    let missing = tables.error(&["solve", "--boards", "missing.txt"]);
    assert!(missing.contains("cannot read missing.txt"), "{missing}");
}
