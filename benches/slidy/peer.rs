//! Solves Korf's instances of the 15-puzzle with the crate `slidy`, and prints the sum of their lengths. The arguments are
//! `tests/data/korf.csv` and the metric: `unit`, or `multi`, in which a move takes a line of tiles.

use slidy::puzzle::puzzle::Puzzle;
use slidy::solver::size4x4::{mtm, stm};
use slidy::solver::solver::Solver;
use std::str::FromStr;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().expect("the file of the instances");
    let metric = arguments.next().expect("the metric");
    let instances = std::fs::read_to_string(path).expect("a readable file");
    let puzzles = instances.lines().skip(1).map(|row| {
        let start = row.split(',').nth(1).expect("a start");
        Puzzle::from_str(&turned(start)).expect("a puzzle")
    });
    let sum: u64 = match metric.as_str() {
        "unit" => {
            let mut solver = stm::solver::Solver::default();
            puzzles.map(|puzzle| solver.solve(&puzzle).expect("a solution").len_stm()).sum()
        }
        "multi" => {
            let mut solver = mtm::solver::Solver::default();
            puzzles.map(|puzzle| solver.solve(&puzzle).expect("a solution").len_mtm()).sum()
        }
        other => panic!("an unknown metric: {other}"),
    };
    println!("{sum}");
}

/// A position for the goal with the empty cell at the end: turned by half, with tile n as tile 16 - n.
fn turned(start: &str) -> String {
    let number = |sign: u8| if sign == b'.' { 0 } else { 16 - (sign - b'A' + 1) };
    let cells = start.bytes().rev().filter(|sign| *sign != b'/').map(number);
    let numbers: Vec<String> = cells.map(|number| number.to_string()).collect();
    numbers.chunks(4).map(|row| row.join(" ")).collect::<Vec<_>>().join("/")
}
