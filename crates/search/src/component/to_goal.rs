//! Distances of a component to its goal positions, under several metrics.

use super::error::ComponentError;
use super::explore::{Component, ComponentDistances, Until};
use super::graph::ComponentGraph;
use huarong_core::effort::Effort;
use huarong_core::rules::{Arrangement, ByMetric, Metric, Puzzle, SinglePieceMetric};
use std::sync::Arc;

/// The positions that can be reached from one, with distances.
#[derive(Debug)]
pub enum ComponentToGoal {
    /// The distances to the nearest goal position.
    Solvable(Box<ByMetric<ComponentDistances>>),
    /// The distances from the start, because no goal position is among them.
    Unsolvable(Box<ComponentDistances>),
}

/// Largest number of positions of the search by unit moves. It runs on one thread, and other searches on all.
const MOST_POSITIONS: usize = 1 << 24;

/// Searches all positions reachable from a position, and then back from the goal positions among them. Reports progress
/// in positions: those of the component, and then, for each metric, the solvable ones.
pub fn component_to_goal(
    puzzle: &Puzzle,
    start: &Arrangement,
    metrics: &[Metric],
    effort: Effort<'_>,
) -> Result<ComponentToGoal, ComponentError> {
    match by_unit_moves(puzzle, start, metrics, effort) {
        Ok(Some(found)) => return Ok(found),
        Ok(None) => {}
        // Levels take less memory than unit moves.
        Err(ComponentError::Memory { .. }) => effort.doing("component")?,
        Err(error) => return Err(error),
    }
    by_levels(puzzle, start, metrics, effort)
}

/// Finds all positions with their unit moves once, and then the distances under each metric from these. Returns `None`
/// if a [`ComponentGraph`] cannot have the positions or the metrics.
fn by_unit_moves(
    puzzle: &Puzzle,
    start: &Arrangement,
    metrics: &[Metric],
    effort: Effort<'_>,
) -> Result<Option<ComponentToGoal>, ComponentError> {
    let metrics = metrics.iter().map(|metric| metric.of_single_pieces());
    let Some(metrics) = metrics.collect::<Option<Vec<_>>>() else { return Ok(None) };
    let Some(graph) = ComponentGraph::explore(puzzle, start, MOST_POSITIONS, effort)? else {
        return Ok(None);
    };
    let goals = graph.goals(effort)?;
    let mut held = 0;
    let mut search = |from: Vec<u32>, metric, effort: Effort<'_>| {
        let distances = graph.distances(from, metric, effort.without(held))?;
        held += size_of_val(&distances[..]) as u64;
        Ok::<_, ComponentError>(distances)
    };
    let distances = match goals.is_empty() {
        true => vec![effort.quietly(|effort| search(vec![0], SinglePieceMetric::Unit, effort))?],
        false => {
            let search = |&metric: &SinglePieceMetric| {
                effort.doing(Metric::from(metric))?;
                search(goals.clone(), metric, effort)
            };
            metrics.iter().map(search).collect::<Result<_, _>>()?
        }
    };
    let encoding = graph.encoding.clone();
    let first = goals.first().copied().unwrap_or(0);
    let mut tables = graph.into_tables(first, distances, effort)?.into_iter();
    let mut distances = |metric| {
        let (puzzle, encoding) = (puzzle.clone(), encoding.clone());
        let table = tables.next().expect("there is a table for each metric");
        ComponentDistances { puzzle, metric, encoding, table, is_whole: true, reached: None }
    };
    if goals.is_empty() {
        return Ok(Some(ComponentToGoal::Unsolvable(Box::new(distances(Metric::Unit)))));
    }
    let mut to_goal = ByMetric::default();
    for metric in metrics.into_iter().map(Metric::from) {
        to_goal.set(metric, distances(metric));
    }
    Ok(Some(ComponentToGoal::Solvable(Box::new(to_goal))))
}

/// Finds all positions level by level, and their distances by one more search for each metric.
fn by_levels(
    puzzle: &Puzzle,
    start: &Arrangement,
    metrics: &[Metric],
    effort: Effort<'_>,
) -> Result<ComponentToGoal, ComponentError> {
    let reached = Component::explore(puzzle, start, Metric::Unit, Until::All, effort)?;
    let mut to_goal = ByMetric::default();
    let mut held = reached.bytes();
    if puzzle.doors().is_some() {
        return by_levels_with_lost(reached, metrics, effort);
    }
    let mut reached = Some(reached);
    for (number, &metric) in metrics.iter().enumerate() {
        effort.doing(metric)?;
        let from = reached.as_ref().expect("it is kept until the last metric");
        let Some(found) = from.back_from_goal_positions(metric, effort.without(held))? else {
            break;
        };
        if number + 1 == metrics.len() {
            held -= from.bytes();
            reached = None;
        }
        let found = found.into_distances(effort.without(held))?;
        held += found.bytes();
        to_goal.set(metric, found);
    }
    Ok(match reached {
        Some(unsolvable) => {
            ComponentToGoal::Unsolvable(Box::new(unsolvable.into_distances(effort)?))
        }
        None => ComponentToGoal::Solvable(Box::new(to_goal)),
    })
}

/// The same where pieces leave the board, so that some positions can be lost.
fn by_levels_with_lost(
    reached: Component,
    metrics: &[Metric],
    effort: Effort<'_>,
) -> Result<ComponentToGoal, ComponentError> {
    let mut found = Vec::new();
    let mut held = reached.bytes();
    for &metric in metrics {
        effort.doing(metric)?;
        let left = effort.without(held);
        let Some(back) = reached.back_from_goal_positions(metric, left)? else {
            let unsolvable = reached.into_distances(effort)?;
            return Ok(ComponentToGoal::Unsolvable(Box::new(unsolvable)));
        };
        let back = back.into_distances(left)?;
        held += back.bytes();
        found.push(back);
    }
    let reached = Arc::new(reached.into_distances(effort.without(held))?);
    let with_reached = |found: ComponentDistances| {
        (found.metric(), ComponentDistances { reached: Some(reached.clone()), ..found })
    };
    let to_goal = found.into_iter().map(with_reached).collect();
    Ok(ComponentToGoal::Solvable(Box::new(to_goal)))
}
