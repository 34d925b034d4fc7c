//! What is wanted of the puzzles that a design finds.

use super::board_symmetry::{BoardSymmetry, StartSymmetry};
use super::draft::{Change, Draft};
use super::drawings::Place;
use super::error::DesignError;
use super::outcome::{Check, Checked, Excluded, decided};
use super::taken::Taken;
use super::variants::{VariantsError, variants};
use crate::difficulty::{Decoys, Difficulty, Landscape, is_minimal};
use huarong_core::effort::{Cancelled, Effort};
use huarong_core::grid::Region;
use huarong_core::puzzle_file::Setup;
use huarong_core::rules::Metric;
use huarong_oracle::analysis::{DistanceRange, ReachableError, SolutionRange};
use std::ops::RangeInclusive;
use std::time::Instant;

/// A condition on the measures of a start.
pub type Measured<'o> = &'o (dyn Fn(&Difficulty) -> bool + Sync);

/// An order for puzzles: the conditions that each of them satisfies, and how many.
#[derive(Clone)]
pub struct Order<'o> {
    /// The metric of all numbers of moves.
    pub metric: Metric,
    /// The number of moves of the optimal solutions.
    pub distance: DistanceRange,
    /// The number of optimal solutions, if it matters.
    pub solutions: Option<SolutionRange>,
    /// Further goals, as the cells of the goal piece: column and row. The puzzle is solved at any of its goals. They are for
    /// puzzles of given pieces.
    pub other_goals: Vec<Vec<(u8, u8)>>,
    /// Pieces that the start must have, each as its cells in reading order: column and row.
    pub fixed: Vec<Vec<(u8, u8)>>,
    /// Whether the start must be its own left-right mirror image, as with that one among `symmetries`.
    pub symmetric: bool,
    /// The symmetries that the start must have.
    pub symmetries: Vec<StartSymmetry>,
    /// Whether the puzzle must become shorter whichever piece is removed.
    pub minimal: bool,
    /// Whether the puzzle must become unsolvable whichever piece is added: one with the shape of another piece, or of one
    /// cell.
    pub maximal: bool,
    /// The numbers of [decoys](Decoys) among the pieces and among the walls, if they matter.
    pub decoys: Option<DecoyCounts>,
    /// A condition on the measures of difficulty.
    pub measured: Option<Measured<'o>>,
    /// The number of puzzles, at most a million.
    pub count: usize,
    /// The number of moves of the first and the last puzzle of a graded set. Without it, the longest puzzles are found.
    pub graded: Option<RangeInclusive<u16>>,
    /// The numbers of moves that will do for each puzzle of a graded set, the best first. Empty for even steps.
    pub steps: Vec<Vec<u16>>,
    /// The fewest walls of a Rush Hour board.
    pub least_walls: usize,
    /// Puzzles that are not wanted again.
    pub taken: Option<&'o Taken>,
    /// Whether several starts can be reached from one another.
    pub same_component: bool,
    /// Seed of the random order of equally long puzzles.
    pub seed: u64,
    /// The time at which the work ends with the puzzles that it has found, if it is not complete before.
    pub until: Option<Instant>,
}

/// How many decoys puzzles have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecoyCounts {
    /// The number of pieces that are decoys.
    pub pieces: RangeInclusive<usize>,
    /// The number of walls that are decoys.
    pub walls: RangeInclusive<usize>,
}

/// Any numbers.
impl Default for DecoyCounts {
    fn default() -> Self {
        Self { pieces: 0..=usize::MAX, walls: 0..=usize::MAX }
    }
}

impl DecoyCounts {
    fn admit(&self, decoys: &Decoys) -> bool {
        self.pieces.contains(&decoys.pieces.len()) && self.walls.contains(&decoys.walls.len())
    }
}

/// The most puzzles of an order.
pub(super) const MOST_PUZZLES: usize = 1_000_000;

/// With a time limit, one part in this many of the time is left for the choice.
const TIME_PER_CHOICE: u32 = 8;

/// A puzzle that satisfies an order.
///
/// As a value of serde, it is an object with these keys. `draft` is the text of the puzzle file.
///
/// ```
/// use huarong::design::{Designed, Order, Region, designs};
/// use huarong::search::Effort;
///
/// let board = Region::new(4, 3)?;
/// let pieces = "big 2domino".parse()?;
/// let found = designs(&board, &pieces, None, &Order::default(), 0, Effort::UNLIMITED)?.found;
/// let saved = serde_json::to_string(&found)?;
/// let read: Vec<Designed> = serde_json::from_str(&saved)?;
/// assert_eq!((read[0].distance, read[0].draft.text()), (7, found[0].draft.text()));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Designed {
    /// The puzzle.
    pub draft: Draft,
    /// Number of moves of its optimal solutions.
    pub distance: u16,
}

/// One puzzle, the longest in finger moves.
impl Default for Order<'_> {
    fn default() -> Self {
        Self {
            metric: Metric::Finger,
            distance: DistanceRange::WITHOUT_GOAL_POSITIONS,
            solutions: None,
            other_goals: Vec::new(),
            fixed: Vec::new(),
            symmetric: false,
            symmetries: Vec::new(),
            minimal: false,
            maximal: false,
            decoys: None,
            measured: None,
            count: 1,
            graded: None,
            steps: Vec::new(),
            least_walls: 0,
            taken: None,
            same_component: false,
            seed: 0,
            until: None,
        }
    }
}

impl Order<'_> {
    /// Returns an error if it wants more puzzles than anybody can use.
    pub(super) fn check_count(&self) -> Result<(), DesignError> {
        match self.count {
            count if count > MOST_PUZZLES => Err(DesignError::Count { count }),
            _ => Ok(()),
        }
    }

    pub(super) fn wants(&self, moves: u16) -> bool {
        let is_graded = self.graded.as_ref().is_none_or(|graded| graded.contains(&moves));
        is_graded && self.distance.contains(moves)
    }

    /// Whether a start satisfies the conditions on distances and on numbers of solutions. Otherwise it is counted as
    /// excluded. `solutions` is `None` if the number exceeded a limit.
    pub(super) fn admits(
        &self,
        moves: u16,
        solutions: impl FnOnce() -> Option<u64>,
        excluded: &mut Excluded,
    ) -> bool {
        if !self.wants(moves) {
            excluded.moves += 1;
            return false;
        }
        let is_counted =
            |range: &SolutionRange| solutions().is_some_and(|count| range.contains(count));
        let fits = self.solutions.as_ref().is_none_or(is_counted);
        excluded.solutions += u64::from(!fits);
        fits
    }

    /// Whether it has conditions on the places of the pieces.
    pub(super) fn is_of_position(&self) -> bool {
        self.start_symmetries().next().is_some() || !self.fixed.is_empty()
    }

    /// All symmetries that the start must have.
    pub(super) fn start_symmetries(&self) -> impl Iterator<Item = StartSymmetry> {
        let left_right = self.symmetric.then_some(StartSymmetry::LeftRight);
        left_right.into_iter().chain(self.symmetries.iter().copied())
    }

    /// These symmetries of a board that has them.
    pub(super) fn symmetries_of(&self, board: &Region) -> Vec<BoardSymmetry> {
        self.start_symmetries().filter_map(|symmetry| symmetry.of(board)).collect()
    }

    /// Whether it takes more than distances and the numbers of solutions to check a start.
    pub(super) fn has_checks(&self) -> bool {
        self.minimal || self.maximal || self.decoys.is_some() || self.measured.is_some()
    }

    /// The time at which the search ends, so that the rest suffices to choose among the starts that it found.
    pub(super) fn search_until(&self) -> Option<Instant> {
        let until = self.until?;
        Some(until - until.saturating_duration_since(Instant::now()) / TIME_PER_CHOICE)
    }

    /// Checks the conditions that distances and numbers of solutions do not answer.
    pub(super) fn check(
        &self,
        designed: &Designed,
        effort: Effort<'_>,
    ) -> Result<Checked, Cancelled> {
        if !self.has_checks() {
            return Ok(Checked::Fits);
        }
        let Some(setup) = designed.draft.file().ok().and_then(|file| file.setup().ok()) else {
            return Ok(Checked::Undecided);
        };
        let (Setup { puzzle, start }, moves, metric) = (&setup, designed.distance, self.metric);
        let mut is_decided = true;
        let mut fails = |fits: Option<bool>| {
            is_decided &= fits.is_some();
            fits == Some(false)
        };
        if self.minimal && fails(decided(is_minimal(puzzle, start, moves, metric, effort))?) {
            return Ok(Checked::Fails(Check::Minimal));
        }
        if self.maximal && fails(self.is_maximal(designed, effort)?) {
            return Ok(Checked::Fails(Check::Maximal));
        }
        if let Some(counts) = &self.decoys {
            let decoys = decided(Decoys::find(puzzle, start, metric, effort))?.flatten();
            if fails(decoys.map(|decoys| counts.admit(&decoys))) {
                return Ok(Checked::Fails(Check::Decoys));
            }
        }
        if let Some(measured) = self.measured
            && fails(difficulty(&setup, metric, effort)?.as_ref().map(measured))
        {
            return Ok(Checked::Fails(Check::Measured));
        }
        Ok(if is_decided { Checked::Fits } else { Checked::Undecided })
    }

    /// Whether a puzzle becomes unsolvable whichever piece is added. `None` if a search exceeds the memory limit.
    fn is_maximal(
        &self,
        designed: &Designed,
        effort: Effort<'_>,
    ) -> Result<Option<bool>, Cancelled> {
        let added = |change: &Change| matches!(change, Change::Added { .. });
        match variants(&designed.draft, self.metric, added, effort) {
            Ok(variants) if variants.undecided == 0 => Ok(Some(variants.solvable.is_empty())),
            Err(VariantsError::Cancelled(cancelled)) => Err(cancelled),
            _ => Ok(None),
        }
    }

    /// The numbers of moves of the puzzles, each as the range of numbers that will do, the best first. Empty without
    /// grades.
    pub(super) fn grades(&self) -> Vec<Vec<u16>> {
        let Some(graded) = &self.graded else { return Vec::new() };
        if !self.steps.is_empty() {
            return self.steps.clone();
        }
        let (from, to) = (f64::from(*graded.start()), f64::from(*graded.end()));
        let steps = self.count.saturating_sub(1).max(1) as f64;
        let step = (to - from) / steps;
        let around = (step.abs() / 2.0).ceil() + 1.0;
        let grade = |nth: usize| {
            let target = from + step * nth as f64;
            let best = target.round();
            // Lengths within half a step of the target lie nearer to it than to its neighbours.
            let near = |length: &u16| {
                let length = f64::from(*length);
                length == best || (length - target).abs() * 2.0 < step.abs()
            };
            let (least, most) = ((best - around).max(from), (best + around).min(to));
            let mut lengths: Vec<u16> = (least as u16..=most as u16).filter(near).collect();
            lengths.sort_by(|one, other| {
                let off = |length: &u16| (f64::from(*length) - target).abs();
                off(one).total_cmp(&off(other)).then(one.cmp(other))
            });
            lengths
        };
        (0..self.count).map(grade).collect()
    }
}

/// The difficulty of a puzzle, unless it exceeds the memory limit.
fn difficulty(
    Setup { puzzle, start }: &Setup,
    metric: Metric,
    effort: Effort<'_>,
) -> Result<Option<Difficulty>, Cancelled> {
    let landscape = Landscape::explore(puzzle, start, metric, effort);
    let difficulty = landscape.and_then(|landscape| landscape.difficulty(start, effort));
    match difficulty {
        Ok(difficulty) => Ok(difficulty),
        Err(ReachableError::Cancelled(cancelled)) => Err(cancelled),
        Err(_) => Ok(None),
    }
}

impl Designed {
    /// Whether more than half of the pieces of one puzzle are also in the other, perhaps after a reflection of the board.
    pub(super) fn resembles(&self, other: &Self) -> bool {
        let identity = BoardSymmetry::without_transpositions(self.draft.size())[0];
        let cells_of_pieces = |draft: &Draft| -> Vec<Vec<Place>> {
            draft.pieces().values().map(|cells| identity.places(cells)).collect()
        };
        let (own, others) = (cells_of_pieces(&self.draft), cells_of_pieces(&other.draft));
        self.draft.size() == other.draft.size()
            && BoardSymmetry::without_transpositions(self.draft.size()).into_iter().any(
                |symmetry| {
                    let images = own.iter().map(|cells| symmetry.places(cells));
                    let common = images.filter(|image| others.contains(image));
                    2 * common.count() > own.len().max(others.len())
                },
            )
    }
}
