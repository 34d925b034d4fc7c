//! The variants of a puzzle that differ in one piece.

use super::draft::{Change, Draft, DraftError};
use crate::effort::{Cancelled, Effort};
use crate::sliding::puzzle_file::{PuzzleFile, Setup};
use crate::sliding::rules::{Arrangement, Freedom, Metric};
use crate::sliding::search::{Component, ComponentError, SearchError, SearchPlan, Until, classes};
use crate::sliding::space::Space;
use crate::table::Distances;
use rayon::prelude::*;
use std::cmp::Reverse;
use std::collections::HashSet;

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
    let file = draft.file()?;
    let mut seen = HashSet::from([puzzle(&file)]);
    let mut asked: Vec<(Change, Draft, PuzzleFile)> = Vec::new();
    for change in draft.changes()?.into_iter().filter(is_wanted) {
        let Some(changed) = draft.changed(&change) else { continue };
        // A change can take a piece of the goal away, or lock a piece on a line without its goal.
        let Ok(file) = changed.file() else { continue };
        if seen.insert(puzzle(&file)) {
            asked.push((change, changed, file));
        }
    }
    let own = effort.quietly(|effort| search(&file, metric, effort))?;
    effort.total(asked.len() as u64)?;
    // Changes that keep the pieces lead to other positions of the same puzzle.
    let setup = file.setup().ok();
    let position = |draft: &Draft| {
        let setup = setup.as_ref()?;
        let position = setup.puzzle.parse_position(&draft.start()).ok()?;
        (position.piece_set() == setup.piece_set()).then_some(position)
    };
    let positions: Vec<Option<Arrangement>> =
        asked.iter().map(|(_, draft, _)| position(draft)).collect();
    let starts = positions.iter().flatten().count() as u64;
    let whole = match &setup {
        Some(setup) => {
            let at_once = |effort: Effort<'_>| Whole::search(setup, starts, &own, metric, effort);
            effort.quietly(at_once)?
        }
        None => None,
    };
    let threads = rayon::current_num_threads() as u64;
    let each = effort.at_most(effort.memory / threads);
    let asked: Vec<_> = asked.into_iter().zip(positions).collect();
    let found = asked.into_par_iter().map(|((change, draft, file), position)| {
        let known = whole.as_ref().zip(position);
        let moves = match known.and_then(|(whole, position)| whole.moves(&position)) {
            Some(moves) => Ok(moves),
            None => each.quietly(|each| search(&file, metric, each)).map(|found| found.moves),
        };
        effort.done(1)?;
        match moves {
            Ok(Some(moves)) => Ok(Searched::Solvable(Variant { change, draft, moves })),
            Ok(None) => Ok(Searched::Unsolvable),
            Err(ComponentError::Cancelled(cancelled)) => Err(cancelled),
            Err(_) => Ok(Searched::Undecided),
        }
    });
    let found: Vec<Searched> = found.collect::<Result<_, Cancelled>>()?;
    let moves = own.moves;
    let mut variants = Variants { moves, solvable: Vec::new(), unsolvable: 0, undecided: 0 };
    for one in found {
        match one {
            Searched::Solvable(variant) => variants.solvable.push(variant),
            Searched::Unsolvable => variants.unsolvable += 1,
            Searched::Undecided => variants.undecided += 1,
        }
    }
    variants.solvable.sort_by_key(|variant| Reverse(variant.moves));
    Ok(variants)
}

/// What became of a variant.
enum Searched {
    Solvable(Variant),
    Unsolvable,
    Undecided,
}

/// Reason why the variants of a puzzle were not found.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VariantsError {
    /// The puzzle cannot be changed.
    #[error(transparent)]
    Draft(#[from] DraftError),
    /// The search of the puzzle failed.
    #[error(transparent)]
    Search(#[from] ComponentError),
    /// The observer cancelled the work.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// The search of one puzzle.
struct Found {
    /// The number of moves of the optimal solutions; `None` if there are none.
    moves: Option<u16>,
    /// Number of positions that were reached.
    reached: u64,
}

fn search(file: &PuzzleFile, metric: Metric, effort: Effort<'_>) -> Result<Found, ComponentError> {
    let Ok(setup) = file.setup() else { return Ok(Found { moves: None, reached: 0 }) };
    let found = Component::explore(&setup.puzzle, &setup.start, metric, Until::Goal, effort)?;
    let levels = found.levels();
    let moves = found.found().map(|_| (levels.len() - 1) as u16);
    Ok(Found { moves, reached: levels.iter().sum() })
}

/// The distances of all positions of a puzzle.
struct Whole {
    space: Space,
    distances: Distances,
}

/// Number of positions that searches from all starts reach below which a search of all positions does not pay.
const FEW: u64 = 1 << 20;

impl Whole {
    /// Searches all positions, if that takes less than searches from so many starts, each of which reaches as many
    /// positions as the one that was found. `None` if it takes more, or exceeds a limit.
    fn search(
        setup: &Setup,
        starts: u64,
        one: &Found,
        metric: Metric,
        effort: Effort<'_>,
    ) -> Result<Option<Self>, Cancelled> {
        let reached = starts.saturating_mul(one.reached);
        if reached < FEW {
            return Ok(None);
        }
        let Setup { puzzle, .. } = setup;
        let class = classes(puzzle, &[setup.piece_set()]).remove(0);
        let found = SearchPlan::within(puzzle, &class, effort).and_then(|plan| {
            if plan.len() > reached {
                return Ok(None);
            }
            let search = plan.start(effort)?;
            let distances = search.run(metric, true, effort)?.swap_remove(0);
            Ok(Some(Self { space: search.spaces()[0].clone(), distances }))
        });
        match found {
            Ok(found) => Ok(found),
            Err(SearchError::Cancelled(cancelled)) => Err(cancelled),
            Err(_) => Ok(None),
        }
    }

    /// The number of moves of the optimal solutions from a position, if it is one of the puzzle's.
    fn moves(&self, position: &Arrangement) -> Option<Option<u16>> {
        Some(self.distances.get(self.space.rank(position)?))
    }
}

/// The pieces of a puzzle, sorted.
fn puzzle(file: &PuzzleFile) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = { file.pieces().iter() }
        .map(|piece| {
            let kind = &file.kinds()[piece.kind];
            let goals = file.goals().iter().enumerate().flat_map(|(number, goal)| {
                goal.iter()
                    .filter(|wanted| wanted.kind == piece.kind)
                    .map(move |wanted| (number, wanted.at))
            });
            (kind.cells_at(piece.at), kind.freedom, kind.gate.clone(), goals.collect())
        })
        .collect();
    pieces.sort();
    pieces
}
