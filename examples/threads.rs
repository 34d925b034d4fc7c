//! Eight threads that share one oracle.
//!
//! Features: none.
//! `cargo run --release --no-default-features --example threads`

use huarong::{Metric, Oracle, OracleError, Puzzle};
use std::error::Error;
use std::thread;

fn main() -> Result<(), Box<dyn Error>> {
    println!("{:.3} moves to the goal on average", mean_of_samples(10_000)?);
    Ok(())
}

/// The mean distance of random positions with the pieces of the classic start; each of eight
/// threads draws `each` positions.
pub fn mean_of_samples(each: usize) -> Result<f64, Box<dyn Error>> {
    let start = Puzzle::klotski().parse("VBBV/VBBV/VHHV/VSSV/S..S")?;
    let oracle = Oracle::search(&start, Metric::Finger)?;
    let sum = |seed| {
        let positions = oracle.sample(0..=u16::MAX, each, seed)?;
        let distances = positions.iter().map(|position| oracle.distance(position));
        let distances: Vec<Option<u16>> = distances.collect::<Result<_, OracleError>>()?;
        Ok::<_, OracleError>(distances.into_iter().flatten().map(u64::from).sum::<u64>())
    };
    let sums: Vec<u64> = thread::scope(|scope| {
        let threads: Vec<_> = (0..8).map(|seed| scope.spawn(move || sum(seed))).collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic")).collect::<Result<_, _>>()
    })?;
    Ok(sums.iter().sum::<u64>() as f64 / (8 * each) as f64)
}
