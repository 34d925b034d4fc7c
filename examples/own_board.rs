//! A board built in code, with a wall and an L-shaped piece: finds the position farthest from the
//! goal.
//!
//! Features: none.
//! `cargo run --no-default-features --example own_board`

use huarong::{Method, Metric, Options, Oracle, Puzzle};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let (position, distance) = farthest()?;
    println!("{position} is {distance} moves from the goal");
    Ok(())
}

/// A position at the largest distance, and that distance in moves.
pub fn farthest() -> Result<(String, u16), Box<dyn Error>> {
    // Four columns and three rows, with a wall in the first cell. Columns and rows count from 0.
    let puzzle = Puzzle::builder(4, 3)
        .wall(0, 0)
        .shape("corner", 'L', &[(0, 0), (1, 0), (0, 1)])
        .rectangle("single", 'S', 1, 1)
        // The goal: the corner piece's first cell in the third column, second row.
        .goal(&[('L', 2, 1)])
        .build()?;
    let any = puzzle.parse("#LLS/SLSS/S...")?;
    let options = Options::new().metrics(&[Metric::Finger]);
    let oracle = Oracle::search_by(Method::Space, &any, &options)?;
    let farthest = oracle.hardest(1)?.pop().ok_or("no position can reach the goal")?;
    let distance = oracle.distance(&farthest)?.ok_or("it can reach the goal")?;
    Ok((farthest.to_string(), distance))
}
