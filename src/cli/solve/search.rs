//! The search for optimal solutions of one position without a table.

use super::arguments::Arguments;
use super::task::Task;
use super::undecided::{Bounds, is_too_large_for_both_ends};
use crate::cli::output;
use crate::cli::tile_probes::NEAR;
use crate::{Options, Oracle, OracleError, Position};
use anyhow::anyhow;
use huarong_core::effort::Effort;
use huarong_core::rules::{Arrangement, Metric, PieceMove};
use huarong_oracle::analysis::{PathsError, ReachableError, ShortestPaths};
use huarong_search::{
    Component, ComponentDistances, ComponentError, SearchError, TileSolver, Unmet, Until, meet,
};
use num_bigint::BigUint;
use std::time::Instant;

/// What a search found.
pub(super) enum Searched {
    /// The moves of one solution; `None` if there is none.
    One(Option<Vec<PieceMove>>),
    /// Distances to the only end.
    Back(Box<ComponentDistances>),
    /// Distances to the goal.
    Oracle(Oracle),
}

impl Searched {
    /// All optimal solutions, if they are known.
    pub fn paths(&self, metric: Metric) -> Option<ShortestPaths<'_>> {
        match self {
            Self::One(_) => None,
            Self::Back(distances) => Some(ShortestPaths::back(distances)),
            Self::Oracle(oracle) => ShortestPaths::by_oracle(oracle, metric),
        }
    }

    /// The moves of one solution, if no others are known; `None` if there is none.
    pub fn one(&self) -> Option<&[PieceMove]> {
        match self {
            Self::One(moves) => moves.as_deref(),
            Self::Back(_) | Self::Oracle(_) => None,
        }
    }

    /// Bytes of memory that the distances take.
    pub fn bytes(&self) -> u64 {
        match self {
            Self::One(_) => 0,
            Self::Back(distances) => distances.bytes(),
            Self::Oracle(oracle) => oracle.bytes(),
        }
    }
}

/// The number of optimal solutions of a position.
pub(super) fn count(
    paths: &ShortestPaths<'_>,
    position: &Arrangement,
    effort: Effort<'_>,
) -> anyhow::Result<BigUint> {
    Ok(paths.count(position, effort)?.known()?.unwrap_or_default())
}

/// Whether an error says that a search or a count exceeded its memory.
pub(super) fn is_memory(error: &anyhow::Error) -> bool {
    let component = |error: &ComponentError| matches!(error, ComponentError::Memory { .. });
    error.downcast_ref().is_some_and(OracleError::is_memory)
        || error.downcast_ref().is_some_and(|unmet: &Unmet| component(&unmet.reason))
        || error.downcast_ref().is_some_and(|error| matches!(error, PathsError::Memory { .. }))
        || error.downcast_ref().is_some_and(ReachableError::is_memory)
}

/// A search, and what it may keep for the next.
pub(super) struct Searcher<'a> {
    pub arguments: &'a Arguments,
    /// The time at which the search ends without an answer.
    pub until: Option<Instant>,
    /// The solver of a tile puzzle, kept for further positions.
    pub tiles: &'a mut Option<TileSolver>,
}

impl Searcher<'_> {
    /// Searches for the optimal solutions of a position. An error can have [`Bounds`].
    pub fn search(&mut self, task: &Task<'_>, effort: Effort<'_>) -> anyhow::Result<Searched> {
        let Task { puzzle, position, target, metric, .. } = task;
        let (metric, until) = (*metric, self.until);
        let to_goal = target.is_none();
        let mut end = target.clone().or_else(|| puzzle.only_goal_position(&position.piece_set()));
        let wants_one = !self.arguments.counts();
        if let (Some(only), true) = (&end, wants_one) {
            match self.path_to(task, only, effort) {
                // Patterns guide searches to the goal.
                Err(error) if to_goal && is_too_large_for_both_ends(&error) => end = None,
                found => return Ok(Searched::One(found?)),
            }
        }
        if let Some(end) = &end {
            effort.notice("searching backwards from the end")?;
            let found = effort.within(until, |effort| {
                let until = Until::At(position);
                Component::explore(puzzle, end, metric, until, effort)?.into_distances(effort)
            });
            let found = found.map_err(|reason| Unmet::of_one_search(position, end, reason))?;
            return Ok(Searched::Back(Box::new(found)));
        }
        let subject = puzzle.piece_set_text(&position.piece_set());
        effort
            .notice(format_args!("no {metric} table of {subject}: searching from the position"))?;
        let start = Position::new(puzzle, position.clone());
        let start = start.expect("the position belongs to its puzzle");
        let found = effort.within(until, |effort| {
            Oracle::solve_with(&start, &Options::from(effort).metrics(&[metric]))
        });
        match found.map_err(anyhow::Error::from) {
            Ok(found) => Ok(Searched::Oracle(found)),
            Err(error) => match Bounds::of(&error).and_then(Bounds::optimal) {
                Some(optimal) if wants_one => Ok(Searched::One(Some(optimal.to_vec()))),
                _ => Err(error),
            },
        }
    }

    /// A shortest path from a position to another. In a tile puzzle, distances of groups of tiles guide the search if it
    /// grows large.
    fn path_to(
        &mut self,
        task: &Task<'_>,
        end: &Arrangement,
        effort: Effort<'_>,
    ) -> anyhow::Result<Option<Vec<PieceMove>>> {
        let (puzzle, position, until) = (task.puzzle, &task.position, self.until);
        let is_solvable = TileSolver::decides(puzzle, position, end);
        if is_solvable == Some(false) {
            effort.notice("the tiles have the wrong parity")?;
            return Ok(None);
        }
        let between = |effort: Effort<'_>| {
            effort.within(until, |effort| meet(puzzle, position, end, task.metric, effort))
        };
        if self.tiles.as_ref().is_none_or(|tiles| tiles.target() != end) {
            effort.notice("searching from both ends")?;
            // The solver counts moves of single tiles.
            let is_tiles = is_solvable.is_some() && task.metric != Metric::Multi;
            let most = match (is_tiles, &task.target) {
                (true, _) => NEAR,
                (false, None) => effort.memory / 2,
                (false, Some(_)) => u64::MAX,
            };
            let at_least = match between(effort.at_most(most)) {
                Err(Unmet { reason: ComponentError::Memory { .. }, at_least, .. }) if is_tiles => {
                    at_least
                }
                found => return Ok(found?),
            };
            effort.notice("searching distances of groups of tiles")?;
            let made = effort.within(until, |effort| TileSolver::new(puzzle, end, effort));
            *self.tiles = match made {
                Err(SearchError::Memory { .. }) => None,
                Err(SearchError::Cancelled(cancelled)) => {
                    return Err(anyhow!(Unmet::after(at_least, cancelled.into())));
                }
                made => made?,
            };
        }
        let Some(tiles) = &*self.tiles else { return Ok(between(effort)?) };
        if let Some(bound) = tiles.lower_bound(position) {
            effort.notice(format_args!("searching for paths of at least {bound} moves"))?;
        }
        let found = effort.within(until, |effort| tiles.solve(position, effort))?;
        let expanded = output::counted(found.expanded, "position");
        effort.notice(format_args!("{expanded} expanded"))?;
        Ok(found.moves)
    }
}
