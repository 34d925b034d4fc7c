//! A game of one's own: whoever first has a whole row of the 3x3 board wins; columns and diagonals do not count.
//!
//! `cargo run --example own_game`

use huarong::effort::Effort;
use huarong::games::{GameTable, Position, StoneGame, Verdict};
use huarong::storage::Memory;
use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    value(&Rows).map(|verdict| println!("for the first player the empty board is a {verdict}"))
}

/// Cells are bits, the lowest row first, from the left.
pub struct Rows;

impl StoneGame for Rows {
    fn name(&self) -> String {
        "rows-of-3".into()
    }
    fn board(&self) -> (u8, u8) {
        (3, 3)
    }

    fn places(&self, occupied: u64) -> u64 {
        0b111_111_111 & !occupied
    }

    fn lines(&self) -> &[u64] {
        &[0b111, 0b111_000, 0b111_000_000]
    }
}

/// What the empty board of a game is worth to the first player. The table stays in memory.
pub fn value(game: &dyn StoneGame) -> Result<Verdict, Box<dyn Error>> {
    let (storage, directory) = (Memory::default(), Path::new("tables"));
    GameTable::build(&storage, directory, game, Effort::UNLIMITED)?;
    Ok(GameTable::open(&storage, directory, game)?.verdict(&Position::default())?)
}
