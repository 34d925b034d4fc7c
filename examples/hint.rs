//! A hint for a game: the best next move of a position, and a picture of the board after it. Stores
//! nothing.
//!
//! Features: `formats`, `drawing`.
//! `cargo run --no-default-features --features formats,drawing --example hint >hint.svg`

use huarong::formats::Catalogue;
use huarong::notation::picture;
use huarong::{Metric, Move, Oracle, Position, Puzzle};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let opening = Catalogue::built_in().find("橫刀立馬")?;
    let puzzle = Puzzle::klotski();
    let start =
        Position::new(&puzzle, opening.position.clone()).ok_or("it is an opening of Klotski")?;
    match hint(&start)? {
        Some(best) => {
            eprintln!("{best}");
            println!("{}", picture::draw(&puzzle, &best.after()));
        }
        None => eprintln!("there is nothing left to do"),
    }
    Ok(())
}

/// The best next move of a position; `None` for a goal position or an unsolvable one.
pub fn hint(position: &Position) -> Result<Option<Move>, Box<dyn Error>> {
    // A game that asks repeatedly keeps an `Oracle::search`, or tables on disk.
    Ok(Oracle::solve(position, Metric::Finger)?.best_move(position)?)
}
