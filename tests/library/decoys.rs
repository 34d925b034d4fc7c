//! Decoys against a witness that solves every puzzle without a piece or a wall.

use crate::any_puzzle::puzzles;
use huarong::difficulty::Decoys;
use huarong::search::Effort;
use huarong::{Metric, Position};
use naive::decoys::decoys;
use proptest::test_runner::{Config, TestRunner};
use std::cell::RefCell;
use std::collections::BTreeMap;

fn found(file: &str, metric: Metric) -> Option<Decoys> {
    let start = Position::from_toml(file).unwrap_or_else(|error| panic!("{error}\n{file}"));
    Decoys::find(start.puzzle(), &start, metric, Effort::UNLIMITED).expect("it fits")
}

#[test]
fn decoys_of_random_puzzles_are_those_of_the_witness() {
    let cases = crate::common::cases(600);
    let config = Config { failure_persistence: None, ..Config::with_cases(cases) };
    let verdicts = RefCell::new(BTreeMap::new());
    let runner = TestRunner::new(config).run(&puzzles(), |drawn| {
        for metric in Metric::ALL {
            let found = found(&drawn.file(), metric);
            let Some((pieces, walls)) = decoys(&drawn, metric.name()) else {
                assert_eq!(found, None);
                continue;
            };
            let found = found.expect("the witness finds a solution");
            for (what, expected, found) in
                [("piece", pieces, found.pieces), ("wall", walls, found.walls)]
            {
                for ((column, row), is_decoy) in expected {
                    let is_found = found.contains(&(column as u8, row as u8));
                    assert_eq!(is_found, is_decoy, "{what} at {column}, {row}, {metric}");
                    *verdicts.borrow_mut().entry((what, is_decoy)).or_insert(0) += 1;
                }
            }
        }
        Ok(())
    });
    runner.unwrap_or_else(|error| panic!("{error}"));
    let verdicts = verdicts.into_inner();
    // Few walls of random puzzles are in the way.
    let common = [("piece", false), ("piece", true), ("wall", true)];
    assert!(common.iter().all(|kind| verdicts.contains_key(kind)), "{verdicts:?}");
}

#[test]
fn a_wall_in_the_way_is_no_decoy() {
    // Around the wall on the left it takes four moves, through its cell two. The other wall is in nobody's way.
    let rows = |rows: [&str; 2]| format!("\"{}\"", rows.join("\\n"));
    let (start, goal) = (rows(["A#.#", "...."]), rows([".#A#", "...."]));
    let file = format!("name = \"Way\"\nstart = {start}\ngoal = {goal}\n");
    let decoys = found(&file, Metric::Unit).expect("it has a solution");
    assert_eq!((decoys.pieces, decoys.walls), (vec![], vec![(3, 0)]));
}

#[test]
fn decoys_of_a_board_with_doors_are_worked_by_hand() {
    // C moves down, and B leaves through the door in the wall on the right. D and the other walls are in nobody's way.
    let file = "name = 'Doors'\nstart = '''\n..D#\nB.C#\n##.#\n'''\ngone = 'B'\n\
                doors = '''\n......\n......\n....B.\n......\n......\n'''\n";
    let decoys = found(file, Metric::Finger).expect("it has a solution");
    let walls = vec![(3, 0), (0, 2), (1, 2), (3, 2)];
    assert_eq!((decoys.pieces, decoys.walls), (vec![(2, 0)], walls));
}

#[test]
fn the_pieces_and_walls_around_a_klotski_matter() {
    // The published solution of 81 moves moves every piece.
    let klotski = "name = 'Klotski'\nstart = '''\nABBC\nABBC\nDEEF\nDGHF\nI..J\n'''\n\
                   goal = '''\n....\n....\n....\n.BB.\n.BB.\n'''\n";
    let decoys = found(klotski, Metric::Finger).expect("it has a solution");
    assert_eq!((decoys.pieces.len(), decoys.walls.len()), (0, 0));
}
