//! Referees of many starts.

use super::referee::Referee;
use super::shared::{KnownDistances, Oracles};
#[cfg(feature = "games")]
use super::stones::StoneReferee;
#[cfg(feature = "games")]
use huarong_core::effort::Effort;
use huarong_core::position::Position;
use huarong_core::rules::Metric;
#[cfg(feature = "games")]
use huarong_games::{Position as Stones, ProofError, Prover, StoneGame, lines::Lines};
use huarong_oracle::{Options, OracleError, Planner, Question};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Referees of many starts, which are kept for further answers.
#[derive(Debug)]
pub struct Referees {
    planner: Arc<Planner>,
    /// Most bytes of the distances that are kept.
    most: u64,
    kept: Mutex<Kept>,
}

impl Default for Referees {
    fn default() -> Self {
        Self::new()
    }
}

/// Bytes of a referee beside its distances, roughly.
const BYTES_OF_REFEREE: u64 = 4 << 10;

/// Most bytes of the search for the values of a position of a game of stones.
#[cfg(feature = "games")]
const MEMORY_OF_PROVER: u64 = 1 << 26;

#[derive(Debug, Default)]
struct Kept {
    referees: HashMap<(Position, Metric), Arc<Referee>>,
    oracles: Oracles,
    #[cfg(feature = "games")]
    of_stones: HashMap<(String, Stones), Arc<StoneReferee>>,
    bytes: u64,
}

impl Referees {
    /// Referees that search in memory.
    pub fn new() -> Self {
        Self::keeping(u64::MAX)
    }

    /// Referees whose distances take at most so many bytes together, while they are kept.
    pub fn keeping(bytes: u64) -> Self {
        Self { planner: Arc::default(), most: bytes, kept: Mutex::default() }
    }

    /// The referee of a start. It is kept, but all of them take at most half of the memory limit.
    ///
    /// # Errors
    ///
    /// If the search for the distances exceeds the memory limit, or if the work is cancelled.
    pub fn of(
        &self,
        start: &Position,
        metric: Metric,
        options: &Options<'_>,
    ) -> Result<Arc<Referee>, OracleError> {
        let lock = || self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        // Positions are equal whatever their letters.
        let is_it = |referee: &&Arc<Referee>| referee.start().has_signs_of(start);
        let key = (start.clone(), metric);
        if let Some(referee) = lock().referees.get(&key).filter(is_it) {
            return Ok(referee.clone());
        }
        let memory = options.effort().memory;
        let shared = lock().oracles.find(start, metric);
        let mut bytes = BYTES_OF_REFEREE;
        let mut found = None;
        let distances = match shared {
            Some(distances) => distances,
            None => {
                let options =
                    options.memory(memory.saturating_sub(lock().bytes)).metrics(&[metric]);
                let oracle = match self.planner.ask(Question::Component, start, &options) {
                    Err(error) if error.is_memory() => {
                        self.planner.ask(Question::Solution, start, &options)?
                    }
                    oracle => oracle?,
                };
                bytes += oracle.bytes();
                KnownDistances::from(found.insert(oracle).clone())
            }
        };
        let optimal = distances.of(metric, start)?.found();
        let referee = Referee::new(start, metric, self.planner.clone(), distances, optimal);
        let referee = Arc::new(referee);
        let (mut kept, most) = (lock(), self.most.min(memory / 2));
        if kept.bytes.saturating_add(bytes) > most {
            *kept = Kept::default();
        }
        if bytes <= most {
            kept.bytes += bytes;
            if let Some(oracle) = found {
                kept.oracles.keep(start, metric, oracle);
            }
            kept.referees.insert(key, referee.clone());
        }
        Ok(referee)
    }

    /// The referee of a position of a game of stones. It is kept, as the others are.
    ///
    /// # Errors
    ///
    /// If the game is too large to be searched, if it is no position of the game, or if the work is cancelled.
    #[cfg(feature = "games")]
    pub fn of_stones(
        &self,
        game: &Lines,
        position: Stones,
        effort: Effort<'_>,
    ) -> Result<Arc<StoneReferee>, ProofError> {
        let lock = || self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (game.name(), position);
        if let Some(referee) = lock().of_stones.get(&key) {
            return Ok(referee.clone());
        }
        let mut prover = Prover::within(game, MEMORY_OF_PROVER)?;
        let referee = Arc::new(StoneReferee::new(&mut prover, position, effort)?);
        let mut kept = lock();
        if kept.bytes.saturating_add(BYTES_OF_REFEREE) > self.most.min(effort.memory / 2) {
            *kept = Kept::default();
        }
        kept.bytes += BYTES_OF_REFEREE;
        kept.of_stones.insert(key, referee.clone());
        Ok(referee)
    }
}
