//! Searches from one position, against the naive witness and against the tables' search.

use crate::cases::{Case, case, klotski_case, plans, space};
use crate::common::{START, STUCK};
use huarong::{Options, Oracle};
use huarong_core::effort::{Effort, Progress};
use huarong_core::grid::Board;
use huarong_core::rules::{Arrangement, Goal, Metric, PieceMove, Puzzle, Shape};
use huarong_core::space::Space;
use huarong_oracle::analysis::{Answer, ShortestPaths};
use huarong_search::{Component, ComponentDistances, ComponentError, Search, Until, classes, meet};
use proptest::prelude::*;
use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The number of moves in which the witness reaches every position from one.
fn reached_by_witness(case: &Case, start: &str, metric: Metric) -> BTreeMap<String, u16> {
    let mut reached = BTreeMap::from([(start.to_owned(), 0)]);
    let mut frontier = vec![start.to_owned()];
    for moves in 1.. {
        let mut next = Vec::new();
        for text in &frontier {
            for after in case.naive.neighbours(text, metric.name()) {
                if !reached.contains_key(&after) {
                    reached.insert(after.clone(), moves);
                    next.push(after);
                }
            }
        }
        if next.is_empty() {
            break;
        }
        frontier = next;
    }
    reached
}

/// For a position off its optimal solutions, a kept solver answers "unknown", never "unsolvable".
#[test]
fn a_kept_solver_distinguishes_unknown_from_unreachable() {
    let case = klotski_case();
    let puzzle = &case.puzzle;
    for (start, plies) in [(START, 6), ("S.../BB../BB../..../...S", 4)] {
        let start = puzzle.parse_position(start).unwrap();
        let class = &classes(puzzle, &[start.piece_set()])[0];
        let search = Search::new(puzzle, class, Effort::UNLIMITED).unwrap();
        for metric in Metric::ALL {
            let all = search.run(metric, true, Effort::UNLIMITED).unwrap().remove(0);
            let own = huarong::Position::new(puzzle, start.clone()).unwrap();
            let oracle = Oracle::solve_with(&own, &Options::new().metrics(&[metric])).unwrap();
            let kept = ShortestPaths::by_oracle(&oracle, metric).expect("it is solvable");
            let component = explore(&case, &start, metric, Until::Goal);
            let paths =
                component.shortest_paths_to_goal(Effort::UNLIMITED).unwrap().expect("the same");
            let paths = distances(paths);
            let mut near = vec![start.clone()];
            let mut seen: HashSet<Arrangement> = near.iter().cloned().collect();
            for _ in 0..plies {
                let after = near.iter().flat_map(|position| {
                    let moves = puzzle.moves(position, Metric::Finger);
                    moves.into_iter().map(|made| made.apply(position)).collect::<Vec<_>>()
                });
                near = after.filter(|position| seen.insert(position.clone())).collect();
            }
            let mut unknown = [0; 2];
            for position in &seen {
                let index = search.spaces()[0].rank(position).unwrap();
                let truth =
                    all.get(index).expect("moves are reversible, so every position is solvable");
                for (paths, unknown) in [kept, ShortestPaths::back(&paths)].iter().zip(&mut unknown)
                {
                    match paths.distance(position).unwrap() {
                        Answer::Found(found) => {
                            assert_eq!(found, truth);
                            let first = paths.first(position).unwrap().known().unwrap().unwrap();
                            assert_eq!(first.len(), usize::from(truth));
                        }
                        Answer::Unknown => {
                            *unknown += 1;
                            assert_eq!(
                                paths.count(position, Effort::UNLIMITED).unwrap(),
                                Answer::Unknown
                            );
                            assert!(paths.first(position).unwrap().known().is_err());
                        }
                        Answer::Unreachable => panic!("{position:?} is solvable"),
                    }
                }
            }
            // The optimal solutions alone leave out most positions.
            assert!(unknown[1] > seen.len() / 4, "{unknown:?} of {}", seen.len());
        }
    }
}

/// If the whole component was searched, every other position is unreachable.
#[test]
fn a_whole_component_knows_what_cannot_be_reached() {
    let case = klotski_case();
    let puzzle = &case.puzzle;
    let [start, stuck] = [START, STUCK].map(|text| puzzle.parse_position(text).unwrap());
    let component = explore(&case, &stuck, Metric::Finger, Until::All);
    assert!(component.is_whole());
    let component = distances(component);
    let back = ShortestPaths::back(&component);
    assert_eq!(back.distance(&stuck).unwrap(), Answer::Found(0));
    // The big piece can never leave this layout.
    let space = Space::new(puzzle, &stuck.piece_set()).unwrap();
    let out = space.iter().find(|position| puzzle.goal().is_satisfied_by(position)).unwrap();
    assert_eq!(back.distance(&out).unwrap(), Answer::Unreachable);
    let part = explore(&case, &start, Metric::Finger, Until::Reached(10));
    assert!(!part.is_whole());
    let far = puzzle.parse_position("V..V/VSSV/VHHV/VBBV/SBBS").unwrap();
    let part = distances(part);
    assert_eq!(ShortestPaths::back(&part).distance(&far).unwrap(), Answer::Unknown);
    // Distances of a space: a position with other pieces is not in it.
    let class = &classes(puzzle, &[start.piece_set()])[0];
    let search = Search::new(puzzle, class, Effort::UNLIMITED).unwrap();
    let all = search.run(Metric::Finger, true, Effort::UNLIMITED).unwrap().remove(0);
    let paths = ShortestPaths::by_search(&search.spaces()[0], Metric::Finger, &all);
    assert_eq!(paths.distance(&stuck).unwrap(), Answer::Unknown);
    assert_eq!(paths.first(&start).unwrap().map(|path| path.len()), Answer::Found(81));
}

fn explore(case: &Case, start: &Arrangement, metric: Metric, until: Until<'_>) -> Component {
    Component::explore(&case.puzzle, start, metric, until, Effort::UNLIMITED).expect("it is small")
}

fn distances(component: Component) -> ComponentDistances {
    component.into_distances(Effort::UNLIMITED).expect("it is small")
}

/// Checks all positions reachable from a position, and the shortest path to its nearest goal
/// position.
fn check_from(case: &Case, start: &Arrangement) {
    let start_text = case.puzzle.position_text(start);
    for metric in Metric::ALL {
        let expected = reached_by_witness(case, &start_text, metric);
        let component = explore(case, start, metric, Until::All);
        assert_eq!(component.len(), expected.len() as u64, "{start_text} {metric}");
        let found = component.levels();
        let component = distances(component);
        let mut levels = BTreeMap::new();
        for (text, &moves) in &expected {
            let position = case.puzzle.parse_position(text).unwrap();
            assert_eq!(
                component.distance(&position),
                Some(moves),
                "{start_text} to {text} {metric}"
            );
            *levels.entry(moves).or_insert(0u64) += 1;
        }
        assert_eq!(found, levels.into_values().collect::<Vec<_>>());

        let goal_positions = expected.iter().filter(|(text, _)| case.naive.is_goal(text));
        let nearest = goal_positions.map(|(_, &moves)| moves).min();
        let solved = explore(case, start, metric, Until::Goal);
        assert_eq!(solved.found().is_some(), nearest.is_some(), "{start_text} {metric}");
        if let Some(end) = solved.found() {
            assert!(case.naive.is_goal(&case.puzzle.position_text(end)));
            let moves = solved.path_to(end).expect("it was reached");
            assert_eq!(moves.len(), usize::from(nearest.unwrap()));
            check_path(case, start, &moves, end, metric);
        }
    }
}

/// Checks that all moves are legal according to the witness, and that they lead from one position
/// to another.
fn check_path(
    case: &Case,
    start: &Arrangement,
    path: &[PieceMove],
    end: &Arrangement,
    metric: Metric,
) {
    let mut at = start.clone();
    for made in path {
        let before = case.puzzle.position_text(&at);
        at = made.apply(&at);
        let after = case.puzzle.position_text(&at);
        assert!(case.naive.neighbours(&before, metric.name()).contains(&after));
    }
    assert_eq!(&at, end);
}

/// Checks the shortest path between two positions, searched from both ends.
fn check_meeting(case: &Case, start: &Arrangement, end: &Arrangement) {
    let [start_text, end_text] = [start, end].map(|end| case.puzzle.position_text(end));
    for metric in Metric::ALL {
        let expected = reached_by_witness(case, &start_text, metric).get(&end_text).copied();
        let path = meet(&case.puzzle, start, end, metric, Effort::UNLIMITED).expect("it is small");
        let moves = path.as_ref().map(|path| path.len() as u16);
        assert_eq!(moves, expected, "{start_text} to {end_text} {metric}");
        if let Some(path) = path {
            check_path(case, start, &path, end, metric);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn random_puzzles_are_reached_as_the_witness_reaches_them(
        plan in plans(),
        first in any::<prop::sample::Index>(),
        last in any::<prop::sample::Index>(),
    ) {
        let (case, set) = plan.case(2000);
        let space = space(&case.puzzle, set.counts());
        if !space.is_empty() {
            let [start, end] = [first, last]
                .map(|index| space.unrank(index.index(space.len() as usize) as u64));
            check_from(&case, &start);
            check_meeting(&case, &start, &end);
        }
    }
}

/// Many pieces on few places are encoded as one bit per place, few pieces on many places as a place
/// per piece. A position takes one word, two, four or eight.
#[test]
fn positions_of_any_number_of_words() {
    let wide = |row: &str| case(&[row; 2].join("/"), &[('A', "x"), ('B', "xx")], &[('A', (0, 0))]);
    for (width, singles, dominoes) in [(4, 6, 0), (20, 37, 1), (40, 1, 39), (60, 0, 59)] {
        let case = wide(&".".repeat(width));
        let mut grid = vec![b'.'; 2 * width];
        let mut cells = grid.chunks_mut(2);
        cells.by_ref().take(dominoes).for_each(|domino| domino.fill(b'B'));
        cells.flatten().take(singles).for_each(|single| *single = b'A');
        let text = grid.chunks(width).map(|row| String::from_utf8(row.to_vec()).unwrap());
        let start = case.puzzle.parse_position(&text.collect::<Vec<_>>().join("/")).unwrap();
        check_from(&case, &start);
    }
}

/// Moves on boards with one or two empty cells are looked up, once a level has 128 positions.
#[test]
fn positions_with_few_empty_cells() {
    let dominoes = [('A', "x"), ('B', "xx"), ('C', "x/x")];
    let singles = ['A', 'B', 'C', 'D'].map(|sign| (sign, "x"));
    let rows = [
        (&dominoes[..], "..../..../..../.#..", "BBCA/BBCA/AAAA/A#.."),
        (&singles[..], ".../.../...", "AAA/BBB/CD."),
    ];
    for (shapes, board, start) in rows {
        let case = case(board, shapes, &[('A', (0, 0))]);
        let start = case.puzzle.parse_position(start).unwrap();
        let widths = explore(&case, &start, Metric::Unit, Until::All).levels();
        assert!(widths.iter().any(|&width| width >= 128), "{widths:?}");
        check_from(&case, &start);
    }
}

/// A search from the classic start agrees with the whole tables.
#[test]
fn the_classic_start_has_the_published_figures() {
    let case = klotski_case();
    let start = case.puzzle.parse_position(START).unwrap();
    for (metric, distance) in Metric::ALL.into_iter().zip([116, 90, 81]) {
        assert_eq!(explore(&case, &start, metric, Until::All).len(), 25_955);
        let solved = explore(&case, &start, metric, Until::Goal);
        assert_eq!(solved.path_to(solved.found().unwrap()).unwrap().len(), distance);
    }
}

#[test]
fn a_path_between_two_positions() {
    let case = klotski_case();
    let [start, end, apart] = [START, "VBBV/VBBV/SHHS/VSSV/V..V", "SBBS/SBBS/VSSV/VSSV/S..S"]
        .map(|text| case.puzzle.parse_position(text).unwrap());
    let found = explore(&case, &start, Metric::Finger, Until::At(&end));
    assert_eq!(found.found(), Some(&end));
    assert_eq!(distances(found).distance(&end), Some(22));
    let path = |end| meet(&case.puzzle, &start, end, Metric::Finger, Effort::UNLIMITED).unwrap();
    assert_eq!(path(&end).map(|path| path.len()), Some(22));
    assert_eq!(path(&start), Some(Vec::new()));
    assert_eq!(path(&apart), None);
    // The position has other pieces.
    let none = explore(&case, &start, Metric::Finger, Until::At(&apart));
    assert_eq!((none.found(), none.len()), (None, 25_955));
    assert_eq!(none.path_to(&apart), None);
    assert_eq!(distances(none).distance(&apart), None);
}

#[test]
fn a_search_ends_when_it_is_cancelled_or_exceeds_the_memory_limit() {
    let case = klotski_case();
    let start = case.puzzle.parse_position(START).unwrap();
    let explore = |effort: Effort<'_>| {
        Component::explore(&case.puzzle, &start, Metric::Finger, Until::All, effort).unwrap_err()
    };
    let stop = |progress: Progress<'_>| match progress {
        Progress::Done(_) => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    };
    let stopped = explore(Effort { observer: &stop, ..Effort::UNLIMITED });
    assert!(matches!(stopped, ComponentError::Cancelled(_)), "{stopped}");
    let full = explore(Effort { memory: 60_000, ..Effort::UNLIMITED });
    let ComponentError::Memory { reached, moves, allowed: 60_000 } = full else { panic!("{full}") };
    assert!((1..25_955).contains(&reached) && moves > 0, "{full}");
}

/// A search from both ends reaches far fewer positions than a search from one end, and needs no
/// more memory.
#[test]
fn a_search_from_both_ends_ends_when_it_is_cancelled_or_exceeds_the_memory_limit() {
    let case = klotski_case();
    let start = case.puzzle.parse_position(START).unwrap();
    let solved = explore(&case, &start, Metric::Finger, Until::Goal);
    let end = solved.found().unwrap();
    let reached = AtomicU64::new(0);
    let count = |progress: Progress<'_>| {
        if let Progress::Done(units) = progress {
            reached.fetch_add(units, Relaxed);
        }
        ControlFlow::Continue(())
    };
    let search = |effort| meet(&case.puzzle, &start, end, Metric::Finger, effort);
    let path = search(Effort { observer: &count, ..Effort::UNLIMITED }).unwrap().unwrap();
    check_path(&case, &start, &path, end, Metric::Finger);
    assert_eq!(path.len(), 81);
    assert!((81..solved.len()).contains(&reached.load(Relaxed)));

    let stop = |_: Progress<'_>| ControlFlow::Break(());
    let stopped = search(Effort { observer: &stop, ..Effort::UNLIMITED }).unwrap_err();
    assert!(matches!(stopped.reason, ComponentError::Cancelled(_)), "{stopped}");
    assert_eq!(stopped.at_least, 1);
    let full = search(Effort { memory: 40_000, ..Effort::UNLIMITED }).unwrap_err();
    assert!(matches!(full.reason, ComponentError::Memory { moves: 1..81, .. }), "{full}");
    assert!((20..=81).contains(&full.at_least), "{}", full.at_least);
}

fn eight_puzzle() -> (Puzzle, Arrangement) {
    let letters = 'A'..='H';
    let tiles = letters.map(|letter| Shape::rectangle(letter, letter, 1, 1).unwrap()).collect();
    let board = Board::new(3, 3, []).unwrap();
    let puzzle = Puzzle::new(board, tiles, Goal::new([(7, 0), (6, 3), (5, 2)])).unwrap();
    let start = puzzle.parse_position("ABC/DEF/GH.").unwrap();
    (puzzle, start)
}

/// The 8-puzzle has levels wide enough for several threads. The number of positions at each
/// distance from a start with the blank in a corner is published: <https://oeis.org/A089473>.
#[test]
#[ignore = "long: 181,440 positions"]
fn the_8_puzzle_has_the_published_levels() {
    let (puzzle, start) = eight_puzzle();
    let expected = [
        1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529,
        10878, 16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
    ];
    let explore = |until| {
        Component::explore(&puzzle, &start, Metric::Unit, until, Effort::UNLIMITED).unwrap()
    };
    let whole = explore(Until::All);
    assert_eq!(whole.levels(), expected);
    let known = explore(Until::All).into_distances(Effort::UNLIMITED).unwrap();
    assert_eq!(known.len(), whole.len());
    // Distances and paths, in a sample, and from both ends.
    let space = space(&puzzle, &[1; 8]);
    let mut reached = 0;
    for index in (0..space.len()).step_by(3571) {
        let end = space.unrank(index);
        let moves = known.distance(&end);
        let paths = [
            known.path_to(&end),
            whole.path_to(&end),
            meet(&puzzle, &start, &end, Metric::Unit, Effort::UNLIMITED).unwrap(),
        ];
        for path in paths {
            assert_eq!(path.as_ref().map(|path| path.len() as u16), moves);
            let last = path.map(|path| path.iter().fold(start.clone(), |at, made| made.apply(&at)));
            assert!(last.is_none_or(|last| last == end));
        }
        reached += u64::from(moves.is_some());
    }
    // Half of all positions are reachable.
    assert!((30..70).contains(&reached), "{reached}");
    let solved = explore(Until::Goal);
    let depth = solved.levels().len();
    assert!(depth > 14 && solved.levels() == expected[..depth], "{depth} levels");
    assert!(puzzle.goal().is_satisfied_by(solved.found().unwrap()));
}

/// The order of positions, and so the result, is the same for any number of threads. Levels are
/// wide enough for several threads.
#[test]
fn threads_do_not_matter() {
    let (puzzle, start) = eight_puzzle();
    let ends = [1, 2, 5].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let until = Until::Goal;
            let effort = Effort::UNLIMITED;
            let solved = Component::explore(&puzzle, &start, Metric::Unit, until, effort).unwrap();
            let end = solved.found().unwrap().clone();
            let path = meet(&puzzle, &start, &end, Metric::Unit, effort).unwrap().unwrap();
            let memory = Effort { memory: 1_000_000, ..effort };
            let whole = Component::explore(&puzzle, &start, Metric::Unit, Until::All, memory);
            let full = whole.map(|whole| whole.len()).unwrap_err();
            assert!(matches!(full, ComponentError::Memory { .. }), "{full}");
            assert!(solved.levels().iter().any(|&width| width > 2000));
            (end, path, full)
        })
    });
    assert!(ends.iter().all(|end| *end == ends[0]));
}
