//! Searches in memory that make oracles.

use super::error::OracleError;
use super::known::Oracle;
use super::method::Method;
use super::options::Options;
use super::source::{Source, SpaceDistances, ToGoal};
use huarong_core::effort::{Cancelled, Effort};
use huarong_core::numerals::counted;
use huarong_core::position::Position;
use huarong_core::rules::{Metric, PieceSet, Puzzle};
use huarong_search::{
    Component, ComponentError, ComponentToGoal, Guide, SearchError, SearchPlan, Until,
    classes_under, component_to_goal,
};
use rayon::prelude::*;

/// Most bytes of a search from the position before a search of the whole space is considered: at first, when a space
/// that takes hundredths of a second is worth numbering, and then, when one that takes up to a minute is.
const FIRST: u64 = 1_000_000;
const SECOND: u64 = 192_000_000;

/// Limits for the estimated time of a search of a whole space, in seconds of one thread: before a search of the
/// component, and after it exceeds its memory.
const SOON: f64 = 0.02;
const LONGEST: f64 = 60.0;
/// Patterns take at most this part of the memory limit.
const PATTERNS: u64 = 4;
/// The first limit for a search of all reachable positions: it is larger because some answers need the whole space.
const SOON_FOR_EVERYTHING: f64 = 2.0;

impl Oracle {
    /// Searches, in memory, for the distances of all positions reachable from a position.
    ///
    /// A space that takes up to two seconds is searched whole. Otherwise the component of the position is searched. If
    /// it grows large and the whole space takes less than a minute, the whole space is searched instead.
    /// [`method`](Self::method) says which. [`sample`](Self::sample) and [`hardest`](Self::hardest) need a whole space:
    /// to be sure of one, call [`search_by`](Self::search_by) with [`Method::Space`].
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
        choose(Method::Component, start, &metrics, options.effort())
    }

    /// Searches, in memory, for the optimal solutions of one position, as fast as possible.
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

    /// As [`solve`](Self::solve), within limits and under several metrics.
    pub fn solve_with(start: &Position, options: &Options<'_>) -> Result<Self, OracleError> {
        let metrics = options.metrics_or(&[Metric::Finger]);
        choose(Method::Solutions, start, &metrics, options.effort())
    }

    /// Searches, in memory, for the [probe](Self::probe) of one position: its distances, and those of the positions
    /// that one finger move leads to. Takes little longer than [`solve_with`](Self::solve_with).
    ///
    /// The oracle may know no other positions; these are [not known](OracleError::NotKnown).
    ///
    /// ```
    /// use huarong::{Answer, Metric, Options, Oracle, Puzzle};
    ///
    /// let start = Puzzle::klotski().parse("VBBV/VBBV/VHHV/VSSV/S..S")?;
    /// let options = Options::new().metrics(&Metric::ALL);
    /// let probe = Oracle::search_neighbours(&start, &options)?.probe(&start)?;
    /// for probed in &probe.moves {
    ///     assert!(probed.distances.values().iter().all(|distance| *distance != Answer::Unknown));
    /// }
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn search_neighbours(start: &Position, options: &Options<'_>) -> Result<Self, OracleError> {
        let metrics = options.metrics_or(&[Metric::Finger]);
        choose(Method::Neighbours, start, &metrics, options.effort())
    }

    /// Searches by one method only: all positions with the pieces of `start` ([`Method::Space`]), all positions
    /// reachable from `start` ([`Method::Component`]), `start` and the positions one move away
    /// ([`Method::Neighbours`]), or the optimal solutions of `start` ([`Method::Solutions`]).
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
    /// # Errors
    ///
    /// [`Method::Tables`] is refused: [`Tables`](super::Tables) opens tables.
    pub fn search_by(
        method: Method,
        start: &Position,
        options: &Options<'_>,
    ) -> Result<Self, OracleError> {
        match method {
            Method::Space => Self::search_piece_set(start.puzzle(), &start.piece_set(), options),
            method => Self::search_from(method, start, options),
        }
    }

    /// Searches by a method that starts from a position. Does not need the searches of whole spaces, which a browser would
    /// have to load.
    #[doc(hidden)]
    pub fn search_from(
        method: Method,
        start: &Position,
        options: &Options<'_>,
    ) -> Result<Self, OracleError> {
        let metrics = options.metrics_or(&[Metric::Finger]);
        let source = by_position(method, start, &metrics, options.effort())?;
        Ok(made(start.puzzle(), &start.piece_set(), &metrics, source))
    }

    /// Searches, in memory, for the distances of all positions of a piece set. Needs no start position.
    ///
    /// ```
    /// use huarong::{Metric, Options, Oracle, Puzzle};
    ///
    /// let puzzle = Puzzle::klotski();
    /// let piece_set = puzzle.parse_piece_set("1h4v4s")?;
    /// let options = Options::new().metrics(&[Metric::Finger]);
    /// let oracle = Oracle::search_piece_set(&puzzle, &piece_set, &options)?;
    /// assert_eq!(oracle.len(), 65_880);
    /// let hardest = &oracle.hardest(1)?[0];
    /// assert_eq!(hardest.piece_set(), piece_set);
    /// assert!(oracle.distance(hardest)? > Some(81));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the piece set has counts for another number of shapes than the puzzle, if its positions cannot be numbered,
    /// or if the search exceeds the memory limit.
    pub fn search_piece_set(
        puzzle: &Puzzle,
        piece_set: &PieceSet,
        options: &Options<'_>,
    ) -> Result<Self, OracleError> {
        let metrics = options.metrics_or(&[Metric::Finger]);
        let effort = options.effort();
        let source = space(plan(puzzle, piece_set, &metrics, effort)?, None, &metrics, effort)?;
        Ok(made(puzzle, piece_set, &metrics, source))
    }
}

/// An oracle whose default metric is the loosest of some metrics.
fn made(puzzle: &Puzzle, piece_set: &PieceSet, metrics: &[Metric], source: Source) -> Oracle {
    let loosest = metrics.last().copied().unwrap_or(Metric::Finger);
    Oracle::new(puzzle, piece_set, loosest, source)
}

/// Searches by a method that starts from a position, or the whole space if that is cheaper.
fn choose(
    method: Method,
    start: &Position,
    metrics: &[Metric],
    effort: Effort<'_>,
) -> Result<Oracle, OracleError> {
    let source = match method {
        Method::Component => space_or_position(SOON_FOR_EVERYTHING, method, start, metrics, effort),
        _ => match by_position(method, start, metrics, effort.at_most(FIRST)) {
            Err(OracleError::Component(ComponentError::Memory { .. })) => match method {
                Method::Solutions => solutions(start, metrics, effort),
                _ => space_or_position(SOON, method, start, metrics, effort),
            },
            found => found,
        },
    };
    let source = source.map_err(|error| match method {
        Method::Solutions => with_bounds(start, error),
        _ => error,
    })?;
    Ok(made(start.puzzle(), &start.piece_set(), metrics, source))
}

/// The error of a search for solutions. If it was cancelled before it reached a bound, the bound is whether the start is
/// a goal position.
fn with_bounds(start: &Position, error: OracleError) -> OracleError {
    match error {
        OracleError::Undecided { .. } => error,
        error if error.is_cancelled() => {
            let at_least = u16::from(!start.puzzle().goal().is_satisfied_by(start));
            OracleError::Undecided { at_least, best: None, reason: Box::new(error) }
        }
        error => error,
    }
}

/// Searches for the optimal solutions of a position whose component is not small. Searches the whole space if that takes
/// little time. Otherwise it searches from the position, and if that search grows large, the whole space if it takes
/// less than a minute, or from the position guided by patterns.
fn solutions(
    start: &Position,
    metrics: &[Metric],
    effort: Effort<'_>,
) -> Result<Source, OracleError> {
    if let Some(plan) = plan_within(SOON, start, metrics, effort.at_most(SECOND)) {
        return space(plan, Some(start), metrics, effort);
    }
    let (mut to_goal, mut held) = (ToGoal::default(), 0);
    for &metric in metrics {
        effort.doing(metric)?;
        let left = effort.without(held);
        let mut guide = Guide::new(start.puzzle(), start, metric);
        let reached = match guide.explore(left.at_most(SECOND)) {
            Err(ComponentError::Memory { .. }) => {
                if let Some(plan) = plan_within(LONGEST, start, metrics, effort) {
                    let found = space(plan, Some(start), metrics, effort);
                    return found.map_err(|error| undecided(guide, error));
                }
                guided(&mut guide, left)
            }
            found => found.map_err(OracleError::from),
        };
        let reached = match reached {
            Ok(reached) => reached,
            Err(error) => return Err(undecided(guide, error)),
        };
        match reached.paths_within(0, left.without(reached.bytes())) {
            Ok(Some(found)) => {
                drop(reached);
                let found = found.into_distances(left)?;
                held += found.bytes();
                to_goal.set(metric, found);
            }
            Ok(None) => return Ok(Source::Unsolvable(Box::new(reached.into_distances(left)?))),
            // Memory does not hold all optimal solutions, but one.
            Err(reason @ ComponentError::Memory { .. }) => {
                let best = reached.found().and_then(|end| reached.path_to(end));
                let (at_least, reason) = (guide.at_least(), Box::new(reason.into()));
                return Err(OracleError::Undecided { at_least, best, reason });
            }
            Err(error) => return Err(error.into()),
        }
    }
    Ok(Source::Near { method: Method::Solutions, to_goal })
}

/// Searches guided by patterns, and says which.
fn guided(guide: &mut Guide, effort: Effort<'_>) -> Result<Component, OracleError> {
    effort.doing("patterns")?;
    let patterns = guide.choose_patterns(effort.at_most(effort.memory / PATTERNS))?;
    for letters in patterns {
        effort.notice(format_args!("guided by the distances of the pieces {letters} alone"))?;
    }
    effort.doing("guided")?;
    let found = guide.solve(effort);
    let reached = counted(guide.positions(), "position");
    let at_least = counted(guide.at_least().into(), "move");
    effort.notice(format_args!("{reached} reached; at least {at_least}"))?;
    Ok(found?)
}

/// The error of a search: with the bounds that it reached if time or memory ended it.
fn undecided(guide: Guide, reason: OracleError) -> OracleError {
    if !reason.is_cancelled() && !reason.is_memory() {
        return reason;
    }
    let (at_least, best) = guide.into_bounds();
    OracleError::Undecided { at_least, best, reason: Box::new(reason) }
}

/// Searches the whole space if that takes at most `soon` estimated seconds. Otherwise it searches from the position, and
/// if that search grows large, the whole space if it takes less than a minute.
fn space_or_position(
    soon: f64,
    method: Method,
    start: &Position,
    metrics: &[Metric],
    effort: Effort<'_>,
) -> Result<Source, OracleError> {
    let second = effort.at_most(SECOND);
    let last = (method == Method::Solutions).then_some(start);
    if let Some(plan) = plan_within(soon, start, metrics, second) {
        return space(plan, last, metrics, effort);
    }
    match by_position(method, start, metrics, second) {
        Err(OracleError::Component(ComponentError::Memory { .. })) => {
            match plan_within(LONGEST, start, metrics, effort) {
                Some(plan) => space(plan, last, metrics, effort),
                None => by_position(method, start, metrics, effort),
            }
        }
        found => found,
    }
}

/// Searches by a method that starts from a position.
fn by_position(
    method: Method,
    start: &Position,
    metrics: &[Metric],
    effort: Effort<'_>,
) -> Result<Source, OracleError> {
    match method {
        Method::Component => component(start, metrics, effort),
        Method::Neighbours | Method::Solutions => near(method, start, metrics, effort),
        Method::Tables | Method::Space => Err(OracleError::Method(method)),
    }
}

/// The plan of a search of all positions of a piece set.
fn plan(
    puzzle: &Puzzle,
    piece_set: &PieceSet,
    metrics: &[Metric],
    effort: Effort<'_>,
) -> Result<SearchPlan, SearchError> {
    let class = classes_under(puzzle, std::slice::from_ref(piece_set), metrics).remove(0);
    SearchPlan::within(puzzle, &class, effort)
}

/// The plan of a search of the whole space within so many estimated seconds of one thread. `None` if it takes longer,
/// if the space cannot be numbered, or if it takes more than the memory limit.
fn plan_within(
    longest: f64,
    start: &Position,
    metrics: &[Metric],
    effort: Effort<'_>,
) -> Option<SearchPlan> {
    let plan = plan(start.puzzle(), &start.piece_set(), metrics, effort).ok()?;
    let fits = plan.seconds() * metrics.len() as f64 <= longest
        && memory(&plan, metrics, effort).ok()? <= effort.memory;
    fits.then_some(plan)
}

/// Bytes that a search of the whole space takes: the distances of all metrics are kept, and a small space is searched
/// under all of them at once.
fn memory(plan: &SearchPlan, metrics: &[Metric], effort: Effort<'_>) -> Result<u64, Cancelled> {
    let memory = plan.memory_within(effort)?;
    let each = memory.distances + if plan.is_worth_sharing() { 0 } else { memory.bitmaps };
    Ok(memory.total().saturating_add((metrics.len() as u64 - 1).saturating_mul(each)))
}

/// Searches all positions of a piece set, or only those up to the level of the position `last`.
fn space(
    plan: SearchPlan,
    last: Option<&Position>,
    metrics: &[Metric],
    effort: Effort<'_>,
) -> Result<Source, OracleError> {
    let needed = memory(&plan, metrics, effort)?;
    if needed > effort.memory {
        return Err(SearchError::Memory { needed, allowed: effort.memory }.into());
    }
    let is_large = plan.is_worth_sharing();
    let search = plan.start(effort)?;
    effort.total(metrics.len() as u64 * search.plan().len())?;
    search.prepare(effort)?;
    let space = search.spaces()[0].clone();
    let run = |&metric: &Metric| -> Result<(Metric, SpaceDistances), SearchError> {
        if let Some(last) = last {
            let index = space.rank(last).expect("it has these pieces");
            let last = std::slice::from_ref(last.arrangement());
            let found = search.run_until(last, metric, is_large, effort)?.remove(0);
            return Ok((metric, SpaceDistances::until(index, found)));
        }
        let found = search.run(metric, is_large, effort)?.remove(0);
        Ok((metric, SpaceDistances::whole(found)))
    };
    let found: Result<Vec<_>, SearchError> = match is_large {
        true => metrics.iter().map(run).collect(),
        false => metrics.par_iter().map(run).collect(),
    };
    Ok(Source::Space { space, distances: found?.into_iter().collect() })
}

/// Searches all positions reachable from a position, and then back from the goal positions among them.
fn component(
    start: &Position,
    metrics: &[Metric],
    effort: Effort<'_>,
) -> Result<Source, OracleError> {
    Ok(match component_to_goal(start.puzzle(), start, metrics, effort)? {
        ComponentToGoal::Solvable(to_goal) => Source::Component(to_goal),
        ComponentToGoal::Unsolvable(reached) => Source::Unsolvable(reached),
    })
}

/// Searches from a position to the nearest goals, and back to the position. For [neighbours](Method::Neighbours) both
/// searches continue until the distances of all positions one finger move away are certain.
///
/// A finger move takes at most `more` moves under the metric. So its result is at most `more` farther from the goal,
/// and lies on a path from the position to the goal that is at most `2 * more` longer than an optimal solution.
fn near(
    method: Method,
    start: &Position,
    metrics: &[Metric],
    effort: Effort<'_>,
) -> Result<Source, OracleError> {
    let (mut to_goal, mut held) = (ToGoal::default(), 0);
    for &metric in metrics {
        effort.doing(metric)?;
        let more = match method {
            Method::Neighbours => 2 * moves_of_one_finger_move(start, metric),
            _ => 0,
        };
        let left = effort.without(held);
        let until = Until::LevelsAfterGoal(more);
        let reached = Component::explore(start.puzzle(), start, metric, until, left)?;
        let Some(found) = reached.paths_within(more, left.without(reached.bytes()))? else {
            // The whole component was searched.
            return Ok(Source::Unsolvable(Box::new(reached.into_distances(left)?)));
        };
        drop(reached);
        let found = found.into_distances(left)?;
        held += found.bytes();
        to_goal.set(metric, found);
    }
    Ok(Source::Near { method, to_goal })
}

/// Most moves under a metric that one finger move of a position takes.
fn moves_of_one_finger_move(start: &Position, metric: Metric) -> u16 {
    let puzzle = start.puzzle();
    let moves_of = |made| {
        let path = puzzle.path(start, &made);
        match metric {
            Metric::Unit => path.len(),
            Metric::Straight | Metric::Multi => path.chunk_by(|one, next| one == next).count(),
            Metric::Finger => 1,
        }
    };
    let moves = puzzle.moves(start, Metric::Finger).into_iter().map(moves_of);
    moves.max().unwrap_or(0) as u16
}
