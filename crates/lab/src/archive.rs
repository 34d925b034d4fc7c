//! An archive of puzzles by their lengths, which random changes of its puzzles fill.
//!
//! It keeps some puzzles of each length. Puzzles drawn from it are changed at random, and the results enter it. So short
//! puzzles are the steps to long ones. (J.-B. Mouret and J. Clune, Illuminating search spaces by mapping elites, 2015.)

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;
use std::collections::{BTreeMap, HashSet};
use std::hash::Hash;

/// A puzzle that an archive keeps.
pub trait Archived {
    /// What two puzzles have in common that count as the same.
    type Key: Eq + Hash;

    /// Number of moves of its optimal solutions.
    fn moves(&self) -> u16;

    fn key(&self) -> Self::Key;
}

/// Puzzles by their lengths, found by random changes.
#[derive(Debug)]
pub struct Archive<P: Archived> {
    seed: u64,
    round: u64,
    tried: u64,
    repeated: u64,
    by_moves: BTreeMap<u16, Vec<P>>,
    /// All puzzles that entered the archive.
    seen: HashSet<P::Key>,
}

/// The number of puzzles of a round, and of those that are tried at the same time.
#[derive(Clone, Copy, Debug)]
pub struct Round {
    /// The archive changes after a round only, so results do not depend on the threads.
    pub tries: u64,
    pub at_once: usize,
}

const MOST_PER_LENGTH: usize = 32;

/// Number of shares of a round. A thread takes one at a time.
const SHARES_OF_ROUND: usize = 32;

impl<P: Archived> Archive<P> {
    /// An empty archive. The same seed finds the same puzzles.
    pub fn new(seed: u64) -> Self {
        let (by_moves, seen) = (BTreeMap::new(), HashSet::new());
        Self { seed, round: 0, tried: 0, repeated: 0, by_moves, seen }
    }

    #[cfg(feature = "census")]
    pub fn by_moves(&self) -> &BTreeMap<u16, Vec<P>> {
        &self.by_moves
    }

    pub fn tried(&self) -> u64 {
        self.tried
    }

    /// Number of puzzles that were the same as earlier ones.
    pub fn repeated(&self) -> u64 {
        self.repeated
    }

    /// Whether another puzzle of a length would not replace one.
    pub fn has_room(&self, moves: u16) -> bool {
        self.by_moves.get(&moves).is_none_or(|others| others.len() < MOST_PER_LENGTH)
    }

    /// A puzzle of the archive: of two random lengths the larger, and a random puzzle of that length.
    pub fn parent(&self, generator: &mut ChaCha8Rng) -> Option<&P> {
        let lengths = self.by_moves.len();
        if lengths == 0 {
            return None;
        }
        let nth = generator.random_range(0..lengths).max(generator.random_range(0..lengths));
        let puzzles = self.by_moves.values().nth(nth)?;
        Some(&puzzles[generator.random_range(0..puzzles.len())])
    }

    /// Tries the puzzles of a round. Each thread makes a state for its attempts. `enters` is called with each new puzzle.
    pub fn advance<S, E: Send>(
        &mut self,
        round: Round,
        state: impl Fn() -> S + Sync + Send,
        attempt: impl Fn(&mut S, &Self, &mut ChaCha8Rng) -> Result<Option<P>, E> + Sync + Send,
        mut enters: impl FnMut(&mut P),
    ) -> Result<(), E>
    where
        Self: Sync,
        P: Send,
    {
        let tries: Vec<u64> = (0..round.tries).collect();
        let has_memory = round.at_once >= rayon::current_num_threads();
        let (at_once, share) = match has_memory {
            true => (tries.len(), tries.len().div_ceil(SHARES_OF_ROUND)),
            false => (round.at_once.max(1), 1),
        };
        let archive = &*self;
        let mut found = Vec::new();
        for tries in tries.chunks(at_once) {
            let tried = tries.par_iter().with_max_len(share).map_init(&state, |state, &number| {
                let mut generator = ChaCha8Rng::seed_from_u64(archive.seed);
                generator.set_stream(archive.tried + number);
                attempt(state, archive, &mut generator)
            });
            found.extend(tried.collect::<Result<Vec<Option<P>>, E>>()?);
        }
        let mut generator = ChaCha8Rng::seed_from_u64(self.seed ^ u64::MAX);
        generator.set_stream(self.round);
        for mut puzzle in found.into_iter().flatten() {
            if !self.seen.insert(puzzle.key()) {
                self.repeated += 1;
                continue;
            }
            enters(&mut puzzle);
            let others = self.by_moves.entry(puzzle.moves()).or_default();
            if others.len() < MOST_PER_LENGTH {
                others.push(puzzle);
            } else {
                let replaced = generator.random_range(0..MOST_PER_LENGTH);
                others[replaced] = puzzle;
            }
        }
        self.round += 1;
        self.tried += round.tries;
        Ok(())
    }
}
