//! Searches from one position, against the naive witness and against the tables' search.

use crate::cases::{Case, case, klotski_case, plans, space};
use crate::common::START;
use huarong::effort::{Effort, Progress};
use huarong::sliding::rules::{Metric, Position};
use huarong::sliding::search::{Component, ComponentError, Until};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// In how many moves the witness reaches every position from one.
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

fn explore<'p>(
    case: &'p Case,
    start: &Position,
    metric: Metric,
    until: Until<'_>,
) -> Component<'p> {
    Component::explore(&case.puzzle, start, metric, until, Effort::UNLIMITED).expect("it is small")
}

/// Checks everything that is reached from a position, and the shortest way to its nearest win.
fn check_from(case: &Case, start: &Position) {
    let start_text = case.puzzle.position_text(start);
    for metric in Metric::ALL {
        let expected = reached_by_witness(case, &start_text, metric);
        let component = explore(case, start, metric, Until::All);
        assert_eq!(component.len(), expected.len() as u64, "{start_text} {metric}");
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
        assert_eq!(component.levels(), levels.into_values().collect::<Vec<_>>());

        let won = expected.iter().filter(|(text, _)| case.naive.is_won(text));
        let nearest = won.map(|(_, &moves)| moves).min();
        let solved = explore(case, start, metric, Until::Won);
        let found = solved.found().map(|end| solved.distance(end).expect("it was reached"));
        assert_eq!(found, nearest, "{start_text} {metric}");
        if let Some(end) = solved.found() {
            assert!(case.naive.is_won(&case.puzzle.position_text(end)));
            let moves = solved.way_to(end).expect("it was reached");
            assert_eq!(moves.len(), usize::from(nearest.unwrap()));
            let mut at = start.clone();
            for made in moves {
                let before = case.puzzle.position_text(&at);
                at = made.apply(&at);
                let after = case.puzzle.position_text(&at);
                assert!(case.naive.neighbours(&before, metric.name()).contains(&after));
            }
            assert_eq!(&at, end);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn random_puzzles_are_reached_as_the_witness_reaches_them(
        plan in plans(),
        first in any::<prop::sample::Index>(),
    ) {
        let (case, set) = plan.case(2000);
        let space = space(&case.puzzle, set.counts());
        if !space.is_empty() {
            let index = first.index(space.len() as usize) as u64;
            check_from(&case, &space.unrank(index));
        }
    }
}

/// Many pieces of few places are written as a bit for each place, few of many as a place for each piece; a position
/// takes one word, two, four or eight.
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

/// What the whole tables know of the classic start comes out of a search from it alone.
#[test]
fn the_classic_start_has_the_published_figures() {
    let case = klotski_case();
    let start = case.puzzle.parse_position(START).unwrap();
    for (metric, distance) in Metric::ALL.into_iter().zip([116, 90, 81]) {
        assert_eq!(explore(&case, &start, metric, Until::All).len(), 25_955);
        let solved = explore(&case, &start, metric, Until::Won);
        assert_eq!(solved.way_to(solved.found().unwrap()).unwrap().len(), distance);
    }
}

#[test]
fn a_way_between_two_positions() {
    let case = klotski_case();
    let [start, end, apart] = [START, "VBBV/VBBV/SHHS/VSSV/V..V", "SBBS/SBBS/VSSV/VSSV/S..S"]
        .map(|text| case.puzzle.parse_position(text).unwrap());
    let found = explore(&case, &start, Metric::Finger, Until::At(&end));
    assert_eq!((found.found(), found.distance(&end)), (Some(&end), Some(22)));
    // It has other pieces.
    let none = explore(&case, &start, Metric::Finger, Until::At(&apart));
    assert_eq!((none.found(), none.distance(&apart), none.len()), (None, None, 25_955));
}

#[test]
fn a_search_ends_where_it_is_stopped_or_memory_does() {
    let case = klotski_case();
    let start = case.puzzle.parse_position(START).unwrap();
    let explore = |effort: Effort<'_>| {
        Component::explore(&case.puzzle, &start, Metric::Finger, Until::All, effort).unwrap_err()
    };
    let stop = |progress: Progress<'_>| match progress {
        Progress::Done(_) => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    };
    let stopped = explore(Effort { watch: &stop, ..Effort::UNLIMITED });
    assert!(matches!(stopped, ComponentError::Stopped(_)), "{stopped}");
    let full = explore(Effort { memory: 200_000, ..Effort::UNLIMITED });
    let ComponentError::Memory { reached, moves, allowed: 200_000 } = full else {
        panic!("{full}")
    };
    assert!((1..25_955).contains(&reached) && moves > 0, "{full}");
}

/// The same order of positions, and so the same end, for any number of threads.
#[test]
fn threads_do_not_matter() {
    let case = klotski_case();
    let start = case.puzzle.parse_position(START).unwrap();
    let ends = [1, 2, 5].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| explore(&case, &start, Metric::Unit, Until::Won).found().cloned())
    });
    assert!(ends[0].is_some() && ends.iter().all(|end| *end == ends[0]));
}
