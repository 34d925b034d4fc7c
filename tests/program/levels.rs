//! `huarong levels`: its outputs against the witness and published figures, and its files.

use crate::common::{Tables, csv_rows, text};
use naive::Naive;
use predicates::str::contains;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

/// A solved tile puzzle with the empty cell in a corner.
fn tiles(tables: &Tables, width: usize, height: usize) -> PathBuf {
    let tiles: Vec<char> = ('A'..).take(width * height - 1).chain(['.']).collect();
    let rows: Vec<String> = tiles.chunks(width).map(String::from_iter).collect();
    let rows = rows.join("\n");
    let path = tables.path().join("tiles.toml");
    let file = format!("name = 'tiles'\nstart = '''\n{rows}\n'''\ngoal = '''\n{rows}\n'''\n");
    fs::write(&path, file).unwrap();
    path
}

/// In every metric, Klotski sets have as many positions at each distance as the witness finds.
#[test]
fn levels_of_klotski_are_those_of_the_witness() {
    let tables = Tables::none();
    let naive = Naive::klotski();
    for metric in ["unit", "straight", "finger"] {
        let mut counts = BTreeMap::new();
        let distances = naive.distances(&[1, 0, 0, 2], metric);
        for distance in distances.values() {
            *counts.entry(*distance).or_insert(0u64) += 1;
        }
        let unreachable = counts.remove(&None).unwrap_or(0);
        let (&largest, _) = counts.last_key_value().unwrap();
        let farthest: Vec<&String> =
            distances.iter().filter(|&(_, &at)| at == largest).map(|(text, _)| text).collect();
        let counts: Vec<u64> = counts.into_values().collect();

        let command = ["levels", "0h0v2s", "--metric", metric, "--farthest", "1000"];
        let run = tables.run(&[&command[..], &["--format", "json"]].concat()).assert().success();
        let found: Value = serde_json::from_slice(&run.get_output().stdout).unwrap();
        assert_eq!(found["histogram"], Value::from(counts.clone()), "{metric}");
        assert_eq!(found["solvable"], counts.iter().sum::<u64>());
        assert_eq!(found["unsolvable"], unreachable);
        assert_eq!(found["max"], counts.len() - 1);
        let mut listed: Vec<String> = serde_json::from_value(found["farthest"].clone()).unwrap();
        listed.sort_unstable();
        assert_eq!(listed.iter().collect::<Vec<_>>(), farthest);

        let rows = tables.run(&[&command[..], &["--format", "csv"]].concat()).assert().success();
        let rows = csv_rows(&text(&rows.get_output().stdout));
        for (distance, (row, count)) in rows.iter().zip(&counts).enumerate() {
            let values =
                ["piece_set", "metric", "distance", "positions"].map(|key| row[key].as_str());
            assert_eq!(values, ["0h0v2s", metric, &distance.to_string(), &count.to_string()]);
        }
        assert_eq!(rows.len(), counts.len());
    }
}

/// In memory and in files, which are gone at the end. OEIS A089473 has the numbers.
#[test]
fn levels_of_the_8_puzzle_are_the_published_ones() {
    let tables = Tables::none();
    let puzzle = tiles(&tables, 3, 3);
    let files = tables.path().join("files");
    let command = ["levels", "--puzzle", puzzle.to_str().unwrap(), "--metric", "unit"];
    for disk in [&[][..], &["--disk", files.to_str().unwrap()]] {
        let run = tables.run(&[&command[..], disk].concat()).assert().success();
        let said = text(&run.get_output().stdout);
        assert!(said.contains("\n       2  4\n       3  8\n"), "{said}");
        assert!(said.contains("\n      24  24,047\n"), "{said}");
        assert!(said.contains("\n      31  2\n"), "{said}");
        assert!(said.contains("181,440 positions can reach the goal, 181,440 cannot"), "{said}");
        assert_eq!(said.matches("farthest: ").count(), 2, "{said}");
    }
    assert_eq!(fs::read_dir(&files).unwrap().count(), 0);
}

#[test]
fn what_levels_refuses() {
    let tables = Tables::none();
    let puzzle = tiles(&tables, 6, 2);
    let puzzle = puzzle.to_str().unwrap();
    tables
        .run(&["levels", "1h4v4s", "--disk", "files"])
        .assert()
        .failure()
        .stderr(contains("--disk: only for puzzles with at least four pieces of one shape"));
    assert!(!tables.path().join("files").exists());
    tables
        .run(&["levels", "--puzzle", puzzle, "--memory", "20MB"])
        .assert()
        .failure()
        .stderr(contains("the limit leaves 20 MB; keep its levels in files with --disk DIR"));
    let file = tables.path().join("file");
    fs::write(&file, "").unwrap();
    tables
        .run(&["levels", "--puzzle", puzzle, "--disk", file.to_str().unwrap()])
        .assert()
        .failure()
        .stderr(contains("file is not a directory"));
}
