//! Lower bounds from single pieces: their distances to the goal if each is alone on the board.

use crate::component::{Encoding, ShapeCode};
use huarong_core::grid::{Cell, Direction};
use huarong_core::rules::{Metric, Puzzle, ShapeId};
use std::collections::{HashMap, VecDeque};

/// The distances of the goal's pieces, each alone on the board. They take little memory on boards of any size.
///
/// A move of a single piece moves one piece, so the distances of several pieces add up. A line moves several at once,
/// each in a straight line, so that only the largest of their distances counts under the multi metric.
pub(super) struct SinglePieces<'a> {
    metric: Metric,
    /// The places that alternatives require, each once.
    required: Vec<Required<'a>>,
    /// The numbers of the required places of each alternative that can be fulfilled.
    alternatives: Vec<Vec<usize>>,
}

/// A place that a piece of a shape must reach.
struct Required<'a> {
    code: &'a ShapeCode,
    /// For each place of the shape, the distance under the metric, and the number of steps.
    distances: Vec<Option<u16>>,
    steps: Vec<Option<u16>>,
}

impl<'a> SinglePieces<'a> {
    pub fn new(puzzle: &Puzzle, encoding: &'a Encoding, metric: Metric) -> Self {
        let all = puzzle.goal().alternatives();
        let mut places: Vec<(ShapeId, Cell)> = all.iter().flatten().copied().collect();
        places.sort_unstable();
        places.dedup();
        let mut required = Vec::new();
        let mut numbers = HashMap::new();
        for (shape, cell) in places {
            let Some(code) = encoding.codes().get(shape) else { continue };
            let to_cell = |metric| distances(puzzle, shape, code, cell, metric);
            if let Some((distances, steps)) = to_cell(metric).zip(to_cell(Metric::Unit)) {
                numbers.insert((shape, cell), required.len());
                required.push(Required { code, distances, steps });
            }
        }
        let number = |place| numbers.get(place).copied();
        let alternatives = all.iter().filter_map(|goal| goal.iter().map(number).collect());
        Self { metric, alternatives: alternatives.collect(), required }
    }

    /// A lower bound for the distance of a position; `None` if it has no solution.
    pub fn bound<const N: usize>(&self, key: &[u64; N]) -> Option<u16> {
        self.least(key, |required| &required.distances)
    }

    /// An estimate that orders positions: the number of steps to the goal, if other pieces were not in the way.
    pub fn estimate<const N: usize>(&self, key: &[u64; N]) -> Option<u16> {
        self.least(key, |required| &required.steps)
    }

    /// The least sum of an alternative, or its least maximum under the multi metric.
    fn least<const N: usize>(
        &self,
        key: &[u64; N],
        part: impl for<'r> Fn(&'r Required<'a>) -> &'r Vec<Option<u16>>,
    ) -> Option<u16> {
        let nearest = |required: &Required<'a>| {
            let (mut nearest, distances) = (None, part(required));
            required.code.each_piece(key, |_, place| {
                let distance = distances[place];
                nearest = nearest.into_iter().chain(distance).min();
            });
            nearest
        };
        let whole = |goal: &Vec<usize>| {
            let mut distances = goal.iter().map(|&number| nearest(&self.required[number]));
            match self.metric {
                Metric::Multi => distances.try_fold(0, |most, distance| Some(most.max(distance?))),
                _ => distances.sum::<Option<u16>>(),
            }
        };
        self.alternatives.iter().filter_map(whole).min()
    }
}

/// The distances of a piece from each of its places to a cell; `None` if it cannot reach the cell.
fn distances(
    puzzle: &Puzzle,
    shape: ShapeId,
    code: &ShapeCode,
    cell: Cell,
    metric: Metric,
) -> Option<Vec<Option<u16>>> {
    let mut distances = vec![None; code.places().len()];
    let place = |cell| code.places().binary_search(&cell).ok();
    distances[place(cell)?] = Some(0);
    let mut queue = VecDeque::from([cell]);
    // Moves can be undone, so the search starts at the goal.
    while let Some(at) = queue.pop_front() {
        let here = distances[place(at)?]?;
        for direction in Direction::ALL {
            let mut after = puzzle.lone_step(shape, at, direction);
            while let Some(cell) = after {
                let distance = &mut distances[place(cell)?];
                if distance.is_none() {
                    *distance = Some(if metric == Metric::Finger { 1 } else { here + 1 });
                    queue.push_back(cell);
                }
                after = match metric {
                    Metric::Unit => None,
                    _ => puzzle.lone_step(shape, cell, direction),
                };
            }
        }
    }
    Some(distances)
}
