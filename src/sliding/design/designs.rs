//! Puzzles to order among all piece sets of a list.

use super::cases::{Case, cases};
use super::draft::DraftError;
use super::order::{Designed, Order};
use super::pieces::{PieceList, PieceListError};
use super::scan::{Scan, Start};
use super::select::{Selection, Source, select};
use crate::effort::{Cancelled, Effort};
use crate::grid::Region;
use crate::sliding::analysis::Members;
use crate::sliding::rules::PuzzleError;
#[cfg(feature = "formats")]
use crate::sliding::rush::RushError;
use crate::sliding::search::SearchError;
use crate::sliding::space::Space;
use std::collections::HashMap;
use std::sync::OnceLock;
use thiserror::Error;

/// Puzzles that satisfy an order.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Designs {
    /// The puzzles: the longest first, or in the order of their grades. Fewer than ordered if there are no more.
    pub found: Vec<Designed>,
    /// Number of piece sets, without images under symmetries of the board.
    pub piece_sets: u64,
    /// Number of goals of all piece sets.
    pub goals: u64,
    /// Number of starts of all piece sets and goals. All were searched.
    pub starts: u64,
    /// Number of starts that satisfy the conditions on moves, solutions and symmetry.
    pub fitting: u64,
    /// Number of starts whose check exceeded the memory limit.
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

/// Finds puzzles among all starts of all piece sets of a list on a board. The goal piece is the first piece. `goal` gives
/// its cells at the goal, as column and row; without it, each of its places is a goal. Reports progress in searches.
///
/// All starts are searched. So if fewer puzzles are found than ordered, there are no more, up to those that resemble
/// another, or can be reached from it.
///
/// ```
/// use huarong::design::{Order, Region, designs};
/// use huarong::search::Effort;
///
/// // The hardest puzzle of a 2x2 piece and two dominoes on 4x3 cells.
/// let order = Order { count: 1, ..Order::default() };
/// let board = Region::new(4, 3)?;
/// let designs = designs(&board, &"big 2domino".parse()?, None, &order, Effort::UNLIMITED)?;
/// assert_eq!(designs.found[0].moves, 7);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an error if no piece of the list fits, if a search exceeds the memory limit, or if the observer cancels the
/// work.
pub fn designs(
    board: &Region,
    pieces: &PieceList,
    goal: Option<&[(u8, u8)]>,
    order: &Order<'_>,
    effort: Effort<'_>,
) -> Result<Designs, DesignError> {
    let cases = cases_of(board, pieces, goal, order)?;
    let mut kept = FEWEST_KEPT;
    loop {
        let scan = Scan::run(&cases, order, kept, effort)?;
        let mut source = Cases::new(&cases);
        let selection = select(&scan.by_moves, order, &mut source, effort)?;
        let Selection { found, undecided } = selection;
        if found.len() >= order.count || scan.is_whole() {
            return Ok(Designs::of(&cases, &scan, found, undecided));
        }
        kept = more(kept, &scan, effort)?;
    }
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
/// As [`designs`].
pub fn hardest_designs(
    board: &Region,
    pieces: &PieceList,
    goal: Option<&[(u8, u8)]>,
    order: &Order<'_>,
    effort: Effort<'_>,
) -> Result<Designs, DesignError> {
    let cases = cases_of(board, pieces, goal, order)?;
    let source = Cases::new(&cases);
    let mut kept = FEWEST_KEPT;
    let (scan, mut found, undecided) = loop {
        let scan = Scan::run(&cases, order, kept, effort)?;
        let (mut found, mut undecided, mut is_cut) = (Vec::new(), 0, false);
        for (&moves, starts) in scan.by_moves.iter().rev() {
            // If a list is full, there may be more starts than it holds.
            is_cut |= starts.len() == kept && !scan.is_whole();
            for start in starts {
                if !source.is_first_image(start)? {
                    continue;
                }
                let designed = source.designed(start, moves)?;
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
    Ok(Designs::of(&cases, &scan, found, undecided))
}

/// The cases of a list of pieces.
fn cases_of(
    board: &Region,
    pieces: &PieceList,
    goal: Option<&[(u8, u8)]>,
    order: &Order<'_>,
) -> Result<Vec<Case>, DesignError> {
    let mixes = pieces.mixes(board.open_cell_count())?;
    let cases = cases(board, &mixes, goal, order)?;
    match cases.is_empty() {
        true => Err(DesignError::Goal),
        false => Ok(cases),
    }
}

impl Designs {
    fn of(cases: &[Case], scan: &Scan, found: Vec<Designed>, undecided: u64) -> Self {
        Self {
            found,
            piece_sets: cases.len() as u64,
            goals: cases.iter().map(|case| case.goals.len() as u64).sum(),
            starts: scan.starts,
            fitting: scan.fitting,
            undecided,
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
}

impl<'c> Cases<'c> {
    fn new(cases: &'c [Case]) -> Self {
        let spaces = cases.iter().map(|_| OnceLock::new()).collect();
        Self { cases, spaces, taken: HashMap::new() }
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

impl Source<Start> for Cases<'_> {
    type Error = DesignError;

    fn designed(&self, start: &Start, moves: u16) -> Result<Designed, DesignError> {
        let position = self.space(start.case)?.unrank(start.index);
        let draft = self.cases[start.case as usize].draft(start.goal as usize, &position)?;
        Ok(Designed { draft, moves })
    }

    fn is_reached(&self, start: &Start) -> bool {
        self.is_taken(start.case, start.index)
    }

    fn take(&mut self, start: &Start) -> Result<(), DesignError> {
        if !self.is_reached(start) {
            let space = self.space(start.case)?;
            let images = self.cases[start.case as usize].images(&space.unrank(start.index));
            let mut indices: Vec<u64> =
                images.iter().filter_map(|image| space.rank(image)).collect();
            indices.push(start.index);
            for index in indices {
                if !self.is_taken(start.case, index) {
                    let space = self.space(start.case)?;
                    let component = Members::of(space, index, Effort::UNLIMITED)?;
                    self.taken.entry(start.case).or_default().push(component);
                }
            }
        }
        Ok(())
    }
}
