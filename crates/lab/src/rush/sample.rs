//! A universe estimated from boards drawn at random.
//!
//! A start is a board with the red car at the exit on which no other piece can slide left or up. Each cluster that can
//! reach the goal has exactly one first start. So the share of first starts in a sample, times the number of starts,
//! estimates the number of clusters. The same holds for clusters of any kind. The estimate is unbiased.

use super::error::RushError;
use super::findings::Findings;
use super::numbered_boards::Starts;
use super::universe::{ClusterOf, Universe};
use huarong_core::effort::Effort;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;

/// What boards drawn at random say about a universe.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Sample {
    /// Number of boards with the red car at the exit on which no other piece can slide left or up.
    pub starts: u128,
    /// Number of drawn boards. A board can be drawn again.
    pub drawn: u64,
    /// The clusters that were found from their first boards.
    pub findings: Findings,
    /// The sum of the squared numbers of positions of these clusters.
    squares: f64,
}

/// An estimated number, with its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Estimate {
    /// The estimated number.
    pub number: f64,
    /// The standard error; `None` if the sample is too small to estimate it: nothing or everything was found.
    pub error: Option<f64>,
}

/// Boards that one thread searches between two reports of progress.
const CHUNK: usize = 64;

impl Sample {
    /// Draws boards of a universe, each equally likely, and searches the clusters of those that are the first of their
    /// cluster. The same seed draws the same boards. Reports progress in boards.
    ///
    /// # Errors
    ///
    /// Returns an error if `count` is 0, if the work exceeds the memory limit, or if the observer cancels it.
    pub fn draw(
        universe: &Universe,
        count: u32,
        seed: u64,
        effort: Effort<'_>,
    ) -> Result<Self, RushError> {
        if count == 0 {
            return Err(RushError::NoSample);
        }
        let quiet = effort.quietly(|effort| Starts::new(universe.own_scope(), effort));
        let starts = quiet?;
        effort.total(count.into())?;
        let mut generator = ChaCha8Rng::seed_from_u64(seed);
        let numbers = (0..count).map(|_| generator.random_range(0..starts.len()));
        let numbers: Vec<u128> = numbers.collect();
        let memory = effort.memory / rayon::current_num_threads() as u64;
        let chunks = numbers.par_chunks(CHUNK).map_init(
            || universe.searcher(memory),
            |searcher, numbers| {
                let mut found = Vec::new();
                for &number in numbers {
                    let board = starts.board(number);
                    found.extend(universe.cluster_first_met_at(searcher, &board)?);
                    effort.done(1)?;
                }
                Ok(found)
            },
        );
        let found: Vec<Vec<ClusterOf>> = chunks.collect::<Result<_, RushError>>()?;
        let mut findings = Findings::default();
        findings.goals = count.into();
        let mut squares = 0.0;
        for ClusterOf { histogram, puzzle } in found.into_iter().flatten() {
            squares += (histogram.iter().sum::<u64>() as f64).powi(2);
            findings.add(&histogram, puzzle);
        }
        Ok(Self { starts: starts.len(), drawn: count.into(), findings, squares })
    }

    /// The estimated number of clusters of a kind, from the number that was found.
    pub fn estimate(&self, found: u64) -> Estimate {
        self.of_sums(found as f64, found as f64)
    }

    /// The estimated number of positions of all clusters.
    pub fn positions(&self) -> Estimate {
        self.of_sums(self.findings.total().positions as f64, self.squares)
    }

    /// The estimate of a sum over all boards, from the sums of values and of their squares over the drawn boards.
    fn of_sums(&self, sum: f64, squares: f64) -> Estimate {
        let (starts, drawn) = (self.starts as f64, self.drawn as f64);
        let mean = sum / drawn;
        let variance = (squares / drawn - mean * mean).max(0.0);
        let error = (variance > 0.0).then(|| starts * (variance / drawn).sqrt());
        Estimate { number: starts * mean, error }
    }
}
