//! A game of one's own: whoever first has a row or a column of the 3x3 board wins, diagonals do not count.
//!
//! `cargo run --example own_game`

use huarong::effort::Effort;
use huarong::games::{GameTable, Position, StoneGame, Verdict};
use huarong::storage::Disk;
use num_bigint::BigUint;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    println!("the first player has a {}", value()?);
    Ok(())
}
