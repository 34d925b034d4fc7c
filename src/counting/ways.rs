//! The mechanism of every count: sums over small states.
//!
//! A count goes step by step: over the cells of a board, over the kinds of pieces. A state holds what the
//! steps to come ask of those done; in how many ways each state is reached is a number, and a step adds the
//! numbers of all that lead to one state. What is counted never has to be listed.

use crate::effort::{Effort, Stopped};
use num_bigint::BigUint;
use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;
use thiserror::Error;

/// Why a count ended without a number.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum CountError {
    /// The watcher asked to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// More states than memory holds.
    #[error(
        "counting would need more than the {} MB of memory that it may use: at step {step} of {steps} there \
         are already {states} states; a smaller board, or one with a shorter side, has fewer",
        .bytes / 1_000_000
    )]
    Memory {
        /// The step at which the states became too many, from 1.
        step: usize,
        /// All steps.
        steps: usize,
        /// States by then.
        states: usize,
        /// What the count was allowed, in bytes.
        bytes: u64,
    },
    /// A board whose shorter side is too long.
    #[error("the shorter side of the board is {side} cells; packings are counted up to {most}")]
    Side {
        /// Its cells.
        side: usize,
        /// The most it may have.
        most: usize,
    },
}

/// In how many ways each state is reached.
#[derive(Clone, Debug)]
pub struct Ways<S>(HashMap<S, BigUint>);

/// More states than follow one in a step: kinds that may start at a cell, and a few.
const MOST_FOLLOWERS: usize = 64;
/// States between two checks for cancellation: a tenth of a second at most, whatever follows a state.
const STRIDE: usize = 1 << 13;

impl<S: Eq + Hash> Ways<S> {
    /// One state, reached in one way.
    pub fn start(state: S) -> Self {
        let mut ways = Self::none();
        ways.add(state, &BigUint::from(1u8));
        ways
    }

    /// No state at all.
    pub fn none() -> Self {
        Self(HashMap::default())
    }

    /// Adds to the ways in which a state is reached.
    pub fn add(&mut self, state: S, ways: &BigUint) {
        match self.0.get_mut(&state) {
            Some(sum) => *sum += ways,
            None => drop(self.0.insert(state, ways.clone())),
        }
    }

    /// The states, in no order, and in how many ways each is reached.
    pub fn iter(&self) -> impl Iterator<Item = (&S, &BigUint)> {
        self.0.iter()
    }

    /// The ways of all states together.
    pub fn total(&self) -> BigUint {
        self.0.values().sum()
    }

    /// The states after one step: `follow` adds, for a state and its ways, all states that follow.
    pub fn then<T: Eq + Hash>(
        &self,
        mut follow: impl FnMut(&S, &BigUint, &mut Ways<T>),
    ) -> Ways<T> {
        let mut next = Ways::none();
        for (state, ways) in &self.0 {
            follow(state, ways, &mut next);
        }
        next
    }

    /// The states after a number of steps of one kind, within an effort. `follow` is told the step, from 0.
    pub fn after(
        self,
        steps: usize,
        effort: Effort<'_>,
        mut follow: impl FnMut(usize, &S, &BigUint, &mut Self),
    ) -> Result<Self, CountError> {
        self.try_after(steps, 0, effort, |step, state, ways, next| {
            follow(step, state, ways, next);
            Ok(())
        })
    }

    /// As [`after`](Self::after) with steps that can fail, of states that own `heap` bytes each beside the map.
    pub fn try_after<E: From<CountError>>(
        mut self,
        steps: usize,
        heap: u64,
        effort: Effort<'_>,
        mut follow: impl FnMut(usize, &S, &BigUint, &mut Self) -> Result<(), E>,
    ) -> Result<Self, E> {
        let stopped = |stopped| E::from(CountError::Stopped(stopped));
        effort.total(steps as u64).map_err(stopped)?;
        for step in 0..steps {
            let mut next = Self::none();
            for (nth, (state, ways)) in self.0.iter().enumerate() {
                if nth % STRIDE == STRIDE - 1 {
                    effort.doing(Count(next.0.len())).map_err(stopped)?;
                }
                // A map that is full doubles, and the old one stays until the new one is filled.
                let full = next.0.capacity() - next.0.len() < MOST_FOLLOWERS;
                if full && self.bytes(heap) + 3 * next.bytes(heap) > effort.memory {
                    let (states, bytes) = (next.0.len(), effort.limit());
                    return Err(CountError::Memory { step: step + 1, steps, states, bytes }.into());
                }
                follow(step, state, ways, &mut next)?;
            }
            self = next;
            effort.doing(Count(self.0.len())).map_err(stopped)?;
            effort.done(1).map_err(stopped)?;
        }
        Ok(self)
    }

    /// The memory that the states take, about: an eighth of a map is always empty, and every number has
    /// words of its own.
    fn bytes(&self, heap: u64) -> u64 {
        let entry = size_of::<(S, BigUint)>() + 1;
        (self.0.capacity() * entry * 8 / 7) as u64 + self.0.len() as u64 * (32 + heap)
    }
}

/// A number of states, in words.
struct Count(usize);

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} states", self.0)
    }
}
