//! Minimal Rush Hour puzzles of any length, from the committed report: a sample of those of 6x6 without walls.

use super::record_holders::kept_rows;
use crate::rush::Scope;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use serde::Deserialize;
use std::ops::RangeInclusive;
use std::sync::LazyLock;
use thiserror::Error;

/// A minimal Rush Hour puzzle of 6x6, without walls and with the exit in row 3: removing any car makes it shorter.
///
/// The report `sample.csv` lists up to 16 such puzzles for each number of straight moves.
///
/// ```
/// use huarong::formats::SampledRush;
///
/// let puzzle = SampledRush::draw(20..=30, 7)?;
/// assert!((20..=30).contains(&puzzle.distance));
/// assert_eq!(SampledRush::draw(20..=30, 7)?, puzzle);
/// assert!(SampledRush::draw(1_000..=2_000, 7).is_err());
/// # Ok::<_, huarong::formats::NoSuchLength>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SampledRush {
    /// The board in one line. [`read`](huarong_core::interchange::read) reads it as [`Rush`](huarong_core::interchange::Format::Rush).
    pub board: String,
    /// The fewest straight moves to the goal.
    pub distance: u16,
    /// Number of reachable positions, including the board itself.
    pub reachable: u64,
}

/// Error: no puzzle of the sample has a number of moves in a range.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error(
    "no puzzle of the sample has from {} to {} moves; choose a range within {} to {}",
    .wanted.start(), .wanted.end(), .known.start(), .known.end()
)]
#[non_exhaustive]
pub struct NoSuchLength {
    /// The range asked for.
    pub wanted: RangeInclusive<u16>,
    /// The fewest and the most moves of a puzzle.
    pub known: RangeInclusive<u16>,
}

#[derive(Deserialize)]
struct Row {
    distance: u16,
    start: String,
    reachable: u64,
}

/// The puzzles, in the order of the report.
static SAMPLE: LazyLock<Vec<SampledRush>> = LazyLock::new(|| {
    let rows = kept_rows(include_str!(concat!(env!("OUT_DIR"), "/rush-sample.csv")));
    let puzzle =
        |Row { distance, start, reachable }| SampledRush { board: start, distance, reachable };
    rows.map(puzzle).collect()
});

impl SampledRush {
    /// The fewest and the most moves of a puzzle of the sample.
    pub fn lengths() -> RangeInclusive<u16> {
        let moves = || SAMPLE.iter().map(|puzzle| puzzle.distance);
        let ends = moves().min().zip(moves().max());
        let (least, most) = ends.expect("the kept report has puzzles of 6x6");
        least..=most
    }

    /// All puzzles of the sample as number of moves and board, in the order of the report; none if they are not of a scope.
    #[doc(hidden)]
    pub fn of_scope(scope: &Scope) -> Vec<(u16, String)> {
        let is_of_game = Scope::new(6, 6).is_ok_and(|game| game == *scope);
        let puzzles = SAMPLE.iter().filter(|_| is_of_game);
        puzzles.map(|puzzle| (puzzle.distance, puzzle.board.clone())).collect()
    }

    /// The puzzles whose number of moves is in a range, in the order of the report.
    #[doc(hidden)]
    pub fn of_lengths(moves: &RangeInclusive<u16>) -> Vec<&'static Self> {
        SAMPLE.iter().filter(|puzzle| moves.contains(&puzzle.distance)).collect()
    }

    /// A random puzzle whose number of moves is in a range. Each such puzzle of the sample is equally likely. The same
    /// seed draws the same puzzle.
    pub fn draw(moves: RangeInclusive<u16>, seed: u64) -> Result<&'static Self, NoSuchLength> {
        let fitting = Self::of_lengths(&moves);
        if fitting.is_empty() {
            return Err(NoSuchLength { wanted: moves, known: Self::lengths() });
        }
        // This generator's numbers are guaranteed not to change.
        let mut generator = ChaCha8Rng::seed_from_u64(seed);
        Ok(fitting[generator.random_range(0..fitting.len())])
    }
}
