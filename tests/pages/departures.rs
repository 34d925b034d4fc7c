//! Whole-program tests of `SECURITY.md`: for every kind of request, a client that leaves frees its place, one request leaves
//! room for others, and a request to terminate ends the server.

#![cfg(unix)]

use crate::common::{Tables, wait_until};
use crate::server::linked_tables;
use crate::serving::{Connection, Server, address};
use serde_json::Value;
use std::collections::BTreeSet;
use std::process::Command;
use std::thread;
use std::time::Duration;

/// More than eleven million positions.
const LARGE: &str = "name = \"large\"\nstart = \"\"\"\nABBC.D\nABBC.D\nEFFGHH\nE..G..\n......\n\"\"\"\n\
                     goal = \"\"\"\n......\n......\n......\n.BB...\n.BB...\n\"\"\"\n";
const FAMILY: &str = "VBBV/VBBV/VHHV/VSSV/S..S";
/// Its component is small, and no table answers for components.
const LONE: &str = "..../.BB./.BB./..../....";

/// Requests that search, with the address of each. Those with a puzzle send it in their body.
const WORK: [(&str, &[(&str, &str)]); 23] = [
    ("/api/v1/solution", &[("p", FAMILY), ("to", "S..S/VBBV/VBBV/VHHV/VSSV")]),
    ("/api/v1/component", &[("p", FAMILY)]),
    ("/api/v1/map", &[("p", FAMILY)]),
    ("/api/v1/score", &[("p", FAMILY), ("answer", "A right 1")]),
    ("/api/v1/difficulty", &[("p", FAMILY)]),
    ("/api/v1/sample", &[("set", "1h4v4s"), ("count", "10")]),
    ("/api/v1/daily", &[("date", "2026-01-11")]),
    ("/api/v1/design", &[("pieces", "T 4domino 0..2small"), ("board", "8x8"), ("count", "24")]),
    ("/api/v1/design", &[("pieces", "T 4domino"), ("board", "5x5"), ("minimal", "true")]),
    ("/api/v1/design", &[("pieces", "small 255corner 255L"), ("board", "32x32")]),
    ("/api/v1/design", &[("pieces", "T 0..9domino 0..9corner"), ("board", "6x6")]),
    ("/api/v1/design", &[("rush", "8x8"), ("max_walls", "8"), ("count", "24")]),
    ("/api/v1/design", &[("rush", "5x5"), ("max_walls", "1")]),
    ("/api/v1/design", &[("rush", "8x8"), ("car_lengths", "1"), ("metric", "unit")]),
    ("/api/v1/puzzle/position", &[]),
    ("/api/v1/puzzle/solution", &[]),
    ("/api/v1/puzzle/component", &[]),
    ("/api/v1/puzzle/map", &[]),
    ("/api/v1/puzzle/score", &[("answer", "A right 1")]),
    ("/api/v1/puzzle/difficulty", &[]),
    ("/api/v1/puzzle/variants", &[]),
    ("/api/v1/game", &[("game", "4,4,4")]),
    ("/api/v1/gomoku/move", &[("moves", "77 78"), ("seconds", "30")]),
];

/// Addresses that answer without a search.
const AT_ONCE: [&str; 17] = [
    "/api/v1/about",
    "/api/v1/convert",
    "/api/v1/gomoku",
    "/api/v1/openapi.json",
    "/api/v1/openings",
    "/api/v1/position",
    "/api/v1/puzzle",
    "/api/v1/puzzles",
    "/api/v1/rush",
    "/api/v1/sets",
    "/api/v1/sets/{set}",
    "/api/v1/solved",
    "/api/v1/solved/{id}",
    "/csv/{name}",
    "/svg/board",
    "/svg/histogram",
    "/svg/qr",
];

/// Asks on a connection of its own.
fn asked(server: &Server, (path, parameters): (&str, &[(&str, &str)])) -> Connection {
    let mut connection = server.connect();
    let target = address(path, parameters);
    match path.starts_with("/api/v1/puzzle/") {
        false => connection.ask("GET", &target),
        true => {
            let (host, length) = (server.address, LARGE.len());
            let head = format!(
                "POST {target} HTTP/1.1\r\nHost: {host}\r\nContent-Length: {length}\r\n\r\n"
            );
            connection.send(&[head.as_bytes(), LARGE.as_bytes()].concat()).unwrap();
        }
    }
    connection
}

/// Far less than a search may take, and far more than a search needs to notice that its client has left.
const SOON: Duration = Duration::from_secs(25);

/// Requires that a small search is answered soon.
fn assert_searches(server: &Server, when: &str) {
    let mut other = server.connect();
    other.set_patience(SOON);
    other.ask("GET", &address("/api/v1/component", &[("p", LONE)]));
    let reply = other.reply(false).unwrap_or_else(|| panic!("{when}: no answer"));
    assert_eq!(reply.status, 200, "{when}: {}", reply.text());
}

#[test]
fn every_address_is_among_those_that_are_left() {
    let tables = linked_tables(&[]);
    let server = Server::start(&tables);
    let description: Value = server.json(200, "/api/v1/openapi.json");
    let paths = description["paths"].as_object().expect("the addresses").keys();
    let known: BTreeSet<&str> = WORK.iter().map(|(path, _)| *path).chain(AT_ONCE).collect();
    for path in paths {
        assert!(known.contains(&**path), "{path}: does it search?");
    }
}

/// Two clients take both places and leave.
#[test]
fn clients_that_leave_free_their_places() {
    let tables = linked_tables(&[]);
    let server = Server::start(&tables);
    for work in WORK {
        let leaving = [asked(&server, work), asked(&server, work)];
        thread::sleep(Duration::from_millis(500));
        drop(leaving);
        assert_searches(&server, &format!("after clients of {work:?} have left"));
    }
    assert!(!server.errors().contains("panicked"), "{}", server.errors());
}

/// One request has a part of the memory, of the places and of the processors.
#[test]
fn one_request_leaves_room_for_others() {
    let tables = linked_tables(&[]);
    let arguments = ["--bind", "127.0.0.1:0", "--memory", "300MB"];
    let server = Server::start_with(&tables, &arguments, "");
    for work in WORK {
        let working = asked(&server, work);
        thread::sleep(Duration::from_millis(200));
        assert_searches(&server, &format!("beside {work:?}"));
        drop(working);
    }
    let small = address("/api/v1/design", &[("pieces", "small"), ("board", "2x1")]);
    assert_eq!(server.json(200, &small)["puzzles"][0]["distance"], 1);
}

/// The exit code of a server that had to be ended by force is another. On a busy machine that can happen to any server, but not
/// three times in a row.
#[test]
fn servers_end_whatever_they_search() {
    for work in WORK.into_iter().filter(|(path, _)| path.ends_with("design")) {
        let mut said = String::new();
        let ends = (0..3).any(|_| {
            let (code, errors) = end_of_a_server_with(work);
            said += &errors;
            code == Some(0)
        });
        assert!(ends, "{work:?}: {said}");
    }
}

/// The exit code and the messages of a server that is ended during some work.
fn end_of_a_server_with(work: (&str, &[(&str, &str)])) -> (Option<i32>, String) {
    let tables = Tables::none();
    let small = ["--board", "3x4", "--bind", "127.0.0.1:0"];
    let mut server = Server::start_with(&tables, &small, "");
    let waiting: Vec<Connection> = (0..4).map(|_| asked(&server, work)).collect();
    thread::sleep(Duration::from_millis(500));
    let pid = server.child.id().to_string();
    assert!(Command::new("kill").args(["-s", "TERM", &pid]).status().unwrap().success());
    let mut ended = None;
    wait_until("the server ends", || {
        ended = server.child.try_wait().unwrap();
        ended.is_some()
    });
    drop(waiting);
    (ended.unwrap().code(), server.errors())
}
