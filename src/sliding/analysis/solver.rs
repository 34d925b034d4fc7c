//! The optimal solutions of one position without a table: from its component, or from its whole space where that is
//! quicker.

use super::{Answer, Routes};
use crate::effort::Effort;
use crate::sliding::rules::{Metric, Position, Puzzle};
use crate::sliding::search::{Component, ComponentError, SearchError, SearchPlan, Until, classes};
use crate::sliding::space::Space;
use crate::table::Distances;
use thiserror::Error;

/// What leads from a position to the goal under a metric.
///
/// ```
/// use huarong::effort::Effort;
/// use huarong::sliding::analysis::{Answer, Solver};
/// use huarong::sliding::klotski;
/// use huarong::sliding::rules::Metric;
///
/// let puzzle = klotski::puzzle();
/// let start = puzzle.parse_position("VBBV/VBBV/VHHV/VSSV/S..S")?;
/// let solver = Solver::of(&puzzle, &start, Metric::Finger, Effort::UNLIMITED)?.expect("it can be won");
/// assert_eq!(solver.routes().distance(&start)?, Answer::Found(81));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Solver {
    found: Found,
}

#[derive(Debug)]
enum Found {
    /// The shortest ways, searched from the nearest won positions.
    Component(Box<Component>),
    Space(Box<Space>, Metric, Distances),
}

/// Why a position was not solved.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum SolverError {
    /// The component could not be searched.
    #[error(transparent)]
    Component(#[from] ComponentError),
    /// The whole space could not be searched.
    #[error(transparent)]
    Search(#[from] SearchError),
}

impl SolverError {
    /// Whether the watcher asked to stop.
    pub fn is_stop(&self) -> bool {
        matches!(
            self,
            Self::Component(ComponentError::Stopped(_)) | Self::Search(SearchError::Stopped(_))
        )
    }
}

/// Bytes that a component may take before the whole space is thought of.
const FIRST: u64 = 192_000_000;

/// The longest that the search of a whole space is expected to take, in seconds of one thread: before the component is
/// searched, and after.
const SOON: f64 = 0.02;
const LONGEST: f64 = 60.0;
/// Positions from which on a level is worth sharing out among threads.
const LARGE: u64 = 1 << 20;

impl Solver {
    /// Searches from a position; `None` where no won position can be reached.
    ///
    /// A small space is searched whole. Of others the component is searched, most being small; where one is not, and
    /// the whole space can be searched in a minute, that is done instead. The effort is told of positions.
    pub fn of(
        puzzle: &Puzzle,
        position: &Position,
        metric: Metric,
        effort: Effort<'_>,
    ) -> Result<Option<Self>, SolverError> {
        let first = Effort { memory: effort.memory.min(FIRST), ..effort };
        if let Some(solver) = Self::by_space(puzzle, position, metric, SOON, first)? {
            return Ok(solver.that_wins(position));
        }
        match Self::by_component(puzzle, position, metric, first) {
            Err(ComponentError::Memory { .. }) => {}
            found => return Ok(found?),
        }
        match Self::by_space(puzzle, position, metric, LONGEST, effort)? {
            Some(solver) => Ok(solver.that_wins(position)),
            None => Ok(Self::by_component(puzzle, position, metric, effort)?),
        }
    }

    /// Itself, if the position can be won.
    fn that_wins(self, position: &Position) -> Option<Self> {
        let distance = self.routes().distance(position);
        Some(self).filter(|_| matches!(distance, Ok(Answer::Found(_))))
    }

    /// Bytes of memory that it takes.
    pub fn bytes(&self) -> u64 {
        match &self.found {
            Found::Component(component) => component.bytes(),
            Found::Space(_, _, distances) => distances.bytes().len() as u64,
        }
    }

    /// The ways to the goal, from the position and from all on them. Of other positions not all is known: most are
    /// [unknown](Answer::Unknown), whether they can be won or not.
    pub fn routes(&self) -> Routes<'_> {
        match &self.found {
            Found::Component(component) => Routes::back(component),
            Found::Space(space, metric, distances) => {
                Routes::by_search(space, *metric, distances).of_some()
            }
        }
    }

    /// Searches the component of a position, as far as the nearest won positions.
    fn by_component(
        puzzle: &Puzzle,
        position: &Position,
        metric: Metric,
        effort: Effort<'_>,
    ) -> Result<Option<Self>, ComponentError> {
        let found = Component::explore(puzzle, position, metric, Until::Won, effort)?;
        let ways = found.ways_to_the_win(effort.without(found.bytes()))?;
        Ok(ways.map(|ways| Self { found: Found::Component(Box::new(ways)) }))
    }

    /// Searches the whole space of a position; `None` where that would take too long, or more memory than there is.
    fn by_space(
        puzzle: &Puzzle,
        position: &Position,
        metric: Metric,
        longest: f64,
        effort: Effort<'_>,
    ) -> Result<Option<Self>, SearchError> {
        let class = classes(puzzle, &[position.piece_set()]).remove(0);
        // What cannot be numbered is not searched whole.
        let plan = match SearchPlan::within(puzzle, &class, effort) {
            Err(SearchError::Stopped(stopped)) => return Err(stopped.into()),
            Err(_) => return Ok(None),
            Ok(plan) => plan,
        };
        if plan.memory().total() > effort.memory || plan.estimate().seconds > longest {
            return Ok(None);
        }
        let search = plan.prepare(effort)?;
        let parallel = search.len() >= LARGE;
        let distances =
            search.run_until(std::slice::from_ref(position), metric, parallel, effort)?.remove(0);
        let space = Box::new(search.spaces()[0].clone());
        Ok(Some(Self { found: Found::Space(space, metric, distances) }))
    }
}
