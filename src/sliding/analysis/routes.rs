//! The shortest ways to the goal, or to any other position: one of them, all of them, how many.

use crate::sliding::atlas::SetTable;
use crate::sliding::rules::{Metric, Move, PieceSet, Position, Puzzle};
use crate::sliding::search::Component;
use crate::sliding::space::Space;
use crate::table::{Distances, TableError};
use num_bigint::BigUint;
use std::collections::HashMap;
use std::ops::ControlFlow;
use thiserror::Error;

/// All shortest ways under one metric, from any position of a space: to the goal, or to where else the
/// distances lead.
///
/// ```
/// use huarong::effort::Effort;
/// use huarong::sliding::analysis::Routes;
/// use huarong::sliding::klotski;
/// use huarong::sliding::rules::Metric;
/// use huarong::sliding::search::{Search, classes};
///
/// let puzzle = klotski::puzzle();
/// let start = puzzle.parse_position("SBBS/SBBS/VSSV/VSSV/S..S")?;
/// let class = &classes(&puzzle, &[start.piece_set()])[0];
/// let search = Search::new(&puzzle, class, Effort::UNLIMITED)?;
/// let distances = &search.run(Metric::Finger, true, Effort::UNLIMITED)?[0];
///
/// let routes = Routes::by_search(&search.spaces()[0], Metric::Finger, distances);
/// assert_eq!(routes.first(&start)?.map(|moves| moves.len()), Some(17));
/// assert_eq!(routes.count(&start)?, 4u8.into());
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Routes<'a> {
    puzzle: &'a Puzzle,
    metric: Metric,
    distances: Source<'a>,
}

/// Where distances come from: a table, whose blocks are checked when they are touched, a search of a space, or one of
/// the component, from where the ways lead.
#[derive(Clone, Copy, Debug)]
enum Source<'a> {
    Table(&'a Space, &'a SetTable),
    Found(&'a Space, Distances<&'a [u8]>),
    Reached(&'a Component),
}

/// Why no moves lead where they should.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum NoRoute {
    /// A position that cannot reach the goal.
    #[error("{0} cannot reach the goal")]
    Unsolvable(String),
    /// Positions that cannot reach one another.
    #[error("{0} and {1} lie in different components: no moves lead from one to the other")]
    Components(String, String),
    /// Positions of different pieces.
    #[error(
        "the positions have different pieces, {0} and {1}: no moves lead from one to the other"
    )]
    Pieces(String, String),
}

impl NoRoute {
    /// That a position cannot reach the goal, or another position.
    pub fn between(puzzle: &Puzzle, position: &Position, target: Option<&Position>) -> Self {
        let from = puzzle.position_text(position);
        match target {
            None => Self::Unsolvable(from),
            Some(target) => Self::Components(from, puzzle.position_text(target)),
        }
    }

    /// That two positions have different pieces.
    pub fn of_pieces(puzzle: &Puzzle, from: &PieceSet, to: &PieceSet) -> Self {
        Self::Pieces(puzzle.piece_set_text(from), puzzle.piece_set_text(to))
    }
}

impl<'a> Routes<'a> {
    /// The ways by a table, which must [fit](SetTable::check_fits) the space.
    pub fn by_table(space: &'a Space, table: &'a SetTable) -> Self {
        let distances = Source::Table(space, table);
        Self { puzzle: space.puzzle(), metric: table.metric, distances }
    }

    /// The ways by the distances that a search has found for the space under the metric.
    ///
    /// # Panics
    ///
    /// Where there is not one distance for every position.
    pub fn by_search(space: &'a Space, metric: Metric, distances: &'a Distances) -> Self {
        assert_eq!(distances.len(), space.len(), "one distance for every position");
        let distances = Source::Found(space, distances.as_ref());
        Self { puzzle: space.puzzle(), metric, distances }
    }

    /// The ways to where a component was searched from: from positions that were reached before the search ended.
    pub fn back(component: &'a Component) -> Self {
        let (puzzle, metric) = (component.puzzle(), component.metric());
        Self { puzzle, metric, distances: Source::Reached(component) }
    }

    /// The length of the shortest ways from a position, in moves; `None` where there is none.
    ///
    /// # Panics
    ///
    /// This and all other methods panic where the position is of another piece set.
    pub fn distance(&self, position: &Position) -> Result<Option<u16>, TableError> {
        match self.distances {
            Source::Table(space, table) => table.get(index(space, position)),
            Source::Found(space, distances) => Ok(distances.get(index(space, position))),
            Source::Reached(component) => Ok(component.distance(position)),
        }
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
        let mut level = HashMap::from([(position.clone(), BigUint::from(1u8))]);
        for nearer in (0..distance).rev() {
            let mut next: HashMap<Position, BigUint> = HashMap::with_capacity(level.len());
            for (position, ways) in level {
                for made in self.onward(&position, nearer)? {
                    *next.entry(made.apply(&position)).or_default() += &ways;
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
            if let Some(made) = branch.next() {
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

    /// The moves from a position to a given distance, one less than its own.
    fn onward(&self, position: &Position, nearer: u16) -> Result<Vec<Move>, TableError> {
        let mut onward = Vec::new();
        let mut after = position.clone();
        for made in self.puzzle.moves(position, self.metric) {
            made.apply_to(&mut after);
            if self.distance(&after)? == Some(nearer) {
                onward.push(made);
            }
            made.undo_on(&mut after);
        }
        match self.distances {
            Source::Table(space, table) if onward.is_empty() => {
                Err(table.contradiction(index(space, position)))
            }
            _ => Ok(onward),
        }
    }
}

fn index(space: &Space, position: &Position) -> u64 {
    space.rank(position).expect("the position is of the routes' piece set")
}
