//! What a computer does in every stage of a game, the swap2 opening included.

use super::board::{Cell, Stone};
use super::choice::{Choice, Limits};
use super::engine::Engine;
use super::game::{Act, Game, Opening, Stage};
use std::sync::atomic::AtomicBool;

/// Three stones that leave neither colour much ahead, as rows and columns from the upper left corner: far from the
/// middle, black has little of its one stone more.
pub(super) const THREE: [(u8, u8); 3] = [(1, 3), (2, 3), (3, 1)];

/// What a player does next, and what it thinks of it where it thought; nothing where the game is over.
///
/// Of the colours it takes the one that it would rather have, by its level's score; it does not put down two more
/// stones.
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
            let (row, column) = THREE[usize::from(3 - left)];
            let cell = Cell { row, column };
            // A person may have put stones there before the computer took the seat.
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
