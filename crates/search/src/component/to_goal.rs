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

/// Searches all positions reachable from a position, and then back from the goal positions among them. `None` if there
/// are more than `most`. Reports progress in positions: those of the component, and then, for each metric, the solvable
/// ones.
pub fn component_to_goal(
    puzzle: &Puzzle,
    start: &Arrangement,
    metrics: &[Metric],
    most: u64,
    effort: Effort<'_>,
) -> Result<Option<ComponentToGoal>, ComponentError> {
    match by_unit_moves(puzzle, start, metrics, most, effort) {
        Ok(Some(found)) => return Ok(Some(found)),
        Ok(None) => {}
        // Levels take less memory than unit moves.
        Err(ComponentError::Memory { .. }) => effort.doing("component")?,
        Err(error) => return Err(error),
    }
    by_levels(puzzle, start, metrics, most, effort)
}

/// Finds all positions with their unit moves once, and then the distances under each metric from these. Returns `None`
/// if there are more than `most`, or if a [`ComponentGraph`] cannot have the positions or the metrics.
pub fn by_unit_moves(
    puzzle: &Puzzle,
    start: &Arrangement,
    metrics: &[Metric],
    most: u64,
    effort: Effort<'_>,
) -> Result<Option<ComponentToGoal>, ComponentError> {
    let metrics = metrics.iter().map(|metric| metric.of_single_pieces());
    let Some(metrics) = metrics.collect::<Option<Vec<_>>>() else { return Ok(None) };
    let most = usize::try_from(most).map_or(MOST_POSITIONS, |most| most.min(MOST_POSITIONS));
    let Some(graph) = ComponentGraph::explore(puzzle, start, most, effort)? else {
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

/// Finds all positions level by level, and their distances by one more search for each metric. `None` if there are more
/// than `most`.
fn by_levels(
    puzzle: &Puzzle,
    start: &Arrangement,
    metrics: &[Metric],
    most: u64,
    effort: Effort<'_>,
) -> Result<Option<ComponentToGoal>, ComponentError> {
    let until = Until::Reached(most.saturating_add(1));
    let reached = Component::explore(puzzle, start, Metric::Unit, until, effort)?;
    if reached.len() > most {
        return Ok(None);
    }
    let mut to_goal: Vec<ComponentDistances> = Vec::new();
    let mut held = reached.bytes();
    let mut reached = Some(reached);
    for (number, &metric) in metrics.iter().enumerate() {
        effort.doing(metric)?;
        let from = reached.as_ref().expect("it is kept until the last metric");
        let Some(found) = from.back_from_goal_positions(metric, effort.without(held))? else {
            break;
        };
        // Where pieces leave, the reached positions without a distance are lost.
        if number + 1 == metrics.len() && puzzle.doors().is_none() {
            held -= from.bytes();
            reached = None;
        }
        let found = found.into_distances(effort.without(held))?;
        held += found.bytes();
        to_goal.push(found);
    }
    if let Some(reached) = reached {
        if to_goal.is_empty() {
            let reached = reached.into_distances(effort)?;
            return Ok(Some(ComponentToGoal::Unsolvable(Box::new(reached))));
        }
        let reached = Arc::new(reached.into_distances(effort.without(held))?);
        to_goal.iter_mut().for_each(|found| found.reached = Some(reached.clone()));
    }
    let by_metric = to_goal.into_iter().map(|found| (found.metric(), found)).collect();
    Ok(Some(ComponentToGoal::Solvable(Box::new(by_metric))))
}
