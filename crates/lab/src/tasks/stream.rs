//! Tasks one after another.

use super::boards::Boards;
use super::explored::Explored;
use super::order::{Split, TaskOrder};
#[cfg(feature = "games")]
use super::stones;
use super::task::Task;
use crate::score::Asked;
use huarong_core::effort::Effort;
use huarong_oracle::OracleError;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;
use std::sync::{Arc, OnceLock};
use thiserror::Error;
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

/// Tasks about boards of a family, in an order that depends on the seed alone.
///
/// ```
/// use huarong::score::Referees;
/// use huarong::search::Effort;
/// use huarong::tasks::{Boards, TaskOrder, Tasks};
/// use huarong::{Metric, Options, Position};
///
/// let boards = Boards::Rush { size: (5, 5), most_walls: 0, known: [].into() };
/// let order = TaskOrder::default();
/// let tasks = Tasks::new(boards, order).next_some(Effort::UNLIMITED)?;
/// let task = &tasks[0];
/// let start = Position::from_rush(&task.board)?;
/// let options = Options::new();
/// let score = Referees::new().of(&start, Metric::Straight, &options)?.score(&task.target, &options)?;
/// assert_eq!((score.optimal, score.excess), (task.optimal, Some(0)));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Tasks {
    boards: Boards,
    order: TaskOrder,
    /// The key of the order, for the names of its tasks.
    key: u64,
    /// The component of the only puzzle, once it is explored; `None` if it is too large.
    only: OnceLock<Option<Arc<Explored>>>,
    /// Number of batches so far.
    batches: u64,
    /// Number of tasks so far.
    tasks: u64,
}

/// Reason why there are no further tasks.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TaskError {
    /// A search failed, or was cancelled.
    #[error(transparent)]
    Oracle(#[from] OracleError),
    /// No board of many suits the order.
    #[error(
        "no board of {tried} has a task of the order: ask for other lengths, questions or conditions, or for another part"
    )]
    NoBoards {
        /// Number of boards that were tried.
        tried: u64,
    },
}

/// Tasks from one component, so that a set has many.
const TASKS_PER_COMPONENT: u64 = 8;
/// Batches that are made at once. Their tasks take turns.
const BATCHES_AT_ONCE: u64 = 16;
/// Boards that are tried for a batch.
const MOST_BOARDS_PER_BATCH: u64 = 32;
/// Parts of the range of lengths, of which each batch has one.
const BANDS: u64 = 4;

impl Tasks {
    /// The tasks of an order.
    pub fn new(boards: Boards, mut order: TaskOrder) -> Self {
        if let Some(asked) = boards.only_question() {
            order.asked = vec![asked];
        }
        let key = xxh3_64(format!("{order:?} {}", boards.details()).as_bytes());
        Self { boards, order, key, only: OnceLock::new(), batches: 0, tasks: 0 }
    }

    /// The next tasks, at least one. Reports progress in tasks.
    ///
    /// # Errors
    ///
    /// If no board suits the order, or if the work is cancelled.
    pub fn next_some(&mut self, effort: Effort<'_>) -> Result<Vec<Task>, TaskError> {
        let first = self.batches;
        while self.batches - first < 8 * BATCHES_AT_ONCE {
            let numbers = self.batches..self.batches + BATCHES_AT_ONCE;
            self.batches = numbers.end;
            let made: Vec<Vec<Task>> = numbers
                .into_par_iter()
                .map(|batch| self.batch(batch, effort))
                .collect::<Result<_, OracleError>>()?;
            let mut made: Vec<_> = made.into_iter().map(Vec::into_iter).collect();
            let mut tasks = Vec::new();
            for _ in 0..TASKS_PER_COMPONENT {
                tasks.extend(made.iter_mut().filter_map(Iterator::next));
            }
            for task in &mut tasks {
                task.id = format!("{}-{:08x}-{}", task.family, self.key as u32, self.tasks);
                self.tasks += 1;
            }
            if !tasks.is_empty() {
                return Ok(tasks);
            }
        }
        Err(TaskError::NoBoards { tried: 8 * BATCHES_AT_ONCE * MOST_BOARDS_PER_BATCH })
    }

    /// A random board with its component, which may have positions with a number of moves. `None` if the attempt failed.
    fn explored(
        &self,
        moves: u16,
        generator: &mut ChaCha8Rng,
        effort: Effort<'_>,
    ) -> Result<Option<Arc<Explored>>, OracleError> {
        if let Some(only) = self.only.get() {
            return Ok(only.clone());
        }
        let Some((start, puzzle)) = self.boards.draw(moves, generator) else { return Ok(None) };
        let metric = self.order.metric;
        let explored = match self.boards {
            Boards::Tiles(_) => Some(Explored::of_tiles(start, metric)),
            _ => effort.quietly(|effort| Explored::new(start, puzzle, metric, effort))?,
        };
        let explored = explored.map(Arc::new);
        match self.boards.is_one() {
            true => Ok(self.only.get_or_init(|| explored).clone()),
            false => Ok(explored),
        }
    }

    /// The tasks of a batch, from one component.
    fn batch(&self, batch: u64, effort: Effort<'_>) -> Result<Vec<Task>, OracleError> {
        let seed = xxh3_64_with_seed(&batch.to_le_bytes(), self.order.seed);
        let mut generator = ChaCha8Rng::seed_from_u64(seed);
        let (low, high) = (*self.order.lengths.start(), *self.order.lengths.end());
        let part = |nth: u64| low + ((u64::from(high - low) + 1) * nth / BANDS) as u16;
        let band = generator.random_range(0..BANDS);
        let (from, to) = (part(band), (part(band + 1).max(part(band) + 1) - 1).min(high));
        let (round, nth) = (batch / BATCHES_AT_ONCE, batch % BATCHES_AT_ONCE);
        #[cfg(feature = "games")]
        if let Boards::Stones(game) = &self.boards {
            let most = TASKS_PER_COMPONENT as usize;
            let tasks =
                stones::tasks(game, &self.order, &(from..=to), most, &mut generator, effort)?;
            effort.done(tasks.len() as u64)?;
            return Ok(tasks);
        }
        let asked = |number: u64| {
            let turn = (round.wrapping_mul(TASKS_PER_COMPONENT) + number) * BATCHES_AT_ONCE + nth;
            // Questions of one component differ.
            let at = turn + number;
            self.order.asked[(at % self.order.asked.len() as u64) as usize]
        };
        let wants_unsolvable: [bool; TASKS_PER_COMPONENT as usize] = generator.random();
        let family = self.boards.name();
        let mut made: [Option<Task>; TASKS_PER_COMPONENT as usize] = Default::default();
        for _ in 0..MOST_BOARDS_PER_BATCH {
            effort.check()?;
            let Some(explored) = self.explored(to, &mut generator, effort)? else { continue };
            let wanted = |part: Split| Split::takes(self.order.split, part);
            if !explored.split().is_none_or(wanted) {
                continue;
            }
            let longest = explored.farthest().filter(|&farthest| farthest >= from);
            for (number, (task, wants_unsolvable)) in
                (0..).zip(made.iter_mut().zip(wants_unsolvable))
            {
                let asked = asked(number);
                if task.is_some() {
                    continue;
                }
                let at = match longest {
                    _ if asked == Asked::Solvable && wants_unsolvable => {
                        explored.unsolvable(to, &mut generator)
                    }
                    Some(longest) => {
                        let moves = generator.random_range(from..=to.min(longest));
                        explored.at_distance(moves, &mut generator)?
                    }
                    None => None,
                };
                if let Some(at) = at.filter(|at| wanted(Split::of(explored.key(at)))) {
                    *task = explored.task(&self.order, asked, &at, &family, &mut generator)?;
                }
            }
            // Another board is needed for the rest only if it is a question of solvability.
            let (is_begun, is_done) =
                (made.iter().any(Option::is_some), made.iter().all(Option::is_some));
            if is_done || is_begun && !self.order.asked.contains(&Asked::Solvable) {
                break;
            }
        }
        let tasks: Vec<Task> = made.into_iter().flatten().collect();
        effort.done(tasks.len() as u64)?;
        Ok(tasks)
    }
}
