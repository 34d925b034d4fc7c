//! Golden files: outputs, states, tables of games and puzzle files that were kept. Each is asked again, and compared
//! with its answer or with the naive witness. docs/reference/compatibility.md has the promises.

use crate::common::golden::{Transcript, folder, transcripts};
use crate::common::{METRICS, Tables, csv_rows, huarong, skipped, text};
use naive::census;
use naive::grids::{Drawn, Witness};
use naive::rush::Rules;
use naive::stones::Plain;
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::Path;
use xxhash_rust::xxh3::xxh3_64;

const EVERY_KEY: &str = "tests/golden/every-key.toml";
const PAGE: &str = "docs/reference/commands.md";

/// The formats that docs/reference/output.md defines.
const FORMATS: [&str; 4] = ["json", "csv", "positions", "fogleman"];

fn format(transcript: &Transcript) -> &str {
    transcript.question.rsplit_once("--format ").expect("a format").1
}

/// Leaves an answer for a person to inspect.
fn leave(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(path, text).expect("it can be written");
}

#[test]
fn outputs_keep_their_keys_columns_types_and_values() {
    let tables = Tables::of(&["1h4v4s"]);
    let (mut broken, mut found) = (Vec::new(), BTreeMap::<String, String>::new());
    for (name, transcript) in transcripts("outputs", "$ huarong ") {
        let arguments: Vec<&str> = transcript.question.split(' ').collect();
        let mut command = tables.run(&arguments);
        if let Some(file) = &transcript.stdin {
            command.write_stdin(fs::read(file).expect("it is kept"));
        }
        let run = command.output().expect("it runs");
        let answer = text(&run.stdout);
        *found.entry(name.clone()).or_default() +=
            &format!("$ huarong {}\n{answer}", transcript.question);
        let checked = match format(&transcript) {
            _ if run.status.code() != Some(transcript.exit) => Err(format!(
                "exit code {:?}, kept is {}: {}",
                run.status.code(),
                transcript.exit,
                text(&run.stderr)
            )),
            "json" => transcript.check_json(&answer),
            "csv" => transcript.check_csv(&answer),
            _ if answer == transcript.answer => Ok(()),
            _ => Err("other lines; the same question has the same answer".to_owned()),
        };
        if let Err(fault) = checked {
            broken.push(format!("{name}: huarong {}\n  {fault}", transcript.question));
        }
    }
    found.iter().for_each(|(name, text)| leave(name, text));
    assert!(broken.is_empty(), "broken promises:\n{}", broken.join("\n"));
}

/// The sections of the page of commands: each command with the lines of its section.
fn sections(page: &str) -> Vec<(&str, Vec<&str>)> {
    let sections = page.split("\n## huarong").skip(1).map(|section| {
        let mut lines = section.lines();
        (lines.next().expect("a name").trim_start(), lines.collect())
    });
    sections.collect()
}

#[test]
fn every_command_with_a_format_has_a_golden_output() {
    let page = fs::read_to_string(PAGE).unwrap();
    let kept = transcripts("outputs", "$ huarong ");
    let mut asked = 0;
    for (command, lines) in sections(&page) {
        let option = lines.iter().skip_while(|line| !line.starts_with("- `--format "));
        let values: Vec<&&str> =
            option.skip(1).take_while(|line| !line.starts_with("- ")).collect();
        let has = |format: &&&str| {
            values.iter().any(|line| line.starts_with(&format!("  - `{format}`:")))
        };
        for format in FORMATS.iter().filter(has) {
            let is_kept = |transcript: &Transcript| {
                transcript.question.starts_with(&format!("{command} "))
                    && transcript.question.ends_with(&format!(" --format {format}"))
            };
            assert!(
                kept.iter().any(|(_, transcript)| is_kept(transcript)),
                "no file of tests/golden/outputs has `huarong {command} --format {format}`"
            );
            asked += 1;
        }
    }
    assert!(asked > 40, "{asked} formats");
}

/// The lines about an option or argument of a command: the one that names it, and those after it.
fn option<'a>(sections: &'a BTreeMap<&str, Vec<&str>>, command: &str, name: &str) -> &'a [&'a str] {
    let lines = sections.get(command).unwrap_or_else(|| panic!("`huarong {command}` is gone"));
    let names = |line: &&str| line.starts_with("- `") && line.contains(&format!("`{name}"));
    let first = lines.iter().position(names).unwrap_or_else(|| {
        panic!("`huarong {command} {name}` is gone; options stay in all versions 1.x")
    });
    let rest = &lines[first + 1..];
    let end = rest.iter().position(|line| line.starts_with("- `") || line.starts_with("**"));
    &rest[..end.unwrap_or(rest.len())]
}

#[test]
fn options_and_their_values_stay() {
    let page = fs::read_to_string(PAGE).unwrap();
    let sections: BTreeMap<&str, Vec<&str>> = sections(&page).into_iter().collect();
    let kept = |file: &str| fs::read_to_string(folder().join(file)).unwrap();
    for line in kept("options.txt").lines() {
        let (command, name) = line.rsplit_once(' ').unwrap_or(("", line));
        option(&sections, command, name);
    }
    for line in kept("values.txt").lines() {
        let (rest, value) = line.rsplit_once(' ').unwrap();
        let (command, name) = rest.rsplit_once(' ').unwrap();
        let listed = format!("  - `{value}`");
        let is_there =
            option(&sections, command, name).iter().any(|line| line.starts_with(&listed));
        assert!(is_there, "`huarong {line}` is gone; values stay in all versions 1.x");
    }
    assert!(kept("options.txt").lines().count() > 200);
    assert!(kept("values.txt").lines().count() > 100);
}

#[test]
fn names_of_openings_and_puzzles_stay() {
    let kept = fs::read_to_string(folder().join("names.txt")).unwrap();
    let tables = Tables::of(&["1h4v4s"]);
    let names = |command: &str, column: &str| -> Vec<String> {
        let rows = csv_rows(&tables.output(&[command, "--format", "csv"]));
        rows.into_iter().map(|mut row| row.remove(column).unwrap()).collect()
    };
    let found = [("openings", names("openings", "slug")), ("puzzles", names("puzzles", "id"))];
    for (command, names) in found {
        let kept: Vec<&str> = kept.lines().filter_map(|line| line.strip_prefix(command)).collect();
        assert!(kept.len() > 100);
        for name in kept {
            assert!(names.iter().any(|found| found == name.trim()), "{command}: {name} is gone");
        }
    }
}

/// Other tests compare the reports with what the program writes.
#[test]
fn columns_of_reports_stay() {
    for line in fs::read_to_string(folder().join("columns.txt")).unwrap().lines() {
        let (file, columns) = line.split_once(": ").unwrap();
        let Ok(report) = fs::read_to_string(file) else {
            // A registry does not distribute the larger ones.
            skipped(format_args!("no {file}"));
            continue;
        };
        let mut found = report.lines().next().unwrap().split(',');
        for column in columns.split(',') {
            assert!(
                found.any(|other| other == column),
                "{file}: the column {column} is gone or has another place; columns stay in all versions 1.x"
            );
        }
    }
}

#[test]
fn progress_keeps_its_keys() {
    let run = huarong().args(["census", "3x3", "--progress", "json", "--quiet"]).output().unwrap();
    let reports: Vec<Value> =
        text(&run.stderr).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for report in &reports {
        assert!(report["doing"].is_string() || report["doing"].is_null(), "{report}");
        assert!(report["done"].is_u64() && report["unit"].is_string(), "{report}");
        assert!(report["total"].is_u64() || report["total"].is_null(), "{report}");
    }
    assert!(!reports.is_empty());
}

#[test]
fn a_puzzle_file_with_every_key_is_read() {
    let file = fs::read_to_string(EVERY_KEY).unwrap();
    let schema: Value =
        serde_json::from_str(&fs::read_to_string("docs/puzzle.schema.json").unwrap()).unwrap();
    let line: Value =
        serde_json::from_str(&fs::read_to_string("tests/golden/every-key.jsonl").unwrap()).unwrap();
    // `goals` is there in place of `goal`. Doors and variants are younger than the file.
    let others = ["goal", "doors", "opens", "gone", "frozen", "layers", "variant_of", "change"];
    for key in schema["properties"].as_object().unwrap().keys() {
        if others.contains(&key.as_str()) {
            continue;
        }
        let begins =
            |line: &str| line.starts_with(&format!("{key} = ")) || *line == format!("[[{key}]]");
        assert!(file.lines().any(begins) && line.get(key).is_some(), "{EVERY_KEY} lacks {key}");
    }
    let drawn = Drawn {
        start: "ABC.\nD...\n#EE.".to_owned(),
        goals: vec!["....\n....\n#..A".to_owned(), "....\n....\n#.BC".to_owned()],
        alike: vec!["BC".to_owned()],
        by_shape: true,
        lengthwise: true,
        rows: "D".to_owned(),
        columns: "BC".to_owned(),
        gate: "....\n...1\n#...".to_owned(),
        owners: vec![('1', "AD".to_owned())],
        thin_walls: ". . . .\n    -\n. . . .\n\n# . . .".to_owned(),
    };
    let witness = Witness::new(&drawn);
    for metric in METRICS {
        let files = [EVERY_KEY, "tests/golden/every-key.jsonl"];
        let solve = ["solve", files[0], files[1], "--metric", metric, "--format", "csv"];
        let rows = csv_rows(&text(&huarong().args(solve).assert().success().get_output().stdout));
        assert_eq!(rows.len(), 2);
        for row in rows {
            assert_eq!(row["distance"], witness.fewest_moves(metric).to_string(), "{metric}");
        }
    }
}

/// A state with a line replaced, and its checksum corrected.
fn resealed(state: &str, from: &str, to: &str) -> String {
    let (facts, _) = state.split_once("checksum").unwrap();
    assert!(facts.contains(from), "{from}");
    let facts = facts.replacen(from, to, 1);
    format!("{facts}checksum {:016x}\n", xxh3_64(facts.as_bytes()))
}

/// What `join` prints about a kept state, also if another version of the program wrote it. A state of another format
/// version is rejected.
fn joined(kind: &str, file: &str, version: u32) -> Vec<HashMap<String, String>> {
    let state = fs::read_to_string(folder().join(file)).unwrap();
    assert!(
        state.starts_with(&format!("huarong {}", if kind == "rush" { "universe" } else { kind }))
    );
    let tables = Tables::none();
    let path = tables.path().join("state");
    let join = [kind, "join", path.to_str().unwrap(), "--format", "csv"];
    fs::write(&path, &state).unwrap();
    let printed = tables.output(&join);
    fs::write(&path, resealed(&state, "tool 0.1.0", "tool 1.99.0-alpha")).unwrap();
    assert_eq!(tables.output(&join), printed);
    let first = state.lines().next().unwrap();
    let newer = first.replace(&format!(" {version}"), &format!(" {}", version + 1));
    fs::write(&path, resealed(&state, first, &newer)).unwrap();
    let error = tables.error(&join);
    let said =
        format!("it has format version {}, and this program reads version {version}", version + 1);
    assert!(error.contains(&said), "{error}");
    csv_rows(&printed)
}

#[test]
fn a_census_is_read_by_every_version() {
    let mut hardest: BTreeMap<(String, usize), u32> = BTreeMap::new();
    for (set, arrangements) in census::sets(2, 3) {
        for shape in &set {
            for metric in METRICS {
                if let Some((moves, ..)) = census::hardest(&arrangements, shape, metric) {
                    let best = hardest.entry((metric.to_owned(), set.len())).or_default();
                    *best = (*best).max(moves);
                }
            }
        }
    }
    let rows = joined("census", "census-3.txt", 3);
    assert_eq!(rows.len(), hardest.len());
    for row in rows {
        let key = (row["metric"].clone(), row["pieces"].parse().unwrap());
        assert_eq!(row["distance"], hardest[&key].to_string(), "{key:?}");
    }
}

#[test]
fn a_universe_is_read_by_every_version() {
    let (any, reach) = (usize::MAX, 8);
    let rules = Rules { width: 4, height: 3, exit: 1, walls: 0, cars: any, trucks: any, reach };
    let puzzles = rules.universe().puzzles;
    let rows = joined("rush", "universe-1.txt", 1);
    assert_eq!(rows.len(), puzzles.len());
    for (row, puzzle) in rows.iter().zip(puzzles) {
        for (column, value) in [
            ("distance", puzzle.moves.to_string()),
            ("reachable", puzzle.positions.to_string()),
            ("pieces", puzzle.pieces.to_string()),
            ("walls", puzzle.walls.to_string()),
            ("solution_count", puzzle.solutions.to_string()),
            ("unit_moves", puzzle.unit_moves.to_string()),
        ] {
            assert_eq!(row[column], value, "{column}");
        }
    }
}

#[test]
fn a_table_of_a_game_is_read_by_every_version() {
    let tables = Tables::none();
    fs::copy(folder().join("game-3.huarong"), tables.path().join("game-3-2-2.huarong")).unwrap();
    assert!(tables.output(&["game", "build", "3,2,2"]).starts_with("present "));
    let game = Plain { columns: 3, rows: 2, k: 2, gravity: false, misere: false };
    let values = game.solve();
    let positions: Vec<&str> = values.keys().map(String::as_str).collect();
    let query = [&["game", "query", "3,2,2", "--format", "csv"][..], &positions].concat();
    let rows = csv_rows(&tables.output(&query));
    assert_eq!(rows.len(), values.len());
    for row in rows {
        let (value, plies) = values[&row["position"]];
        let plies = if value == 0 { String::new() } else { plies.to_string() };
        let value = ["loss", "draw", "win"][(value + 1) as usize];
        assert_eq!((&*row["value"], &row["plies"]), (value, &plies), "{}", row["position"]);
    }
}

/// The record of a checkpoint, as docs/reference/table-file.md describes it: one section that is not begun.
fn checkpoint(format: u32, tool: &str, unfinished: &str) -> Vec<u8> {
    let mut version = [0; 16];
    version[..tool.len()].copy_from_slice(tool.as_bytes());
    let words =
        |words: &[u32]| words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<_>>();
    let numbers =
        |numbers: &[u64]| numbers.iter().flat_map(|n| n.to_le_bytes()).collect::<Vec<_>>();
    let record = |checksum: u64| {
        let mut bytes = b"HUARCHK\n".to_vec();
        bytes.extend(numbers(&[checksum]));
        bytes.extend(words(&[format]));
        bytes.extend(version);
        // The table, and its number of entries.
        bytes.extend(numbers(&[7, 12]));
        // Bytes per entry, sections, blocks.
        bytes.extend(words(&[unfinished.len() as u32, 1, 1, 1]));
        bytes.extend(unfinished.as_bytes());
        // The section: its state, no numbers, nothing unreachable. The block has no entry that counts.
        bytes.extend(words(&[0, 0]));
        bytes.extend(numbers(&[0, 0]));
        bytes
    };
    record(xxh3_64(&record(0)))
}

/// A build continues only from a checkpoint of its own version. It names the reason, and starts anew.
#[test]
fn checkpoints_of_other_versions_are_discarded() {
    let name = "klotski-4x5-0h0v0s-finger.huarong";
    let build = ["build", "0h0v0s", "--metric", "finger"];
    let whole = Tables::none();
    whole.output(&build);
    let whole = fs::read(whole.path().join(name)).unwrap();
    let now = env!("CARGO_PKG_VERSION");
    for (format, tool, fault) in [
        (3, "0.0.9", "another version of the program wrote it"),
        (3, "1.99.0", "another version of the program wrote it"),
        (9, now, "another version of the program wrote it"),
        (3, now, "it belongs to another table"),
    ] {
        let tables = Tables::none();
        let unfinished = ".huarong-unfinished-golden";
        fs::write(tables.path().join(unfinished), [0; 128]).unwrap();
        let record = tables.path().join(format!(".huarong-checkpoint-{name}"));
        fs::write(record, checkpoint(format, tool, unfinished)).unwrap();
        let run = tables.run(&build).assert().success();
        let said = text(&run.get_output().stderr);
        let reported = format!("discarding the checkpoint of {name}: {fault}");
        assert!(said.contains(&reported), "{said}");
        assert!(fs::read(tables.path().join(name)).unwrap() == whole);
        assert_eq!(tables.names().iter().filter(|name| name.contains("unfinished")).count(), 0);
    }
}
