//! Oracles that are searched in memory.

use super::source::{Source, SpaceDistances};
use super::{Method, Options, Oracle, OracleError, Position};
use crate::effort::Effort;
use crate::sliding::rules::{Metric, PerMetric};
use crate::sliding::search::{Component, ComponentError, SearchError, SearchPlan, Until, classes};
use crate::table::Distances;
use rayon::prelude::*;

/// Bytes that a component may take before the whole space is thought of.
const FIRST: u64 = 192_000_000;

/// The longest that the search of a whole space is expected to take, in seconds of one thread: before the component is
/// searched, and after.
const SOON: f64 = 0.02;
const LONGEST: f64 = 60.0;
/// The first of these for answers about everything, of which some need the whole space.
const SOON_FOR_EVERYTHING: f64 = 2.0;

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// Answers about everything that a position can reach.
    Everything,
    /// The optimal solutions of a position.
    Solutions,
}

impl Oracle {
    /// Searches, in memory, for the distances of everything that a position can reach.
    ///
    /// A space that takes up to two seconds is searched whole. Otherwise the component of the position is searched, or,
    /// if that grows large and the whole space takes less than a minute, the whole space. [`method`](Self::method) says
    /// which. [`sample`](Self::sample) and [`hardest`](Self::hardest) need a whole space: to be sure of one, call
    /// [`search_by`](Self::search_by) with [`Method::Space`].
    ///
    /// ```
    /// use huarong::{Metric, Oracle, Puzzle};
    ///
    /// let start = Puzzle::klotski().parse("VBBV/VBBV/VHHV/VSSV/S..S")?;
    /// let oracle = Oracle::search(&start, Metric::Finger)?;
    /// let levels = oracle.sample(60..=80, 20, 42)?;
    /// assert_eq!(levels.len(), 20);
    /// assert!((60..=80).contains(&oracle.distance(&levels[0])?.expect("it can be solved")));
    /// let hardest = &oracle.hardest(1)?[0];
    /// assert!(oracle.distance(hardest)? > oracle.distance(&start)?);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn search(start: &Position, metric: Metric) -> Result<Self, OracleError> {
        Self::search_with(start, &Options::new().metrics(&[metric]))
    }

    /// As [`search`](Self::search), within limits and under several metrics.
    pub fn search_with(start: &Position, options: &Options<'_>) -> Result<Self, OracleError> {
        let metrics = options.metrics_or(&[Metric::Finger]);
        choose(start, &metrics, Purpose::Everything, options.effort())
    }

    /// Searches, in memory, for the optimal solutions of one position, as quickly as can be.
    ///
    /// The oracle may know no more than the positions on these solutions; all others are
    /// [not known](OracleError::NotKnown).
    ///
    /// ```
    /// use huarong::{Metric, Oracle, Puzzle};
    ///
    /// let start = Puzzle::klotski().parse("VBBV/VBBV/VHHV/VSSV/S..S")?;
    /// let solution = Oracle::solve(&start, Metric::Unit)?.solution(&start)?;
    /// assert_eq!(solution.expect("it can be solved").len(), 116);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve(start: &Position, metric: Metric) -> Result<Self, OracleError> {
        Self::solve_with(start, &Options::new().metrics(&[metric]))
    }

    /// As [`solve`](Self::solve), within limits. Of several metrics only the strictest is searched.
    pub fn solve_with(start: &Position, options: &Options<'_>) -> Result<Self, OracleError> {
        let metrics = options.metrics_or(&[Metric::Finger]);
        choose(start, &metrics[..1], Purpose::Solutions, options.effort())
    }

    /// Searches everything of one kind and nothing else: all positions with the pieces of `start`
    /// ([`Method::Space`]), all that `start` can reach ([`Method::Component`]), or the optimal solutions of `start`
    /// ([`Method::Solutions`]).
    ///
    /// ```
    /// use huarong::{Answer, Method, Metric, Options, Oracle, PerMetric, Puzzle};
    ///
    /// let start = Puzzle::klotski().parse("S.../BB../BB../..../....")?;
    /// let options = Options::new().metrics(&Metric::ALL);
    /// for method in [Method::Space, Method::Component] {
    ///     let oracle = Oracle::search_by(method, &start, &options)?;
    ///     let probe = oracle.probe(&start)?;
    ///     assert_eq!(probe.distances, PerMetric::new(3, 2, 1).map(Answer::Found));
    ///     assert_eq!(probe.index.is_some(), method == Method::Space);
    ///     assert_eq!(oracle.count_solutions(&start)?, 1u8.into());
    /// }
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    ///
    /// Where the method is [`Method::Tables`], which are not searched.
    pub fn search_by(
        method: Method,
        start: &Position,
        options: &Options<'_>,
    ) -> Result<Self, OracleError> {
        let metrics = options.metrics_or(&[Metric::Finger]);
        let source = match method {
            Method::Tables => panic!("tables are opened, not searched"),
            Method::Space => {
                let plan = plan(start, options.effort())?;
                space(plan, start, &metrics, Purpose::Everything, options.effort())?
            }
            Method::Component => component(start, &metrics, options.effort())?,
            Method::Solutions => solutions(start, metrics[0], options.effort())?,
        };
        Ok(made(start, &metrics, source))
    }
}

/// An oracle that answers under the loosest of some metrics where none is named.
fn made(start: &Position, metrics: &[Metric], source: Source) -> Oracle {
    let loosest = metrics.last().copied().unwrap_or(Metric::Finger);
    Oracle::new(start.puzzle(), loosest, source)
}

/// Searches in the way that takes least.
fn choose(
    start: &Position,
    metrics: &[Metric],
    purpose: Purpose,
    effort: Effort<'_>,
) -> Result<Oracle, OracleError> {
    let by_component = |effort| match purpose {
        Purpose::Everything => component(start, metrics, effort),
        Purpose::Solutions => solutions(start, metrics[0], effort),
    };
    let first = Effort { memory: effort.memory.min(FIRST), ..effort };
    let soon = match purpose {
        Purpose::Everything => SOON_FOR_EVERYTHING,
        Purpose::Solutions => SOON,
    };
    let source = if let Some(plan) = plan_within(soon, start, metrics, first) {
        space(plan, start, metrics, purpose, effort)?
    } else {
        match by_component(first) {
            Err(OracleError::Component(ComponentError::Memory { .. })) => {
                match plan_within(LONGEST, start, metrics, effort) {
                    Some(plan) => space(plan, start, metrics, purpose, effort)?,
                    None => by_component(effort)?,
                }
            }
            found => found?,
        }
    };
    Ok(made(start, metrics, source))
}

/// The plan of a search of all positions with the pieces of one.
fn plan(start: &Position, effort: Effort<'_>) -> Result<SearchPlan, SearchError> {
    let class = classes(start.puzzle(), &[start.piece_set()]).remove(0);
    SearchPlan::within(start.puzzle(), &class, effort)
}

/// The plan of a search of the whole space that is expected to take at most so many seconds of one thread; `None` where
/// it takes longer, cannot be numbered, or takes more memory than there is.
fn plan_within(
    longest: f64,
    start: &Position,
    metrics: &[Metric],
    effort: Effort<'_>,
) -> Option<SearchPlan> {
    let plan = plan(start, effort).ok()?;
    let fits = memory(&plan, metrics) <= effort.memory
        && plan.estimate().seconds * metrics.len() as f64 <= longest;
    fits.then_some(plan)
}

/// Bytes that a search of the whole space takes: the distances of all metrics are kept, and a small space is searched
/// under all of them at once.
fn memory(plan: &SearchPlan, metrics: &[Metric]) -> u64 {
    let memory = plan.memory();
    let each = memory.distances + if plan.is_worth_sharing() { 0 } else { memory.bitmaps };
    memory.total().saturating_add((metrics.len() as u64 - 1).saturating_mul(each))
}

/// Searches all positions with the pieces of one.
fn space(
    plan: SearchPlan,
    start: &Position,
    metrics: &[Metric],
    purpose: Purpose,
    effort: Effort<'_>,
) -> Result<Source, OracleError> {
    let needed = memory(&plan, metrics);
    if needed > effort.memory {
        return Err(SearchError::Memory { needed, allowed: effort.memory }.into());
    }
    let is_large = plan.is_worth_sharing();
    let search = plan.start(effort)?;
    effort.total(metrics.len() as u64 * search.len())?;
    search.prepare(effort)?;
    let run = |&metric: &Metric| -> Result<(Metric, Distances), SearchError> {
        let mut found = match purpose {
            Purpose::Everything => search.run(metric, is_large, effort)?,
            Purpose::Solutions => {
                let start = std::slice::from_ref(start.arrangement());
                search.run_until(start, metric, is_large, effort)?
            }
        };
        Ok((metric, found.remove(0)))
    };
    let found: Result<Vec<_>, SearchError> = match is_large {
        true => metrics.iter().map(run).collect(),
        false => metrics.par_iter().map(run).collect(),
    };
    let space = search.spaces()[0].clone();
    let index = space.rank(start).expect("it has these pieces");
    let mut distances = PerMetric::<Option<SpaceDistances>>::default();
    for (metric, found) in found? {
        // A search for one position ends with its level, and goes to the end where it finds none.
        let is_partial = purpose == Purpose::Solutions && found.get(index).is_some();
        distances[metric] = Some(SpaceDistances { distances: found, is_partial });
    }
    Ok(Source::Space { space, distances })
}

/// Searches all that a position can reach, and then from all goal positions among that. The effort is told of positions:
/// those of the component, and then, under each metric that it is told is next, those from which it can be won.
fn component(
    start: &Position,
    metrics: &[Metric],
    effort: Effort<'_>,
) -> Result<Source, OracleError> {
    let puzzle = start.puzzle();
    let reached = Component::explore(puzzle, start, Metric::Unit, Until::All, effort)?;
    let (mut to_goal, mut has_goal) = (Box::<PerMetric<_>>::default(), true);
    let mut held = reached.bytes();
    for &metric in metrics {
        effort.doing(metric)?;
        let Some(found) = reached.back_from_won(metric, effort.without(held))? else {
            has_goal = false;
            break;
        };
        held += found.bytes();
        to_goal[metric] = Some(found);
    }
    Ok(Source::Component { reached, has_goal, to_goal })
}

/// Searches from a position to the nearest goals, and back on the optimal solutions.
fn solutions(start: &Position, metric: Metric, effort: Effort<'_>) -> Result<Source, OracleError> {
    let found = Component::explore(start.puzzle(), start, metric, Until::Won, effort)?;
    let left = effort.without(found.bytes());
    Ok(match found.ways_to_the_win(left)? {
        Some(solutions) => Source::Solutions(solutions),
        // The whole component was searched.
        None => Source::Component { reached: found, has_goal: false, to_goal: Box::default() },
    })
}
