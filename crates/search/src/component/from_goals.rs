//! Searches back from goal positions, within what a search from the start has reached.

use super::breadth_first::BreadthFirst;
use super::error::ComponentError;
use super::key_map::KeySet;
use super::levels::KeyLevels;
use super::moves::Moves;
use huarong_core::effort::Effort;
use std::collections::VecDeque;

/// Searches back from some positions; `None` if there are none. Where pieces leave, moves back also lead to positions that
/// the search from the start did not reach, and it finds only those in `reached`.
pub(super) fn back<const N: usize>(
    goals: Vec<[u64; N]>,
    moves: &Moves<'_>,
    reached: Option<&KeySet<N>>,
    held: u64,
    effort: Effort<'_>,
) -> Result<Option<KeyLevels<N>>, ComponentError> {
    let Some(mut back) = BreadthFirst::new(goals, reached.is_some()) else { return Ok(None) };
    while back.frontier.width() > 0 {
        match reached {
            None => back.advance(moves, held, effort)?,
            Some(reached) => {
                let held = held + reached.bytes() as u64;
                back.advance_within(moves, &|key| reached.contains(key), held, effort)?;
            }
        }
    }
    back.levels.finish();
    Ok(Some(back.levels))
}

/// Searches back from goal positions along paths from the start that have at most `longest` moves. `nearest` is the
/// distance of the nearest goal position, and `reached` are the levels of the search from the start.
pub(super) fn back_within<const N: usize>(
    goals: Vec<[u64; N]>,
    moves: &Moves<'_>,
    reached: &KeyLevels<N>,
    [nearest, longest]: [usize; 2],
    effort: Effort<'_>,
) -> Result<Option<KeyLevels<N>>, ComponentError> {
    let is_one_way = moves.are_one_way();
    let Some(mut back) = BreadthFirst::new(goals, is_one_way) else { return Ok(None) };
    let mut window = Window::new(reached, [nearest, longest]);
    while back.frontier.width() > 0 && window.lower() {
        let held = reached.bytes() + window.bytes();
        back.advance_within(moves, &|key| window.contains(key), held, effort)?;
    }
    back.levels.finish();
    Ok(Some(back.levels))
}

/// The levels in which positions can be that a search back reaches next.
///
/// The sum of a position's distances from the start and to the goal is at least `nearest`. If it is at most `longest`,
/// the position is on a path with at most that many moves.
struct Window<'a, const N: usize> {
    reached: &'a KeyLevels<N>,
    /// The levels from `nearest` to `longest`, both less the moves of the search back.
    levels: VecDeque<Option<KeySet<N>>>,
    nearest: usize,
    longest: usize,
}

impl<'a, const N: usize> Window<'a, N> {
    fn new(reached: &'a KeyLevels<N>, [nearest, longest]: [usize; 2]) -> Self {
        let levels = (nearest..=longest).map(|level| Self::set(reached, level)).collect();
        Self { reached, levels, nearest, longest }
    }

    fn set(reached: &KeyLevels<N>, level: usize) -> Option<KeySet<N>> {
        if level < reached.count() { reached.set(level) } else { None }
    }

    /// Goes on to the levels before; false if there are none.
    fn lower(&mut self) -> bool {
        let Some(longest) = self.longest.checked_sub(1) else { return false };
        self.longest = longest;
        self.levels.pop_back();
        if let Some(nearest) = self.nearest.checked_sub(1) {
            self.nearest = nearest;
            self.levels.push_front(Self::set(self.reached, nearest));
        }
        true
    }

    fn contains(&self, key: &[u64; N]) -> bool {
        self.levels.iter().flatten().any(|level| level.contains(key))
    }

    fn bytes(&self) -> u64 {
        self.levels.iter().flatten().map(KeySet::bytes).sum::<usize>() as u64
    }
}
