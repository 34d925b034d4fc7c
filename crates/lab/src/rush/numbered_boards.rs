//! Boards by number, so that they can be drawn at random.
//!
//! The boards of a scope are numbered in the order of their cells, each cell with its contents in the order of the count.
//! The number of boards that complete a state is known for every state, so the board with a number is found cell by cell.

use super::board_counts::{BoardPrefix, Boards, Content};
use super::error::RushError;
use super::scope::Scope;
use huarong_core::effort::Effort;
use std::collections::HashMap;

/// All boards of a scope with the red car at the exit on which no other piece can slide left or up, by number.
#[derive(Debug)]
pub struct Starts {
    scope: Scope,
    /// For each cell, the states before it with the number of boards that complete them.
    layers: Vec<HashMap<BoardPrefix, u128>>,
}

/// Bytes of a state with its number, in a table that is half full.
const STATE_BYTES: u64 = 2 * size_of::<(BoardPrefix, u128)>() as u64;

impl Starts {
    /// Counts the boards that complete each state. Limits of cars, trucks and moves do not count. Reports progress in
    /// cells.
    ///
    /// # Errors
    ///
    /// Returns an error if the states exceed the memory limit, or if the observer cancels the count.
    pub fn new(scope: &Scope, effort: Effort<'_>) -> Result<Self, RushError> {
        let cells = usize::from(scope.width) * usize::from(scope.height);
        effort.total(2 * cells as u64)?;
        let mut layers = vec![HashMap::from([(BoardPrefix::EMPTY, 0)])];
        let mut states = 1;
        for cell in 0..cells {
            let mut next = HashMap::new();
            for state in layers[cell].keys() {
                let followers = state.followers(scope, Boards::Goals, cell);
                next.extend(followers.map(|state| (state, 0)));
            }
            states += next.len() as u64;
            if states * STATE_BYTES > effort.memory {
                return Err(RushError::Drawing { states, available: effort.memory });
            }
            layers.push(next);
            effort.done(1)?;
        }
        layers[cells].values_mut().for_each(|boards| *boards = 1);
        for cell in (0..cells).rev() {
            let (before, after) = layers.split_at_mut(cell + 1);
            for (state, boards) in &mut before[cell] {
                let followers = state.followers(scope, Boards::Goals, cell);
                *boards = followers.map(|state| after[0][&state]).sum();
            }
            effort.done(1)?;
        }
        Ok(Self { scope: *scope, layers })
    }

    /// Number of boards.
    pub fn len(&self) -> u128 {
        self.layers[0][&BoardPrefix::EMPTY]
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The board with a number from 0, in reading order: `o` for an empty cell, `x` for a wall, `A` for the red car. Each
    /// other piece has a sign.
    ///
    /// # Panics
    ///
    /// If there is no such board.
    pub fn board(&self, number: u128) -> String {
        let Scope { width, exit_row, .. } = self.scope;
        let width = usize::from(width);
        let cells = self.layers.len() - 1;
        let mut text = vec!['o'; cells];
        let mut signs = ('B'..).filter(|sign| !"OX".contains(*sign));
        let (mut state, mut left) = (BoardPrefix::EMPTY, number);
        for cell in 0..cells {
            let next = state.followers(&self.scope, Boards::Goals, cell).find(|next| {
                let boards = self.layers[cell + 1][next];
                let is_it = left < boards;
                left -= if is_it { 0 } else { boards };
                is_it
            });
            let next = next.expect("there are boards with smaller numbers only");
            let (size, step) = match state.content(&next, cell % width) {
                Content::Row(size) => (size, 1),
                Content::Column(size) => (size, width),
                Content::Wall => {
                    text[cell] = 'x';
                    (0, 1)
                }
                Content::Empty | Content::Piece => (0, 1),
            };
            if size > 0 {
                let is_red = step == 1 && cell / width + 1 == usize::from(exit_row);
                let sign = if is_red { 'A' } else { signs.next().expect("there are signs") };
                (0..usize::from(size)).for_each(|nth| text[cell + nth * step] = sign);
            }
            state = next;
        }
        text.into_iter().collect()
    }
}
