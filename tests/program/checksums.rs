//! Published checksums: their definition, and the comparison of tables with them.

use crate::common::{METRICS, Tables, text};
use crate::patched::Patched;
use naive::Naive;
use predicates::prelude::*;
use predicates::str::contains;
use rayon::prelude::*;
use std::fs;
use std::iter;

const PUBLISHED: &str = include_str!("../../crates/lab/src/library/checksums.txt");

/// The lines of a list without its comments.
fn lines(list: &str) -> Vec<&str> {
    list.lines().filter(|line| !line.starts_with('#')).collect()
}

/// Every piece set of at most 2000 positions, and the classic start's: with few pieces and many,
/// all movable and none movable, and one that is unsolvable.
const WITNESSED: [&str; 32] = [
    "0h0v0s", "0h0v1s", "0h0v2s", "0h0v14s", "0h1v0s", "0h1v1s", "0h2v0s", "0h3v0s", "0h4v0s",
    "0h5v0s", "0h6v0s", "0h6v1s", "0h6v2s", "1h0v0s", "1h0v1s", "1h1v0s", "1h4v4s", "1h5v0s",
    "1h6v0s", "2h0v0s", "2h5v0s", "3h0v0s", "3h4v0s", "4h0v0s", "4h3v0s", "5h0v0s", "5h1v0s",
    "5h2v0s", "6h0v0s", "6h0v1s", "6h1v0s", "7h0v0s",
];

#[test]
fn all_tables_are_as_published() {
    let tables = Tables::none();
    tables.output(&["build"]);
    let printed = tables.output(&["verify", "--published"]);
    assert_eq!(printed, "609 tables, all equal to the published list\n");
    assert_eq!(tables.output(&["checksums"]), PUBLISHED, "the list is what the tables give");
}

/// The rank of a position, as docs/explanation/numbering.md defines it. First, the piece that begins at
/// each cell, with the first cell most significant: nothing, big, horizontal, vertical in ascending
/// order. Then the free cells that hold small pieces, as a binary number with the first
/// of them as its lowest digit.
fn place(naive: &Naive, position: &str) -> ([u8; 20], u32) {
    let mut begins = [0; 20];
    for (letter, cells) in naive.pieces(position) {
        let (column, row) = cells[0];
        begins[4 * row + column] = match letter {
            'B' => 1,
            'H' => 2,
            'V' => 3,
            _ => 0,
        };
    }
    let free = position.chars().filter(|sign| matches!(sign, 'S' | '.'));
    (begins, free.rev().fold(0, |filling, sign| filling << 1 | u32::from(sign == 'S')))
}

/// The published checksums by their definition: arrangements and distances by brute force, in the
/// documented order, and BLAKE3. Uses neither the program nor its library.
#[test]
fn published_checksums_are_of_the_distances_in_index_order() {
    let naive = Naive::klotski();
    let tables = WITNESSED.into_iter().flat_map(|set| METRICS.map(|metric| (set, metric)));
    tables.collect::<Vec<_>>().into_par_iter().for_each(|(set, metric)| {
        let counts = set.split_terminator(['h', 'v', 's']).map(|count| count.parse().unwrap());
        let counts: Vec<usize> = iter::once(1).chain(counts).collect();
        let mut distances: Vec<_> = naive.distances(&counts, metric).into_iter().collect();
        distances.sort_by_cached_key(|(position, _)| place(&naive, position));
        let mut bytes = Vec::new();
        for (_, distance) in distances {
            let distance: u16 = distance.map_or(u16::MAX, |distance| distance.try_into().unwrap());
            bytes.extend(distance.to_le_bytes());
        }
        let line = format!("{}  {set} {metric}", blake3::hash(&bytes));
        assert!(lines(PUBLISHED).contains(&line.as_str()), "{line}");
    });
}

/// A change of any digit of a list is detected.
#[test]
#[ignore = "long: 64 changed lists"]
fn every_digit_of_a_list_counts() {
    let tables = Tables::of(&["0h0v0s"]);
    let list = tables.path().join("list.txt");
    let written = tables.output(&["checksums"]);
    let sum = written.find(lines(&written)[1]).expect("the line exists");
    for at in sum..sum + 64 {
        let mut changed = written.clone();
        let other = if &written[at..=at] == "0" { "f" } else { "0" };
        changed.replace_range(at..=at, other);
        fs::write(&list, &changed).unwrap();
        let error = tables.error(&["verify", "--published", list.to_str().unwrap()]);
        assert!(error.starts_with("error: 0h0v0s straight: "), "{changed}: {error}");
        assert!(error.contains("\nerror: 1 of 3 tables differ from "), "{error}");
    }
}

/// A change of any entry of a table is detected, even in a well-formed file.
#[test]
fn every_entry_of_a_table_counts() {
    let tables = Tables::of(&["0h0v0s"]);
    let file = tables.file("0h0v0s", "finger");
    let sound = Patched::read(&file);
    for index in 0..12 {
        let mut table = sound.clone();
        *table.entry(index) ^= 1;
        table.seal();
        table.write(&file);
        let error = tables.error(&["verify", "--published"]);
        assert!(error.starts_with("error: 0h0v0s finger: "), "entry {index}: {error}");
        assert!(error.contains("\nerror: 1 of 3 tables differ from the published list"), "{error}");
    }
    sound.write(&file);
    tables.output(&["verify", "--published"]);
}

#[test]
fn tables_that_differ_are_named() {
    let tables = Tables::of(&["0h0v0s", "1h4v4s"]);
    // A well-formed table under another's name: the straight distances of the single big piece.
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
            .and(contains(format!("error: 2 of 6 tables differ from {list}"))),
    );
    // A table missing from the list does not match the list.
    fs::write(list, lines(PUBLISHED)[..3].join("\n")).unwrap();
    let run = tables.run(&["verify", "--published", list]).assert().code(1);
    let errors = text(&run.get_output().stderr);
    let lacks = format!("error: {list} lacks 3 of 6 tables; the first is 1h4v4s unit");
    let lines: Vec<&str> = errors.lines().filter(|line| line.starts_with("error: ")).collect();
    assert_eq!(lines, [lacks, format!("error: 3 of 6 tables differ from {list}")]);
}

#[test]
fn lists_that_are_none_are_refused() {
    let tables = Tables::of(&["0h0v0s"]);
    let list = tables.path().join("list.txt");
    let name = list.to_str().unwrap();
    let sum = "0".repeat(64);
    for (text, wanted) in [
        ("0123 0h0v0s unit\n".to_owned(), "line 1: the first word is not a BLAKE3 checksum"),
        (format!("# a comment\n{sum} 0h0v0s\n"), "line 2: not three words"),
        (format!("{sum} 0h0v0s taxicab\n"), "line 1: the last word is not a metric"),
        (format!("{sum} 0h0v0s unit\n\n{sum} 0h0v0s unit\n"), "line 3: the table is listed twice"),
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
    assert!(printed.starts_with("3 tables, all equal to "), "{printed}");
}

/// A damaged table has no checksum; the damage is reported.
#[test]
fn damage_is_reported_as_damage() {
    let tables = Tables::of(&["0h0v0s"]);
    let file = tables.file("0h0v0s", "finger");
    let mut bytes = fs::read(&file).unwrap();
    bytes[128] ^= 1;
    fs::write(&file, bytes).unwrap();
    for arguments in [&["checksums"][..], &["verify", "--published"]] {
        let error = tables.error(arguments);
        assert!(error.contains("damaged") && error.contains(file.to_str().unwrap()), "{error}");
    }
}
