//! Measures of difficulty against a witness that lists every optimal solution.

use crate::cases::{Case, plans};
use huarong_core::effort::Effort;
use huarong_core::puzzle_file::PuzzleFile;
use huarong_core::rules::{Arrangement, Metric};
use huarong_core::space::Space;
use huarong_lab::difficulty::{
    Decision, Decisions, Difficulty, ErrorModel, FitError, Landscape, NextBest, Obstacles,
};
use naive::difficulty::Reached;
use proptest::prelude::*;
use std::collections::{BTreeSet, HashMap};
use std::fmt::Display;

/// Most solutions that the witness lists.
const MOST: usize = 1_000;

fn assert_near(found: impl Display, expected: f64) {
    let found: f64 = found.to_string().parse().expect("a number");
    assert!((found - expected).abs() < 0.000_051, "{found} is not {expected}");
}

/// Compares the measures of a start with the witness. Returns whether it has few enough solutions.
fn compare(case: &Case, start: &Arrangement, metric: Metric) -> bool {
    let Case { puzzle, naive } = case;
    let text = &puzzle.position_text(start)[..];
    let landscape = Landscape::explore(puzzle, start, metric, Effort::UNLIMITED).expect("it fits");
    let found = landscape.difficulty(start, Effort::UNLIMITED).expect("it fits");
    let reached = Reached::from(naive, text, metric.name());
    assert_eq!(landscape.positions(), reached.moves.len() as u64);
    assert_eq!(found.is_some(), !reached.distances.is_empty());
    let Some(found) = found else { return true };
    for other in Metric::ALL {
        let reached = Reached::from(naive, text, other.name());
        assert_eq!(u32::from(found.distance[other]), reached.distances[text], "{other}");
    }
    let Some(solutions) = reached.solutions(text, MOST) else { return false };
    compare_solutions(&found, &reached, text, &solutions);
    let degrees = || reached.moves.values().map(Vec::len);
    assert_near(found.mean_mobility, degrees().sum::<usize>() as f64 / degrees().count() as f64);
    assert_eq!(found.dead_ends, degrees().filter(|&moves| moves <= 1).count() as u64);
    assert_eq!(found.mobility, reached.moves[text].len() as u64);
    let goals = reached.distances.values().filter(|&&distance| distance == 0).count();
    assert_eq!((found.reachable, found.reachable_goals), (degrees().count() as u64, goals as u64));
    let next_best = found.next_best.map(|NextBest { moves, common, .. }| (moves, common));
    assert_eq!(next_best, reached.next_best(text), "{text}");
    let obstacles =
        found.obstacles.map(|Obstacles { slides, depth, fewest, .. }| (slides, depth, fewest));
    assert_eq!(obstacles, reached.obstacles(text), "{text}");
    true
}

fn compare_solutions(
    found: &Difficulty,
    reached: &Reached<'_>,
    start: &str,
    solutions: &[Vec<(naive::difficulty::Moved, String)>],
) {
    assert_eq!(found.solution_count, solutions.len().into());
    assert_eq!(found.solution_classes, Some(reached.classes(solutions) as u64), "{start}");
    let passed: Vec<Vec<&str>> =
        solutions.iter().map(|solution| reached.passed(start, solution)).collect();
    let before_goal = || passed.iter().flat_map(|passed| &passed[..passed.len() - 1]);
    let count = solutions.len() as f64;
    match before_goal().count() {
        0 => assert_eq!(found.solution_mobility, None),
        positions => {
            let moves: usize = before_goal().map(|at| reached.moves[*at].len()).sum();
            assert_near(found.solution_mobility.unwrap(), moves as f64 / positions as f64);
        }
    }
    let depths: Vec<u32> = before_goal()
        .flat_map(|at| reached.wrong(at).into_iter().map(move |to| reached.depth(at, to)))
        .collect();
    assert_near(found.wrong_moves, depths.len() as f64 / count);
    assert_eq!(u32::from(found.largest_detour), depths.iter().copied().max().unwrap_or(0));
    match found.mean_detour {
        None => assert!(depths.is_empty()),
        Some(mean) => {
            assert_near(mean, f64::from(depths.iter().sum::<u32>()) / depths.len() as f64)
        }
    }
    let away = |passed: &Vec<&str>| {
        let steps: Vec<usize> = passed.iter().map(|at| reached.steps_to_goal(at)).collect();
        steps.windows(2).filter(|pair| pair[1] > pair[0]).count()
    };
    let away: Vec<usize> = passed.iter().map(away).collect();
    assert_near(found.away, away.iter().sum::<usize>() as f64 / count);
    assert_eq!(found.fewest_away, *away.iter().min().unwrap() as u64);
    assert_eq!(found.returns, returns(&solutions[0]), "{start}");
    let on_all = |at: &&&str| passed.iter().all(|passed| passed.contains(at));
    let inner: BTreeSet<&str> =
        before_goal().filter(|at| **at != start).filter(on_all).copied().collect();
    assert_eq!(found.shared_positions, inner.len() as u64);
    let steps = |passed: &Vec<&str>| -> Vec<(String, String)> {
        passed.windows(2).map(|pair| (pair[0].to_owned(), pair[1].to_owned())).collect()
    };
    let all: Vec<_> = passed.iter().map(steps).collect();
    let is_forced = |step: &(String, String)| all.iter().all(|steps| steps.contains(step));
    let forced: Vec<bool> = all[0].iter().map(is_forced).collect();
    assert_eq!(found.forced_moves, forced.iter().filter(|forced| **forced).count() as u64);
    let longest = forced.split(|forced| !forced).map(<[bool]>::len).max().unwrap_or(0);
    assert_eq!(found.longest_forced, longest as u64);
    let is_unavoidable = |at: &&String| {
        **at != start && reached.distances[*at] > 0 && reached.is_unavoidable(start, at)
    };
    let unavoidable = reached.moves.keys().filter(is_unavoidable).count();
    assert_eq!(found.unavoidable_positions, unavoidable as u64, "{start}");
}

/// Number of moves of a solution that return a piece to a place that it has left. Each piece has a number.
fn returns(solution: &[(naive::difficulty::Moved, String)]) -> u64 {
    let mut on = HashMap::new();
    let mut been: Vec<BTreeSet<(usize, usize)>> = Vec::new();
    let mut returns = 0;
    for &((shape, from, to), _) in solution {
        let piece = on.remove(&(shape, from)).unwrap_or_else(|| {
            been.push(BTreeSet::new());
            been.len() - 1
        });
        returns += u64::from(been[piece].contains(&to));
        been[piece].insert(from);
        on.insert((shape, to), piece);
    }
    returns
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 384, ..ProptestConfig::default() })]

    #[test]
    fn measures_are_those_of_all_listed_solutions(
        plan in plans(),
        start in any::<prop::sample::Index>(),
        metric in prop::sample::select(&Metric::ALL[..]),
    ) {
        let (case, set) = plan.case(300);
        let space = Space::new(&case.puzzle, &set).expect("few positions");
        prop_assume!(!space.is_empty());
        let start = space.unrank(start.index(space.len() as usize) as u64);
        prop_assume!(compare(&case, &start, metric));
    }

    #[test]
    fn expected_moves_solve_the_equations(
        plan in plans(),
        start in any::<prop::sample::Index>(),
        metric in prop::sample::select(&Metric::ALL[..]),
        coefficients in (-3.0..0.5f64, -0.1..0.1f64, -0.1..0.1f64, -1.0..1.0f64),
    ) {
        let (case, set) = plan.case(60);
        let space = Space::new(&case.puzzle, &set).expect("few positions");
        prop_assume!(!space.is_empty());
        let start = space.unrank(start.index(space.len() as usize) as u64);
        let text = case.puzzle.position_text(&start);
        let reached = Reached::from(&case.naive, &text, metric.name());
        prop_assume!(!reached.distances.is_empty());
        let (intercept, distance, mobility, previous) = coefficients;
        let model = ErrorModel { intercept, distance, mobility, previous };
        let landscape =
            Landscape::explore(&case.puzzle, &start, metric, Effort::UNLIMITED).expect("it fits");
        let found = model.expected_moves(&landscape, Effort::UNLIMITED).expect("not cancelled");
        let found = landscape.expected_moves(&found.expect("it settles"), &start);
        let expected = reached.expected(&text, |far, moves, after_error| {
            let sum = intercept + distance * f64::from(far) + mobility * moves as f64;
            let sum = sum + if after_error { previous } else { 0.0 };
            sum.exp() / (1.0 + sum.exp())
        });
        prop_assert!((found - expected).abs() <= 1e-6 * expected.max(1.0), "{found}, {expected}");
    }
}

#[test]
fn a_path_of_three_cells_is_worked_by_hand() {
    // The example of the book: a small piece in a corridor of three cells, and a side cell at its start.
    let builder =
        huarong::Puzzle::builder(3, 2).rectangle("small", 'S', 1, 1).wall(1, 1).wall(2, 1);
    let puzzle = builder.goal(&[('S', 2, 0)]).build().expect("a puzzle");
    let start = puzzle.parse_position("S../.##").expect("a position");
    let landscape =
        Landscape::explore(&puzzle, &start, Metric::Unit, Effort::UNLIMITED).expect("it fits");
    let found =
        landscape.difficulty(&start, Effort::UNLIMITED).expect("it fits").expect("solvable");
    assert_eq!((found.distance[Metric::Unit], found.reachable, found.dead_ends), (2, 4, 2));
    // The wrong moves: down from the start, and back from the middle.
    assert_eq!(found.wrong_moves.to_string(), "2.0000");
    assert_eq!((found.largest_detour, found.next_best), (2, None));
    assert_eq!((found.unavoidable_positions, found.forced_moves), (1, 2));
    // An error with probability 1/2: e0 = 1 + (e1 + e-1)/2, e1 = 1 + e0/2, e-1 = 1 + e0.
    let model = ErrorModel { intercept: 0.0, distance: 0.0, mobility: 0.0, previous: 0.0 };
    let expected = model.expected_moves(&landscape, Effort::UNLIMITED).expect("not cancelled");
    let expected = landscape.expected_moves(&expected.expect("it settles"), &start);
    assert!((expected - 8.0).abs() < 1e-9, "{expected}");
}

#[test]
fn a_tree_of_obstacles_is_worked_by_hand() {
    // The example of the book.
    let file =
        huarong::formats::read(huarong::formats::Format::Rush, "..B.AABC.DDC....", "board", None);
    let file = PuzzleFile::parse(&file.expect("a board")).expect("a puzzle");
    let setup = file.setup().expect("a puzzle");
    let (puzzle, start) = (&setup.puzzle, &setup.start);
    let landscape =
        Landscape::explore(puzzle, start, Metric::Straight, Effort::UNLIMITED).expect("it fits");
    let found = landscape.difficulty(start, Effort::UNLIMITED).expect("it fits").expect("solvable");
    let Obstacles { slides, depth, fewest, .. } = found.obstacles.expect("it has goals");
    assert_eq!((slides, depth, fewest), (4, 3, 4));
}

#[test]
fn solutions_are_counted_up_to_the_order_of_independent_moves() {
    // Three small pieces, each with a corridor of its own and one move to make: 3! orders, one class.
    let builder =
        huarong::Puzzle::builder(5, 2).rectangle("a", 'A', 1, 1).rectangle("b", 'B', 1, 1);
    let builder = builder.rectangle("c", 'C', 1, 1).wall(1, 0).wall(1, 1).wall(3, 0).wall(3, 1);
    let goal = [('A', 0, 1), ('B', 2, 1), ('C', 4, 1)];
    let puzzle = builder.goal(&goal).build().expect("a puzzle");
    let start = puzzle.parse_position("A#B#C/.#.#.").expect("a position");
    let landscape =
        Landscape::explore(&puzzle, &start, Metric::Unit, Effort::UNLIMITED).expect("it fits");
    let found =
        landscape.difficulty(&start, Effort::UNLIMITED).expect("it fits").expect("solvable");
    assert_eq!((found.solution_count, found.solution_classes), (6u8.into(), Some(1)));
}

#[test]
fn a_fit_is_worked_by_hand() {
    // A quarter of the moves are errors, and after an error half of them, whatever the distance and the mobility.
    let mut decisions = Decisions::default();
    for (distance, mobility, after_error) in [1, 2]
        .into_iter()
        .flat_map(|far| [3, 4].map(|moves| (far, moves)))
        .flat_map(|(far, moves)| [false, true].map(|after_error| (far, moves, after_error)))
    {
        let errors = if after_error { 20 } else { 10 };
        for number in 0..40 {
            let is_error = number < errors;
            decisions.add(Decision { distance, mobility, after_error, is_error });
        }
    }
    let fit = decisions.fit().expect("it is determined");
    assert_eq!((fit.decisions, fit.errors), (320, 120));
    let ErrorModel { intercept, distance, mobility, previous } = fit.model;
    let log_odds = (10.0f64 / 30.0).ln();
    for (found, expected) in
        [(intercept, log_odds), (distance, 0.0), (mobility, 0.0), (previous, -log_odds)]
    {
        assert!((found - expected).abs() < 1e-9, "{found} is not {expected}");
    }
    // The variance of a difference of log odds is the sum of the reciprocals of the four counts.
    let [.., error] = fit.standard_errors;
    let variance = 1.0 / 40.0 + 1.0 / 120.0 + 1.0 / 80.0 + 1.0 / 80.0;
    assert!((error * error - variance).abs() < 1e-9, "{error}");
}

#[test]
fn moves_that_determine_no_coefficients_are_refused() {
    let decision = |distance, mobility, after_error, is_error| Decision {
        distance,
        mobility,
        after_error,
        is_error,
    };
    let fit = |decisions: &[Decision]| {
        let mut all = Decisions::default();
        decisions.iter().for_each(|&decision| all.add(decision));
        all.fit()
    };
    assert_eq!(fit(&[]), Err(FitError::OneKind { errors: 0, decisions: 0 }));
    let right = decision(5, 3, false, false);
    assert_eq!(fit(&[right, right]), Err(FitError::OneKind { errors: 0, decisions: 2 }));
    // The mobility never varies.
    let same = [
        decision(5, 3, false, true),
        decision(5, 3, true, false),
        decision(6, 3, false, false),
        decision(6, 3, true, true),
    ];
    assert_eq!(fit(&same), Err(FitError::Undetermined));
    // The distance separates errors from right moves.
    let separated: Vec<Decision> = (0..40)
        .map(|number| decision(number, u32::from(number % 3), number % 4 == 0, number >= 20))
        .collect();
    assert_eq!(fit(&separated), Err(FitError::Undetermined));
}

proptest! {
    #[test]
    fn no_coefficients_near_a_fit_are_more_likely(
        decisions in prop::collection::vec((1..30u16, 2..12u32, any::<bool>(), any::<bool>()), 40..200),
    ) {
        let mut all = Decisions::default();
        for &(distance, mobility, after_error, is_error) in &decisions {
            all.add(Decision { distance, mobility, after_error, is_error });
        }
        let Ok(fit) = all.fit() else { return Ok(()) };
        let likelihood = |[a, b, c, d]: [f64; 4]| -> f64 {
            let of = |&(distance, mobility, after_error, is_error): &(u16, u32, bool, bool)| {
                let sum = a + b * f64::from(distance) + c * f64::from(mobility);
                let sum = sum + if after_error { d } else { 0.0 };
                let error = sum.exp() / (1.0 + sum.exp());
                if is_error { error.ln() } else { (1.0 - error).ln() }
            };
            decisions.iter().map(of).sum()
        };
        let ErrorModel { intercept, distance, mobility, previous } = fit.model;
        let best = [intercept, distance, mobility, previous];
        prop_assert!((likelihood(best) - fit.log_likelihood).abs() < 1e-6);
        for number in 0..4 {
            for step in [-0.01, 0.01] {
                let mut other = best;
                other[number] += step;
                prop_assert!(likelihood(other) <= likelihood(best));
            }
        }
    }
}
