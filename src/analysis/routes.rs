//! The shortest ways to the goal, or to any other position: one of them, all of them, how many.

use crate::atlas::SetTable;
use crate::puzzle::{Metric, Move, Position};
use crate::retrograde::Distances;
use crate::space::{Place, Space};
use crate::table::TableError;
use num_bigint::BigUint;
use std::collections::HashMap;
use std::ops::ControlFlow;

/// All shortest ways under one metric, from any position of a space: to the goal, or to where else the
/// distances lead.
#[derive(Clone, Copy, Debug)]
pub struct Routes<'a, 'p> {
    space: &'a Space<'p>,
    metric: Metric,
    distances: Kept<'a>,
}

/// Distances, wherever they are kept.
#[derive(Clone, Copy, Debug)]
enum Kept<'a> {
    Table(&'a SetTable),
    Found(&'a Distances),
}

impl<'a, 'p> Routes<'a, 'p> {
    /// The ways by a table, which must fit the space.
    pub(super) fn by_table(space: &'a Space<'p>, metric: Metric, table: &'a SetTable) -> Self {
        Self { space, metric, distances: Kept::Table(table) }
    }

    /// The ways by the distances that a search has found for the space under the metric.
    ///
    /// # Panics
    ///
    /// Where there is not one distance for every position.
    pub fn by_search(space: &'a Space<'p>, metric: Metric, distances: &'a Distances) -> Self {
        assert_eq!(distances.len() as u64, space.len(), "one distance for every position");
        Self { space, metric, distances: Kept::Found(distances) }
    }

    /// The length of the shortest ways from a position, in moves; `None` where there is none.
    ///
    /// # Panics
    ///
    /// This and all other methods panic where the position is of another piece set.
    pub fn distance(&self, position: &Position) -> Result<Option<u16>, TableError> {
        self.at(self.place(position).index)
    }

    /// One shortest way, always the first best move; `None` where there is none.
    pub fn first(&self, position: &Position) -> Result<Option<Vec<Move>>, TableError> {
        let mut first = None;
        self.for_each(position, |way| {
            first = Some(way.to_vec());
            ControlFlow::Break(())
        })?;
        Ok(first)
    }

    /// How many shortest ways there are, counted as sequences of positions; 0 where there is none.
    pub fn count(&self, position: &Position) -> Result<BigUint, TableError> {
        let Some(distance) = self.distance(position)? else { return Ok(BigUint::ZERO) };
        // The positions as far from the end as the level says, with the ways that lead to each.
        let mut level = HashMap::from([(self.place(position).index, BigUint::from(1u8))]);
        for nearer in (0..distance).rev() {
            let mut next: HashMap<u64, BigUint> = HashMap::with_capacity(level.len());
            for (index, ways) in level {
                let position = self.space.unrank(index);
                for (_, after) in self.onward(&position, nearer)? {
                    *next.entry(after).or_default() += &ways;
                }
            }
            level = next;
        }
        Ok(level.into_values().sum())
    }

    /// Calls `visit` for every shortest way with its moves, sorted by the moves, until it breaks.
    pub fn for_each(
        &self,
        position: &Position,
        mut visit: impl FnMut(&[Move]) -> ControlFlow<()>,
    ) -> Result<(), TableError> {
        let Some(distance) = self.distance(position)? else { return Ok(()) };
        if distance == 0 {
            let _ = visit(&[]);
            return Ok(());
        }
        let mut at = position.clone();
        let mut way: Vec<Move> = Vec::with_capacity(distance.into());
        // For every position on the way, the best moves not tried yet.
        let mut untried = vec![self.onward(&at, distance - 1)?.into_iter()];
        while let Some(branch) = untried.last_mut() {
            if let Some((made, _)) = branch.next() {
                made.apply_to(&mut at);
                way.push(made);
                let left = distance - way.len() as u16;
                if left > 0 {
                    untried.push(self.onward(&at, left - 1)?.into_iter());
                    continue;
                }
                if visit(&way).is_break() {
                    return Ok(());
                }
            } else {
                untried.pop();
            }
            if let Some(made) = way.pop() {
                made.undo_on(&mut at);
            }
        }
        Ok(())
    }

    /// The moves from a position to a given distance, one less than its own, with the indices of the
    /// positions after them.
    fn onward(&self, position: &Position, nearer: u16) -> Result<Vec<(Move, u64)>, TableError> {
        let place = self.place(position);
        let mut moves: Vec<(Move, u64)> = Vec::new();
        self.space.for_each_neighbour(position, &place, |made, index| {
            if made.metric <= self.metric {
                moves.push((made, index));
            }
        });
        let mut onward = Vec::with_capacity(moves.len());
        for (made, index) in moves {
            if self.at(index)? == Some(nearer) {
                onward.push((made, index));
            }
        }
        match self.distances {
            Kept::Table(table) if onward.is_empty() => Err(table.contradiction(place.index)),
            _ => Ok(onward),
        }
    }

    fn at(&self, index: u64) -> Result<Option<u16>, TableError> {
        match self.distances {
            Kept::Table(table) => table.get(index),
            Kept::Found(distances) => Ok(distances.get(index as usize)),
        }
    }

    fn place(&self, position: &Position) -> Place {
        self.space.locate(position).expect("the position is of the routes' piece set")
    }
}
