//! Solves Korf's instances of the 15-puzzle with the crate `slidy`, and prints the sum of their lengths. The argument is
//! `tests/data/korf.csv`.

use slidy::puzzle::puzzle::Puzzle;
use slidy::solver::size4x4::stm::solver::Solver as FifteenSolver;
use slidy::solver::solver::Solver;
use std::str::FromStr;

fn main() {
    let path = std::env::args().nth(1).expect("the file of the instances");
    let instances = std::fs::read_to_string(path).expect("a readable file");
    let mut solver = FifteenSolver::default();
    let mut sum = 0;
    for row in instances.lines().skip(1) {
        let start = row.split(',').nth(1).expect("a start");
        let puzzle = Puzzle::from_str(&turned(start)).expect("a puzzle");
        let solution = solver.solve(&puzzle).expect("a solution");
        sum += solution.len_stm();
    }
    println!("{sum}");
}

/// A position for the goal with the empty cell at the end: turned by half, with tile n as tile 16 - n.
fn turned(start: &str) -> String {
    let number = |sign: u8| if sign == b'.' { 0 } else { 16 - (sign - b'A' + 1) };
    let cells = start.bytes().rev().filter(|sign| *sign != b'/').map(number);
    let numbers: Vec<String> = cells.map(|number| number.to_string()).collect();
    numbers.chunks(4).map(|row| row.join(" ")).collect::<Vec<_>>().join("/")
}
