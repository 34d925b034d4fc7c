//! The server on another board, held against the command line.

#![cfg(unix)]

use crate::common::{Tables, json_rows, text};
use crate::serving::{Server, address};
use serde_json::{Value, json};

/// The arguments of the board, whose exit is left of the middle.
const BOARD: [&str; 2] = ["--board", "5x3"];

fn server(tables: &Tables) -> Server {
    Server::start_with(tables, &[&BOARD[..], &["--bind", "127.0.0.1:0"]].concat(), "")
}

fn printed(tables: &Tables, arguments: &[&str]) -> Value {
    let output = tables.output(&[arguments, &BOARD, &["--format", "json"]].concat());
    serde_json::from_str(&output).expect("a line of JSON")
}

#[test]
fn answers_are_those_of_the_command_line() {
    let tables = Tables::none();
    let server = server(&tables);
    let about = server.json(200, "/api/v1/about");
    let counted = tables.output(&[&["count"], &BOARD[..], &["--format", "json"]].concat());
    let mut counted = json_rows(&counted);
    let total = counted.pop().expect("the last object is the total");
    let sets = counted.len();
    assert_eq!(about["piece_sets"], json!(sets));
    assert_eq!(about["positions"].to_string(), total["positions"].as_str().unwrap());
    assert_eq!(server.json(200, "/api/v1/sets")["sets"].as_array().unwrap().len(), sets);

    let position = "BB.SS/BBHH./.....";
    let wanted = printed(&tables, &["query", position]);
    let reported = server.json(200, &address("/api/v1/position", &[("p", position)]));
    for key in ["position", "piece_set", "index", "distance", "moves", "best_moves"] {
        assert_eq!(reported[key], wanted[key], "{key}");
    }
    assert_eq!((&reported["mirror"], &reported["names"]), (&Value::Null, &json!([])));
    let solved = printed(&tables, &["solve", position]);
    let reported = server.json(200, &address("/api/v1/solution", &[("p", position)]));
    assert_eq!(reported["distance"], solved["distance"]);
    let picture = server.get(&address("/svg/board", &[("p", position)])).text();
    let drawn = ["convert", position, "--to", "svg"];
    assert_eq!(picture.trim_end(), tables.output(&[&drawn, &BOARD[..]].concat()).trim_end());

    assert_eq!(server.json(200, "/api/v1/openings"), json!({ "openings": [] }));
    let refused = server.json(400, &address("/api/v1/position", &[("p", "heng-dao-li-ma")]));
    let error = text(
        &tables
            .run(&[&["query", "heng-dao-li-ma"], &BOARD[..]].concat())
            .assert()
            .code(1)
            .get_output()
            .stderr,
    );
    assert_eq!(error.trim_end(), format!("error: {}", refused["error"].as_str().unwrap()));
}

/// The pages know the board that they show, and a position to begin with.
#[test]
fn pages_know_the_board() {
    let tables = Tables::none();
    let server = server(&tables);
    let reply = server.get("/assets/family.js");
    assert_eq!(reply.header("content-type"), Some("text/javascript; charset=utf-8"));
    let script = reply.text();
    for line in ["COLUMNS = 5;", "ROWS = 3;", "GOAL = [1, 1];"] {
        assert!(script.contains(&format!("export const {line}\n")), "{script}");
    }
    let start = script.split("START = '").nth(1).unwrap().split('\'').next().unwrap();
    let start = server.json(200, &address("/api/v1/position", &[("p", start)]));
    let sets = server.json(200, "/api/v1/sets");
    let farthest =
        sets["sets"].as_array().unwrap().iter().filter_map(|set| set["max"]["finger"].as_u64());
    assert_eq!(start["distance"]["finger"].as_u64(), farthest.max());
}
