//! The boards that a census can cover, and the cost of others.

use super::error::CensusError;
use super::ground::MOST_CELLS;
use huarong_core::counting;
use huarong_core::effort::Effort;
use huarong_core::grid::Region;
use huarong_core::numerals::grouped_digits;

/// Checks that a census can cover a board: it has puzzles, and not too many cells. The error for the latter names the
/// cost of such a census.
pub fn check_board(width: usize, height: usize) -> Result<(), CensusError> {
    match width * height {
        0 | 1 => Err(CensusError::NoPuzzles { width, height }),
        ..=MOST => Ok(()),
        _ => {
            Err(CensusError::Board { width, height, cost: cost(width, height).unwrap_or_default() })
        }
    }
}

const MOST: usize = MOST_CELLS as usize;

/// Number of packings per second that a census of 4x5 under all metrics finishes on two cores.
const PACE: f64 = 3.0e6;

/// The longest shorter side, and the most cells, of a board whose packings can be counted quickly.
const LONGEST_COUNTED_SIDE: usize = 6;
const MOST_COUNTED_CELLS: usize = 64;

/// The number of packings of a large board and the time of its census, if its packings can be counted quickly.
fn cost(width: usize, height: usize) -> Option<String> {
    if width.min(height) > LONGEST_COUNTED_SIDE || width * height > MOST_COUNTED_CELLS {
        return None;
    }
    let region = Region::new(width, height).ok()?;
    let packings = counting::packings(&region, Effort::UNLIMITED).ok()?.to_string();
    // The order of magnitude suffices.
    let seconds = packings.parse().unwrap_or(f64::INFINITY) / PACE;
    let units = [
        ("year", SECONDS_PER_DAY * 365.25),
        ("day", SECONDS_PER_DAY),
        ("hour", 3600.0),
        ("minute", 60.0),
    ];
    let fits = |(_, length): &(&str, f64)| seconds >= 2.0 * length;
    let (unit, length) = units.into_iter().find(fits).unwrap_or(("second", 1.0));
    let number = (seconds / length).round().max(1.0);
    let plural = if number > 1.0 { "s" } else { "" };
    let (packings, number) = (grouped_digits(&packings), grouped_digits(&number.to_string()));
    Some(format!(
        "its {packings} packings would take {number} {unit}{plural} at the pace of 4x5 on two cores; "
    ))
}

const SECONDS_PER_DAY: f64 = 86_400.0;
