//! The variants of a puzzle that differ in one piece.

use super::draft::{Change, Draft, DraftError};
use crate::effort::{Cancelled, Effort};
use crate::grid::Polyomino;
use crate::sliding::puzzle_file::{PuzzleFile, Setup};
use crate::sliding::rules::{Freedom, Metric, PuzzleError};
use crate::sliding::search::{Component, ComponentDistances, ComponentError, Until};
use rayon::prelude::*;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};

/// A puzzle that differs in one piece from another.
#[derive(Clone, Debug)]
pub struct Variant {
    /// The change.
    pub change: Change,
    /// The puzzle.
    pub draft: Draft,
    /// Number of moves of its optimal solutions.
    pub moves: u16,
}

/// The variants of a puzzle.
#[derive(Clone, Debug)]
pub struct Variants {
    /// Number of moves of the puzzle; `None` if it has no solution.
    pub moves: Option<u16>,
    /// The variants that have a solution, the longest first. Among equally long ones, the first in the order of the
    /// changes.
    pub solvable: Vec<Variant>,
    /// Number of variants without a solution.
    pub unsolvable: u64,
    /// Number of variants whose search exceeded the memory limit.
    pub undecided: u64,
}

/// A piece as far as solutions depend on it: its cells, how it may move, the gates that it may enter, and its places in
/// the goals.
type Piece = (Vec<(u8, u8)>, Freedom, Vec<(u8, u8)>, Vec<(usize, (u8, u8))>);

/// Searches all variants of a puzzle that differ in one piece, by one of the changes that `is_wanted` accepts. Of variants
/// that are the same puzzle, the first counts. Reports progress in variants.
///
/// # Errors
///
/// Returns an error if the puzzle itself exceeds the memory limit, or if the observer cancels the work.
pub fn variants(
    draft: &Draft,
    metric: Metric,
    is_wanted: impl Fn(&Change) -> bool,
    effort: Effort<'_>,
) -> Result<Variants, VariantsError> {
    let file = PuzzleFile::parse(&draft.text()).map_err(DraftError::from)?;
    let mut seen = HashSet::from([pieces(&file)]);
    let mut asked: Vec<(Change, Draft, Setup)> = Vec::new();
    for change in draft.changes()?.into_iter().filter(is_wanted) {
        let Some(changed) = draft.changed(&change) else { continue };
        // A change can take a piece of the goal away, or lock a piece on a line without its goal.
        let Ok(file) = PuzzleFile::parse(&changed.text()) else { continue };
        let Ok(setup) = file.setup() else { continue };
        if seen.insert(pieces(&file)) {
            asked.push((change, changed, setup));
        }
    }
    let setup = file.setup()?;
    let moves = effort.quietly(|effort| moves(&setup, metric, effort))?.0;
    effort.total(asked.len() as u64)?;
    let threads = rayon::current_num_threads() as u64;
    let each = effort.at_most(effort.memory / threads);
    let setups: Vec<&Setup> = asked.iter().map(|(.., setup)| setup).collect();
    let found = groups(&setups).into_par_iter().map(|group| {
        let found = each.quietly(|each| lengths(&setups, &group, metric, each))?;
        effort.done(group.len() as u64)?;
        Ok(group.into_iter().zip(found))
    });
    let found: Vec<_> = found.collect::<Result<_, Cancelled>>()?;
    let lengths: BTreeMap<usize, Length> = found.into_iter().flatten().collect();
    let mut variants = Variants { moves, solvable: Vec::new(), unsolvable: 0, undecided: 0 };
    for ((change, draft, _), length) in asked.into_iter().zip(lengths.into_values()) {
        match length {
            Length::Known(Some(moves)) => variants.solvable.push(Variant { change, draft, moves }),
            Length::Known(None) => variants.unsolvable += 1,
            Length::Unknown => variants.undecided += 1,
        }
    }
    variants.solvable.sort_by_key(|variant| Reverse(variant.moves));
    Ok(variants)
}

/// The number of moves of a variant; none if it has no solution.
enum Length {
    Known(Option<u16>),
    /// Its search exceeded the memory limit.
    Unknown,
}

/// The numbers of setups with equal puzzles, which can lie in one component.
fn groups(setups: &[&Setup]) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (number, setup) in setups.iter().enumerate() {
        let is_like = |group: &&mut Vec<usize>| setups[group[0]].puzzle == setup.puzzle;
        match groups.iter_mut().find(is_like) {
            Some(group) => group.push(number),
            None => groups.push(vec![number]),
        }
    }
    groups
}

/// The number of moves of each setup of a group. The first is searched from its start. A search of its whole component
/// answers all that lie in it, if it reaches no more positions than the separate searches probably would.
fn lengths(
    setups: &[&Setup],
    group: &[usize],
    metric: Metric,
    effort: Effort<'_>,
) -> Result<Vec<Length>, Cancelled> {
    let mut lengths: Vec<Option<Length>> = group.iter().map(|_| None).collect();
    for first in 0..group.len() {
        if lengths[first].is_some() {
            continue;
        }
        let setup = setups[group[first]];
        let (moves, reached) = match moves(setup, metric, effort) {
            Ok(found) => found,
            Err(ComponentError::Cancelled(cancelled)) => return Err(cancelled),
            Err(_) => {
                lengths[first] = Some(Length::Unknown);
                continue;
            }
        };
        lengths[first] = Some(Length::Known(moves));
        let left = lengths.iter().filter(|length| length.is_none()).count() as u64;
        let distances = match component(setup, metric, reached.saturating_mul(left), effort) {
            Ok(Some(distances)) => distances,
            Err(ComponentError::Cancelled(cancelled)) => return Err(cancelled),
            Ok(None) | Err(_) => continue,
        };
        for (&number, length) in group.iter().zip(&mut lengths) {
            if let Some(distance) = distances.distance(&setups[number].start) {
                length.get_or_insert(Length::Known(moves.map(|_| distance)));
            }
        }
    }
    Ok(lengths.into_iter().flatten().collect())
}

/// The distances to the goal in the component of a start, or those to the start if no goal is in it. `None` if the component
/// has more than `most` positions.
fn component(
    setup: &Setup,
    metric: Metric,
    most: u64,
    effort: Effort<'_>,
) -> Result<Option<ComponentDistances>, ComponentError> {
    let until = Until::Reached(most);
    let reached = Component::explore(&setup.puzzle, &setup.start, Metric::Unit, until, effort)?;
    if !reached.is_whole() {
        return Ok(None);
    }
    let left = effort.without(reached.bytes());
    match reached.back_from_goal_positions(metric, left)? {
        Some(found) => {
            drop(reached);
            found.into_distances(effort).map(Some)
        }
        None => reached.into_distances(effort).map(Some),
    }
}

/// Reason why the variants of a puzzle were not found.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VariantsError {
    /// The puzzle cannot be changed.
    #[error(transparent)]
    Draft(#[from] DraftError),
    /// The puzzle cannot be set up.
    #[error(transparent)]
    Setup(#[from] PuzzleError),
    /// The search of the puzzle failed.
    #[error(transparent)]
    Search(#[from] ComponentError),
    /// The observer cancelled the work.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// The number of moves of the optimal solutions, if there are any, and the number of positions that the search reached.
fn moves(
    setup: &Setup,
    metric: Metric,
    effort: Effort<'_>,
) -> Result<(Option<u16>, u64), ComponentError> {
    let reached = Component::explore(&setup.puzzle, &setup.start, metric, Until::Goal, effort)?;
    let moves = reached.found().map(|_| (reached.levels().len() - 1) as u16);
    Ok((moves, reached.len()))
}

/// The pieces of a puzzle, sorted.
fn pieces(file: &PuzzleFile) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = { file.pieces().iter() }
        .map(|piece| {
            let kind = &file.kinds()[piece.kind];
            let goals = file.goals().iter().enumerate().flat_map(|(number, goal)| {
                goal.iter()
                    .filter(|wanted| wanted.kind == piece.kind)
                    .map(move |wanted| (number, wanted.at))
            });
            (cells_at(&kind.shape, piece.at), kind.freedom, kind.gate.clone(), goals.collect())
        })
        .collect();
    pieces.sort();
    pieces
}

/// The cells of a shape whose first cell in reading order is at a place.
fn cells_at(shape: &Polyomino, (column, row): (u8, u8)) -> Vec<(u8, u8)> {
    let &(first_column, first_row) = &shape.cells()[0];
    let cells = shape.cells().iter();
    cells.map(|&(x, y)| (column + x - first_column, row + y - first_row)).collect()
}
