//! The variants of a puzzle that differ in one piece.

use super::draft::{Change, Draft, DraftError};
use super::drawings::Place;
use super::outcome::decided;
use huarong_core::effort::{Cancelled, Effort};
use huarong_core::puzzle_file::{PuzzleFile, Setup, Standing};
use huarong_core::rules::{Arrangement, Freedom, Metric, Puzzle, ShapeId};
use huarong_core::space::Space;
use huarong_search::{
    Component, ComponentError, SearchError, SearchPlan, Until, classes, solution_length,
};
use huarong_tables::table::Distances;
use rayon::prelude::*;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};

/// A puzzle that differs in one piece from another.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Variant {
    /// The change.
    pub change: Change,
    /// The puzzle.
    pub draft: Draft,
    /// Number of moves of its optimal solutions.
    pub distance: u16,
    /// Whether moves lead from the start of the other puzzle to its start, so that both are positions of one puzzle. `None`
    /// means that the search exceeded a limit.
    pub reachable: Option<bool>,
}

/// The variants of a puzzle.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Variants {
    /// Number of moves of the puzzle; `None` if it has no solution.
    pub distance: Option<u16>,
    /// The variants that have a solution, the longest first. Among equally long ones, the first in the order of the
    /// changes.
    pub solvable: Vec<Variant>,
    /// Number of variants without a solution.
    pub unsolvable: u64,
    /// Number of variants whose search exceeded the memory limit.
    pub undecided: u64,
}

/// A piece as far as solutions depend on it, except for its place.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct PieceKind {
    shape: Vec<Place>,
    freedom: Freedom,
    /// The row or column that a locked piece never leaves.
    line: Option<u8>,
    /// The gate that the piece may enter.
    gate: Vec<Place>,
    /// Its places in the goals.
    goals: Vec<(usize, Place)>,
    /// The first sign of the pieces that are interchangeable with it, if the puzzle has doors.
    at_doors: Option<char>,
}

/// A piece as far as solutions depend on it: its cells and its kind.
type Piece = (Vec<Place>, PieceKind);

/// Searches all variants of a puzzle that differ in one piece, by one of the changes that `is_wanted` accepts. Of variants
/// that are the same puzzle, the first counts. Reports progress in variants.
///
/// # Errors
///
/// Returns an error if the metric is multi, if the puzzle itself exceeds the memory limit, or if the observer cancels the
/// work.
pub fn variants(
    draft: &Draft,
    metric: Metric,
    is_wanted: impl Fn(&Change) -> bool,
    effort: Effort<'_>,
) -> Result<Variants, VariantsError> {
    if metric == Metric::Multi {
        return Err(VariantsError::Metric);
    }
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
    let known = at_once(&file, &own, &asked, metric, effort)?;
    let reachable = reachable(&file, &own, &asked, metric, effort)?;
    let threads = rayon::current_num_threads() as u64;
    let each = effort.at_most(effort.memory / threads);
    let asked: Vec<_> = asked.into_iter().zip(known).zip(reachable).collect();
    let found = asked.into_par_iter().map(|(((change, draft, file), known), reachable)| {
        let moves = match known {
            Some(moves) => Ok(moves),
            None => {
                let found = each.quietly(|each| search(&file, metric, each));
                effort.done(1)?;
                found.map(|found| found.moves)
            }
        };
        let variant = |distance| Variant { change, draft, distance, reachable };
        Ok(decided(moves)?.map(|moves| moves.map(variant)))
    });
    let found: Vec<Option<Option<Variant>>> = found.collect::<Result<_, Cancelled>>()?;
    let mut variants =
        Variants { distance: own.moves, solvable: Vec::new(), unsolvable: 0, undecided: 0 };
    for variant in found {
        match variant {
            Some(Some(variant)) => variants.solvable.push(variant),
            Some(None) => variants.unsolvable += 1,
            None => variants.undecided += 1,
        }
    }
    variants.solvable.sort_by_key(|variant| Reverse(variant.distance));
    Ok(variants)
}

/// Reason why the variants of a puzzle were not found.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VariantsError {
    /// The puzzle cannot be changed.
    #[error(transparent)]
    Draft(#[from] DraftError),
    /// Variants are compared in moves of single pieces.
    #[error(
        "variants are compared in moves of single pieces, so the metric must be unit, straight or finger"
    )]
    Metric,
    /// The search of the puzzle failed.
    #[error(transparent)]
    Search(#[from] ComponentError),
    /// The observer cancelled the work.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

struct SearchOfOne {
    /// The number of moves of the optimal solutions; `None` if there are none.
    moves: Option<u16>,
    /// Number of positions that were reached; 0 where pieces leave, because whole spaces take longer there.
    reached: u64,
}

fn search(
    file: &PuzzleFile,
    metric: Metric,
    effort: Effort<'_>,
) -> Result<SearchOfOne, ComponentError> {
    let Ok(setup) = file.setup() else { return Ok(SearchOfOne { moves: None, reached: 0 }) };
    if setup.puzzle.doors().is_some() {
        let moves = solution_length(&setup.puzzle, &setup.start, metric, effort)?;
        return Ok(SearchOfOne { moves, reached: 0 });
    }
    let found = Component::explore(&setup.puzzle, &setup.start, metric, Until::Goal, effort)?;
    let levels = found.levels();
    let moves = found.found().map(|_| (levels.len() - 1) as u16);
    Ok(SearchOfOne { moves, reached: levels.iter().sum() })
}

/// Searches variants with the same pieces at once, where that takes less than a search for each. Many changes of one piece
/// lead to other positions of the same puzzle: for example, all removals of a piece of one shape. The result has the number
/// of moves of each variant that was searched. Reports progress in variants.
fn at_once(
    original: &PuzzleFile,
    own: &SearchOfOne,
    asked: &[(Change, Draft, PuzzleFile)],
    metric: Metric,
    effort: Effort<'_>,
) -> Result<Vec<Option<Option<u16>>>, Cancelled> {
    let mut groups: BTreeMap<Vec<PieceKind>, Vec<usize>> = BTreeMap::new();
    for (nth, (.., file)) in asked.iter().enumerate() {
        groups.entry(kinds_of(file)).or_default().push(nth);
    }
    let mut known = vec![None; asked.len()];
    for (kinds_of_group, group) in groups {
        let starts = group.len() as u64;
        let file = &asked[group[0]].2;
        let is_own = kinds_of_group == kinds_of(original);
        let mut whole =
            effort.quietly(|effort| Whole::search(file, starts, own, metric, effort))?;
        if whole.is_none() && !is_own && starts > 1 {
            // The variants can reach more positions than the original.
            if let Some(first) = decided(effort.quietly(|effort| search(file, metric, effort)))? {
                known[group[0]] = Some(first.moves);
                effort.done(1)?;
                let search =
                    |effort: Effort<'_>| Whole::search(file, starts - 1, &first, metric, effort);
                whole = effort.quietly(search)?;
            }
        }
        let Some(whole) = whole else { continue };
        for nth in group.into_iter().filter(|&nth| known[nth].is_none()).collect::<Vec<_>>() {
            known[nth] = whole.moves(&asked[nth].2);
            effort.done(u64::from(known[nth].is_some()))?;
        }
    }
    Ok(known)
}

/// Whether each variant can be reached from the original. Other pieces cannot.
fn reachable(
    original: &PuzzleFile,
    own: &SearchOfOne,
    asked: &[(Change, Draft, PuzzleFile)],
    metric: Metric,
    effort: Effort<'_>,
) -> Result<Vec<Option<bool>>, Cancelled> {
    let own_kinds = kinds_of(original);
    let mut reachable: Vec<Option<bool>> =
        asked.iter().map(|(.., file)| (kinds_of(file) != own_kinds).then_some(false)).collect();
    let Ok(setup) = original.setup() else { return Ok(reachable) };
    if reachable.iter().all(Option::is_some) {
        return Ok(reachable);
    }
    let until = Until::Reached(FEWEST_REACHED_FOR_SPACE.max(own.reached.saturating_mul(2)));
    let explored = effort
        .quietly(|effort| Component::explore(&setup.puzzle, &setup.start, metric, until, effort));
    let Some(explored) = decided(explored)? else { return Ok(reachable) };
    let reader = StartReader::new(original, setup);
    for (reachable, (.., file)) in reachable.iter_mut().zip(asked) {
        if reachable.is_none() {
            effort.check()?;
            let position = reader.position(file);
            let is_found = position.is_some_and(|position| explored.path_to(&position).is_some());
            *reachable = (is_found || explored.is_whole()).then_some(is_found);
        }
    }
    Ok(reachable)
}

/// Reads the positions of files with the same pieces.
struct StartReader {
    puzzle: Puzzle,
    shapes: HashMap<PieceKind, ShapeId>,
}

impl StartReader {
    fn new(file: &PuzzleFile, Setup { puzzle, start }: Setup) -> Self {
        let shapes = file.pieces().iter().filter_map(|piece| {
            let anchor = puzzle.board().cell(piece.at.0, piece.at.1)?;
            let (shape, _) = start.pieces().find(|(_, other)| *other == anchor)?;
            Some((kind_of(file, piece), shape))
        });
        let shapes = shapes.collect();
        Self { puzzle, shapes }
    }

    /// The start of a file; `None` if it has other pieces.
    fn position(&self, file: &PuzzleFile) -> Option<Arrangement> {
        let mut position = self.puzzle.empty_position();
        for piece in file.pieces() {
            let shape = self.shapes.get(&kind_of(file, piece))?;
            position.put(*shape, self.puzzle.board().cell(piece.at.0, piece.at.1)?);
        }
        Some(position)
    }
}

/// The distances of all positions of a puzzle.
struct Whole {
    space: Space,
    distances: Distances,
    reader: StartReader,
}

/// If searches from all starts reach fewer positions, a search of all positions does not pay.
const FEWEST_REACHED_FOR_SPACE: u64 = 1 << 20;

impl Whole {
    /// Searches all positions with the pieces of a file. `None` if that takes more than a search from each of the starts, or
    /// exceeds a limit. Each start is expected to reach as many positions as `one` did.
    fn search(
        file: &PuzzleFile,
        starts: u64,
        one: &SearchOfOne,
        metric: Metric,
        effort: Effort<'_>,
    ) -> Result<Option<Self>, Cancelled> {
        let reached = starts.saturating_mul(one.reached);
        if reached < FEWEST_REACHED_FOR_SPACE {
            return Ok(None);
        }
        let Ok(setup) = file.setup() else { return Ok(None) };
        let class = classes(&setup.puzzle, &[setup.start.piece_set()]).remove(0);
        let found = SearchPlan::within(&setup.puzzle, &class, effort).and_then(|plan| {
            if plan.len() > reached {
                return Ok(None);
            }
            let search = plan.start(effort)?;
            let distances = search.run(metric, true, effort)?.swap_remove(0);
            let (space, reader) = (search.spaces()[0].clone(), StartReader::new(file, setup));
            Ok(Some(Self { space, distances, reader }))
        });
        match found {
            Ok(found) => Ok(found),
            Err(SearchError::Cancelled(cancelled)) => Err(cancelled),
            Err(_) => Ok(None),
        }
    }

    /// The number of moves of the optimal solutions from the start of a file, if it has the same pieces.
    fn moves(&self, file: &PuzzleFile) -> Option<Option<u16>> {
        Some(self.distances.get(self.space.rank(&self.reader.position(file)?)?))
    }
}

fn puzzle(file: &PuzzleFile) -> Vec<Piece> {
    let mut pieces: Vec<Piece> =
        file.pieces().iter().map(|piece| (cells(file, piece), kind_of(file, piece))).collect();
    pieces.sort();
    pieces
}

fn kinds_of(file: &PuzzleFile) -> Vec<PieceKind> {
    let mut kinds: Vec<PieceKind> =
        file.pieces().iter().map(|piece| kind_of(file, piece)).collect();
    kinds.sort();
    kinds
}

fn cells(file: &PuzzleFile, piece: &Standing) -> Vec<Place> {
    file.kinds()[piece.kind].cells_at(piece.at)
}

fn kind_of(file: &PuzzleFile, piece: &Standing) -> PieceKind {
    let kind = &file.kinds()[piece.kind];
    let goals = file.goals().iter().enumerate().flat_map(|(number, goal)| {
        let of_kind = goal.iter().filter(|wanted| wanted.kind == piece.kind);
        of_kind.map(move |wanted| (number, wanted.at))
    });
    let line = match kind.freedom {
        Freedom::Both => None,
        Freedom::Rows => Some(piece.at.1),
        Freedom::Columns => Some(piece.at.0),
    };
    let shape = kind.shape.cells().to_vec();
    PieceKind {
        shape,
        freedom: kind.freedom,
        line,
        gate: kind.gate.clone(),
        goals: goals.collect(),
        at_doors: file.doors().and(kind.signs.iter().min()).copied(),
    }
}
