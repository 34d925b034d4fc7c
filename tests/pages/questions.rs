//! The server answers the questions of `tests/library/questions.rs` as the library does, and a tab without a server gives
//! the same answers.

#![cfg(unix)]

use crate::common::questions::questions;
use crate::server::posted;
use huarong_pages::answers::Tab;
use serde_json::{Value, json};

/// The answers about the start of a puzzle, at an address below `/api/v1/puzzle`.
fn answer(address: &str, toml: &str) -> (u16, Value) {
    let reply = posted(&format!("/api/v1/puzzle/{address}"), toml.as_bytes());
    (reply.status, reply.json())
}

#[test]
fn the_server_answers_each_question() {
    for asked in questions() {
        let (name, toml, metric) = (&asked.name, &asked.toml, &asked.metric);
        let (status, solved) = answer(&format!("solution?metric={metric}"), toml);
        let (position_status, position) = answer("position", toml);
        if asked.wrong {
            assert_eq!((status, position_status), (400, 400), "{name}: {solved}");
            continue;
        }
        assert_eq!(position_status, 200, "{name}: {position}");
        assert_eq!(position["distance"][metric], json!(asked.distance), "{name}");
        assert_eq!(position["solvable"], asked.distance.is_some(), "{name}");
        match asked.distance {
            None => assert_eq!((status, &solved["code"]), (422, &json!("no-path")), "{name}"),
            Some(moves) => {
                assert_eq!((status, &solved["distance"]), (200, &json!(moves)), "{name}: {solved}");
                assert_eq!(solved["moves"].as_array().unwrap().len(), moves as usize, "{name}");
            }
        }
        if let Some(count) = asked.count {
            assert_eq!(solved["solution_count"], count.to_string(), "{name}");
        }
    }
}

#[test]
fn a_tab_answers_each_question_as_the_server_does() {
    let tab = Tab::default();
    for asked in questions().iter().step_by(4) {
        let path = format!("/api/v1/puzzle/solution?metric={}", asked.metric);
        let reply = posted(&path, asked.toml.as_bytes());
        let answer = tab.ask(format!("{path}\n{}", asked.toml).as_bytes(), &|_, _| ());
        assert_eq!((answer.status, answer.body), (reply.status, reply.body), "{}", asked.name);
    }
}

/// A puzzle with the goal of Korf's instances. Its positions are 10^13, so that no search reaches all.
fn fifteen_puzzle(start: &str) -> String {
    format!("name = '15'\nstart = '''\n{start}\n'''\ngoal = '''\n.ABC\nDEFG\nHIJK\nLMNO\n'''\n")
}

#[test]
fn a_scramble_of_the_15_puzzle_is_solved() {
    // Instance 42 of Korf (1985), who published 42 moves.
    let toml = fifteen_puzzle("DEGB\nINLM\n.CFK\nHAOJ");
    let (status, solved) = answer("solution?metric=unit", &toml);
    assert_eq!((status, &solved["distance"]), (200, &json!(42)), "{solved}");
    assert_eq!(
        solved["moves"].as_array().unwrap().last().unwrap()["position"],
        ".ABC/DEFG/HIJK/LMNO"
    );
    let (status, position) = answer("position", &toml);
    assert_eq!((status, &position["distance"]["finger"]), (200, &json!(42)), "{position}");
    // Each move leads one nearer or one farther, and one of them is on the way.
    let moves = position["moves"].as_array().unwrap();
    assert!(moves.iter().all(|made| [41, 43].map(Value::from).contains(&made["distance"]["unit"])));
    let first = &solved["moves"][0]["position"];
    assert!(position["best_moves"]["unit"].as_array().unwrap().contains(first), "{position}");
    // The way between two positions is that to the goal, if the goal is the second.
    let (_, way) = answer("solution?metric=unit&to=.ABC/DEFG/HIJK/LMNO", &toml);
    assert_eq!(way["distance"], 42, "{way}");
}

#[test]
fn the_15_puzzle_with_two_tiles_exchanged_is_unsolvable() {
    // 14 and 15 exchanged: no moves change the parity of the tiles with the colour of the empty cell.
    let toml = fifteen_puzzle(".ABC\nDEFG\nHIJK\nLMON");
    let (status, position) = answer("position", &toml);
    assert_eq!((status, &position["solvable"]), (200, &json!(false)), "{position}");
    assert_eq!(position["distance"], json!({ "unit": null, "straight": null, "finger": null }));
    let (status, refused) = answer("solution?metric=unit", &toml);
    assert_eq!((status, &refused["code"]), (422, &json!("no-path")), "{refused}");
}
