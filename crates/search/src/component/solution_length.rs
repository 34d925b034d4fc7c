//! The length of the optimal solutions of a position, by a search in which pieces leave as soon as they can.

use super::breadth_first::fits;
use super::encoding::{Encoding, for_words};
use super::error::ComponentError;
use super::goal::GoalTest;
use super::key_map::KeySet;
use super::moves::Moves;
use huarong_core::effort::Effort;
use huarong_core::rules::{Arrangement, Metric, Puzzle};
use std::mem::swap;

/// Number of moves of the optimal solutions of a position; `None` if it has none. Reports progress in positions.
///
/// A piece that must be gone leaves as soon as one move suffices. This makes no solution longer. In any solution the piece
/// makes at least one move, and without it the moves of the others stay possible. So these moves count, but they need no
/// choice. The search reaches far fewer positions than [`Component::explore`](super::Component::explore). It runs on one
/// thread.
///
/// ```
/// use huarong::search::{Effort, solution_length};
/// use huarong::{Metric, Position};
///
/// let file = "name = 'Two doors'\nstart = '''\nAAB\nC..\n'''\ndoors = '''\n.....\nC...B\n.....\n.....\n'''\n";
/// let start = Position::from_toml(file)?;
/// let length = solution_length(start.puzzle(), &start, Metric::Finger, Effort::UNLIMITED)?;
/// assert_eq!(length, Some(3), "B leaves, A moves to the right, C leaves");
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub fn solution_length(
    puzzle: &Puzzle,
    start: &Arrangement,
    metric: Metric,
    effort: Effort<'_>,
) -> Result<Option<u16>, ComponentError> {
    let encoding = Encoding::new(puzzle, start);
    // The pieces that must be gone, by their last layers.
    let is_last = |shape| puzzle.doors().is_some_and(|doors| doors.layer_below(shape).is_none());
    let last = puzzle.goal().gone().iter().filter(|&&shape| is_last(shape));
    let leaving: u32 = last.map(|&shape| encoding.codes()[shape].count()).sum();
    for_words!(
        encoding.words,
        N => {
            let moves = Moves::new(puzzle, &encoding, metric);
            let goal = GoalTest::new(puzzle, &encoding);
            let others = fewest_others::<N>(encoding.key(start), &moves, &goal, effort)?;
            Ok(others.map(|others| others + leaving as u16))
        },
        words => Err(ComponentError::TooManyPieces { bits: 64 * words })
    )
}

/// Number of positions between two checks of memory and cancellation.
const BLOCK: usize = 1 << 10;

/// The least number of moves of a solution besides those by which pieces leave that must be gone.
fn fewest_others<const N: usize>(
    start: [u64; N],
    moves: &Moves<'_>,
    goal: &GoalTest,
    effort: Effort<'_>,
) -> Result<Option<u16>, ComponentError> {
    let mut known: KeySet<N> = KeySet::new(start, ());
    // The positions after a piece has left. They belong to the level before it left, even if they are known in the next one.
    let mut left: KeySet<N> = KeySet::new(start, ());
    known.clear(1);
    left.clear(1);
    let (mut level, mut next, mut after) = (vec![start], Vec::new(), Vec::new());
    let (mut made, mut reached) = (0, 1);
    while !level.is_empty() {
        for (number, key) in level.iter().enumerate() {
            let mut key = *key;
            let is_new = loop {
                after.clear();
                match moves.each_or_leave(&key, &mut |key| after.push(key)) {
                    None => break true,
                    Some(next) if left.insert(next, ()).is_some() => break false,
                    Some(next) => {
                        reached += u64::from(known.insert(next, ()).is_none());
                        key = next;
                    }
                }
            };
            if is_new && goal.is_goal(&key) {
                return Ok(Some(made));
            }
            if is_new {
                let before = next.len();
                next.extend(after.iter().filter(|&&key| known.insert(key, ()).is_none()));
                reached += (next.len() - before) as u64;
            }
            if number % BLOCK == 0 {
                let keys = (level.capacity() + next.capacity()) * size_of::<[u64; N]>();
                effort.check()?;
                fits(reached, made, (known.bytes() + left.bytes() + keys) as u64, effort)?;
            }
        }
        effort.done(level.len() as u64)?;
        swap(&mut level, &mut next);
        next.clear();
        made = made.checked_add(1).ok_or(ComponentError::TooDeep)?;
    }
    Ok(None)
}
