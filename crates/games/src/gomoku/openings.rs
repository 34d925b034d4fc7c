//! Openings for matches: a few stones after which neither colour has an advantage.

use super::board::{Board, BoardError, Cell};
use super::choice::Limits;
use super::engine::{Engine, Level};
use super::game::{Game, Opening};
use super::rules::Rule;
use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};
use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

/// The number of stones of an opening. Black has one more than white, and white moves next.
const STONES_OF_OPENING: usize = 5;
/// The side of the central square that contains them, in cells.
const CENTRAL_SQUARE: u8 = 7;
/// The number of positions to search for deciding whether an opening is balanced.
const NODES_OF_SEARCH: u64 = 6_000;
/// The highest score of either colour in a balanced opening, in units of the strong level.
const MOST_SCORE: i64 = 80;

/// Generates `count` different balanced openings, the same on every call. The stones are drawn at random near the
/// middle. An opening is kept if a short search of the strong level finds no advantage for either colour.
pub fn balanced(size: u8, rule: Rule, count: usize) -> Result<Vec<Vec<Cell>>, BoardError> {
    Board::new(size)?;
    let random = &mut ChaCha8Rng::seed_from_u64(2012);
    let mut engine = Engine::new(Level::Strong, 1 << 20);
    let limits = Limits { nodes: Some(NODES_OF_SEARCH), ..Limits::default() };
    let never = AtomicBool::new(false);
    let corner = (size - CENTRAL_SQUARE) / 2;
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    while found.len() < count {
        let mut game = Game::new(size, rule, Opening::Free)?;
        while game.moves().count() < STONES_OF_OPENING {
            let [row, column] = [(); 2].map(|()| corner + random.random_range(0..CENTRAL_SQUARE));
            // An occupied or forbidden cell is rejected; the loop draws another.
            let _ = game.put(Cell { row, column });
        }
        let choice = engine.choose(&game.position(), &limits, &never);
        let is_balanced =
            choice.is_some_and(|choice| choice.win.is_none() && choice.score.abs() <= MOST_SCORE);
        if is_balanced && seen.insert(game.board().to_string()) {
            found.push(game.moves().collect());
        }
    }
    Ok(found)
}
