//! A level generator: Klotski layouts in even steps of difficulty. The same seed gives everybody
//! the same levels.
//!
//! Features: none.
//! `cargo run --no-default-features --example levels`

use huarong::{Metric, Oracle, OracleError, Position, Puzzle};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    for (level, (start, moves)) in (1..).zip(levels("VBBV/VBBV/VHHV/VSSV/S..S", 10, 42)?) {
        println!("level {level}: {start}, {moves} moves");
    }
    Ok(())
}

/// Draws `count` layouts with the pieces of a position. Lists them from the easiest to the hardest,
/// with their distances in moves.
pub fn levels(like: &str, count: u16, seed: u64) -> Result<Vec<(Position, u16)>, Box<dyn Error>> {
    let oracle = Oracle::search(&Puzzle::klotski().parse(like)?, Metric::Finger)?;
    let hardest = oracle.hardest(1)?.pop().ok_or("no position can reach the goal")?;
    let most = oracle.distance(&hardest)?.unwrap_or_default();
    let level = |number: u16| {
        let wanted = most * number / count;
        let start = oracle.sample(wanted..=wanted, 1, seed)?.remove(0);
        Ok((start, wanted))
    };
    Ok((1..=count).map(level).collect::<Result<_, OracleError>>()?)
}
