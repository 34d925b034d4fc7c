//! Whole-program tests: damaged, foreign and wrong tables are detected.

use crate::cases::{case, counts};
use crate::common::{METRICS, START, Tables, text};
use crate::patched::{BLOCK, FAMILY, Patched, VERSION};
use huarong_core::effort::Effort;
use huarong_core::klotski;
use huarong_core::rules::{Family, Metric, PieceSet};
use huarong_core::space::Space;
use huarong_oracle::analysis::{Fault, certify};
use huarong_oracle::atlas::subject;
use huarong_oracle::atlas::{Atlas, Plan, SetTable};
use huarong_tables::table::Table;
use naive::Naive;
use predicates::prelude::*;
use predicates::str::contains;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use tempfile::TempDir;

/// The big piece alone, one move from the goal.
const LONE: &str = "..../..../.BB./.BB./....";

/// Checks that a query, a solution, a report and `verify` refuse the tables; returns the query's
/// message.
fn refused(tables: &Tables, position: &str, file: &Path) -> String {
    let out = tables.path().join("reports");
    let name = file.file_stem().unwrap().to_str().unwrap();
    let metric = name.rsplit('-').next().unwrap();
    let solve = &["solve", position, "--metric", metric][..];
    for arguments in [solve, &["report", "--out", out.to_str().unwrap()]] {
        let error = tables.error(arguments);
        assert!(error.contains(file.to_str().unwrap()), "{error}");
    }
    assert!(!out.exists(), "no half of a report");
    let run = tables.run(&["verify"]).assert().code(1);
    run.stdout(contains("every distance is correct").not())
        .stderr(contains(file.to_str().unwrap()).and(contains("at least 1 fault:")));
    let run = tables.run(&["query", position]).assert().code(1).stdout("");
    let error = text(&run.get_output().stderr);
    assert!(error.contains(file.to_str().unwrap()), "{error}");
    error
}

#[test]
fn sound_tables_are_proved() {
    let naive = Naive::klotski();
    let tables = Tables::of(&["0h0v1s", "5h2v0s", "7h0v0s"]);
    let (mut entries, mut neighbours) = (0, 0);
    for counts in [[1, 0, 0, 1], [1, 5, 2, 0], [1, 7, 0, 0]] {
        for (position, metric) in
            naive.arrangements(&counts).iter().flat_map(|p| METRICS.map(|m| (p, m)))
        {
            entries += 1;
            neighbours += naive.neighbours(position, metric).len();
        }
    }
    let printed = tables.output(&["verify"]);
    for (set, metric) in ["0h0v1s", "5h2v0s", "7h0v0s"].iter().flat_map(|s| METRICS.map(|m| (s, m)))
    {
        let line = format!("{}: {metric}, 1 piece set, ", tables.file(set, metric).display());
        assert!(printed.contains(&line), "{line}\n{printed}");
    }
    let plain = printed.replace(',', "");
    let checked = format!("checked {entries} entries against {neighbours} neighbours");
    assert!(plain.contains(&checked), "{checked}\n{printed}");
    assert!(printed.ends_with("every distance is correct\n"), "{printed}");
}

/// Every byte of a table counts: any single change and any truncation is detected.
#[test]
#[ignore = "long: each byte of a table"]
fn no_change_of_a_byte_and_no_cut_goes_unnoticed() {
    let tables = Tables::of(&["0h0v0s"]);
    let file = tables.file("0h0v0s", "unit");
    let sound = fs::read(&file).unwrap();
    let check = |bytes: &[u8], what: &str| {
        fs::remove_file(&file).unwrap();
        fs::write(&file, bytes).unwrap();
        let error = tables.error(&["query", LONE]);
        assert!(error.contains(file.to_str().unwrap()), "{what}: {error}");
    };
    for at in 0..sound.len() {
        let mut bytes = sound.clone();
        bytes[at] ^= 1 << (at % 8);
        check(&bytes, &format!("byte {at} changed"));
        check(&sound[..at], &format!("cut to {at} bytes"));
    }
    check(&[&sound[..], b"\0"].concat(), "a byte longer");
    check(&[&sound[..], &sound[..]].concat(), "twice");
}

#[test]
fn a_cut_or_lengthened_table_is_built_anew() {
    let tables = Tables::of(&["0h0v0s"]);
    let file = tables.file("0h0v0s", "straight");
    let sound = fs::read(&file).unwrap();
    let longer = [&sound[..], b"x"].concat();
    for bytes in [&sound[..9], &sound[..100], &sound[..sound.len() - 1], &longer] {
        fs::write(&file, bytes).unwrap();
        let error = refused(&tables, LONE, &file);
        assert!(error.contains("damaged at byte"), "{error}");
        let run = tables.run(&["build", "0h0v0s"]).assert().success();
        run.stderr(contains("rebuilding").and(contains(file.to_str().unwrap())));
        assert!(fs::read(&file).unwrap() == sound);
    }
}

#[test]
fn a_flipped_byte_in_the_head() {
    let tables = Tables::of(&["0h0v0s"]);
    let file = tables.file("0h0v0s", "finger");
    let sound = fs::read(&file).unwrap();
    let mut table = Patched::read(&file);
    table.bytes[FAMILY] ^= 1;
    table.write(&file);
    let error = refused(&tables, LONE, &file);
    assert!(error.contains("damaged at byte") && error.contains("head"), "{error}");
    let run = tables.run(&["build", "0h0v0s"]).assert().success();
    run.stderr(contains("rebuilding").and(contains(file.to_str().unwrap())));
    assert!(fs::read(&file).unwrap() == sound);
}

#[test]
fn a_flipped_byte_in_the_data() {
    let tables = Tables::of(&["1h4v4s"]);
    let start = &tables.ask([START])[0];
    let index = start["index"].as_u64().unwrap();
    for metric in METRICS {
        let file = tables.file("1h4v4s", metric);
        let sound = fs::read(&file).unwrap();
        let mut table = Patched::read(&file);
        *table.entry(index) ^= 1;
        table.write(&file);

        let error = refused(&tables, START, &file);
        let offset = table.data() + index as usize / BLOCK * BLOCK;
        assert!(error.contains(&format!("damaged at byte {offset}:")), "{error}");
        assert!(error.contains("checksum") && error.contains("huarong build"), "{error}");

        let built = contains("rebuilding").and(contains(file.to_str().unwrap()));
        let run = tables.run(&["build", "1h4v4s"]).assert().success().stderr(built);
        // The other two were intact and stay.
        let printed = text(&run.get_output().stdout);
        assert_eq!(printed.lines().filter(|line| line.starts_with("present ")).count(), 2);
        assert!(fs::read(&file).unwrap() == sound);
        assert_eq!(tables.ask([START])[0], *start);
    }
}

/// The remedy in the message about a damaged table, or one of a later version, must work.
#[test]
fn the_advice_for_a_table_that_cannot_be_read_helps() {
    for byte in [FAMILY, VERSION] {
        let tables = Tables::of(&["0h0v0s"]);
        let file = tables.file("0h0v0s", "unit");
        let mut table = Patched::read(&file);
        table.bytes[byte] += 64;
        table.write(&file);
        let error = tables.error(&["query", LONE]);
        let advice = error.split('`').nth(1).expect("a command between backticks");
        let arguments: Vec<&str> = advice.split_whitespace().skip(1).collect();
        // Each of several positions has its row, and its error the same remedy.
        let run = tables.run(&["solve", "-", "--metric", "unit"]).write_stdin(LONE).assert();
        run.code(1).stderr(contains(format!("`{advice}`")));
        tables.run(&arguments).assert().success();
        assert_eq!(tables.ask([LONE])[0]["distance"]["unit"], 1);
    }
}

#[test]
fn a_file_that_is_no_table_is_kept() {
    let tables = Tables::of(&["0h0v0s"]);
    let file = tables.file("0h0v0s", "unit");
    for contents in ["HUARONG!", "the manuscript of a novel"] {
        fs::write(&file, contents).unwrap();
        let error = refused(&tables, LONE, &file);
        assert!(error.contains("not a huarong table"), "{error}");
        let error = tables.error(&["build", "0h0v0s"]);
        assert!(error.contains("not a huarong table") && error.contains("move it away"), "{error}");
        assert_eq!(fs::read_to_string(&file).unwrap(), contents);
    }
    // Only `--force` replaces it.
    tables.run(&["build", "0h0v0s", "--force"]).assert().success();
    assert_eq!(tables.ask([LONE])[0]["distance"]["unit"], 1);
}

/// An empty file, and a beginning of a table of any length, have nothing to lose.
#[test]
fn a_beginning_of_a_table_is_damaged() {
    let tables = Tables::of(&["0h0v0s"]);
    let file = tables.file("0h0v0s", "unit");
    let sound = fs::read(&file).unwrap();
    for length in [0, 1, 7, 8, 11, 12, 100] {
        fs::write(&file, &sound[..length]).unwrap();
        let error = refused(&tables, LONE, &file);
        let wanted = format!("damaged at byte {length}: the file ends within its header");
        assert!(error.contains(&wanted), "{error}");
        tables.run(&["build", "0h0v0s"]).assert().success().stderr(contains("rebuilding"));
        assert!(fs::read(&file).unwrap() == sound);
    }
}

#[test]
fn a_directory_in_the_place_of_a_table() {
    let tables = Tables::of(&["0h0v0s"]);
    let file = tables.file("0h0v0s", "unit");
    fs::remove_file(&file).unwrap();
    fs::create_dir(&file).unwrap();
    refused(&tables, LONE, &file);
    for arguments in [&["build", "0h0v0s"][..], &["build", "0h0v0s", "--force"]] {
        assert!(tables.error(arguments).contains(file.to_str().unwrap()));
    }
    assert!(file.is_dir() && tables.unfinished().is_empty());
}

#[test]
fn tables_of_other_format_versions() {
    let tables = Tables::of(&["0h0v0s"]);
    let file = tables.file("0h0v0s", "unit");
    let sound = fs::read(&file).unwrap();
    let current = Patched::read(&file).number(VERSION, 4) as u32;
    let write = |version: u32| {
        let mut table = Patched { bytes: sound.clone() };
        table.bytes[VERSION..VERSION + 4].copy_from_slice(&version.to_le_bytes());
        table.write(&file);
        let error = refused(&tables, LONE, &file);
        let said =
            format!("format version {version}, and this program reads versions {current} to");
        assert!(error.contains(&said), "{error}");
    };

    // A newer version may belong to a newer program, so only `--force` replaces it. The next two
    // versions are those of packed tables and of shards.
    write(current + 3);
    let error = tables.error(&["build", "0h0v0s"]);
    assert!(error.contains(file.to_str().unwrap()) && error.contains("--force"), "{error}");
    assert_eq!(Patched::read(&file).number(VERSION, 4), current as usize + 3);
    tables.run(&["build", "0h0v0s", "--force"]).assert().success();
    assert!(fs::read(&file).unwrap() == sound);

    // An older version is useless to everyone.
    write(current - 1);
    let run = tables.run(&["build", "0h0v0s"]).assert().success();
    run.stderr(contains("rebuilding").and(contains(file.to_str().unwrap())));
    assert!(fs::read(&file).unwrap() == sound);
}

#[test]
fn sound_tables_of_something_else_are_kept() {
    let tables = Tables::of(&["0h0v0s"]);
    let file = tables.file("0h0v0s", "unit");
    let sound = fs::read(&file).unwrap();
    let table = Patched::read(&file);
    let place = |of: &str| table.tail() + table.description().find(of).expect("it is described");
    let cases: [(usize, u8, &[&str]); 5] = [
        (FAMILY, b'K', &["Klotski-4x5", "klotski-4x5"]),
        (place("4x5"), b'5', &["board 5x5", "board 4x5"]),
        (place("....\nshape"), b'#', &["#...", "line 6"]),
        (place("xx\nxx"), b'.', &[".x", "xx"]),
        (place("1,3"), b'0', &["won B 0,3", "won B 1,3"]),
    ];
    for (at, byte, wanted) in cases {
        let mut table = Patched { bytes: sound.clone() };
        assert_ne!(std::mem::replace(&mut table.bytes[at], byte), byte, "byte {at}");
        table.seal();
        table.write(&file);
        let error = refused(&tables, LONE, &file);
        assert!(error.contains("another subject"), "{error}");
        for part in wanted {
            assert!(error.contains(part), "{part:?} is not in {error}");
        }
        let error = tables.error(&["build", "0h0v0s"]);
        assert!(error.contains("another subject") && error.contains("move it away"), "{error}");
        assert!(fs::read(&file).unwrap() == table.bytes, "it was left alone");
    }
}

#[test]
fn a_table_under_the_name_of_another_metric() {
    let tables = Tables::of(&["1h4v4s"]);
    let file = tables.file("1h4v4s", "unit");
    fs::rename(tables.file("1h4v4s", "finger"), &file).unwrap();
    fs::remove_file(tables.file("1h4v4s", "straight")).unwrap();
    let error = refused(&tables, START, &file);
    assert!(error.contains("the metric finger, not unit"), "{error}");
    let error = tables.error(&["build", "1h4v4s"]);
    assert!(error.contains("the metric finger, not unit"), "{error}");
    assert!(error.contains(file.to_str().unwrap()) && error.contains("move it away"), "{error}");
}

/// A table of one piece set is not a table of the whole family, whatever its name.
#[test]
fn a_part_of_the_family_is_not_the_family() {
    let tables = Tables::of(&["0h0v0s"]);
    let family = tables.family_file("finger");
    fs::rename(tables.file("0h0v0s", "finger"), &family).unwrap();
    let held = fs::read(&family).unwrap();
    let error = tables.error(&["build", "--metric", "finger"]);
    assert!(error.contains("other piece sets than its name says; move it away"), "{error}");
    assert!(error.contains(family.to_str().unwrap()), "{error}");
    assert!(fs::read(&family).unwrap() == held, "it was left alone");
}

/// Swaps two entries and corrects all checksums: only the rules can detect it.
#[test]
fn two_entries_swapped_are_found_by_the_proof_alone() {
    let naive = Naive::klotski();
    let tables = Tables::of(&["1h4v4s"]);
    let file = tables.file("1h4v4s", "unit");
    // The big piece two rows further down.
    let other = "VHHV/VSSV/VBBV/VBBV/S..S";
    let answers = tables.ask([START, other]);
    let index = |answer: &serde_json::Value| answer["index"].as_u64().unwrap();
    let (first, second) = (index(&answers[0]), index(&answers[1]));
    let mut table = Patched::read(&file);
    let entries = (*table.entry(first), *table.entry(second));
    assert_ne!(entries.0, entries.1);
    (*table.entry(first), *table.entry(second)) = (entries.1, entries.0);
    table.seal();
    table.write(&file);

    let run = tables.run(&["verify"]).assert().code(1);
    let run = run.stdout(contains("every distance is correct").not());
    let errors = text(&run.get_output().stderr);
    let line = errors.lines().next().unwrap();
    assert!(line.starts_with(&format!("error: {}: 1h4v4s, index ", file.display())), "{errors}");
    // The contradiction shows at one of the two, or at a neighbour whose distance depends on them.
    let mut near = naive.neighbours(START, "unit");
    near.extend(naive.neighbours(other, "unit"));
    near.extend([START.to_owned(), other.to_owned()]);
    let named = near.iter().find(|position| line.contains(&format!("position {position}:")));
    let named = named.unwrap_or_else(|| panic!("none of {near:?} in {errors}"));
    let printed = format!("index {}, position {named}", index(&tables.ask([named])[0]));
    assert!(line.contains(&printed), "{printed} is not in {errors}");
    assert!(
        errors.ends_with(
            "error: at least 1 fault: only the first of each piece set and metric is listed\n"
        ),
        "{errors}"
    );
}

#[test]
fn a_single_wrong_entry_does_not_fit_the_histogram() {
    let tables = Tables::of(&["5h2v0s"]);
    for (metric, index) in METRICS.into_iter().zip([0, 313, 625]) {
        let file = tables.file("5h2v0s", metric);
        let mut table = Patched::read(&file);
        let sound = table.bytes.clone();
        *table.entry(index) ^= 0xff;
        table.seal();
        table.write(&file);
        let run = tables.run(&["verify"]).assert().code(1);
        run.stderr(contains(file.to_str().unwrap()).and(contains("5h2v0s")));
        Patched { bytes: sound }.write(&file);
    }
    tables.run(&["verify"]).assert().success();
}

/// An entry of a goal position swapped with an unreachable one, so that the histogram stays
/// correct.
#[test]
fn goal_positions_are_known_by_the_rules() {
    let naive = Naive::klotski();
    let tables = Tables::of(&["5h2v0s"]);
    let distances = naive.distances(&[1, 5, 2, 0], "finger");
    let mut by_index: Vec<(u64, &String)> = distances
        .keys()
        .zip(tables.ask(distances.keys()))
        .map(|(position, answer)| (answer["index"].as_u64().unwrap(), position))
        .collect();
    by_index.sort();
    let is_lost = |(_, position): &&(u64, &String)| distances[*position].is_none();
    let first_lost = by_index.iter().find(is_lost).unwrap();
    let last_lost = by_index.iter().rfind(is_lost).unwrap();
    let goal_position = by_index.iter().find(|(_, position)| naive.is_goal(position)).unwrap();
    assert!(first_lost < goal_position && goal_position < last_lost);

    // Among several faults, the one with the least index is reported.
    let file = tables.file("5h2v0s", "finger");
    let sound = fs::read(&file).unwrap();
    for (lost, printed, what) in [
        (first_lost, first_lost, "it has distance 0 and is not a goal position"),
        (last_lost, goal_position, "it is a goal position and does not have distance 0"),
    ] {
        let mut table = Patched { bytes: sound.clone() };
        *table.entry(goal_position.0) = u8::MAX;
        *table.entry(lost.0) = 0;
        table.seal();
        table.write(&file);
        let (index, position) = printed;
        let wanted = format!("5h2v0s, index {index}, position {position}: {what}\n");
        tables.run(&["verify"]).assert().code(1).stderr(contains(wanted));
    }
}

#[test]
fn a_proof_goes_on_after_a_fault() {
    let tables = Tables::of(&["0h0v0s", "0h0v1s", "1h0v0s"]);
    for set in ["0h0v0s", "1h0v0s"] {
        let file = tables.file(set, "unit");
        let mut table = Patched::read(&file);
        *table.entry(3) ^= 1;
        table.write(&file);
    }
    let both = ["0h0v0s", "1h0v0s"].map(|set| tables.file(set, "unit").display().to_string());
    let run = tables.run(&["verify"]).assert().code(1);
    run.stderr(contains(&both[0]).and(contains(&both[1])).and(contains("at least 2 faults:")));
}

/// Damage to one table does not hide a wrong entry in another one of the same piece set.
#[test]
fn a_fault_in_one_metric_does_not_hide_one_in_another() {
    let tables = Tables::of(&["0h0v0s"]);
    let files = ["unit", "finger"].map(|metric| tables.file("0h0v0s", metric));
    for file in &files {
        let mut table = Patched::read(file);
        *table.entry(3) ^= 1;
        table.write(file);
    }
    let named = files.map(|file| file.display().to_string());
    let run = tables.run(&["verify"]).assert().code(1);
    run.stderr(contains(&named[0]).and(contains(&named[1])));
}

/// Changes a thousand random single entries, and corrects the histogram and all checksums. The
/// rules alone detect every change.
#[test]
#[ignore = "long: each entry of a table"]
fn every_single_wrong_entry_is_found_by_the_proof() {
    let sets = ["0h0v1s", "1h0v1s", "2h1v0s", "5h2v0s"];
    let tables = Tables::of(&sets);
    let atlas = Atlas::new(klotski::family(), tables.path());
    let puzzle = atlas.family().puzzle();
    let directory = TempDir::new().unwrap();
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut changed = 0;
    for (set, metric) in sets.iter().flat_map(|set| Metric::ALL.map(|metric| (set, metric))) {
        let space = Space::new(puzzle, &puzzle.parse_piece_set(set).unwrap()).unwrap();
        let sound = Patched::read(&tables.file(set, metric.name()));
        let file = directory.path().join(format!("{set}-{metric}"));
        let histogram = sound.histogram_len();
        for _ in 0..100 {
            let mut table = Patched { bytes: sound.bytes.clone() };
            let index = random.random_range(0..space.len());
            let before = *table.entry(index);
            // Another distance of the histogram, or unreachable.
            let after = match random.random_range(0..=histogram) {
                none if none == histogram => u8::MAX,
                distance => distance as u8,
            };
            if after == before {
                continue;
            }
            *table.entry(index) = after;
            for (value, by) in [(before, -1), (after, 1)] {
                let at = match value {
                    u8::MAX => sound.unreachable(),
                    distance => sound.histogram() + 8 * usize::from(distance),
                };
                let count = (table.number(at, 8) as u64).wrapping_add_signed(by);
                table.bytes[at..at + 8].copy_from_slice(&count.to_le_bytes());
            }
            table.seal();
            fs::write(&file, &table.bytes).unwrap();
            let table = Arc::new(
                Table::read(&file, &subject(atlas.family()).unwrap()).expect("the head is sound"),
            );
            table.check_all().expect("the checksums are right");
            let section = table.sections()[0].clone();
            let certificate =
                certify(&space, &[&SetTable { table, metric, section }], Effort::UNLIMITED)
                    .unwrap();
            let [Fault::Entry { .. }] = certificate.faults[..] else {
                panic!("{set} {metric}: {before} at {index} made {after}: {certificate:?}")
            };
            changed += 1;
            fs::remove_file(&file).unwrap();
        }
    }
    assert!(changed > 850, "only {changed} changes");
}

/// Distances of more than a byte are written, read, verified and checked for faults like others.
#[test]
fn tables_of_two_bytes_an_entry() {
    // A ring of 18 cells and a siding: to bring the two As together, all other pieces pass by, one
    // by one.
    let case = case(
        "........#/.######../........#",
        &[('A', "x"), ('S', "x")],
        &[('A', (0, 0)), ('A', (1, 0))],
    );
    let set = PieceSet::new([2, 15]);
    let expected = case.naive.distances(&counts(&set), "unit");
    assert!(expected.values().flatten().any(|&far| far > 255));
    let directory = TempDir::new().unwrap();
    // The name is truncated at a character boundary, a byte or two before the end of the field.
    let family = Family::new("環".repeat(11), case.puzzle.clone(), 2, [set.clone()]);
    let atlas = Atlas::new(family, directory.path());
    let plan = Plan {
        piece_sets: None,
        metrics: vec![Metric::Unit],
        force: false,
        checkpoint_every: None,
    };
    atlas.build(&plan, Effort::UNLIMITED).unwrap();

    let found = atlas.find(&set, Metric::Unit).unwrap().expect("it was built");
    let space = Space::new(&case.puzzle, &set).unwrap();
    let distances = found.distances().unwrap();
    assert_eq!(distances.len(), expected.len() as u64);
    for (index, position) in (0..).zip(space.iter()) {
        let far = expected[&case.puzzle.position_text(&position)];
        assert_eq!(distances.get(index).map(u32::from), far);
        assert_eq!(found.get(index).unwrap().map(u32::from), far);
    }
    let sound = certify(&space, &[&found], Effort::UNLIMITED).unwrap();
    assert!(sound.faults.is_empty(), "{sound:?}");
    let index = distances.positions_at(256).next().expect("some are that far");

    // Only the upper byte distinguishes 256 from 0.
    let mut table = Patched::read(found.table.path());
    let at = table.data() + 2 * index as usize;
    assert_eq!(table.bytes[at..at + 2], [0, 1]);
    table.bytes[at + 1] = 0;
    for (distance, by) in [(0, 1), (256, -1)] {
        let at = table.histogram() + 8 * distance;
        let count = (table.number(at, 8) as u64).wrapping_add_signed(by);
        table.bytes[at..at + 8].copy_from_slice(&count.to_le_bytes());
    }
    table.seal();
    table.write(found.table.path());
    let subject = subject(atlas.family()).unwrap();
    let table = Arc::new(Table::read(found.table.path(), &subject).expect("its head is sound"));
    let changed = SetTable { section: table.sections()[0].clone(), metric: Metric::Unit, table };
    let certificate = certify(&space, &[&changed], Effort::UNLIMITED).unwrap();
    let [Fault::Entry { .. }] = certificate.faults[..] else { panic!("{certificate:?}") };
}
