//! The census: all tasks, shared out among threads.

use super::board::check_board;
use super::error::CensusError;
use super::graph::{MOST_POSITIONS, POSITION_BYTES, numbers};
use super::ground::Ground;
use super::largest::most_positions;
use super::scope::{Part, Scope};
use super::state::State;
use super::stencils::{Stencil, stencils};
use super::tasks::{Task, tasks};
use super::walk::Walk;
use crate::effort::Effort;
use crate::grid::Form;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use xxhash_rust::xxh3::xxh3_64;

/// A census of a board: every piece set, and every marked piece of it.
///
/// ```
/// use huarong::search::Effort;
/// use huarong::census::{By, Census, Keep, Part, Scope};
/// use huarong::Metric;
///
/// let census = Census::new(Scope::all(3, 3))?;
/// let mut state = census.begin(Part::WHOLE);
/// census.run(&mut state, Effort::UNLIMITED, Keep::NOTHING)?;
/// let record = state.records().get(By::Pieces, 1, Metric::Unit).expect("a single piece moves");
/// assert_eq!((record.moves, &record.start[..], record.marked), (4, "A../.../...", 'A'));
/// # Ok::<_, huarong::census::CensusError>(())
/// ```
#[derive(Debug)]
pub struct Census {
    scope: Scope,
    stencils: Vec<Stencil>,
    tasks: Vec<Task>,
    passes_over: bool,
    /// What says which tasks these are and what is done in them: builds of the program in which it is the same can go
    /// on with one another's work, and join it.
    work: u64,
}

/// What is done with the state of a census that is under way: it is kept in a file, mostly.
#[derive(Clone, Copy)]
pub struct Keep<'k> {
    /// Least time between two states; by default a second, or twice what it takes to keep one if that is more.
    pub every: Option<Duration>,
    /// Keeps a state.
    pub with: &'k (dyn Fn(&State) -> Result<(), CensusError> + Sync),
}

impl Keep<'static> {
    /// Keeps nothing.
    pub const NOTHING: Self = Self { every: None, with: &|_| Ok(()) };
}

/// To be raised when a task finds, counts or keeps anything else than before.
const REVISION: u32 = 1;

/// The shortest time between two states that are kept, where nothing else is asked for.
const BETWEEN: Duration = Duration::from_secs(1);

impl Census {
    /// The census of some puzzles.
    ///
    /// # Errors
    ///
    /// Where the board has no puzzles, or too many.
    pub fn new(scope: Scope) -> Result<Self, CensusError> {
        check_board(scope.width.into(), scope.height.into())?;
        let ground = Ground::new(scope.width, scope.height);
        let stencils = stencils(&ground, scope.rectangles);
        let tasks = tasks(&ground, &stencils);
        let work = work(&stencils, &tasks, true);
        Ok(Self { scope, stencils, tasks, passes_over: true, work })
    }

    /// The same census without its tests: every mark that a piece can win with is searched.
    #[must_use]
    pub fn searching_all(self) -> Self {
        Self { passes_over: false, work: work(&self.stencils, &self.tasks, false), ..self }
    }

    /// Which puzzles it is of.
    pub fn scope(&self) -> &Scope {
        &self.scope
    }

    /// How many different forms pieces have.
    pub fn forms(&self) -> usize {
        self.stencils.len()
    }

    pub(super) fn stencils(&self) -> &[Stencil] {
        &self.stencils
    }

    /// The number of a form; none where no piece of the census has it.
    pub(super) fn number_of(&self, form: &Form) -> Option<u32> {
        let fits = form.width() <= self.scope.width && form.height() <= self.scope.height;
        let cells = form.cells().iter().filter(|_| fits);
        let cells: u32 = cells.map(|&(column, row)| 1 << (row * self.scope.width + column)).sum();
        let number = self.stencils.iter().position(|stencil| stencil.cells == cells)?;
        Some(number as u32)
    }

    /// The form of a number.
    pub(super) fn form(&self, number: u32) -> Form {
        let width = self.scope.width;
        let cells = numbers(self.stencils[number as usize].cells);
        Form::new(cells.map(|cell| (cell % width, cell / width))).expect("a stencil has cells")
    }

    /// A part of the census, nothing of it done.
    pub fn begin(&self, part: Part) -> State {
        State::new(self.scope, part, self.work, self.tasks.len())
    }

    /// Whether a state, read from a file, is one of a part of this census.
    pub fn is_of(&self, state: &State, part: Part) -> bool {
        state.scope == self.scope
            && state.part == part
            && state.work == self.work
            && state.done.len() == self.tasks.len()
            && (0..).zip(&state.done).all(|(task, is_done)| part.does(task) || !is_done)
    }

    /// Does what is left to do in a part. Now and then, and in the end, be it finished or stopped, the state is kept.
    /// The effort is told of tasks.
    ///
    /// # Errors
    ///
    /// Where the largest piece set does not fit the memory of a thread, before anything is done or kept; where a state
    /// cannot be kept; and where the watcher asks to stop.
    pub fn run(
        &self,
        state: &mut State,
        effort: Effort<'_>,
        keep: Keep<'_>,
    ) -> Result<(), CensusError> {
        let memory = effort.memory / rayon::current_num_threads() as u64;
        self.check_memory(memory)?;
        let (done, all) = state.progress();
        effort.total(all as u64)?;
        effort.done(done as u64)?;
        let is_left = |&task: &usize| state.part.does(task) && !state.done[task];
        let left: Vec<usize> = (0..self.tasks.len()).filter(is_left).collect();
        let next = AtomicUsize::new(0);
        let shared = Mutex::new(Shared { state, last: Instant::now(), cost: Duration::ZERO });
        let ended = rayon::broadcast(|_| {
            let mut walk = Walk::new(&self.scope, &self.stencils, self.passes_over, memory);
            let done =
                std::iter::from_fn(|| left.get(next.fetch_add(1, Relaxed))).try_for_each(|&task| {
                    walk.run(self.tasks[task], effort)?;
                    let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
                    shared.take(task, &mut walk);
                    shared.keep_sometimes(keep)?;
                    drop(shared);
                    Ok::<_, CensusError>(effort.done(1)?)
                });
            if done.is_err() {
                // The others end, too.
                next.store(left.len(), Relaxed);
            }
            done
        });
        (keep.with)(shared.into_inner().unwrap_or_else(PoisonError::into_inner).state)?;
        ended.into_iter().collect()
    }

    /// Checks that a thread may use what the largest piece set takes.
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

/// What threads share.
struct Shared<'s> {
    state: &'s mut State,
    /// When a state was kept last, and what that took.
    last: Instant,
    cost: Duration,
}

impl Shared<'_> {
    /// Takes what a walk found in a task, and lets it know what others have found.
    fn take(&mut self, task: usize, walk: &mut Walk<'_>) {
        self.state.done[task] = true;
        self.state.tally.add(&std::mem::take(&mut walk.tally));
        self.state.records.merge(&walk.records);
        walk.records.merge(&self.state.records);
    }

    /// Keeps the state where the last that was kept is long enough ago.
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

/// What says which tasks there are and what is done in them.
fn work(stencils: &[Stencil], tasks: &[Task], passes_over: bool) -> u64 {
    let tasks = tasks.iter().flat_map(|task| {
        let Task { form, share, of, dealt } = *task;
        [form, share, of, dealt as u32]
    });
    let forms = stencils.iter().map(|stencil| stencil.cells);
    let words = [REVISION, u32::from(passes_over)].into_iter().chain(forms).chain(tasks);
    xxh3_64(&words.flat_map(u32::to_le_bytes).collect::<Vec<u8>>())
}
