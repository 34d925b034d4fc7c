//! An optimal solution of a position, and its length, by a search in which pieces leave as soon as they can.

use super::breadth_first::fits;
use super::encoding::{Encoding, for_words};
use super::error::ComponentError;
use super::goal::GoalTest;
use super::key_map::KeySet;
use super::moves::Moves;
use huarong_core::effort::Effort;
use huarong_core::rules::{Arrangement, Metric, PieceMove, Puzzle};
use std::mem::{swap, take};

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
    let leaving = leavings(puzzle, &encoding);
    for_words!(
        encoding.words,
        N => {
            let moves = Moves::new(puzzle, &encoding, metric);
            let goal = GoalTest::new(puzzle, &encoding);
            let found = search::<N>(encoding.key(start), &moves, &goal, None, effort);
            let found = found.map_err(|error| with_leavings(error, leaving))?;
            Ok(found.map(|(others, _)| others + leaving))
        },
        words => Err(ComponentError::TooManyPieces { bits: 64 * words })
    )
}

/// An optimal solution of a position, found as [`solution_length`] finds its length; `None` if it has none. Keeps all levels in
/// memory.
pub fn solution_by_leaving(
    puzzle: &Puzzle,
    start: &Arrangement,
    metric: Metric,
    effort: Effort<'_>,
) -> Result<Option<Vec<PieceMove>>, ComponentError> {
    let encoding = Encoding::new(puzzle, start);
    for_words!(
        encoding.words,
        N => {
            let moves = Moves::new(puzzle, &encoding, metric);
            let goal = GoalTest::new(puzzle, &encoding);
            let (mut kept, key) = (Levels::default(), encoding.key::<N>(start));
            let found = search(key, &moves, &goal, Some(&mut kept), effort);
            let found = found
                .map_err(|error| with_leavings(error, leavings(puzzle, &encoding)))?;
            Ok(found.map(|(_, number)| {
                let mut at = start.clone();
                let step = |key: [u64; N]| {
                    let mut after = puzzle.empty_position();
                    encoding.read(&key, &mut after);
                    let mut made = puzzle.moves(&at, metric).into_iter();
                    let made = made.find(|made| made.apply(&at) == after);
                    at = after;
                    made.expect("one move leads from each position to the next")
                };
                kept.path(number, &moves).into_iter().skip(1).map(step).collect()
            }))
        },
        words => Err(ComponentError::TooManyPieces { bits: 64 * words })
    )
}

/// Number of pieces that must be gone, by their last layers.
fn leavings(puzzle: &Puzzle, encoding: &Encoding) -> u16 {
    let is_last = |shape| puzzle.doors().is_some_and(|doors| doors.layer_below(shape).is_none());
    let last = puzzle.goal().gone().iter().filter(|&&shape| is_last(shape));
    last.map(|&shape| encoding.codes()[shape].count() as u16).sum()
}

/// Adds the moves by which pieces leave to the bound of a search that counts the others.
fn with_leavings(error: ComponentError, leavings: u16) -> ComponentError {
    match error {
        ComponentError::Memory { reached, moves, allowed } => {
            ComponentError::Memory { reached, moves: moves + leavings, allowed }
        }
        error => error,
    }
}

/// Number of positions between two checks of memory and cancellation.
const BLOCK: usize = 1 << 10;

/// The levels of a search, each before pieces leave.
struct Levels<const N: usize> {
    levels: Vec<Vec<[u64; N]>>,
    /// For each position of a level, the number of the position before it in the level before.
    before: Vec<Vec<u32>>,
}

impl<const N: usize> Default for Levels<N> {
    fn default() -> Self {
        Self { levels: Vec::new(), before: Vec::new() }
    }
}

impl<const N: usize> Levels<N> {
    fn bytes(&self) -> usize {
        let keys: usize = self.levels.iter().map(Vec::capacity).sum();
        let numbers: usize = self.before.iter().map(Vec::capacity).sum();
        keys * size_of::<[u64; N]>() + numbers * size_of::<u32>()
    }

    /// The positions from the start to one of the last level, and those after it while pieces leave. One move leads from each to
    /// the next.
    fn path(&self, last: usize, moves: &Moves<'_>) -> Vec<[u64; N]> {
        let mut number = last;
        let mut keys = Vec::with_capacity(self.levels.len());
        for (nth, level) in self.levels.iter().enumerate().rev() {
            keys.push(level[number]);
            if nth > 0 {
                number = self.before[nth - 1][number] as usize;
            }
        }
        let with_leaving = keys.into_iter().rev().flat_map(|key| {
            std::iter::successors(Some(key), |key| moves.each_or_leave(key, &mut |_| ()))
        });
        with_leaving.collect()
    }
}

/// The least number of moves of a solution besides those by which pieces leave that must be gone. Also returns the number, in the
/// last level, of the position from which only leaving leads to the goal. Keeps the levels if asked to.
fn search<const N: usize>(
    start: [u64; N],
    moves: &Moves<'_>,
    goal: &GoalTest,
    mut kept: Option<&mut Levels<N>>,
    effort: Effort<'_>,
) -> Result<Option<(u16, usize)>, ComponentError> {
    let mut known: KeySet<N> = KeySet::new(start, ());
    // The positions after a piece has left. They belong to the level before it left, even if they are known in the next one.
    let mut left: KeySet<N> = KeySet::new(start, ());
    known.clear(1);
    left.clear(1);
    let (mut level, mut next, mut after) = (vec![start], Vec::new(), Vec::new());
    let mut before: Vec<u32> = Vec::new();
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
                if let Some(kept) = kept {
                    kept.levels.push(level);
                }
                return Ok(Some((made, number)));
            }
            if is_new {
                let len = next.len();
                next.extend(after.iter().filter(|&&key| known.insert(key, ()).is_none()));
                reached += (next.len() - len) as u64;
                if kept.is_some() {
                    before.resize(next.len(), number as u32);
                }
            }
            if number % BLOCK == 0 {
                let keys = (level.capacity() + next.capacity()) * size_of::<[u64; N]>();
                let keys = keys + kept.as_ref().map_or(0, |kept| kept.bytes());
                effort.check()?;
                fits(reached, made, (known.bytes() + left.bytes() + keys) as u64, effort)?;
            }
        }
        effort.done(level.len() as u64)?;
        match &mut kept {
            Some(kept) => {
                kept.levels.push(take(&mut level));
                kept.before.push(take(&mut before));
                level = take(&mut next);
            }
            None => {
                swap(&mut level, &mut next);
                next.clear();
            }
        }
        made = made.checked_add(1).ok_or(ComponentError::TooDeep)?;
    }
    Ok(None)
}
