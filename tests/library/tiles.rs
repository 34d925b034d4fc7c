//! Tile puzzles solved by a heuristic, against a breadth-first search over texts and published lengths.

use huarong::Position;
use huarong_core::effort::{Effort, Progress};
use huarong_core::rules::{Family, Metric};
use huarong_core::space::Space;
use huarong_oracle::analysis::certify;
use huarong_oracle::atlas::{Atlas, Plan, SetTable};
use huarong_search::{
    Component, ComponentError, Search, SearchError, TileFileError, TileFiles, TileSolver, Until,
    classes_under,
};
use huarong_tables::storage::Disk;
use huarong_tables::table::TableError;
use proptest::prelude::*;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use std::collections::{HashMap, VecDeque};
use std::fs;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use xxhash_rust::xxh3::xxh3_64;

/// The distance of every text that exchanges of the empty cell with a neighbour lead to. Rows are joined by `/`.
pub fn distances(target: &str) -> HashMap<String, u16> {
    distances_of_slides(target, 1)
}

/// As [`distances`], for slides of the empty cell along at most so many tiles of its row or column.
fn distances_of_slides(target: &str, longest: usize) -> HashMap<String, u16> {
    let width = target.find('/').map_or(target.len(), |width| width + 1) as isize;
    let mut known = HashMap::from([(target.to_owned(), 0)]);
    let mut level = vec![target.as_bytes().to_vec()];
    for distance in 1.. {
        let mut next = Vec::new();
        for text in level {
            for by in [-1, 1, -width, width] {
                let mut after = text.clone();
                let mut empty =
                    text.iter().position(|&sign| sign == b'.').expect("one cell is empty");
                for _ in 0..longest {
                    let beside = empty.checked_add_signed(by);
                    let is_tile =
                        |&at: &usize| after.get(at).is_some_and(|sign| !b"/#".contains(sign));
                    let Some(beside) = beside.filter(is_tile) else { break };
                    after.swap(empty, beside);
                    empty = beside;
                    if !known.contains_key(std::str::from_utf8(&after).unwrap()) {
                        known.insert(String::from_utf8(after.clone()).unwrap(), distance);
                        next.push(after.clone());
                    }
                }
            }
        }
        if next.is_empty() {
            break;
        }
        level = next;
    }
    known
}

fn cancelled() -> Effort<'static> {
    Effort { observer: &|_| ControlFlow::Break(()), ..Effort::UNLIMITED }
}

/// The start of a puzzle file with rows joined by `/`.
pub fn position(start: &str, goal: &str) -> Position {
    let [start, goal] = [start, goal].map(|rows| rows.replace('/', "\n"));
    let text = format!("name = 'tiles'\nstart = '''\n{start}'''\ngoal = '''\n{goal}'''\n");
    Position::from_toml(&text).unwrap()
}

/// A solver of the puzzle of a position.
fn solver(start: &Position) -> Option<TileSolver> {
    solver_under(Metric::Unit, start)
}

fn solver_under(metric: Metric, start: &Position) -> Option<TileSolver> {
    let target = start.puzzle().only_goal_position(&start.piece_set()).unwrap();
    TileSolver::under(metric, start.puzzle(), &target, Effort::UNLIMITED).unwrap()
}

fn check(start: &Position, solver: &TileSolver, length: Option<u16>) {
    check_under(Metric::Unit, start, solver, length);
}

/// Checks the length of a solution, that its moves lead to the target, and the bounds on the path. Each bound is at most
/// the number of moves that are left, and a move changes it by at most one.
fn check_under(metric: Metric, start: &Position, solver: &TileSolver, length: Option<u16>) {
    let found = solver.solve(start, Effort::UNLIMITED).unwrap().moves;
    assert_eq!(found.as_ref().map(|moves| moves.len() as u16), length, "{start}");
    if let Some(moves) = found {
        let mut at = start.arrangement().clone();
        let mut before = solver.lower_bound(&at).unwrap();
        assert!(usize::from(before) <= moves.len(), "{start}");
        for (made, left) in moves.iter().zip((0..moves.len()).rev()) {
            let legal = start.puzzle().moves(&at, metric);
            assert!(legal.contains(made), "{start}");
            at = made.apply(&at);
            let bound = solver.lower_bound(&at).unwrap();
            assert!(usize::from(bound) <= left && bound.abs_diff(before) <= 1, "{start}");
            before = bound;
        }
        assert_eq!(&at, solver.target());
    }
}

/// A board of at most nine open cells as rows of tiles, with one empty cell, and the tiles in another order.
pub fn boards() -> impl Strategy<Value = (String, String)> {
    let board = (2usize..=4, 2usize..=4)
        .prop_filter("nine cells", |(width, height)| (4..=9).contains(&(width * height)));
    let walls = board.prop_flat_map(|(width, height)| {
        let walls = prop::collection::vec(prop::bool::weighted(0.15), width * height);
        (Just(width), walls)
    });
    let walls = walls.prop_filter("four to eight cells", |(_, walls)| {
        (4..=8).contains(&walls.iter().filter(|wall| !**wall).count())
    });
    walls.prop_flat_map(|(width, walls)| {
        let open = walls.iter().filter(|wall| !**wall).count();
        let tiles: Vec<char> = ('A'..='Z').take(open - 1).chain(['.']).collect();
        let rows = move |tiles: Vec<char>| {
            let mut tiles = tiles.into_iter();
            let signs: Vec<char> =
                walls.iter().map(|&wall| if wall { '#' } else { tiles.next().unwrap() }).collect();
            signs.chunks(width).map(String::from_iter).collect::<Vec<_>>().join("/")
        };
        let goal = rows(tiles.clone());
        Just(tiles).prop_shuffle().prop_map(move |tiles| (rows(tiles), goal.clone()))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn random_tile_puzzles_are_solved_as_the_witness_solves_them((start, goal) in boards()) {
        let position = position(&start, &goal);
        let solver = solver(&position);
        // Boards that can be divided, and single cycles, are no puzzles for it.
        if let Some(solver) = solver {
            let known = distances(&goal);
            // A group of all tiles is the whole puzzle.
            if solver.groups().count() == 1 && let Some(&distance) = known.get(&start) {
                prop_assert_eq!(solver.lower_bound(&position), Some(distance));
            }
            let target = solver.target();
            let decided = TileSolver::decides(position.puzzle(), &position, target);
            prop_assert_eq!(decided, Some(known.contains_key(&start)));
            check(&position, &solver, known.get(&start).copied());
            let lines = solver_under(Metric::Multi, &position).expect("the board is small");
            let known = distances_of_slides(&goal, usize::MAX);
            check_under(Metric::Multi, &position, &lines, known.get(&start).copied());
        }
    }
}

/// On every position of the 8-puzzle, the bound is at most the distance, and changes by at most one with a move.
#[test]
fn the_bound_of_groups_never_exceeds_the_distance() {
    let goal = "ABC/DEF/GH.";
    let start = position(goal, goal);
    let solver = solver(&start).expect("it is a tile puzzle");
    assert_eq!(solver.groups().map(|group| group.len()).collect::<Vec<_>>(), [1, 7, 1, 7]);
    let known = distances(goal);
    assert_eq!(known.len(), 181_440);
    let mut exact = 0u64;
    for (number, (text, &distance)) in known.iter().enumerate().filter(|(at, _)| at % 7 == 0) {
        let at = start.puzzle().parse(text).unwrap();
        let bound = solver.lower_bound(&at).unwrap();
        assert!(bound <= distance, "{text}: {bound} of {distance}");
        exact += u64::from(bound == distance);
        for made in at.moves(huarong::Metric::Unit) {
            let after = solver.lower_bound(&made.after()).unwrap();
            assert!(after.abs_diff(bound) <= 1, "{text}");
        }
        if number % 700 == 0 {
            check(&at, &solver, Some(distance));
        }
    }
    assert!(exact > 0);
}

/// The number of moves of some tiles from each text to the target. Other tiles are `x`, and their moves are free.
fn distances_of_group(target: &str) -> HashMap<String, u16> {
    let width = target.find('/').expect("several rows") + 1;
    let mut known = HashMap::from([(target.to_owned(), 0)]);
    let mut left = VecDeque::from([target.to_owned()]);
    while let Some(text) = left.pop_front() {
        let distance = known[&text];
        let empty = text.find('.').expect("one cell is empty");
        for other in [empty.wrapping_sub(1), empty + 1, empty.wrapping_sub(width), empty + width] {
            let Some(&sign) = text.as_bytes().get(other).filter(|sign| **sign != b'/') else {
                continue;
            };
            let mut after = text.clone().into_bytes();
            after.swap(empty, other);
            let after = String::from_utf8(after).unwrap();
            let longer = distance + u16::from(sign != b'x');
            if known.get(&after).is_none_or(|&before| longer < before) {
                known.insert(after.clone(), longer);
                if sign == b'x' { left.push_front(after) } else { left.push_back(after) }
            }
        }
    }
    known
}

/// The bound is the larger of two sums of distances of groups, which a search over texts finds, too.
#[test]
fn the_bound_is_a_sum_of_distances_of_groups() {
    for goal in ["ABC/DEF/GH.", "ABC/D.E/FGH", "A.BC/DEFG"] {
        let start = position(goal, goal);
        let solver = solver(&start).expect("it is a tile puzzle");
        let shapes = start.puzzle().shapes();
        let letter = |text: &str, shape: usize| {
            let at = start.puzzle().parse(text).unwrap();
            let (cell, _) = (at.anchors_of(shape).next().unwrap(), &shapes[shape]);
            text.chars().filter(|sign| *sign != '/').nth(cell.into()).unwrap()
        };
        let groups: Vec<Vec<char>> = solver
            .groups()
            .map(|group| group.into_iter().map(|shape| letter(goal, shape)).collect())
            .collect();
        let masked = |text: &str, group: &[char]| -> String {
            let mask = |sign| if "/.".contains(sign) || group.contains(&sign) { sign } else { 'x' };
            text.chars().map(mask).collect()
        };
        let tables: Vec<HashMap<String, u16>> =
            groups.iter().map(|group| distances_of_group(&masked(goal, group))).collect();
        for (text, _) in distances(goal).iter().take(5_000) {
            let each = groups.iter().zip(&tables).map(|(group, table)| table[&masked(text, group)]);
            let each: Vec<u16> = each.collect();
            let halves = each.chunks(each.len().div_ceil(2));
            let sum = halves.map(|half| half.iter().sum::<u16>()).max();
            let at = start.puzzle().parse(text).unwrap();
            assert_eq!(solver.lower_bound(&at), sum, "{text}");
        }
    }
}

/// Positions on random walks from a goal, every `apart` moves.
fn walk(goal: &str, apart: usize, count: usize) -> Vec<Position> {
    let mut at = position(goal, goal);
    let mut random = ChaCha8Rng::seed_from_u64(15);
    let walk = (0..count).map(|_| {
        for _ in 0..apart {
            let moves = at.moves(Metric::Unit);
            at = moves[random.random_range(..moves.len())].after();
        }
        at.clone()
    });
    walk.collect()
}

/// Tables of groups of another size change no solution. Only one of these boards is its own image in a reflection along
/// the diagonal, and the empty cell must be on the diagonal, too.
#[test]
fn large_tables_find_the_same_solutions_as_small_ones() {
    let boards = ["ABCDE/FGHIJ/KLMN.", "ABCDE/FG.HI/JKLMN"];
    let both = boards.map(|goal| [(goal, Metric::Unit), (goal, Metric::Multi)]);
    for (goal, metric) in both.into_iter().flatten() {
        let start = position(goal, goal);
        let [small, large] = [0, 1].map(|_| solver_under(metric, &start).unwrap());
        large.make_large_tables(Effort::UNLIMITED).unwrap();
        assert!(large.bytes() > 2 * small.bytes());
        assert_ne!(small.groups().count(), large.groups().count());
        for start in walk(goal, 60, 10) {
            let solve = |solver: &TileSolver| solver.solve(&start, Effort::UNLIMITED).unwrap();
            let found = solve(&small).moves.expect("the walk began at the goal");
            check_under(metric, &start, &large, Some(found.len() as u16));
            assert_eq!(Some(found), solve(&large).moves, "{start}");
        }
    }
}

/// Files hold the tables of larger groups. On a board of nine cells, all tiles are one group, whose bound is the distance.
#[test]
fn files_hold_tables_of_larger_groups() {
    let goal = "ABC/DEF/GH.";
    let start = position(goal, goal);
    let (puzzle, target) = (start.puzzle(), start.arrangement());
    for (metric, longest) in [(Metric::Unit, 1), (Metric::Multi, 2)] {
        let directory = tempfile::tempdir().unwrap();
        let files = TileFiles::new(Arc::new(Disk::default()), directory.path());
        let build = |force| files.build(metric, puzzle, target, force, Effort::UNLIMITED).unwrap();
        let verify = || files.verify(metric, puzzle, target, Effort::UNLIMITED);
        let solver = |effort| {
            let solver = TileSolver::with_files(metric, puzzle, target, Some(&files), effort);
            solver.unwrap().expect("it is a tile puzzle")
        };
        let known = distances_of_slides(goal, longest);
        let is_exact = |solver: &TileSolver| {
            let mut some = known.iter().step_by(7);
            some.all(|(text, &distance)| {
                let at = puzzle.parse(text).unwrap();
                solver.lower_bound(&at) == Some(distance)
            })
        };
        assert!(verify().unwrap().is_none());
        let (path, length) = build(false);
        assert_eq!(length, Some(fs::metadata(&path).unwrap().len()));
        assert_eq!(build(false), (path.clone(), None));
        assert!(is_exact(&solver(Effort::UNLIMITED)));
        assert_eq!(verify().unwrap(), Some((path.clone(), length.unwrap())));

        // Two entries change places, and the checksums follow.
        let mut bytes = fs::read(&path).unwrap();
        let (one, other) = (1_000, (1_001..).find(|&at| bytes[at] != bytes[1_000]).unwrap());
        bytes.swap(one, other);
        let with_wrong_checksums = bytes.clone();
        let tail = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
        let data = bytes.len() - tail;
        let blocks = (data - 128).div_ceil(1 << 16);
        let of_first = bytes.len() - 8 * blocks;
        let sum = xxh3_64(&bytes[128..data.min(128 + (1 << 16))]);
        bytes[of_first..of_first + 8].copy_from_slice(&sum.to_le_bytes());
        bytes[24..32].fill(0);
        let sum = xxh3_64(&[&bytes[..128], &bytes[data..]].concat());
        bytes[24..32].copy_from_slice(&sum.to_le_bytes());
        fs::write(&path, &bytes).unwrap();
        let error = verify().unwrap_err().to_string();
        assert!(error.ends_with("byte 1000: another search finds other distances"), "{error}");

        // A damaged file is not used, and a notice names it.
        fs::write(&path, with_wrong_checksums).unwrap();
        assert!(matches!(verify(), Err(TileFileError::Table(TableError::Damaged { .. }))));
        let notices = Mutex::new(String::new());
        let observer = |progress: Progress<'_>| {
            if let Progress::Notice(notice) = progress {
                *notices.lock().unwrap() += &notice.to_string();
            }
            ControlFlow::Continue(())
        };
        let watched = Effort { observer: &observer, ..Effort::UNLIMITED };
        let without = solver(watched);
        assert!(notices.lock().unwrap().contains("is damaged at byte"), "{notices:?}");
        for at in walk(goal, 60, 10) {
            let at = puzzle.parse(&at.to_string()).unwrap();
            check_under(metric, &at, &without, Some(known[&at.to_string()]));
        }
        assert!(build(false).1.is_some());
        assert!(is_exact(&solver(Effort::UNLIMITED)));
    }
}

/// The goal of Korf's instances.
const KORF: &str = ".ABC/DEFG/HIJK/LMNO";

/// The goal of instances of the 24-puzzle.
const KORF_24: &str = ".ABCD/EFGHI/JKLMN/OPQRS/TUVWX";

/// All instances of Korf (1985) have the lengths that he published.
#[test]
fn instances_of_korf_have_their_published_lengths() {
    // Shapes are numbered in the order of a start, so all positions are read with one puzzle.
    let goal = position(KORF, KORF);
    let solver = solver(&goal).expect("it is a tile puzzle");
    let mut instances = csv::Reader::from_reader(&include_bytes!("../data/korf.csv")[..]);
    let mut lengths = 0;
    for row in instances.records() {
        let row = row.unwrap();
        let length: u16 = row[2].parse().unwrap();
        lengths += u32::from(length);
        let start = goal.puzzle().parse(&row[1]).unwrap();
        check(&start, &solver, Some(length));
    }
    assert_eq!(lengths, 5305, "their mean is published, too");
}

/// Instances of the 24-puzzle by Korf and Taylor (1996) with few moves have the lengths that Korf and Felner (2002) published.
#[test]
#[ignore = "long: two positions of the 24-puzzle"]
fn instances_of_the_24_puzzle_have_their_published_lengths() {
    let goal = position(KORF_24, KORF_24);
    let solver = solver(&goal).expect("it is a tile puzzle");
    let mut instances = csv::Reader::from_reader(&include_bytes!("../data/korf24.csv")[..]);
    let rows: Vec<csv::StringRecord> = instances.records().map(Result::unwrap).collect();
    let length = |row: &csv::StringRecord| row[2].parse::<u16>().unwrap();
    assert_eq!(rows.iter().map(|row| u32::from(length(row))).sum::<u32>(), 50 * 10_078 / 100);
    for row in rows.iter().filter(|row| length(row) < 85) {
        let start = goal.puzzle().parse(&row[1]).unwrap();
        check(&start, &solver, Some(length(row)));
    }
}

/// The positions of the 15-puzzle with the most moves (Brüngger, Marzetta, Fukuda and Nievergelt, 1999), with the empty
/// cell in a corner.
#[test]
#[ignore = "long: the 17 hardest positions of the 15-puzzle"]
fn the_hardest_positions_of_the_15_puzzle_take_80_moves() {
    let goal = position("ABCD/EFGH/IJKL/MNO.", "ABCD/EFGH/IJKL/MNO.");
    let solver = solver(&goal).expect("it is a tile puzzle");
    let mut checked = 0;
    for start in include_str!("../data/fifteen-80.txt").lines() {
        let start = goal.puzzle().parse(start).unwrap();
        check(&start, &solver, Some(80));
        checked += 1;
    }
    assert_eq!(checked, 17);
    let sizes: Vec<usize> = solver.groups().map(|group| group.len()).collect();
    assert_eq!(
        sizes,
        [7, 1, 7, 7, 1, 7],
        "many positions were expanded, so large tables were made"
    );
}

/// Tables of lines have each arrangement of the 15-puzzle with three groups of five tiles that look alike: a multinomial
/// coefficient.
#[test]
fn all_arrangements_of_tiles_that_look_alike_are_reached() {
    let start = position(KORF, KORF);
    let target = start.puzzle().only_goal_position(&start.piece_set()).unwrap();
    let arrangements = AtomicU64::new(0);
    let observe = |progress: Progress<'_>| {
        if let Progress::Done(count) = progress {
            arrangements.fetch_add(count, Relaxed);
        }
        ControlFlow::Continue(())
    };
    let effort = Effort { observer: &observe, ..Effort::UNLIMITED };
    let solver =
        TileSolver::under(Metric::Multi, start.puzzle(), &target, effort).unwrap().unwrap();
    assert_eq!(solver.groups().map(|group| group.len()).collect::<Vec<_>>(), [5; 6]);
    let factorial = |n: u64| (1..=n).product::<u64>();
    assert_eq!(arrangements.into_inner(), factorial(16) / factorial(5).pow(3));
}

/// If no two tiles look alike, the bound is the distance.
#[test]
fn the_bound_of_lines_is_the_distance_on_small_boards() {
    for goal in ["ABC/DEF/GH.", "ABC/D.E/FGH", "ABCD/EFG."] {
        let start = position(goal, goal);
        let solver = solver_under(Metric::Multi, &start).expect("it is a tile puzzle");
        let known = distances_of_slides(goal, usize::MAX);
        for (text, &distance) in known.iter().step_by(known.len() / 2000) {
            let at = start.puzzle().parse(text).unwrap();
            assert_eq!(solver.lower_bound(&at), Some(distance), "{text}");
        }
    }
}

/// The lengths of Korf's instances if a move takes a line of tiles, as the crate `slidy` 0.7.0 finds them.
fn check_lines_of_korf(instances: usize) {
    let goal = position(KORF, KORF);
    let solver = solver_under(Metric::Multi, &goal).expect("it is a tile puzzle");
    let mut rows = csv::Reader::from_reader(&include_bytes!("../data/korf.csv")[..]);
    for row in rows.records().take(instances) {
        let row = row.unwrap();
        let start = goal.puzzle().parse(&row[1]).unwrap();
        check_under(Metric::Multi, &start, &solver, Some(row[3].parse().unwrap()));
    }
}

#[test]
fn lines_of_instances_of_korf_have_the_lengths_of_another_program() {
    check_lines_of_korf(5);
}

#[test]
#[ignore = "long: a hundred positions of the 15-puzzle, under multi"]
fn lines_of_all_instances_of_korf_have_the_lengths_of_another_program() {
    check_lines_of_korf(100);
}

#[test]
fn what_a_tile_solver_refuses() {
    let start = position("MEDJ/ILHN/BCGA/.OKF", KORF);
    let solver = solver(&start).expect("it is a tile puzzle");
    // Two tiles exchanged: Sam Loyd's puzzle.
    let loyd = start.puzzle().parse(".BAC/DEFG/HIJK/LMNO").unwrap();
    assert_eq!(TileSolver::decides(start.puzzle(), &loyd, solver.target()), Some(false));
    check(&loyd, &solver, None);
    let undecided = solver.solve(&start, cancelled()).unwrap_err();
    assert_eq!(undecided.at_least, solver.lower_bound(&start).unwrap());
    assert!(matches!(undecided.reason, ComponentError::Cancelled(_)), "{undecided}");
    let target = solver.target();
    let little = Effort { memory: 1 << 20, ..Effort::UNLIMITED };
    let refused = TileSolver::new(start.puzzle(), target, little).unwrap_err();
    assert!(matches!(refused, SearchError::Memory { allowed: 1_048_576, .. }), "{refused}");
    let refused = TileSolver::new(start.puzzle(), target, cancelled()).unwrap_err();
    assert!(matches!(refused, SearchError::Cancelled(_)), "{refused}");
}

/// Puzzles with larger pieces, with tiles alike, with more empty cells, or on a single cycle are refused.
#[test]
fn other_puzzles_are_no_tile_puzzles() {
    for [start, goal] in [
        ["AAB/CD./EFG", ".AA/BCD/EFG"],
        ["ABC/DE./FG.", "ABC/DE./FG."],
        ["AB/.C", "AB/C."],
        ["ABC/D#E/FG.", "ABC/D#E/FG."],
        ["ABC./##D#/##EF", "ABC./##D#/##EF"],
    ] {
        assert!(solver(&position(start, goal)).is_none(), "{start}");
    }
}

/// Number of texts by the number of slides of the empty cell, each along any number of tiles of its row or column.
/// Rows are joined by `/`.
pub fn levels_of_slides(target: &str) -> Vec<u64> {
    let mut levels = Vec::new();
    for distance in distances_of_slides(target, usize::MAX).into_values().map(usize::from) {
        levels.resize(levels.len().max(distance + 1), 0);
        levels[distance] += 1;
    }
    levels
}

/// The numbers of positions by their distance from a start under the multi metric.
fn levels_under_multi(goal: &str) -> Vec<u64> {
    let start = position(goal, goal);
    let all = Until::All;
    Component::explore(start.puzzle(), &start, Metric::Multi, all, Effort::UNLIMITED)
        .unwrap()
        .levels()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn random_boards_have_as_many_positions_at_each_distance_as_slides_reach((start, _) in boards()) {
        prop_assert_eq!(levels_under_multi(&start), levels_of_slides(&start));
    }
}

/// The 8-puzzle, with the empty cell in a corner, at a side, and in the middle.
#[test]
fn the_8_puzzle_has_as_many_positions_at_each_distance_as_slides_reach() {
    for goal in ["ABC/DEF/GH.", "ABC/DEF/G.H", "ABC/D.E/FGH"] {
        let levels = levels_of_slides(goal);
        assert_eq!(levels.iter().sum::<u64>(), 181_440);
        assert_eq!(levels_under_multi(goal), levels, "{goal}");
    }
}

/// The rows of a tile puzzle, solved, with the empty cell in a corner.
pub fn solved(width: usize, height: usize) -> String {
    let tiles: Vec<char> = ('A'..).take(width * height - 1).chain(['.']).collect();
    tiles.chunks(width).map(String::from_iter).collect::<Vec<_>>().join("/")
}

/// The most moves of a tile puzzle, of single tiles and of several at once: O. Tarakanov, Complete Breadth-First Search
/// of the Sliding Tile Puzzles, <https://github.com/lightln2/SlidingTilesSolver>.
const RADII: [(usize, usize, usize, usize); 5] =
    [(2, 2, 6, 6), (3, 2, 21, 20), (4, 2, 36, 25), (3, 3, 31, 24), (5, 2, 55, 36)];

#[test]
fn tile_puzzles_have_the_published_radii() {
    for (width, height, single_tiles, several) in RADII {
        let goal = solved(width, height);
        let start = position(&goal, &goal);
        for (metric, radius) in [(Metric::Unit, single_tiles), (Metric::Multi, several)] {
            let reached =
                Component::explore(start.puzzle(), &start, metric, Until::All, Effort::UNLIMITED);
            let levels = reached.unwrap().levels();
            assert_eq!(levels.len(), radius + 1, "{goal} {metric}");
            assert_eq!(levels_of_the_space(&start, metric), levels, "{goal} {metric}");
        }
    }
}

/// The numbers of positions by their distance from the goal. Half of the positions have the wrong parity.
fn levels_of_the_space(start: &Position, metric: Metric) -> Vec<u64> {
    let class = &classes_under(start.puzzle(), &[start.piece_set()], &[metric])[0];
    let search = Search::new(start.puzzle(), class, Effort::UNLIMITED).unwrap();
    let found = search.run(metric, true, Effort::UNLIMITED).unwrap()[0].histogram();
    assert_eq!(found.unreachable, found.counts.iter().sum::<u64>());
    found.counts
}

/// A table of one metric is refuted as a table of another.
#[test]
fn the_certificate_tells_multi_from_other_metrics() {
    let goal = solved(3, 2);
    let start = position(&goal, &goal);
    let directory = tempfile::TempDir::new().unwrap();
    let set = start.piece_set();
    let family = Family::new("tiles", start.puzzle().clone(), 0, [set.clone()]);
    let atlas = Atlas::new(family, directory.path());
    for metric in [Metric::Straight, Metric::Multi] {
        let plan = Plan { metrics: vec![metric], ..Plan::default() };
        atlas.build(&plan, Effort::UNLIMITED).unwrap();
    }
    let space = Space::new(start.puzzle(), &set).unwrap();
    for (metric, claimed, faults) in [
        (Metric::Multi, Metric::Multi, 0),
        (Metric::Multi, Metric::Straight, 1),
        (Metric::Multi, Metric::Finger, 1),
        (Metric::Straight, Metric::Multi, 1),
        // With one empty cell, single tiles move one cell.
        (Metric::Straight, Metric::Finger, 0),
    ] {
        let table = SetTable { metric: claimed, ..atlas.find(&set, metric).unwrap().unwrap() };
        let certificate = certify(&space, &[&table], Effort::UNLIMITED).unwrap();
        assert_eq!(certificate.faults.len(), faults, "{metric} as {claimed}");
    }
}

#[test]
#[ignore = "long: tile puzzles of 12 cells, with 239,500,800 positions each"]
fn tile_puzzles_of_twelve_cells_have_the_published_radii() {
    for (width, height, single_tiles, several) in [(4, 3, 53, 33), (3, 4, 53, 33), (6, 2, 80, 41)] {
        let goal = solved(width, height);
        let start = position(&goal, &goal);
        for (metric, radius) in [(Metric::Unit, single_tiles), (Metric::Multi, several)] {
            let levels = levels_of_the_space(&start, metric);
            assert_eq!(levels.len(), radius + 1, "{goal} {metric}");
            assert_eq!(levels.iter().sum::<u64>(), 239_500_800);
        }
    }
}
