//! `huarong game`: the answers of solved games on the command line.

use crate::common::{Tables, csv_rows, skipped, text};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::fs;

fn json_lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_game_is_built_and_asked() {
    let tables = Tables::none();
    let built = tables.output(&["game", "build", "4,3,3", "tic-tac-toe"]);
    assert!(
        built.contains("game-4-3-3.huarong") && built.contains("game-3-3-3.huarong"),
        "{built}"
    );
    assert!(tables.output(&["game", "build", "4,3,3"]).starts_with("present "));
    assert!(tables.output(&["game", "build", "--force", "4,3,3"]).starts_with("wrote "));

    let found = tables.output(&["game", "query", "4,3,3"]);
    assert!(found.contains("x to move: win in 7\n"), "{found}");
    let found = tables.output(&["game", "query", "3,3,3", "xx./oo./...", "xxx/oo./..."]);
    assert!(found.contains("x to move: win in 1\n  3,1  xxx/oo./...  win in 1\n"), "{found}");
    assert!(found.ends_with("over: x has won\n"), "{found}");

    let asked = ["game", "query", "tic_tac_toe", "xx./oo./...", "--format"];
    let found = &json_lines(&tables.output(&[&asked[..], &["json"]].concat()))[0];
    assert_eq!(found["game"], "3,3,3");
    assert_eq!(
        (&found["value"], &found["plies"], &found["over"]),
        (&json!("win"), &json!(1), &json!(false))
    );
    assert_eq!(found["moves"].as_array().unwrap().len(), 5);
    let best =
        json!({"column": 3, "row": 1, "position": "xxx/oo./...", "value": "win", "plies": 1});
    assert_eq!(found["moves"][0], best);
    let rows = csv_rows(&tables.output(&[&asked[..], &["csv"]].concat()));
    assert_eq!((&*rows[0]["best"], &*rows[0]["to_move"]), ("xxx/oo./...", "x"));
}

/// Each move of a perfect game keeps the value of the position, and reduces the plies by one.
#[test]
fn a_perfect_game_keeps_its_promise() {
    let tables = Tables::none();
    let line =
        json_lines(&tables.output(&["game", "line", "4,3,3", "--misere", "--format", "json"]));
    assert_eq!(line.len(), 11);
    for (ply, made) in line.iter().enumerate() {
        assert_eq!(made["plies"], json!(11 - ply), "{made}");
        assert_eq!(made["value"], if ply % 2 == 0 { "loss" } else { "win" }, "{made}");
        assert_eq!(made["side"], if ply % 2 == 0 { "x" } else { "o" }, "{made}");
    }
    let from = tables.output(&["game", "line", "gravity 3,2,2", ".../xo."]);
    assert!(from.starts_with(".../xo., x to move: win in 1\n  1 x 1,1  x../xo.\n"), "{from}");
}

#[test]
fn games_are_reported_and_verified() {
    let tables = Tables::none();
    let out = tables.path().join("reports");
    let out = out.to_str().unwrap();
    tables.output(&["game", "report", "--out", out, "3,3,3", "gravity 4,4,4"]);
    let games = csv_rows(&fs::read_to_string(format!("{out}/games.csv")).unwrap());
    let figures = |row: usize, keys: &[&str]| -> Vec<String> {
        keys.iter().map(|&key| games[row][key].clone()).collect()
    };
    let keys = ["game", "rule", "cells", "positions", "up_to_symmetry", "value", "plies"];
    assert_eq!(figures(0, &keys), ["3,3,3", "normal", "9", "5478", "765", "draw", ""]);
    assert_eq!(figures(1, &keys[..4]), ["gravity 4,4,4", "normal", "16", "161029"]);
    let plies = csv_rows(&fs::read_to_string(format!("{out}/plies.csv")).unwrap());
    let sum = |game: &str, key: &str| -> u64 {
        let of_game = plies.iter().filter(|row| row["game"] == game);
        of_game.map(|row| row[key].parse::<u64>().unwrap()).sum()
    };
    for key in ["positions", "up_to_symmetry", "wins", "draws", "losses"] {
        assert_eq!(sum("3,3,3", key).to_string(), games[0][key], "{key}");
    }
    // Without an argument, all available games.
    let proved = tables.output(&["game", "verify"]);
    assert!(
        proved.contains("3-3-3: 6,046 entries") && proved.contains("gravity-4-4-4: "),
        "{proved}"
    );
    assert_eq!(proved.matches(" 0 wrong").count(), 2, "{proved}");
}

#[test]
fn positions_are_searched_without_a_table() {
    let tables = Tables::none();
    let found = tables.output(&["game", "solve", "5,5,3"]);
    assert!(found.contains(", x to move: win ("), "{found}");
    let moves = "7422341735647741166133573473242566";
    let arguments = ["game", "solve", "connect-four", "--moves", moves, "--plies", "--format"];
    let found = &json_lines(&tables.output(&[&arguments[..], &["json"]].concat()))[0];
    assert_eq!((&found["value"], &found["plies"]), (&json!("win"), &json!(7)));
    let unasked =
        tables.output(&["game", "solve", "connect-four", "--moves", moves, "--format", "json"]);
    assert!(unasked.contains("\"win\"") && !unasked.contains("plies"), "{unasked}");
    let row = &csv_rows(&tables.output(&[&arguments[..], &["csv"]].concat()))[0];
    assert_eq!((&*row["position"], &*row["value"]), (found["position"].as_str().unwrap(), "win"));
    // An undecided search has an exit code of its own.
    let run = tables.run(&["game", "solve", "connect-four", "--time-limit", "1"]).assert().code(3);
    let output = run.get_output();
    assert!(text(&output.stdout).contains(": undecided ("), "{:?}", text(&output.stdout));
    assert!(text(&output.stderr).contains("1 position undecided after 1 s"));
    for (arguments, printed) in [
        (&["connect-four", "--moves", "1111111"][..], "move 7 is illegal"),
        (&["connect-four", "--moves", "12x"], "one digit per move"),
        (&["3,3,3", "--moves", "1"], "move 1 is illegal"),
        (&["gravity 3,3,3", "x../.../..."], "in the air"),
        (&["3,3,3", "xxx/ooo/..."], "no play leads"),
    ] {
        let error = tables.error(&[&["game", "solve"], arguments].concat());
        assert!(error.contains(printed), "{arguments:?}: {error}");
    }
}

#[test]
fn a_person_plays_against_the_table() {
    let tables = Tables::none();
    tables.output(&["game", "build", "3,3,3", "gravity 3,3,3"]);
    let play = |arguments: &[&str], typed: &str| {
        let mut run = tables.run(&[&["game", "play"], arguments].concat());
        text(&run.write_stdin(typed.to_owned()).assert().success().get_output().stdout)
    };
    let game = play(&["3,3,3"], "1 1\nundo\nhint\nnonsense\n9 9\nquit\n");
    assert!(game.contains("  2,2  draw\n") && game.matches("is not a move").count() == 2, "{game}");
    // Undoing a move restores the board.
    let boards: Vec<&str> =
        game.split("    123\n").map(|board| &board[..18.min(board.len())]).collect();
    assert!(boards[1] == boards[3] && boards[1] != boards[2], "{game}");
    let mut run = tables.run(&["game", "play", "3,3,3"]);
    let game = text(&run.write_stdin(b"\xff\xfe\nq\n").assert().success().get_output().stdout);
    assert!(game.contains("is not a move"), "{game}");
    // The table plays first, and the input ends.
    let game = play(&["3,3,3", "--second"], "");
    assert!(game.starts_with("x 1,1\n") && game.ends_with("o moves: \n"), "{game}");
    // Against a perfect table, a column alone is a valid move, and the game reaches its end.
    let columns = "1\n2\n3\n".repeat(9);
    let game = play(&["gravity 3,3,3"], &columns);
    let ends = ["x has won\n", "o has won\n", "draw\n"];
    assert!(ends.iter().any(|end| game.ends_with(end)), "{game}");
}

#[test]
fn bad_games_are_one_clear_error() {
    let tables = Tables::none();
    let error = tables.error(&["game", "verify"]);
    assert!(error.contains("no game has a table"), "{error}");
    let run = tables.run(&["game", "build"]).assert().code(2);
    let error = text(&run.get_output().stderr);
    assert!(error.contains("<GAME>..."), "{error}");
    tables.output(&["game", "build", "3,3,3", "gravity 3,3,3"]);
    for (arguments, printed) in [
        (&["game", "query", "3,3,3", "x./.../..."][..], "row 1 has 2 cells"),
        (&["game", "query", "3,3,3", "xxx/ooo/..."], "no play leads"),
        (&["game", "query", "gravity 3,3,3", "x../.../..."], "in the air"),
        (&["game", "build", "7,7,5"], "7-7-5 has "),
        (&["game", "build", "gravity 7,6,4"], "`huarong game solve \"gravity 7,6,4\"` to search"),
        (&["game", "verify", "4,4,4"], "4,4,4 has no table"),
    ] {
        let error = tables.error(arguments);
        assert!(error.contains(printed), "{arguments:?}: {error}");
    }
    for (name, printed) in
        [("chess", "is not a game"), ("3,3,4", "does not fit"), ("9,9,5", "1 to 60 cells")]
    {
        let run = tables.run(&["game", "build", name]).assert().code(2);
        let error = text(&run.get_output().stderr);
        assert!(error.contains(printed), "{name}: {error}");
    }
    // A damaged table is reported.
    let path = tables.path().join("game-3-3-3.huarong");
    let mut bytes = fs::read(&path).unwrap();
    bytes[128] ^= 1;
    fs::write(&path, bytes).unwrap();
    let error = tables.error(&["game", "query", "3,3,3"]);
    assert!(error.contains("damaged"), "{error}");
    // A table of other rules, or from before tables stored their rules, is reported with a remedy.
    fs::copy(tables.path().join("game-gravity-3-3-3.huarong"), &path).unwrap();
    for arguments in [&["game", "query", "3,3,3"][..], &["game", "build", "3,3,3"]] {
        let error = tables.error(arguments);
        assert!(error.contains("`huarong game build --force` solves the game again"), "{error}");
    }
    tables.output(&["game", "build", "--force", "3,3,3"]);
    // A build replaces a table that is truncated or has a changed byte.
    for damage in [200, 15_100] {
        let mut bytes = fs::read(&path).unwrap();
        bytes.truncate(damage + 1);
        bytes[damage] ^= 1;
        fs::write(&path, bytes).unwrap();
        let run = tables.run(&["game", "build", "3,3,3"]).assert().success();
        assert!(text(&run.get_output().stderr).contains("solving the game again"), "{damage}");
        assert!(tables.output(&["game", "verify", "3,3,3"]).contains(" 0 wrong"));
    }
}

/// The published game reports in `reports/` match the command's output, for games that are solved
/// in seconds, and their numbers add up.
#[test]
fn the_figures_that_are_kept_are_those_that_are_written() {
    const MOST: u64 = 12_000_000;
    let kept = [include_str!("../../reports/games.csv"), include_str!("../../reports/plies.csv")];
    let [games, plies] = kept.map(csv_rows);
    let key = |row: &HashMap<String, String>| (row["game"].clone(), row["rule"].clone());
    let number = |row: &HashMap<String, String>, column: &str| row[column].parse::<u64>().unwrap();
    for row in &games {
        let tiers = plies.iter().filter(|tier| key(tier) == key(row));
        for column in ["positions", "up_to_symmetry", "wins", "draws", "losses"] {
            let sum: u64 = tiers.clone().map(|tier| number(tier, column)).sum();
            assert_eq!(sum, number(row, column), "{column} of {:?}", key(row));
        }
    }
    let (small, large): (Vec<_>, Vec<_>) =
        games.iter().partition(|row| number(row, "positions") <= MOST);
    large.iter().for_each(|row| skipped(format_args!("{} takes long", row["game"])));
    let tables = Tables::none();
    for row in &small {
        let misere = (row["rule"] == "misere").then_some("--misere");
        let arguments = ["game", "build", &row["game"]].into_iter().chain(misere);
        tables.output(&arguments.collect::<Vec<_>>());
    }
    let out = tables.path().join("reports");
    tables.output(&["game", "report", "--out", out.to_str().unwrap()]);
    for (name, kept) in [("games.csv", &games), ("plies.csv", &plies)] {
        let written = csv_rows(&fs::read_to_string(out.join(name)).unwrap());
        let is_small =
            |row: &&HashMap<String, String>| small.iter().any(|one| key(one) == key(row));
        let kept: Vec<_> = kept.iter().filter(is_small).collect();
        assert_eq!(written.iter().collect::<Vec<_>>(), kept, "reports/{name}");
    }
}
