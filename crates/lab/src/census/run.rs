//! The census of a scope, and its tasks.

use super::board::check_board;
use super::error::CensusError;
use super::graph::numbers;
use super::ground::Ground;
use super::scope::Scope;
use super::stencils::{Stencil, stencils};
use super::tasks::{Task, tasks};
use huarong_core::grid::Polyomino;
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
/// assert_eq!((record.distance, &record.start[..], record.marked), (4, "A../.../...", 'A'));
/// # Ok::<_, huarong::census::CensusError>(())
/// ```
#[derive(Debug)]
pub struct Census {
    pub(super) scope: Scope,
    pub(super) stencils: Vec<Stencil>,
    pub(super) tasks: Vec<Task>,
    pub(super) skips_unsolvable: bool,
    /// As in [`Job::work`](crate::batch::Job::work).
    pub(super) work: u64,
}

/// Revision of the results. Increase it if a task finds, counts or stores anything else than before.
const REVISION: u32 = 1;

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

    /// The number of a shape; `None` if no piece of the census has it.
    pub(super) fn number_of(&self, shape: &Polyomino) -> Option<u32> {
        let fits = shape.width() <= self.scope.width && shape.height() <= self.scope.height;
        let cells = shape.cells().iter().filter(|_| fits);
        let cells: u32 = cells.map(|&(column, row)| 1 << (row * self.scope.width + column)).sum();
        let number = self.stencils.iter().position(|stencil| stencil.cells == cells)?;
        Some(number as u32)
    }

    pub(super) fn shape(&self, number: u32) -> Polyomino {
        let width = self.scope.width;
        let cells = numbers(self.stencils[number as usize].cells);
        Polyomino::new(cells.map(|cell| (cell % width, cell / width))).expect("a stencil has cells")
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
