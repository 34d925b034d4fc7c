//! The server answers the questions of `tests/library/questions.rs`.

use crate::common::questions::questions;
use crate::server::posted;
use serde_json::Value;

#[test]
fn the_server_answers_each_question() {
    for asked in questions() {
        let path = format!("/api/v1/puzzle/solution?metric={}", asked.metric);
        let reply = posted(&path, asked.toml.as_bytes());
        if asked.wrong {
            assert_eq!(reply.status, 400, "{}: {}", asked.name, reply.text());
            continue;
        }
        let answer = reply.json();
        match asked.distance {
            Some(moves) => {
                assert_eq!(answer["distance"], moves, "{}: {answer}", asked.name);
                assert_eq!(answer["moves"].as_array().map(Vec::len), Some(moves as usize));
                // The number of solutions is null if its count takes too much.
                if let (Some(count), Some(found)) = (asked.count, answer["solution_count"].as_str())
                {
                    assert_eq!(found, count.to_string(), "{}", asked.name);
                }
            }
            None => {
                assert_eq!(reply.status, 422, "{}: {answer}", asked.name);
                let error = reply.error();
                assert!(error.contains("cannot reach the goal"), "{}: {error}", asked.name);
            }
        }
        let position = posted("/api/v1/puzzle/position", asked.toml.as_bytes()).json();
        let moves = asked.distance.map_or(Value::Null, Value::from);
        assert_eq!(position["distance"][&asked.metric], moves, "{}: {position}", asked.name);
    }
}
