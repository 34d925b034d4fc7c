//! The searches among which the planner chooses.

use super::error::OracleError;
use super::meeting::meet_in_space;
use super::method::Method;
use super::source::{Answers, ListedAnswers, Source, SpaceDistances, ToGoal, answers_along};
use crate::analysis::{Answer, TierDistances};
use huarong_core::effort::threads::*;
use huarong_core::effort::{Cancelled, Effort};
use huarong_core::numerals::counted;
use huarong_core::position::Position;
use huarong_core::rules::{Arrangement, Metric, PieceMove, PieceSet, Puzzle};
use huarong_search::{
    Component, ComponentError, ComponentToGoal, Guide, SearchError, SearchPlan, TileFiles,
    TileSolver, Unmet, Until, by_unit_moves, classes_under, component_to_goal, meet,
    solution_by_leaving,
};
use std::collections::HashSet;
use std::mem;
use std::sync::Arc;

/// Patterns take at most this part of the memory limit.
const PART_OF_PATTERNS: u64 = 4;

/// Most positions of the search from the start that a search of the space meets, and bytes of their levels.
const MOST_MET_POSITIONS: u64 = 2_000_000;
const MOST_MET_BYTES: u64 = 128_000_000;

/// The result of a search; `None` if it takes too much time or memory.
pub(super) type IfFits<T> = Option<Result<T, OracleError>>;

/// Searches of whole spaces, and one with patterns, whose spaces it searches.
pub(super) struct SearchesOfSpaces {
    /// [`whole_space`].
    pub whole: fn(&Position, &[Metric], Effort<'_>) -> Result<Source, OracleError>,
    /// [`space_within`].
    pub within: fn(f64, bool, &Position, &[Metric], Effort<'_>) -> IfFits<Source>,
    /// [`met_in_space`].
    pub met: fn(f64, &Position, &[Metric], Effort<'_>) -> IfFits<ListedAnswers>,
    /// [`guided`].
    pub guided: fn(&mut Guide, Effort<'_>) -> Result<Component, OracleError>,
    /// [`small_component`].
    pub small_component: SearchOfComponent,
    /// [`TileSolver::with_files`].
    pub tiles: NewSolver,
    /// [`TileSolver::lone_moves`].
    pub lone_moves: fn(&Puzzle, &Arrangement, &Arrangement) -> u16,
}

type SearchOfComponent =
    fn(u64, &Position, &[Metric], Effort<'_>) -> Result<Option<Source>, OracleError>;

type NewSolver = fn(
    Metric,
    &Puzzle,
    &Arrangement,
    Option<&TileFiles>,
    Effort<'_>,
) -> Result<Option<TileSolver>, SearchError>;

pub(super) static SEARCHES_OF_SPACES: SearchesOfSpaces = SearchesOfSpaces {
    whole: whole_space,
    within: space_within,
    met: met_in_space,
    guided,
    small_component,
    tiles: TileSolver::with_files,
    lone_moves: TileSolver::lone_moves,
};

/// Searches all positions with the pieces of the start.
fn whole_space(
    start: &Position,
    metrics: &[Metric],
    effort: Effort<'_>,
) -> Result<Source, OracleError> {
    let plan = space_plan(start.puzzle(), &start.piece_set(), metrics, effort)?;
    search_space(plan, None, metrics, effort)
}

/// Searches the whole space, or its positions up to the level of the start, if that takes at most `longest` estimated
/// seconds of one thread. `None` if it takes longer, if the space cannot be numbered, or if it exceeds the memory limit.
fn space_within(
    longest: f64,
    is_up_to_start: bool,
    start: &Position,
    metrics: &[Metric],
    effort: Effort<'_>,
) -> IfFits<Source> {
    let plan = plan_within(longest, start, metrics, effort)?;
    Some(search_space(plan, is_up_to_start.then_some(start), metrics, effort))
}

/// The plan of a search of the whole space that takes at most `longest` estimated seconds of one thread.
fn plan_within(
    longest: f64,
    start: &Position,
    metrics: &[Metric],
    effort: Effort<'_>,
) -> Option<SearchPlan> {
    let plan = space_plan(start.puzzle(), &start.piece_set(), metrics, effort).ok()?;
    let fits = plan.seconds() * metrics.len() as f64 <= longest
        && memory(&plan, metrics, effort).ok()? <= effort.memory;
    fits.then_some(plan)
}

/// An optimal solution under each metric, where the positions nearest to the start meet a search of the space from its
/// goals. `None` if the whole space takes longer than `longest`, or does not fit into memory.
fn met_in_space(
    longest: f64,
    start: &Position,
    metrics: &[Metric],
    effort: Effort<'_>,
) -> IfFits<ListedAnswers> {
    let near = effort.at_most(MOST_MET_BYTES.min(effort.memory / 2));
    let effort = effort.without(near.memory);
    let plan = plan_within(longest, start, metrics, effort)?;
    let solve = || {
        let search = plan.prepare(effort)?;
        let solve = |&metric: &Metric| {
            let path = meet_in_space(&search, start, MOST_MET_POSITIONS, metric, near)?;
            Ok((metric, Arc::new(answers_of(start, path))))
        };
        metrics.iter().map(solve).collect()
    };
    Some(solve())
}

/// An optimal solution under each metric by a search from the start, which ends at the nearest goal.
pub(super) fn to_nearest_goal(
    start: &Position,
    metrics: &[Metric],
    effort: Effort<'_>,
) -> Result<ListedAnswers, Unmet> {
    let each = metrics.iter().map(|&metric| {
        let path = match start.puzzle().doors() {
            Some(_) => solution_by_leaving(start.puzzle(), start, metric, effort),
            None => Component::explore(start.puzzle(), start, metric, Until::Goal, effort)
                .map(|reached| reached.found().and_then(|end| reached.path_to(end))),
        };
        let path = path.map_err(|reason| match reason {
            ComponentError::Memory { moves, .. } => Unmet::after(moves, reason),
            reason => Unmet::after(0, reason),
        })?;
        Ok((metric, Arc::new(answers_of(start, path))))
    });
    each.collect()
}

/// The distances along a solution, or of the start alone if there is none.
fn answers_of(start: &Position, path: Option<Vec<PieceMove>>) -> Answers {
    match path {
        Some(path) => answers_along(start, &path),
        None => Answers::from([(start.arrangement().clone(), Answer::Unreachable)]),
    }
}

/// Searches guided by patterns, and reports which.
fn guided(guide: &mut Guide, effort: Effort<'_>) -> Result<Component, OracleError> {
    effort.doing("patterns")?;
    let patterns = guide.choose_patterns(effort.at_most(effort.memory / PART_OF_PATTERNS))?;
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

/// An optimal solution to the only goal position under each metric, by a search from both.
pub(super) fn from_both_ends(
    start: &Position,
    target: &Arrangement,
    metrics: &[Metric],
    effort: Effort<'_>,
) -> Result<ListedAnswers, Unmet> {
    let each = metrics.iter().map(|&metric| {
        let path = meet(start.puzzle(), start, target, metric, effort)?;
        Ok((metric, Arc::new(answers_of(start, path))))
    });
    each.collect()
}

/// The distances of the positions one move away from a position of a tile puzzle. They differ from its distance by one at
/// most. If moves take single tiles, they are never equal, by parity.
pub(super) fn neighbours_of_tiles(
    solver: &TileSolver,
    start: &Position,
    metric: Metric,
    distance: u16,
    effort: Effort<'_>,
) -> Result<Answers, Unmet> {
    let near = start.moves(metric).into_iter().map(|made| {
        let after = made.after().arrangement().clone();
        let solve = |most| Ok(solver.solve_within(&after, most, effort)?.moves);
        let shorter = match distance.checked_sub(1).map(solve).transpose()?.flatten() {
            None if metric == Metric::Multi => solve(distance)?,
            shorter => shorter,
        };
        let found = shorter.map_or(distance + 1, |moves| moves.len() as u16);
        Ok((after, Answer::Found(found)))
    });
    near.collect()
}

/// The distances of all positions on optimal solutions of a position of a tile puzzle.
pub(super) fn solutions_of_tiles(
    solver: &TileSolver,
    start: &Position,
    metric: Metric,
    distance: u16,
    effort: Effort<'_>,
) -> Result<Answers, Unmet> {
    let puzzle = start.puzzle();
    let mut level = vec![start.arrangement().clone()];
    let mut answers = Answers::from([(level[0].clone(), Answer::Found(distance))]);
    for left in (0..distance).rev() {
        let mut next = HashSet::new();
        for position in mem::take(&mut level) {
            for made in puzzle.moves(&position, metric) {
                let after = made.apply(&position);
                if !next.contains(&after)
                    && solver.solve_within(&after, left, effort)?.moves.is_some()
                {
                    next.insert(after);
                }
            }
        }
        answers.extend(next.iter().map(|position| (position.clone(), Answer::Found(left))));
        level = next.into_iter().collect();
    }
    Ok(answers)
}

/// Searches by a method that starts from a position.
pub(super) fn by_position(
    method: Method,
    start: &Position,
    metrics: &[Metric],
    effort: Effort<'_>,
) -> Result<Source, OracleError> {
    match method {
        Method::Component => component(start, metrics, effort),
        // Where pieces leave, one move can lead far from the goal, or make it unreachable.
        Method::Neighbours if start.puzzle().doors().is_some() => component(start, metrics, effort),
        Method::Neighbours | Method::Solutions => near(method, start, metrics, effort),
        _ => Err(OracleError::Method(method)),
    }
}

/// The plan of a search of all positions of a piece set.
pub(super) fn space_plan(
    puzzle: &Puzzle,
    piece_set: &PieceSet,
    metrics: &[Metric],
    effort: Effort<'_>,
) -> Result<SearchPlan, SearchError> {
    let class = classes_under(puzzle, std::slice::from_ref(piece_set), metrics).remove(0);
    SearchPlan::within(puzzle, &class, effort)
}

/// Bytes that a search of the whole space takes. The distances of all metrics are kept, and a small space is searched
/// under all of them at once.
fn memory(plan: &SearchPlan, metrics: &[Metric], effort: Effort<'_>) -> Result<u64, Cancelled> {
    let memory = plan.memory_within(effort)?;
    let each = memory.distances + if plan.is_worth_sharing() { 0 } else { memory.bitmaps };
    Ok(memory.total().saturating_add((metrics.len() as u64 - 1).saturating_mul(each)))
}

/// Searches all positions of a piece set, or only those up to the level of the position `last`.
pub(super) fn search_space(
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

/// Searches all positions of a board with doors, from some pieces on.
pub(super) fn tiers(
    puzzle: &Puzzle,
    piece_set: &PieceSet,
    metrics: &[Metric],
    effort: Effort<'_>,
) -> Result<Source, OracleError> {
    let found = TierDistances::search(puzzle, piece_set, metrics, effort)?;
    Ok(Source::Tiers(Box::new(found)))
}

/// Searches all positions reachable from a position, and then back from the goal positions among them.
fn component(
    start: &Position,
    metrics: &[Metric],
    effort: Effort<'_>,
) -> Result<Source, OracleError> {
    let found = component_within(u64::MAX, start, metrics, effort)?;
    Ok(found.expect("no component has more positions"))
}

/// The same if there are at most `most` positions.
pub(super) fn component_within(
    most: u64,
    start: &Position,
    metrics: &[Metric],
    effort: Effort<'_>,
) -> Result<Option<Source>, OracleError> {
    let found = component_to_goal(start.puzzle(), start, metrics, most, effort)?;
    Ok(found.map(of_component))
}

/// The same by unit moves, which take the least time. `None` if there are more than `most` positions, or if they exceed the
/// memory limit.
fn small_component(
    most: u64,
    start: &Position,
    metrics: &[Metric],
    effort: Effort<'_>,
) -> Result<Option<Source>, OracleError> {
    match by_unit_moves(start.puzzle(), start, metrics, most, effort) {
        Err(ComponentError::Memory { .. }) => Ok(None),
        found => Ok(found?.map(of_component)),
    }
}

fn of_component(found: ComponentToGoal) -> Source {
    match found {
        ComponentToGoal::Solvable(to_goal) => Source::Component(to_goal),
        ComponentToGoal::Unsolvable(reached) => Source::Unsolvable(reached),
    }
}

/// Searches from a position to the nearest goals, and back to the position. For [neighbours](Method::Neighbours) both
/// searches continue until the distances of all positions one finger move away are certain.
///
/// A finger move takes at most `more` moves under the metric. So its result is at most `more` farther from the goal. It
/// lies on a path to the goal that is at most `2 * more` longer than an optimal solution.
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
