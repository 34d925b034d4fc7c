//! Boards with all positions of their components.

use super::order::Split;
use crate::cluster_key::ClusterKey;
use huarong_core::effort::Effort;
use huarong_core::position::Position;
use huarong_core::rules::{Arrangement, Metric, PieceMove, Puzzle};
use huarong_oracle::analysis::{Answer, Reachable, ReachableError};
use huarong_oracle::{Method, Options, Oracle, OracleError};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;

/// A component with its distances.
#[derive(Debug)]
pub(super) struct Explored {
    pub start: Position,
    pub reachable: Reachable,
    pub oracle: Oracle,
    pub metric: Metric,
    pub key: ClusterKey,
    /// The number of the puzzle that it comes from.
    pub puzzle: Option<usize>,
    /// The largest distance; `None` if there is no goal position.
    pub farthest: Option<u16>,
}

/// Most positions of a component that tasks are about.
const MOST_POSITIONS: u32 = 200_000;

/// Attempts to find a position at a distance before all are listed.
const ATTEMPTS: usize = 256;

impl Explored {
    /// `None` if the component is too large.
    pub fn new(
        start: Position,
        puzzle: Option<usize>,
        metric: Metric,
        effort: Effort<'_>,
    ) -> Result<Option<Self>, OracleError> {
        let reachable = match Reachable::explore(start.puzzle(), &start, MOST_POSITIONS, effort) {
            Ok(reachable) => reachable,
            Err(ReachableError::Cancelled(cancelled)) => return Err(cancelled.into()),
            Err(_) => return Ok(None),
        };
        let options = Options::from(effort).metrics(&[metric]);
        let oracle = Oracle::search_from(Method::Component, &start, &options)?;
        let farthest = oracle.levels(metric).map(|levels| levels.len() as u16 - 1);
        let key = ClusterKey::of(&reachable);
        Ok(Some(Self { start, reachable, oracle, metric, key, puzzle, farthest }))
    }

    pub fn rules(&self) -> &Puzzle {
        self.start.puzzle()
    }

    /// The distance of a position of the component; `None` if the goal cannot be reached.
    pub fn distance(&self, position: &Arrangement) -> Result<Option<u16>, OracleError> {
        Ok(match self.oracle.distances_own(position)?[self.metric] {
            Answer::Found(moves) => Some(moves),
            Answer::Unreachable | Answer::Unknown => None,
        })
    }

    /// A random position at a distance; `None` if there is none.
    pub fn at_distance(
        &self,
        moves: u16,
        generator: &mut ChaCha8Rng,
    ) -> Result<Option<&Arrangement>, OracleError> {
        let positions = self.reachable.positions();
        for _ in 0..ATTEMPTS {
            let position = &positions[generator.random_range(0..positions.len())];
            if self.distance(position)? == Some(moves) {
                return Ok(Some(position));
            }
        }
        let mut fitting = Vec::new();
        for position in positions {
            if self.distance(position)? == Some(moves) {
                fitting.push(position);
            }
        }
        if fitting.is_empty() {
            return Ok(None);
        }
        Ok(Some(fitting[generator.random_range(0..fitting.len())]))
    }

    /// The moves of a position, each with the distance after it.
    pub fn moves(
        &self,
        position: &Arrangement,
    ) -> Result<Vec<(PieceMove, Option<u16>)>, OracleError> {
        let moves = self.rules().moves(position, self.metric).into_iter();
        moves.map(|made| Ok((made.clone(), self.distance(&made.apply(position))?))).collect()
    }

    /// The part of all tasks to which the component belongs, by its key alone.
    pub fn split(&self) -> Split {
        match (self.key.bits() >> 64) % 10 {
            0 => Split::Test,
            1 => Split::Validation,
            _ => Split::Train,
        }
    }
}
