//! A universe: all clusters of a scope, found task by task.

use super::board::{Grid, Part};
use super::cluster::Searcher;
use super::error::RushError;
use super::findings::{Findings, RushPuzzle, State};
use super::goals::{Goals, Limits};
use super::scope::Scope;
use crate::batch::{Job, Keep, Results};
use crate::effort::Effort;
use crate::sliding::search::kernels::Kernels;
use xxhash_rust::xxh3::xxh3_64;

/// All Rush Hour boards of a scope that can reach the goal, in clusters of boards that can reach one another.
///
/// ```
/// use huarong::rush::{Scope, Universe};
/// use huarong::search::Effort;
///
/// let findings = Universe::new(Scope::new(4, 4)?)?.run(Effort::UNLIMITED)?;
/// let hardest = findings.puzzles().next().expect("4x4 has puzzles");
/// println!("{} moves: {}", hardest.moves, hardest.board);
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

/// Boards between two checks for cancellation.
const STRIDE: u64 = 1 << 10;

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
        let grid = |reach| {
            Grid::new(
                scope.width.into(),
                scope.height.into(),
                usize::from(scope.exit_row) - 1,
                reach,
            )
        };
        let (grid, unit) = (grid(scope.reach()), grid(1));
        let limits = Limits {
            walls: scope.walls,
            cars: scope.max_cars.unwrap_or(u8::MAX),
            trucks: scope.max_trucks.unwrap_or(u8::MAX),
        };
        let goals = Goals::new(&grid, limits);
        let mut facts = format!("revision {REVISION}\ntasks {}\n", goals.tasks(&grid));
        Findings::write_scope(&scope, &mut facts);
        let work = xxh3_64(facts.as_bytes());
        Ok(Self { scope, grid, unit, goals, kernels: Kernels::Native, work })
    }

    /// The same universe, searched with these kernels.
    #[must_use]
    pub fn with_kernels(self, kernels: Kernels) -> Self {
        Self { kernels, ..self }
    }

    /// Searches the universe and returns what it finds. Reports progress in tasks.
    ///
    /// # Errors
    ///
    /// Returns an error if a cluster exceeds the memory of a thread, or if the observer cancels the work.
    pub fn run(&self, effort: Effort<'_>) -> Result<Findings, RushError> {
        let mut state = State::begin(self, crate::batch::Part::WHOLE);
        state.run(self, effort, Keep::NOTHING)?;
        Ok(state.into_results())
    }
}

/// The search of one thread.
pub struct Worker<'u> {
    searcher: Searcher<'u>,
    memory: u64,
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
        self.goals.tasks(&self.grid)
    }

    fn work(&self) -> u64 {
        self.work
    }

    fn check_memory(&self, _: u64) -> Result<(), RushError> {
        Ok(())
    }

    fn worker(&self, memory: u64) -> Worker<'_> {
        let fewest = usize::from(self.scope.min_moves);
        let searcher = Searcher::new(&self.grid, &self.unit, fewest, self.kernels, memory);
        Worker { searcher, memory, findings: Findings::default() }
    }

    fn run(
        &self,
        worker: &mut Worker<'_>,
        task: usize,
        effort: Effort<'_>,
    ) -> Result<(), RushError> {
        let Worker { searcher, memory, findings } = worker;
        self.goals.visit(&self.grid, task, &mut |board| {
            findings.goals += 1;
            if findings.goals % STRIDE == 0 {
                effort.done(0)?;
            }
            let cluster = searcher.search(board);
            let Some(cluster) = cluster.map_err(|_| RushError::Memory { available: *memory })?
            else {
                return Ok(());
            };
            let positions = cluster.histogram.iter().sum();
            let moves = cluster.histogram.len() - 1;
            findings.largest = findings.largest.max(positions);
            let depth = findings.depth(moves);
            depth.clusters += 1;
            depth.positions += positions;
            if let Some(minimal) = cluster.minimal {
                depth.minimal += 1;
                let parts = minimal.board.parts(&self.grid);
                let walls = parts.iter().filter(|part| matches!(part, Part::Wall(..))).count();
                findings.puzzles.insert(RushPuzzle {
                    // A line of eight cells has fewer than 16 placements: no distance exceeds the number of positions, and
                    // none that can be searched is so far.
                    moves: moves as u16,
                    board: minimal.board.text(&self.grid),
                    positions,
                    pieces: (parts.len() - walls) as u8,
                    walls: walls as u8,
                    solutions: minimal.solutions,
                    unit_moves: minimal.unit_moves,
                    histogram: cluster.histogram,
                });
            }
            Ok(())
        })
    }

    fn deliver(&self, worker: &mut Worker<'_>, findings: &mut Findings) {
        let found = std::mem::take(&mut worker.findings);
        findings.join(&found).expect("tasks find different puzzles, and fewer than a number holds");
    }
}
