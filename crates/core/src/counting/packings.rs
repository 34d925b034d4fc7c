//! Packings: partitions of a board into empty cells and connected pieces of any shape.
//!
//! Cells are read one by one. The state is that of the *frontier*, the last cell read in each column. It says which of
//! these cells belong to the same piece, and which pieces must differ because they touch. Bickford ("Sliding block
//! puzzles", 2013) gives numbers for boards up to 5x5 and 15x2.

use super::{CountError, StateCounts};
use crate::effort::Effort;
use crate::grid::{Order, Region};
use num_bigint::BigUint;

/// Largest number of cells of the shorter side of a region.
pub const MOST_COLUMNS: usize = 15;

/// The pieces that the cells of the frontier belong to.
///
/// Pieces are numbered from 1 in the order of their first columns; 0 is no piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Frontier {
    /// Four bits per column: the number of its piece.
    pieces: u64,
    /// One bit for each pair of pieces that must differ.
    different: u128,
}

/// A frontier during a change. It does not use the number [`NEW_PIECE`].
#[derive(Clone, Copy)]
struct Sketch {
    pieces: [usize; MOST_COLUMNS],
    /// For each piece, the pieces from which it must differ, one bit each.
    different: [u32; NEW_PIECE + 1],
}

/// The number of the piece that starts at the cell just read.
const NEW_PIECE: usize = MOST_COLUMNS + 1;

/// The bit of a pair of pieces; `low` is the smaller number.
fn pair(low: usize, high: usize) -> u128 {
    1 << ((high - 1) * (high - 2) / 2 + low - 1)
}

impl Frontier {
    const EMPTY: Frontier = Frontier { pieces: 0, different: 0 };

    fn sketch(&self) -> Sketch {
        let mut sketch = Sketch {
            pieces: std::array::from_fn(|column| (self.pieces >> (4 * column) & 15) as usize),
            different: [0; NEW_PIECE + 1],
        };
        let most = sketch.pieces.iter().copied().max().unwrap_or(0);
        for high in 2..=most {
            for low in 1..high {
                if self.different & pair(low, high) != 0 {
                    sketch.part(low, high);
                }
            }
        }
        sketch
    }
}

impl Sketch {
    /// Records that two pieces differ; does nothing if one of them is no piece.
    fn part(&mut self, one: usize, other: usize) {
        if one != 0 && other != 0 {
            self.different[one] |= 1 << other;
            self.different[other] |= 1 << one;
        }
    }

    fn are_parted(&self, one: usize, other: usize) -> bool {
        self.different[one] >> other & 1 == 1
    }

    /// Merges two pieces.
    fn unite(&mut self, one: usize, other: usize) {
        for piece in self.pieces.iter_mut().filter(|piece| **piece == other) {
            *piece = one;
        }
        for piece in 1..=NEW_PIECE {
            if self.are_parted(other, piece) {
                self.part(one, piece);
            }
        }
    }

    /// The frontier after a cell of `piece` in a column. Pieces without a cell in the frontier are dropped.
    fn with(mut self, column: usize, piece: usize) -> Frontier {
        self.pieces[column] = piece;
        let mut numbers = [0; NEW_PIECE + 1];
        let mut named = Vec::with_capacity(MOST_COLUMNS);
        let mut frontier = Frontier::EMPTY;
        for (column, &piece) in self.pieces.iter().enumerate().filter(|(_, piece)| **piece != 0) {
            if numbers[piece] == 0 {
                for (low, &other) in (1..).zip(&named) {
                    if self.are_parted(other, piece) {
                        frontier.different |= pair(low, named.len() + 1);
                    }
                }
                named.push(piece);
                numbers[piece] = named.len() as u64;
            }
            frontier.pieces |= numbers[piece] << (4 * column);
        }
        frontier
    }
}

/// Number of packings of a region. Every open cell is empty or belongs to a piece; a piece is any set of cells
/// connected by edges.
///
/// # Errors
///
/// If the shorter side is longer than 15 cells, or if the effort ends.
///
/// ```
/// use huarong_core::counting::packings;
/// use huarong::search::Effort;
/// use huarong_core::grid::Region;
///
/// // Both cells empty, one or the other a piece, two pieces, or one piece of both.
/// assert_eq!(packings(&Region::new(2, 1)?, Effort::UNLIMITED)?, 5u8.into());
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub fn packings(region: &Region, effort: Effort<'_>) -> Result<BigUint, CountError> {
    let columns = region.width().min(region.height());
    if columns > MOST_COLUMNS {
        return Err(CountError::Side { side: columns, most: MOST_COLUMNS });
    }
    let cells = region.read_in(Order::of(region.width(), region.height()));
    let states = StateCounts::start(Frontier::EMPTY).after(
        cells.len(),
        effort,
        |step, state, count, next| {
            let column = step % columns;
            let sketch = state.sketch();
            next.add(sketch.with(column, 0), count);
            if !cells[step] {
                return;
            }
            let above = sketch.pieces[column];
            let before = if column > 0 { sketch.pieces[column - 1] } else { 0 };
            // The cell belongs to no piece beside it, to one of them, or to both, which then merge.
            let mut alone = sketch;
            alone.part(NEW_PIECE, above);
            alone.part(NEW_PIECE, before);
            next.add(alone.with(column, NEW_PIECE), count);
            if above == before {
                if above != 0 {
                    next.add(sketch.with(column, above), count);
                }
                return;
            }
            let mut parted = sketch;
            parted.part(above, before);
            for piece in [above, before].into_iter().filter(|&piece| piece != 0) {
                next.add(parted.with(column, piece), count);
            }
            if above != 0 && before != 0 && !sketch.are_parted(above, before) {
                let mut united = sketch;
                united.unite(above, before);
                next.add(united.with(column, above), count);
            }
        },
    )?;
    Ok(states.total())
}
