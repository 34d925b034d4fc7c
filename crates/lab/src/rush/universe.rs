//! A universe: all clusters of a scope, found task by task.

use super::board::{Board, Grid};
use super::cluster::{Cluster, Searcher};
use super::error::RushError;
use super::findings::{Findings, RushPuzzle, State};
use super::goals::{Goals, PieceLimits};
use super::scope::Scope;
use crate::batch::{BatchError, Job, Keep, Part, Results};
use huarong_core::effort::Effort;
use huarong_search::kernels::Kernels;
use xxhash_rust::xxh3::xxh3_64;

/// All Rush Hour boards of a scope that can reach the goal, in clusters of boards that can reach one another.
///
/// ```
/// use huarong::rush::{Scope, Universe};
/// use huarong::search::Effort;
///
/// let findings = Universe::new(Scope::new(4, 4)?)?.run(Effort::UNLIMITED)?;
/// let hardest = findings.puzzles().next().expect("4x4 has puzzles");
/// println!("{} moves: {}", hardest.distance, hardest.board);
/// # Ok::<_, huarong::rush::RushError>(())
/// ```
#[derive(Debug)]
pub struct Universe {
    scope: Scope,
    grid: Grid,
    /// The same grid with moves of one cell.
    unit: Grid,
    goals: Goals,
    kernels: Kernels,
    /// Hash of the scope and of the revision.
    work: u64,
}

/// Revision of the results. Increase it if a task finds anything else than before.
const REVISION: u32 = 1;

const BOARDS_BETWEEN_CHECKS: u64 = 1 << 10;

impl Universe {
    /// The universe of a scope.
    ///
    /// # Errors
    ///
    /// Returns an error if the scope allows no car.
    pub fn new(scope: Scope) -> Result<Self, RushError> {
        if scope.max_cars == Some(0) {
            return Err(RushError::NoCars);
        }
        // A puzzle has a move.
        let scope = Scope { min_moves: scope.min_moves.max(1), ..scope };
        let (grid, unit) = (scope.grid(), scope.unit_grid());
        let limits = PieceLimits {
            walls: scope.walls,
            cars: scope.max_cars.unwrap_or(u8::MAX),
            trucks: scope.max_trucks.unwrap_or(u8::MAX),
        };
        let goals = Goals::new(&grid, limits);
        let mut facts = format!("revision {REVISION}\ntasks {}\n", goals.tasks());
        Findings::write_scope(&scope, &mut facts);
        let work = xxh3_64(facts.as_bytes());
        Ok(Self { scope, grid, unit, goals, kernels: Kernels::Native, work })
    }

    /// The same universe, searched with these kernels.
    #[doc(hidden)]
    #[must_use]
    pub fn with_kernels(self, kernels: Kernels) -> Self {
        Self { kernels, ..self }
    }

    pub(crate) fn own_scope(&self) -> &Scope {
        &self.scope
    }

    /// Searches the universe and returns what it finds. Reports progress in tasks.
    ///
    /// # Errors
    ///
    /// Returns an error if a cluster exceeds the memory of a thread, or if the observer cancels the work.
    pub fn run(&self, effort: Effort<'_>) -> Result<Findings, RushError> {
        let (findings, run) = self.run_as_far(effort);
        run.map(|()| findings)
    }

    /// Like [`run`](Self::run), with the findings of the finished tasks if it returns an error.
    pub(crate) fn run_as_far(&self, effort: Effort<'_>) -> (Findings, Result<(), RushError>) {
        let mut state = State::begin(self, Part::WHOLE);
        let run = state.run(self, effort, Keep::NOTHING);
        (state.into_results(), run)
    }

    /// The cluster of a board, which is written as in [`RushPuzzle::board`]; `None` if it cannot reach the goal. The
    /// limits of the scope do not apply to the board.
    ///
    /// ```
    /// use huarong::rush::{Scope, Universe};
    ///
    /// let cards = Universe::new(Scope::new(6, 6)?)?;
    /// let cluster = cards.cluster_of("GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo")?.expect("it has a solution");
    /// let puzzle = cluster.puzzle.expect("it is minimal");
    /// assert_eq!((puzzle.distance, puzzle.reachable), (51, 4780));
    /// # Ok::<_, huarong::rush::RushError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not a board of the size, or if the cluster exceeds the memory of the machine.
    pub fn cluster_of(&self, text: &str) -> Result<Option<ClusterOf>, RushError> {
        let board = self.read(text)?;
        let cluster = self.searcher(Effort::UNLIMITED.memory).search_any(&board)?;
        Ok(cluster.map(|cluster| self.described(cluster)))
    }

    /// The cluster of a board with the red car at the exit, if no other such board of the cluster comes first. So exactly
    /// one of the boards that can start a search finds each cluster.
    pub(super) fn cluster_first_met_at(
        &self,
        searcher: &mut Searcher<'_>,
        text: &str,
    ) -> Result<Option<ClusterOf>, RushError> {
        let cluster = searcher.search(&self.read(text)?)?;
        Ok(cluster.map(|cluster| self.described(cluster)))
    }

    /// The puzzle of a board's cluster, made minimal by removing pieces and walls. `None` in these cases:
    ///
    /// - the text is not a board of the size;
    /// - the board cannot reach the goal;
    /// - the number of moves of its cluster's puzzle is not wanted;
    /// - the minimal puzzle has too few moves for the scope.
    pub(super) fn reduced(
        &self,
        searcher: &mut Searcher<'_>,
        text: &str,
        is_wanted: impl Fn(usize) -> bool,
    ) -> Result<Option<RushPuzzle>, RushError> {
        let Ok(board) = Board::parse(&self.grid, text) else { return Ok(None) };
        let cluster = searcher.reduce(&board, is_wanted)?;
        Ok(cluster.and_then(|cluster| self.puzzle(&cluster)))
    }

    fn read(&self, text: &str) -> Result<Board, RushError> {
        let board = Board::parse(&self.grid, text);
        board.map_err(|fault| RushError::Text { text: text.to_owned(), fault })
    }

    fn described(&self, cluster: Cluster) -> ClusterOf {
        ClusterOf { puzzle: self.puzzle(&cluster), histogram: cluster.histogram }
    }

    pub(super) fn searcher(&self, memory: u64) -> Searcher<'_> {
        let fewest = usize::from(self.scope.min_moves);
        Searcher::new(&self.grid, &self.unit, fewest, self.kernels, memory)
    }

    /// The puzzle of a cluster, if it is minimal.
    fn puzzle(&self, cluster: &Cluster) -> Option<RushPuzzle> {
        let minimal = cluster.puzzle.as_ref()?;
        let (pieces, walls) = minimal.board.counts(&self.grid);
        Some(RushPuzzle {
            // Fits: a search would not end with more levels.
            distance: (cluster.histogram.len() - 1) as u16,
            board: minimal.board.text(&self.grid),
            reachable: cluster.histogram.iter().sum(),
            pieces,
            walls,
            solution_count: minimal.solutions,
            unit_moves: minimal.unit_moves,
            histogram: cluster.histogram.clone(),
        })
    }
}

/// The cluster of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ClusterOf {
    /// For each distance from the goal, the number of positions.
    pub histogram: Vec<u64>,
    /// Its puzzle, if it is minimal.
    pub puzzle: Option<RushPuzzle>,
}

/// The searches of one thread.
pub struct Worker<'u> {
    searcher: Searcher<'u>,
    findings: Findings,
}

impl Job for Universe {
    type Results = Findings;
    type Worker<'u> = Worker<'u>;
    type Error = RushError;

    fn scope(&self) -> &Scope {
        &self.scope
    }

    fn tasks(&self) -> usize {
        self.goals.tasks()
    }

    fn work(&self) -> u64 {
        self.work
    }

    fn check_memory(&self, _: u64) -> Result<(), RushError> {
        Ok(())
    }

    fn worker(&self, memory: u64) -> Worker<'_> {
        Worker { searcher: self.searcher(memory), findings: Findings::default() }
    }

    fn run(
        &self,
        worker: &mut Worker<'_>,
        task: usize,
        effort: Effort<'_>,
    ) -> Result<(), RushError> {
        let Worker { searcher, findings } = worker;
        self.goals.visit(&self.grid, task, &mut |board| {
            findings.goals += 1;
            if findings.goals.is_multiple_of(BOARDS_BETWEEN_CHECKS) {
                effort.done(0)?;
            }
            if let Some(cluster) = searcher.search(board)? {
                findings.add(&cluster.histogram, self.puzzle(&cluster));
            }
            Ok(())
        })
    }

    fn deliver(&self, worker: &mut Worker<'_>, findings: &mut Findings) -> Result<(), RushError> {
        let found = std::mem::take(&mut worker.findings);
        let joined = findings.join(&found);
        joined.ok_or(RushError::Batch(BatchError::Contradiction(Findings::KIND)))
    }
}
