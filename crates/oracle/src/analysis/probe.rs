//! Probes: the distances of a position and of its neighbours.

use super::shortest_paths::Answer;
use huarong_core::rules::{Arrangement, Metric, PerMetric, PieceMove, Puzzle};
use huarong_core::space::{Located, Space};
use smallvec::SmallVec;

/// Distances of a position, and every move with the distances after it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Probe {
    /// The number of the position in its space, from 0; `None` if the space is not numbered.
    pub index: Option<u64>,
    /// The distance under each metric, in moves.
    pub distances: PerMetric<Answer<u16>>,
    /// Every move under the finger metric, sorted by shape, origin and destination.
    pub moves: Vec<ProbedMove>,
}

impl Probe {
    /// Distances of a position whose moves nobody asked for.
    #[doc(hidden)]
    pub fn without_moves(index: Option<u64>, distances: PerMetric<Answer<u16>>) -> Self {
        Self { index, distances, moves: Vec::new() }
    }
}

/// A move and the distances of the position after it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ProbedMove {
    /// The move.
    pub made: PieceMove,
    /// The distance of the position after it under each metric.
    pub distances: PerMetric<Answer<u16>>,
}

impl Probe {
    /// Whether the position is known to reach the goal. This does not depend on the metric.
    pub fn is_solvable(&self) -> bool {
        self.distances.values().iter().any(|distance| distance.found().is_some())
    }

    /// Whether a move is optimal under a metric: one move under it, to a position that is one move nearer to the goal.
    #[inline]
    pub fn is_best(&self, probed: &ProbedMove, metric: Metric) -> bool {
        let found = |distances: &PerMetric<Answer<u16>>| distances.get(metric)?.found();
        let nearer = found(&self.distances).and_then(|distance| distance.checked_sub(1));
        nearer.is_some()
            && metric.includes(probed.made.metric)
            && found(&probed.distances) == nearer
    }

    /// The optimal moves under a metric. There are none for goal positions, unsolvable positions and positions without
    /// known distances.
    pub fn best_moves(&self, metric: Metric) -> impl Iterator<Item = &ProbedMove> {
        self.moves.iter().filter(move |probed| self.is_best(probed, metric))
    }
}

/// Makes the probe of a numbered position.
pub fn probe_in_space<E>(
    space: &Space,
    position: &Arrangement,
    at: &Located,
    distances_at: impl Fn(u64) -> Result<PerMetric<Answer<u16>>, E>,
) -> Result<Probe, E> {
    let mut near: SmallVec<[(PieceMove, u64); 16]> = SmallVec::new();
    at.for_each_neighbour(space, position, |made, index| near.push((made, index)));
    // Entries lie far apart in memory, so all neighbours are found before the first entry is read.
    let mut moves = Vec::with_capacity(near.len());
    for (made, index) in near {
        moves.push(ProbedMove { made, distances: distances_at(index)? });
    }
    Ok(Probe { index: Some(at.index), distances: distances_at(at.index)?, moves })
}

/// Makes the probe of a position whose space is not numbered.
pub fn probe_by_positions<E>(
    puzzle: &Puzzle,
    position: &Arrangement,
    distances_of: impl Fn(&Arrangement) -> Result<PerMetric<Answer<u16>>, E>,
) -> Result<Probe, E> {
    let mut after = position.clone();
    let probed = |made: PieceMove| {
        made.apply_to(&mut after);
        let distances = distances_of(&after);
        made.undo_on(&mut after);
        Ok(ProbedMove { made, distances: distances? })
    };
    let moves = puzzle.moves(position, Metric::Finger).into_iter().map(probed);
    let moves = moves.collect::<Result<_, E>>()?;
    Ok(Probe { index: None, distances: distances_of(position)?, moves })
}
