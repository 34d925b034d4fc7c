//! The JSON Schema of puzzle files, which editors use for completion and checks, against the reader
//! of puzzle files.

use huarong_core::puzzle_file::{Fault, PuzzleFile};
use jsonschema::Validator;
use serde_json::{Map, Value};
use std::fs;
use std::path::{Path, PathBuf};
use toml::de::{DeTable, DeValue};

/// The schema as JSON.
fn schema() -> Value {
    let text = fs::read_to_string("docs/puzzle.schema.json").expect("the schema exists");
    serde_json::from_str(&text).expect("the schema is JSON")
}

fn validator() -> Validator {
    jsonschema::draft7::new(&schema()).expect("the schema is a schema")
}

/// TOML as JSON; `None` if the text is not TOML or contains a value without a JSON counterpart.
fn json(text: &str) -> Option<Value> {
    object(DeTable::parse(text).ok()?.get_ref())
}

fn object(table: &DeTable<'_>) -> Option<Value> {
    let entries = table
        .iter()
        .map(|(key, value)| Some((key.get_ref().to_string(), json_value(value.get_ref())?)));
    entries.collect::<Option<Map<_, _>>>().map(Value::Object)
}

fn json_value(value: &DeValue<'_>) -> Option<Value> {
    Some(match value {
        DeValue::String(text) => Value::from(text.as_ref()),
        DeValue::Integer(number) => {
            Value::from(i64::from_str_radix(number.as_str(), number.radix()).ok()?)
        }
        DeValue::Float(number) => Value::from(number.as_str().parse::<f64>().ok()?),
        &DeValue::Boolean(value) => Value::from(value),
        DeValue::Datetime(_) => return None,
        DeValue::Array(values) => {
            let values = values.iter().map(|value| json_value(value.get_ref()));
            Value::Array(values.collect::<Option<_>>()?)
        }
        DeValue::Table(table) => object(table)?,
    })
}

/// Files below a folder.
fn files(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(Path::new(folder)).expect("the folder exists");
    entries.map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn the_schema_accepts_the_puzzles_of_the_library() {
    let validator = validator();
    let mut puzzles = files("crates/lab/src/library/puzzles");
    assert_eq!(puzzles.len(), 111);
    puzzles.extend(["docs/tutorials/side-door.toml", "docs/tutorials/level.toml"].map(Into::into));
    for path in puzzles {
        let value = json(&fs::read_to_string(&path).unwrap()).expect("the puzzle is TOML");
        let errors = validator.iter_errors(&value).map(|error| error.to_string());
        assert_eq!(errors.collect::<Vec<_>>(), [""; 0], "{}", path.display());
    }
}

/// The fuzzer's corpus contains malformed files. The schema must accept every file that the reader
/// accepts.
#[test]
fn the_schema_accepts_what_the_reader_accepts() {
    let validator = validator();
    let mut accepted = 0;
    for path in files("tests/fuzz/corpus/puzzle_file") {
        let Ok(text) = fs::read_to_string(&path) else { continue };
        if PuzzleFile::parse(&text).is_ok() {
            let value = json(&text).unwrap_or_else(|| panic!("{text}"));
            assert!(validator.is_valid(&value), "{}:\n{text}", path.display());
            accepted += 1;
        }
    }
    for line in [
        "source = ''",
        "source = '華容道 (Klotski)'",
        "columns = ''",
        "rows = 'A B'",
        "alike = []",
        "alike = ['AB']",
        "goal_by = 'shape'",
        "lengthwise = false",
        "gate = \"\"\"\n...\n..B\n\"\"\"",
        "gate = '''\n...\n..1\n'''\nowners = { 1 = 'AB' }",
        "gate = '''\n...\n..é\n'''\n[owners]\n'é' = 'A B'\nx = 'A'",
        "thin_walls = '''\n. .|.\n-\n. . .\n'''",
        "doors = '''\n.....\nA...B\n.....\n'''",
        "doors = '''\n.....\n*...B\n.....\n'''\nopens = { '*' = 1 }\ngone = ' B '",
        "doors = '''\n.\nx...B\n'''\nowners = { x = 'A' }\ngone = 'B'\nfrozen = { A = 1 }",
        "doors = '''\n.\nA...B\n....b\n'''\nfrozen = { A = 'B' }\nlayers = { B = 'b' }",
        "published = []",
        "[[published]]\nmoves = 0",
        "[[published]]\nmoves = 0x10\nmetric = 'unit'\npositions = 1\nby = 'x'\n[[published]]\nmoves = 2",
    ] {
        let text = SOUND.replace("rows = 'A'", line);
        assert!(PuzzleFile::parse(&text).is_ok(), "the reader rejects\n{text}");
        assert!(validator.is_valid(&json(&text).unwrap()), "the schema rejects\n{text}");
        accepted += 1;
    }
    assert!(accepted > 15, "{accepted} files are puzzles");
}

/// With doors, a goal is optional.
#[test]
fn both_accept_a_puzzle_with_doors_and_without_a_goal() {
    let text = "name = 'n'\nstart = 'A.'\ndoors = '''\n.\n...A\n'''";
    assert!(PuzzleFile::parse(text).is_ok() && validator().is_valid(&json(text).unwrap()));
}

/// A puzzle that both accept; tests add faults to it.
const SOUND: &str =
    "name = 'n'\nstart = '''\nAB.\n...\n'''\ngoal = '''\n..A\n...\n'''\nrows = 'A'\n";

#[test]
fn the_schema_rejects_faulty_files() {
    let validator = validator();
    let is_valid = |text: &str| validator.is_valid(&json(text).expect("the file is TOML"));
    assert!(is_valid(SOUND) && PuzzleFile::parse(SOUND).is_ok());
    for (old, new) in [
        ("name = 'n'", ""),
        ("name = 'n'", "name = ' '"),
        ("name = 'n'", "name = \"two\\nlines\""),
        ("name = 'n'", "name = 3"),
        ("name = 'n'", "name = 'n'\nsource = \"\\u001b[2J\""),
        ("name = 'n'", "name = 'n'\nnmae = 'n'"),
        ("name = 'n'", "name = 'n'\ngoals = ['..A']"),
        ("start = '''\nAB.\n...\n'''", "start = ['AB.', '...']"),
        ("start = '''\nAB.\n...\n'''", "start = '''\n##\n'''"),
        ("start = '''\nAB.\n...\n'''", ""),
        ("goal = '''\n..A\n...\n'''", ""),
        ("goal = '''\n..A\n...\n'''", "goals = []"),
        ("goal = '''\n..A\n...\n'''", "goals = '..A'"),
        ("rows = 'A'", "rows = true"),
        ("rows = 'A'", "rows = '.'"),
        ("rows = 'A'", "columns = ['A']"),
        ("rows = 'A'", "alike = 'AB'"),
        ("rows = 'A'", "alike = ['A', 3]"),
        ("rows = 'A'", "goal_by = 'color'"),
        ("rows = 'A'", "lengthwise = 'yes'"),
        ("rows = 'A'", "gate = 3"),
        ("rows = 'A'", "gate = '''\n...\n..x\n'''\nowners = 'AB'"),
        ("rows = 'A'", "gate = '''\n...\n..x\n'''\nowners = { x = 'A', yz = 'A' }"),
        ("rows = 'A'", "gate = '''\n...\n..x\n'''\nowners = { x = '' }"),
        ("rows = 'A'", "gate = '''\n...\n..x\n'''\nowners = { x = 3 }"),
        ("rows = 'A'", "thin_walls = ['. . .', '', '. . .']"),
        ("rows = 'A'", "thin_walls = ' '"),
        ("goal = '''\n..A\n...\n'''", "gone = 'A'"),
        ("rows = 'A'", "gone = 'B'"),
        ("rows = 'A'", "opens = { A = 1 }"),
        ("rows = 'A'", "doors = 3"),
        ("rows = 'A'", "doors = '''\n.....\n#...#\n'''"),
        ("rows = 'A'", "doors = '''\n.\n....B\n'''\ngone = ''"),
        ("rows = 'A'", "doors = '''\n.\n....B\n'''\nopens = { B = 0 }"),
        ("rows = 'A'", "doors = '''\n.\n....B\n'''\nopens = { B = 'A' }"),
        ("rows = 'A'", "doors = '''\n.\n....B\n'''\nfrozen = { A = 256 }"),
        ("rows = 'A'", "doors = '''\n.\n....B\n'''\nfrozen = { A = '' }"),
        ("rows = 'A'", "doors = '''\n.\n....B\n'''\nfrozen = { AB = 'B' }"),
        ("rows = 'A'", "doors = '''\n.\n....B\n'''\nlayers = { B = 1 }"),
        ("rows = 'A'", "doors = '''\n.\n....B\n'''\nlayers = { B = '' }"),
        ("rows = 'A'", "toggle = 'A'"),
        ("rows = 'A'", "[published]\nmoves = 3"),
        ("rows = 'A'", "[[published]]\nby = 'x'"),
        ("rows = 'A'", "[[published]]\nmoves = -1"),
        ("rows = 'A'", "[[published]]\nmoves = 1.5"),
        ("rows = 'A'", "[[published]]\nmoves = 1\npositions = 0"),
        ("rows = 'A'", "[[published]]\nmoves = 1\nmetric = 'steps'"),
        ("rows = 'A'", "[[published]]\nmoves = 1\nyear = 1903"),
    ] {
        assert!(SOUND.contains(old), "{old}");
        let text = SOUND.replace(old, new);
        assert!(!is_valid(&text), "the schema accepts\n{text}");
        assert!(PuzzleFile::parse(&text).is_err(), "the reader accepts\n{text}");
    }
}

/// The reader knows every key and every word of the schema, and each key has a description for
/// editors.
#[test]
fn the_reader_knows_the_keys_of_the_schema() {
    let schema = schema();
    let published = &schema["properties"]["published"]["items"]["properties"];
    for (table, properties) in [("", &schema["properties"]), ("[[published]]\n", published)] {
        let properties = properties.as_object().expect("keys");
        assert!(properties.len() >= 4);
        for (key, property) in properties {
            let description = property["description"].as_str().unwrap_or_default();
            assert!(description.ends_with('.'), "{key}: {description}");
            // TOML forbids duplicate keys, so keys of SOUND are skipped.
            let has = table.is_empty() && SOUND.contains(&format!("{key} = "));
            let text = format!("{SOUND}{table}{key} = 0");
            let error = PuzzleFile::parse(&text).map_err(|error| error.fault);
            let is_known = !matches!(error, Err(Fault::UnknownKey { .. }));
            assert!(has || is_known, "{key}: {error:?}");
            for word in property["enum"].as_array().into_iter().flatten() {
                let moves = if table.is_empty() { "" } else { "moves = 1\n" };
                let text = format!("{SOUND}{table}{moves}{key} = {word}");
                assert!(PuzzleFile::parse(&text).is_ok(), "{key} = {word}");
            }
        }
    }
}
