//! Whole-program tests: invalid input is rejected, with a message that names the location.

use crate::common::{START, STUCK, Tables, csv_rows, huarong, text};
use predicates::prelude::*;
use predicates::str::contains;
use std::fs;

/// Invalid positions, and the required parts of the message for each.
const MALFORMED: [(&str, &[&str]); 28] = [
    // The grid.
    ("", &["an empty text"]),
    ("VBBV/VBBV/VHHV/VSSV", &["5", "row 5 is missing"]),
    ("VBBV/VBBV/VHHV/VSSV/S..S/....", &["5", "row 6 is one too many"]),
    ("VBBV/VBBV/VHHV/VSSV/S..S/", &["row 6 is one too many"]),
    ("VBBV/VBB/VHHV/VSSV/S..S", &["row 2", "column 4 is missing"]),
    ("VBBV/VBBV./VHHV/VSSV/S..S", &["row 2", "column 5 is one too many"]),
    ("VBBVVBBVVHHVVSSVS.S", &["not a position", "no opening is called \"VBBVVBBVVHHVVSSVS.S\""]),
    (" VBBV/VBBV/VHHV/VSSV/S..SS", &["row 1", "column 5 is one too many"]),
    // Lower-case letters: two small pieces, or one horizontal piece.
    ("bbss/bb../..../..../....", &["BBSS/BB../", "BBHH/BB../", "write one of these"]),
    ("VBB#/VBBV/VHHV/VSSV/S..S", &["row 1, column 4", "'#'"]),
    // Letters.
    ("VBBV/VBBV/VHHV/VSSV/S..X", &["row 5, column 4", "'X'", "H horizontal"]),
    ("VBBV/VBBV/VHHV/VSsV/S..S", &["row 4, column 3", "'s'"]),
    ("VBBV/VBBV/VHHV/V華SV/S..S", &["row 4, column 2", "'華'"]),
    ("VBBV/VBBV/VHHV/VSSV/S.-S", &["row 5, column 3", "'-'"]),
    // Incomplete pieces.
    ("VB.V/VBBV/VHHV/VSSV/S..S", &["row 1, column 2", "big", "row 1, column 3", "'.'"]),
    ("VBBV/VBSV/VHHV/VSSV/S..S", &["row 1, column 2", "big", "row 2, column 3", "'S'"]),
    ("BB../BB../VH../V.../....", &["row 3, column 2", "horizontal", "row 3, column 3", "'.'"]),
    ("BB../BB../...H/..../....", &["row 3, column 4", "horizontal", "edge"]),
    ("BB../BB../..../..../..V.", &["row 5, column 3", "vertical", "edge"]),
    ("BB../BB../V.../SS../....", &["row 3, column 1", "vertical", "row 4, column 1", "'S'"]),
    ("..../..../..../..../.BB.", &["row 5, column 2", "big", "edge"]),
    ("BB../BB../VVV./VV../....", &["row 3, column 3", "vertical", "row 4, column 3", "'.'"]),
    // One letter per piece.
    ("AACC/A.CC/..../..../....", &["row 1, column 1", "'A'", "do not form a piece"]),
    ("CC../CC../D..D/..../....", &["row 3, column 1", "'D'", "do not form a piece"]),
    // The number of pieces.
    ("..../..../..../..../....", &["0 of the shape big", "exactly 1"]),
    ("BBBB/BBBB/..../..../....", &["row 1, column 3", "one big too many", "exactly 1"]),
    ("VBBV/VBBV/VHHV/VSSV/S.SS", &["1h4v5s", "covers 19 cells", "at most 18"]),
    ("AABC/AABC/DDEE/FGHI/JKLM", &["covers 20 cells", "at most 18"]),
];

#[test]
fn malformed_positions_are_refused_with_the_place() {
    let tables = Tables::none();
    for (position, wanted) in MALFORMED {
        for command in ["query", "solve"] {
            let error = tables.error(&[command, position]);
            assert_eq!(error.lines().count(), 1, "{error}");
            for part in wanted {
                assert!(error.contains(part), "{position:?}: {part:?} is not in {error}");
            }
        }
    }
    assert!(tables.names().is_empty(), "nothing was built for them");
}

#[test]
fn other_lines_are_answered_all_the_same() {
    let tables = Tables::of(&["1h4v4s", "0h5v4s"]);
    let mut command = tables.run(&["query", "-", "--format", "csv"]);
    // Blank lines count as lines, so that the number matches an editor's.
    let input = format!("{START}\n\nVBBV/VBB\n{STUCK}\nVBBV/VBBV/VHHV/VSSV/S..X\n{START}");
    let run = command.write_stdin(input).assert().code(1);
    let (printed, errors) = (text(&run.get_output().stdout), text(&run.get_output().stderr));
    let rows = csv_rows(&printed);
    let answered = rows.iter().map(|row| (&*row["line"], &*row["position"]));
    let wanted = [("1", START), ("3", ""), ("4", STUCK), ("5", ""), ("6", START)];
    assert_eq!(answered.collect::<Vec<_>>(), wanted);
    let mut errors: Vec<&str> = errors.lines().collect();
    assert_eq!(errors.pop(), Some("error: 2 of 5 positions refused"));
    errors.sort();
    assert_eq!(errors.len(), 2);
    assert!(errors[0].starts_with("error: line 3: row 2 "), "{errors:?}");
    assert!(errors[1].starts_with("error: line 5: row 5, column 4"), "{errors:?}");
}

#[test]
fn other_arguments_are_answered_all_the_same() {
    let tables = Tables::of(&["1h4v4s"]);
    let run = tables.run(&["query", "BB/", START]).assert().code(1);
    run.stdout(tables.output(&["query", START]))
        .stderr(contains("position 1: row 1").and(contains("1 of 2 positions refused")));
    let run = tables.run(&["query", "BB/", START, "--format", "csv"]).assert().code(1);
    let rows = csv_rows(&text(&run.get_output().stdout));
    let columns = ["line", "input", "position"];
    let answered: Vec<_> = rows.iter().map(|row| columns.map(|column| &*row[column])).collect();
    assert_eq!(answered, [["", "BB/", ""], ["", START, START]]);
    assert!(rows[0]["error"].starts_with("row 1"), "{:?}", rows[0]["error"]);
    assert!(rows[1]["error"].is_empty());
}

#[test]
fn bytes_that_are_no_text_are_a_malformed_line() {
    let tables = Tables::of(&["1h4v4s"]);
    let mut input = b"\xff\xfe\0BV/VBBV/VHHV/VSSV/S..S\n".to_vec();
    input.extend(START.bytes());
    let run = tables.run(&["query", "-"]).write_stdin(input).assert().code(1);
    run.stdout(tables.output(&["query", START])).stderr(contains("error: line 1: row 1"));
}

#[test]
fn piece_sets_that_are_none_are_refused() {
    let tables = Tables::none();
    let cases: [(&str, &[&str]); 12] = [
        ("0h7v0s", &["0h7v0s", "no legal arrangement"]),
        ("8h0v0s", &["8h0v0s", "covers 20 cells", "at most 18"]),
        ("1h4v9s", &["1h4v9s", "covers 23 cells", "at most 18"]),
        ("9x", &["\"9x\"", "'x'"]),
        ("", &["\"\"", "empty"]),
        ("hvs", &["\"hvs\"", "'h'", "count"]),
        ("1h4", &["\"1h4\"", "4", "letter"]),
        ("1h1h", &["\"1h1h\"", "'h'", "twice"]),
        ("1h-4v", &["\"1h-4v\"", "'-'"]),
        ("2b1h", &["\"2b1h\"", "big", "1"]),
        ("300s", &["300"]),
        ("99999999999999999999s", &["99999999999999999999"]),
    ];
    for (set, wanted) in cases {
        // A valid set beside an invalid one is not built either.
        let error = tables.error(&["build", "0h0v0s", set]);
        for part in wanted {
            assert!(error.contains(part), "{set:?}: {part:?} is not in {error}");
        }
    }
    assert!(tables.names().is_empty());
}

#[test]
fn wrong_arguments_are_explained() {
    let cases: [(&[&str], &str); 15] = [
        (&[], "Usage: huarong"),
        (&["frobnicate"], "'frobnicate'"),
        (&["query"], "<POSITION>"),
        (&["solve"], "<POSITION|FILE>"),
        (&["solve", START, START], "only one position can be an argument"),
        (&["build", "--metric", "taxicab"], "possible values: unit, straight, finger, multi, all"),
        (&["solve", START, "--metric", "taxicab"], "unit, straight, finger and multi"),
        (&["query", START, "--format", "yaml"], "possible values: text, json, csv"),
        (&["solve", START, "--format", "yaml"], "possible values: text, json, csv"),
        (&["build", "--threads", "0"], "'0'"),
        (&["build", "--threads", "many"], "'many'"),
        (&["build", "--threads", "-1"], "'-1'"),
        (&["build", "--threads", "1025"], "1..=1024"),
        (&["report", "--hardest-limit", "few"], "'few'"),
        (&["sample", "1h4v4s", "--seed", "abc"], "whole number from 0 to 18446744073709551615"),
    ];
    let tables = Tables::none();
    for (arguments, wanted) in cases {
        let run = tables.run(arguments).assert().code(2).stdout("");
        run.stderr(contains(wanted).and(contains("panicked").not()));
    }
    assert!(tables.names().is_empty());
}

#[test]
fn nothing_to_verify_is_an_error() {
    let tables = Tables::none();
    let error = tables.error(&["verify"]);
    assert!(error.contains("no tables") && error.contains("huarong build"), "{error}");
}

/// The data directory is a file, or is below one: that stops even root.
#[cfg(unix)]
#[test]
fn a_data_directory_that_cannot_be() {
    let tables = Tables::none();
    let file = tables.path().join("a file");
    fs::write(&file, "something else").unwrap();
    for directory in [file.clone(), file.join("below")] {
        for arguments in [&["build", "0h0v0s"][..], &["query", START], &["report"], &["verify"]] {
            let mut command = huarong();
            let run = command.arg("--data-dir").arg(&directory).args(arguments).assert().code(1);
            let error = text(&run.get_output().stderr);
            let line = error.lines().find(|line| line.starts_with("error: "));
            let line = line.unwrap_or_else(|| panic!("{arguments:?}: {error}"));
            assert!(line.contains(file.to_str().unwrap()), "{line}");
            assert!(line.matches("os error").count() <= 1, "repeated cause: {line}");
        }
    }
    assert_eq!(fs::read_to_string(file).unwrap(), "something else");
}

#[cfg(target_os = "linux")]
#[test]
fn a_directory_in_which_nothing_can_be_made() {
    // The kernel's own file system accepts no new directories from anyone.
    let mut command = huarong();
    command.args(["--data-dir", "/proc/huarong", "build", "0h0v0s"]);
    command.assert().code(1).stderr(contains("/proc/huarong").and(contains("panicked").not()));
}

#[test]
fn reports_cannot_be_written_where_a_file_is() {
    let tables = Tables::of(&["0h0v0s"]);
    let file = tables.path().join("a file");
    fs::write(&file, "something else").unwrap();
    let error = tables.error(&["report", "--out", file.to_str().unwrap()]);
    assert!(error.contains("cannot write") && error.contains(file.to_str().unwrap()), "{error}");
    assert_eq!(fs::read_to_string(file).unwrap(), "something else");
}
