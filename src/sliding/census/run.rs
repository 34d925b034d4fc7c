//! Execution of a census by several threads.

use super::board::check_board;
use super::error::CensusError;
use super::graph::{MOST_POSITIONS, POSITION_BYTES, numbers};
use super::ground::Ground;
use super::largest::most_positions;
use super::record::Records;
use super::scope::{Part, Scope};
use super::state::State;
use super::stencils::{Stencil, stencils};
use super::tasks::{Task, tasks};
use super::walk::Walk;
use crate::effort::Effort;
use crate::grid::Polyomino;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use xxhash_rust::xxh3::xxh3_64;

/// A census: all marked sets of a scope.
///
/// ```
/// use huarong::search::Effort;
/// use huarong::census::{By, Census, Scope};
/// use huarong::Metric;
///
/// let records = Census::new(Scope::all(3, 3))?.run(Effort::UNLIMITED)?;
/// let record = records.get(By::Pieces, 1, Metric::Unit).expect("a single piece moves");
/// assert_eq!((record.moves, &record.start[..], record.marked), (4, "A../.../...", 'A'));
/// # Ok::<_, huarong::census::CensusError>(())
/// ```
#[derive(Debug)]
pub struct Census {
    scope: Scope,
    stencils: Vec<Stencil>,
    tasks: Vec<Task>,
    skips_unsolvable: bool,
    /// Hash of the tasks and of the revision. Builds of the program with the same hash can continue and join one
    /// another's work.
    work: u64,
}

/// How to store the states of a running census, usually in a file.
#[derive(Clone, Copy)]
pub struct Keep<'k> {
    /// Least time between two states; by default a second, or twice the time that storing takes if that is longer.
    pub every: Option<Duration>,
    /// Stores a state.
    pub with: &'k (dyn Fn(&State) -> Result<(), CensusError> + Sync),
}

impl Keep<'static> {
    /// Stores nothing.
    pub const NOTHING: Self = Self { every: None, with: &|_| Ok(()) };
}

/// Revision of the results. Increase it if a task finds, counts or stores anything else than before.
const REVISION: u32 = 1;

/// Default of the least time between two stored states.
const BETWEEN: Duration = Duration::from_secs(1);

impl Census {
    /// Makes the census of a scope.
    ///
    /// # Errors
    ///
    /// Returns an error if the board has no puzzles, or too many cells.
    pub fn new(scope: Scope) -> Result<Self, CensusError> {
        check_board(scope.width.into(), scope.height.into())?;
        let ground = Ground::new(scope.width, scope.height);
        let stencils = stencils(&ground, scope.rectangles);
        let tasks = tasks(&ground, &stencils);
        let work = work(&stencils, &tasks, true);
        Ok(Self { scope, stencils, tasks, skips_unsolvable: true, work })
    }

    /// The same census without tests: every marked set with a goal is searched.
    #[must_use]
    pub fn searching_all(self) -> Self {
        Self { skips_unsolvable: false, work: work(&self.stencils, &self.tasks, false), ..self }
    }

    /// The puzzles that the census covers.
    pub fn scope(&self) -> &Scope {
        &self.scope
    }

    /// Number of different shapes of pieces.
    pub fn shapes(&self) -> usize {
        self.stencils.len()
    }

    pub(super) fn stencils(&self) -> &[Stencil] {
        &self.stencils
    }

    /// The number of a shape; `None` if no piece of the census has it.
    pub(super) fn number_of(&self, shape: &Polyomino) -> Option<u32> {
        let fits = shape.width() <= self.scope.width && shape.height() <= self.scope.height;
        let cells = shape.cells().iter().filter(|_| fits);
        let cells: u32 = cells.map(|&(column, row)| 1 << (row * self.scope.width + column)).sum();
        let number = self.stencils.iter().position(|stencil| stencil.cells == cells)?;
        Some(number as u32)
    }

    /// The shape of a number.
    pub(super) fn shape(&self, number: u32) -> Polyomino {
        let width = self.scope.width;
        let cells = numbers(self.stencils[number as usize].cells);
        Polyomino::new(cells.map(|cell| (cell % width, cell / width))).expect("a stencil has cells")
    }

    /// Runs the census and returns its records. Reports progress in tasks.
    ///
    /// # Errors
    ///
    /// Returns an error before any work if the largest piece set exceeds the memory of a thread. Returns an error if
    /// the observer cancels the census.
    pub fn run(&self, effort: Effort<'_>) -> Result<Records, CensusError> {
        let mut state = State::begin(self, Part::WHOLE);
        state.run(self, effort, Keep::NOTHING)?;
        Ok(state.records)
    }

    /// Checks that the memory of a thread suffices for the largest piece set.
    fn check_memory(&self, available: u64) -> Result<(), CensusError> {
        if available >= MOST_POSITIONS * POSITION_BYTES {
            return Ok(());
        }
        let positions = most_positions(&self.scope, &self.stencils);
        let needed = positions * POSITION_BYTES;
        if needed > available {
            return Err(CensusError::Memory { positions, needed, available });
        }
        Ok(())
    }
}

impl State {
    /// The initial state of a part of a census.
    pub fn begin(census: &Census, part: Part) -> Self {
        Self::new(census.scope, part, census.work, census.tasks.len())
    }

    /// Whether this state belongs to a part of a census.
    pub fn is_of(&self, census: &Census, part: Part) -> bool {
        self.scope == census.scope
            && self.part == part
            && self.work == census.work
            && self.done.len() == census.tasks.len()
            && (0..).zip(&self.done).all(|(task, is_done)| part.does(task) || !is_done)
    }

    /// Runs the remaining tasks of a part. Stores the state now and then, and at the end, even if the census was
    /// cancelled. Reports progress in tasks.
    ///
    /// # Errors
    ///
    /// Returns an error before any work if the largest piece set exceeds the memory of a thread. Returns an error if a
    /// state cannot be stored, or if the observer cancels the census.
    pub fn run(
        &mut self,
        census: &Census,
        effort: Effort<'_>,
        keep: Keep<'_>,
    ) -> Result<(), CensusError> {
        let memory = effort.memory / rayon::current_num_threads() as u64;
        census.check_memory(memory)?;
        let (done, all) = self.progress();
        effort.total(all as u64)?;
        effort.done(done as u64)?;
        let is_left = |&task: &usize| self.part.does(task) && !self.done[task];
        let left: Vec<usize> = (0..census.tasks.len()).filter(is_left).collect();
        let next = AtomicUsize::new(0);
        let shared = Mutex::new(Shared { state: self, last: Instant::now(), cost: Duration::ZERO });
        let ended = rayon::broadcast(|_| {
            let mut walk =
                Walk::new(&census.scope, &census.stencils, census.skips_unsolvable, memory);
            let done =
                std::iter::from_fn(|| left.get(next.fetch_add(1, Relaxed))).try_for_each(|&task| {
                    walk.run(census.tasks[task], effort)?;
                    let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
                    shared.take(task, &mut walk);
                    shared.keep_sometimes(keep)?;
                    drop(shared);
                    Ok::<_, CensusError>(effort.done(1)?)
                });
            if done.is_err() {
                // The other threads end, too.
                next.store(left.len(), Relaxed);
            }
            done
        });
        (keep.with)(shared.into_inner().unwrap_or_else(PoisonError::into_inner).state)?;
        ended.into_iter().collect()
    }
}

/// Data that threads share.
struct Shared<'s> {
    state: &'s mut State,
    /// When the last state was stored, and how long that took.
    last: Instant,
    cost: Duration,
}

impl Shared<'_> {
    /// Adds the results of a task, and gives the walk the records of other threads.
    fn take(&mut self, task: usize, walk: &mut Walk<'_>) {
        self.state.done[task] = true;
        self.state.tally.add(&std::mem::take(&mut walk.tally));
        self.state.records.merge(&walk.records);
        walk.records.merge(&self.state.records);
    }

    /// Stores the state if the last one is old enough.
    fn keep_sometimes(&mut self, keep: Keep<'_>) -> Result<(), CensusError> {
        if self.last.elapsed() < keep.every.unwrap_or(BETWEEN.max(2 * self.cost)) {
            return Ok(());
        }
        let begin = Instant::now();
        (keep.with)(self.state)?;
        self.last = Instant::now();
        self.cost = self.last - begin;
        Ok(())
    }
}

/// Hash of the tasks and of the revision.
fn work(stencils: &[Stencil], tasks: &[Task], skips_unsolvable: bool) -> u64 {
    let tasks = tasks.iter().flat_map(|task| {
        let Task { shape, share, of, dealt } = *task;
        [shape, share, of, dealt as u32]
    });
    let shapes = stencils.iter().map(|stencil| stencil.cells);
    let words = [REVISION, u32::from(skips_unsolvable)].into_iter().chain(shapes).chain(tasks);
    xxh3_64(&words.flat_map(u32::to_le_bytes).collect::<Vec<u8>>())
}
