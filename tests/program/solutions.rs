//! All solutions, paths from one position to another, and animated pictures, against the naive
//! witness.

use crate::cases::{Case, case, counts, klotski_case, plans};
use crate::common::{
    METRICS, START, START_DISTANCES, STUCK, Tables, csv_rows, huarong, json_rows, text,
};
use huarong_core::drawing::animation;
use huarong_core::effort::{Cancelled, Effort, Progress};
use huarong_core::klotski;
use huarong_core::notation;
use huarong_core::rules::{Arrangement, Metric, PieceSet, Puzzle};
use huarong_oracle::analysis::{Answer, ShortestPaths};
use huarong_search::{Class, Kernels, Search, SearchError, classes};
use huarong_tables::table::{Distances, EntryWidth};
use naive::Naive;
use num_bigint::BigUint;
use predicates::prelude::*;
use predicates::str::contains;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Breadth-first search for the distances of all positions that can reach some targets, and their
/// numbers of shortest paths. `u128::MAX` stands for too many paths. Moves are reversible, so the
/// search goes outwards from the targets.
fn path_counts<T: Into<String>>(
    naive: &Naive,
    targets: impl IntoIterator<Item = T>,
    metric: &str,
) -> HashMap<String, (u32, u128)> {
    let mut level: HashMap<String, u128> = targets.into_iter().map(|t| (t.into(), 1)).collect();
    let mut found = HashMap::new();
    for distance in 0.. {
        if level.is_empty() {
            break;
        }
        found.extend(level.iter().map(|(text, &count)| (text.clone(), (distance, count))));
        let mut next = HashMap::new();
        for (text, count) in level {
            for neighbour in naive.neighbours(&text, metric) {
                if !found.contains_key(&neighbour) {
                    let sum = next.entry(neighbour).or_insert(0u128);
                    *sum = sum.saturating_add(count);
                }
            }
        }
        level = next;
    }
    found
}

/// The same for the goal.
fn solution_counts(naive: &Naive, set: &PieceSet, metric: &str) -> HashMap<String, (u32, u128)> {
    let all = naive.arrangements(&counts(set));
    path_counts(naive, all.into_iter().filter(|text| naive.is_goal(text)), metric)
}

/// The search of one piece set.
fn search(puzzle: &Puzzle, set: &PieceSet) -> Search {
    let class = &classes(puzzle, std::slice::from_ref(set))[0];
    Search::new(puzzle, class, Effort::UNLIMITED).expect("few enough positions")
}

fn to_goal(search: &Search, metric: Metric) -> Vec<Distances> {
    search.run(metric, true, Effort::UNLIMITED).expect("nothing stops it")
}

fn towards(
    search: &Search,
    target: &Arrangement,
    metric: Metric,
    parallel: bool,
) -> Vec<Distances> {
    let found = search.run_towards(target, metric, parallel, Effort::UNLIMITED);
    found.expect("nothing stops it")
}

/// Checks the length and the number of optimal solutions for every `nth` position of a set.
fn check_counts(case: &Case, set: &PieceSet, metric: Metric, nth: usize) {
    let search = search(&case.puzzle, set);
    let expected = solution_counts(&case.naive, set, metric.name());
    let distances = to_goal(&search, metric).remove(0);
    let paths = ShortestPaths::by_search(&search.spaces()[0], metric, &distances);
    for position in search.spaces()[0].iter().step_by(nth) {
        let text = case.puzzle.position_text(&position);
        let found = paths.distance(&position).unwrap().known().unwrap();
        let known = expected.get(&text);
        assert_eq!(found.map(u32::from), known.map(|known| known.0), "{text} {metric}");
        let known = known.map_or(0, |known| known.1);
        let count = paths.count(&position, Effort::UNLIMITED).unwrap().known().unwrap();
        let count = count.unwrap_or_default();
        assert_eq!(count.min(u128::MAX.into()), BigUint::from(known), "{text} {metric}");
        if known <= 100 {
            check_solutions(case, paths, &position, known);
        }
    }
}

/// Checks that all optimal solutions of a position are visited, each once, in order, and that each
fn check_solutions(case: &Case, paths: ShortestPaths<'_>, start: &Arrangement, count: u128) {
    let mut visited = Vec::new();
    let visit = |path: &[_]| {
        visited.push(path.to_vec());
        ControlFlow::Continue(())
    };
    paths.for_each(start, visit).unwrap();
    assert_eq!(visited.len() as u128, count);
    let iterated = paths.iter(start).unwrap().known().unwrap().into_iter().flatten();
    let iterated: Result<Vec<_>, _> = iterated.collect();
    assert_eq!(iterated.unwrap(), visited);
    assert!(visited.is_sorted());
    assert_eq!(paths.first(start).unwrap().known().unwrap().as_ref(), visited.first());
    let distance = paths.distance(start).unwrap().known().unwrap();
    let mut seen = BTreeSet::new();
    for path in &visited {
        assert_eq!(Some(path.len()), distance.map(usize::from));
        let mut position = start.clone();
        let mut texts = vec![case.puzzle.position_text(start)];
        for made in path {
            position = made.apply(&position);
            let text = case.puzzle.position_text(&position);
            assert!(
                naive_move(case, texts.last().unwrap(), &text, made.metric),
                "{texts:?} {text}"
            );
            texts.push(text);
        }
        assert!(case.naive.is_goal(texts.last().unwrap()), "{texts:?}");
        assert!(seen.insert(texts), "the same positions twice");
    }
}

/// Whether one move leads from one text to another.
fn naive_move(case: &Case, from: &str, to: &str, metric: Metric) -> bool {
    case.naive.neighbours(from, metric.name()).contains(to)
}

#[test]
fn counts_of_solutions_are_the_naive_ones() {
    let klotski = klotski_case();
    // Open, crowded, with unsolvable positions, and entirely unsolvable.
    let sets = [
        ([1, 0, 0, 0], 1),
        ([1, 0, 0, 1], 1),
        ([1, 6, 0, 2], 7),
        ([1, 5, 2, 0], 7),
        ([1, 7, 0, 0], 1),
        ([1, 1, 0, 2], 61),
        ([1, 2, 1, 0], 11),
        ([1, 0, 5, 4], 53),
    ];
    for (set, nth) in sets {
        for metric in Metric::ALL {
            check_counts(&klotski, &PieceSet::new(set), metric, nth);
        }
    }
}

#[test]
fn counts_of_the_classic_start_are_the_naive_ones() {
    let naive = Naive::klotski();
    let tables = Tables::of(&["1h4v4s"]);
    for (metric, distance) in START_DISTANCES {
        // Outwards from the start, over its whole component.
        let found = path_counts(&naive, [START], metric);
        assert_eq!(found.len(), 25_955);
        let goal_positions =
            || found.iter().filter(|(text, _)| naive.is_goal(text)).map(|(_, path)| path);
        let nearest = goal_positions().map(|&(distance, _)| distance).min().unwrap();
        assert_eq!(u64::from(nearest), distance);
        let count: u128 =
            goal_positions().filter(|path| path.0 == nearest).map(|path| path.1).sum();
        check_printed_count(&tables, &[START, "--metric", metric], metric, distance, count);
    }
}

/// Checks the output of `solve --count` in the three formats.
fn check_printed_count(tables: &Tables, what: &[&str], metric: &str, distance: u64, count: u128) {
    let solve = |format: &str| {
        tables.output(&[&["solve"], what, &["--count", "--format", format]].concat())
    };
    let printed = solve("text");
    assert_eq!(printed.lines().count(), 1, "{printed}");
    let ending = if distance == 1 { "" } else { "s" };
    assert!(printed.contains(&format!(": {distance} {metric} move{ending}; ")), "{printed}");
    let (_, printed_count) = printed.split_once("; ").unwrap();
    let (printed_count, noun) = printed_count.split_once(' ').unwrap();
    assert_eq!(noun, if count == 1 { "optimal solution\n" } else { "optimal solutions\n" });
    // Digits are grouped in thousands, and nothing else is.
    let groups: Vec<&str> = printed_count.split(',').collect();
    assert!(groups[1..].iter().all(|group| group.len() == 3), "{printed_count}");
    assert!((1..=3).contains(&groups[0].len()), "{printed_count}");
    assert_eq!(groups.concat(), count.to_string());

    let answer: Value = serde_json::from_str(&solve("json")).unwrap();
    assert_eq!(answer["solution_count"], count.to_string());
    assert_eq!(answer["distance"], distance);
    assert_eq!(answer["metric"], metric);
    assert_eq!(answer.get("solutions"), None);
    let row = csv_rows(&solve("csv")).remove(0);
    assert_eq!(row["solution_count"], count.to_string());
    assert_eq!((row["distance"].clone(), &row["metric"][..]), (distance.to_string(), metric));
    for key in ["position", "target"] {
        assert_eq!(row[key], answer.get(key).map_or("", |text| text.as_str().unwrap()));
    }
}

/// Seven small pieces are exchanged with one another and with the big piece.
#[test]
fn a_count_beyond_64_bits_is_printed_to_the_last_digit() {
    let [from, to] = ["SSBB/SSBB/SS../S.../....", "..../...S/..SS/BBSS/BBSS"];
    let (distance, count) = path_counts(&Naive::klotski(), [to], "unit")[from];
    assert!((u128::from(u64::MAX)..u128::MAX).contains(&count));
    let what = [from, "--to", to, "--metric", "unit"];
    check_printed_count(&Tables::none(), &what, "unit", distance.into(), count);
}

#[test]
fn visiting_ends_where_the_visitor_breaks() {
    let puzzle = klotski::puzzle();
    let start = puzzle.parse_position(START).unwrap();
    let search = search(&puzzle, &start.piece_set());
    let distances = to_goal(&search, Metric::Finger).remove(0);
    let paths = ShortestPaths::by_search(&search.spaces()[0], Metric::Finger, &distances);
    let mut all = Vec::new();
    let mut visit_some = |most: usize| {
        let mut some = Vec::new();
        let visit = |path: &[_]| {
            some.push(path.to_vec());
            if some.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        paths.for_each(&start, visit).unwrap();
        all.push(some);
    };
    [1, 2, 7, usize::MAX].into_iter().for_each(&mut visit_some);
    let whole = all.pop().unwrap();
    for (some, most) in all.into_iter().zip([1, 2, 7]) {
        assert_eq!(some, whole[..most]);
    }
    let count = paths.count(&start, Effort::UNLIMITED).unwrap();
    assert_eq!(Answer::Found(BigUint::from(whole.len())), count);
}

/// The solutions that `--all` lists, as the positions after each move, which are the same in three
/// formats; and their number according to the text.
fn listed(tables: &Tables, what: &[&str], limit: &[&str]) -> (Vec<Vec<String>>, String) {
    let solve = |format: &str| {
        tables.output(&[&["solve"], what, &["--all", "--format", format], limit].concat())
    };
    let answer: Value = serde_json::from_str(&solve("json")).unwrap();
    let positions = |path: &Value| -> Vec<String> {
        let moves = path.as_array().unwrap().iter();
        moves.map(|made| made["position"].as_str().unwrap().to_owned()).collect()
    };
    let listed: Vec<_> = answer["solutions"].as_array().unwrap().iter().map(positions).collect();

    let mut rows = csv_rows(&solve("csv")).into_iter();
    for (solution, path) in (1..).zip(answer["solutions"].as_array().unwrap()) {
        for (number, made) in (1..).zip(path.as_array().unwrap()) {
            let row = rows.next().expect("a row for every move");
            assert_eq!(row["solution"], solution.to_string());
            assert_eq!(row["move"], number.to_string());
            let place = |name: &str| {
                let number = |part| row[&format!("{name}_{part}")].parse::<u8>().unwrap();
                [number("column"), number("row")]
            };
            let row_move = json!({
                "shape": row["shape"], "from": place("from"), "to": place("to"),
                "position": row["position"],
            });
            assert_eq!(row_move, *made);
        }
    }
    assert_eq!(rows.next(), None);

    let printed = solve("text");
    let (heading, solutions) = printed.split_once('\n').unwrap();
    let (_, count) = heading.split_once("; ").unwrap();
    let count = count.split(' ').next().unwrap().replace(',', "");
    assert_eq!(answer["solution_count"], count);
    let start = answer["position"].as_str().unwrap();
    let printed_solutions: Vec<Vec<String>> = solutions
        .split("\nsolution ")
        .skip(1)
        .map(|block| {
            let moves = block.split_whitespace().skip(1);
            replay(start, moves)
        })
        .collect();
    assert_eq!(printed_solutions, listed);
    assert!(solutions.lines().all(|line| line.chars().count() <= 80), "{printed}");
    (listed, count)
}

/// The positions after moves in short notation: letter, column and row from 1, one arrow per cell.
fn replay<'t>(start: &str, moves: impl Iterator<Item = &'t str>) -> Vec<String> {
    let naive = Naive::klotski();
    let mut position = start.to_owned();
    let after = |made: &str| {
        let mut signs = made.chars();
        let letter = signs.next().unwrap();
        let arrows = signs.as_str().find(['←', '→', '↑', '↓']).expect("a path");
        let (place, path) = signs.as_str().split_at(arrows);
        let (column, row) = place.split_once(',').unwrap();
        let [column, row] = [column, row].map(|number| number.parse::<usize>().unwrap() - 1);
        let pieces = naive.pieces(&position);
        let moved = pieces.iter().find(|(l, cells)| *l == letter && cells[0] == (column, row));
        let mut cells = moved.unwrap_or_else(|| panic!("{made} in {position}")).1.clone();
        let mut grid: Vec<Vec<char>> =
            position.split('/').map(|row| row.chars().collect()).collect();
        cells.iter().for_each(|&(column, row)| grid[row][column] = '.');
        for arrow in path.chars() {
            for (column, row) in &mut cells {
                match arrow {
                    '←' => *column -= 1,
                    '→' => *column += 1,
                    '↑' => *row -= 1,
                    _ => *row += 1,
                }
            }
            let free = |&(column, row): &(usize, usize)| grid[row][column] == '.';
            assert!(cells.iter().all(free), "{made} in {position}");
        }
        cells.iter().for_each(|&(column, row)| grid[row][column] = letter);
        let rows: Vec<String> = grid.iter().map(|row| row.iter().collect()).collect();
        position = rows.join("/");
        position.clone()
    };
    moves.map(after).collect()
}

#[test]
fn listed_solutions_are_all_there_are() {
    let naive = Naive::klotski();
    let tables = Tables::none();
    let positions =
        ["..HH/BBHH/BBHH/HHHH/SSHH", ".SVS/VSVV/V.SV/BBVV/BBVV", "..../.S../.BBS/.BB./HH.."];
    let mut listed_whole = 0;
    for (position, metric) in positions.iter().flat_map(|p| METRICS.map(|m| (*p, m))) {
        let from_here = path_counts(&naive, [position], metric);
        let goal_positions =
            from_here.iter().filter(|(text, _)| naive.is_goal(text)).map(|(_, path)| *path);
        let goal_positions: Vec<(u32, u128)> = goal_positions.collect();
        let nearest = goal_positions.iter().map(|path| path.0).min().expect("solvable");
        let count: u128 =
            goal_positions.iter().filter(|path| path.0 == nearest).map(|path| path.1).sum();
        let what = [position, "--metric", metric];
        let few = usize::try_from(count.min(10)).unwrap();
        let (ten, printed_count) = listed(&tables, &what, &[]);
        assert_eq!(
            (ten.len(), printed_count),
            (few, count.to_string()),
            "the default limit is ten"
        );
        let (two, _) = listed(&tables, &what, &["--limit", "2"]);
        assert_eq!(two, ten[..few.min(2)]);
        if count > 5000 {
            continue;
        }
        listed_whole += 1;
        let (all, printed_count) = listed(&tables, &what, &["--limit", "0"]);
        assert_eq!(
            (all.len() as u128, printed_count),
            (count, count.to_string()),
            "{position} {metric}"
        );
        assert_eq!(listed(&tables, &what, &["--limit", "99999999"]).0, all);
        assert_eq!(all[..few], ten);
        assert_eq!(BTreeSet::from_iter(&all).len(), all.len(), "a solution is listed twice");
        for path in &all {
            assert_eq!(path.len() as u32, nearest);
            check_replay(&naive, position, path, metric);
            assert!(naive.is_goal(path.last().unwrap()));
        }
        // Without --all, the first solution is shown.
        let one = solution(&tables, &what);
        assert_eq!(one, all[0]);
    }
    assert!(listed_whole >= 6, "of nine only {listed_whole} were few enough");
}

/// Checks that each position follows from the previous one by one move.
fn check_replay(naive: &Naive, from: &str, after: &[String], metric: &str) {
    let mut at = from;
    for next in after {
        assert!(naive.neighbours(at, metric).contains(next), "{at} to {next} is no {metric} move");
        at = next;
    }
}

/// The positions of the single solution that `solve` prints as JSON.
fn solution(tables: &Tables, what: &[&str]) -> Vec<String> {
    let printed = tables.output(&[&["solve"], what, &["--format", "json"]].concat());
    let answer: Value = serde_json::from_str(&printed).unwrap();
    let moves = answer["moves"].as_array().unwrap();
    assert_eq!(answer["distance"], moves.len());
    moves.iter().map(|made| made["position"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_goal_position_has_one_solution_without_moves() {
    let at_goal = "VSSV/VHHV/VHHV/VBBV/.BB.";
    let tables = Tables::of(&["0h5v4s"]);
    let (solutions, count) = listed(&tables, &[at_goal], &[]);
    assert_eq!((solutions, &count[..]), (vec![vec![]], "1"));
    check_printed_count(&tables, &[at_goal], "finger", 0, 1);
    let error = tables.error(&["solve", STUCK, "--count"]);
    assert!(error.contains("cannot reach the goal"), "{error}");
}

/// Checks the distances from every position of a class to one of its positions.
fn check_towards(case: &Case, class: &Class, target: &Arrangement, metrics: &[Metric]) {
    let text = case.puzzle.position_text(target);
    let witness = |metric: &Metric| path_counts(&case.naive, [&text[..]], metric.name());
    let expected: Vec<_> = metrics.iter().map(witness).collect();
    for kernels in [Kernels::Native, Kernels::Portable] {
        let search =
            Search::new(&case.puzzle, class, Effort::UNLIMITED).expect("few enough positions");
        let search = search.with_kernels(kernels);
        for (metric, expected) in metrics.iter().zip(&expected) {
            let found = towards(&search, target, *metric, kernels == Kernels::Native);
            let mut reached = 0;
            for (space, distances) in search.spaces().iter().zip(&found) {
                assert_eq!(distances.len(), space.len());
                for (index, position) in (0..).zip(space.iter()) {
                    let text = case.puzzle.position_text(&position);
                    let known = expected.get(&text).map(|known| known.0);
                    assert_eq!(distances.get(index).map(u32::from), known, "{text} {metric}");
                    reached += usize::from(known.is_some());
                }
            }
            assert_eq!(reached, expected.len());
        }
    }
}

/// The same for some positions of each of some sets, searched together if possible.
fn check_targets(case: &Case, sets: &[Vec<u8>], targets: usize) {
    let sets: Vec<PieceSet> = sets.iter().map(|counts| PieceSet::new(counts.clone())).collect();
    for class in classes(&case.puzzle, &sets) {
        for set in class.piece_sets() {
            let space = crate::cases::space(&case.puzzle, set.counts());
            let apart = (space.len() as usize / targets).max(1);
            for target in space.iter().skip(apart / 2).step_by(apart) {
                check_towards(case, &class, &target, &Metric::ALL);
            }
        }
    }
}

#[test]
fn distances_towards_a_position_are_the_naive_ones() {
    let klotski = klotski_case();
    check_targets(&klotski, &[vec![1, 6, 0, 0], vec![1, 6, 0, 1], vec![1, 6, 0, 2]], 3);
    check_targets(&klotski, &[vec![1, 5, 2, 0], vec![1, 0, 0, 0], vec![1, 7, 0, 0]], 5);
    check_targets(&klotski, &[vec![1, 1, 0, 2]], 1);
    // Eight free cells, in cubes of several words.
    check_targets(&klotski, &[vec![1, 4, 0, 1], vec![1, 4, 0, 6]], 1);
}

/// If cubes would be far larger than the few fillings, small pieces are treated like any other.
#[test]
fn distances_towards_a_position_where_small_pieces_are_placed() {
    let shapes = [('B', "xx/xx"), ('S', "x")];
    let board = "....../....../....../....../....../......";
    let pieces = case(board, &shapes, &[('B', (2, 2)), ('S', (0, 0))]);
    check_targets(&pieces, &[vec![1, 0], vec![1, 1], vec![0, 2]], 3);
    let walled = case(
        "....#./....../.#..../....../....../...#..",
        &[('L', "x./xx"), ('H', "xx"), ('S', "x")],
        &[('L', (0, 0))],
    );
    check_targets(&walled, &[vec![1, 0, 1], vec![0, 1, 1]], 3);
}

#[test]
fn distances_towards_a_position_of_other_puzzles() {
    let shapes = [('J', ".x/.x/xx"), ('S', ".xx/xx."), ('R', "x./xx"), ('A', "x")];
    let odd = case("#...../....../...#../......", &shapes, &[('J', (5, 1)), ('R', (0, 2))]);
    check_targets(&odd, &[vec![1, 0, 1, 1], vec![1, 1, 1, 0]], 3);
    // Of two single-cell shapes, one is the filling.
    let singles = case("..../.#../....", &[('H', "xx"), ('A', "x"), ('C', "x")], &[('C', (3, 2))]);
    check_targets(&singles, &[vec![1, 1, 1], vec![1, 1, 4], vec![0, 2, 1]], 4);
    let whole = case("..../..../..#./....", &[('B', "xx/xx"), ('H', "xx")], &[('B', (0, 2))]);
    check_targets(&whole, &[vec![1, 2], vec![1, 1]], 3);
}

/// A ring of 18 cells with a siding: distances need two bytes.
#[test]
fn distances_towards_a_position_may_be_large() {
    let board = "........#/.######../........#";
    let case = case(board, &[('A', "x"), ('S', "x")], &[('A', (0, 0)), ('A', (1, 0))]);
    let set = PieceSet::new([2, 15]);
    let target = case.puzzle.parse_position("AASSSSSS#/S######S./SSSSSSS.#").unwrap();
    let class = &classes(&case.puzzle, std::slice::from_ref(&set))[0];
    check_towards(&case, class, &target, &[Metric::Unit]);
    let search = search(&case.puzzle, &set);
    let wide = towards(&search, &target, Metric::Unit, true).remove(0);
    assert_eq!(wide.width(), EntryWidth::Two);
}

#[test]
fn it_is_as_far_there_as_back() {
    let puzzle = klotski::puzzle();
    for (set, metric) in [
        ([1, 0, 5, 4], Metric::Unit),
        ([1, 1, 4, 4], Metric::Straight),
        ([1, 2, 3, 4], Metric::Finger),
    ] {
        let search = search(&puzzle, &PieceSet::new(set));
        let space = &search.spaces()[0];
        let places: Vec<u64> = (0..8).map(|nth| space.len() / 8 * nth + 5 * nth).collect();
        let distances: Vec<Distances> = places
            .iter()
            .map(|&index| towards(&search, &space.unrank(index), metric, true).remove(0))
            .collect();
        let between = |from: usize, to: usize| distances[to].get(places[from]);
        let mut connected = 0;
        for (a, b) in (0..8).flat_map(|a| (0..8).map(move |b| (a, b))) {
            assert_eq!(between(a, b), between(b, a));
            assert_eq!(between(a, b) == Some(0), a == b);
            for c in 0..8 {
                let (Some(first), Some(second)) = (between(a, b), between(b, c)) else { continue };
                assert!(between(a, c).is_some_and(|whole| whole <= first + second));
                connected += usize::from(a != b && b != c);
            }
        }
        assert!(connected > 0, "some of the positions reach one another");
    }
}

#[test]
fn an_observer_may_cancel_a_search_towards_a_position() {
    let puzzle = klotski::puzzle();
    let start = puzzle.parse_position(START).unwrap();
    let search = search(&puzzle, &start.piece_set());
    let reported = Mutex::new(Vec::new());
    let observer = |progress: Progress<'_>| {
        if let Progress::Done(positions) = progress {
            reported.lock().unwrap().push(positions);
        }
        ControlFlow::Continue(())
    };
    let effort = Effort { observer: &observer, ..Effort::UNLIMITED };
    let whole = search.run_towards(&start, Metric::Unit, true, effort);
    assert!(whole.is_ok());
    let mut reported = reported.into_inner().unwrap();
    assert_eq!(
        reported.pop(),
        Some(65_880 - 25_955),
        "the unreachable positions are reported last"
    );
    assert_eq!(reported.iter().sum::<u64>(), 25_955);

    let levels = AtomicU64::new(0);
    let observer = |_: Progress<'_>| match levels.fetch_add(1, Relaxed) {
        3 => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    };
    let effort = Effort { observer: &observer, ..Effort::UNLIMITED };
    let stopped = search.run_towards(&start, Metric::Unit, true, effort);
    assert_eq!(stopped, Err(SearchError::Cancelled(Cancelled)));
    assert_eq!(levels.into_inner(), 4);
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 150,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn random_puzzles_have_the_naive_solutions(plan in plans(), nth in any::<prop::sample::Index>()) {
        let (case, set) = plan.case(1000);
        for metric in Metric::ALL {
            check_counts(&case, &set, metric, 23);
        }
        let space = crate::cases::space(&case.puzzle, set.counts());
        if !space.is_empty() {
            let target = space.unrank(nth.index(space.len() as usize) as u64);
            let class = &classes(&case.puzzle, &[set])[0];
            check_towards(&case, class, &target, &Metric::ALL);
        }
    }
}

#[test]
fn the_path_to_another_position_is_a_shortest_one() {
    let naive = Naive::klotski();
    let tables = Tables::none();
    for metric in METRICS {
        let found = path_counts(&naive, [START], metric);
        let mut targets: Vec<&String> = found.keys().collect();
        targets.sort();
        // Some arbitrary positions, a goal position, the farthest, and the start itself.
        let mut some: Vec<&str> = targets.iter().step_by(9000).map(|target| &target[..]).collect();
        some.extend(targets.iter().find(|target| naive.is_goal(target)).map(|target| &target[..]));
        some.extend(targets.iter().max_by_key(|target| found[**target].0).map(|t| &t[..]));
        some.push(START);
        for target in some {
            let (distance, count) = found[target];
            let what = ["--from", START, "--to", target, "--metric", metric];
            let after = solution(&tables, &what);
            assert_eq!(after.len() as u32, distance, "{target} {metric}");
            check_replay(&naive, START, &after, metric);
            assert_eq!(after.last().map_or(START, |last| last), target);
            check_printed_count(&tables, &what, metric, distance.into(), count);
            // The way back is equally long.
            let back = solution(&tables, &[target, "--to", START, "--metric", metric]);
            assert_eq!(back.len() as u32, distance);
        }
    }
    assert!(tables.names().is_empty(), "nothing was built");
}

#[test]
fn both_ends_of_a_path_may_have_any_notation() {
    let tables = Tables::none();
    let target = "VBBV/VBBV/VHHV/VSSV/.SS.";
    let wanted = tables.output(&["solve", "--from", START, "--to", target]);
    assert!(wanted.starts_with(&format!("{START} to {target}: 2 finger moves\n")), "{wanted}");
    for from in [START, "橫刀立馬", "heng-dao-li-ma", "HAAI/HAAI/JBBK/JNOK/P..Q"] {
        assert_eq!(tables.output(&["solve", from, "--to", target]), wanted);
        assert_eq!(tables.output(&["solve", "--from", from, "--to", target]), wanted);
    }
    let named = tables.output(&["solve", target, "--to", "heng-dao-li-ma", "--format", "csv"]);
    let rows = csv_rows(&named);
    assert_eq!(rows.iter().map(|row| &row["move"][..]).collect::<Vec<_>>(), ["1", "2"]);
    assert_eq!(rows[1]["position"], START);
    let (solutions, count) = listed(&tables, &[START, "--to", target], &["--limit", "0"]);
    // Either of the two small pieces moves first.
    assert_eq!((solutions.len(), &count[..]), (2, "2"));
    let still = tables.output(&["solve", START, "--to", "橫刀立馬"]);
    assert!(still.starts_with(&format!("{START} to {START}: 0 finger moves\n")), "{still}");
}

#[test]
fn there_is_no_path_to_another_component_or_to_other_pieces() {
    let tables = Tables::none();
    let naive = Naive::klotski();
    let reached = path_counts(&naive, [START], "unit");
    let all = naive.arrangements(&[1, 1, 4, 4]);
    let other = all.iter().find(|text| !reached.contains_key(*text)).expect("897 components");
    for (from, to) in [(START, &other[..]), (other, START)] {
        for mode in [&[][..], &["--count"], &["--all"]] {
            let error = tables.error(&[&["solve", "--quiet", from, "--to", to], mode].concat());
            assert!(error.contains("different components"), "{error}");
            assert!(error.contains(from) && error.contains(to), "{error}");
        }
    }
    let error = tables.error(&["solve", "--from", START, "--to", STUCK]);
    assert!(error.contains("different pieces, 1h4v4s and 0h5v4s"), "{error}");
    let json = tables.output(&["solve", START, "--to", STUCK, "--format", "json"]);
    let [answer] = &json_rows(&json)[..] else { panic!("one answer") };
    assert_eq!((&answer["verdict"], &answer["target"]), (&"unsolvable".into(), &STUCK.into()));
    // An unsolvable position is a valid target, too.
    let moved = naive.neighbours(STUCK, "finger").pop_first().unwrap();
    assert_eq!(solution(&tables, &[STUCK, "--to", &moved]), [moved]);
    for bad in ["VBBV/VBBV/VHHV/VSSV/S..X", "no-such-name"] {
        tables.error(&["solve", START, "--to", bad]);
        tables.error(&["solve", "--from", bad, "--to", START]);
    }
}

#[test]
fn arguments_that_contradict_one_another_are_explained() {
    let tables = Tables::none();
    let cases: [(&[&str], &str); 10] = [
        (&["--to", START], "POSITION"),
        (&[START, "--from", START, "--to", START], "cannot be used with"),
        (&[START, "--all", "--count"], "cannot be used with"),
        (&[START, "--count", "--limit", "3"], "cannot be used with"),
        (&[START, "--all", "--limit", "-1"], "'-1'"),
        (&[START, "--all", "--limit", "many"], "'many' for '--limit <N>': write a whole number"),
        (&[START, "--all", "--limit", "99999999999999999999"], "the number is too large"),
        (&[START, "--count", "--animate", "a.svg"], "cannot be used with"),
        (&[START, "--animate", "a.png"], "must end in .svg"),
        (&[START, "--animate", "svg"], "must end in .svg"),
    ];
    for (arguments, wanted) in cases {
        let run = tables.run(&["solve"]).args(arguments).assert().code(2).stdout("");
        run.stderr(contains(wanted).and(contains("panicked").not()));
    }
    assert!(tables.names().is_empty());
}

/// A point of a picture: columns and rows of pixels.
type Point = (i32, i32);

/// A piece of an animated picture: the class of its shape, and its corner from each point in time on.
#[derive(Debug)]
struct Mover {
    class: String,
    track: Vec<(f64, Point)>,
}

/// The text between two texts, after the first occurrence of the first.
fn between<'t>(text: &'t str, before: &str, after: &str) -> Option<&'t str> {
    Some(text.split_once(before)?.1.split_once(after)?.0)
}

/// Parses `30px,130px`.
fn point(text: &str) -> Point {
    let pixels = |text: &str| text.trim_end_matches("px").parse().expect("a number of pixels");
    let (x, y) = text.split_once(',').expect("two numbers");
    (pixels(x), pixels(y))
}

/// The steps of an animation.
fn keyframes(svg: &str, name: &str) -> Vec<(f64, Point)> {
    let steps = between(svg, &format!("@keyframes {name}{{"), "}}").unwrap_or_default();
    let step = |step: &str| {
        let (percent, place) = step.split_once("%{transform:translate(").expect("a step");
        (percent.parse().expect("a number"), point(place.trim_end_matches(')')))
    };
    steps.split_terminator('}').map(step).collect()
}

/// The pieces of an animated picture, each a group of its own.
fn movers(svg: &str) -> Vec<Mover> {
    let groups = svg.split("<g class=\"p\" ").skip(1).enumerate();
    let mover = |(number, group): (usize, &str)| {
        assert_eq!(between(group, "id=\"", "\""), Some(&format!("p{number}")[..]));
        let home = point(between(group, "style=\"transform:translate(", ")\"").expect("a place"));
        let mut track = keyframes(svg, &format!("k{number}"));
        assert!(track.is_sorted_by(|a, b| a.0 <= b.0), "{track:?}");
        let moves = svg.contains(&format!("#p{number}{{animation-name:k{number}}}"));
        assert_eq!(moves, !track.is_empty());
        match (track.first(), track.last()) {
            (Some(first), Some(last)) => assert_eq!((*first, last.0), ((0.0, home), 100.0)),
            _ => track.push((0.0, home)),
        }
        Mover { class: between(group, "<path class=\"", "\"").expect("a shape").to_owned(), track }
    };
    groups.map(mover).collect()
}

/// Every piece of a position in a picture: the class of its shape, and its top left corner.
fn corners(naive: &Naive, text: &str) -> Vec<(String, Point)> {
    let class = |letter| naive.shapes.iter().position(|shape| shape.0 == letter).unwrap();
    let corner = |cells: &[(usize, usize)]| {
        let left = cells.iter().map(|cell| cell.0).min().unwrap();
        let top = cells.iter().map(|cell| cell.1).min().unwrap();
        // A margin of 30, and 100 per cell.
        (30 + 100 * left as i32, 30 + 100 * top as i32)
    };
    let pieces = naive.pieces(text).into_iter();
    let mut corners: Vec<_> =
        pieces.map(|(letter, cells)| (format!("s{}", class(letter)), corner(&cells))).collect();
    corners.sort();
    corners
}

/// Checks that a picture shows some positions in sequence and ends with the last.
fn check_picture(naive: &Naive, svg: &str, positions: &[&str]) {
    let movers = movers(svg);
    let standing = |time: f64| {
        let at = |mover: &Mover| {
            let last = mover.track.iter().rev().find(|step| step.0 <= time).unwrap();
            (mover.class.clone(), last.1)
        };
        let mut standing: Vec<_> = movers.iter().map(at).collect();
        standing.sort();
        standing
    };
    // The counter below the board advances when a move begins; the previous move has ended by then.
    let mut beginnings = keyframes(svg, "n");
    let end = beginnings.pop().expect("an end");
    assert_eq!(end.0, 100.0);
    assert_eq!(beginnings.len(), positions.len(), "one for every move, and the start");
    for ((time, _), position) in beginnings[1..].iter().zip(positions) {
        assert_eq!(standing(*time), corners(naive, position), "at {time}%");
    }
    assert_eq!(standing(0.0), corners(naive, positions[0]));
    assert_eq!(standing(100.0), corners(naive, positions.last().unwrap()));
    let numbers = svg.split("<text ").skip(1).map(|text| between(text, ">", "<").unwrap().trim());
    let moves = positions.len() - 1;
    assert!(numbers.eq((0..=moves).map(|number| format!("{number} / {moves}"))));
}

/// The names in a directory, including hidden ones.
fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).expect("the directory exists");
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn moving_pictures_show_the_solution() {
    let naive = Naive::klotski();
    let tables = Tables::of(&["1h4v4s"]);
    let pictures = tempfile::tempdir().unwrap();
    let file = pictures.path().join("a solution.SVG");
    let path = file.to_str().unwrap();
    let others = ["VSSV/VHHV/VHHV/VBBV/.BB.", "VBBV/VBBV/VSSV/VHHV/S..S"];
    for metric in METRICS {
        for what in [&[START][..], &[others[0]], &[START, "--to", others[1]]] {
            let what = [what, &["--metric", metric]].concat();
            let plain = tables.output(&[&["solve"][..], &what].concat());
            let arguments = [&["solve"], &what[..], &["--animate", path]].concat();
            // Replaces an existing file.
            let run = tables.run(&arguments).assert().success().stdout(plain);
            run.stderr(contains(format!("wrote {path}")));
            let svg = fs::read_to_string(&file).unwrap();
            let after = solution(&tables, &what);
            let positions: Vec<&str> =
                [what[0]].into_iter().chain(after.iter().map(|text| &text[..])).collect();
            check_picture(&naive, &svg, &positions);
            // With reduced motion, the picture shows the start; so does that of `query`.
            assert!(
                svg.contains("@media(prefers-reduced-motion:reduce){.p,.n,.bar{animation:none}}")
            );
            let puzzle = klotski::puzzle();
            let read = notation::read(&puzzle, &svg).unwrap();
            assert_eq!(puzzle.position_text(&read), what[0]);
        }
    }
    // The first of several solutions is drawn; with --quiet there is no message.
    let arguments = ["--quiet", "solve", START, "--all", "--animate", path];
    tables.run(&arguments).assert().success().stderr("");
    let first = listed(&tables, &[START], &["--limit", "1"]).0.remove(0);
    let positions: Vec<&str> =
        [START].into_iter().chain(first.iter().map(|text| &text[..])).collect();
    check_picture(&naive, &fs::read_to_string(&file).unwrap(), &positions);
    assert_eq!(names(pictures.path()), ["a solution.SVG"]);
}

#[test]
fn moving_pictures_of_other_puzzles() {
    // The first cell of J in reading order is not in its leftmost column.
    let shapes = [('J', ".x/.x/xx"), ('S', ".xx/xx."), ('R', "x./xx"), ('A', "x")];
    let odd = case("#...../....../...#../......", &shapes, &[('J', (5, 1)), ('R', (0, 2))]);
    let search = search(&odd.puzzle, &PieceSet::new([1, 0, 1, 2]));
    for metric in Metric::ALL {
        let distances = to_goal(&search, metric).remove(0);
        let space = &search.spaces()[0];
        let paths = ShortestPaths::by_search(space, metric, &distances);
        let farthest = (0..space.len()).max_by_key(|&index| distances.get(index)).unwrap();
        let mut position = space.unrank(farthest);
        let moves = paths.first(&position).unwrap().known().unwrap().expect("solvable");
        assert!(moves.iter().any(|made| odd.puzzle.shapes()[made.shape].letter() == 'J'));
        let svg = animation::draw(&odd.puzzle, &position, &moves);
        let mut texts = vec![odd.puzzle.position_text(&position)];
        for made in &moves {
            position = made.apply(&position);
            texts.push(odd.puzzle.position_text(&position));
        }
        check_picture(&odd.naive, &svg, &Vec::from_iter(texts.iter().map(|text| &text[..])));
    }
}

#[test]
fn pictures_that_cannot_be_written_leave_nothing_behind() {
    let tables = Tables::of(&["1h4v4s", "0h5v4s"]);
    let pictures = tempfile::tempdir().unwrap();
    let [directory, missing, below] =
        ["directory.svg", "missing/a.svg", "file/a.svg"].map(|name| pictures.path().join(name));
    fs::create_dir(&directory).unwrap();
    fs::write(pictures.path().join("file"), "something else").unwrap();
    for path in [&directory, &missing, &below] {
        let path = path.to_str().unwrap();
        let error = tables.error(&["solve", START, "--animate", path]);
        assert!(error.contains(&format!("cannot write {path}")), "{error}");
        assert!(!error.contains(".huarong-picture-"), "a name that nobody gave: {error}");
    }
    // Without a solution there is no picture.
    let nothing = pictures.path().join("nothing.svg");
    tables.error(&["solve", STUCK, "--animate", nothing.to_str().unwrap()]);
    assert_eq!(names(pictures.path()), ["directory.svg", "file"]);
    assert!(names(&directory).is_empty());
    assert_eq!(fs::read_to_string(pictures.path().join("file")).unwrap(), "something else");
}

/// A path without a directory is in the working directory.
#[test]
fn pictures_are_written_into_the_working_directory() {
    let tables = Tables::of(&["1h4v4s"]);
    let pictures = tempfile::tempdir().unwrap();
    let mut command = huarong();
    command.current_dir(pictures.path()).arg("--data-dir").arg(tables.path());
    let run = command.args(["solve", START, "--animate", "here.svg"]).assert().success();
    assert!(text(&run.get_output().stderr).contains("wrote here.svg"));
    assert_eq!(names(pictures.path()), ["here.svg"]);
}
