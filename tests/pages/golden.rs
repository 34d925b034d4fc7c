//! Golden answers of the HTTP API: each request is made again, and compared with its kept answer.

#![cfg(unix)]

use crate::common::golden::{Transcript, folder, transcripts};
use crate::serving::shared;
use serde_json::Value;
use std::fs;

/// The path and the status of a request.
fn request(transcript: &Transcript) -> (&str, u16) {
    let (path, status) = transcript.question.rsplit_once(' ').expect("a path and a status");
    (path, status.parse().expect("a status"))
}

#[test]
fn answers_keep_their_keys_types_and_values() {
    let kept = transcripts("http", "GET ");
    let mut broken = Vec::new();
    for (name, transcript) in &kept {
        let (path, status) = request(transcript);
        let reply = shared().server.get(path);
        assert_eq!(reply.status, status, "{name}: {path}: {}", reply.text());
        if let Err(fault) = transcript.check_json(&reply.text()) {
            broken.push(format!("{name}: {path}\n  {fault}"));
        }
    }
    assert!(broken.is_empty(), "broken promises:\n{}", broken.join("\n"));

    let described = shared().server.json(200, "/api/v1/openapi.json");
    assert_eq!(described["info"]["version"], "1", "the addresses begin with /api/v1");
    let is_kept = |path: &str| {
        let begin = path.split('{').next().expect("a part");
        kept.iter().any(|(_, transcript)| {
            let (asked, _) = request(transcript);
            asked.split('?').next().is_some_and(|asked| match path.contains('{') {
                true => asked.starts_with(begin),
                false => asked == path,
            })
        })
    };
    let paths = described["paths"].as_object().expect("paths").keys();
    let json = |path: &&String| path.starts_with("/api/") && !path.ends_with("openapi.json");
    let missing: Vec<&String> = paths.filter(json).filter(|path| !is_kept(path)).collect();
    assert_eq!(missing, [&""; 0], "no file of tests/golden/http has these addresses");
    assert!(
        kept.iter()
            .all(|(_, transcript)| serde_json::from_str::<Value>(&transcript.answer).is_ok())
    );
}

/// Each line of addresses.txt is `METHOD PATH parameter NAME`, the same with a value, `METHOD PATH status STATUS`, or
/// `code CODE`.
#[test]
fn addresses_parameters_statuses_and_codes_stay() {
    let described = shared().server.json(200, "/api/v1/openapi.json");
    let resolved = |value: &Value| match value["$ref"].as_str() {
        Some(place) => described.pointer(&place[1..]).expect("it is described").clone(),
        None => value.clone(),
    };
    let strings = |value: &Value| -> Vec<String> {
        let all = value.as_array().into_iter().flatten();
        all.filter_map(|value| value.as_str().map(str::to_owned)).collect()
    };
    let mut found = Vec::new();
    let codes = &described["components"]["schemas"]["Error"]["properties"]["code"]["enum"];
    found.extend(strings(codes).iter().map(|code| format!("code {code}")));
    for (path, methods) in described["paths"].as_object().expect("paths") {
        for (method, question) in methods.as_object().expect("methods") {
            let address = format!("{method} {path}");
            for parameter in question["parameters"].as_array().into_iter().flatten() {
                let parameter = resolved(parameter);
                let name = format!("{address} parameter {}", parameter["name"].as_str().unwrap());
                let values = strings(&resolved(&parameter["schema"])["enum"]);
                found.extend(values.iter().map(|value| format!("{name} {value}")));
                found.push(name);
            }
            let statuses = question["responses"].as_object().expect("responses").keys();
            found.extend(statuses.map(|status| format!("{address} status {status}")));
        }
    }
    let kept = fs::read_to_string(folder().join("addresses.txt")).unwrap();
    let gone: Vec<&str> = kept.lines().filter(|line| !found.iter().any(|f| f == line)).collect();
    assert_eq!(gone, [""; 0], "these stay in all versions 1.x");
}
