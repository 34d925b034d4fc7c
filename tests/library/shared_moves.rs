//! Legal moves, as a shared reference for the rules of the library and those of the pages.
//!
//! `tests/data/moves.json` contains puzzles, positions of each, and their neighbours under each
//! metric. The naive witnesses make the file; `tests/pages/browser/puzzles.rs` feeds it to the
//! pages.

use huarong_core::klotski;
use huarong_core::puzzle_file::PuzzleFile;
use huarong_core::rules::{Metric, Puzzle};
use naive::Naive;
use naive::grids::{Drawn, Witness};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::fs;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/moves.json");

/// Number of positions of each drawn puzzle in the file.
const POSITIONS: usize = 12;

/// Positions of the 4x5 family: starts, crowded and nearly empty boards, a goal position, and a
/// position in which a longer path takes fewer straight moves.
const FAMILY: [&str; 9] = [
    "VBBV/VBBV/VHHV/VSSV/S..S",
    "VBBV/VBBV/VHHV/VSSV/.S.S",
    "..../.BB./.BB./..../....",
    "..../..../..../.BB./.BB.",
    "..../.S.S/...S/.BBS/SBBS",
    "BBSS/BBSS/.SSS/SSSS/SSS.",
    "BB.S/BB../..../HHHH/....",
    "SHH./.VSS/.V.S/..BB/SSBB",
    "SBBS/SBBS/VHHV/VVVV/.VV.",
];

/// Puzzles that cover all rules of drawn puzzles.
fn drawings() -> [(&'static str, Drawn); 7] {
    let drawn = |start: &str, goal: &str| Drawn {
        start: start.to_owned(),
        goals: vec![goal.to_owned()],
        ..Drawn::default()
    };
    [
        ("walls", drawn("AA#.\nA.BB\n..B.\nC.#D", "..#.\n....\n...D\n..#.")),
        (
            "locks",
            Drawn {
                lengthwise: true,
                rows: "E".to_owned(),
                ..drawn("AAB.\n..BE\nC.DD\nC...", "....\n....\n..DD\n....")
            },
        ),
        (
            "a gate",
            Drawn { gate: "..A\nB..\n...".to_owned(), ..drawn("A..\n...\nBC.", "..A\n...\n...") },
        ),
        (
            "gates of several pieces",
            Drawn {
                gate: "..1\n2..\n...".to_owned(),
                owners: vec![('1', "AB".to_owned()), ('2', "BC".to_owned())],
                ..drawn("A..\n...\nBC.", "..A\n...\n...")
            },
        ),
        (
            "thin walls",
            Drawn {
                thin_walls: ". . .|.\n- -\n. .|. .\n    +-\n. . . .".to_owned(),
                ..drawn("AAB.\n..B.\nCC.D", "....\n....\n..AA")
            },
        ),
        (
            "pieces that are alike, and signs of several bytes",
            Drawn {
                alike: vec!["/A".to_owned()],
                goals: vec!["...\n...\n../".to_owned(), "é..\né..\n...".to_owned()],
                ..drawn("/é.\n.é車\n..A", "")
            },
        ),
        (
            "a piece in two parts",
            Drawn { by_shape: true, ..drawn("A.A\n.B.\n.C.", "...\nA.A\n...") },
        ),
    ]
}

/// The file's entry for a position.
fn entry(position: &str, is_goal: bool, neighbours: impl Fn(&str) -> BTreeSet<String>) -> Value {
    let mut entry = Map::from_iter([
        ("position".to_owned(), json!(position)),
        ("is_goal".to_owned(), json!(is_goal)),
    ]);
    entry.extend(
        Metric::ALL.map(|metric| (metric.name().to_owned(), json!(neighbours(metric.name())))),
    );
    Value::Object(entry)
}

/// The whole file, from the witnesses. The family has no puzzle file.
fn witnessed() -> Value {
    let naive = Naive::klotski();
    let family = FAMILY
        .map(|text| entry(text, naive.is_goal(text), |metric| naive.neighbours(text, metric)));
    let mut puzzles = vec![json!({ "name": "the 4x5 family", "file": null, "positions": family })];
    for (name, drawn) in drawings() {
        let witness = Witness::new(&drawn);
        let mut reachable = BTreeSet::from([witness.start_text()]);
        let mut waiting: Vec<String> = reachable.iter().cloned().collect();
        while let Some(text) = waiting.pop() {
            for after in witness.neighbours(&text, "unit") {
                if reachable.insert(after.clone()) {
                    waiting.push(after);
                }
            }
        }
        let reachable: Vec<String> = reachable.into_iter().collect();
        let step = reachable.len().div_ceil(POSITIONS);
        let chosen = reachable.iter().step_by(step);
        let positions: Vec<Value> = chosen
            .map(|text| {
                entry(text, witness.is_goal(text), |metric| witness.neighbours(text, metric))
            })
            .collect();
        puzzles.push(json!({ "name": name, "file": drawn.file(), "positions": positions }));
    }
    Value::Array(puzzles)
}

#[test]
fn the_shared_moves_are_those_of_the_witnesses() {
    let expected = witnessed();
    let kept = fs::read_to_string(FILE).ok().and_then(|text| serde_json::from_str(&text).ok());
    if kept.as_ref() != Some(&expected) {
        let made = concat!(env!("CARGO_TARGET_TMPDIR"), "/moves.json");
        fs::write(made, format!("{expected:#}\n")).expect("a file can be written");
        panic!("{FILE} is not what the witnesses find, which is now in {made}");
    }
}

#[test]
fn the_library_makes_the_shared_moves() {
    let puzzles: Value = serde_json::from_str(&fs::read_to_string(FILE).unwrap()).unwrap();
    let mut checked = 0;
    for puzzle in puzzles.as_array().unwrap() {
        let rules: Puzzle = match puzzle["file"].as_str() {
            Some(file) => PuzzleFile::parse(file).unwrap().setup().unwrap().puzzle,
            None => klotski::puzzle(),
        };
        for entry in puzzle["positions"].as_array().unwrap() {
            let position = rules.parse_position(entry["position"].as_str().unwrap()).unwrap();
            assert_eq!(json!(rules.goal().is_satisfied_by(&position)), entry["is_goal"], "{entry}");
            for metric in Metric::ALL {
                let moves = rules.moves(&position, metric);
                let after: BTreeSet<String> =
                    moves.iter().map(|made| rules.position_text(&made.apply(&position))).collect();
                assert_eq!(json!(after), entry[metric.name()], "{metric} moves: {entry}");
                checked += after.len();
            }
        }
    }
    assert!(checked > 500, "{checked} moves");
}
