//! Streams of positions: chosen columns, and Parquet.

use crate::common::{START, STUCK, Tables, csv_rows, huarong, json_rows, text};
use crate::exports::{python, read_back};
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const AT_GOAL: &str = "..../..../..../.BB./.BB.";

/// Two answers, a line that is no position, and a position without a solution.
const LINES: [&str; 4] = [".BB./.BB./..../..../....", "no, \"position\"", AT_GOAL, STUCK];

fn tables() -> Tables {
    Tables::of(&["0h0v0s", "0h5v4s"])
}

fn printed(tables: &Tables, arguments: &[&str]) -> Vec<u8> {
    let input = LINES.join("\n");
    tables.run(arguments).write_stdin(input).assert().code(1).get_output().stdout.clone()
}

/// Chosen columns have the values of whole rows, in the order in which they are named.
#[test]
fn chosen_columns_have_the_values_of_whole_rows() {
    let tables = tables();
    let of_csv: [(&[&str], &str); 6] = [
        (&["query", "-"], "finger,input,best_unit,error"),
        (&["query", "-"], "unit,straight,finger"),
        (&["query", "-"], "position"),
        (&["solve", "-"], "moves,line,distance"),
        (&["solve", "-", "--count"], "solution_count"),
        (&["solve", "-", "--limit", "2", "--metric", "unit"], "solution,verdict,solution_count"),
    ];
    for (command, names) in of_csv {
        let whole = [command, &["--format", "csv"]].concat();
        let all = csv_rows(&text(&printed(&tables, &whole)));
        let some = text(&printed(&tables, &[&whole, &["--columns", names][..]].concat()));
        assert_eq!(some.lines().next(), Some(names), "{command:?}");
        let cells = |row: &HashMap<String, String>| {
            names.split(',').map(|name| (name.to_owned(), row[name].clone())).collect()
        };
        let wanted: Vec<HashMap<String, String>> = all.iter().map(cells).collect();
        assert_eq!(csv_rows(&some), wanted, "{command:?} {names}");
    }
    let of_json: [(&[&str], &str); 4] = [
        (&["query", "-"], "distance,line"),
        (&["query", "-"], "best_moves,moves,solvable,error"),
        (&["solve", "-"], "verdict,moves"),
        (&["solve", "-", "--limit", "0"], "solutions,solution_count"),
    ];
    for (command, names) in of_json {
        let whole = [command, &["--format", "json"]].concat();
        let all = json_rows(&text(&printed(&tables, &whole)));
        let some = text(&printed(&tables, &[&whole, &["--columns", names][..]].concat()));
        let values = |row: &Value| {
            let names = names.split(',').map(|name| (name.to_owned(), row[name].clone()));
            Value::Object(names.collect::<Map<_, _>>())
        };
        assert_eq!(json_rows(&some), all.iter().map(values).collect::<Vec<_>>(), "{command:?}");
        let first = format!("{{\"{}\":", names.split(',').next().unwrap());
        assert!(some.lines().all(|line| line.starts_with(&first)), "{some}");
    }
    // Moves have columns of their own.
    let lone = ["solve", LINES[0], "--format", "csv", "--columns", "position,move"];
    let whole = csv_rows(&tables.output(&["solve", LINES[0], "--format", "csv"]));
    let some = csv_rows(&tables.output(&lone));
    assert!(!some.is_empty() && some.len() == whole.len());
    for (some, whole) in some.iter().zip(&whole) {
        assert_eq!((&some["position"], &some["move"]), (&whole["position"], &whole["move"]));
    }
}

/// A wrong name is one message, which lists the right ones.
#[test]
fn wrong_columns_are_refused_with_the_names_of_all() {
    let refused = |arguments: &[&str]| {
        let run = huarong().args(arguments).write_stdin("").assert().code(2).stdout("");
        text(&run.get_output().stderr)
    };
    let all = "line, input, position, piece_set, index, solvable, unit, straight, finger, best_unit, best_straight, \
               best_finger, error";
    for (names, reason) in [
        ("finger,fingers", "there is no column \"fingers\""),
        ("finger,unit,finger", "finger is named twice"),
        ("", "there is no column \"\""),
        // It is a key of JSON.
        ("distance", "there is no column \"distance\""),
    ] {
        let said = refused(&["query", "-", "--format", "csv", "--columns", names]);
        assert_eq!(said, format!("error: --columns: {reason}; the columns are {all}\n"));
    }
    let said = refused(&["query", "-", "--format", "json", "--columns", "finger"]);
    let keys =
        "line, input, position, piece_set, index, solvable, distance, best_moves, moves, error";
    assert!(said.ends_with(&format!("; the columns are {keys}\n")), "{said}");
    let said = refused(&["solve", "-", "--columns", "distance"]);
    assert!(said.contains("choose another --format than text"), "{said}");
    let said = refused(&["solve", START, "--format", "csv", "--columns", "distance"]);
    assert!(said.ends_with("to_column, to_row, position\n"), "{said}");
}

/// Runs statements of SQL, which can write files.
fn sql(python: &Path, statements: &[String]) {
    let program = "import duckdb, sys; [duckdb.sql(statement) for statement in sys.argv[1:]]";
    let output = Command::new(python).args(["-c", program]).args(statements).output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
}

/// A cell of CSV, as another program reads it from Parquet: an empty one is null.
fn value(cell: &str, kind: &str) -> Value {
    match kind {
        _ if cell.is_empty() => Value::Null,
        "VARCHAR" => json!(cell),
        "DOUBLE" => json!(cell.parse::<f64>().unwrap()),
        _ => serde_json::from_str(cell).unwrap(),
    }
}

/// Other programs read the rows of CSV from Parquet, with their types.
#[test]
fn parquet_has_the_rows_of_csv() {
    let Some(python) = python() else { return };
    let tables = tables();
    let file = |name: &str| tables.path().join(name);
    let puzzle = file("puzzle.toml");
    fs::write(&puzzle, "name = 'p'\nstart = 'A.'\ngoal = '.A'\n[[published]]\nmoves = 1\n")
        .unwrap();
    let puzzle = puzzle.to_str().unwrap().to_owned();
    let commands: [&[&str]; 6] = [
        &["query", "-"],
        &["query", "-", "--reachable", "--columns", "reachable,solvable,finger"],
        &["solve", "-", "--limit", "3", "--metric", "unit"],
        &["solve", &puzzle, "missing.toml", "--positions"],
        &["solve", LINES[0], "--metric", "unit"],
        &["tasks", "rush", "--size", "4x4", "--to", "6", "--question", "within,solvable,legal"],
    ];
    let mut files = Vec::new();
    for (number, command) in commands.iter().enumerate() {
        let run = |format| {
            let mut run = tables.run(&[*command, &["--format", format]].concat());
            run.write_stdin(LINES.join("\n")).output().unwrap().stdout
        };
        let path = file(&format!("{number}.parquet"));
        fs::write(&path, run("parquet")).unwrap();
        files.push((path, text(&run("csv"))));
    }
    // The files of a data set.
    let part = |format: &str| {
        let folder = file(format);
        let order = ["tasks", "rush", "--size", "4x4", "--to", "6", "--count", "100"];
        let out = ["--format", format, "--out", folder.to_str().unwrap()];
        tables.run(&[&order[..], &out].concat()).assert().success();
        folder.join(format!("train.{format}"))
    };
    files.push((part("parquet"), fs::read_to_string(part("csv")).unwrap()));
    let paths: Vec<&PathBuf> = files.iter().map(|(path, _)| path).collect();
    for (read, (_, csv)) in read_back(&python, &paths).iter().zip(&files) {
        let rows = csv_rows(csv);
        let columns: Vec<[&str; 2]> = read["columns"]
            .as_array()
            .unwrap()
            .iter()
            .map(|column| [0, 1].map(|at| column[at].as_str().unwrap()))
            .collect();
        assert_eq!(
            columns.iter().map(|[name, _]| *name).collect::<Vec<_>>().join(","),
            csv.lines().next().unwrap()
        );
        let is_of_tasks = columns.iter().any(|[name, _]| *name == "prompt");
        for [name, kind] in &columns {
            let wanted = match *name {
                "solution" if is_of_tasks => "VARCHAR",
                "line" | "index" | "reachable" | "distance" | "best_found" | "solution"
                | "move" | "from_column" | "from_row" | "to_column" | "to_row" | "mobility"
                | "best_moves" | "pieces" | "empty_cells" => "BIGINT",
                "unit" | "straight" | "finger" | "at_least" | "within" | "optimal" => "USMALLINT",
                "solvable" => "BOOLEAN",
                _ => "VARCHAR",
            };
            assert_eq!(*kind, wanted, "{name}");
        }
        let row = |row: &HashMap<String, String>| {
            Value::Array(columns.iter().map(|[name, kind]| value(&row[*name], kind)).collect())
        };
        assert!(!rows.is_empty());
        assert_eq!(read["rows"], Value::Array(rows.iter().map(row).collect()));
    }
}

/// Positions of a Parquet file have the answers of the same lines, whether the file is named or piped.
#[test]
fn positions_are_read_from_parquet() {
    let Some(python) = python() else { return };
    let tables = tables();
    let file = |name: &str| tables.path().join(name).to_str().unwrap().to_owned();
    let lines: Vec<String> = LINES.iter().map(|line| format!("('{line}')")).collect();
    let write = |name: &str, select: &str, options: &str| {
        let path = file(name);
        let statement = format!("copy ({select}) to '{path}' (format parquet{options})");
        sql(&python, &[statement]);
        path
    };
    let select =
        format!("select 7 as other, position from (values {}) as t(position)", lines.join(", "));
    let snappy = write("snappy.parquet", &select, ", codec snappy");
    let plain = write("plain.parquet", &select, ", codec uncompressed");
    // A file is recognised by its first bytes, too.
    let unnamed = file("unnamed");
    fs::copy(&plain, &unnamed).unwrap();
    for command in ["query", "solve"] {
        let wanted = text(&printed(&tables, &[command, "-", "--format", "csv"]));
        for path in [&snappy, &plain, &unnamed] {
            let run = tables.run(&[command, path, "--format", "csv"]).assert().code(1);
            assert_eq!(text(&run.get_output().stdout), wanted, "{command} {path}");
            let said = text(&run.get_output().stderr);
            assert!(said.starts_with("error: row 2: not a position"), "{said}");
            let mut piped = tables.process(&[command, "-", "--format", "csv"]);
            let piped = piped.stdin(fs::File::open(path).unwrap()).stderr(Stdio::null());
            assert_eq!(text(&piped.output().unwrap().stdout), wanted, "{command} {path}");
        }
    }
    // What `query` writes, it reads.
    let out = file("out.parquet");
    fs::write(&out, printed(&tables, &["query", "-", "--format", "parquet"])).unwrap();
    let again = tables.run(&["query", &out, "--format", "csv", "--columns", "line,finger"]);
    let rows = csv_rows(&text(&{ again }.assert().code(1).get_output().stdout));
    let fingers: Vec<&str> = rows.iter().map(|row| &*row["finger"]).collect();
    assert_eq!((fingers.len(), fingers[1], fingers[2], fingers[3]), (4, "", "0", ""));

    // A null is a row without a position.
    let select =
        format!("select case when x = 1 then '{AT_GOAL}' end as position from range(3) as t(x)");
    let nulls = write("nulls.parquet", &select, "");
    let run = tables.run(&["query", &nulls, "--format", "csv"]).assert().code(1);
    let rows = csv_rows(&text(&run.get_output().stdout));
    let answered: Vec<(&str, bool)> =
        rows.iter().map(|row| (&*row["finger"], row["error"].is_empty())).collect();
    assert_eq!(answered, [("", false), ("0", true), ("", false)]);

    let refused = |path: &str, words: &str| {
        let run = tables.run(&["query", path, "--format", "csv"]).assert().code(1).stdout("");
        let said = text(&run.get_output().stderr);
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(said.contains(path) && said.contains(words), "{said}");
    };
    let number = write("number.parquet", "select 81 as position", "");
    refused(&number, "the column \"position\" has values of type INT32");
    let list = write("list.parquet", &format!("select ['{AT_GOAL}'] as position"), "");
    refused(&list, "has no column \"position\" with positions as text; its columns are position.");
    let other = write("other.parquet", "select 'a' as start, 2 as b", "");
    refused(&other, "has no column \"position\" with positions as text; its columns are start, b");
    let packed = write("packed.parquet", "select 'a' as position", ", codec zstd");
    refused(&packed, "is compressed with ZSTD");
    let cut = file("cut.parquet");
    fs::write(&cut, &fs::read(&plain).unwrap()[..60]).unwrap();
    refused(&cut, "cannot read");
    let none = file("none.parquet");
    fs::write(&none, LINES.join("\n")).unwrap();
    refused(&none, "is no Parquet file: it does not begin with PAR1");
    refused(&file("missing.parquet"), "cannot read");
}

/// Signs with a meaning in JSON are escaped in every place.
#[test]
fn signs_with_a_meaning_in_json_are_escaped() {
    let tables = Tables::none();
    let puzzle = tables.path().join("odd.toml");
    fs::write(&puzzle, "name = 'odd'\nstart = '\"\\.'\ngoal = '.\"\\'\n").unwrap();
    let command = ["query", "--puzzle", puzzle.to_str().unwrap(), "--format", "json"];
    let [row] = &json_rows(&tables.output(&command))[..] else { panic!("one row") };
    assert_eq!(row["position"], "\"\\.");
    assert_eq!(row["best_moves"]["unit"], json!(["\".\\"]));
    assert_eq!(
        (&row["moves"][0]["piece"], &row["moves"][0]["position"]),
        (&json!("\\"), &json!("\".\\"))
    );
    assert_eq!(row["moves"][0]["distance"], json!({"unit": 1, "straight": 1, "finger": 1}));
}
