//! Numbers of optimal solutions of all positions.

use super::all_positions::AllPositions;
use huarong_core::effort::Effort;
use huarong_core::effort::threads::*;
use huarong_search::SearchError;

/// Number of positions that one thread examines at a time.
const CHUNK: usize = 1 << 12;

/// Number of optimal solutions of every position, in the order of their numbers. Solutions are counted as sequences of positions. A goal position has one, and an unreachable position none. A number that
/// exceeds [`MOST_SOLUTIONS`] is given as that.
///
/// A position at distance d has the solutions of the positions one move away at distance d - 1. Reports progress in positions.
///
/// ```
/// use huarong::search::{Effort, Space};
/// use huarong_oracle::analysis::{AllPositions, solution_counts};
/// use huarong_tables::table::Distances;
/// use huarong::{Metric, Puzzle};
///
/// // A small piece on 2x2 cells. Its goal is the lower right one.
/// let builder = Puzzle::builder(2, 2).rectangle("small", 'S', 1, 1);
/// let puzzle = builder.goal(&[('S', 1, 1)]).build()?;
/// let space = Space::new(&puzzle, &puzzle.parse_piece_set("1S")?)?;
/// let distances = Distances::of_bytes(vec![2, 1, 1, 0]);
/// let all = AllPositions::of_space(&space, Metric::Unit, distances.as_ref());
/// let counts = solution_counts(&all, Effort::UNLIMITED)?;
/// assert_eq!(counts, [2, 1, 1, 1]);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub fn solution_counts(
    all: &AllPositions<'_>,
    effort: Effort<'_>,
) -> Result<Vec<u64>, SearchError> {
    let needed = solution_counts_memory(all.len());
    if needed > effort.memory {
        return Err(SearchError::Memory { needed, allowed: effort.memory });
    }
    effort.total(all.len())?;
    let histogram = all.histogram();
    effort.done(histogram.unreachable)?;
    // The positions by distance.
    let mut next: Vec<usize> = Vec::with_capacity(histogram.counts.len());
    let mut end = 0;
    for &count in &histogram.counts {
        next.push(end);
        end += count as usize;
    }
    let mut by_distance = vec![0; end];
    for (index, distance) in (0..).zip(all.distances()) {
        let Some(distance) = distance else { continue };
        by_distance[next[usize::from(distance)]] = index;
        next[usize::from(distance)] += 1;
    }
    let mut counts = vec![0; all.len() as usize];
    let mut start = 0;
    for (distance, end) in (0..).zip(next) {
        let level = &by_distance[start..end];
        let solutions = |&index: &u64| {
            let Some(nearer) = u16::checked_sub(distance, 1) else { return 1 };
            let mut solutions: u64 = 0;
            all.for_each_neighbour(index, |after| {
                if all.get(after) == Some(nearer) {
                    solutions = solutions.saturating_add(counts[after as usize]);
                }
            });
            solutions.min(MOST_SOLUTIONS)
        };
        let found = level.par_chunks(CHUNK).map(|positions| {
            effort.done(positions.len() as u64)?;
            Ok::<_, SearchError>(positions.iter().map(solutions).collect::<Vec<u64>>())
        });
        let found: Vec<Vec<u64>> = found.collect::<Result<_, _>>()?;
        for (&index, solutions) in level.iter().zip(found.into_iter().flatten()) {
            counts[index as usize] = solutions;
        }
        start = end;
    }
    Ok(counts)
}

/// Number of bytes of memory that the numbers of solutions need for a number of positions, besides their distances.
pub fn solution_counts_memory(positions: u64) -> u64 {
    positions.saturating_mul(3 * size_of::<u64>() as u64)
}

/// The largest number of solutions that is counted exactly: 2^63 - 1.
pub const MOST_SOLUTIONS: u64 = i64::MAX as u64;
