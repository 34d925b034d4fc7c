//! The conditions on all entries of a skeleton together.

use super::known::{Entry, Known};
use super::runs::{Run, RunLists};
use super::skeletons::{Moves, Skeleton};
use huarong_core::numbering::subsets::next_within;
use huarong_core::rules::{Metric, ShapeId};
use huarong_core::space::Space;

/// The goal positions of a skeleton.
pub(super) enum Goals {
    None,
    All,
    /// For each filling, whether it is one.
    Some(Vec<bool>),
}

impl Goals {
    pub fn of(space: &Space, skeleton: &Skeleton) -> Self {
        let puzzle = space.puzzle();
        let filling = puzzle.filling_shape();
        let is_larger = |&&(shape, _): &&(ShapeId, _)| Some(shape) != filling;
        let is_there = |&(shape, cell)| skeleton.larger.anchors(shape).contains(cell);
        let alternatives = puzzle.goal().alternatives().iter();
        let possible: Vec<_> =
            alternatives.filter(|pieces| pieces.iter().filter(is_larger).all(is_there)).collect();
        match filling {
            _ if possible.is_empty() => Self::None,
            Some(shape) if !possible.iter().any(|pieces| pieces.iter().all(|p| is_larger(&p))) => {
                Self::Some(is_goal(space, skeleton, shape))
            }
            _ => Self::All,
        }
    }
}

/// For each filling of a skeleton, whether it is a goal position. The small pieces have this shape.
fn is_goal(space: &Space, skeleton: &Skeleton, shape: ShapeId) -> Vec<bool> {
    let mut position = skeleton.larger.clone();
    let first = skeleton.free.into_iter().take(space.small_count() as usize).collect();
    let fillings = std::iter::successors(Some(first), |&f| next_within(f, skeleton.free));
    let is_goal = fillings.map(|small_pieces| {
        position.set_anchors(shape, small_pieces);
        space.puzzle().goal().is_satisfied_by(&position)
    });
    is_goal.collect()
}

/// Whether all entries of a skeleton are right, by the least entry of the neighbours of each position.
///
/// Of a reachable position and an unreachable neighbour, this finds the neighbour wrong. `WITH_MOST`, the greatest entry of
/// the neighbours is computed, too, so that both are wrong.
pub(super) fn are_right<E: Entry, const WITH_MOST: bool>(
    known: &Known<'_>,
    skeleton: u64,
    (moves, metric): (&Moves, Metric),
    lists: &RunLists,
    goals: &Goals,
) -> bool {
    let own = known.entries::<E>(skeleton);
    let mut least = vec![E::UNREACHABLE; own.len()];
    let mut most = vec![E::GOAL; if WITH_MOST { own.len() } else { 0 }];
    let mut add = |near: &[E::Bytes], runs: &[Run], back: bool| {
        fold_runs(&mut least, near, runs, back, E::min);
        if WITH_MOST {
            fold_runs(&mut most, near, runs, back, E::max);
        }
    };
    for &list in &moves.small[metric] {
        add(own, lists.runs(list), true);
    }
    for &(skeleton, list) in &moves.larger[metric] {
        add(known.entries::<E>(skeleton), lists.runs(list), false);
    }
    let mut wrong = false;
    for (&own, &least) in own.iter().zip(&least) {
        let own = E::of(own);
        wrong |= (own != E::GOAL) & (least != own.nearest());
    }
    for (&own, &most) in own.iter().zip(&most) {
        wrong |= (E::of(own) != E::UNREACHABLE) & (most == E::UNREACHABLE);
    }
    let is_zero = |bytes: &E::Bytes| E::of(*bytes) == E::GOAL;
    let goals_are_right = match goals {
        Goals::None => !own.iter().any(is_zero),
        Goals::All => own.iter().all(is_zero),
        Goals::Some(goals) => own.iter().zip(goals).all(|(entry, &goal)| is_zero(entry) == goal),
    };
    goals_are_right && !wrong
}

/// Folds runs of neighbours into runs of values: those before each move, and with `back`, those after it, too.
// Not inlined, so that the compiler knows that the slices do not overlap.
#[inline(never)]
fn fold_runs<E: Entry>(
    values: &mut [E],
    near: &[E::Bytes],
    runs: &[Run],
    back: bool,
    fold: impl Fn(E, E) -> E,
) {
    let mut add = |to: u32, from: u32, len: u32| {
        let (to, from, len) = (to as usize, from as usize, len as usize);
        for (value, &near) in values[to..to + len].iter_mut().zip(&near[from..from + len]) {
            *value = fold(*value, E::of(near));
        }
    };
    for &Run { before, after, len } in runs {
        add(before, after, len);
        if back {
            add(after, before, len);
        }
    }
}

/// The number of neighbours of all fillings of a skeleton.
pub(super) fn neighbours(moves: &Moves, metric: Metric, lists: &RunLists) -> u64 {
    let small: u64 = moves.small[metric].iter().map(|&list| lists.fillings(list)).sum();
    let larger: u64 = moves.larger[metric].iter().map(|&(_, list)| lists.fillings(list)).sum();
    2 * small + larger
}
