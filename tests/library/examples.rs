//! The examples do what they say, by the naive witness.

use crate::cases::case;
use crate::common::{START, STUCK};
use crate::naive::Naive;
use huarong::sliding::klotski;
use huarong::sliding::notation;
use huarong::sliding::rules::Metric;

#[path = "../../examples/hint.rs"]
#[allow(dead_code)]
mod hint;
#[path = "../../examples/own_board.rs"]
#[allow(dead_code)]
mod own_board;
#[path = "../../examples/tables_on_disk.rs"]
#[allow(dead_code)]
mod tables_on_disk;

#[test]
fn the_farthest_position_of_ones_own_board() {
    let shapes = [('L', "xx/x."), ('S', "x")];
    let naive = case("#.../..../....", &shapes, &[('L', (2, 1))]).naive;
    let distances = naive.distances(&[1, 5], "finger");
    let (position, distance) = own_board::farthest().unwrap();
    assert_eq!(distances[&position], Some(u32::from(distance)));
    assert_eq!(distances.values().flatten().max(), Some(&u32::from(distance)));
}

#[test]
fn tables_that_are_kept_answer() {
    let naive = case(".../...", &[('D', "xx"), ('S', "x")], &[('D', (1, 1))]).naive;
    let directory = tempfile::tempdir().unwrap();
    // Built the first time, read the second.
    for _ in 0..2 {
        let distances = tables_on_disk::ask(directory.path(), tables_on_disk::START).unwrap();
        for metric in Metric::ALL {
            let known = naive.distances(&[1, 3], metric.name())[tables_on_disk::START];
            assert_eq!(distances[metric].map(u32::from), known, "{metric}");
        }
    }
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 4, "three tables and a lock");
    assert!(tables_on_disk::ask(directory.path(), "DDS/SSS").is_err(), "no empty cell");
}

#[test]
fn hints_are_best_moves() {
    let (position, picture) = hint::hint("橫刀立馬").unwrap().expect("it is not won");
    assert!(Naive::klotski().neighbours(START, "finger").contains(&position));
    let puzzle = klotski::puzzle();
    let drawn = notation::read(&puzzle, &picture).unwrap();
    assert_eq!(puzzle.position_text(&drawn), position);
    // The classic start is 81 moves from the win: what is best leads to 80, from where the next hints lead on.
    let next = hint::hint(&position).unwrap().expect("80 moves are left").0;
    assert!(next != START && Naive::klotski().neighbours(&position, "finger").contains(&next));
    assert!(hint::hint(STUCK).unwrap().is_none());
    assert!(hint::hint("..../..../..../.BB./.BB.").unwrap().is_none());
}
