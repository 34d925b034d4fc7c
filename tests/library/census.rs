//! The census, against a naive census, Bickford's figures, counts and identities.

use crate::common::csv_rows;
use ::naive::census::{self as naive, Set};
use ::naive::grids::{Drawn, Witness};
use huarong::{Oracle, Position};
use huarong_core::counting::packings;
use huarong_core::effort::Effort;
use huarong_core::grid::{Polyomino, Region};
use huarong_core::puzzle_file::PuzzleFile;
use huarong_core::rules::{Metric, PieceSet, Shape};
use huarong_lab::batch::{Keep, Part};
use huarong_lab::census::{
    By, Census, CensusError, Outcome, Records, Scope, SetRecords, State, puzzle_file,
};
use huarong_lab::counts::Counter;
use huarong_lab::library::LibraryPuzzle;
use num_bigint::BigUint;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use std::collections::{BTreeMap, BTreeSet};

/// Bickford (2012): the largest distances on 4x4 by number of pieces from 1 on, in finger moves.
const BICKFORD: [u16; 15] = [1, 4, 9, 19, 36, 51, 62, 89, 132, 81, 64, 73, 61, 25, 21];

fn census(scope: Scope) -> Census {
    Census::new(scope).expect("the board is small")
}

fn take(census: &Census, part: Part) -> State {
    let mut state = State::begin(census, part);
    state.run(census, Effort::UNLIMITED, Keep::NOTHING).expect("nothing stops it");
    state
}

fn whole(scope: Scope) -> State {
    take(&census(scope), Part::WHOLE)
}

/// The distances of the record holders by number of pieces, from the smallest on.
fn row(records: &Records, metric: Metric) -> Vec<u16> {
    records.iter(By::Pieces, metric).map(|(_, record)| record.distance).collect()
}

/// All records as tuples.
fn reported(records: &Records) -> Vec<(By, Metric, usize, u16, String, char)> {
    let mut reported = Vec::new();
    for &by in By::ALL {
        for metric in Metric::ALL {
            for (number, record) in records.iter(by, metric) {
                reported.push((
                    by,
                    metric,
                    number,
                    record.distance,
                    record.start.clone(),
                    record.marked,
                ));
            }
        }
    }
    reported
}

/// Compares the census of a whole board with the naive one: each record, and the numbers of sets,
/// positions and marked sets.
fn check_against_plain(width: u8, height: u8) {
    let state = whole(Scope::all(width, height));
    let sets = naive::sets(width.into(), height.into());
    let (mut positions, mut marked_sets, mut marked_positions, mut solved) = (0, 0, 0, 0);
    let mut best: BTreeMap<(usize, Metric, usize), naive::Hardest> = BTreeMap::new();
    for (set, arrangements) in &sets {
        positions += arrangements.len() as u64;
        let cells: usize = set.iter().map(Vec::len).sum();
        let mut shapes = set.clone();
        shapes.dedup();
        let numbers = [set.len(), usize::from(width * height) - cells, shapes.len()];
        for shape in &shapes {
            marked_sets += 1;
            let like = set.iter().filter(|other| *other == shape).count();
            marked_positions += (like * arrangements.len()) as u64;
            for metric in Metric::ALL {
                let Some(hardest) = naive::hardest(arrangements, shape, metric.name()) else {
                    continue;
                };
                solved += u64::from(metric == Metric::Unit);
                for (by, number) in numbers.into_iter().enumerate() {
                    let held = best.entry((by, metric, number)).or_insert_with(|| hardest.clone());
                    let order = |(moves, start, marked): &naive::Hardest| {
                        (std::cmp::Reverse(*moves), start.clone(), *marked)
                    };
                    if order(&hardest) < order(held) {
                        *held = hardest.clone();
                    }
                }
            }
        }
    }
    let tally = state.tally();
    assert_eq!((tally.sets, tally.positions), (sets.len() as u64, positions));
    assert_eq!(
        (tally.marked_sets().count, tally.marked_sets().positions),
        (marked_sets, marked_positions)
    );
    assert_eq!(tally.of(Outcome::Solved).count, solved);
    let expected: Vec<_> = best
        .into_iter()
        .map(|((by, metric, number), (moves, start, marked))| {
            (By::ALL[by], metric, number, moves as u16, start, marked)
        })
        .collect();
    assert_eq!(reported(state.records()), expected);
}

#[test]
fn small_boards_have_the_records_of_a_plain_census() {
    for (width, height) in [(2, 1), (1, 4), (2, 3), (3, 2), (3, 3)] {
        check_against_plain(width, height);
    }
}

#[test]
#[ignore = "long: a whole board of twelve cells"]
fn a_board_of_twelve_has_the_records_of_a_plain_census() {
    check_against_plain(3, 4);
}

/// A census with less memory than its largest set needs is refused before anything is stored. The
/// error gives the size of that set.
#[test]
fn the_largest_set_says_what_memory_it_takes() {
    let all = Scope::all(3, 3);
    for scope in [
        all,
        Scope { rectangles: true, ..all },
        Scope { most_shapes: Some(1), ..all },
        Scope { most_shapes: Some(2), ..all },
        Scope { most_pieces: Some(1), ..all },
        Scope { most_pieces: Some(3), ..all },
        Scope::all(2, 4),
        Scope { most_shapes: Some(3), most_pieces: Some(4), ..Scope::all(4, 2) },
    ] {
        let is_rectangle = |shape: &naive::Shape| {
            let width = shape.iter().map(|cell| cell.0 + 1).max().unwrap();
            let height = shape.iter().map(|cell| cell.1 + 1).max().unwrap();
            shape.len() == width * height
        };
        let is_of_scope = |set: &Set| {
            let mut shapes = set.clone();
            shapes.dedup();
            (!scope.rectangles || set.iter().all(is_rectangle))
                && scope.most_shapes.is_none_or(|most| shapes.len() <= most.into())
                && scope.most_pieces.is_none_or(|most| set.len() <= most.into())
        };
        let sets = naive::sets(scope.width.into(), scope.height.into());
        let sets = sets.iter().filter(|(set, _)| is_of_scope(set));
        let largest = sets.map(|(_, arrangements)| arrangements.len() as u64).max().unwrap();
        let census = census(scope);
        let threads = rayon::current_num_threads() as u64;
        let within = |memory| {
            let mut state = State::begin(&census, Part::WHOLE);
            let keep = |state: &State| {
                assert_eq!(
                    state.progress().0,
                    state.progress().1,
                    "a refused census stores nothing"
                );
                Ok(())
            };
            let effort = Effort { memory, ..Effort::UNLIMITED };
            state.run(&census, effort, Keep { every: None, with: &keep })
        };
        let Err(CensusError::Memory { positions, needed, available: 0 }) = within(1) else {
            panic!("no byte is enough");
        };
        assert_eq!(positions, largest, "{scope}");
        assert!(within(needed * threads - 1).is_err());
        assert!(within(needed * threads).is_ok());
    }
}

/// A record of a library puzzle: board, number of pieces, metric, moves, start and marked piece.
type Held = (String, String, String, String, String, String);

/// The record holders in the library match the published report, each puzzle once, and include
/// Bickford's row.
#[test]
fn record_holders_are_in_the_library() {
    let mut kept: BTreeSet<Held> = BTreeSet::new();
    for row in csv_rows(include_str!("../../reports/census.csv")) {
        if row["by"] == "pieces" {
            let reported = ["board", "number", "metric", "distance", "start", "marked"]
                .map(|name| row[name].clone());
            kept.insert(reported.into());
        }
    }
    let (mut held, mut puzzles) = (Vec::new(), BTreeSet::new());
    for puzzle in LibraryPuzzle::of_census() {
        let file = puzzle.read().unwrap();
        let drawn = Drawn::of_file(puzzle.text);
        let marked: BTreeSet<char> =
            drawn.goals[0].chars().filter(char::is_ascii_alphabetic).collect();
        let marked = String::from_iter(marked);
        let start = drawn.start.trim().replace('\n', "/");
        assert!(puzzles.insert((start.clone(), marked.clone())), "duplicate puzzle {}", puzzle.id);
        let words: Vec<&str> = puzzle.id.split('-').collect();
        let ["census", board, number, metric] = words[..] else { panic!("{}", puzzle.id) };
        assert_eq!(file.published()[0].metric.unwrap().name(), metric, "the loosest is first");
        assert!(file.name().contains(board) && file.name().contains(number), "{}", file.name());
        let witness = board.starts_with("3x").then(|| Witness::new(&drawn));
        for published in file.published() {
            let metric = published.metric.unwrap().name();
            assert!(file.name().contains(metric), "{}", file.name());
            if let Some(witness) = &witness {
                assert_eq!(witness.fewest_moves(metric), published.moves, "{} {metric}", puzzle.id);
            }
            let [board, number, metric, moves] =
                [board, number, metric, &published.moves.to_string()].map(str::to_owned);
            held.push((board, number, metric, moves, start.clone(), marked.clone()));
        }
        assert_eq!(LibraryPuzzle::find(puzzle.id), Ok(puzzle));
    }
    assert_eq!(held.len(), kept.len());
    assert_eq!(BTreeSet::from_iter(held), kept);
    for (pieces, moves) in (1..).zip(BICKFORD) {
        let puzzle = LibraryPuzzle::find(&format!("census-4x4-{pieces}-finger")).unwrap();
        let file = puzzle.read().unwrap();
        let finger = &file.published()[0];
        assert_eq!((finger.metric, finger.moves), (Some(Metric::Finger), moves.into()));
    }
    assert!(LibraryPuzzle::all().iter().all(|puzzle| !puzzle.id.starts_with("census-")));
}

/// A shape in the library's representation.
fn shape(cells: &[(usize, usize)]) -> Polyomino {
    Polyomino::new(cells.iter().map(|&(column, row)| (column as u8, row as u8)))
        .expect("a piece has cells")
}

/// Draws a random piece set: fills a board from the first cell on, and grows each piece for a
/// random number of steps.
fn drawn(width: usize, height: usize, random: &mut ChaCha8Rng) -> Set {
    let mut open = vec![true; width * height];
    let mut set = Set::new();
    let stop = random.random_range(0.15..0.5);
    for first in 0..width * height {
        if !open[first] || random.random_bool(0.25) {
            continue;
        }
        let mut piece = vec![first];
        open[first] = false;
        while !random.random_bool(stop) {
            let beside = |&cell: &usize| {
                piece.iter().any(|other| {
                    (other % width).abs_diff(cell % width) + (other / width).abs_diff(cell / width)
                        == 1
                })
            };
            let cells: Vec<usize> =
                (0..width * height).filter(|cell| open[*cell]).filter(beside).collect();
            if cells.is_empty() {
                break;
            }
            let cell = cells[random.random_range(0..cells.len())];
            open[cell] = false;
            piece.push(cell);
        }
        let left = piece.iter().map(|cell| cell % width).min().unwrap();
        let top = piece.iter().map(|cell| cell / width).min().unwrap();
        piece.sort();
        set.push(piece.iter().map(|cell| (cell % width - left, cell / width - top)).collect());
    }
    set.sort();
    set
}

/// Number of cells that a set covers.
fn covered(set: &Set) -> usize {
    set.iter().map(Vec::len).sum()
}

/// Whether a set has few positions: few empty cells and few pieces.
fn is_small(set: &Set, width: u8, height: u8) -> bool {
    covered(set) >= usize::from(width * height) * 5 / 8 && set.len() <= 6
}

/// Every arrangement of a set, as texts with one letter per piece.
fn arrangements(width: usize, height: usize, set: &Set) -> Vec<String> {
    fn place(
        rows: &mut Vec<Vec<char>>,
        left: &[&naive::Shape],
        from: usize,
        found: &mut Vec<Vec<Vec<char>>>,
    ) {
        let Some((shape, rest)) = left.split_first() else {
            found.push(rows.clone());
            return;
        };
        let (width, height) = (rows[0].len(), rows.len());
        for at in from..width * height {
            let cells: Vec<(usize, usize)> =
                shape.iter().map(|cell| (cell.0 + at % width, cell.1 + at / width)).collect();
            if cells
                .iter()
                .any(|&(column, row)| rows.get(row).and_then(|row| row.get(column)) != Some(&'.'))
            {
                continue;
            }
            let letter = char::from(b'a' + left.len() as u8);
            cells.iter().for_each(|&(column, row)| rows[row][column] = letter);
            let next = if rest.first() == Some(shape) { at + 1 } else { 0 };
            place(rows, rest, next, found);
            cells.iter().for_each(|&(column, row)| rows[row][column] = '.');
        }
    }
    let mut found = Vec::new();
    let shapes: Vec<&naive::Shape> = set.iter().collect();
    place(&mut vec![vec!['.'; width]; height], &shapes, 0, &mut found);
    let text = |rows: &Vec<Vec<char>>| {
        let mut letters = Vec::new();
        let signs = rows.iter().map(|row| {
            row.iter()
                .map(|&sign| {
                    if sign == '.' {
                        return sign;
                    }
                    let place =
                        letters.iter().position(|letter| *letter == sign).unwrap_or_else(|| {
                            letters.push(sign);
                            letters.len() - 1
                        });
                    char::from(b'A' + place as u8)
                })
                .collect::<String>()
        });
        signs.collect::<Vec<_>>().join("/")
    };
    found.iter().map(text).collect()
}

#[test]
fn sets_drawn_at_random_have_the_values_of_a_plain_census() {
    let mut random = ChaCha8Rng::seed_from_u64(19);
    for (width, height, wanted) in [(4, 4, 24), (4, 5, 20), (5, 3, 16)] {
        let census = census(Scope::all(width, height));
        let (mut compared, mut solved) = (0, 0);
        while compared < wanted {
            let set = drawn(width.into(), height.into(), &mut random);
            let shapes: Vec<Polyomino> = set.iter().map(|cells| shape(cells)).collect();
            if !is_small(&set, width, height) {
                continue;
            }
            let Some(found) = census.of_set(&shapes, Effort::UNLIMITED).unwrap() else { continue };
            // Larger sets take the witness too long.
            let is_solvable =
                found.by_shape.iter().any(|(_, records)| records[Metric::Unit].is_some());
            if found.positions > 600 || !is_solvable && compared >= wanted / 2 {
                continue;
            }
            compared += 1;
            solved += compare(&set, &found, width.into(), height.into());
        }
        assert!(solved >= wanted, "only {solved} marked sets of {width}x{height} are solvable");
    }
}

/// Compares the results for a set with the naive census; returns the number of solvable marked
/// sets, one per metric.
fn compare(set: &Set, found: &SetRecords, width: usize, height: usize) -> usize {
    let arrangements = arrangements(width, height, set);
    assert_eq!(found.positions, arrangements.len() as u64, "{set:?}");
    let mut distinct = set.clone();
    distinct.dedup();
    assert_eq!(found.by_shape.len(), distinct.len());
    let mut solved = 0;
    for cells in &distinct {
        let marked = shape(cells);
        let (_, records) = found.by_shape.iter().find(|(shape, _)| *shape == marked).unwrap();
        for metric in Metric::ALL {
            let expected = naive::hardest(&arrangements, cells, metric.name());
            let record = records[metric].as_ref();
            let record =
                record.map(|record| (record.distance.into(), record.start.clone(), record.marked));
            assert_eq!(record, expected, "{set:?}, {cells:?}, {metric}");
            solved += usize::from(expected.is_some());
        }
    }
    solved
}

/// Many equal pieces on the largest boards, which overtake one another in reading order.
#[test]
#[ignore = "long: a census"]
fn sets_of_many_like_pieces_have_the_values_of_a_plain_census() {
    let single = vec![(0, 0)];
    let across = vec![(0, 0), (1, 0)];
    let upright = vec![(0, 0), (0, 1)];
    let with = |many: &[(&naive::Shape, usize)]| -> Set {
        let mut set: Set =
            many.iter().flat_map(|&(shape, count)| vec![shape.clone(); count]).collect();
        set.sort();
        set
    };
    let mut solved = 0;
    for (width, height, sets) in [
        (
            4,
            5,
            vec![
                with(&[(&single, 19)]),
                with(&[(&single, 18)]),
                with(&[(&across, 9)]),
                with(&[(&upright, 8), (&single, 3)]),
                with(&[(&across, 8), (&single, 3)]),
            ],
        ),
        (5, 4, vec![with(&[(&single, 19)]), with(&[(&upright, 9)])]),
        (4, 4, vec![with(&[(&single, 14)]), with(&[(&upright, 7)])]),
    ] {
        let census = census(Scope::all(width, height));
        for set in sets {
            let shapes: Vec<Polyomino> = set.iter().map(|cells| shape(cells)).collect();
            let found = census.of_set(&shapes, Effort::UNLIMITED).unwrap().unwrap();
            solved += compare(&set, &found, width.into(), height.into());
        }
    }
    // Three metrics per marked set.
    assert!(solved >= 4 * 3, "{solved}");
}

/// The sum of positions over all sets equals the count without enumeration.
#[test]
fn sets_have_as_many_positions_as_are_counted() {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    for (width, height) in [(4, 4), (4, 5), (5, 4)] {
        let census = census(Scope::all(width, height));
        let mut compared = 0;
        while compared < 12 {
            let set = drawn(width.into(), height.into(), &mut random);
            let mut distinct = set.clone();
            distinct.dedup();
            let shapes: Vec<Polyomino> = set.iter().map(|cells| shape(cells)).collect();
            if !is_small(&set, width, height) {
                continue;
            }
            let found = census.of_set(&shapes, Effort::UNLIMITED).unwrap();
            let free = usize::from(width * height) - covered(&set);
            if set.is_empty() || free == 0 {
                assert_eq!(found, None, "{set:?}");
                continue;
            }
            let found = found.expect("the set was drawn on the board");
            compared += 1;
            let letters = ('A'..).zip(&distinct);
            let shapes = letters.map(|(letter, cells)| {
                let name = letter.to_lowercase().to_string();
                Shape::new(
                    name,
                    letter,
                    cells.iter().map(|&(column, row)| (column as u8, row as u8)),
                )
                .unwrap()
            });
            let shapes: Vec<Shape> = shapes.collect();
            let numbers = distinct
                .iter()
                .map(|cells| set.iter().filter(|other| *other == cells).count() as u8);
            let numbers: Vec<u8> = numbers.collect();
            let region = Region::new(width.into(), height.into()).unwrap();
            let counter = Counter::new(region, shapes, &[]).unwrap();
            let counted = counter.count(&PieceSet::new(numbers), Effort::UNLIMITED).unwrap();
            assert_eq!(BigUint::from(found.positions), counted.positions, "{set:?}");
        }
    }
}

/// All positions are the packings of the board with at least one empty cell and one piece.
#[test]
fn positions_are_the_packings() {
    for (width, height) in [(3, 3), (3, 4), (2, 6)] {
        let state = whole(Scope { metric: Some(Metric::Finger), ..Scope::all(width, height) });
        let region = Region::new(width.into(), height.into()).unwrap();
        let all = packings(&region, Effort::UNLIMITED).unwrap();
        // A packing without empty cells is a partition of the board into connected parts.
        let parts = naive_partitions(width.into(), height.into());
        assert_eq!(BigUint::from(state.tally().positions + parts + 1), all, "{width}x{height}");
    }
}

/// The number of partitions of a board into connected parts. Joins cells along every subset of the
/// edges, and counts the distinct partitions.
fn naive_partitions(width: usize, height: usize) -> u64 {
    let mut edges = Vec::new();
    for cell in 0..width * height {
        if cell % width + 1 < width {
            edges.push((cell, cell + 1));
        }
        if cell + width < width * height {
            edges.push((cell, cell + width));
        }
    }
    let mut cuts = std::collections::HashSet::new();
    for joined in 0u32..1 << edges.len() {
        let mut part: Vec<usize> = (0..width * height).collect();
        for (_, &(one, other)) in
            edges.iter().enumerate().filter(|(edge, _)| joined >> edge & 1 == 1)
        {
            let (kept, lost) = (part[one].min(part[other]), part[one].max(part[other]));
            part.iter_mut().filter(|part| **part == lost).for_each(|part| *part = kept);
        }
        cuts.insert(part);
    }
    cuts.len() as u64
}

/// Skipped marked sets are unsolvable: without the skip tests, the number of solvable ones and the
/// records are the same.
#[test]
#[ignore = "long: a census"]
fn what_is_passed_over_is_unsolvable() {
    for scope in [
        Scope::all(3, 3),
        Scope::all(3, 4),
        Scope::all(4, 3),
        Scope { most_pieces: Some(3), ..Scope::all(4, 4) },
    ] {
        let passing = take(&census(scope), Part::WHOLE);
        let searching = take(&census(scope).searching_all(), Part::WHOLE);
        assert_eq!(reported(passing.records()), reported(searching.records()), "{scope}");
        let (some, all) = (passing.tally(), searching.tally());
        assert_eq!((some.sets, some.positions), (all.sets, all.positions));
        assert_eq!(some.of(Outcome::NoGoal), all.of(Outcome::NoGoal));
        assert_eq!(some.of(Outcome::Solved), all.of(Outcome::Solved));
        assert_eq!(some.marked_sets(), all.marked_sets());
        assert_eq!((all.of(Outcome::FewEmptyCells).count, all.of(Outcome::Smaller).count), (0, 0));
        assert!(
            some.of(Outcome::FewEmptyCells).count > 100 && some.of(Outcome::Smaller).count > 100,
            "{scope}"
        );
    }
}

/// A board and its transpose have the same puzzles.
#[test]
#[ignore = "long: a census"]
fn transposed_boards_agree() {
    for (width, height) in [(3, 4), (2, 6), (3, 5)] {
        let limits = Scope { most_pieces: Some(6), ..Scope::all(width, height) };
        let state = whole(limits);
        let transposed = whole(Scope { width: height, height: width, ..limits });
        for metric in Metric::ALL {
            for &by in By::ALL {
                let moves = |state: &State| -> Vec<(usize, u16)> {
                    state
                        .records()
                        .iter(by, metric)
                        .map(|(number, record)| (number, record.distance))
                        .collect()
                };
                assert_eq!(moves(&state), moves(&transposed));
            }
        }
        let (one, other) = (state.tally(), transposed.tally());
        assert_eq!(
            (one.sets, one.positions, one.marked_sets()),
            (other.sets, other.positions, other.marked_sets())
        );
        for outcome in [Outcome::NoGoal, Outcome::FewEmptyCells, Outcome::Solved] {
            assert_eq!(one.of(outcome), other.of(outcome));
        }
    }
}

/// Sets of 4x4 and 4x5 and their transposes have the same values.
#[test]
#[ignore = "long: a census"]
fn transposed_sets_agree() {
    let mut random = ChaCha8Rng::seed_from_u64(8);
    for (width, height) in [(4, 4), (4, 5)] {
        let [census, turned] = [Scope::all(width, height), Scope::all(height, width)].map(census);
        let mut solved = 0;
        while solved < 30 {
            let set = drawn(width.into(), height.into(), &mut random);
            let shapes: Vec<Polyomino> = set.iter().map(|cells| shape(cells)).collect();
            let transposed = |shape: &Polyomino| {
                Polyomino::new(shape.cells().iter().map(|&(column, row)| (row, column))).unwrap()
            };
            let images: Vec<Polyomino> = shapes.iter().map(transposed).collect();
            if !is_small(&set, width, height) {
                continue;
            }
            let found = census.of_set(&shapes, Effort::UNLIMITED).unwrap();
            let image = turned.of_set(&images, Effort::UNLIMITED).unwrap();
            let (Some(found), Some(image)) = (&found, &image) else {
                assert_eq!(found, image);
                continue;
            };
            assert_eq!(found.positions, image.positions);
            for (shape, records) in &found.by_shape {
                let (_, others) =
                    image.by_shape.iter().find(|(other, _)| *other == transposed(shape)).unwrap();
                for metric in Metric::ALL {
                    let [one, other] = [records, others]
                        .map(|records| records[metric].as_ref().map(|r| r.distance));
                    assert_eq!(one, other, "{set:?}, {shape:?}, {metric}");
                    solved += usize::from(one.is_some());
                }
            }
        }
    }
}

/// The ordinary solver confirms the record holders.
#[test]
#[ignore = "long: a census"]
fn record_holders_are_as_hard_for_the_solver() {
    for scope in
        [Scope::all(3, 3), Scope::all(3, 4), Scope { most_pieces: Some(4), ..Scope::all(4, 4) }]
    {
        let state = whole(scope);
        for (_, metric, number, moves, start, marked) in reported(state.records()) {
            let file = PuzzleFile::parse(&puzzle_file(&start, marked).unwrap()).unwrap();
            let setup = file.setup().unwrap();
            let position = Position::new(&setup.puzzle, setup.start).unwrap();
            let oracle = Oracle::solve(&position, metric).unwrap();
            let distance = oracle.distance(&position).unwrap();
            assert_eq!(distance, Some(moves), "{start}, {marked}, {metric}, {number}");
        }
    }
}

/// A few pieces take a few seconds; a test below checks the whole row.
#[test]
fn bickfords_row_begins_as_it_should() {
    let state =
        whole(Scope { metric: Some(Metric::Finger), most_pieces: Some(4), ..Scope::all(4, 4) });
    assert_eq!(row(state.records(), Metric::Finger), BICKFORD[..4]);
}

/// Bickford's row, and the totals of 4x4: 55,807,716 packings, 54,116,025 of them with at least one
/// empty cell and one piece.
#[test]
#[ignore = "long: a whole board of sixteen cells"]
fn bickfords_row() {
    let state = whole(Scope::all(4, 4));
    assert_eq!(row(state.records(), Metric::Finger), BICKFORD);
    assert_eq!((state.tally().sets, state.tally().positions), (1_055_976, 54_116_025));
    assert_eq!(state.tally().marked_sets().positions, 340_515_354);
}

/// The result has the same bytes for any number of threads, and when joined from any parts.
#[test]
fn threads_and_parts_change_nothing() {
    let census = census(Scope { most_pieces: Some(5), ..Scope::all(3, 4) });
    let state = take(&census, Part::WHOLE);
    for threads in [1, 2, 5] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        assert_eq!(pool.install(|| take(&census, Part::WHOLE)), state);
    }
    let directory = tempfile::tempdir().unwrap();
    let disk = huarong_tables::storage::Disk::default();
    let files: Vec<_> = (1..=3).map(|number| directory.path().join(format!("{number}"))).collect();
    for (number, file) in (1..).zip(&files) {
        take(&census, Part::new(number, 3).unwrap()).write(&disk, file).unwrap();
    }
    assert_eq!(State::join_files(&disk, &files, Census::new).unwrap(), state);
}

/// Cancelled work resumes from its state and ends with the same result.
#[test]
fn a_cancelled_census_continues() {
    let census = census(Scope::all(3, 4));
    let whole = take(&census, Part::WHOLE);
    let tasks = std::sync::atomic::AtomicU64::new(0);
    let observer = |progress: huarong_core::effort::Progress<'_>| {
        if let huarong_core::effort::Progress::Done(done) = progress
            && tasks.fetch_add(done, std::sync::atomic::Ordering::Relaxed) > 300
        {
            return std::ops::ControlFlow::Break(());
        }
        std::ops::ControlFlow::Continue(())
    };
    let kept = std::sync::Mutex::new(None);
    let keep = |state: &State| {
        *kept.lock().unwrap() = Some(state.clone());
        Ok(())
    };
    let mut state = State::begin(&census, Part::WHOLE);
    let effort = Effort { observer: &observer, ..Effort::UNLIMITED };
    state.run(&census, effort, Keep { every: None, with: &keep }).unwrap_err();
    let (done, all) = state.progress();
    assert!(done >= 300 && done < all, "{done} of {all}");
    assert_eq!(kept.into_inner().unwrap().as_ref(), Some(&state));
    state.run(&census, Effort::UNLIMITED, Keep::NOTHING).unwrap();
    assert_eq!(state, whole);
}

/// All packings of 4x4, cell by cell: their number, and the number in which the piece on the lower
/// right cell can step one cell up or left. The second number is the number of puzzles that N.
/// Bickford searched (2012).
#[test]
fn bickford_searched_the_packings_whose_last_piece_can_step() {
    const SIDE: u32 = 4;
    const CELLS: u32 = SIDE * SIDE;
    const ALL: u32 = (1 << CELLS) - 1;
    const LAST: u32 = 1 << (CELLS - 1);
    const TOP: u32 = (1 << SIDE) - 1;
    const LEFT: u32 = 0x1111;

    fn beside(cells: u32) -> u32 {
        let across = (cells & !LEFT) >> 1 | (cells << 1) & !LEFT;
        (across | cells >> SIDE | cells << SIDE) & ALL
    }

    struct Packings {
        all: u64,
        stepping: u64,
    }

    impl Packings {
        /// Assigns the first of the open cells. `empty_cells` are empty cells, and `last` is the piece on
        /// the lower right cell.
        fn decide(&mut self, open: u32, empty_cells: u32, last: u32) {
            if open == 0 {
                let up = last & TOP == 0 && (last >> SIDE) & !(empty_cells | last) == 0;
                let left = last & LEFT == 0 && (last >> 1) & !(empty_cells | last) == 0;
                self.all += 1;
                self.stepping += u64::from(last != 0 && (up || left));
                return;
            }
            let first = open & open.wrapping_neg();
            self.decide(open & !first, empty_cells | first, last);
            self.grow(open & !first, first, 0, empty_cells, last);
        }

        /// Adds to a piece the first neighbouring cell that is neither its own nor excluded, or
        /// excludes that cell.
        fn grow(&mut self, open: u32, piece: u32, left_out: u32, empty_cells: u32, last: u32) {
            let candidates = beside(piece) & open & !left_out;
            if candidates == 0 {
                let last = if piece & LAST != 0 { piece } else { last };
                return self.decide(open, empty_cells, last);
            }
            let cell = candidates & candidates.wrapping_neg();
            self.grow(open & !cell, piece | cell, left_out, empty_cells, last);
            self.grow(open, piece, left_out | cell, empty_cells, last);
        }
    }

    let mut packings = Packings { all: 0, stepping: 0 };
    packings.decide(ALL, 0, 0);
    assert_eq!((packings.all, packings.stepping), (55_807_716, 12_295_564));
}
