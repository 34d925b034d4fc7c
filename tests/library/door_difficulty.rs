//! Measures of difficulty of boards with doors, against a witness that lists every optimal solution.

use crate::common::METRICS;
use crate::doors::puzzles;
use huarong::difficulty::{Decimal, Difficulty, ErrorModel, Landscape, LeavingMeasures, NextBest};
use huarong::search::Effort;
use huarong::{Metric, Position};
use naive::door_difficulty::{DoorReached, Order};
use naive::doors::{Doors, Witness};
use proptest::test_runner::{Config, TestRunner};
use std::cell::Cell;
use std::collections::BTreeSet;
use std::fmt::Display;

/// Most positions and solutions that the witness compares.
const MOST: usize = 300;

fn assert_near(found: impl Display, expected: f64, what: &str) {
    let found: f64 = found.to_string().parse().expect("a number");
    assert!((found - expected).abs() < 0.000_051, "{what}: {found} is not {expected}");
}

fn assert_mean(found: Option<Decimal>, sum: usize, count: usize, what: &str) {
    match found {
        None => assert_eq!(count, 0, "{what}"),
        Some(mean) => assert_near(mean, sum as f64 / count as f64, what),
    }
}

/// Compares the measures of the start with the witness. Returns whether there are few enough positions and solutions.
fn compare(doors: &Doors, metric: &str) -> bool {
    let witness = Witness::new(doors);
    let Some(graph) = witness.graph(metric, MOST) else { return false };
    let reached = DoorReached::new(doors, &witness, graph);
    let start = Position::from_toml(&doors.file()).expect("a puzzle");
    let text = &witness.start_text()[..];
    let by_name: Metric = metric.parse().expect("a metric");
    let landscape = Landscape::explore(start.puzzle(), &start, by_name, Effort::UNLIMITED);
    let landscape = landscape.expect("it fits");
    assert_eq!(landscape.positions(), reached.graph.len() as u64);
    for (at, neighbours) in &reached.graph {
        let position = start.puzzle().parse_position(at).expect("a position");
        let node = landscape.node(&position).expect("it is reachable");
        let expected = reached.distances.get(at).map_or(u32::from(u16::MAX), |&far| far);
        assert_eq!(u32::from(landscape.distance(node)), expected, "{at}");
        for after in neighbours {
            let after = start.puzzle().parse_position(after).expect("a position");
            let made = landscape.made_move(node, landscape.node(&after).expect("it is reachable"));
            assert_eq!(made.is_some(), !reached.is_lost(at));
        }
    }
    let found = landscape.difficulty(&start, Effort::UNLIMITED).expect("it fits");
    assert_eq!(found.is_some(), !reached.is_lost(text));
    let Some(found) = found else { return true };
    let solvable = reached.solvable();
    let Some(solutions) = solvable.solutions(text, MOST) else { return false };
    for other in METRICS {
        let by_name: Metric = other.parse().expect("a metric");
        let moves = witness.solve(other).map(|(moves, _)| moves);
        assert_eq!(Some(u32::from(found.distance[by_name])), moves, "{other}");
    }
    let passed: Vec<Vec<&str>> =
        solutions.iter().map(|solution| solvable.passed(text, solution)).collect();
    let degree = |at: &str| reached.graph[at].len();
    let all = || reached.graph.values().map(BTreeSet::len);
    assert_near(
        found.mean_mobility,
        all().sum::<usize>() as f64 / all().count() as f64,
        "mobility",
    );
    assert_eq!(found.dead_ends, all().filter(|&moves| moves <= 1).count() as u64);
    assert_eq!(found.mobility, degree(text) as u64);
    let goals = reached.distances.values().filter(|&&far| far == 0).count();
    assert_eq!((found.reachable, found.reachable_goals), (all().count() as u64, goals as u64));
    let before_goal = || passed.iter().flat_map(|passed| &passed[..passed.len() - 1]);
    let on_solutions = before_goal().map(|at| degree(at)).sum();
    assert_mean(found.solution_mobility, on_solutions, before_goal().count(), "on solutions");
    assert_eq!(found.solution_count, solutions.len().into());
    assert_eq!(found.solution_classes, Some(solvable.classes(&solutions) as u64), "{text}");
    let depths: Vec<u32> = before_goal()
        .flat_map(|at| solvable.wrong(at).into_iter().map(|to| solvable.depth(at, to)))
        .collect();
    let lost = before_goal().flat_map(|at| &reached.graph[*at]);
    let lost = lost.filter(|after| reached.is_lost(after)).count();
    let count = solutions.len() as f64;
    assert_near(found.wrong_moves, (depths.len() + lost) as f64 / count, "wrong moves");
    assert_eq!(u32::from(found.largest_detour), depths.iter().copied().max().unwrap_or(0));
    assert_mean(found.mean_detour, depths.iter().sum::<u32>() as usize, depths.len(), "depths");
    let next_best = found.next_best.map(|NextBest { moves, common, .. }| (moves, common));
    assert_eq!(next_best, solvable.next_best(text), "{text}");
    let is_unavoidable = |at: &&String| {
        **at != text && reached.distances[*at] > 0 && solvable.is_unavoidable(text, at)
    };
    let unavoidable = reached.distances.keys().filter(is_unavoidable).count();
    assert_eq!(found.unavoidable_positions, unavoidable as u64, "{text}");
    let on_all = |at: &&&str| passed.iter().all(|passed| passed.contains(at));
    let inner: BTreeSet<&&str> = before_goal().filter(|at| **at != text).filter(on_all).collect();
    assert_eq!(found.shared_positions, inner.len() as u64);
    if doors.drawn.goals.is_empty() {
        assert_eq!(reached.distances.len(), reached.graph.len(), "nobody can lose: {text}");
        let is_away = |pair: &&[&str]| reached.moves_out(pair[1]) > reached.moves_out(pair[0]);
        let away = passed.iter().map(|passed| passed.windows(2).filter(is_away).count());
        let away: Vec<usize> = away.collect();
        assert_near(found.away, away.iter().sum::<usize>() as f64 / count, "away");
        assert_eq!(found.fewest_away, *away.iter().min().unwrap() as u64, "{text}");
    }
    assert_eq!(found.obstacles, None);
    compare_leaving(&found, &reached, text, &passed, lost);
    let model = ErrorModel { intercept: 0.0, distance: 0.0, mobility: 0.0, previous: 0.0 };
    let expected = model.expected_moves(&landscape, Effort::UNLIMITED).expect("not cancelled");
    assert!(expected.is_none() || reached.distances.len() == reached.graph.len());
    let line = serde_json::to_string(&found).expect("an object");
    assert_eq!(serde_json::from_str::<Difficulty>(&line).expect("the same object"), found);
    true
}

fn compare_leaving(
    found: &Difficulty,
    reached: &DoorReached<'_>,
    start: &str,
    passed: &[Vec<&str>],
    lost_moves: usize,
) {
    let LeavingMeasures { lost, lost_share, .. } = found.leaving.clone().expect("pieces leave");
    let of = found.leaving.as_ref().expect("pieces leave");
    let expected = reached.graph.len() - reached.distances.len();
    assert_eq!(lost, expected as u64, "{start}");
    assert_near(lost_share, expected as f64 / reached.graph.len() as f64, "lost share");
    assert_near(of.lost_moves, lost_moves as f64 / passed.len() as f64, "lost moves");
    assert_eq!(of.soonest_loss, reached.soonest_loss(start), "{start}");
    let fresh = reached.freshly_lost();
    let notices: Vec<u32> = fresh.iter().map(|text| reached.notice(text)).collect();
    let sum = notices.iter().sum::<u32>() as usize;
    assert_mean(of.mean_notice, sum, notices.len(), "notices");
    assert_eq!(of.largest_notice, notices.into_iter().max(), "{start}");
    let exits = fresh.iter().map(|text| reached.exits(text)).max();
    assert_eq!(of.exits_after_loss, exits, "{start}");
    assert_eq!(whole(&of.order), reached.order(start), "{start}");
    assert_eq!(whole(&of.optimal_order), reached.order_of(passed), "{start}");
    let exits: Vec<Vec<(String, usize)>> =
        passed.iter().map(|passed| reached.exits_of(passed)).collect();
    let orders: BTreeSet<Vec<&String>> =
        exits.iter().map(|exits| exits.iter().map(|(kind, _)| kind).collect()).collect();
    assert_eq!(of.optimal_orders, Some(orders.len() as u64), "{start}");
    let moves: usize = passed.iter().map(|passed| passed.len() - 1).sum();
    let all_exits: usize = exits.iter().map(Vec::len).sum();
    assert_mean(of.mean_between_exits, moves, all_exits, "between exits");
    let runs = exits.iter().zip(passed).map(|(exits, passed)| {
        let between = exits.iter().map(|(_, moves)| moves - 1).max().unwrap_or(0);
        let last: usize = exits.iter().map(|(_, moves)| moves).sum();
        between.max(passed.len() - 1 - last)
    });
    assert_eq!(of.longest_between_exits, runs.max().unwrap() as u64, "{start}");
}

/// All pairs that follow from those of a text. None of those of the text follows from the others.
fn whole(order: &str) -> Order {
    let pairs: Vec<(String, String)> = { order.split(' ').filter(|pair| !pair.is_empty()) }
        .map(|pair| pair.split_once('<').expect("two kinds"))
        .map(|(first, second)| (first.to_owned(), second.to_owned()))
        .collect();
    let closed = |pairs: &[(String, String)]| -> Order {
        let mut all: Order = pairs.iter().cloned().collect();
        loop {
            let more: Order = all
                .iter()
                .flat_map(|(one, middle)| {
                    let next = all.iter().filter(move |(first, _)| first == middle);
                    next.map(move |(_, last)| (one.clone(), last.clone()))
                })
                .collect();
            let before = all.len();
            all.extend(more);
            if all.len() == before {
                return all;
            }
        }
    };
    for number in 0..pairs.len() {
        let rest = [&pairs[..number], &pairs[number + 1..]].concat();
        assert!(!closed(&rest).contains(&pairs[number]), "{order}");
    }
    closed(&pairs)
}

/// The example of the book: a corridor. Then a line in which C leaves before A and B.
#[test]
fn measures_with_doors_are_worked_by_hand() {
    let measures = |file: &str| {
        let start = Position::from_toml(file).expect("a puzzle");
        let landscape =
            Landscape::explore(start.puzzle(), &start, Metric::Finger, Effort::UNLIMITED);
        let found = landscape.expect("it fits").difficulty(&start, Effort::UNLIMITED);
        found.expect("it fits").expect("solvable").leaving.expect("pieces leave")
    };
    let of = measures(
        "name = 'Corridor'\nstart = 'A..'\ngoal = '.A.'\ndoors = \"\"\"\n.....\nA....\n.....\n\"\"\"\n",
    );
    assert_eq!((of.lost, of.lost_share.to_string()), (1, "0.2500".to_owned()));
    assert_eq!((of.lost_moves.to_string(), of.soonest_loss), ("1.0000".to_owned(), Some(1)));
    assert_eq!((of.largest_notice, of.exits_after_loss), (Some(0), Some(0)));
    assert_eq!((&of.order[..], of.optimal_orders, of.mean_between_exits), ("", Some(1), None));
    assert_eq!(of.longest_between_exits, 1);
    let of = measures(
        "name = 'Line'\nstart = 'ABC'\ndoors = \"\"\"\n.....\n....*\n.....\n\"\"\"\nfrozen = { A = 1, B = 1 }\n",
    );
    assert_eq!((of.lost, of.soonest_loss, of.largest_notice), (0, None, None));
    assert_eq!((&of.order[..], of.optimal_orders), ("C<AB", Some(1)));
    assert_eq!(of.mean_between_exits.map(|mean| mean.to_string()).as_deref(), Some("1.0000"));
    assert_eq!(of.longest_between_exits, 0);
}

#[test]
fn measures_with_doors_are_those_of_all_listed_solutions() {
    let config =
        Config { failure_persistence: None, ..Config::with_cases(crate::common::cases(40)) };
    let compared = Cell::new(0);
    let check = |doors: Doors| {
        for metric in METRICS {
            compared.set(compared.get() + u32::from(compare(&doors, metric)));
        }
        Ok(())
    };
    TestRunner::new(config).run(&puzzles(), check).unwrap_or_else(|error| panic!("{error}"));
    assert!(compared.get() > 20, "{} puzzles were small enough", compared.get());
}

/// A door that opens after two pieces have left never opens for one of two pieces. So its way out is the other door, and no
/// move leads away from that. The piece with layers is one piece.
#[test]
fn a_door_that_opens_too_late_is_no_way_out() {
    let text = "name = 'Late'
start = '''
..C..
.....
.##P.
'''
doors = '''
.C.....
.......
.......
......*
.......
'''
frozen = { P = 'C' }
opens = { C = 2 }
layers = { P = 'pq' }
";
    let start = Position::from_toml(text).expect("a puzzle");
    for metric in [Metric::Unit, Metric::Straight, Metric::Finger] {
        let landscape = Landscape::explore(start.puzzle(), &start, metric, Effort::UNLIMITED);
        let found = landscape.expect("it fits").difficulty(&start, Effort::UNLIMITED);
        let found = found.expect("it fits").expect("it has a solution");
        assert_eq!(found.away.to_string().parse(), Ok(0.0), "{metric}");
    }
}
