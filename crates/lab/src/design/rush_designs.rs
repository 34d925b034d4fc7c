//! Rush Hour puzzles to order.

use super::draft::Draft;
use super::error::DesignError;
use super::order::{Designed, Order};
use super::outcome::{Ended, Excluded};
use super::select::{CandidatePuzzles, Selection, select, select_at_random};
use crate::library::SampledRush;
use crate::rush::{Boards, Evolution, Findings, RushPuzzle, Scope, Universe, boards};
use huarong_core::effort::Effort;
use huarong_core::interchange::{Format, read};
use huarong_core::puzzle_file::{PuzzleFile, Standing};
use huarong_core::rules::Freedom;
use num_bigint::BigUint;
use std::collections::{BTreeMap, HashSet};
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// Rush Hour puzzles that satisfy an order.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RushDesigns {
    /// The puzzles, all of them minimal: the longest first, or in the order of their grades.
    pub found: Vec<Designed>,
    /// Number of puzzles whose check exceeded the memory limit.
    pub undecided: u64,
    /// The puzzles among which they were chosen.
    pub among: Among,
    /// Numbers of these puzzles that do not satisfy a condition.
    pub excluded: Excluded,
    /// How the search ended. If it was cut short, there may be more and longer puzzles.
    pub ended: Ended,
}

/// The puzzles among which some were chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Among {
    /// All minimal puzzles of a scope.
    All {
        /// Number of these puzzles.
        puzzles: u64,
    },
    /// Known puzzles.
    Known {
        /// Number of these puzzles.
        puzzles: u64,
    },
    /// Puzzles from random changes of others, and those that are known.
    Evolved {
        /// Number of boards that were tried.
        tried: u64,
    },
}

impl Among {
    /// `all`, `sample` or `changes`, and the number of these puzzles or boards.
    #[doc(hidden)]
    pub fn named(self) -> (&'static str, u64) {
        match self {
            Self::All { puzzles } => ("all", puzzles),
            Self::Known { puzzles } => ("sample", puzzles),
            Self::Evolved { tried } => ("changes", tried),
        }
    }
}

/// Number of boards with the red car at the exit up to which all puzzles of a scope are searched.
const MOST_SEARCHED_WHOLE: u64 = 1 << 20;

/// Finds minimal Rush Hour puzzles, under the metric of the scope: removing any piece or wall makes them shorter. No two
/// have the same pieces on the same rows and columns.
///
/// Small scopes are searched whole. For larger ones the puzzles are chosen among `known` ones, given as number of moves and
/// board. If these do not suffice, random changes of puzzles give others, until `tries` boards were tried. Reports progress
/// in boards.
///
/// ```
/// use huarong::design::{Order, rush_designs};
/// use huarong::rush::Scope;
/// use huarong::search::Effort;
/// use huarong::Metric;
///
/// let order = Order { metric: Metric::Straight, count: 3, graded: Some(2..=6), ..Order::default() };
/// let designs = rush_designs(Scope::new(4, 4)?, &[], &order, 0, Effort::UNLIMITED)?;
/// assert_eq!(designs.found.iter().map(|found| found.distance).collect::<Vec<_>>(), [2, 4, 6]);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
///
/// If [`Order::until`] passes, or if the observer cancels the work, the answer has the puzzles that were found before, and
/// [`RushDesigns::ended`] says so. After a cancellation it has none if the order has conditions that were not checked.
///
/// # Errors
///
/// Returns an error if a cluster exceeds the memory limit, or if too many puzzles are ordered.
pub fn rush_designs(
    scope: Scope,
    known: &[(u16, String)],
    order: &Order<'_>,
    tries: u64,
    effort: Effort<'_>,
) -> Result<RushDesigns, DesignError> {
    RushSearch::new(&Universe::new(scope)?, known, order.seed).designs(order, tries, effort)
}

/// The search of a scope, whose results serve several orders.
pub(super) struct RushSearch<'u> {
    universe: &'u Universe,
    known: &'u [(u16, String)],
    /// Whether the scope is small enough to be searched whole; `None` if that is not known yet.
    is_small: Option<bool>,
    /// The puzzles of a scope that was searched whole.
    findings: Option<Findings>,
    evolution: Evolution<'u>,
}

impl<'u> RushSearch<'u> {
    pub fn new(universe: &'u Universe, known: &'u [(u16, String)], seed: u64) -> Self {
        // Long puzzles without walls are near to long ones with walls.
        let open = Scope { walls: 0, ..*universe.own_scope() };
        let parents = SampledRush::of_scope(&open).into_iter().map(|(_, board)| board).collect();
        let evolution = Evolution::from_known(universe, parents, seed);
        Self { universe, known, is_small: None, findings: None, evolution }
    }

    /// The puzzles of an order.
    pub fn designs(
        &mut self,
        order: &Order<'_>,
        tries: u64,
        effort: Effort<'_>,
    ) -> Result<RushDesigns, DesignError> {
        order.check_count()?;
        let scope = *self.universe.own_scope();
        // All its puzzles are minimal.
        let order = &Order { minimal: false, metric: scope.metric, ..order.clone() };
        let until = order.search_until();
        let ended = Ended::of(until, effort, |effort| {
            if self.is_small.is_none() {
                let goals = effort.quietly(|effort| boards(&scope, Boards::Goals, effort))?;
                self.is_small = Some(goals <= BigUint::from(MOST_SEARCHED_WHOLE));
            }
            Ok(())
        })?;
        if ended.is_cut_short() {
            let none = Selection { ended, ..Selection::default() };
            return Ok(RushDesigns::of(none, Among::All { puzzles: 0 }));
        }
        if self.is_small == Some(true) {
            return self.of_all(order, effort);
        }
        // The numbers of solutions of known puzzles are not known.
        let known = if order.solutions.is_none() { self.known } else { &[] };
        if !known.is_empty() {
            let all = known.iter().map(listed);
            let selection = chosen(&scope, all, order, Ended::Complete, effort)?;
            if selection.found.len() >= order.count || selection.ended.is_cut_short() {
                let puzzles = self.known.len() as u64;
                return Ok(RushDesigns::of(selection, Among::Known { puzzles }));
            }
        }
        let advance = |evolution: &mut Evolution<'_>, _left, effort: Effort<'_>| {
            evolution.advance(effort)?;
            let found = evolution.by_moves().values().flatten().map(measured);
            let fits = |puzzle: &_| is_admitted(*puzzle, order, &mut Excluded::default());
            Ok((evolution.tried(), found.filter(fits).count() as u64))
        };
        let choose = |evolution: &Evolution<'_>, searched| {
            let found = evolution.by_moves().values().flatten().map(measured);
            chosen(&scope, known.iter().map(listed).chain(found), order, searched, effort)
        };
        let before = self.evolution.tried();
        let numbers = (before, TRIES_BEFORE_FIRST_CHOICE, before + tries);
        let selection =
            select_at_random(&mut self.evolution, order, numbers, effort, advance, choose)?;
        Ok(RushDesigns::of(selection, Among::Evolved { tried: self.evolution.tried() }))
    }

    /// The puzzles of an order among all puzzles of the scope.
    fn of_all(
        &mut self,
        order: &Order<'_>,
        effort: Effort<'_>,
    ) -> Result<RushDesigns, DesignError> {
        let mut searched = Ended::Complete;
        let findings = match self.findings.take() {
            Some(findings) => findings,
            None => {
                let mut findings = Findings::default();
                searched = Ended::of(order.search_until(), effort, |effort| {
                    let (found, run) = self.universe.run_as_far(effort);
                    findings = found;
                    Ok(run?)
                })?;
                findings
            }
        };
        let scope = self.universe.own_scope();
        let selection = chosen(scope, findings.puzzles().map(measured), order, searched, effort)?;
        let puzzles = findings.puzzles().len() as u64;
        self.findings = Some(findings).filter(|_| !searched.is_cut_short());
        Ok(RushDesigns::of(selection, Among::All { puzzles }))
    }
}

impl RushDesigns {
    fn of(selection: Selection, among: Among) -> Self {
        let Selection { found, undecided, excluded, ended, .. } = selection;
        Self { found, undecided, among, excluded, ended }
    }
}

const TRIES_BEFORE_FIRST_CHOICE: u64 = 1 << 12;

/// The moves, the number of optimal solutions and the board of a puzzle.
fn measured(puzzle: &RushPuzzle) -> (u16, u128, &str) {
    (puzzle.distance, puzzle.solution_count, &puzzle.board)
}

/// The same of a known puzzle, whose number of optimal solutions does not matter.
fn listed((moves, board): &(u16, String)) -> (u16, u128, &str) {
    (*moves, 1, board)
}

/// Chooses among puzzles, given by their moves, their numbers of optimal solutions and their boards.
fn chosen<'p>(
    scope: &Scope,
    puzzles: impl Iterator<Item = (u16, u128, &'p str)>,
    order: &Order<'_>,
    searched: Ended,
    effort: Effort<'_>,
) -> Result<Selection, DesignError> {
    let mut excluded = Excluded::default();
    let mut by_moves: BTreeMap<u16, Vec<(u64, &str)>> = BTreeMap::new();
    for (moves, solutions, board) in puzzles {
        if is_admitted((moves, solutions, board), order, &mut excluded) {
            let key = xxh3_64_with_seed(board.as_bytes(), order.seed);
            by_moves.entry(moves).or_default().push((key, board));
        }
    }
    for boards in by_moves.values_mut() {
        boards.sort_unstable();
        boards.dedup();
    }
    let mut source = Cars { scope, taken: HashSet::new() };
    let mut selection = select(&by_moves, order, &mut source, searched, effort)?;
    selection.excluded.add(excluded);
    Ok(selection)
}

/// Whether a puzzle has the numbers of moves, solutions and walls of an order. Otherwise it is counted as excluded.
fn is_admitted(
    (moves, solutions, board): (u16, u128, &str),
    order: &Order<'_>,
    excluded: &mut Excluded,
) -> bool {
    let solutions = || Some(u64::try_from(solutions).unwrap_or(u64::MAX));
    let has_walls = board.bytes().filter(|sign| *sign == b'x').count() >= order.least_walls;
    excluded.walls += u64::from(!has_walls);
    has_walls && order.admits(moves, solutions, excluded)
}

/// A piece as far as its moves go: whether it is locked to a row, the number of its line, and its length.
type Car = (bool, u8, usize);

/// Boards of which no two have the same pieces on the same lines.
struct Cars<'s> {
    scope: &'s Scope,
    taken: HashSet<Vec<Car>>,
}

impl CandidatePuzzles<(u64, &str)> for Cars<'_> {
    fn designed(
        &self,
        (_, board): &(u64, &str),
        moves: u16,
        _: Effort<'_>,
    ) -> Result<Option<Designed>, DesignError> {
        let draft = Draft::parse(&self.text(board))?;
        Ok(Some(Designed { draft, distance: moves }))
    }

    fn is_reached(&self, (_, board): &(u64, &str)) -> bool {
        self.taken.contains(&self.cars(board))
    }

    fn take(&mut self, (_, board): &(u64, &str), _: Effort<'_>) -> Result<(), DesignError> {
        self.taken.insert(self.cars(board));
        Ok(())
    }
}

impl Cars<'_> {
    /// The puzzle file of a board.
    fn text(&self, board: &str) -> String {
        let board = self.scope.in_rows(board) + if self.scope.height == 1 { "/" } else { "" };
        read(Format::Rush, &board, "Rush Hour", None).expect("a universe has Rush Hour boards only")
    }

    /// The pieces of a board, sorted.
    fn cars(&self, board: &str) -> Vec<Car> {
        let file = PuzzleFile::parse(&self.text(board)).expect("the file of a board is valid");
        let car = |piece: &Standing| {
            let kind = &file.kinds()[piece.kind];
            let is_in_row = kind.freedom == Freedom::Rows;
            let line = if is_in_row { piece.at.1 } else { piece.at.0 };
            (is_in_row, line, kind.shape.cells().len())
        };
        let mut cars: Vec<Car> = file.pieces().iter().map(car).collect();
        cars.sort_unstable();
        cars
    }
}
