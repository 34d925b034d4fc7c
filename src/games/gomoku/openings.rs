//! Openings for matches: few stones, after which neither colour is ahead.

use super::board::{Board, BoardError, Cell};
use super::choice::Limits;
use super::engine::{Engine, Level};
use super::game::{Game, Opening};
use super::rules::Rule;
use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};
use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

/// Stones of an opening: black has one more, and white moves next.
const STONES: usize = 5;
/// How far they are apart at most, in rows and in columns.
const SIDE: u8 = 7;
/// Positions that are looked at to tell whether an opening is balanced.
const NODES: u64 = 6_000;
/// The highest score of either colour in a balanced one, in units of the strong level.
const BALANCED: i64 = 80;

/// So many different openings, the same each time: drawn by lot in the middle of the board, and kept where a short
/// search of the strong level finds neither colour ahead.
pub fn balanced(size: u8, rule: Rule, count: usize) -> Result<Vec<Vec<Cell>>, BoardError> {
    Board::new(size)?;
    let random = &mut ChaCha8Rng::seed_from_u64(2012);
    let mut engine = Engine::new(Level::Strong, 1 << 20);
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let never = AtomicBool::new(false);
    let corner = (size - SIDE) / 2;
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    while found.len() < count {
        let mut game = Game::new(size, rule, Opening::Free)?;
        while game.moves().count() < STONES {
            let [row, column] = [(); 2].map(|()| corner + random.random_range(0..SIDE));
            // Where a stone is already, another cell is drawn.
            let _ = game.put(Cell { row, column });
        }
        let choice = engine.choose(&game.position(), &limits, &never);
        let is_balanced =
            choice.is_some_and(|choice| choice.win.is_none() && choice.score.abs() <= BALANCED);
        if is_balanced && seen.insert(game.board().to_string()) {
            found.push(game.moves().collect());
        }
    }
    Ok(found)
}
