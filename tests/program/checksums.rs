//! Published checksums: what they are of, and that tables are compared with them.

use crate::common::{METRICS, Tables};
use crate::naive::Naive;
use predicates::prelude::*;
use predicates::str::contains;
use std::fs;

const PUBLISHED: &str = include_str!("../../src/sliding/library/checksums.txt");

/// The lines of a list without its comments.
fn lines(list: &str) -> Vec<&str> {
    list.lines().filter(|line| !line.starts_with('#')).collect()
}

#[test]
fn all_tables_are_as_published() {
    let tables = Tables::none();
    tables.output(&["build"]);
    let printed = tables.output(&["verify", "--published"]);
    assert_eq!(printed, "609 tables, each as in the published list\n");
    assert_eq!(tables.output(&["checksums"]), PUBLISHED, "the list is what the tables give");
    assert_eq!(lines(PUBLISHED).len(), 203 * 3);
}

/// From the definition, with the distances of the naive search.
#[test]
fn checksums_are_of_the_distances_in_index_order() {
    let naive = Naive::klotski();
    for (set, counts) in [("1h0v1s", [1, 1, 0, 1]), ("5h2v0s", [1, 5, 2, 0])] {
        let tables = Tables::of(&[set]);
        let positions = naive.arrangements(&counts);
        let answers = tables.ask(&positions);
        for metric in METRICS {
            let distances = naive.distances(&counts, metric);
            let mut bytes = vec![0; 2 * positions.len()];
            for (position, answer) in positions.iter().zip(&answers) {
                let index = answer["index"].as_u64().unwrap() as usize;
                let distance = distances[position].map_or(u16::MAX, |distance| distance as u16);
                bytes[2 * index..][..2].copy_from_slice(&distance.to_le_bytes());
            }
            let line = format!("{}  {set} {metric}", blake3::hash(&bytes));
            assert!(lines(&tables.output(&["checksums"])).contains(&line.as_str()), "{line}");
            assert!(lines(PUBLISHED).contains(&line.as_str()), "{line}");
        }
    }
}

#[test]
fn tables_that_differ_are_named() {
    let tables = Tables::of(&["0h0v0s", "1h4v4s"]);
    // Another table under its name, sound in itself: the straight distances of the lone big piece.
    let mut other = PUBLISHED.replace(" 0h0v0s straight\n", " 0h0v0s taken\n");
    other = other.replace(" 0h0v0s finger\n", " 0h0v0s straight\n");
    let other = other.replace(" 0h0v0s taken\n", " 0h0v0s finger\n");
    let list = tables.path().join("list.txt");
    fs::write(&list, &other).unwrap();
    let list = list.to_str().unwrap();
    let run = tables.run(&["verify", "--published", list]).assert().code(1).stdout("");
    run.stderr(
        contains("error: 0h0v0s straight: ")
            .and(contains("error: 0h0v0s finger: "))
            .and(contains(format!("error: 2 of 6 tables not as in {list}"))),
    );
    // A table that the list lacks is no table as in the list.
    fs::write(list, lines(PUBLISHED)[..3].join("\n")).unwrap();
    let run = tables.run(&["verify", "--published", list]).assert().code(1);
    run.stderr(contains("1h4v4s unit: ").and(contains("no such table")));
}

#[test]
fn lists_that_are_none_are_refused() {
    let tables = Tables::of(&["0h0v0s"]);
    let list = tables.path().join("list.txt");
    let name = list.to_str().unwrap();
    let sum = "0".repeat(64);
    for (text, wanted) in [
        ("0123 0h0v0s unit\n".to_owned(), "line 1: no BLAKE3 checksum"),
        (format!("# a comment\n{sum} 0h0v0s\n"), "line 2: not three words"),
        (format!("{sum} 0h0v0s taxicab\n"), "line 1: no metric"),
        (format!("{sum} 0h0v0s unit\n\n{sum} 0h0v0s unit\n"), "line 3: a table named twice"),
    ] {
        fs::write(&list, text).unwrap();
        let error = tables.error(&["verify", "--published", name]);
        assert!(error.contains(wanted) && error.contains(name), "{error}");
    }
    let error = tables.error(&["verify", "--published", "/no/such/list"]);
    assert!(error.contains("cannot read /no/such/list"), "{error}");
    let error = Tables::none().error(&["verify", "--published"]);
    assert!(error.contains("no tables") && error.contains("huarong build"), "{error}");
    let error = tables.error(&["checksums", "--out", "/no/such/directory/list"]);
    assert!(error.contains("cannot write /no/such/directory/list"), "{error}");
}

#[test]
fn a_list_is_written_whole() {
    let tables = Tables::of(&["0h0v0s"]);
    let file = tables.path().join("list.txt");
    tables.run(&["checksums", "--out", file.to_str().unwrap()]).assert().success().stdout("");
    assert_eq!(fs::read_to_string(&file).unwrap(), tables.output(&["checksums"]));
    let printed = tables.output(&["verify", "--published", file.to_str().unwrap()]);
    assert!(printed.starts_with("3 tables, each as in "), "{printed}");
}

/// A damaged table has no checksum: it is damaged.
#[test]
fn damage_is_told_as_damage() {
    let tables = Tables::of(&["0h0v0s"]);
    let file = tables.file("0h0v0s", "finger");
    let mut bytes = fs::read(&file).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&file, bytes).unwrap();
    for arguments in [&["checksums"][..], &["verify", "--published"]] {
        let error = tables.error(arguments);
        assert!(error.contains("damaged") && error.contains(file.to_str().unwrap()), "{error}");
    }
}
