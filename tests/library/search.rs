//! The backward search: distances and components of all positions, against the naive witness.

use crate::cases::{Case, case, counts, klotski_case, plans};
use crate::threads::together;
use huarong_core::effort::{Cancelled, Effort, Progress};
use huarong_core::grid::Board;
use huarong_core::klotski;
use huarong_core::puzzle_file::PuzzleFile;
use huarong_core::rules::{Family, Goal, Metric, PieceSet, Puzzle, Reflection, Shape, Symmetry};
use huarong_core::space::{Space, SpaceError};
use huarong_oracle::analysis::{Component, components};
use huarong_oracle::atlas::{Atlas, Plan, Scope, family_of};
use huarong_search::cluster::Exchange;
use huarong_search::frontier::blocks::NumberedBlocks;
use huarong_search::{
    Class, DistanceStore, Kernels, Search, SearchError, SearchPlan, classes, classes_under,
    estimate,
};
use huarong_tables::table::{Checkpoint, Distances, EntryWidth};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Mutex;
use tempfile::TempDir;

/// The witness's distances of all positions of a piece set under one metric, encoded like table
/// entries.
type Expected = Vec<u16>;

fn search(puzzle: &Puzzle, class: &Class) -> Search {
    Search::new(puzzle, class, Effort::UNLIMITED).expect("few enough positions")
}

/// The search of piece sets that form one class.
fn search_together(puzzle: &Puzzle, sets: &[PieceSet]) -> Search {
    let classes = classes(puzzle, sets);
    assert_eq!(classes.len(), 1, "the sets are of one class");
    search(puzzle, &classes[0])
}

fn run(search: &Search, metric: Metric, parallel: bool) -> Vec<Distances> {
    search.run(metric, parallel, Effort::UNLIMITED).expect("nothing stops it")
}

/// The distances in the three metrics.
fn run_all(search: &Search, parallel: bool) -> [Vec<Distances>; 3] {
    Metric::ALL.map(|metric| run(search, metric, parallel))
}

fn sets<const N: usize>(counts: &[[u8; N]]) -> Vec<PieceSet> {
    counts.iter().map(|counts| PieceSet::new(*counts)).collect()
}

/// The piece sets of Klotski with given dominoes and each of some numbers of small pieces.
fn with_small_pieces(
    horizontals: u8,
    verticals: u8,
    small_pieces: impl IntoIterator<Item = u8>,
) -> Vec<PieceSet> {
    let set = |small_pieces| PieceSet::new([1, horizontals, verticals, small_pieces]);
    small_pieces.into_iter().map(set).collect()
}

/// Checks every distance of a class's spaces.
fn check_class(case: &Case, class: &Class, metric: Metric, expected: &[(&PieceSet, Expected)]) {
    for kernels in [Kernels::Native, Kernels::Portable] {
        let search = search(&case.puzzle, class).with_kernels(kernels);
        let found = run(&search, metric, kernels == Kernels::Native);
        assert_eq!(found.len(), search.spaces().len());
        for (space, distances) in search.spaces().iter().zip(&found) {
            let expected = entries_of(space, expected);
            assert_eq!(distances.len(), expected.len() as u64);
            for (index, &expected) in (0..).zip(expected) {
                let found = distances.get(index).unwrap_or(u16::MAX);
                let text = || case.puzzle.position_text(&space.unrank(index));
                assert!(found == expected, "{} under {metric}, {kernels:?}", text());
            }
        }
    }
}

/// Checks the low-memory searches of a class's piece sets, which write to distance stores.
fn check_stores(case: &Case, class: &Class, metric: Metric, expected: &[(&PieceSet, Expected)]) {
    for plan in SearchPlan::new(&case.puzzle, class).expect("few enough positions").apart() {
        let [space] = plan.spaces() else { panic!("it is of one") };
        let wanted = entries_of(space, expected);
        check_low_memory(&plan, metric, wanted);
        check_parts(&plan, metric, wanted);
    }
}

/// A distance store in memory, which records every checkpoint with the entries written until then.
#[derive(Default)]
struct Kept {
    entries: Mutex<Vec<u16>>,
    is_wide: Mutex<bool>,
    /// Whether to record checkpoints.
    is_due: bool,
    checkpoints: Mutex<Vec<(Checkpoint, Vec<u16>, bool)>>,
}

impl DistanceStore for Kept {
    type Error = SearchError;

    fn width(&self) -> EntryWidth {
        if *self.is_wide.lock().unwrap() { EntryWidth::Two } else { EntryWidth::One }
    }

    fn read(&self, first: u64, count: usize) -> Result<Distances, SearchError> {
        let entries = self.entries.lock().unwrap()[first as usize..][..count].to_vec();
        let narrow = entries.iter().map(|&entry| entry as u8).collect();
        let is_wide = *self.is_wide.lock().unwrap();
        Ok(if is_wide { Distances::wide(entries) } else { Distances::of_bytes(narrow) })
    }

    fn widen(&self) -> Result<(), SearchError> {
        *self.is_wide.lock().unwrap() = true;
        Ok(())
    }

    fn write(&self, first: u64, distances: Distances<&[u8]>) -> Result<(), SearchError> {
        let new: Vec<u16> = distances.iter().map(|entry| entry.unwrap_or(u16::MAX)).collect();
        self.entries.lock().unwrap()[first as usize..][..new.len()].copy_from_slice(&new);
        Ok(())
    }

    fn is_due(&self) -> bool {
        self.is_due
    }

    fn reached(&self, checkpoint: &Checkpoint) -> Result<(), SearchError> {
        let (entries, is_wide) = (self.entries.lock().unwrap(), *self.is_wide.lock().unwrap());
        let kept = (checkpoint.clone(), entries.clone(), is_wide);
        self.checkpoints.lock().unwrap().push(kept);
        Ok(())
    }
}

/// Checks the low-memory search of a plan's only space, with few and many bits per code, and
/// resumed from every checkpoint.
fn check_low_memory(plan: &SearchPlan, metric: Metric, wanted: &[u16]) {
    let Some(least) = plan.least_memory() else { return };
    let space = &plan.spaces()[0];
    let begin = || vec![u16::MAX - 1; wanted.len()];
    let run = |kept: &Kept, from: Option<&Checkpoint>, memory| {
        let effort = Effort { memory, ..Effort::UNLIMITED };
        let histogram = plan.run_low_memory(metric, kept, from, effort).expect("nothing stops it");
        assert!(*kept.entries.lock().unwrap() == wanted, "{:?} under {metric}", space.piece_set());
        let unreachable = wanted.iter().filter(|&&far| far == u16::MAX).count() as u64;
        assert_eq!(histogram.unreachable, unreachable);
        for (level, &count) in histogram.counts.iter().enumerate() {
            let there = wanted.iter().filter(|&&far| usize::from(far) == level);
            assert_eq!(count, there.count() as u64, "at {level}");
        }
        assert_eq!(histogram.counts.iter().sum::<u64>() + unreachable, wanted.len() as u64);
    };
    run(&Kept { entries: begin().into(), ..Kept::default() }, None, u64::MAX);
    let kept = Kept { entries: begin().into(), is_due: true, ..Kept::default() };
    run(&kept, None, least);
    let checkpoints = kept.checkpoints.into_inner().unwrap();
    for (nth, (checkpoint, mut entries, is_wide)) in checkpoints.into_iter().enumerate() {
        // A process that was killed later had written some entries that the checkpoint does not
        // cover.
        for (entry, &found) in entries.iter_mut().zip(wanted).skip(nth % 3).step_by(3) {
            if *entry == u16::MAX && (is_wide || found < u16::from(u8::MAX)) {
                *entry = found;
            }
        }
        let is_wide = Mutex::new(is_wide);
        let kept = Kept { entries: entries.into(), is_wide, ..Kept::default() };
        run(&kept, Some(&checkpoint), if nth % 2 == 0 { least } else { u64::MAX });
    }
}

/// The entries of a space.
fn entries_of<'e>(space: &Space, expected: &'e [(&PieceSet, Expected)]) -> &'e [u16] {
    let (_, entries) =
        expected.iter().find(|(set, _)| *set == space.piece_set()).expect("asked for");
    entries
}

/// Checks the search of a plan's only space in parts, also when it resumes from differing
/// checkpoints of the parts.
fn check_parts(plan: &SearchPlan, metric: Metric, wanted: &[u16]) {
    let space = &plan.spaces()[0];
    let untouched = u16::MAX - 1;
    let fresh = || Kept { entries: vec![untouched; wanted.len()].into(), ..Kept::default() };
    // With many positions, this avoids repeating too much work.
    let (parts, resumed) = match space.len() {
        0..3_000 => (&[1, 2, 3, 7][..], Some(3)),
        3_000..30_000 => (&[3][..], Some(3)),
        _ => (&[2][..], None),
    };
    for &parts in parts {
        let is_due = resumed == Some(parts);
        let ranges = plan.parts(parts);
        assert_eq!(ranges.iter().map(|range| range.end - range.start).sum::<u64>(), space.len());
        let run = |kept: &[Kept], from: &[Option<Checkpoint>]| {
            let histograms = together(parts, |mut exchange| {
                let (kept, from) = (&kept[exchange.part()], from[exchange.part()].as_ref());
                plan.run_part(metric, kept, from, &mut exchange, Effort::UNLIMITED)
            });
            for ((kept, range), histogram) in kept.iter().zip(&ranges).zip(histograms) {
                let histogram = histogram.expect("nothing stops it");
                let (start, end) = (range.start as usize, range.end as usize);
                let entries = kept.entries.lock().unwrap();
                let what = (space.piece_set(), metric, parts);
                assert!(entries[start..end] == wanted[start..end], "{what:?}");
                let others = entries[..start].iter().chain(&entries[end..]);
                assert!({ others }.all(|&entry| entry == untouched), "{what:?}: beyond its part");
                let own = Distances::wide(wanted[start..end].to_vec());
                assert_eq!(histogram, own.histogram(), "{what:?}");
            }
        };
        let kept: Vec<Kept> = (0..parts).map(|_| Kept { is_due, ..fresh() }).collect();
        run(&kept, &vec![None; parts]);
        let checkpoints: Vec<_> =
            kept.into_iter().map(|kept| kept.checkpoints.into_inner().unwrap()).collect();
        let last = checkpoints[0].len();
        assert!(checkpoints.iter().all(|of_part| of_part.len() == last), "all leave as many");
        for lag in (0..last).step_by(last / 2 + 1) {
            let (kept, from): (Vec<Kept>, Vec<Option<Checkpoint>>) = { checkpoints.iter() }
                .enumerate()
                .map(|(part, of_part)| {
                    let at = last - 1 - (lag + part % 2).min(last - 1);
                    let (checkpoint, entries, is_wide) = of_part[at].clone();
                    let is_wide = Mutex::new(is_wide);
                    let kept = Kept { entries: entries.into(), is_wide, ..Kept::default() };
                    (kept, Some(checkpoint))
                })
                .unzip();
            run(&kept, &from);
            // If one part lost its checkpoint, all parts start again.
            let lost = (0..parts).map(|part| from[part].clone().filter(|_| part != parts / 2));
            run(&kept, &lost.collect::<Vec<_>>());
        }
    }
}

/// Checks every distance and component of some piece sets, searched together and separately.
fn check_sets(case: &Case, sets: &[PieceSet]) {
    check_metrics(case, sets, &Metric::ALL);
}

/// The same under some of the metrics.
fn check_metrics(case: &Case, sets: &[PieceSet], metrics: &[Metric]) {
    let together = classes(&case.puzzle, sets);
    let mut sorted = Vec::new();
    for class in &together {
        sorted.extend_from_slice(class.piece_sets());
    }
    assert_eq!(sorted.len(), sets.len());
    assert!(sets.iter().all(|set| sorted.contains(set)), "every set is in a class");

    let alone = sets.iter().flat_map(|set| classes(&case.puzzle, std::slice::from_ref(set)));
    let alone: Vec<Class> = if sets.len() > 1 { alone.collect() } else { Vec::new() };
    let all = [&together[..], &alone[..]].concat();
    for &metric in metrics {
        let lines = classes_under(&case.puzzle, sets, &[metric]);
        let (searched, together) = match metric {
            Metric::Multi => (&lines, lines.len()),
            _ => (&all, together.len()),
        };
        let witness = |set| {
            let known = case.naive.distances(&counts(set), metric.name());
            let space = Space::new(&case.puzzle, set).expect("few enough positions");
            assert_eq!(space.len(), known.len() as u64);
            let text = |position| case.puzzle.position_text(&position);
            let entry = |position| known[&text(position)].map_or(u16::MAX, |far| far as u16);
            (set, space.iter().map(entry).collect())
        };
        let expected: Vec<_> = sets.iter().map(witness).collect();
        for class in searched {
            check_class(case, class, metric, &expected);
        }
        // Searched in a class, sets have the same results as alone.
        for class in &searched[..together] {
            check_stores(case, class, metric, &expected);
        }
    }
    let witness = |set| (set, case.naive.components(&counts(set)));
    let expected: Vec<_> = sets.iter().map(witness).collect();
    for class in &all {
        check_components(case, class, &expected);
    }
}

/// Checks the components of a class's spaces.
fn check_components(case: &Case, class: &Class, expected: &[(&PieceSet, Vec<(usize, bool)>)]) {
    let search = search(&case.puzzle, class);
    for (space, found) in search.spaces().iter().zip(components(&search).expect("few enough bits"))
    {
        let (_, expected) =
            expected.iter().find(|(set, _)| *set == space.piece_set()).expect("asked for");
        let component =
            |&(size, with_goal): &(usize, bool)| Component { size: size as u64, with_goal };
        let expected: Vec<_> = expected.iter().rev().map(component).collect();
        assert_eq!(found, expected, "{:?}", space.piece_set());
    }
}

/// Pieces of one shape that are all different: one group of them, two groups, up to three fillings, walls, and moves that
/// pass up to five others.
#[test]
fn pieces_that_are_all_different_move_in_blocks() {
    let tiles = |letters: &'static str| letters.chars().map(|letter| (letter, "x"));
    let dominoes = |letters: &'static str| letters.chars().map(|letter| (letter, "x/x"));
    let cases = [
        ("..../.#..", tiles("ABCDEF").collect::<Vec<_>>(), ('B', (0, 0))),
        ("......./######.", tiles("ABCDE").collect(), ('A', (6, 1))),
        ("..../.#..", tiles("ABCDE").collect(), ('A', (3, 1))),
        ("...../.....", dominoes("ABCD").collect(), ('C', (0, 0))),
        ("..../..#./..#.", dominoes("AB").chain(tiles("CDEFG")).collect(), ('B', (3, 1))),
        ("....../.....#", dominoes("ABC").chain(tiles("DEFG")).collect(), ('B', (0, 0))),
    ];
    for (board, shapes, goal) in cases {
        let case = case(board, &shapes, &[goal]);
        let set = PieceSet::new(vec![1; shapes.len()]);
        let space = Space::new(&case.puzzle, &set).unwrap();
        assert!(NumberedBlocks::of(&space, Metric::Unit).is_some(), "{board}");
        check_sets(&case, &[set]);
    }
}

#[test]
#[ignore = "long: a large space, searched naively"]
fn many_dominoes() {
    let klotski = klotski_case();
    check_sets(&klotski, &with_small_pieces(0, 6, 0..=2));
    check_sets(&klotski, &with_small_pieces(7, 0, 0..=0));
    check_sets(&klotski, &with_small_pieces(4, 2, [0, 2]));
    check_sets(&klotski, &with_small_pieces(5, 0, 0..=4));
}

#[test]
#[ignore = "long: a large space, searched naively"]
fn cubes_of_several_words() {
    // Eight, twelve, fourteen and sixteen free cells: cubes of 4, 64, 256 and 1024 words.
    let klotski = klotski_case();
    check_sets(&klotski, &with_small_pieces(4, 0, [1, 6]));
    check_sets(&klotski, &with_small_pieces(2, 0, [2]));
    check_sets(&klotski, &with_small_pieces(0, 1, [11, 12]));
    check_sets(&klotski, &with_small_pieces(0, 0, [12, 13, 14]));
}

#[test]
fn walls_odd_shapes_and_goals_of_two_pieces() {
    let shapes = [('J', ".x/.x/xx"), ('S', ".xx/xx."), ('R', "x./xx"), ('A', "x")];
    let odd = case("#...../....../...#../......", &shapes, &[('J', (5, 1)), ('R', (0, 2))]);
    check_sets(&odd, &sets(&[[1, 0, 1, 0], [1, 0, 1, 1], [1, 0, 1, 2]]));
    check_sets(&odd, &sets(&[[1, 1, 1, 0]]));

    // Two pieces of one shape, and a piece that walks round a wall.
    let twice =
        case("...../.#.../.....", &[('H', "xx"), ('A', "x")], &[('H', (0, 0)), ('H', (0, 2))]);
    check_sets(&twice, &sets(&[[2, 0], [2, 1], [2, 2], [2, 3], [1, 2], [3, 2]]));
    let plus = [('P', ".x./xxx/.x."), ('V', "x/x"), ('A', "x")];
    let plus = case("..../..../..../..../....", &plus, &[('P', (2, 2))]);
    check_sets(&plus, &sets(&[[1, 2, 0], [1, 2, 1], [1, 2, 2]]));
    // A step of a long piece covers more new cells than a word has index bits.
    let bar = case("......../......../.......#", &[('I', "xxxxxxx"), ('A', "x")], &[('I', (0, 2))]);
    check_sets(&bar, &sets(&[[1, 2], [1, 8], [1, 10]]));
}

/// In a symmetric puzzle, the search visits one skeleton per orbit.
#[test]
fn puzzles_that_are_their_own_images() {
    use Reflection::{Both, LeftRight, TopBottom};
    let rectangles = [('H', "xx"), ('V', "x/x"), ('S', "x")];
    let chiral = [('Z', "xx./.xx"), ('N', ".xx/xx."), ('S', "x")];
    let three = [LeftRight, TopBottom, Both];
    let ends = [('S', (0, 0)), ('S', (5, 2))];
    for (case, all, reflections) in [
        (
            case("..../..../....", &rectangles, &[('H', (1, 2))]),
            sets(&[[1, 1, 3], [2, 0, 5]]),
            &three[..1],
        ),
        (
            case("..../#.../....", &rectangles, &[('H', (2, 1))]),
            sets(&[[1, 1, 3], [2, 1, 2]]),
            &three[1..2],
        ),
        (
            case("..../..../....", &rectangles, &[('H', (1, 1))]),
            sets(&[[1, 1, 4], [2, 1, 2], [2, 0, 3], [1, 0, 8]]),
            &three[..],
        ),
        (case("..../#.../....", &rectangles, &[('V', (3, 0))]), sets(&[[1, 1, 4]]), &[]),
        (
            case("#...../....../.....#", &rectangles, &[('H', (2, 1))]),
            sets(&[[1, 1, 10], [1, 2, 7]]),
            &three[2..],
        ),
        // The mirrors exchange the two pieces of the pair. The first set has one of each and is
        // symmetric; the second is not.
        (case("....../....../......", &chiral, &ends), sets(&[[1, 1, 6], [2, 0, 5]]), &three[2..]),
        (
            case("....../....../......", &chiral, &[('S', (0, 1)), ('S', (5, 1))]),
            sets(&[[1, 1, 6], [2, 0, 5]]),
            &three[..],
        ),
    ] {
        let found = case.puzzle.symmetries().iter().map(Symmetry::reflection);
        assert_eq!(found.collect::<Vec<_>>(), reflections, "{:?}", case.puzzle);
        check_sets(&case, &all);
    }
}

#[test]
fn goals_of_single_cells() {
    let shapes = [('H', "xx"), ('A', "x"), ('C', "x")];
    // C is the filling; A is treated like the larger pieces.
    let last = case("..../.#../....", &shapes, &[('C', (3, 2))]);
    check_sets(&last, &sets(&[[1, 1, 1], [1, 1, 2], [1, 1, 4], [0, 2, 1]]));
    let other = case("..../.#../....", &shapes, &[('A', (0, 0))]);
    check_sets(&other, &sets(&[[1, 1, 1], [1, 1, 2], [1, 1, 4], [0, 2, 1], [1, 0, 3]]));
    let both = case("..../.#../....", &shapes, &[('A', (0, 0)), ('C', (3, 0)), ('C', (3, 1))]);
    check_sets(&both, &sets(&[[1, 1, 2], [1, 1, 3], [1, 1, 4], [1, 1, 1]]));
    let with_larger = case("..../..../....", &shapes, &[('H', (2, 2)), ('C', (0, 0))]);
    check_sets(&with_larger, &sets(&[[2, 0, 2], [2, 0, 3], [2, 0, 0], [0, 0, 2]]));
    // The last place is in the upper word of a cube.
    let upper = case("..../..../....", &[('A', "x"), ('C', "x")], &[('C', (3, 2)), ('C', (0, 0))]);
    check_sets(&upper, &sets(&[[1, 5], [1, 6], [1, 9]]));
}

#[test]
fn goals_that_nobody_reaches() {
    // A shape with no pieces, two pieces where one fits, and a piece behind walls.
    let shapes = [('H', "xx"), ('A', "x")];
    let cases = [
        (case("..../....", &shapes, &[('A', (0, 0))]), vec![1, 0]),
        (case("..../....", &shapes, &[('H', (0, 0)), ('H', (0, 1))]), vec![1, 2]),
    ];
    for (case, counts) in cases {
        let set = PieceSet::new(counts);
        check_sets(&case, std::slice::from_ref(&set));
        let search = search_together(&case.puzzle, &[set]);
        for distances in run_all(&search, true) {
            assert!((0..distances[0].len()).all(|index| distances[0].get(index).is_none()));
        }
    }
    // Unreachable for some positions: the walls divide the board.
    let parted = case("..#..../..#....", &shapes, &[('H', (3, 0))]);
    check_sets(&parted, &sets(&[[1, 0], [1, 3], [2, 4]]));
}

#[test]
fn puzzle_without_goal_is_solved_everywhere() {
    let case = case(".../...", &[('H', "xx"), ('A', "x")], &[]);
    check_sets(&case, &sets(&[[1, 1], [1, 2], [2, 1], [0, 0]]));
}

#[test]
fn puzzles_without_single_cells() {
    let shapes = [('B', "xx/xx"), ('H', "xx"), ('V', "x/x")];
    let case = case("..../..../..#./....", &shapes, &[('B', (0, 2))]);
    check_sets(&case, &sets(&[[1, 2, 1], [1, 0, 3], [1, 1, 1], [1, 0, 0], [2, 1, 0]]));
}

#[test]
fn few_small_pieces_on_large_boards() {
    // With 21 and 28 free cells, only fillings with few small pieces are searched.
    let shapes = [('B', "xx/xx"), ('S', "x")];
    let square = case("...../...../...../...../.....", &shapes, &[('B', (3, 3))]);
    check_sets(&square, &sets(&[[1, 2]]));
    let board = "......../......../......../........";
    let cubes = case(board, &shapes, &[('B', (6, 2))]);
    let few = sets(&[[1, 0], [1, 1], [1, 2]]);
    assert_eq!(classes(&cubes.puzzle, &few).len(), 3);
    check_sets(&cubes, &few);
}

#[test]
fn few_small_pieces_on_the_largest_boards() {
    // With 32 free cells, small pieces are treated like any other, and every set is a class of its
    // own.
    let shapes = [('B', "xx/xx"), ('S', "x")];
    let board = "....../....../....../....../....../......";
    let pieces = case(board, &shapes, &[('B', (2, 2)), ('S', (0, 0))]);
    let few = sets(&[[1, 0], [1, 1], [0, 2]]);
    assert_eq!(classes(&pieces.puzzle, &few).len(), 3);
    check_sets(&pieces, &few);
}

#[test]
fn sets_together_and_alone_have_the_same_distances() {
    // Together, most fillings are wanted; alone, only those with one number of small pieces.
    let puzzle = klotski::puzzle();
    for (horizontals, verticals) in [(1, 0), (2, 0), (1, 2), (4, 1), (0, 6)] {
        let free = 16 - 2 * (horizontals + verticals);
        let all = with_small_pieces(horizontals, verticals, 0..=free);
        let together = search_together(&puzzle, &all);
        let alone = all.iter().step_by(3).map(|set| {
            let search = search_together(&puzzle, std::slice::from_ref(set));
            (run_all(&search, true), components(&search).expect("few enough bits"))
        });
        let (found, parts) =
            (run_all(&together, true), components(&together).expect("few enough bits"));
        for (small_pieces, (alone, alone_parts)) in (0..).step_by(3).zip(alone) {
            for metric in 0..3 {
                assert!(found[metric][small_pieces] == alone[metric][0], "{:?}", all[small_pieces]);
            }
            assert_eq!(parts[small_pieces], alone_parts[0]);
        }
    }
}

#[test]
fn cubes_of_every_size() {
    // Four to eleven free cells beside one piece; then fourteen and eighteen, in up to 4096 words.
    let boards = [
        "...../#####",
        "...../.####",
        ".../.../.##",
        ".../.../..#",
        ".../.../...",
        "...../.....",
        "...../...../.####",
        "..../..../....",
    ];
    let shapes = [('A', "x"), ('C', "x")];
    for (board, free) in boards.into_iter().zip(4..) {
        let case = case(board, &shapes, &[('A', (1, 0)), ('C', (0, 0))]);
        let sets: Vec<_> = (1..free).map(|small_pieces| PieceSet::new([1, small_pieces])).collect();
        check_sets(&case, &sets);
    }
    let shapes = [('H', "xx"), ('C', "x")];
    let goal = [('H', (1, 1)), ('C', (3, 3))];
    check_sets(&case("..../..../..../....", &shapes, &goal), &sets(&[[1, 10], [1, 12]]));
    let goal = [('S', (0, 0)), ('S', (5, 2))];
    let small_pieces = case("....../....../......", &[('S', "x")], &goal);
    check_sets(&small_pieces, &sets(&[[13], [15], [17], [18]]));
}

/// Largest distance.
fn largest(found: &Distances) -> Option<u16> {
    (0..found.len()).filter_map(|index| found.get(index)).max()
}

#[test]
#[ignore = "long: a large space, searched naively"]
fn entries_widen_for_large_distances() {
    // A ring of 18 cells and a siding: to bring the two As together, all other pieces pass by, one
    // by one.
    let board = "........#/.######../........#";
    let shapes = [('A', "x"), ('S', "x")];
    let case = case(board, &shapes, &[('A', (0, 0)), ('A', (1, 0))]);
    let set = PieceSet::new([2, 15]);
    check_metrics(&case, std::slice::from_ref(&set), &[Metric::Unit]);

    let alone = search_together(&case.puzzle, std::slice::from_ref(&set));
    let unit = run(&alone, Metric::Unit, true).remove(0);
    assert!(largest(&unit) > Some(255));
    assert!(unit.width() == EntryWidth::Two);
    // The same with small pieces as fillings, together with spaces of other sizes.
    let all: Vec<_> = (0..=16).map(|small_pieces| PieceSet::new([2, small_pieces])).collect();
    let together = search_together(&case.puzzle, &all);
    assert_eq!(run(&together, Metric::Unit, true)[15], unit);
}

#[test]
fn entries_are_as_wide_as_the_largest_distance() {
    // A byte holds distances up to 254.
    let ring_of_16 = ".....#/.###../.###.#/.###.#/.....#";
    let ring_of_18 = "........#/.######../........#";
    let distinct = [('A', "x"), ('C', "x"), ('S', "x")];
    let alike = [('A', "x"), ('S', "x")];
    let cases = [
        (case(ring_of_16, &distinct, &[('A', (0, 1)), ('C', (3, 4))]), vec![1, 1, 13], 253, false),
        (case(ring_of_16, &distinct, &[('A', (0, 0)), ('C', (0, 4))]), vec![1, 1, 13], 255, true),
        (case(ring_of_18, &alike, &[('A', (3, 0)), ('A', (4, 0))]), vec![2, 15], 254, false),
    ];
    for (case, pieces, far, wide) in cases {
        let set = PieceSet::new(pieces);
        let expected = case.naive.distances(&counts(&set), "unit");
        assert_eq!(expected.values().max(), Some(&Some(far.into())));
        let search = search_together(&case.puzzle, std::slice::from_ref(&set));
        let found = run(&search, Metric::Unit, true).remove(0);
        assert_eq!(largest(&found), Some(far));
        assert_eq!(found.width() == EntryWidth::Two, wide, "largest distance {far}");
    }
}

#[test]
fn kernels_and_threads_do_not_matter() {
    let puzzle = klotski::puzzle();
    for sets in [
        with_small_pieces(1, 4, 0..=4),
        with_small_pieces(2, 1, [2, 3]),
        with_small_pieces(4, 1, 0..=4),
    ] {
        let native = search_together(&puzzle, &sets).with_kernels(Kernels::Native);
        let portable = search_together(&puzzle, &sets).with_kernels(Kernels::Portable);
        let expected = run_all(&native, false);
        assert_eq!(run_all(&portable, false), expected);
        for threads in 1..=3 {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let found = pool.install(|| run_all(&search_together(&puzzle, &sets), true));
            assert!(found == expected, "{threads} threads");
        }
    }
}

/// Runs a search that is cancelled after its `last`-th report of finished positions; returns these reports. Reports of none
/// ask only whether to continue.
fn watched(
    search: &Search,
    metric: Metric,
    parallel: bool,
    last: usize,
) -> (Result<Vec<Distances>, SearchError>, Vec<u64>) {
    let seen = Mutex::new(Vec::new());
    let observer = |progress: Progress<'_>| {
        let mut seen = seen.lock().unwrap();
        if let Progress::Done(positions @ 1..) = progress {
            seen.push(positions);
        }
        if seen.len() == last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let found = search.run(metric, parallel, Effort { observer: &observer, ..Effort::UNLIMITED });
    (found, seen.into_inner().unwrap())
}

#[test]
fn the_observer_sees_every_level_and_may_cancel() {
    let case = klotski_case();
    let set = PieceSet::new([1, 5, 0, 2]);
    let class = &classes(&case.puzzle, std::slice::from_ref(&set))[0];
    let plan = SearchPlan::new(&case.puzzle, class).unwrap();
    let search = plan.prepare(Effort::UNLIMITED).unwrap();
    for metric in Metric::ALL {
        let expected = case.naive.distances(&counts(&set), metric.name());
        let mut histogram = BTreeMap::new();
        let unreachable = expected.values().filter(|distance| distance.is_none()).count() as u64;
        for distance in expected.into_values().flatten() {
            *histogram.entry(distance).or_insert(0u64) += 1;
        }
        for parallel in [false, true] {
            // Each level reports its number of positions; the last report counts the unreachable
            // positions.
            let (found, seen) = watched(&search, metric, parallel, usize::MAX);
            assert!(found.is_ok());
            let levels: Vec<u64> = histogram.values().copied().collect();
            let unreachable = Some(unreachable).filter(|&positions| positions > 0);
            assert_eq!(seen, levels.iter().copied().chain(unreachable).collect::<Vec<_>>());
            for last in [1, 2, 11] {
                let (stopped, seen) = watched(&search, metric, parallel, last);
                assert_eq!(stopped, Err(SearchError::Cancelled(Cancelled)));
                assert_eq!(seen, levels[..last]);
            }
        }
    }
    // A cancelled search has no effect on later ones.
    assert_eq!(run(&search, Metric::Unit, true), run(&search, Metric::Unit, false));
}

/// A 5x6 board, whose spaces exceed the memory of the test machines.
fn large_puzzle() -> Puzzle {
    let board = Board::new(5, 6, []).unwrap();
    let goal = Goal::new(board.cell(1, 4).map(|cell| (klotski::BIG, cell)));
    Puzzle::new(board, klotski::shapes(), goal).unwrap().with_fixed_count(klotski::BIG, 1)
}

#[test]
fn what_cannot_be_held_is_refused_before_it_is_begun() {
    let puzzle = large_puzzle();
    let plan_of = |counts| {
        let class = &classes(&puzzle, &[PieceSet::new(counts)])[0];
        SearchPlan::new(&puzzle, class).unwrap()
    };
    // 3,003 fillings for each set of 14 free cells, in 47 words.
    let bits = 7_028_581_560 / 3_003 * 47 * 64;
    assert!(bits > 1 << 32);
    assert_eq!(plan_of([1, 3, 3, 8]).check_components(), Err(SearchError::Components(bits)));
    // 210 fillings for each set of 10 free cells, in four words.
    let plan = plan_of([1, 4, 4, 4]);
    assert_eq!(plan.check_components(), Ok(()));
    let bits = 894_866_280 / 210 * 4 * 64;
    let memory = plan.memory();
    assert_eq!((memory.distances, memory.bitmaps), (894_866_280, bits / 8 * 3));
    let allowed = memory.total() - 1;
    let effort = Effort { memory: allowed, ..Effort::UNLIMITED };
    let refused = plan.prepare(effort).map(|search| search.plan().len());
    assert_eq!(refused, Err(SearchError::Memory { needed: allowed + 1, allowed }));
}

#[test]
fn more_skeletons_than_can_be_numbered_are_refused() {
    let board = Board::new(8, 8, []).unwrap();
    let shape = |letter, width| Shape::rectangle("piece", letter, width, 1).unwrap();
    let puzzle = Puzzle::new(board, vec![shape('H', 2), shape('S', 1)], Goal::new([])).unwrap();
    for (dominoes, small_pieces) in [(3, 0), (20, 4)] {
        let set = PieceSet::new([dominoes, small_pieces]);
        let skeletons = Space::new(&puzzle, &set.with_count(1, 0)).unwrap().len();
        let plan = SearchPlan::new(&puzzle, &classes(&puzzle, &[set])[0]);
        let many = skeletons > u64::from(u32::MAX);
        assert_eq!(many, small_pieces > 0, "{skeletons}");
        let refused = plan.map(|plan| plan.is_explicit());
        assert_eq!(refused, if many { Err(SearchError::Skeletons(skeletons)) } else { Ok(true) });
    }
}

#[test]
fn a_build_that_memory_cannot_hold_leaves_nothing() {
    let directory = TempDir::new().unwrap();
    let set = PieceSet::new([1, 4, 4, 4]);
    let family = Family::new("large", large_puzzle(), 2, [set]);
    let atlas = Atlas::new(family, directory.path());
    let effort = Effort { memory: 500_000_000, ..Effort::UNLIMITED };
    let error = atlas.build(&Plan::default(), effort).unwrap_err().to_string();
    assert!(error.contains("MB of memory, and the limit leaves 500 MB"), "{error}");
    assert_eq!(atlas.files().unwrap(), []);
}

/// The instant estimate before a search is close to the estimate that samples some skeletons.
#[test]
fn estimates_agree_with_those_of_plans_that_sample() {
    let puzzle = klotski::puzzle();
    for counts in [[1, 1, 4, 4], [1, 2, 3, 4], [1, 1, 1, 7], [1, 0, 5, 3]] {
        let set = PieceSet::new(counts);
        let plan =
            SearchPlan::new(&puzzle, &classes(&puzzle, std::slice::from_ref(&set))[0]).unwrap();
        let (reported, sampled) = (estimate(&puzzle, &set, plan.len()), plan.estimate());
        for (reported, sampled) in
            [(reported.seconds, sampled.seconds), (reported.bytes, sampled.bytes)]
        {
            assert!(
                0.5 < reported / sampled && reported / sampled < 2.0,
                "{counts:?}: {reported} {sampled}"
            );
        }
        // Twice as many positions take longer.
        let twice = estimate(&puzzle, &set, 2 * plan.len());
        assert!(twice.seconds > reported.seconds && twice.bytes > reported.bytes, "{counts:?}");
    }
}

/// A piece set of another puzzle is an error of the search, in a class of its own.
#[test]
fn sets_of_other_puzzles_are_refused() {
    let puzzle = klotski::puzzle();
    for foreign in [&[1, 2][..], &[], &[1, 0, 0, 1, 1]] {
        let sets: [&[u8]; 3] = [&[1, 0, 0, 1], foreign, &[1, 0, 0, 2]];
        let sets = sets.map(|counts| PieceSet::new(counts.iter().copied()));
        let classes = classes(&puzzle, &sets);
        let [first, second, last] = &classes[..] else { panic!("each on its own") };
        assert_eq!(first.piece_sets(), [sets[0].clone()]);
        assert_eq!(second.piece_sets(), [sets[2].clone()]);
        assert_eq!(last.piece_sets(), [sets[1].clone()]);
        let wanted = SpaceError::ShapeCount { found: foreign.len(), want: 4 };
        let refused = Search::new(&puzzle, last, Effort::UNLIMITED).map(|_| ());
        assert_eq!(refused, Err(wanted.into()));
    }
}

#[test]
fn families_whose_names_are_no_file_names_are_refused() {
    let directory = TempDir::new().unwrap();
    for name in ["a/b", "/", "a\\b", ""] {
        let family = Family::new(name, klotski::puzzle(), 2, [PieceSet::new([1, 0, 0, 0])]);
        let atlas = Atlas::new(family, directory.path());
        let error = atlas.build(&Plan::default(), Effort::UNLIMITED).unwrap_err().to_string();
        assert!(error.contains("the family name") && error.contains("slash"), "{error}");
    }
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 0, "nothing was begun");
}

/// Tables of a puzzle are found in their directory, whatever its name.
#[test]
fn tables_of_puzzles_are_found_whatever_their_names() {
    for name in [&"a".repeat(200), "/../../up", "Dad's Puzzler", "環", "a\\b", "..", "x-finger"] {
        let parent = TempDir::new().unwrap();
        let directory = parent.path().join("tables");
        let toml = format!(
            "name = {name:?}\nstart = \"\"\"\nAA.\nBB.\n\"\"\"\ngoal = \"\"\"\n.AA\n...\n\"\"\"\n"
        );
        let file = PuzzleFile::parse(&toml).unwrap();
        let setup = file.setup().unwrap();
        let set = setup.piece_set();
        let family = || family_of(&file, &setup).unwrap();
        for piece_sets in [Some(vec![set.clone()]), None] {
            let plan = Plan { piece_sets, ..Plan::default() };
            Atlas::new(family(), &directory).build(&plan, Effort::UNLIMITED).unwrap();
            let atlas = Atlas::new(family(), &directory);
            let files = atlas.files().unwrap();
            assert_eq!(files.len(), 3, "{name}: {files:?}");
            assert!(files.iter().all(|file| file.path.parent() == Some(&*directory)), "{files:?}");
            let scope = plan.piece_sets.map_or(Scope::Family, |_| Scope::Set(set.clone()));
            assert!(files.iter().all(|file| file.scope == scope), "{name}: {files:?}");
            let found = atlas.tables_of(&set).unwrap();
            assert!(found.values().iter().all(Option::is_some), "{name}");
        }
        let names: Vec<_> = std::fs::read_dir(parent.path()).unwrap().collect();
        assert_eq!(names.len(), 1, "nothing is beside the directory: {names:?}");
    }
}

#[test]
fn impossible_sets_have_no_distances() {
    let klotski = klotski_case();
    check_sets(&klotski, &sets(&[[1, 0, 7, 0], [1, 0, 7, 1], [1, 9, 9, 9]]));
    // A domino fits nowhere, though eleven cells would remain free.
    let squares = ".#.#./#.#.#/.#.#./#.#.#/.#.#.";
    let case = case(squares, &[('H', "xx"), ('S', "x")], &[('S', (0, 0))]);
    check_sets(&case, &sets(&[[1, 5], [1, 6], [0, 2]]));
}

#[test]
fn sets_of_too_many_small_pieces_have_no_distances() {
    let klotski = klotski_case();
    check_sets(&klotski, &sets(&[[1, 0, 6, 3], [1, 0, 6, 5]]));
    check_sets(&klotski, &sets(&[[1, 0, 6, 5]]));
    check_sets(&klotski, &sets(&[[1, 2, 0, 13]]));
    check_sets(&klotski, &sets(&[[1, 0, 0, 17], [1, 0, 0, 64]]));
}

#[test]
fn sets_asked_for_twice_are_found_twice() {
    let puzzle = klotski::puzzle();
    let twice = sets(&[[1, 5, 0, 2], [1, 5, 0, 2]]);
    let once = run(&search_together(&puzzle, &twice[..1]), Metric::Finger, true);
    let mut found = Vec::new();
    for class in classes(&puzzle, &twice) {
        found.extend(run(&search(&puzzle, &class), Metric::Finger, true));
    }
    assert!(!found.is_empty());
    assert!(found.iter().all(|distances| *distances == once[0]));
}

#[test]
fn classes_keep_the_order_of_their_first_sets() {
    let puzzle = klotski::puzzle();
    let asked = sets(&[[1, 4, 1, 2], [1, 1, 4, 4], [1, 4, 1, 4], [1, 0, 6, 2], [1, 1, 4, 0]]);
    let found: Vec<_> =
        classes(&puzzle, &asked).iter().map(|class| class.piece_sets().to_vec()).collect();
    let expected = [
        sets(&[[1, 4, 1, 2], [1, 4, 1, 4]]),
        sets(&[[1, 1, 4, 4], [1, 1, 4, 0]]),
        sets(&[[1, 0, 6, 2]]),
    ];
    assert_eq!(found, expected);
    let search = search(&puzzle, &classes(&puzzle, &asked)[1]);
    let spaces: Vec<_> = search.spaces().iter().map(|space| space.piece_set().clone()).collect();
    assert_eq!(spaces, expected[1]);
    assert_eq!(search.plan().len(), search.spaces().iter().map(|space| space.len()).sum::<u64>());
    assert!(!search.plan().is_empty());
}

#[test]
fn classic_set_has_the_published_figures() {
    // Positions are from dnomd343's klotski engine, 2024; the start's three optima are from T.
    // Mütze's page.
    let puzzle = klotski::puzzle();
    let start = puzzle.parse_position("VBBV/VBBV/VHHV/VSSV/S..S").unwrap();
    let search = search_together(&puzzle, &with_small_pieces(1, 4, [4]));
    let space = &search.spaces()[0];
    assert_eq!(space.len(), 65_880);
    let index = space.rank(&start).unwrap();
    let found = run_all(&search, true);
    assert_eq!([0, 1, 2].map(|metric| found[metric][0].get(index)), [116, 90, 81].map(Some));

    let unit = &found[0][0];
    let distances: Vec<_> = (0..unit.len()).filter_map(|index| unit.get(index)).collect();
    assert_eq!(distances.iter().max(), Some(&126));
    assert_eq!(distances.iter().filter(|&&distance| distance == 126).count(), 4);

    let components = components(&search).unwrap().remove(0);
    assert_eq!(components.len(), 898);
    assert_eq!(components.iter().map(|component| component.size).sum::<u64>(), 65_880);
    let largest: Vec<_> = components[..3].iter().map(|component| component.size).collect();
    assert_eq!(largest[..2], [25_955, 25_955]);
    assert!(largest[2] < 25_955);
}

#[test]
fn family_has_the_published_number_of_components() {
    // dnomd343's klotski engine, 2024: 25,422 components of 29,334,498 positions.
    let family = klotski::family();
    let (mut count, mut positions) = (0, 0);
    for class in classes(family.puzzle(), family.piece_sets()) {
        for found in components(&search(family.puzzle(), &class)).unwrap() {
            assert!(found.is_sorted_by(|a, b| a >= b));
            count += found.len();
            positions += found.iter().map(|component| component.size).sum::<u64>();
        }
    }
    assert_eq!((count, positions), (25_422, 29_334_498));
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: crate::common::cases(100),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn random_puzzles_have_the_naive_distances(plan in plans()) {
        let (case, set) = plan.case(2000);
        // Every number of small pieces up to that of the set, if there are small pieces.
        let single = case.puzzle.shapes().iter().rposition(|shape| shape.polyomino().area() == 1);
        let sets: Vec<_> = match single {
            Some(shape) => (0..=set.counts()[shape]).map(|n| set.with_count(shape, n)).collect(),
            None => vec![set],
        };
        check_metrics(&case, &sets, Metric::WITH_MULTI);
    }
}
