//! The conditions on all entries of a skeleton together.

use super::known::{Entry, Known};
use super::runs::RunLists;
use super::skeletons::{Moves, Skeleton};
use huarong_core::numbering::subsets::next_within;
use huarong_core::rules::ShapeId;
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

/// Whether all entries of a skeleton are right. The least and the greatest entry of the neighbours of each position
/// decide this.
pub(super) fn are_right<E: Entry>(
    known: &Known<'_>,
    skeleton: u64,
    moves: &Moves,
    lists: &RunLists,
    goals: &Goals,
) -> bool {
    let own = known.entries::<E>(skeleton);
    let mut around =
        Around { least: vec![E::UNREACHABLE; own.len()], most: vec![E::GOAL; own.len()] };
    for &list in &*moves.small {
        for run in lists.runs(list) {
            around.add(run.before, own, run.after, run.len);
            around.add(run.after, own, run.before, run.len);
        }
    }
    for &(skeleton, list) in &moves.larger {
        let near = known.entries::<E>(skeleton);
        for run in lists.runs(list) {
            around.add(run.before, near, run.after, run.len);
        }
    }
    let Around { least, most } = &around;
    let mut wrong = false;
    for ((&own, &least), &most) in own.iter().zip(least).zip(most) {
        let own = E::of(own);
        let is_goal = own == E::GOAL;
        wrong |= !is_goal & (least != own.nearest());
        wrong |= (own != E::UNREACHABLE) & (most == E::UNREACHABLE);
    }
    let is_zero = |bytes: &E::Bytes| E::of(*bytes) == E::GOAL;
    let goals_are_right = match goals {
        Goals::None => !own.iter().any(is_zero),
        Goals::All => own.iter().all(is_zero),
        Goals::Some(goals) => own.iter().zip(goals).all(|(entry, &goal)| is_zero(entry) == goal),
    };
    goals_are_right && !wrong
}

/// For each entry of a skeleton, the least and the greatest entry of its neighbours.
struct Around<E> {
    least: Vec<E>,
    most: Vec<E>,
}

impl<E: Entry> Around<E> {
    /// Adds a run of neighbours to a run of entries.
    #[inline(always)]
    fn add(&mut self, to: u32, near: &[E::Bytes], from: u32, len: u32) {
        let (to, from, len) = (to as usize, from as usize, len as usize);
        let near = &near[from..from + len];
        let (least, most) = (&mut self.least[to..to + len], &mut self.most[to..to + len]);
        for ((&near, least), most) in near.iter().zip(least).zip(most) {
            let near = E::of(near);
            *least = near.min(*least);
            *most = near.max(*most);
        }
    }
}

/// The number of neighbours of all fillings of a skeleton.
pub(super) fn neighbours(moves: &Moves, lists: &RunLists) -> u64 {
    let small: u64 = moves.small.iter().map(|&list| lists.fillings(list)).sum();
    let larger: u64 = moves.larger.iter().map(|&(_, list)| lists.fillings(list)).sum();
    2 * small + larger
}
