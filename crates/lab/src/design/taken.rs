//! Puzzles that a design has, or that earlier ones had.

use super::error::DesignError;
use super::order::Designed;
use crate::cluster_key::ClusterKey;
use huarong_core::effort::Effort;
use huarong_core::rules::{Arrangement, Puzzle};
use huarong_oracle::analysis::{Reachable, ReachableError};
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

/// Puzzles that are not wanted again: none that is found belongs to one of their components, up to rotations and
/// reflections.
#[derive(Clone, Debug, Default)]
pub struct Taken {
    clusters: HashSet<ClusterKey>,
    /// Puzzles that no other may resemble, either.
    puzzles: Vec<Designed>,
    /// The components of puzzles by their texts. Choices among the same puzzles share them, so that none is explored twice.
    explored: Arc<Mutex<HashMap<String, ClusterKey>>>,
}

/// What a puzzle has in common with one that is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Alike {
    /// The component, up to rotations and reflections.
    Cluster,
    /// More than half of the pieces.
    Pieces,
}

/// Most positions of a component that is told from others. Of a larger one, the start alone is.
const MOST_POSITIONS: u32 = 1 << 20;

impl Taken {
    /// Takes the component of a start, and returns whether it is new.
    ///
    /// # Errors
    ///
    /// Returns an error if the observer cancels the work.
    pub fn take_start(
        &mut self,
        puzzle: &Puzzle,
        start: &Arrangement,
        effort: Effort<'_>,
    ) -> Result<bool, DesignError> {
        Ok(self.clusters.insert(cluster(puzzle, start, effort)?))
    }

    /// Takes a puzzle, unless it is like one that is taken.
    pub(super) fn take(
        &mut self,
        designed: &Designed,
        effort: Effort<'_>,
    ) -> Result<Option<Alike>, DesignError> {
        if self.puzzles.iter().any(|other| designed.resembles(other)) {
            return Ok(Some(Alike::Pieces));
        }
        let text = designed.draft.text();
        let explored = || self.explored.lock().unwrap_or_else(PoisonError::into_inner);
        let known = explored().get(&text).copied();
        let key = match known {
            Some(key) => key,
            None => {
                let setup = designed.draft.file()?.setup()?;
                let key = cluster(&setup.puzzle, &setup.start, effort)?;
                explored().insert(text, key);
                key
            }
        };
        if !self.clusters.insert(key) {
            return Ok(Some(Alike::Cluster));
        }
        self.puzzles.push(designed.clone());
        Ok(None)
    }
}

/// The key of the component of a start.
fn cluster(
    puzzle: &Puzzle,
    start: &Arrangement,
    effort: Effort<'_>,
) -> Result<ClusterKey, DesignError> {
    match effort.quietly(|effort| Reachable::explore(puzzle, start, MOST_POSITIONS, effort)) {
        Ok(reachable) => Ok(ClusterKey::of(&reachable)),
        Err(ReachableError::Cancelled(cancelled)) => Err(cancelled.into()),
        Err(_) => Ok(ClusterKey::of_position(puzzle, start)),
    }
}
