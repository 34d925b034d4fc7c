//! The numbering: a bijection between the positions of a piece set and indices.
//!
//! A position consists of its skeleton, the placement of all pieces larger than one cell, and its filling. The filling is
//! the small pieces on the cells that the skeleton leaves empty. [`Labelled`] numbers skeletons, [`subsets`] numbers fillings,
//! and [`Space`] combines them: `skeleton * fillings + filling`. The product is exact because all skeletons of a piece
//! set leave the same number of cells empty.

use super::rules::{Arrangement, Metric, PieceMove, PieceSet, Puzzle, ShapeId};
use crate::effort::{Cancelled, Effort};
use crate::grid::{Cell, Cells};
use crate::numbering::subsets;
use crate::numbering::subsets::{Binomials, Places};
use crate::numbering::{ArrangementsError, Labelled, Pieces};
use crate::numerals::Amount;
use rayon::prelude::*;
use smallvec::SmallVec;
use std::ops::Range;
use std::sync::Arc;
use thiserror::Error;

/// Error: a space cannot be numbered.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum SpaceError {
    /// There are more positions than 64-bit indices.
    #[error("piece set {0} has more than 2^64 positions: too many to number")]
    TooLarge(String),
    /// The numbering has too many states, or the piece set too many shapes. The second text names the fault.
    #[error("piece set {0}: {1}")]
    Numbering(String, String),
    /// The numbering exceeds the memory limit.
    #[error(
        "piece set {piece_set}: the numbering of the positions needs more than {} of memory, and the limit leaves {}: \
         use a smaller board or fewer shapes, or raise the memory limit",
        Amount(*.needed),
        Amount(*.allowed)
    )]
    Memory {
        /// The piece set.
        piece_set: String,
        /// Minimum number of bytes that it needs.
        needed: u64,
        /// Memory limit in bytes.
        allowed: u64,
    },
    /// The observer cancelled the numbering.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// The board has too many cells.
    #[error(
        "the board has {0} cells; tables and searches of whole spaces are limited to {most} cells",
        most = Cells::MOST
    )]
    Cells(Cell),
    /// Pieces leave the board, so that positions have different pieces.
    #[error(
        "pieces leave this board through doors, so its positions do not all have the same pieces, and have no common \
         numbers"
    )]
    Doors,
    /// The piece set has counts for another number of shapes than the puzzle.
    #[error("the piece set has {found} counts, but the puzzle has {want} shapes")]
    ShapeCount {
        /// Counts of the piece set.
        found: usize,
        /// Shapes of the puzzle.
        want: usize,
    },
}

/// All positions of a piece set on a board, numbered `0..len` by a bijection.
///
/// ```
/// use huarong::Puzzle;
/// use huarong::search::Space;
///
/// let puzzle = Puzzle::klotski();
/// let space = Space::new(&puzzle, &puzzle.parse_piece_set("1h4v4s")?)?;
/// assert_eq!(space.len(), 65_880);
///
/// let start = puzzle.parse_position("VBBV/VBBV/VHHV/VSSV/S..S")?;
/// let index = space.rank(&start).expect("a position of this piece set");
/// assert_eq!(index, 55_580);
/// assert_eq!(space.unrank(index), start);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Space {
    puzzle: Puzzle,
    piece_set: PieceSet,
    /// The numbering of skeletons, shared with spaces that differ only in the number of small pieces.
    skeletons: Arc<Labelled>,
    /// The shapes without pieces.
    absent: SmallVec<[ShapeId; 8]>,
    /// The shape of the small pieces, if the puzzle has one, and their number in each filling.
    filling: Option<ShapeId>,
    small_pieces: u32,
    /// Number of cells that every skeleton leaves empty.
    free: u32,
    binomials: Binomials,
    fillings: u64,
}

/// The skeleton that a move of a larger piece leads to.
#[derive(Clone, Copy)]
struct Moved {
    /// Number of the skeleton before the move; before the first use, no skeleton's number.
    skeleton: u64,
    /// Number of the skeleton after the move.
    number: u64,
    /// For the places of small pieces, their places after the move.
    places: usize,
}

impl Space {
    /// Numbers the positions of a piece set.
    pub fn new(puzzle: &Puzzle, piece_set: &PieceSet) -> Result<Self, SpaceError> {
        Self::within(puzzle, piece_set, Effort::UNLIMITED)
    }

    /// Numbers the positions of a piece set within the memory limit of an effort.
    pub fn within(
        puzzle: &Puzzle,
        piece_set: &PieceSet,
        effort: Effort<'_>,
    ) -> Result<Self, SpaceError> {
        Self::with_filling(puzzle, piece_set, puzzle.filling_shape(), effort)
    }

    /// Numbers the positions of a piece set in another order: small pieces are part of skeletons, too.
    #[doc(hidden)]
    pub fn without_fillings(
        puzzle: &Puzzle,
        piece_set: &PieceSet,
        effort: Effort<'_>,
    ) -> Result<Self, SpaceError> {
        Self::with_filling(puzzle, piece_set, None, effort)
    }

    /// Numbers the positions of a piece set, where a shape, if any, has the small pieces of fillings.
    fn with_filling(
        puzzle: &Puzzle,
        piece_set: &PieceSet,
        filling: Option<ShapeId>,
        effort: Effort<'_>,
    ) -> Result<Self, SpaceError> {
        if puzzle.doors().is_some() {
            return Err(SpaceError::Doors);
        }
        let counts = piece_set.counts();
        if counts.len() != puzzle.shapes().len() {
            let (found, want) = (counts.len(), puzzle.shapes().len());
            return Err(SpaceError::ShapeCount { found, want });
        }
        if !puzzle.board().is_narrow() {
            return Err(SpaceError::Cells(puzzle.board().cell_count()));
        }
        let larger = without(filling, piece_set);
        let skeletons = arrangements(puzzle, &larger, effort);
        let skeletons = skeletons.map_err(|error| unnumbered(puzzle, piece_set, error))?;
        Self::over(puzzle, piece_set, filling, Arc::new(skeletons))
    }

    /// The space of a piece set with the same larger pieces, which shares their numbering; `None` if the larger pieces
    /// differ.
    pub fn sibling(&self, piece_set: &PieceSet) -> Option<Result<Self, SpaceError>> {
        let larger = |set| without(self.filling, set);
        (larger(piece_set) == larger(&self.piece_set))
            .then(|| Self::over(&self.puzzle, piece_set, self.filling, self.skeletons.clone()))
    }

    /// The space over given skeletons.
    fn over(
        puzzle: &Puzzle,
        piece_set: &PieceSet,
        filling: Option<ShapeId>,
        skeletons: Arc<Labelled>,
    ) -> Result<Self, SpaceError> {
        let small_pieces = filling.map_or(0, |shape| u32::from(piece_set.counts()[shape]));
        let larger = without(filling, piece_set);
        let free = u32::from(puzzle.board().cell_count()).saturating_sub(puzzle.area(&larger));
        let binomials = Binomials::new();
        let fillings = binomials.choose(free, small_pieces);
        let counts = piece_set.counts().iter().enumerate();
        let space = Self {
            puzzle: puzzle.clone(),
            piece_set: piece_set.clone(),
            skeletons,
            absent: counts.filter(|(_, count)| **count == 0).map(|(shape, _)| shape).collect(),
            filling,
            small_pieces,
            free,
            binomials,
            fillings,
        };
        // A binomial coefficient above 64 bits is saturated.
        let len = space.skeletons.len().checked_mul(fillings);
        match len.filter(|_| fillings < u64::MAX) {
            Some(_) => Ok(space),
            None => Err(SpaceError::TooLarge(puzzle.piece_set_text(piece_set))),
        }
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The piece set.
    pub fn piece_set(&self) -> &PieceSet {
        &self.piece_set
    }

    /// Number of positions, computed without enumeration.
    pub fn len(&self) -> u64 {
        self.skeletons.len() * self.fillings
    }

    /// Whether the piece set has no legal arrangement.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of bytes of memory that its numbering takes.
    #[doc(hidden)]
    pub fn bytes(&self) -> u64 {
        self.skeletons.bytes()
    }

    /// The numbering of the skeletons.
    #[doc(hidden)]
    pub fn skeletons(&self) -> &Labelled {
        &self.skeletons
    }

    /// Number of fillings of each skeleton.
    #[inline]
    #[doc(hidden)]
    pub fn filling_count(&self) -> u64 {
        self.fillings
    }

    /// Number of small pieces of each filling.
    #[doc(hidden)]
    pub fn small_count(&self) -> u32 {
        self.small_pieces
    }

    /// Number of cells that every skeleton leaves empty.
    #[doc(hidden)]
    pub fn free_cell_count(&self) -> u32 {
        self.free
    }

    /// The index of a position. `None` if it has another piece set or number of shapes, overlapping pieces, or pieces that
    /// do not fit.
    ///
    /// Positions of two puzzles whose pieces have the same anchors are equal [`Arrangement`]s.
    #[inline]
    pub fn rank(&self, position: &Arrangement) -> Option<u64> {
        Located::of(self, position).map(|found| found.index)
    }

    /// See [`Located::of`].
    #[inline]
    fn locate(&self, position: &Arrangement) -> Option<Located> {
        let anchors = position.all_anchors();
        let is_absent = |&shape: &ShapeId| anchors[shape].is_empty();
        if anchors.len() != self.piece_set.counts().len() || !self.absent.iter().all(is_absent) {
            return None;
        }
        let skeleton = self.skeletons.rank(anchors)?;
        let Some(shape) = self.filling else {
            return Some(Located { index: skeleton, skeleton, free: Cells::NONE });
        };
        let small_pieces = anchors[shape];
        if small_pieces.len() != self.small_pieces
            || !small_pieces.is_within(self.puzzle.board().open_cells())
        {
            return None;
        }
        let free = self.puzzle.free_cells(position) | small_pieces;
        // Small pieces that overlap larger pieces make the count differ.
        (free.len() == self.free).then(|| Located {
            index: self.index(skeleton, small_pieces, free),
            skeleton,
            free,
        })
    }

    /// The skeleton of a position at `at`, and its filling as bits. Bit n is set if a small piece is on the nth cell that
    /// the skeleton leaves empty.
    #[doc(hidden)]
    pub fn skeleton_and_filling(&self, at: &Located, position: &Arrangement) -> (u64, u32) {
        let small_pieces = self.filling.map_or(Cells::NONE, |shape| position.anchors(shape));
        let filling =
            small_pieces.into_iter().fold(0, |filling, cell| filling | 1 << at.free.place_of(cell));
        (at.skeleton, filling)
    }

    /// Calls `visit` for every position with an index in a range, in order, with all its moves of the finger metric.
    /// For each move, it gives the strictest metric and the index of the position after it.
    ///
    /// Handles the positions of one skeleton together, so that the target skeletons of its moves are ranked once.
    ///
    /// # Panics
    ///
    /// If the range exceeds [`len`](Self::len).
    pub fn for_each_with_neighbours(
        &self,
        range: Range<u64>,
        mut visit: impl FnMut(u64, &Arrangement, &[(Metric, u64)]),
    ) {
        assert!(range.end <= self.len(), "{range:?} in a space of {} positions", self.len());
        let cells = self.puzzle.board().open_cells().len() as usize;
        // By the places of the piece before and after the move.
        let mut moved = vec![Moved { skeleton: u64::MAX, number: 0, places: 0 }; cells * cells];
        let mut places = Vec::new();
        let mut neighbours = Vec::new();
        let mut index = range.start;
        while index < range.end {
            let skeleton = index / self.fillings;
            let (anchors, near) = self.skeletons.located(skeleton);
            let mut after = Arrangement::from_anchors(anchors);
            let mut position = after.clone();
            let free = self.puzzle.free_cells(&position);
            places.clear();
            places.push(Places::of(free));
            let first =
                self.binomials.unrank_within(index % self.fillings, self.small_pieces, free);
            let mut filling = Some(first);
            while let Some(small_pieces) = filling.filter(|_| index < range.end) {
                filling = subsets::next_within(small_pieces, free);
                if let Some(shape) = self.filling {
                    position.set_anchors(shape, small_pieces);
                }
                neighbours.clear();
                self.puzzle.for_each_narrow_move(Metric::Finger, &position, |made| {
                    let (shape, from, to) = (made.shape, made.from, made.to);
                    let (number, small_pieces, places) = if Some(shape) == self.filling {
                        (skeleton, (small_pieces - Cells::of(from)) | Cells::of(to), &places[0])
                    } else {
                        let moved = &mut moved[usize::from(from) * cells + usize::from(to)];
                        if moved.skeleton != skeleton {
                            made.apply_to(&mut after);
                            let anchors = after.all_anchors();
                            let found = self.skeletons.rank_moved(&near, anchors, from, to);
                            let number = found.expect("a moved piece keeps the set");
                            made.undo_on(&mut after);
                            *moved = Moved { skeleton, number, places: places.len() };
                            let [left, taken] =
                                [from, to].map(|cell| self.puzzle.covered(shape, cell));
                            places.push(Places::of((free | left) - taken));
                        }
                        (moved.number, small_pieces, &places[moved.places])
                    };
                    let filling = self.binomials.rank_by_places(small_pieces, places);
                    neighbours.push((made.metric, number * self.fillings + filling));
                });
                visit(index, &position, &neighbours);
                index += 1;
            }
        }
    }

    /// Calls `visit` with the index of every position that is one move under a metric away from the position with an
    /// index, each once.
    ///
    /// # Panics
    ///
    /// If `index` is not below [`len`](Self::len).
    #[inline]
    #[doc(hidden)]
    pub fn for_each_neighbour_under(&self, metric: Metric, index: u64, mut visit: impl FnMut(u64)) {
        let (skeleton, filling) = (index / self.fillings, index % self.fillings);
        let (anchors, near) = self.skeletons.located(skeleton);
        let mut position = Arrangement::from_anchors(anchors);
        let free = self.puzzle.free_cells(&position);
        if let Some(shape) = self.filling {
            let small_pieces = self.binomials.unrank_within(filling, self.small_pieces, free);
            position.set_anchors(shape, small_pieces);
        }
        let mut after = position.clone();
        if metric == Metric::Multi {
            let mut found: SmallVec<[u64; 32]> = SmallVec::new();
            self.puzzle.for_each_line(&position, &mut |shifts| {
                shifts.iter().for_each(|shift| shift.apply_to(&mut after));
                found.push(self.rank(&after).expect("a move keeps the piece set"));
                shifts.iter().rev().for_each(|shift| shift.undo_on(&mut after));
            });
            // Several lines can lead to the same position.
            found.sort_unstable();
            found.dedup();
            return found.into_iter().for_each(visit);
        }
        self.puzzle.for_each_narrow_move(metric, &position, |made| {
            made.apply_to(&mut after);
            if Some(made.shape) == self.filling {
                visit(self.index(skeleton, after.anchors(made.shape), free));
            } else {
                let anchors = after.all_anchors();
                let moved = self.skeletons.rank_moved(&near, anchors, made.from, made.to);
                let moved = moved.expect("a moved piece keeps the set");
                visit(match self.filling {
                    None => moved,
                    Some(shape) => {
                        let left = self.puzzle.covered(made.shape, made.from);
                        let taken = self.puzzle.covered(made.shape, made.to);
                        self.index(moved, after.anchors(shape), (free | left) - taken)
                    }
                });
            }
            made.undo_on(&mut after);
        });
    }

    #[inline]
    fn index(&self, skeleton: u64, small_pieces: Cells, free: Cells) -> u64 {
        skeleton * self.fillings + self.binomials.rank_within(small_pieces, free)
    }

    /// The position with an index.
    ///
    /// # Panics
    ///
    /// If `index` is not below [`len`](Self::len).
    pub fn unrank(&self, index: u64) -> Arrangement {
        assert!(index < self.len(), "index {index} in a space of {} positions", self.len());
        let mut position = Arrangement::from_anchors(self.skeletons.unrank(index / self.fillings));
        if let Some(shape) = self.filling {
            let free = self.puzzle.free_cells(&position);
            let filling =
                self.binomials.unrank_within(index % self.fillings, self.small_pieces, free);
            position.set_anchors(shape, filling);
        }
        position
    }

    /// The positions from index `start` on, in index order.
    pub fn iter_from(&self, start: u64) -> impl Iterator<Item = Arrangement> + '_ {
        let mut skeletons = skeletons_from(&self.skeletons, start / self.fillings.max(1));
        let mut skip = start % self.fillings.max(1);
        std::iter::from_fn(move || {
            let skeleton = (self.fillings > 0).then(|| skeletons.next()).flatten()?;
            let free = self.puzzle.free_cells(&skeleton);
            let mut filling = Some(self.binomials.unrank_within(
                std::mem::take(&mut skip),
                self.small_pieces,
                free,
            ));
            Some(std::iter::from_fn(move || {
                let small_pieces = filling?;
                filling = subsets::next_within(small_pieces, free);
                let mut position = skeleton.clone();
                if let Some(shape) = self.filling {
                    position.set_anchors(shape, small_pieces);
                }
                Some(position)
            }))
        })
        .flatten()
    }

    /// All positions in index order.
    pub fn iter(&self) -> impl Iterator<Item = Arrangement> + '_ {
        self.iter_from(0)
    }

    /// All positions with their indices, distributed over the threads of the current rayon pool.
    pub fn par_iter(&self) -> impl ParallelIterator<Item = (u64, Arrangement)> + '_ {
        (0..self.len().div_ceil(POSITIONS_PER_CHUNK)).into_par_iter().flat_map_iter(move |chunk| {
            let start = chunk * POSITIONS_PER_CHUNK;
            (start..self.len().min(start + POSITIONS_PER_CHUNK)).zip(self.iter_from(start))
        })
    }
}

/// The location of a position in the numbering of a [`Space`].
#[derive(Clone, Copy, Debug)]
pub struct Located {
    /// Its index.
    pub index: u64,
    skeleton: u64,
    /// The cells that the skeleton leaves empty.
    free: Cells,
}

impl Located {
    /// The location of a position in the numbering of a space; `None` where [`Space::rank`] has no index.
    #[inline]
    pub fn of(space: &Space, position: &Arrangement) -> Option<Self> {
        space.locate(position)
    }

    /// The index of the position `after`, reached from this one by a move of a piece of `shape`.
    ///
    /// # Panics
    ///
    /// If `after` has another piece set.
    #[inline]
    pub fn rank_after(&self, space: &Space, shape: ShapeId, after: &Arrangement) -> u64 {
        if Some(shape) == space.filling {
            // The move of a small piece keeps the skeleton.
            return space.index(self.skeleton, after.anchors(shape), self.free);
        }
        space.rank(after).expect("a move keeps the piece set")
    }

    /// Calls `visit` for every move of the finger metric from this position, with the index of the position after it,
    /// in the order of [`Puzzle::for_each_move`].
    ///
    /// # Panics
    ///
    /// If `position` is not at this location.
    #[inline]
    pub fn for_each_neighbour(
        &self,
        space: &Space,
        position: &Arrangement,
        mut visit: impl FnMut(PieceMove, u64),
    ) {
        let mut after = position.clone();
        space.puzzle.for_each_narrow_move(Metric::Finger, position, |made| {
            made.apply_to(&mut after);
            let index = self.rank_after(space, made.shape, &after);
            made.undo_on(&mut after);
            visit(made, index);
        });
    }
}

/// A thread enumerates a chunk at a time.
const POSITIONS_PER_CHUNK: u64 = 1 << 14;

/// A piece set without the small pieces that fill skeletons.
pub fn larger_pieces(puzzle: &Puzzle, set: &PieceSet) -> PieceSet {
    without(puzzle.filling_shape(), set)
}

/// A piece set without the pieces of a shape, if there is one.
fn without(shape: Option<ShapeId>, set: &PieceSet) -> PieceSet {
    shape.map_or_else(|| set.clone(), |shape| set.with_count(shape, 0))
}

/// Numbers the arrangements of all pieces of a set.
fn arrangements(
    puzzle: &Puzzle,
    set: &PieceSet,
    effort: Effort<'_>,
) -> Result<Labelled, ArrangementsError> {
    let placements = puzzle.placements().iter().zip(set.counts());
    let pieces: Vec<Pieces<'_>> =
        placements.map(|(covered, &count)| Pieces { count, covered }).collect();
    Labelled::within(puzzle.board(), &pieces, effort)
}

/// The error for a piece set whose positions cannot be numbered.
fn unnumbered(puzzle: &Puzzle, set: &PieceSet, error: ArrangementsError) -> SpaceError {
    let text = puzzle.piece_set_text(set);
    match error {
        ArrangementsError::TooMany => SpaceError::TooLarge(text),
        ArrangementsError::Cancelled(cancelled) => cancelled.into(),
        ArrangementsError::Memory { needed, allowed } => {
            SpaceError::Memory { piece_set: text, needed, allowed }
        }
        ArrangementsError::Kinds(_) | ArrangementsError::Nodes => {
            SpaceError::Numbering(text, error.to_string())
        }
    }
}

/// The arrangements from an index on, as positions of the larger pieces only.
pub fn skeletons_from(
    arrangements: &Labelled,
    start: u64,
) -> impl Iterator<Item = Arrangement> + '_ {
    arrangements.iter_from(start).map(Arrangement::from_anchors)
}
