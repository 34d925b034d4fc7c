//! Sums over small states, the mechanism of every count.
//!
//! A count proceeds in steps, over the cells of a board or the kinds of pieces. A state holds everything that later
//! steps need to know about earlier ones. Its count is the number of configurations that lead to it. A step adds the
//! counts of all configurations that lead to the same state, so no configuration is ever listed.

use crate::effort::{Cancelled, Effort};
use crate::numerals::Amount;
use num_bigint::BigUint;
use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;
use thiserror::Error;

/// Error: a count ended without a result.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum CountError {
    /// The observer cancelled the count.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// The states exceed the memory limit.
    #[error(
        "counting needs more than the memory limit of {}: step {step} of {steps} has {states} states already; use a \
         smaller board, or one with a shorter side",
        Amount(*.bytes)
    )]
    Memory {
        /// The step at which the states became too many, from 1.
        step: usize,
        /// Number of steps.
        steps: usize,
        /// Number of states at that step.
        states: usize,
        /// Memory limit in bytes.
        bytes: u64,
    },
    /// A board whose shorter side is too long.
    #[error(
        "the shorter side of the board has {side} cells: packings can be counted for at most {most}"
    )]
    Side {
        /// Length of the shorter side, in cells.
        side: usize,
        /// Largest length allowed.
        most: usize,
    },
}

/// States, each with its count: the number of configurations that lead to it.
#[derive(Clone, Debug)]
pub struct StateCounts<S>(HashMap<S, BigUint>);

/// An upper bound on the number of states that follow one state in a step.
const MOST_FOLLOWERS: usize = 64;
/// The checks for cancellation are at most 0.1 s apart.
const STATES_BETWEEN_CHECKS: usize = 1 << 13;

impl<S: Eq + Hash> StateCounts<S> {
    /// One state with the count 1.
    pub fn start(state: S) -> Self {
        let mut states = Self::none();
        states.add(state, &BigUint::from(1u8));
        states
    }

    /// No states.
    pub fn none() -> Self {
        Self(HashMap::default())
    }

    /// Adds to the count of a state.
    pub fn add(&mut self, state: S, count: &BigUint) {
        match self.0.get_mut(&state) {
            Some(sum) => *sum += count,
            None => drop(self.0.insert(state, count.clone())),
        }
    }

    /// The states, in no particular order, with their counts.
    pub fn iter(&self) -> impl Iterator<Item = (&S, &BigUint)> {
        self.0.iter()
    }

    /// The sum of all counts.
    pub fn total(&self) -> BigUint {
        self.0.values().sum()
    }

    /// The states after one step. For each state and its count, `follow` adds all states that follow.
    pub fn then<T: Eq + Hash>(
        &self,
        mut follow: impl FnMut(&S, &BigUint, &mut StateCounts<T>),
    ) -> StateCounts<T> {
        let mut next = StateCounts::none();
        for (state, count) in &self.0 {
            follow(state, count, &mut next);
        }
        next
    }

    /// The states after a number of equal steps, within an effort. `follow` gets the number of the step, from 0.
    pub fn after(
        self,
        steps: usize,
        effort: Effort<'_>,
        mut follow: impl FnMut(usize, &S, &BigUint, &mut Self),
    ) -> Result<Self, CountError> {
        self.try_after(steps, 0, effort, |step, state, count, next| {
            follow(step, state, count, next);
            Ok(())
        })
    }

    /// Like [`after`](Self::after) for steps that can fail; `heap` is the number of bytes that each state owns on the
    /// heap.
    pub fn try_after<E: From<CountError>>(
        mut self,
        steps: usize,
        heap: u64,
        effort: Effort<'_>,
        mut follow: impl FnMut(usize, &S, &BigUint, &mut Self) -> Result<(), E>,
    ) -> Result<Self, E> {
        let cancelled = |cancelled| E::from(CountError::Cancelled(cancelled));
        effort.total(steps as u64).map_err(cancelled)?;
        for step in 0..steps {
            let mut next = Self::none();
            for (nth, (state, count)) in self.0.iter().enumerate() {
                if nth % STATES_BETWEEN_CHECKS == STATES_BETWEEN_CHECKS - 1 {
                    effort.doing(Count(next.0.len())).map_err(cancelled)?;
                }
                // A full map doubles, and the old one stays until the new one is filled.
                let full = next.0.capacity() - next.0.len() < MOST_FOLLOWERS;
                if full && self.bytes(heap) + 3 * next.bytes(heap) > effort.memory {
                    let (states, bytes) = (next.0.len(), effort.limit());
                    return Err(CountError::Memory { step: step + 1, steps, states, bytes }.into());
                }
                follow(step, state, count, &mut next)?;
            }
            self = next;
            effort.doing(Count(self.0.len())).map_err(cancelled)?;
            effort.done(1).map_err(cancelled)?;
        }
        Ok(self)
    }

    /// Approximate memory of the states. An eighth of a map is always empty, and every number is allocated separately.
    fn bytes(&self, heap: u64) -> u64 {
        let entry = size_of::<(S, BigUint)>() + 1;
        (self.0.capacity() * entry * 8 / 7) as u64 + self.0.len() as u64 * (32 + heap)
    }
}

/// Formats a number of states as text.
struct Count(usize);

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} states", self.0)
    }
}
