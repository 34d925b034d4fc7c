//! Distances that starts of one component share.

use huarong_core::position::Position;
use huarong_core::rules::{Arrangement, Metric, ShapeId};
use huarong_oracle::analysis::Answer;
use huarong_oracle::{Oracle, OracleError};
use std::collections::{HashMap, VecDeque};

/// The distances of positions of a puzzle, by an oracle of that puzzle or of one whose shapes are in another order.
#[derive(Clone, Debug)]
pub(super) struct KnownDistances {
    oracle: Oracle,
    /// The shape of the oracle's puzzle for each shape; `None` if it is the same puzzle.
    shapes: Option<Vec<ShapeId>>,
}

impl From<Oracle> for KnownDistances {
    fn from(oracle: Oracle) -> Self {
        Self { oracle, shapes: None }
    }
}

impl KnownDistances {
    /// The distance of a position under a metric.
    pub fn of(&self, metric: Metric, position: &Arrangement) -> Result<Answer<u16>, OracleError> {
        let Some(shapes) = &self.shapes else { return self.of_own(metric, position) };
        let mut own = self.oracle.puzzle().empty_position();
        position.pieces().for_each(|(shape, at)| own.put(shapes[shape], at));
        self.of_own(metric, &own)
    }

    fn of_own(&self, metric: Metric, position: &Arrangement) -> Result<Answer<u16>, OracleError> {
        match metric {
            Metric::Multi => {
                let position = Position::of(self.oracle.puzzle(), position.clone());
                self.oracle.look_up(Metric::Multi, &position)
            }
            metric => Ok(self.oracle.distances_own(position)?[metric]),
        }
    }

    /// Those of a start, if its component was searched.
    fn of_start(oracle: &Oracle, start: &Position, metric: Metric) -> Option<Self> {
        let shapes = match start.puzzle() == oracle.puzzle() {
            true => None,
            false => Some(start.puzzle().shapes_in(oracle.puzzle())?),
        };
        let known = Self { oracle: oracle.clone(), shapes };
        matches!(known.of(metric, start), Ok(Answer::Found(_))).then_some(known)
    }
}

/// The number of pieces of each shape, sorted.
type Counts = Vec<u8>;

/// Most oracles that are asked whether they know a start.
const MOST_ASKED: usize = 16;

/// Oracles of components, by the numbers of their pieces, the last one last.
#[derive(Debug, Default)]
pub(super) struct Oracles(HashMap<(Counts, Metric), VecDeque<Oracle>>);

impl Oracles {
    /// The distances of the component of a start, if it was searched.
    pub fn find(&self, start: &Position, metric: Metric) -> Option<KnownDistances> {
        let known = self.0.get(&(counts(start), metric))?;
        known.iter().rev().find_map(|oracle| KnownDistances::of_start(oracle, start, metric))
    }

    /// Keeps the oracle of a start.
    pub fn keep(&mut self, start: &Position, metric: Metric, oracle: Oracle) {
        let known = self.0.entry((counts(start), metric)).or_default();
        if known.len() == MOST_ASKED {
            known.pop_front();
        }
        known.push_back(oracle);
    }
}

fn counts(start: &Position) -> Counts {
    let mut counts = start.piece_set().counts().to_vec();
    counts.sort_unstable();
    counts
}
