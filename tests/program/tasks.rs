//! `huarong tasks`: data sets on disk.

use crate::common::{Tables, csv_rows, json_rows, text};
use serde_json::Value;
use std::collections::HashSet;
use std::fs;

const ORDER: [&str; 10] =
    ["tasks", "rush", "--size", "4x4", "--to", "6", "--question", "solve,length", "--seed", "9"];

/// The tasks of one puzzle, which all threads share, too.
#[test]
fn tasks_do_not_depend_on_the_threads() {
    for family in [&["tiles", "--size", "3x3"][..], &["dads", "--metric", "unit"]] {
        let made = |threads: &str| {
            let family = [&["tasks"], family].concat();
            let rest = ["--count", "100", "--format", "json", "--threads", threads];
            text(&Tables::none().run(&[&family[..], &rest].concat()).output().unwrap().stdout)
        };
        let first = made("1");
        assert_eq!(first.lines().count(), 100, "{family:?}");
        assert!((0..3).all(|_| made("3") == first), "{family:?}");
    }
}

#[test]
fn a_data_set_has_the_rows_of_the_stream() {
    let folder = tempfile::tempdir().unwrap();
    let mut streamed =
        Tables::none().run(&[&ORDER[..], &["--count", "300", "--format", "json"]].concat());
    let stream = json_rows(&text(&streamed.output().unwrap().stdout));
    assert_eq!(stream.len(), 300);
    for format in ["json", "csv"] {
        let out = folder.path().join(format);
        let arguments = ["--count", "300", "--format", format, "--out", out.to_str().unwrap()];
        let written = Tables::none().run(&[&ORDER[..], &arguments].concat()).output().unwrap();
        assert_eq!(written.status.code(), Some(0), "{}", text(&written.stderr));
        assert!(written.stdout.is_empty());
        let mut names: Vec<String> = fs::read_dir(&out)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        let end = if format == "csv" { "csv" } else { "jsonl" };
        let parts = ["test", "train", "validation"].map(|part| format!("{part}.{end}"));
        assert_eq!(names, [vec!["README.md".to_owned()], parts.to_vec()].concat());
        let card = fs::read_to_string(out.join("README.md")).unwrap();
        let mut components: Vec<HashSet<String>> = Vec::new();
        for part in ["train", "validation", "test"] {
            let of_part: Vec<&Value> = stream.iter().filter(|row| row["split"] == part).collect();
            let file = fs::read_to_string(out.join(format!("{part}.{end}"))).unwrap();
            let ids: Vec<String> = match format {
                "csv" => csv_rows(&file).iter().map(|row| row["id"].clone()).collect(),
                _ => {
                    let rows = json_rows(&file);
                    assert!(rows.iter().eq(of_part.iter().copied()));
                    rows.iter().map(|row| row["id"].as_str().unwrap().to_owned()).collect()
                }
            };
            assert_eq!(
                ids,
                of_part.iter().map(|row| row["id"].as_str().unwrap()).collect::<Vec<_>>()
            );
            let clusters: HashSet<String> =
                of_part.iter().map(|row| row["cluster"].as_str().unwrap().to_owned()).collect();
            assert!(
                card.contains(&format!("| {part} | {} | {} |", ids.len(), clusters.len())),
                "{card}"
            );
            assert!(components.iter().all(|other| other.is_disjoint(&clusters)));
            components.push(clusters);
        }
        // The command of the card makes the same tasks.
        let command = card.split("```").nth(1).unwrap().replace("\\\n", " ");
        let words: Vec<&str> =
            command.split_whitespace().skip(1).chain(["--format", "json"]).collect();
        let again = Tables::none().run(&words).output().unwrap();
        assert_eq!(json_rows(&text(&again.stdout)), stream);
        let full = Tables::none().run(&[&ORDER[..], &arguments].concat()).output().unwrap();
        assert_eq!(full.status.code(), Some(1));
        assert!(text(&full.stderr).contains("is not empty"), "{}", text(&full.stderr));
    }
}
