//! Random samples of positions with given distances.

use super::all_positions::AllPositions;
use super::solution_counts::{MOST_SOLUTIONS, solution_counts};
use huarong_core::effort::threads::*;
use huarong_core::effort::{Cancelled, Effort};
use huarong_core::grid::Cell;
use huarong_core::numerals::range_of_moves;
use huarong_core::rules::{Arrangement, Metric, ShapeId};
use huarong_search::SearchError;
use huarong_tables::table::TableError;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::str::FromStr;
use thiserror::Error;

/// A range of numbers up to `MOST`, both ends included.
///
/// ```
/// use huarong_oracle::analysis::DistanceRange;
///
/// let range: DistanceRange = "80..100".parse()?;
/// assert!(range.contains(80_u16) && range.contains(100_u16) && !range.contains(101_u16));
/// assert!("100..80".parse::<DistanceRange>().is_err());
/// # Ok::<_, huarong_oracle::analysis::RangeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberRange<const MOST: u64>(RangeInclusive<u64>);

/// A range of distances.
pub type DistanceRange = NumberRange<{ u16::MAX as u64 }>;

/// A range of numbers of optimal solutions.
pub type SolutionRange = NumberRange<MOST_SOLUTIONS>;

/// Error for a text that is not a range of numbers.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum RangeError {
    /// The text is not one or two numbers.
    #[error("a range is written 5..8 (both ends included), 5.., ..8 or 5")]
    Syntax,
    /// A number is too large.
    #[error("numbers of this range go up to {0}")]
    TooLarge(u64),
    /// The larger number comes first.
    #[error("the range goes from {0} down to {1}; write the smaller number first")]
    Backwards(u64, u64),
}

impl<const MOST: u64> NumberRange<MOST> {
    /// Whether the range contains a number.
    pub fn contains(&self, number: impl Into<u64>) -> bool {
        self.0.contains(&number.into())
    }

    /// The least and the largest number.
    #[doc(hidden)]
    pub fn bounds(&self) -> (u64, u64) {
        (*self.0.start(), *self.0.end())
    }
}

impl DistanceRange {
    #[doc(hidden)]
    pub fn of_moves(moves: RangeInclusive<u16>) -> Self {
        Self((*moves.start()).into()..=(*moves.end()).into())
    }

    /// All distances except 0.
    pub const WITHOUT_GOAL_POSITIONS: Self = Self(1..=u16::MAX as u64);
}

impl<const MOST: u64> FromStr for NumberRange<MOST> {
    type Err = RangeError;

    fn from_str(text: &str) -> Result<Self, RangeError> {
        let number = |text: &str, open: u64| match text.trim() {
            "" => Ok(open),
            digits if !digits.bytes().all(|digit| digit.is_ascii_digit()) => {
                Err(RangeError::Syntax)
            }
            digits => {
                let number = digits.parse().ok().filter(|&number| number <= MOST);
                number.ok_or(RangeError::TooLarge(MOST))
            }
        };
        let (from, to) = match text.split_once("..") {
            Some((from, to)) => (number(from, 0)?, number(to, MOST)?),
            None if text.trim().is_empty() => return Err(RangeError::Syntax),
            None => (number(text, 0)?, number(text, 0)?),
        };
        if from > to {
            return Err(RangeError::Backwards(from, to));
        }
        Ok(Self(from..=to))
    }
}

/// Description of the positions to draw.
#[derive(Clone, Debug)]
pub struct SampleQuery {
    /// The requested distances.
    pub distance: DistanceRange,
    /// The largest number of positions.
    pub count: usize,
    /// Seed of the random numbers. The same seed draws the same positions.
    pub seed: u64,
    /// If given, draws only positions with such a number of optimal solutions.
    pub solutions: Option<SolutionRange>,
    /// If given, draws only positions in which a piece of this shape has its anchor in the top row.
    pub at_top: Option<ShapeId>,
}

/// Result of drawing positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The drawn positions, in the order of drawing; all different, at least one.
    pub positions: Vec<Arrangement>,
    /// Number of positions that match the query.
    pub fitting: u64,
}

/// Reason why no positions were drawn.
#[derive(Debug, Error)]
pub enum SampleError {
    /// A table could not be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The observer cancelled the work.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// No position has a requested distance.
    #[error(
        "no {positions} of {set} in this range of {metric} distances; they are {} from the goal",
        range_of_moves(*.least, *.most)
    )]
    OutOfRange {
        /// The requested kind of positions, in words.
        positions: String,
        /// The piece set.
        set: String,
        /// The metric.
        metric: Metric,
        /// The least distance of positions of that kind.
        least: u16,
        /// The largest distance.
        most: u16,
    },
    /// No position with a requested distance has a requested number of solutions.
    #[error(
        "no {positions} of {set} in this range of {metric} distances have such a number of optimal solutions"
    )]
    Solutions {
        /// The requested kind of positions, in words.
        positions: String,
        /// The piece set.
        set: String,
        /// The metric.
        metric: Metric,
    },
    /// The solutions could not be counted.
    #[error(transparent)]
    Count(SearchError),
    /// No position of that kind can reach the goal.
    #[error("no {positions} of {set} can reach the goal")]
    Unsolvable {
        /// The requested kind of positions, in words.
        positions: String,
        /// The piece set.
        set: String,
    },
}

impl From<SearchError> for SampleError {
    fn from(error: SearchError) -> Self {
        match error {
            SearchError::Cancelled(cancelled) => Self::Cancelled(cancelled),
            error => Self::Count(error),
        }
    }
}

/// Number of positions that one thread examines at a time.
const CHUNK: u64 = 1 << 16;

/// Draws positions. All matching positions are equally likely. Reports progress in positions, each counted once.
pub fn sample(
    all: &AllPositions<'_>,
    query: &SampleQuery,
    effort: Effort<'_>,
) -> Result<Sample, SampleError> {
    let puzzle = all.puzzle();
    let width = Cell::from(puzzle.board().width());
    let is_at_top = |position: &Arrangement, shape| {
        position.anchors(shape).first().is_some_and(|cell| cell < width)
    };
    let known = |number| Some((number, all.get(number)?));
    let chunks = all.len().div_ceil(CHUNK);
    let in_chunk = |chunk: u64| -> Box<dyn Iterator<Item = (u64, u16)> + '_> {
        let start = chunk * CHUNK;
        let numbers = start..all.len().min(start + CHUNK);
        match query.at_top {
            None => Box::new(numbers.filter_map(known)),
            Some(shape) => {
                let positions = numbers.zip(all.positions_from(start));
                let allowed = positions.filter(move |(_, position)| is_at_top(position, shape));
                Box::new(allowed.filter_map(move |(number, _)| known(number)))
            }
        }
    };
    let solutions = match &query.solutions {
        None => None,
        Some(range) => {
            effort.doing("optimal solutions")?;
            let counts = solution_counts(all, effort)?;
            Some((range, counts))
        }
    };
    let has_solutions = |index: u64| {
        let range = solutions.as_ref();
        range.is_none_or(|(range, counts)| range.contains(counts[index as usize]))
    };
    let fitting_in = |chunk| {
        let fits = |known: &(u64, u16)| query.distance.contains(known.1);
        let fitting = in_chunk(chunk).filter(fits).map(|(index, _)| index);
        fitting.filter(|&index| has_solutions(index))
    };
    let (drawn, fitting) = draw(all.len(), fitting_in, query.count, query.seed, effort)?;
    if fitting == 0 {
        let positions = match query.at_top {
            Some(shape) => {
                format!("positions with the {} piece in the top row", puzzle.shapes()[shape].name())
            }
            None => "positions".to_owned(),
        };
        let set = all.piece_set_text();
        let each = (0..chunks).into_par_iter().flat_map_iter(in_chunk);
        let ends = each.map(|(_, distance)| (distance, distance));
        let is_at_distance = |chunk| in_chunk(chunk).any(|known| query.distance.contains(known.1));
        if query.solutions.is_some() && (0..chunks).into_par_iter().any(is_at_distance) {
            return Err(SampleError::Solutions { positions, set, metric: all.metric() });
        }
        return Err(match ends.reduce_with(|a, b| (a.0.min(b.0), a.1.max(b.1))) {
            Some((least, most)) => {
                SampleError::OutOfRange { positions, set, metric: all.metric(), least, most }
            }
            None => SampleError::Unsolvable { positions, set },
        });
    }
    let positions = drawn.into_iter().map(|number| all.position(number)).collect();
    Ok(Sample { positions, fitting })
}

/// Draws up to `count` different indices below `len`, and counts the matching ones. All matching indices are equally
/// likely. `fitting_in` returns the matching indices of a chunk in ascending order. Reports progress in positions, each
/// counted once.
fn draw<I: Iterator<Item = u64>>(
    len: u64,
    fitting_in: impl Fn(u64) -> I + Sync,
    count: usize,
    seed: u64,
    effort: Effort<'_>,
) -> Result<(Vec<u64>, u64), Cancelled> {
    // There may be thousands of millions of matching positions, so they are counted and not stored.
    effort.total(len)?;
    let count_in = |chunk| {
        let fitting = fitting_in(chunk).count() as u64;
        effort.done(CHUNK.min(len - chunk * CHUNK)).map(|()| fitting)
    };
    let chunks = len.div_ceil(CHUNK);
    let counts: Vec<u64> = (0..chunks).into_par_iter().map(count_in).collect::<Result<_, _>>()?;
    let fitting: u64 = counts.iter().sum();
    // This generator's numbers are guaranteed not to change.
    let mut generator = ChaCha8Rng::seed_from_u64(seed);
    let count = count.min(fitting as usize);
    let drawn = rand::seq::index::sample(&mut generator, fitting as usize, count).into_vec();
    let wanted: BTreeSet<u64> = drawn.iter().map(|&nth| nth as u64).collect();
    let mut indices = BTreeMap::new();
    let mut first = 0;
    for (chunk, count) in (0..).zip(counts) {
        if wanted.range(first..first + count).next().is_some() {
            let numbered = (first..).zip(fitting_in(chunk));
            indices.extend(numbered.filter(|(nth, _)| wanted.contains(nth)));
        }
        first += count;
    }
    Ok((drawn.into_iter().map(|nth| indices[&(nth as u64)]).collect(), fitting))
}
