//! Golden tables, kept from each version of the format. Today's code must read them, or refuse them
//! because of their version.
//!
//! Tables written by today's code are left in `target/tmp`; a new version's files are taken from
//! there.

use crate::cases::{Case, case, counts};
use crate::common::read_by_python;
use huarong_core::effort::Effort;
use huarong_core::rules::{Family, Metric, PieceSet};
use huarong_core::space::Space;
use huarong_oracle::atlas::{Atlas, BuildError, Plan, Scope, subject};
use huarong_search::cluster::together;
use huarong_tables::storage::Disk;
use huarong_tables::table::{
    FORMAT_VERSION, PACKED_VERSION, SHARD_VERSION, Table, TableError, TableSubject, pack, unpack,
};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Offsets in the header of the format version, the checksum and the program version.
const VERSION: usize = 8;
const CHECKSUM_AND_PROGRAM: std::ops::Range<usize> = 24..48;

/// A golden table.
struct Golden {
    name: &'static str,
    board: &'static str,
    shapes: &'static [(char, &'static str)],
    goal: (char, (usize, usize)),
    /// The number of pieces of the first shape in every piece set, if fixed.
    fixed: Option<u8>,
    sets: &'static [&'static [u8]],
    metric: Metric,
    bytes_an_entry: usize,
}

const GOLDEN: [Golden; 4] = [
    // A wall, a shape that is not a rectangle, unsolvable positions.
    Golden {
        name: "bytes",
        board: "#.../..../....",
        shapes: &[('L', "xx/x."), ('D', "xx"), ('S', "x")],
        goal: ('L', (2, 1)),
        fixed: Some(1),
        sets: &[&[1, 0, 5], &[1, 1, 4]],
        metric: Metric::Finger,
        bytes_an_entry: 1,
    },
    // A ring with one gap, which moves round and round it: distances that need two bytes.
    Golden {
        name: "words",
        board: "......./.#####./.#####./.#####./.#####./.#####./.......",
        shapes: &[('A', "x"), ('S', "x")],
        goal: ('A', (0, 0)),
        fixed: None,
        sets: &[&[1, 22]],
        metric: Metric::Straight,
        bytes_an_entry: 2,
    },
    // Four tiles, each a shape of its own, and a domino: arrangements times labellings.
    Golden {
        name: "labels",
        board: "..../#...",
        shapes: &[('A', "x"), ('D', "x/x"), ('B', "x"), ('C', "x"), ('S', "x")],
        goal: ('A', (3, 1)),
        fixed: None,
        sets: &[&[1, 1, 1, 1, 1]],
        metric: Metric::Unit,
        bytes_an_entry: 1,
    },
    // Lines of pieces of two sizes, which move together.
    Golden {
        name: "lines",
        board: "...../.#...",
        shapes: &[('A', "x"), ('D', "xx"), ('S', "x")],
        goal: ('A', (4, 1)),
        fixed: None,
        sets: &[&[1, 1, 2]],
        metric: Metric::Multi,
        bytes_an_entry: 1,
    },
];

impl Golden {
    fn case(&self) -> Case {
        let mut case = case(self.board, self.shapes, &[self.goal]);
        if let Some(count) = self.fixed {
            case.puzzle = case.puzzle.with_fixed_count(0, count);
        }
        case
    }

    fn family(&self) -> Family {
        let sets = self.sets.iter().map(|counts| PieceSet::new(counts.iter().copied()));
        Family::new(format!("golden-{}", self.name), self.case().puzzle, 1, sets)
    }

    fn subject(&self) -> TableSubject {
        subject(&self.family()).expect("a small board")
    }

    /// The base name of the files of a version.
    fn stem(&self, version: u32) -> String {
        format!("golden-{version}-{}", self.name)
    }

    /// The table as a version wrote it.
    fn kept(&self, version: u32) -> PathBuf {
        data().join(self.stem(version)).with_extension("huarong")
    }

    /// The contents in readable text: all positions in the order of their entries, with the
    /// witness's distances.
    fn text(&self) -> String {
        let Case { puzzle, naive } = self.case();
        let mut text = String::new();
        let Self { name, metric, bytes_an_entry, goal: (letter, (column, row)), .. } = self;
        writeln!(text, "{}.huarong: format version {FORMAT_VERSION}", self.stem(FORMAT_VERSION))
            .unwrap();
        writeln!(text, "family golden-{name}, metric {metric}, bytes an entry: {bytes_an_entry}")
            .unwrap();
        writeln!(text, "\nboard {}", self.board).unwrap();
        for (index, (letter, cells)) in self.shapes.iter().enumerate() {
            let fixed = self.fixed.filter(|_| index == 0);
            let fixed = fixed.map_or(String::new(), |count| format!(", always {count}"));
            writeln!(text, "shape {letter} {cells}{fixed}").unwrap();
        }
        writeln!(text, "goal: {letter} begins in column {column}, row {row}, from 0").unwrap();
        for set in self.family().piece_sets() {
            let distances = naive.distances(&counts(set), metric.name());
            let set_text = puzzle.piece_set_text(set);
            writeln!(
                text,
                "\n{set_text}: {} positions, - if the goal is unreachable",
                distances.len()
            )
            .unwrap();
            for position in Space::new(&puzzle, set).expect("few positions").iter() {
                let position = puzzle.position_text(&position);
                let distance = distances[&position].map_or("-".to_owned(), |far| far.to_string());
                writeln!(text, "{position} {distance}").unwrap();
            }
        }
        text
    }

    /// The table as today's code writes it.
    fn written(&self) -> Vec<u8> {
        let directory = TempDir::new().unwrap();
        let atlas = Atlas::new(self.family(), directory.path());
        let plan = Plan { metrics: vec![self.metric], ..Plan::default() };
        atlas.build(&plan, Effort::UNLIMITED).expect("few positions");
        fs::read(atlas.file(Scope::Family, self.metric).path).expect("it was just built")
    }

    /// The name of one of its two shards.
    fn shard_name(&self, shard: usize) -> String {
        format!("{}.{shard}-of-2.huarong", self.stem(SHARD_VERSION))
    }

    /// The table as today's code writes it, in two shards.
    fn written_in_shards(&self) -> Vec<Vec<u8>> {
        let directory = TempDir::new().unwrap();
        let plan = Plan { metrics: vec![self.metric], ..Plan::default() };
        together(2, |mut exchange| {
            let atlas = Atlas::new(self.family(), directory.path());
            let done = atlas.build_part(&plan, &mut exchange, Effort::UNLIMITED);
            let written = done.expect("few positions").written;
            fs::read(&written[0].0).expect("it was just built")
        })
    }

    /// The table as today's code packs it, as a file in a directory.
    fn packed(&self, directory: &TempDir) -> PathBuf {
        let path = directory.path().join("packed");
        let plain = Table::read(&self.kept(FORMAT_VERSION), &self.subject()).unwrap();
        let disk = Disk::default();
        pack::<BuildError>(&disk, &plain, &path, &self.subject(), Effort::UNLIMITED).unwrap();
        path
    }

    /// Compares every entry of a table with the witness.
    fn check(&self, table: &Table) {
        let Case { puzzle, naive } = self.case();
        table.check_all().expect("it is sound");
        assert_eq!(table.metric(), self.metric.code());
        assert_eq!(table.sections().len(), self.sets.len());
        let mut entries = 0;
        for (section, set) in table.sections().iter().zip(self.family().piece_sets()) {
            assert_eq!(*section.counts, *set.counts());
            let mut expected = naive.distances(&counts(set), self.metric.name());
            assert_eq!(section.entries, expected.len() as u64);
            for (distance, &count) in section.histogram.iter().enumerate() {
                let there = expected.values().filter(|&&far| far == Some(distance as u32));
                assert_eq!(count, there.count() as u64, "at distance {distance}");
            }
            let unreachable = expected.values().filter(|far| far.is_none()).count();
            assert_eq!(section.unreachable, unreachable as u64);
            for (index, position) in (0..).zip(Space::new(&puzzle, set).unwrap().iter()) {
                let position = puzzle.position_text(&position);
                let distance = table.get(section, index).expect("it is sound").map(u32::from);
                let far = expected.remove(&position).expect("every position has one entry");
                assert_eq!(distance, far, "{position}");
            }
            assert!(expected.is_empty());
            let offset = 128 + entries * self.bytes_an_entry as u64;
            let is_plain = !table.is_packed() && !table.is_sharded();
            assert!(!is_plain || table.entry_offset(section, 0) == offset);
            entries += section.entries;
        }
    }
}

fn data() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden"))
}

/// Saves the output of today's code for a person to inspect.
fn leave(name: String, bytes: impl AsRef<[u8]>) {
    fs::write(Path::new(env!("CARGO_TARGET_TMPDIR")).join(name), bytes).expect("it can be written");
}

#[test]
fn tables_of_every_version_are_read_or_refused() {
    let versions = |golden| (1..=PACKED_VERSION).map(move |version| (golden, version));
    // Some are newer than the first version.
    let is_kept = |(golden, version): &(&Golden, u32)| golden.kept(*version).exists();
    let kept: Vec<_> = GOLDEN.iter().flat_map(versions).filter(is_kept).collect();
    assert_eq!(kept.len(), 5 + 2 * GOLDEN.len());
    for (golden, version) in kept {
        match Table::read(&golden.kept(version), &golden.subject()) {
            Ok(table) if version >= FORMAT_VERSION => {
                assert_eq!(table.is_packed(), version == PACKED_VERSION);
                golden.check(&table);
            }
            Err(error @ TableError::Version { .. }) if version < FORMAT_VERSION => {
                assert!(error.is_replaceable());
                let said = error.to_string();
                assert!(said.contains(&format!("format version {version},")), "{said}");
            }
            other => panic!("{}: {other:?}", golden.stem(version)),
        }
    }
}

#[test]
fn what_is_in_them_is_written_beside_them() {
    for golden in &GOLDEN {
        let text = golden.text();
        let name = format!("{}.txt", golden.stem(FORMAT_VERSION));
        leave(name.clone(), &text);
        let kept = fs::read_to_string(data().join(&name)).unwrap_or_default();
        assert!(text == kept, "{name} has changed, or the file in target/tmp is wrong");
    }
    let [bytes, words, ..] = GOLDEN.each_ref().map(Golden::text);
    assert!(bytes.contains(" -\n") && bytes.contains(" 0\n"), "some are unsolvable");
    assert!(words.contains(" 255\n") && words.contains(" 256\n"), "a byte does not hold them");
}

/// The format does not change without a new version.
#[test]
fn todays_tables_are_the_same_byte_for_byte() {
    for golden in &GOLDEN {
        let mut written = golden.written();
        leave(format!("{}.huarong", golden.stem(FORMAT_VERSION)), &written);
        let mut kept = fs::read(golden.kept(FORMAT_VERSION)).unwrap_or_default();
        for bytes in [&mut written, &mut kept] {
            // The program version may differ, and with it the checksum of the header that contains
            // it.
            if let Some(masked) = bytes.get_mut(CHECKSUM_AND_PROGRAM) {
                masked.fill(0);
            }
        }
        assert!(written == kept, "{}: the format changed, its version did not", golden.name);
    }
}

#[test]
fn shards_are_the_same_byte_for_byte_and_read_as_one_table() {
    for golden in &GOLDEN {
        let mut shards = Vec::new();
        for (number, mut written) in golden.written_in_shards().into_iter().enumerate() {
            let name = golden.shard_name(number);
            leave(name.clone(), &written);
            let mut kept = fs::read(data().join(&name)).unwrap_or_default();
            if let Ok(shard) = Table::read(&data().join(&name), &golden.subject()) {
                shards.push(shard);
            }
            for bytes in [&mut written, &mut kept] {
                if let Some(masked) = bytes.get_mut(CHECKSUM_AND_PROGRAM) {
                    masked.fill(0);
                }
            }
            assert!(written == kept, "{name}: the format changed, its version did not");
        }
        let table = Table::of_shards(shards).unwrap();
        assert!(table.is_sharded());
        golden.check(&table);
    }
}

/// The packed bytes may change with the compression library, but the unpacked entries may not.
#[test]
fn packed_tables_are_unpacked_into_the_same_bytes() {
    for golden in &GOLDEN {
        let directory = TempDir::new().unwrap();
        let packed = golden.packed(&directory);
        leave(format!("{}.huarong", golden.stem(PACKED_VERSION)), fs::read(&packed).unwrap());
        for packed in [packed, golden.kept(PACKED_VERSION)] {
            let (path, disk) = (directory.path().join("unpacked"), Disk::default());
            let (table, subject) = (Table::read(&packed, &golden.subject()), golden.subject());
            unpack::<BuildError>(&disk, &table.unwrap(), &path, &subject, Effort::UNLIMITED)
                .unwrap();
            let [mut unpacked, mut kept] =
                [path, golden.kept(FORMAT_VERSION)].map(|path| fs::read(path).unwrap());
            for bytes in [&mut unpacked, &mut kept] {
                bytes[CHECKSUM_AND_PROGRAM].fill(0);
            }
            assert!(unpacked == kept, "{}", golden.name);
        }
    }
}

/// The version is checked before anything else in the header, which another version may lay out
/// differently.
#[test]
fn other_versions_are_refused_by_their_number() {
    for golden in &GOLDEN {
        let kept = fs::read(golden.kept(FORMAT_VERSION)).unwrap();
        for version in [0, SHARD_VERSION + 1, u32::MAX] {
            let mut other = kept.clone();
            other[VERSION..VERSION + 4].copy_from_slice(&version.to_le_bytes());
            for length in [VERSION + 4, 200, other.len()] {
                let path = Path::new("other.huarong");
                let read = Table::from_bytes(&other[..length], path, &golden.subject());
                let Err(error @ TableError::Version { found, .. }) = read else {
                    panic!("{version}: {read:?}")
                };
                assert_eq!(found, version);
                assert_eq!(error.is_replaceable(), version < FORMAT_VERSION);
                let said = error.to_string();
                assert!(said.contains(&format!("format version {version},")), "{said}");
            }
        }
    }
}

/// The pages docs/explanation/numbering.md and docs/reference/table-file.md suffice to read a
/// table. A module that shares no code with the library finds the witness's distances.
#[test]
fn tables_are_read_by_their_description_alone() {
    for golden in &GOLDEN {
        let text = golden.kept(FORMAT_VERSION).with_extension("txt");
        let text = fs::read_to_string(text).unwrap();
        // The positions follow the headers of their piece sets.
        let (_, listed) = text.split_once("\ngoal: ").unwrap();
        let rows = listed.lines().filter_map(|line| line.split_once(' '));
        let rows: Vec<(&str, &str)> =
            rows.filter(|(position, far)| position.contains('/') && !far.contains(' ')).collect();
        assert!(rows.len() > 200, "{} positions", rows.len());
        let positions: Vec<&str> = rows.iter().map(|&(position, _)| position).collect();
        let wanted = rows.iter().map(|&(_, far)| if far == "-" { "unreachable" } else { far });
        let wanted: Vec<&str> = wanted.collect();
        for version in [FORMAT_VERSION, PACKED_VERSION] {
            let Some(reported) = read_by_module(&golden.kept(version), &positions) else { return };
            assert_eq!(reported.lines().collect::<Vec<_>>(), wanted, "{}", golden.name);
        }
        let shards = [0, 1].map(|number| data().join(golden.shard_name(number)));
        let reported = shards.map(|shard| read_by_module(&shard, &positions).unwrap_or_default());
        let [first, second] =
            reported.each_ref().map(|reported| reported.lines().collect::<Vec<_>>());
        for ((first, second), far) in first.into_iter().zip(second).zip(wanted) {
            let elsewhere = "in another shard";
            assert!([(far, elsewhere), (elsewhere, far)].contains(&(first, second)), "{far}");
        }
    }
}

/// The module's answers for some positions; `None`, with a message, if it cannot run.
fn read_by_module(table: &Path, positions: &[&str]) -> Option<String> {
    let output = read_by_python(table, positions)?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8(output.stdout).unwrap())
}

#[test]
fn the_module_takes_no_text_for_a_position_that_is_none() {
    let table = GOLDEN[0].kept(FORMAT_VERSION);
    let text = fs::read_to_string(table.with_extension("txt")).unwrap();
    let position =
        text.lines().find_map(|line| Some(line.split_once(' ')?.0).filter(|p| p.contains('/')));
    let position = position.unwrap();
    assert!(position.contains('L') && position.contains('.'), "{position}");
    for wrong in [
        position.replacen('L', ".", 1),
        position.replacen('.', "L", 1),
        position.replacen('S', "?", 1),
        position[1..].to_owned(),
        format!("{position}."),
    ] {
        let Some(output) = read_by_python(&table, &[&wrong]) else { return };
        assert!(!output.status.success() && output.stdout.is_empty(), "{wrong}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains("is no position of this board"), "{wrong}: {said}");
    }
}
