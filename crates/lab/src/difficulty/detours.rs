//! Wrong moves along the optimal solutions: how deep they lead, and the next best solutions.

use super::component_landscape::LOST;
use super::paths::OptimalPaths;
use huarong_core::effort::Effort;
use huarong_core::graph::Passed;
use huarong_oracle::analysis::{Decimal, ReachableError};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

/// Wrong moves from the positions of the optimal solutions: moves that do not lead nearer to the goal.
pub(super) struct Detours {
    /// Mean number of wrong moves along a solution.
    pub wrong_moves: Decimal,
    /// Mean and largest depth of these moves, except those that lead to lost positions.
    pub mean_depth: Option<Decimal>,
    pub largest_depth: u16,
    /// Mean number of moves along a solution that lead to lost positions.
    pub lost_moves: Decimal,
}

impl Detours {
    pub fn new(paths: &OptimalPaths<'_>) -> Self {
        let landscape = paths.landscape;
        // The distance that is lost when each move leads farther from the goal, until none does.
        let depth = |from: u64, to: u64| {
            let lost = landscape.distance(to as u32) - landscape.distance(from as u32);
            lost + landscape.climb(to as u32)
        };
        let descents = &paths.descents;
        let is_lost = |other: u64| landscape.distance(other as u32) == LOST;
        let wrong = descents.total(|_, passed| passed.others.len() as u64);
        let lost = descents.total(|_, passed| {
            passed.others.iter().filter(|&&other| is_lost(other)).count() as u64
        });
        let of = |node: u64, passed: &'_ Passed| -> Vec<u16> {
            let others = passed.others.iter().filter(|&&other| !is_lost(other));
            others.map(|&other| depth(node, other)).collect()
        };
        let depths =
            descents.total(|node, passed| of(node, passed).into_iter().map(u64::from).sum());
        let all = descents.levels().iter().flatten();
        let all = all.flat_map(|(&node, passed)| of(node, passed));
        Self {
            largest_depth: all.max().unwrap_or(0),
            mean_depth: Decimal::ratio(depths, &wrong - &lost),
            lost_moves: paths.mean(lost),
            wrong_moves: paths.mean(wrong),
        }
    }
}

/// The next best solutions: the shortest longer solutions in which no move takes back the move before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct NextBest {
    /// Number of their moves.
    pub moves: u32,
    /// The smallest number of moves that one of them has in common with an optimal solution, from the start on.
    pub common: u16,
}

/// Bytes per walk, waiting or seen.
const WALK_BYTES: u64 = 24;

/// A walk that has left the optimal solutions. Ordered by the least length of its solutions, and then by the number of
/// moves before it left.
type DetourWalk = Reverse<(u32, u16, u32, u32, u32)>;

impl NextBest {
    /// Finds the next best solutions; `None` if there are none.
    ///
    /// A walk that has left the optimal solutions continues with optimal moves, unless the only optimal move takes back
    /// its last move. So it is found by a best-first search over pairs of consecutive positions. Its estimate, the
    /// distance to the goal, is never too large.
    pub(super) fn new(
        paths: &OptimalPaths<'_>,
        effort: Effort<'_>,
    ) -> Result<Option<Self>, ReachableError> {
        let landscape = paths.landscape;
        let far = |node: u32| u32::from(landscape.distance(node));
        let walk = |moves: u32, common: u16, from: u32, at: u32| -> DetourWalk {
            Reverse((moves + far(at), common, moves, from, at))
        };
        let mut waiting: BinaryHeap<DetourWalk> = BinaryHeap::new();
        let levels = paths.descents.levels();
        for (common, level) in (0..).zip(levels) {
            for (&node, passed) in level {
                let others = passed.others.iter();
                for &other in others.filter(|&&other| landscape.distance(other as u32) != LOST) {
                    // A wrong move from here takes back the move before it if all solutions come from there.
                    let is_back = common > 0 && {
                        let before = &levels[usize::from(common) - 1];
                        let mut from =
                            before.iter().filter(|(_, last)| last.onward.contains(&node));
                        from.all(|(&last, _)| last == other)
                    };
                    if !is_back {
                        let moves = u32::from(common) + 1;
                        waiting.push(walk(moves, common, node as u32, other as u32));
                    }
                }
            }
        }
        let mut seen = HashSet::new();
        while let Some(Reverse((length, common, moves, from, at))) = waiting.pop() {
            if !seen.insert((from, at)) {
                continue;
            }
            effort.check()?;
            if (seen.capacity() + waiting.capacity()) as u64 * WALK_BYTES > effort.memory {
                let positions = landscape.positions();
                return Err(ReachableError::Memory { positions, allowed: effort.memory });
            }
            let others = landscape.graph().neighbours(at).iter();
            let others =
                others.filter(|&&other| other != from && landscape.distance(other) != LOST);
            if others.clone().any(|&other| far(other) < far(at)) {
                return Ok(Some(Self { moves: length, common }));
            }
            others.for_each(|&other| waiting.push(walk(moves + 1, common, at, other)));
        }
        Ok(None)
    }
}
