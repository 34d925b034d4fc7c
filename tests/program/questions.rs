//! The program answers the questions of `tests/library/questions.rs` as the library does: alone, among others, with the
//! number of solutions, and by `query`.

use crate::common::Tables;
use crate::common::questions::{Question, questions};
use serde_json::Value;
use std::fs;

/// The answers of a command, a line of JSON each.
fn answers(tables: &Tables, arguments: &[&str]) -> Vec<Value> {
    let run = tables.run(arguments).output().unwrap();
    let text = String::from_utf8(run.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn distance(answer: &Value) -> Option<u32> {
    answer["distance"].as_u64().map(|moves| moves as u32)
}

#[test]
fn the_program_answers_each_question_alone_and_among_others() {
    let tables = Tables::none();
    let all = questions();
    for metric in ["unit", "straight", "finger"] {
        let folder = tables.path().join(metric);
        fs::create_dir(&folder).unwrap();
        let asked: Vec<&Question> = all.iter().filter(|asked| asked.metric == metric).collect();
        let mut paths = Vec::new();
        for (number, question) in asked.iter().enumerate() {
            let path = folder.join(format!("{number:02}.toml"));
            fs::write(&path, &question.toml).unwrap();
            paths.push(path.to_str().unwrap().to_owned());
        }
        let folder = folder.to_str().unwrap();
        let solve = ["solve", folder, "--metric", metric, "--format", "json"];
        let one = answers(&tables, &solve);
        let counted = answers(&tables, &[&solve[..], &["--count"]].concat());
        assert_eq!((one.len(), counted.len()), (asked.len(), asked.len()));
        for (question, (one, counted)) in asked.iter().zip(one.iter().zip(&counted)) {
            let name = &question.name;
            assert_eq!(distance(one), question.distance, "{name}: {one}");
            assert_eq!(distance(counted), question.distance, "{name}: {counted}");
            assert_eq!(!one["error"].is_null(), question.wrong, "{name}: {one}");
            if let Some(count) = question.count {
                assert_eq!(counted["solution_count"], count.to_string(), "{name}");
            }
        }
        // Every fifth is asked alone, too: a process takes longer than most searches.
        for (question, path) in asked.iter().zip(&paths).step_by(5) {
            let solve = ["solve", path, "--metric", metric, "--format", "json"];
            let query = ["query", "--puzzle", path, "--format", "json"];
            let [solved, queried] = [&solve[..], &query].map(|command| answers(&tables, command));
            let moves = question.distance.map_or(Value::Null, Value::from);
            match question.wrong {
                true => {
                    let mut all = solved.iter().chain(&queried);
                    assert!(all.all(|answer| answer["distance"].is_null()), "{}", question.name);
                }
                false => {
                    assert_eq!(solved[0]["distance"], moves, "{}", question.name);
                    assert_eq!(queried[0]["distance"][metric], moves, "{}", question.name);
                }
            }
        }
    }
}
