//! Sixty questions that every interface is asked: tile puzzles, Rush Hour, several goals, one goal position, unsolvable
//! and wrong puzzles.
//!
//! `tests/data/questions.jsonl` has them with their answers. Here the witness proves the answers, and the library gives
//! them. `tests/program/questions.rs`, `tests/pages/questions.rs` and `python/tests/test_questions.py` ask the program, the
//! server and the Python package.

use crate::common::questions::{Question as Asked, questions};
use huarong::{Method, Metric, Options, Oracle, Planner, Position, Question};
use naive::grids::{Drawn, Witness};
use std::collections::{BTreeMap, BTreeSet};

/// The number of moves, and of solutions, level by level.
fn witnessed(asked: &Asked) -> Option<(u32, u64)> {
    let drawn = Drawn {
        start: asked.start.clone(),
        goals: asked.goals.clone(),
        alike: asked.alike.clone(),
        lengthwise: asked.lengthwise,
        ..Drawn::default()
    };
    let witness = Witness::new(&drawn);
    let mut level = BTreeMap::from([(witness.start_text(), 1)]);
    let mut seen: BTreeSet<String> = level.keys().cloned().collect();
    for moves in 0.. {
        let solved = level.iter().filter(|(text, _)| witness.is_goal(text));
        let solutions: u64 = solved.map(|(_, paths)| paths).sum();
        if solutions > 0 {
            return Some((moves, solutions));
        }
        let mut next = BTreeMap::new();
        for (text, paths) in &level {
            for after in witness.neighbours(text, &asked.metric) {
                if !seen.contains(&after) {
                    *next.entry(after).or_insert(0) += paths;
                }
            }
        }
        seen.extend(next.keys().cloned());
        level = next;
        if level.is_empty() {
            break;
        }
    }
    None
}

/// Whether the permutation of a tile puzzle's contents is odd, with the empty cell's colour (Wilson, 1974).
fn has_wrong_parity(asked: &Asked) -> bool {
    let contents =
        |grid: &str| -> Vec<char> { grid.chars().filter(|sign| *sign != '\n').collect() };
    let width = asked.start.find('\n').expect("several rows");
    let (start, goal) = (contents(&asked.start), contents(&asked.goals[0]));
    let to: Vec<usize> =
        start.iter().map(|sign| goal.iter().position(|other| other == sign).unwrap()).collect();
    let inversions = (0..to.len()).flat_map(|one| (0..one).map(move |other| (other, one)));
    let odd = inversions.filter(|&(one, other)| to[one] > to[other]).count() % 2;
    let empty = |contents: &[char]| contents.iter().position(|sign| *sign == '.').unwrap();
    let colour = |cell: usize| (cell / width + cell % width) % 2;
    odd != (colour(empty(&start)) + colour(empty(&goal))) % 2
}

#[test]
fn the_answers_are_those_of_the_witness() {
    let questions = questions();
    assert_eq!(questions.len(), 60);
    for asked in questions.iter().filter(|asked| !asked.wrong) {
        match asked.published {
            // C. L. Baker's solution of the classic start has 81 moves (Gardner, 1964); 90 and 116 are T. Mütze's.
            Some(moves) => assert_eq!(asked.distance, Some(moves), "{}", asked.name),
            None if asked.parity => {
                assert!(has_wrong_parity(asked) && asked.distance.is_none(), "{}", asked.name);
            }
            None => {
                let expected = witnessed(asked);
                assert_eq!(asked.distance, expected.map(|(moves, _)| moves), "{}", asked.name);
                assert_eq!(asked.count, expected.map(|(_, count)| count), "{}", asked.name);
            }
        }
    }
}

#[test]
fn the_library_answers() {
    for asked in questions() {
        let start = Position::from_toml(&asked.toml);
        if asked.wrong {
            assert!(start.is_err(), "{}", asked.name);
            continue;
        }
        let start = start.unwrap();
        let metric: Metric = asked.metric.parse().unwrap();
        let options = Options::new().metrics(&[metric]);
        let planner = Planner::new();
        for question in [Question::Solution, Question::Solutions, Question::BestMoves] {
            let oracle = planner.ask(question, &start, &options).unwrap();
            let distance = oracle.distance(&start).unwrap().map(u32::from);
            assert_eq!(distance, asked.distance, "{}: {question:?}", asked.name);
            assert_eq!(oracle.method() == Method::Parity, asked.parity, "{}", asked.name);
            let solution = oracle.solution(&start).unwrap();
            assert_eq!(solution.map(|moves| moves.len() as u32), asked.distance, "{}", asked.name);
        }
        let all = planner.ask(Question::Solutions, &start, &options).unwrap();
        if let Some(count) = asked.count {
            assert_eq!(all.count_solutions(&start).unwrap(), count.into(), "{}", asked.name);
        }
        let oracle = Oracle::solve(&start, metric).unwrap();
        assert_eq!(oracle.distance(&start).unwrap().map(u32::from), asked.distance);
        // Each neighbour's distance differs from the start's by what the metric's moves allow: one is a best move.
        let near = planner.ask(Question::Neighbours, &start, &options).unwrap();
        let best = near.best_moves(&start).unwrap();
        let is_ahead = asked.distance.is_some_and(|moves| moves > 0);
        assert_eq!(!best.is_empty(), is_ahead, "{}", asked.name);
    }
}
