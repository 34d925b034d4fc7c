//! The acts of a computer player in every stage of a game, including the swap2 opening.

use super::board::{Cell, Stone};
use super::choice::{Choice, Limits};
use super::engine::Engine;
use super::game::{Act, Game, Opening, Stage};
use std::sync::atomic::AtomicBool;

/// The first three stones, by row and column from the upper left corner. They leave neither colour a large advantage:
/// far from the middle, black's extra stone is worth little.
pub(super) const FIRST_STONES: [(u8, u8); 3] = [(1, 3), (2, 3), (3, 1)];

/// Chooses the next act, with the search's result if there was a search; `None` if the game is over.
///
/// The engine takes the colour that its score favours. It never chooses to place two more stones.
pub fn act(
    game: &Game,
    engine: &mut Engine,
    limits: &Limits,
    stop: &AtomicBool,
) -> Option<(Act, Option<Choice>)> {
    let mut choose = || engine.choose(&game.position(), limits, stop);
    match (game.stage(), game.opening()) {
        (Stage::Over(_), _) => None,
        (Stage::Opening(left), Opening::Swap2) if game.moves().count() < 3 => {
            let (row, column) = FIRST_STONES[usize::from(3 - left)];
            let cell = Cell { row, column };
            // A person may have placed stones there before the computer took over.
            match game.check(cell) {
                Ok(()) => Some((Act::Put(cell), None)),
                Err(_) => choose().map(|choice| (Act::Put(choice.cell), Some(choice))),
            }
        }
        (Stage::Choice { .. }, _) => {
            let choice = choose()?;
            let colour = if choice.score >= 0 { Stone::White } else { Stone::Black };
            Some((Act::Take(colour), Some(choice)))
        }
        _ => choose().map(|choice| (Act::Put(choice.cell), Some(choice))),
    }
}
