//! A custom game: completing a row of the 3x3 board wins, and completing a diagonal loses.
//! Features: `games`.
//! `cargo run --no-default-features --features games --example own_game`

use huarong::games::{GameError, GameTable, Position, StoneGame, Verdict};
use huarong::search::Effort;

fn main() -> Result<(), GameError> {
    value(Rows).map(|verdict| println!("for the first player the empty board is a {verdict}"))
}

/// Each cell is a bit: lowest row first, from left to right.
pub struct Rows;

impl StoneGame for Rows {
    fn name(&self) -> String {
        "rows-and-diagonals".into()
    }

    fn board(&self) -> (u8, u8) {
        (3, 3)
    }

    fn places(&self, occupied: u64) -> u64 {
        0b111_111_111 & !occupied
    }

    fn winning_lines(&self) -> &[u64] {
        &[0b111, 0b111_000, 0b111_000_000]
    }

    fn losing_lines(&self) -> &[u64] {
        &[0b100_010_001, 0b001_010_100]
    }
}

/// The value of a game's empty board for the first player.
pub fn value(game: impl StoneGame) -> Result<Verdict, GameError> {
    GameTable::solve(game, Effort::UNLIMITED)?.verdict(&Position::default())
}
