//! Shards: together they hold the data of one table, and each part verifies its own.

use crate::cases::case;
use crate::threads::together;
use huarong_core::effort::Effort;
use huarong_core::klotski;
use huarong_core::rules::{Family, Metric, PieceSet};
use huarong_core::space::Space;
use huarong_oracle::analysis::{Certificate, Fault, Totals, certify, certify_part};
use huarong_oracle::atlas::{Atlas, Plan, Scope, SetTable, subject};
use huarong_search::cluster::{Alone, Exchange};
use huarong_search::{SearchPlan, classes};
use huarong_tables::storage::Disk;
use huarong_tables::table::{
    Distances, Extent, Histogram, Outline, Shard, Table, TableDraft, TableError, TableSubject,
};
use proptest::prelude::*;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use std::fs;
use std::ops::Range;
use std::sync::Arc;
use tempfile::TempDir;

fn numbers() -> TableSubject {
    TableSubject { family: "numbers".to_owned(), description: "numbers\n".to_owned(), shapes: 1 }
}

/// The ranges of a section's entries between the cuts; there is one more part than cuts.
fn ranges(entries: usize, cuts: &[f64]) -> Vec<Range<u64>> {
    let mut bounds: Vec<u64> = cuts.iter().map(|cut| (cut * entries as f64) as u64).collect();
    bounds.sort_unstable();
    bounds.insert(0, 0);
    bounds.push(entries as u64);
    bounds.windows(2).map(|two| two[0]..two[1]).collect()
}

/// Writes the shards of a table of some sections, each cut at the same fractions; returns their
/// bytes.
fn shards(subject: &TableSubject, sections: &[(&[u8], &[u16])], cuts: &[f64]) -> Vec<Vec<u8>> {
    let directory = TempDir::new().unwrap();
    let (parts, disk) = (cuts.len() as u32 + 1, Disk::default());
    let shard = |part: u32| {
        let extents = sections.iter().map(|&(counts, entries)| Extent {
            counts,
            range: ranges(entries.len(), cuts)[part as usize].clone(),
            whole: entries.len() as u64,
        });
        let path = directory.path().join(part.to_string());
        let outline = Outline {
            subject,
            metric: Metric::Finger.code(),
            shard: Shard::new(part, parts),
            sections: extents.collect(),
        };
        let draft = TableDraft::begin(&disk, &path, outline).unwrap();
        let mut all = sections.iter().flat_map(|(_, entries)| entries.iter());
        if all.any(|&entry| (255..u16::MAX).contains(&entry)) {
            draft.widen().unwrap();
        }
        for (section, (_, entries)) in sections.iter().enumerate() {
            let range = &ranges(entries.len(), cuts)[part as usize];
            let held = &entries[range.start as usize..range.end as usize];
            draft.put(section, &Distances::of_words(held.to_vec())).unwrap();
        }
        draft.finish().unwrap();
        fs::read(path).unwrap()
    };
    (0..parts).map(shard).collect()
}

fn open(bytes: &[u8], subject: &TableSubject) -> Result<Table, TableError> {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("shard");
    fs::write(&path, bytes).unwrap();
    Table::read(&path, subject)
}

/// A table whose histograms do not match its entries is not finished under its name.
#[test]
fn what_could_not_be_read_gets_no_name() {
    let (directory, disk, subject) = (TempDir::new().unwrap(), Disk::default(), numbers());
    let path = directory.path().join("table");
    for counts in [vec![1, 1], vec![2, 2], vec![3, 0], vec![1; 256]] {
        let lens = [(&[0u8][..], 3)];
        let draft = TableDraft::new(&disk, &path, &subject, 0, lens).unwrap();
        draft.put(0, &Distances::of_bytes(vec![0, 1, 1])).unwrap();
        draft.count(0, Histogram { counts, unreachable: 0 });
        let error = draft.finish().unwrap_err();
        assert!(matches!(error, TableError::Io { action: "write", .. }), "{error}");
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
    }
}

/// Sections with few distinct values, including unreachable.
fn sections() -> impl Strategy<Value = Vec<Vec<u16>>> {
    let values = prop_oneof![Just(3u16), Just(254), Just(700)].prop_flat_map(|max| {
        let value = prop_oneof![4 => 0..=max, 1 => Just(u16::MAX)];
        prop::collection::vec(value, 0..5000)
    });
    prop::collection::vec(values, 1..4)
}

fn with_counts(sections: &[Vec<u16>]) -> Vec<(&[u8], &[u16])> {
    let counts: [&[u8]; 4] = [&[0], &[1], &[2], &[3]];
    counts.into_iter().zip(sections.iter().map(Vec::as_slice)).collect()
}

fn wanted(entry: u16) -> Option<u16> {
    (entry != u16::MAX).then_some(entry)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// The result does not depend on the cuts.
    #[test]
    fn shards_say_together_what_was_written(
        sections in sections(),
        cuts in prop::collection::vec(0.0..1.0f64, 0..5),
        some in (0.0..1.0f64, 0.0..1.0f64),
    ) {
        let subject = numbers();
        let shards = shards(&subject, &with_counts(&sections), &cuts);
        let opened = shards.iter().map(|bytes| open(bytes, &subject).unwrap());
        let table = Table::of_shards(opened).unwrap();
        table.check_all().unwrap();
        prop_assert_eq!(table.paths().count(), cuts.len() + 1);
        for (section, entries) in table.sections().iter().zip(&sections) {
            prop_assert_eq!(table.held(section), 0..entries.len() as u64);
            for (index, &entry) in (0..).zip(entries).step_by(13) {
                prop_assert_eq!(table.get(section, index).unwrap(), wanted(entry));
            }
            let all: Vec<Option<u16>> = entries.iter().copied().map(wanted).collect();
            let found: Vec<_> = table.distances(section).unwrap().iter().collect();
            prop_assert_eq!(&found, &all);
            for (far, &count) in section.histogram.iter().enumerate() {
                let there = entries.iter().filter(|&&entry| usize::from(entry) == far);
                prop_assert_eq!(count, there.count() as u64);
            }
            let [a, b] = [some.0, some.1].map(|at| (at * entries.len() as f64) as u64);
            let range = a.min(b)..a.max(b);
            let found = table.some_distances(section, range.clone()).unwrap();
            let found: Vec<_> = found.iter().collect();
            prop_assert_eq!(&found[..], &all[range.start as usize..range.end as usize]);
        }
    }

    /// After a change of any byte, every answer that the shard still gives is correct.
    #[test]
    fn a_changed_byte_is_noticed(
        sections in sections(), cut in 0.0..1.0f64, place in 0.0..1.0f64, change in 1..=255u8,
        end in 0.0..1.0f64,
    ) {
        let subject = numbers();
        let shards = shards(&subject, &with_counts(&sections), &[cut]);
        let mut bytes = shards[1].clone();
        let short = &bytes[..(end * bytes.len() as f64) as usize];
        prop_assert!(open(short, &subject).is_err());
        let at = (place * bytes.len() as f64) as usize;
        bytes[at] ^= change;
        let Ok(table) = open(&bytes, &subject) else { return Ok(()) };
        prop_assert!(table.check_all().is_err(), "the byte at {at} of {} is of no use", bytes.len());
        for (section, entries) in table.sections().iter().zip(&sections) {
            for index in table.held(section) {
                if let Ok(far) = table.get(section, index) {
                    prop_assert_eq!(far, wanted(entries[index as usize]));
                }
            }
        }
    }
}

#[test]
fn shards_that_do_not_fit_are_refused() {
    let subject = numbers();
    let entries: Vec<u16> = (0..100).collect();
    let of = |cuts: &[f64]| -> Vec<Table> {
        let shards = shards(&subject, &[(&[1], &entries)], cuts);
        shards.iter().map(|bytes| open(bytes, &subject).unwrap()).collect()
    };
    let taken = |cuts: &[f64], number: usize| of(cuts).swap_remove(number);
    let longer: Vec<u16> = (0..101).collect();
    let other = |sections: &[(&[u8], &[u16])]| {
        open(&shards(&subject, sections, &[0.5])[1], &subject).unwrap()
    };
    for (what, second) in [
        ("twice the first", taken(&[0.5], 0)),
        ("one of three", taken(&[0.5, 0.7], 1)),
        ("a gap", taken(&[0.6], 1)),
        ("some twice", taken(&[0.4], 1)),
        ("of more entries", other(&[(&[1], &longer)])),
        ("of another piece set", other(&[(&[2], &entries)])),
        ("of more piece sets", other(&[(&[1], &entries), (&[2], &entries)])),
    ] {
        let joined = Table::of_shards([taken(&[0.5], 0), second]);
        let Err(TableError::Foreign { .. }) = joined else { panic!("{what}: {joined:?}") };
    }
    assert!(Table::of_shards(of(&[0.5])).is_ok());
}

/// All distances of a piece set, from the search.
fn distances(set: &PieceSet) -> Vec<u16> {
    let family = klotski::family();
    let class = &classes(family.puzzle(), std::slice::from_ref(set))[0];
    let search = SearchPlan::new(family.puzzle(), class).unwrap();
    let search = search.prepare(Effort::UNLIMITED).unwrap();
    let found = search.run(Metric::Finger, false, Effort::UNLIMITED).unwrap();
    found[0].iter().map(|far| far.unwrap_or(u16::MAX)).collect()
}

/// The findings of the parts, each in its own range.
pub fn certified(
    family: &Family,
    set: &PieceSet,
    metric: Metric,
    entries: &[u16],
    cuts: &[f64],
) -> Vec<(Certificate, usize)> {
    let (subject, space) = (subject(family).unwrap(), Space::new(family.puzzle(), set).unwrap());
    let shards = shards(&subject, &[(set.counts(), entries)], cuts);
    let directory = TempDir::new().unwrap();
    together(cuts.len() + 1, |mut exchange| {
        let part = exchange.part();
        let path = directory.path().join(part.to_string());
        fs::write(&path, &shards[part]).unwrap();
        let table = Arc::new(Table::read(&path, &subject).unwrap());
        let section = table.sections()[0].clone();
        let table = SetTable { table, metric, section };
        let found = certify_part(&space, &table, &mut exchange, Effort::UNLIMITED).unwrap();
        let faults = Totals::of(&found, &mut exchange).unwrap().faults;
        (found, faults)
    })
}

#[test]
fn shards_are_proved_where_they_lie() {
    let family = klotski::family();
    let set = family.parse_piece_set("1h5v2s").unwrap();
    let space = Space::new(family.puzzle(), &set).unwrap();
    let right = distances(&set);
    let whole = |entries: &[u16]| {
        let directory = TempDir::new().unwrap();
        let (path, subject) = (directory.path().join("whole"), subject(&family).unwrap());
        let sections = [(set.counts(), Distances::of_words(entries.to_vec()))];
        let code = Metric::Finger.code();
        huarong_tables::table::write(&Disk::default(), &path, &subject, code, &sections).unwrap();
        let table = Arc::new(Table::read(&path, &subject).unwrap());
        let section = table.sections()[0].clone();
        let table = SetTable { table, metric: Metric::Finger, section };
        certify(&space, &[&table], Effort::UNLIMITED).unwrap()
    };
    let cuts: [&[f64]; 4] = [&[], &[0.5], &[0.0, 0.3, 0.3, 0.9], &[0.1, 0.2, 0.3, 0.4, 0.5, 0.6]];
    let sound = whole(&right);
    assert!(sound.faults.is_empty());
    for cuts in cuts {
        let parts = certified(&family, &set, Metric::Finger, &right, cuts);
        let of_parts = |number: fn(&Certificate) -> u64| -> u64 {
            parts.iter().map(|(found, _)| number(found)).sum()
        };
        assert_eq!(of_parts(|found| found.entries), sound.entries);
        assert_eq!(of_parts(|found| found.neighbours), sound.neighbours);
        assert!(parts.iter().all(|(found, faults)| found.faults.is_empty() && *faults == 0));
    }
    // For a wrong entry anywhere, shards report the same as one table.
    let first = |faults: &[Fault]| {
        let of_entry = |fault: &Fault| match fault {
            Fault::Entry { index, what, .. } => (*index, what.clone()),
            other => panic!("{other}"),
        };
        faults.iter().map(of_entry).min().expect("it is wrong")
    };
    let mut random = ChaCha8Rng::seed_from_u64(17);
    for _ in 0..12 {
        let at = random.random_range(0..right.len());
        let mut wrong = right.clone();
        wrong[at] = match random.random_range(0..4) {
            0 => u16::MAX,
            _ => random.random_range(0..100),
        };
        if wrong[at] == right[at] {
            continue;
        }
        let said = first(&whole(&wrong).faults);
        for cuts in cuts {
            let parts = certified(&family, &set, Metric::Finger, &wrong, cuts);
            let faults: Vec<Fault> = parts
                .into_iter()
                .flat_map(|(found, all)| {
                    assert!(all > 0, "all parts receive it");
                    found.faults
                })
                .collect();
            assert_eq!(first(&faults), said);
        }
    }
}

/// A ring with one gap: one part alone searches a piece set with distances of hundreds of moves. A
/// larger set has no such distances.
#[test]
fn shards_are_as_wide_as_the_widest_needs() {
    let ring = "......./.#####./.#####./.#####./.#####./.#####./.......";
    let case = case(ring, &[('A', "x"), ('S', "x")], &[('A', (0, 0))]);
    let sets = [[1, 22], [1, 3]].map(PieceSet::new);
    let family = Family::new("ring".to_owned(), case.puzzle, 1, sets);
    let plan = Plan { metrics: vec![Metric::Straight], ..Plan::default() };
    let file = |directory: &TempDir| {
        let atlas = Atlas::new(family.clone(), directory.path());
        atlas.file(Scope::Family, Metric::Straight)
    };
    let whole = TempDir::new().unwrap();
    Atlas::new(family.clone(), whole.path()).build(&plan, Effort::UNLIMITED).unwrap();
    let parts = TempDir::new().unwrap();
    for built in together(2, |mut exchange| {
        let atlas = Atlas::new(family.clone(), parts.path());
        atlas.build_part(&plan, &mut exchange, Effort::UNLIMITED)
    }) {
        built.unwrap();
    }
    let atlas = Atlas::new(family.clone(), parts.path());
    let table = atlas.open(&file(&parts)).unwrap().expect("it was just built");
    assert!(table.is_sharded());
    let held = table.sections().iter().map(|section| table.held(section).end);
    assert_eq!(held.collect::<Vec<_>>(), [24 * 1771, 552]);
    atlas.repack(|_| true, false, Effort::UNLIMITED).unwrap();
    let [whole, gathered] = [file(&whole), file(&parts)].map(|file| fs::read(file.path).unwrap());
    assert!(whole == gathered);
    assert_eq!(whole[99], 2, "bytes an entry");
}

#[test]
fn a_part_proves_nothing_of_shards_with_a_gap() {
    let family = klotski::family();
    let set = family.parse_piece_set("1h5v2s").unwrap();
    let (subject, space) = (subject(&family).unwrap(), Space::new(family.puzzle(), &set).unwrap());
    let right = distances(&set);
    let shards = shards(&subject, &[(set.counts(), &right)], &[0.5]);
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("shard");
    fs::write(&path, &shards[0]).unwrap();
    let table = Arc::new(Table::read(&path, &subject).unwrap());
    let section = table.sections()[0].clone();
    let table = SetTable { table, metric: Metric::Finger, section };
    let error = certify_part(&space, &table, &mut Alone, Effort::UNLIMITED).unwrap_err();
    assert!(error.to_string().contains("has entry"), "{error}");
}
