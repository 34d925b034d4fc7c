//! The boards that a census can cover, and the cost of others.

use super::error::{CensusError, Cost};
use super::ground::MOST_CELLS;
use huarong_core::counting;
use huarong_core::effort::Effort;
use huarong_core::grid::Region;

/// Checks that a census can cover a board.
///
/// # Errors
///
/// Returns an error if the board has no puzzles, or too many cells. The latter names the cost of such a census.
pub fn check_board(width: usize, height: usize) -> Result<(), CensusError> {
    match width * height {
        0 | 1 => Err(CensusError::NoPuzzles { width, height }),
        ..=MOST => Ok(()),
        _ => Err(CensusError::Board { width, height, cost: cost(width, height).to_string() }),
    }
}

const MOST: usize = MOST_CELLS as usize;

/// Number of packings per second that a census of 4x5 under all metrics finishes on two cores.
const PACE: f64 = 3.0e6;

/// Cost of the census of a large board, if its packings can be counted quickly.
fn cost(width: usize, height: usize) -> Cost {
    if width.min(height) > LONGEST_SIDE || width * height > MOST_COUNTED {
        return Cost(None);
    }
    let Ok(region) = Region::new(width, height) else { return Cost(None) };
    let Ok(packings) = counting::packings(&region, Effort::UNLIMITED) else { return Cost(None) };
    let digits = packings.to_string();
    // The order of magnitude suffices.
    let about: f64 = digits.parse().unwrap_or(f64::INFINITY);
    Cost(Some((digits, about / PACE)))
}

/// Longest shorter side of a board whose packings can be counted quickly.
const LONGEST_SIDE: usize = 6;
/// Largest number of cells of such a board.
const MOST_COUNTED: usize = 64;
