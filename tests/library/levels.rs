//! Positions at each distance, counted with the last levels only: against breadth-first searches over texts and published
//! figures, whatever interrupts the search.

use crate::crashes::disk::{Moment, Neglect, Simulated};
use crate::tiles::{boards, distances, levels_of_slides, position, solved};
use huarong::{Position, Puzzle};
use huarong_core::effort::{Effort, Progress};
use huarong_core::rules::{Metric, PieceSet};
use huarong_search::{LevelFiles, LevelSearch, Levels, LevelsError, SearchError};
use huarong_tables::storage::{Memory, Storage};
use naive::grids::{Drawn, Witness, grid};
use naive::to_text;
use proptest::prelude::*;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

fn search(goal: &str, metric: Metric) -> LevelSearch {
    let goal = position(goal, goal);
    search_of(goal.puzzle(), &goal.piece_set(), metric).expect("all pieces are different")
}

fn search_of(puzzle: &Puzzle, set: &PieceSet, metric: Metric) -> Option<LevelSearch> {
    LevelSearch::new(puzzle, set, metric, Effort::UNLIMITED).unwrap()
}

fn levels(search: &LevelSearch) -> Levels {
    search.run(usize::MAX, Effort::UNLIMITED).unwrap()
}

/// The number of texts at each distance.
fn counts(distances: impl IntoIterator<Item = u16>) -> Vec<u64> {
    let mut counts = BTreeMap::new();
    distances.into_iter().for_each(|distance| *counts.entry(distance).or_insert(0) += 1);
    counts.into_values().collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(crate::common::cases(24)))]

    /// With windows of any size, the levels of a random board are those of the witness, and so are the farthest positions.
    #[test]
    fn random_tile_puzzles_have_the_levels_of_the_witness(
        (_, goal) in boards(),
        bits in prop_oneof![1u64..100, 100u64..10_000],
    ) {
        let known = distances(&goal);
        let all = counts(known.values().copied());
        let largest = all.len() as u16 - 1;
        let farthest: BTreeSet<&String> =
            known.iter().filter(|&(_, &distance)| distance == largest).map(|(text, _)| text).collect();
        let goal_position = position(&goal, &goal);
        let set = goal_position.piece_set();
        for metric in [Metric::Unit, Metric::Straight, Metric::Finger] {
            let Some(search) = search_of(goal_position.puzzle(), &set, metric) else {
                // Few pieces make no blocks.
                prop_assert!(set.counts().len() < 4, "{goal}");
                continue;
            };
            let found = levels(&search.with_windows_of(bits));
            prop_assert_eq!(&found.histogram.counts, &all, "{}", metric);
            let texts: Vec<String> = found
                .farthest
                .iter()
                .map(|at| Position::new(goal_position.puzzle(), at.clone()).unwrap().to_string())
                .collect();
            prop_assert_eq!(texts.iter().collect::<BTreeSet<_>>(), farthest.clone());
            prop_assert_eq!(texts.len(), farthest.len());
        }
        if let Some(search) = search_of(goal_position.puzzle(), &set, Metric::Multi) {
            let found = levels(&search.with_windows_of(bits)).histogram.counts;
            prop_assert_eq!(found, levels_of_slides(&goal));
        }
    }
}

/// Two groups of pieces, one group of dominoes, walls, several goals, and two small pieces alike, in all metrics, with
/// windows of any size.
#[test]
fn pieces_of_several_shapes_have_the_levels_of_the_witness() {
    for (goals, alike) in [
        (vec!["AACB\n..DE"], ""),
        (vec!["AABB\nCC..\nDD#."], ""),
        (vec!["AABB\nCDE.\n.F#."], ""),
        (vec!["ABC\nD..", "..D\nABC", "DAB\nC.."], ""),
        (vec!["ABCD\nEF#.", ".BCD\nAE#F"], "EF"),
    ] {
        let drawn = Drawn {
            start: goals[0].to_owned(),
            goals: goals.iter().map(ToString::to_string).collect(),
            alike: [alike]
                .into_iter()
                .filter(|alike| !alike.is_empty())
                .map(str::to_owned)
                .collect(),
            ..Drawn::default()
        };
        let start = Position::from_toml(&drawn.file()).unwrap();
        let witness = Witness::new(&drawn);
        for metric in [Metric::Unit, Metric::Straight, Metric::Finger, Metric::Multi] {
            let mut level: BTreeSet<String> =
                goals.iter().map(|goal| to_text(&witness.canonical(&grid(goal)))).collect();
            let (mut seen, mut all) = (level.clone(), Vec::new());
            while !level.is_empty() {
                all.push(level.len() as u64);
                level = level
                    .iter()
                    .flat_map(|text| witness.neighbours(text, metric.name()))
                    .filter(|text| seen.insert(text.clone()))
                    .collect();
            }
            for bits in [1, 20, 300, 1 << 20] {
                let search = search_of(start.puzzle(), &start.piece_set(), metric);
                // A line of pieces of two groups changes two words.
                let Some(search) = search.map(|search| search.with_windows_of(bits)) else {
                    assert!(
                        metric == Metric::Multi && goals[0].contains("F"),
                        "{goals:?} {metric}"
                    );
                    continue;
                };
                assert_eq!(levels(&search).histogram.counts, all, "{goals:?} {metric} {bits}");
            }
        }
    }
}

/// OEIS A089473: the 8-puzzle with the empty cell in a corner.
const A089473: [u64; 32] = [
    1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878,
    16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
];

#[test]
fn the_8_puzzle_has_its_published_levels() {
    let found = levels(&search(&solved(3, 3), Metric::Unit));
    assert_eq!(found.histogram.counts, A089473);
    assert_eq!(found.histogram.unreachable, 181_440);
    assert_eq!(found.farthest.len(), 2);
}

/// The largest distances of single tiles: see `tiles.rs`.
#[test]
#[ignore = "long: tile puzzles of 12 cells, with 239,500,800 positions each"]
fn tile_puzzles_of_twelve_cells_have_the_published_radii() {
    for (width, height, radius) in [(4, 3, 53), (3, 4, 53), (6, 2, 80), (2, 6, 80)] {
        let found = search(&solved(width, height), Metric::Unit);
        let found = found.run(0, Effort::UNLIMITED).unwrap().histogram;
        assert_eq!(found.counts.len(), radius + 1, "{width}x{height}");
        assert_eq!(found.counts.iter().sum::<u64>(), 239_500_800);
    }
}

/// Pieces alike, a goal that leaves pieces free, and too few pieces.
#[test]
fn what_has_no_levels_of_this_kind() {
    let drawn = |goal: &str, alike: &[&str]| {
        let drawn = Drawn {
            start: "ABC\nDEF\nGH.".to_owned(),
            goals: vec![goal.to_owned()],
            alike: alike.iter().map(ToString::to_string).collect(),
            ..Drawn::default()
        };
        let start = Position::from_toml(&drawn.file()).unwrap();
        search_of(start.puzzle(), &start.piece_set(), Metric::Unit).is_some()
    };
    assert!(drawn("ABC\nDEF\nGH.", &[]));
    assert!(!drawn("ABC\nDEF\nGH.", &["AB", "CD"]));
    assert!(!drawn("ABC\n...\n...", &[]));
    let few = position("AB./...", "AB./...");
    assert!(search_of(few.puzzle(), &few.piece_set(), Metric::Unit).is_none());
}

const DIRECTORY: &str = "/levels";

fn in_files<'s>(storage: &'s dyn Storage) -> Option<LevelFiles<'s>> {
    Some(LevelFiles { storage, directory: Path::new(DIRECTORY) })
}

/// Cancels a search at each of its reports. The next one continues, and in the end no file is left.
#[test]
fn a_search_continues_after_an_interruption() {
    let search = search("ABC/DEF/G.#", Metric::Unit).with_windows_of(64);
    let whole = levels(&search);
    let mut continued = 0;
    for stop in 0.. {
        let memory = Memory::default();
        let reports = AtomicUsize::new(0);
        let observer = |progress: Progress<'_>| match progress {
            Progress::Done(0) => ControlFlow::Continue(()),
            _ if reports.fetch_add(1, Relaxed) == stop => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        };
        let effort = Effort { observer: &observer, ..Effort::UNLIMITED };
        match search.run_in(in_files(&memory), usize::MAX, effort) {
            Ok(found) => {
                assert_eq!(found, whole);
                break;
            }
            Err(error) => assert!(matches!(error, LevelsError::Search(SearchError::Cancelled(_)))),
        }
        let left = memory.files().len();
        assert!(left <= 4, "at most three levels, and the lock: {left}");
        let known = AtomicUsize::new(0);
        let observer = |progress: Progress<'_>| {
            if let Progress::Done(units) = progress {
                let _ = known.compare_exchange(0, units as usize, Relaxed, Relaxed);
            }
            ControlFlow::Continue(())
        };
        let effort = Effort { observer: &observer, ..Effort::UNLIMITED };
        assert_eq!(search.run_in(in_files(&memory), usize::MAX, effort).unwrap(), whole);
        continued += usize::from(known.into_inner() > 1);
        assert_eq!(memory.files().len(), 0);
    }
    assert!(continued > 5, "{continued}");
}

/// Stops the machine after every step. Whatever is left on the disk, the next search finds the same.
#[test]
#[ignore = "long: crashes at every step"]
fn the_machine_stops_at_any_step_of_a_search() {
    let search = search("ABC/DE.", Metric::Unit).with_windows_of(64);
    let whole = levels(&search);
    let directory = BTreeMap::from([(DIRECTORY.into(), None)]);
    let disk = Simulated::at(Moment::settled(&directory), Neglect::Nothing);
    assert_eq!(search.run_in(in_files(&disk), usize::MAX, Effort::UNLIMITED).unwrap(), whole);
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut seen = BTreeSet::new();
    for moment in disk.history() {
        for left in moment.survivors(&mut random) {
            if seen.insert(left.clone()) {
                let disk = Simulated::at(Moment::settled(&left), Neglect::Nothing);
                let found = search.run_in(in_files(&disk), usize::MAX, Effort::UNLIMITED);
                assert_eq!(found.unwrap(), whole);
            }
        }
    }
    assert!(seen.len() > 50, "{}", seen.len());
}

/// A changed byte of one of the last two levels is reported, and its file is not used. Nothing is left of it.
#[test]
#[ignore = "long: each byte of two files"]
fn damaged_files_are_found() {
    let search = search("ABC/DE.", Metric::Unit).with_windows_of(64);
    let whole = levels(&search);
    let memory = Memory::default();
    let reports = AtomicUsize::new(0);
    let observer = |progress: Progress<'_>| match progress {
        Progress::Done(1..) if reports.fetch_add(1, Relaxed) == 9 => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    };
    let effort = Effort { observer: &observer, ..Effort::UNLIMITED };
    search.run_in(in_files(&memory), usize::MAX, effort).unwrap_err();
    let files = memory.files();
    let mut asked = 0;
    // An older level was about to be removed.
    for (path, bytes) in files.iter().rev().take(2) {
        for at in 0..bytes.len() {
            let memory = Memory::from(files.clone());
            let mut bytes = bytes.clone();
            bytes[at] ^= 1 << (at % 8);
            memory.put(path.clone(), bytes);
            let damaged = AtomicUsize::new(0);
            let observer = |progress: Progress<'_>| {
                if let Progress::Notice(said) = progress {
                    damaged.fetch_add(usize::from(said.to_string().contains("damaged")), Relaxed);
                }
                ControlFlow::Continue(())
            };
            let effort = Effort { observer: &observer, ..Effort::UNLIMITED };
            assert_eq!(search.run_in(in_files(&memory), usize::MAX, effort).unwrap(), whole);
            assert!(damaged.into_inner() > 0, "{} {at}", path.display());
            assert_eq!(memory.files().len(), 0);
            asked += 1;
        }
    }
    assert!(asked > 500, "{asked}");
}

/// A file that cannot be written ends the search with an error that names it, whichever operation fails.
#[test]
#[ignore = "long: failures of every operation"]
fn a_failing_disk_is_reported() {
    let search = search("ABC/DE.", Metric::Unit).with_windows_of(64);
    let whole = levels(&search);
    let directory = BTreeMap::from([(DIRECTORY.into(), None)]);
    let disk = || Simulated::at(Moment::settled(&directory), Neglect::Nothing);
    let sound = disk();
    search.run_in(in_files(&sound), 0, Effort::UNLIMITED).unwrap();
    for operation in 0..sound.operations() {
        let disk = disk().failing(operation);
        match search.run_in(in_files(&disk), usize::MAX, Effort::UNLIMITED) {
            Ok(levels) => assert_eq!(levels, whole),
            Err(error) => assert!(error.to_string().contains(DIRECTORY), "{error}"),
        }
        assert_eq!(search.run_in(in_files(&disk), usize::MAX, Effort::UNLIMITED).unwrap(), whole);
    }
}
