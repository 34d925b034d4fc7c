//! Puzzles to order among all piece sets of a list: all starts of those that fit into memory, and random puzzles of others.

use super::cases::{Case, cases};
use super::draft::DraftError;
use super::local::{Limits, Local, LocalStart};
use super::order::{Designed, Order};
use super::pieces::{PieceList, PieceListError};
use super::scan::{Scan, Start};
use super::select::{Selection, Source, select, select_at_random};
use crate::effort::{Cancelled, Effort};
use crate::grid::Region;
use crate::numerals::counted;
use crate::sliding::analysis::Members;
use crate::sliding::rules::{Metric, PuzzleError};
#[cfg(feature = "formats")]
use crate::sliding::rush::RushError;
use crate::sliding::search::SearchError;
use crate::sliding::space::Space;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::OnceLock;
use thiserror::Error;

/// Puzzles that satisfy an order.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Designs {
    /// The puzzles: the longest first, or in the order of their grades. Fewer than ordered if there are no more.
    pub found: Vec<Designed>,
    /// Number of piece sets that were searched whole, without images under symmetries of the board.
    pub piece_sets: u64,
    /// Number of goals of these piece sets.
    pub goals: u64,
    /// Number of starts of these piece sets and goals. All were searched.
    pub starts: u64,
    /// Number of these starts that satisfy the conditions on moves, solutions and symmetry.
    pub fitting: u64,
    /// Number of starts whose check exceeded the memory limit.
    pub undecided: u64,
    /// The search of the other piece sets, if there are any. Then puzzles may exist that were not found.
    pub at_random: Option<AtRandom>,
}

/// A search of random puzzles of some piece sets, because their spaces exceed the memory limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AtRandom {
    /// Number of piece sets, without images under symmetries of the board.
    pub piece_sets: u64,
    /// Number of puzzles that were tried. It is 0 if a graded set was complete without them.
    pub tried: u64,
    /// Number of these puzzles that were too large to be solved.
    pub undecided: u64,
}

/// Reason why an order was not carried out.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DesignError {
    /// The list of pieces is wrong for the board.
    #[error(transparent)]
    Pieces(#[from] PieceListError),
    /// The board cannot have puzzles.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
    /// The goal piece cannot be at the goal.
    #[error(
        "the goal piece never covers exactly the cells of the goal; draw the goal in one of its orientations"
    )]
    Goal,
    /// A piece set cannot be searched.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// Some piece sets cannot be searched whole.
    #[error("{large} of {} cannot be searched whole; for one of them, {error}", counted(*.all, "piece set"))]
    Large {
        /// Number of these piece sets.
        large: u64,
        /// Number of all piece sets of the list.
        all: u64,
        /// The reason for one of them.
        error: SearchError,
    },
    /// Designs count moves of single pieces.
    #[error("designs count moves of single pieces, so the metric must be unit, straight or finger")]
    Metric,
    /// The Rush Hour boards cannot be searched.
    #[cfg(feature = "formats")]
    #[error(transparent)]
    Rush(#[from] RushError),
    /// A puzzle has more pieces than letters.
    #[error(transparent)]
    Draft(#[from] DraftError),
}

impl From<Cancelled> for DesignError {
    fn from(cancelled: Cancelled) -> Self {
        SearchError::from(cancelled).into()
    }
}

/// The most starts with one number of moves that are kept at first.
const FEWEST_KEPT: usize = 1 << 12;

/// Number of random puzzles that are tried before puzzles are chosen for the first time.
const FIRST_CHOICE: u64 = 1 << 9;

/// Finds puzzles of all piece sets of a list on a board. The goal piece is the first piece. `goal` gives its cells at the
/// goal, as column and row; without it, each of its places is a goal. Reports progress in searches.
///
/// Of the piece sets that fit into memory, all starts are searched. So if all fit, and fewer puzzles are found than ordered,
/// there are no more, up to those that resemble another, or can be reached from it.
///
/// Of the other piece sets, `tries` random puzzles are tried: new ones, and random changes of those that were found. They
/// are not needed if the others complete a graded set. The number of moves of each puzzle is exact, but longer puzzles may
/// exist. The answer depends on the seed and on the memory limit, not on the threads.
///
/// ```
/// use huarong::design::{Order, Region, designs};
/// use huarong::search::Effort;
///
/// // The hardest puzzle of a 2x2 piece and two dominoes on 4x3 cells.
/// let order = Order { count: 1, ..Order::default() };
/// let board = Region::new(4, 3)?;
/// let designs = designs(&board, &"big 2domino".parse()?, None, &order, 0, Effort::UNLIMITED)?;
/// assert_eq!(designs.found[0].distance, 7);
/// assert_eq!(designs.at_random, None);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an error if the metric is multi, if no piece of the list fits, if a piece set exceeds the memory limit and
/// `tries` is 0, or if the observer cancels the work.
pub fn designs(
    board: &Region,
    pieces: &PieceList,
    goal: Option<&[(u8, u8)]>,
    order: &Order<'_>,
    tries: u64,
    effort: Effort<'_>,
) -> Result<Designs, DesignError> {
    let cases = cases_of(board, pieces, goal, order)?;
    let mut kept = FEWEST_KEPT;
    let (scan, selection) = loop {
        let scan = Scan::run(&cases, order, kept, effort)?;
        if tries == 0 {
            scan.check_whole(&cases)?;
        }
        let mut source = Cases::new(&cases, None);
        let selection = select(&candidates(&scan, None), order, &mut source, effort)?;
        if selection.found.len() >= order.count || scan.is_whole() {
            break (scan, selection);
        }
        kept = more(kept, &scan, effort)?;
    };
    let is_complete = order.graded.is_some() && selection.found.len() >= order.count;
    if scan.large.is_empty() || is_complete {
        return Ok(Designs::of(&cases, &scan, selection, (0, 0)));
    }
    effort.total(tries)?;
    let limits = Limits::within(effort.memory);
    let mut local = Local::new(board, &cases, &scan.large, goal.is_some(), order, limits);
    let advance = |local: &mut Local<'_>, left| {
        local.advance(left, effort)?;
        Ok::<_, DesignError>(local.tried())
    };
    let choose = |local: &Local<'_>| {
        let mut source = Cases::new(&cases, Some(local));
        select(&candidates(&scan, Some(local)), order, &mut source, effort)
    };
    let numbers = (FIRST_CHOICE, tries);
    let selection = select_at_random(&mut local, order, numbers, advance, choose)?;
    Ok(Designs::of(&cases, &scan, selection, (local.tried(), local.undecided())))
}

/// A start of a piece set that was searched whole, or one that was found at random.
#[derive(Clone, Copy)]
enum Candidate<'s> {
    OfSpace(&'s Start),
    Local(&'s LocalStart),
}

/// All starts that were found, by number of moves, in random order.
fn candidates<'s>(
    scan: &'s Scan,
    local: Option<&'s Local<'_>>,
) -> BTreeMap<u16, Vec<Candidate<'s>>> {
    let mut candidates: BTreeMap<u16, Vec<Candidate<'s>>> = BTreeMap::new();
    for (&moves, starts) in &scan.by_moves {
        candidates.entry(moves).or_default().extend(starts.iter().map(Candidate::OfSpace));
    }
    for (&moves, starts) in local.iter().flat_map(|local| &local.by_moves) {
        candidates.entry(moves).or_default().extend(starts.iter().map(Candidate::Local));
    }
    for starts in candidates.values_mut() {
        starts.sort_by_key(|start| match start {
            Candidate::OfSpace(start) => start.key,
            Candidate::Local(start) => start.key,
        });
    }
    candidates
}

/// A larger number of starts to keep with each number of moves, if the memory limit allows that.
fn more(kept: usize, scan: &Scan, effort: Effort<'_>) -> Result<usize, SearchError> {
    let kept = 16 * kept;
    let bytes = (kept * size_of::<Start>()) as u64;
    let (needed, allowed) = (bytes.saturating_mul(scan.by_moves.len() as u64), effort.memory);
    if needed > allowed { Err(SearchError::Memory { needed, allowed }) } else { Ok(kept) }
}

/// The hardest puzzles of a list of pieces: all starts with the largest number of moves that satisfy the order, sorted by
/// text. The order's number of puzzles, its grades and its rules on similar puzzles do not count. Of puzzles that are images
/// of one another under a symmetry of the board, one is listed. Reports progress in searches.
///
/// # Errors
///
/// Returns an error if no piece of the list fits, if a piece set exceeds the memory limit, or if the observer cancels the
/// work.
pub fn hardest_designs(
    board: &Region,
    pieces: &PieceList,
    goal: Option<&[(u8, u8)]>,
    order: &Order<'_>,
    effort: Effort<'_>,
) -> Result<Designs, DesignError> {
    let cases = cases_of(board, pieces, goal, order)?;
    let source = Cases::new(&cases, None);
    let mut kept = FEWEST_KEPT;
    let (scan, mut found, undecided) = loop {
        let scan = Scan::run(&cases, order, kept, effort)?;
        scan.check_whole(&cases)?;
        let (mut found, mut undecided, mut is_cut) = (Vec::new(), 0, false);
        for (&moves, starts) in scan.by_moves.iter().rev() {
            // If a list is full, there may be more starts than it holds.
            is_cut |= starts.len() == kept && !scan.is_whole();
            for start in starts {
                if !source.is_first_image(start)? {
                    continue;
                }
                let designed = source.designed(&Candidate::OfSpace(start), moves)?;
                match effort.quietly(|effort| order.check(&designed, effort))? {
                    Some(true) => found.push(designed),
                    Some(false) => {}
                    None => undecided += 1,
                }
            }
            if !found.is_empty() || is_cut {
                break;
            }
        }
        if !is_cut {
            break (scan, found, undecided);
        }
        kept = more(kept, &scan, effort)?;
    };
    found.sort_by_cached_key(|designed| designed.draft.text());
    Ok(Designs::of(&cases, &scan, Selection { found, undecided }, (0, 0)))
}

/// The cases of a list of pieces.
fn cases_of(
    board: &Region,
    pieces: &PieceList,
    goal: Option<&[(u8, u8)]>,
    order: &Order<'_>,
) -> Result<Vec<Case>, DesignError> {
    if order.metric == Metric::Multi {
        return Err(DesignError::Metric);
    }
    let mixes = pieces.mixes(board.open_cell_count())?;
    let cases = cases(board, &mixes, goal, order)?;
    match cases.is_empty() {
        true => Err(DesignError::Goal),
        false => Ok(cases),
    }
}

impl Scan {
    /// Returns an error if a case was not searched.
    fn check_whole(&self, cases: &[Case]) -> Result<(), DesignError> {
        let (large, all) = (self.large.len() as u64, cases.len() as u64);
        match &self.reason {
            None => Ok(()),
            Some(error) => Err(DesignError::Large { large, all, error: error.clone() }),
        }
    }
}

impl Designs {
    /// The answer to an order, with the numbers of random puzzles that were tried, and that were too large.
    fn of(cases: &[Case], scan: &Scan, selection: Selection, random: (u64, u64)) -> Self {
        let large = scan.large.len() as u64;
        let is_whole = |number: &u32| !scan.large.contains(number);
        let goals = |(_, case): (u32, &Case)| case.goals.len() as u64;
        let (tried, undecided) = random;
        Self {
            found: selection.found,
            piece_sets: cases.len() as u64 - large,
            goals: (0..).zip(cases).filter(|(number, _)| is_whole(number)).map(goals).sum(),
            starts: scan.starts,
            fitting: scan.fitting,
            undecided: selection.undecided,
            at_random: (large > 0).then_some(AtRandom { piece_sets: large, tried, undecided }),
        }
    }
}

/// The starts of all cases.
struct Cases<'c> {
    cases: &'c [Case],
    /// The spaces of the cases whose starts were looked at.
    spaces: Vec<OnceLock<Space>>,
    /// By case, the components of starts that were taken.
    taken: HashMap<u32, Vec<Members>>,
    /// The search of the cases that are too large, and the hashes of the components of its starts that were taken.
    local: Option<&'c Local<'c>>,
    hashes: HashSet<u64>,
}

impl<'c> Cases<'c> {
    fn new(cases: &'c [Case], local: Option<&'c Local<'c>>) -> Self {
        let spaces = cases.iter().map(|_| OnceLock::new()).collect();
        Self { cases, spaces, taken: HashMap::new(), local, hashes: HashSet::new() }
    }

    fn space(&self, case: u32) -> Result<&Space, DesignError> {
        let kept = &self.spaces[case as usize];
        if let Some(space) = kept.get() {
            return Ok(space);
        }
        let Case { puzzle, set, .. } = &self.cases[case as usize];
        let space = Space::new(puzzle, set).map_err(SearchError::from)?;
        Ok(kept.get_or_init(|| space))
    }

    /// Whether a start comes before all its images under symmetries that keep its goal.
    fn is_first_image(&self, start: &Start) -> Result<bool, DesignError> {
        let space = self.space(start.case)?;
        let case = &self.cases[start.case as usize];
        let images = case.images_with_goal(start.goal as usize, &space.unrank(start.index));
        Ok(images.iter().filter_map(|image| space.rank(image)).all(|index| start.index <= index))
    }

    /// Whether a position can be reached from a start that was taken.
    fn is_taken(&self, case: u32, index: u64) -> bool {
        let taken = self.taken.get(&case).map_or(&[][..], |taken| taken);
        taken.iter().any(|component| component.contains(index))
    }
}

impl Source<Candidate<'_>> for Cases<'_> {
    type Error = DesignError;

    fn designed(&self, candidate: &Candidate<'_>, moves: u16) -> Result<Designed, DesignError> {
        let draft = match candidate {
            Candidate::OfSpace(start) => {
                let position = self.space(start.case)?.unrank(start.index);
                self.cases[start.case as usize].draft(start.goal as usize, &position)?
            }
            Candidate::Local(start) => {
                self.cases[start.case as usize].draft(start.goal as usize, &start.position)?
            }
        };
        Ok(Designed { draft, distance: moves })
    }

    fn is_reached(&self, candidate: &Candidate<'_>) -> bool {
        match candidate {
            Candidate::OfSpace(start) => self.is_taken(start.case, start.index),
            Candidate::Local(start) => self.hashes.contains(&start.component),
        }
    }

    fn take(&mut self, candidate: &Candidate<'_>) -> Result<(), DesignError> {
        if self.is_reached(candidate) {
            return Ok(());
        }
        match candidate {
            Candidate::OfSpace(start) => self.take_of_space(start),
            Candidate::Local(start) => {
                if let Some(local) = self.local {
                    self.hashes.extend(local.components_of_images(start)?);
                }
                Ok(())
            }
        }
    }
}

impl Cases<'_> {
    /// Takes the component of a start, and those of its images.
    fn take_of_space(&mut self, start: &Start) -> Result<(), DesignError> {
        let space = self.space(start.case)?;
        let images = self.cases[start.case as usize].images(&space.unrank(start.index));
        let mut indices: Vec<u64> = images.iter().filter_map(|image| space.rank(image)).collect();
        indices.push(start.index);
        for index in indices {
            if !self.is_taken(start.case, index) {
                let space = self.space(start.case)?;
                let component = Members::of(space, index, Effort::UNLIMITED)?;
                self.taken.entry(start.case).or_default().push(component);
            }
        }
        Ok(())
    }
}
