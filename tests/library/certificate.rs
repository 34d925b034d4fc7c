//! The certificate of tables against a witness: of sound tables, and of tables with wrong entries.

use crate::any_puzzle::{Case, puzzles};
use crate::shards::certified;
use huarong_core::effort::Effort;
use huarong_core::rules::{Family, Metric};
use huarong_core::space::Space;
use huarong_oracle::analysis::{Fault, certify};
use huarong_oracle::atlas::{SetTable, subject};
use huarong_tables::storage::Disk;
use huarong_tables::table::{Distances, Table};
use naive::certificate::first_contradiction;
use naive::grids::{Drawn, distances};
use proptest::arbitrary::any;
use proptest::sample::Index;
use proptest::test_runner::{Config, TestRunner};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use std::sync::Arc;
use tempfile::TempDir;

/// The positions of a puzzle by their indices, as the witness knows them.
struct Known {
    family: Family,
    space: Space,
    goals: Vec<bool>,
    /// For each metric, the neighbours and the distances.
    neighbours: Vec<Vec<Vec<usize>>>,
    distances: Vec<Vec<Option<u16>>>,
}

impl Known {
    fn of(case: &Case) -> Self {
        let family = case.setup.family("drawn");
        let space = Space::new(family.puzzle(), &case.setup.piece_set()).unwrap();
        let index = |text: &String| space.rank(&case.positions[text]).unwrap() as usize;
        let mut goals = vec![false; case.positions.len()];
        case.goal_positions.iter().for_each(|text| goals[index(text)] = true);
        let neighbours = Metric::WITH_MULTI.iter().map(|metric| {
            let mut neighbours = vec![Vec::new(); case.positions.len()];
            for (text, near) in &case.graphs[metric] {
                neighbours[index(text)] = near.iter().map(index).collect();
            }
            neighbours
        });
        let distances = Metric::WITH_MULTI.iter().map(|metric| {
            let mut found = vec![None; case.positions.len()];
            let reached = distances(&case.graphs[metric], &case.goal_positions);
            reached.iter().for_each(|(text, &far)| found[index(text)] = Some(far as u16));
            found
        });
        let (neighbours, distances) = (neighbours.collect(), distances.collect());
        Self { family, space, goals, neighbours, distances }
    }

    /// A table with these entries, of one byte if they fit.
    fn table(&self, metric: Metric, entries: &[Option<u16>], is_wide: bool) -> SetTable {
        let entries = entries.iter().map(|entry| entry.unwrap_or(u16::MAX)).collect();
        let entries = if is_wide { Distances::wide(entries) } else { Distances::of_words(entries) };
        let directory = TempDir::new().unwrap();
        let (path, subject) = (directory.path().join("table"), subject(&self.family).unwrap());
        let sections = [(self.space.piece_set().counts(), entries)];
        huarong_tables::table::write(&Disk::default(), &path, &subject, metric.code(), &sections)
            .unwrap();
        let table = Arc::new(Table::read(&path, &subject).unwrap());
        let section = table.sections()[0].clone();
        SetTable { table, metric, section }
    }

    /// Tables of all metrics, with some wrong entries or none, have the faults that the witness finds, and single
    /// pieces the neighbours that it counts.
    fn check(&self, wrong_entries: u32, random: &mut ChaCha8Rng) {
        let mut entries = self.distances.clone();
        for entries in &mut entries {
            for _ in 0..wrong_entries {
                let at = random.random_range(0..entries.len());
                let near = entries[random.random_range(0..entries.len())];
                entries[at] = match random.random_range(0..5) {
                    0 => None,
                    1 => Some(random.random_range(0..400)),
                    2 => near,
                    3 => entries[at].map(|far| far.saturating_sub(1)),
                    _ => entries[at].map(|far| far + 1),
                };
            }
        }
        let is_wide = random.random_range(0..4) == 0;
        let tables: Vec<SetTable> = { Metric::WITH_MULTI.iter().copied().zip(&entries) }
            .map(|(metric, entries)| self.table(metric, entries, is_wide))
            .collect();
        let wanted: Vec<_> = { self.neighbours.iter().zip(&entries) }
            .map(|(near, entries)| first_contradiction(entries, &self.goals, near))
            .collect();
        let moves = self.neighbours.iter().map(|near| near.iter().map(Vec::len).sum::<usize>());
        let moves: Vec<u64> = moves.map(|moves| moves as u64).collect();
        for chosen in 1..1 << tables.len() {
            let chosen = || (0..tables.len()).filter(move |metric| chosen >> metric & 1 == 1);
            let some: Vec<&SetTable> = chosen().map(|metric| &tables[metric]).collect();
            let together = certify(&self.space, &some, Effort::UNLIMITED).unwrap();
            let want: Vec<_> = chosen().filter_map(|metric| wanted[metric].clone()).collect();
            assert_eq!(faults_of_entries(&together.faults), want);
            if some.iter().all(|table| table.metric != Metric::Multi) {
                assert_eq!(together.neighbours, chosen().map(|metric| moves[metric]).sum::<u64>());
            }
        }
        let metric = Metric::WITH_MULTI[random.random_range(0..4)];
        let entries = &entries[metric.code() as usize];
        let words: Vec<u16> = entries.iter().map(|entry| entry.unwrap_or(u16::MAX)).collect();
        let near = &self.neighbours[metric.code() as usize];
        let set = self.space.piece_set();
        for cuts in [&[0.5][..], &[0.2, 0.2, 0.7]] {
            let parts = certified(&self.family, set, metric, &words, cuts);
            let faults = parts.iter().flat_map(|(part, _)| faults_of_entries(&part.faults)).min();
            assert_eq!(faults, first_contradiction(entries, &self.goals, near), "{metric}");
            let counted: u64 = parts.iter().map(|(part, _)| part.neighbours).sum();
            let want: u64 = near.iter().map(|near| near.len() as u64).sum();
            assert!(if metric == Metric::Multi { counted >= want } else { counted == want });
        }
    }
}

/// The indices of wrong entries, and what is wrong.
fn faults_of_entries(faults: &[Fault]) -> Vec<(u64, String)> {
    let of_entry = |fault: &Fault| match fault {
        Fault::Entry { index, what, .. } => (*index, what.clone()),
        other => panic!("{other}"),
    };
    faults.iter().map(of_entry).collect()
}

#[test]
fn an_entry_that_differs_by_one_is_found_under_every_metric() {
    let config =
        Config { failure_persistence: None, ..Config::with_cases(crate::common::cases(20)) };
    let check = |(drawn, place, is_more): (Drawn, Index, bool)| {
        let known = Known::of(&Case::within(&drawn, 700));
        for &metric in Metric::WITH_MULTI {
            let code = metric.code() as usize;
            let (mut entries, near) = (known.distances[code].clone(), &known.neighbours[code]);
            let reachable: Vec<usize> =
                (0..entries.len()).filter(|&at| entries[at].is_some()).collect();
            if reachable.is_empty() {
                continue;
            }
            let entry = entries[*place.get(&reachable)].as_mut().unwrap();
            *entry = if is_more || *entry == 0 { *entry + 1 } else { *entry - 1 };
            let table = known.table(metric, &entries, false);
            let found = certify(&known.space, &[&table], Effort::UNLIMITED).unwrap();
            let want = first_contradiction(&entries, &known.goals, near);
            assert!(want.is_some(), "{metric}");
            assert_eq!(faults_of_entries(&found.faults), Vec::from_iter(want), "{metric}");
        }
        Ok(())
    };
    let drawn = (puzzles(), any::<Index>(), any::<bool>());
    TestRunner::new(config).run(&drawn, check).unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn wrong_entries_of_random_puzzles_are_found() {
    let config =
        Config { failure_persistence: None, ..Config::with_cases(crate::common::cases(20)) };
    let check = |drawn: Drawn| {
        let known = Known::of(&Case::within(&drawn, 700));
        let mut random = ChaCha8Rng::seed_from_u64(drawn.start.len() as u64);
        for wrong_entries in [0, 1, 1, 1, 2, 9] {
            known.check(wrong_entries, &mut random);
        }
        Ok(())
    };
    TestRunner::new(config).run(&puzzles(), check).unwrap_or_else(|error| panic!("{error}"));
}

/// Puzzles with small pieces in many fillings of each skeleton. In the last two, positions are checked one by one. The large
/// piece has too many paths, or the cells are too many for a word.
#[test]
#[ignore = "long: tens of thousands of positions"]
fn wrong_entries_among_many_fillings_are_found() {
    let small = |rows: &[&str]| rows.join("\n");
    let large =
        |width: usize, rows: [&str; 6]| rows.map(|row| format!("{row:.<width$}")).join("\n");
    let puzzles = [
        (small(&["BBCD", "BBEF", "...."]), small(&["..BB", "..BB", "...."]), "CDEF"),
        (small(&["BBCDE", "BBFG.", "....."]), small(&["...BB", "...BB", "....."]), "CDEFG"),
        (small(&["AACDE", "BF..."]), small(&["...AA", "....."]), "CDEF"),
        (small(&["BBA.", "BBAC", "D...", "...."]), small(&["....", "....", "..BB", "..BB"]), "CD"),
        (small(&["CDEF", "GB..", "...."]), small(&["...C", "....", "...B"]), "CDEFG"),
        (
            large(6, ["BBC", "BB", "", "", "", ""]),
            large(6, ["....BB", "....BB", "", "", "", ""]),
            "C",
        ),
        (
            large(11, ["CD", "", "", "", "", ""]),
            large(11, ["..........C", "", "", "", "", ""]),
            "CD",
        ),
    ];
    for (start, goal, alike) in puzzles {
        let mut random = ChaCha8Rng::seed_from_u64(start.len() as u64);
        let drawn = Drawn {
            start,
            goals: vec![goal],
            alike: { [alike] }
                .into_iter()
                .filter(|group| group.len() > 1)
                .map(str::to_owned)
                .collect(),
            ..Drawn::default()
        };
        let known = Known::of(&Case::within(&drawn, 30_000));
        for wrong_entries in [0, 1, 1, 3] {
            known.check(wrong_entries, &mut random);
        }
    }
}
