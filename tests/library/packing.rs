//! Packed tables have the same contents as plain ones.

use huarong_core::effort::{Effort, Progress};
use huarong_oracle::atlas::BuildError;
use huarong_tables::storage::Disk;
use huarong_tables::table::{Distances, Table, TableError, TableSubject, pack, unpack, write};
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec;
use proptest::prelude::*;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use tempfile::TempDir;
use xxhash_rust::xxh3::xxh3_64;

fn subject() -> TableSubject {
    TableSubject { family: "numbers".to_owned(), description: "numbers\n".to_owned(), shapes: 1 }
}

/// Entries with runs, like distances: up to a maximum, or unreachable.
fn entries(len: usize, max: u16) -> impl Strategy<Value = Vec<u16>> {
    let runs = prop::collection::vec((prop::option::weighted(0.9, 0..=max), 1..200usize), 1..60);
    runs.prop_map(move |runs| {
        let entries = runs.iter().flat_map(|&(far, times)| vec![far.unwrap_or(u16::MAX); times]);
        entries.cycle().take(len).collect()
    })
}

/// Sections; some are empty and some are longer than several packed blocks.
fn sections() -> impl Strategy<Value = Vec<Vec<u16>>> {
    let len = prop_oneof![Just(0), 1..50usize, 4000..4200usize, 8000..20000usize];
    let section = (len, prop_oneof![Just(3u16), Just(254), Just(700)]);
    prop::collection::vec(section.prop_flat_map(|(len, max)| entries(len, max)), 1..5)
}

/// A directory with a table of the sections, plain and packed.
fn tables(sections: &[Vec<u16>]) -> TempDir {
    let directory = TempDir::new().unwrap();
    let path = |name: &str| directory.path().join(name);
    let sections: Vec<([u8; 1], Distances)> = (0u8..)
        .zip(sections)
        .map(|(number, entries)| ([number], Distances::of_words(entries.clone())))
        .collect();
    let disk = Disk::default();
    write(&disk, &path("plain"), &subject(), 2, &sections).unwrap();
    let plain = Table::read(&path("plain"), &subject()).unwrap();
    let length =
        pack::<BuildError>(&disk, &plain, &path("packed"), &subject(), Effort::UNLIMITED).unwrap();
    assert_eq!(length, fs::metadata(path("packed")).unwrap().len());
    directory
}

fn open(directory: &TempDir, name: &str) -> Table {
    Table::read(&directory.path().join(name), &subject()).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn packed_tables_say_the_same(sections in sections(), cut in (0.0..1.0f64, 0.0..1.0f64)) {
        let directory = tables(&sections);
        let packed = open(&directory, "packed");
        prop_assert!(packed.is_packed());
        packed.check_all().unwrap();
        prop_assert_eq!(packed.metric(), 2);
        for (section, entries) in packed.sections().iter().zip(&sections) {
            let wanted = |entry: &u16| (*entry != u16::MAX).then_some(*entry);
            let wanted: Vec<Option<u16>> = entries.iter().map(wanted).collect();
            for (index, &far) in (0..).zip(&wanted).step_by(37) {
                prop_assert_eq!(packed.get(section, index).unwrap(), far);
            }
            let distances = packed.distances(section).unwrap();
            prop_assert_eq!(distances.iter().collect::<Vec<_>>(), wanted.clone());
            let [a, b] = [cut.0, cut.1].map(|cut| (cut * wanted.len() as f64) as u64);
            let range = a.min(b)..a.max(b);
            let some = packed.some_distances(section, range.clone()).unwrap();
            let wanted = &wanted[range.start as usize..range.end as usize];
            prop_assert_eq!(some.iter().collect::<Vec<_>>(), wanted);
        }
        let path = directory.path().join("unpacked");
        unpack::<BuildError>(&Disk::default(), &packed, &path, &subject(), Effort::UNLIMITED).unwrap();
        let plain = fs::read(directory.path().join("plain")).unwrap();
        prop_assert!(fs::read(path).unwrap() == plain);
    }

    /// After a change of any byte, every answer that a table still gives is correct.
    #[test]
    fn a_changed_byte_is_noticed(
        sections in sections(), place in 0.0..1.0f64, change in 1..=255u8, end in 0.0..1.0f64,
    ) {
        let directory = tables(&sections);
        let mut bytes = fs::read(directory.path().join("packed")).unwrap();
        let cut = &bytes[..(end * bytes.len() as f64) as usize];
        prop_assert!(Table::from_bytes(cut, Path::new("cut"), &subject()).is_err());
        let at = (place * bytes.len() as f64) as usize;
        bytes[at] ^= change;
        if let Ok(table) = Table::from_bytes(&bytes[..], Path::new("changed"), &subject()) {
            let mut refused = false;
            for (section, entries) in table.sections().iter().zip(&sections) {
                for (index, &entry) in (0..).zip(entries) {
                    match table.get(section, index) {
                        Ok(far) => prop_assert_eq!(far.unwrap_or(u16::MAX), entry),
                        Err(error) => {
                            refused = true;
                            prop_assert!(matches!(error, TableError::Damaged { .. }), "{}", error);
                        }
                    }
                }
            }
            prop_assert!(refused, "the byte at {} of {} is of no use", at, bytes.len());
        }
    }
}

/// A packed table with forged checksums cannot hide a fault.
#[test]
fn packed_blocks_of_another_length_are_noticed() {
    let directory = tables(&[vec![1; 100]]);
    let sound = fs::read(directory.path().join("packed")).unwrap();
    let tail_len = u32::from_le_bytes(sound[12..16].try_into().unwrap()) as usize;
    let block = 128..sound.len() - tail_len;
    let sign = |bytes: &mut Vec<u8>| {
        bytes[24..32].fill(0);
        let tail = bytes.len() - u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
        let sum = xxh3_64(&[&bytes[..128], &bytes[tail..]].concat());
        bytes[24..32].copy_from_slice(&sum.to_le_bytes());
    };
    let first_entry = |packed: &[u8]| {
        let mut bytes = sound.clone();
        // The tail ends with the checksum of the only block and its length: four bytes, then four
        // zeros.
        let checksum = sound.len() - 16..sound.len() - 8;
        bytes[checksum].copy_from_slice(&xxh3_64(packed).to_le_bytes());
        let length = sound.len() - 8..sound.len() - 4;
        bytes[length].copy_from_slice(&(packed.len() as u32).to_le_bytes());
        bytes.splice(block.clone(), packed.iter().copied());
        let file_len = bytes.len() as u64;
        bytes[16..24].copy_from_slice(&file_len.to_le_bytes());
        sign(&mut bytes);
        let table = Table::from_bytes(&bytes[..], Path::new("hidden"), &subject()).unwrap();
        table.get(&table.sections()[0], 0)
    };
    let packed = &sound[block.clone()];
    let entries = decompress_to_vec(packed).unwrap();
    assert_eq!(first_entry(&compress_to_vec(&entries, 9)).unwrap(), Some(1));
    for wrong in [
        [packed, b"ab"].concat(),
        packed[..packed.len() - 1].to_vec(),
        compress_to_vec(&[], 9),
        compress_to_vec(&entries[1..], 9),
        compress_to_vec(&[&entries[..], b"a"].concat(), 9),
        compress_to_vec(&vec![0; 1 << 24], 9),
    ] {
        let error = first_entry(&wrong).unwrap_err();
        assert!(error.to_string().contains("cannot be unpacked"), "{error}");
    }

    let mut bytes = fs::read(directory.path().join("plain")).unwrap();
    bytes[80] ^= 1;
    sign(&mut bytes);
    let error = Table::from_bytes(&bytes[..], Path::new("hash"), &subject()).unwrap_err();
    assert!(error.to_string().contains("hash does not match the description"), "{error}");
}

#[test]
fn packing_is_cancelled_and_leaves_nothing() {
    let directory = tables(&[vec![1; 10_000]]);
    let stop = |_: Progress<'_>| ControlFlow::Break(());
    let effort = Effort { observer: &stop, ..Effort::UNLIMITED };
    let again = directory.path().join("again");
    for name in ["plain", "packed"] {
        let (table, disk) = (open(&directory, name), Disk::default());
        let stopped = match name {
            "plain" => pack::<BuildError>(&disk, &table, &again, &subject(), effort),
            _ => unpack::<BuildError>(&disk, &table, &again, &subject(), effort),
        };
        assert!(matches!(stopped, Err(BuildError::Cancelled { .. })), "{stopped:?}");
    }
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 2);
}
