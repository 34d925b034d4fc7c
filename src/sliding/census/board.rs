//! Which boards a census is taken of, and what others would take.

use super::error::{CensusError, Cost};
use super::ground::MOST_CELLS;
use crate::counting;
use crate::effort::Effort;
use crate::grid::Region;

/// Checks that a census of a board can be taken.
///
/// # Errors
///
/// Where it has no puzzles, or more cells than a word of a census has; then with the number of its positions.
pub fn check_board(width: usize, height: usize) -> Result<(), CensusError> {
    match width * height {
        0 | 1 => Err(CensusError::NoPuzzles { width, height }),
        ..=MOST => Ok(()),
        _ => Err(CensusError::Board { width, height, cost: cost(width, height) }),
    }
}

const MOST: usize = MOST_CELLS as usize;

/// Packings of 4x5 that a census of all metrics is done with in a second, on two cores, about.
const PACE: f64 = 3.0e6;

/// What a census of a large board would take, where its packings can be counted at once.
fn cost(width: usize, height: usize) -> Cost {
    if width.min(height) > LONGEST_SIDE || width * height > MOST_COUNTED {
        return Cost(None);
    }
    let Ok(region) = Region::new(width, height) else { return Cost(None) };
    let Ok(packings) = counting::packings(&region, Effort::UNLIMITED) else { return Cost(None) };
    let digits = packings.to_string();
    // Its order of size is enough.
    let about: f64 = digits.parse().unwrap_or(f64::INFINITY);
    Cost(Some((digits, about / PACE)))
}

/// Longest shorter side of a board whose packings are counted in a moment.
const LONGEST_SIDE: usize = 6;
/// And most cells.
const MOST_COUNTED: usize = 64;
