//! What is known of a position by looking one move ahead.

use super::routes::Answer;
use crate::sliding::rules::{Arrangement, Metric, Move, PerMetric, Puzzle};
use crate::sliding::space::{Located, Space};
use smallvec::SmallVec;

/// What is known of a position: its distances, and every move with the distances after it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Probe {
    /// The number of the position in its space, from 0, where positions are numbered.
    pub index: Option<u64>,
    /// The distance under each metric, in moves.
    pub distances: PerMetric<Answer<u16>>,
    /// Every move of the finger metric, sorted by shape, from and to.
    pub moves: Vec<ProbedMove>,
}

/// A move and the distances of the position after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ProbedMove {
    /// The move.
    pub made: Move,
    /// The distance of the position after it under each metric.
    pub distances: PerMetric<Answer<u16>>,
}

impl Probe {
    /// Whether moves lead to the goal, as far as known. If they do under one metric, they do under the others.
    pub fn is_solvable(&self) -> bool {
        self.distances.values().iter().any(|distance| distance.found().is_some())
    }

    /// Whether a move is optimal under a metric: one move under it, to a position one nearer to the goal.
    pub fn is_best(&self, probed: &ProbedMove, metric: Metric) -> bool {
        let nearer = self.distances[metric].found().and_then(|distance| distance.checked_sub(1));
        nearer.is_some()
            && probed.made.metric <= metric
            && probed.distances[metric].found() == nearer
    }

    /// The moves that are optimal under a metric; none where the position is a goal position, cannot reach the goal, or
    /// is not known.
    pub fn best_moves(&self, metric: Metric) -> impl Iterator<Item = &ProbedMove> {
        self.moves.iter().filter(move |probed| self.is_best(probed, metric))
    }
}

/// The probe of a position by the numbers of its space, in which it is located.
pub(crate) fn probe_in_space<E>(
    space: &Space,
    position: &Arrangement,
    at: &Located,
    distances_at: impl Fn(u64) -> Result<PerMetric<Answer<u16>>, E>,
) -> Result<Probe, E> {
    let mut near: SmallVec<[(Move, u64); 16]> = SmallVec::new();
    space.for_each_neighbour(position, at, |made, index| near.push((made, index)));
    // Entries lie far apart in memory: all neighbours are found before the first entry is read.
    let mut moves = Vec::with_capacity(near.len());
    for (made, index) in near {
        moves.push(ProbedMove { made, distances: distances_at(index)? });
    }
    Ok(Probe { index: Some(at.index), distances: distances_at(at.index)?, moves })
}

/// The probe of a position whose space is not numbered, by the distances of positions.
pub(crate) fn probe_by_positions<E>(
    puzzle: &Puzzle,
    position: &Arrangement,
    distances_of: impl Fn(&Arrangement) -> Result<PerMetric<Answer<u16>>, E>,
) -> Result<Probe, E> {
    let mut after = position.clone();
    let probed = |made: Move| {
        made.apply_to(&mut after);
        let distances = distances_of(&after);
        made.undo_on(&mut after);
        Ok(ProbedMove { made, distances: distances? })
    };
    let moves = puzzle.moves(position, Metric::Finger).into_iter().map(probed);
    let moves = moves.collect::<Result<_, E>>()?;
    Ok(Probe { index: None, distances: distances_of(position)?, moves })
}
