//! Optimal moves and solutions, read from tables by looking one move ahead.

use crate::atlas::SetTable;
use crate::puzzle::{Metric, Move, Position};
use crate::space::{Place, Space};
use crate::table::TableError;

/// A piece set's space with its tables, one for each metric in the order of [`Metric::ALL`].
#[derive(Clone, Debug)]
pub struct Guide<'p> {
    space: Space<'p>,
    tables: [SetTable; 3],
}

/// A move and the position after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The move.
    pub made: Move,
    /// The position after it.
    pub position: Position,
}

impl<'p> Guide<'p> {
    /// A guide from a space and its tables. A table with another number of entries than the space has
    /// positions is refused.
    pub fn new(space: Space<'p>, tables: [SetTable; 3]) -> Result<Self, TableError> {
        for table in &tables {
            table.check_fits(&space)?;
        }
        Ok(Self { space, tables })
    }

    /// The space.
    pub fn space(&self) -> &Space<'p> {
        &self.space
    }

    /// The index of a position of the guide's piece set.
    ///
    /// # Panics
    ///
    /// Where the position is of another piece set.
    pub fn index(&self, position: &Position) -> u64 {
        self.place(position).index
    }

    fn place(&self, position: &Position) -> Place {
        self.space.locate(position).expect("the position is of the guide's piece set")
    }

    /// The distance of a position in moves; `None` where it cannot reach the goal.
    pub fn distance(&self, position: &Position, metric: Metric) -> Result<Option<u16>, TableError> {
        self.tables[metric as usize].get(self.index(position))
    }

    /// For each metric the optimal next moves, sorted by shape, from and to; none where the position is
    /// won or cannot be.
    pub fn best_moves(&self, position: &Position) -> Result<[Vec<Step>; 3], TableError> {
        let mut best: [Vec<Step>; 3] = Default::default();
        let place = self.place(position);
        let mut wanted = [None; 3];
        for metric in Metric::ALL {
            let distance = self.tables[metric as usize].get(place.index)?;
            wanted[metric as usize] = distance.and_then(|distance| distance.checked_sub(1));
        }
        if wanted == [None; 3] {
            return Ok(best);
        }
        let mut after = position.clone();
        let mut failed = None;
        self.space.puzzle().for_each_move(position, |made| {
            made.apply_to(&mut after);
            let index = self.space.rank_after(&place, made.shape, &after);
            for metric in Metric::ALL.into_iter().filter(|&metric| made.metric <= metric) {
                match self.tables[metric as usize].get(index) {
                    Ok(distance) if distance.is_some() && distance == wanted[metric as usize] => {
                        best[metric as usize].push(Step { made, position: after.clone() });
                    }
                    Ok(_) => {}
                    Err(error) => failed = failed.take().or(Some(error)),
                }
            }
            made.undo_on(&mut after);
        });
        failed.map_or(Ok(best), Err)
    }

    /// One optimal solution, always the first best move; `None` where the goal cannot be reached.
    pub fn solution(
        &self,
        position: &Position,
        metric: Metric,
    ) -> Result<Option<Vec<Step>>, TableError> {
        let Some(distance) = self.distance(position, metric)? else { return Ok(None) };
        let mut steps: Vec<Step> = Vec::with_capacity(distance.into());
        for _ in 0..distance {
            let at = steps.last().map_or(position, |step| &step.position);
            let [unit, straight, finger] = self.best_moves(at)?;
            let best = match metric {
                Metric::Unit => unit,
                Metric::Straight => straight,
                Metric::Finger => finger,
            };
            let Some(step) = best.into_iter().next() else {
                return Err(self.tables[metric as usize].contradiction(self.index(at)));
            };
            steps.push(step);
        }
        Ok(Some(steps))
    }
}
