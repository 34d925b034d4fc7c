//! Distances of a component to its goal positions, under several metrics.

use super::distances::Table;
use super::error::ComponentError;
use super::explore::{Component, ComponentDistances, Until};
use super::goal::GoalTest;
use super::growth::fits;
use super::layout::Layout;
use super::moves::{MOST_PIECES, Moves};
use super::unit_moves::UnitMoves;
use super::words::AnyTable;
use huarong_core::effort::Effort;
use huarong_core::rules::{Arrangement, ByMetric, Metric, Puzzle, SinglePieceMetric};

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
    let layout = Layout::new(puzzle, start);
    let (words, is_too_large) = (layout.words, layout.pieces() > MOST_PIECES);
    let of_single_pieces = metrics.iter().map(|metric| metric.of_single_pieces()).collect();
    let found = match of_single_pieces {
        Some(metrics) if !is_too_large => {
            let task = Task { puzzle, start, metrics, layout };
            match words {
                0..=1 => by_unit_moves::<1>(&task, effort),
                2 => by_unit_moves::<2>(&task, effort),
                _ => Ok(None),
            }
        }
        _ => Ok(None),
    };
    match found {
        Ok(Some(found)) => return Ok(found),
        Ok(None) => {}
        // Levels take less memory than unit_moves.
        Err(ComponentError::Memory { .. }) => effort.doing("component")?,
        Err(error) => return Err(error),
    }
    by_levels(puzzle, start, metrics, effort)
}

/// Number of positions between two checks for cancellation.
const BLOCK: u32 = 1 << 16;

/// Parameters of a search.
struct Task<'a> {
    puzzle: &'a Puzzle,
    start: &'a Arrangement,
    metrics: Vec<SinglePieceMetric>,
    layout: Layout,
}

/// Finds all positions with their unit moves once, and then the distances under each metric from these. Returns `None` if
/// there are too many positions.
fn by_unit_moves<const N: usize>(
    task: &Task<'_>,
    effort: Effort<'_>,
) -> Result<Option<ComponentToGoal>, ComponentError>
where
    AnyTable: From<Table<N>>,
{
    let Task { puzzle, start, metrics, layout } = task;
    let goal = GoalTest::new(puzzle, layout);
    let moves = Moves::new(puzzle, layout, Metric::Unit);
    let Some(unit_moves) =
        UnitMoves::<N>::explore(layout.key(start), &moves, MOST_POSITIONS, effort)?
    else {
        return Ok(None);
    };
    let mut goals: Vec<u32> = Vec::new();
    for (number, key) in (0..).zip(unit_moves.positions()) {
        if number % BLOCK == 0 {
            effort.check()?;
        }
        if goal.is_goal(key) {
            goals.push(number);
        }
    }
    let (positions, links) = unit_moves.into_parts();
    let len = positions.len() as u64;
    let mut held = size_of_val(&positions[..]) as u64 + links.bytes() as u64;
    let mut search = |from: Vec<u32>, metric, effort: Effort<'_>| {
        let distances = links.distances(from, metric, held, effort)?;
        held += size_of_val(&distances[..]) as u64;
        Ok(distances)
    };
    let (levels, first) = match goals.first() {
        Some(&first) => {
            let search = |&metric: &SinglePieceMetric| {
                effort.doing(Metric::from(metric))?;
                search(goals.clone(), metric, effort)
            };
            (metrics.iter().map(search).collect::<Result<Vec<_>, ComponentError>>()?, first)
        }
        None => {
            (vec![effort.quietly(|effort| search(vec![0], SinglePieceMetric::Unit, effort))?], 0)
        }
    };
    drop(links);
    let each = size_of::<[u64; N]>() + size_of::<u16>() * levels.len();
    let needed = len * each as u64 + Table::<N>::bytes_of_several(positions.len(), &levels);
    fits(len, 0, needed, effort)?;
    let mut tables = Table::of_several(positions, first as usize, levels, effort)?.into_iter();
    let mut distances = |metric| {
        let (puzzle, layout) = ((*puzzle).clone(), layout.clone());
        let table = tables.next().expect("there is a table for each metric").into();
        ComponentDistances { puzzle, metric, layout, table, is_whole: true }
    };
    if goals.is_empty() {
        return Ok(Some(ComponentToGoal::Unsolvable(Box::new(distances(Metric::Unit)))));
    }
    let mut to_goal = ByMetric::default();
    for metric in metrics.iter().copied().map(Metric::from) {
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
