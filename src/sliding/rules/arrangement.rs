//! Arrangements and piece sets.

use crate::grid::{Cell, Cells};
use crate::numbering::Anchors;
use smallvec::SmallVec;

/// Number of a shape in the puzzle's list of shapes.
pub type ShapeId = usize;

/// Number of pieces of each shape, in the order of the puzzle's shapes.
///
/// ```
/// use huarong::Puzzle;
/// use huarong::puzzle::klotski::SMALL;
/// use huarong::PieceSet;
///
/// let puzzle = Puzzle::klotski();
/// let set = PieceSet::new([1, 1, 4, 4]);
/// assert_eq!(puzzle.piece_set_text(&set), "1h4v4s");
/// assert_eq!(puzzle.parse_piece_set("4v1h")?, set.with_count(SMALL, 0));
/// # Ok::<_, huarong::puzzle::PieceSetError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PieceSet(SmallVec<[u8; 8]>);

impl PieceSet {
    /// A piece set from the number of pieces of each shape.
    pub fn new(counts: impl IntoIterator<Item = u8>) -> Self {
        Self(counts.into_iter().collect())
    }

    /// Number of pieces of each shape.
    pub fn counts(&self) -> &[u8] {
        &self.0
    }

    /// The same set with another number of pieces of one shape.
    pub fn with_count(&self, shape: ShapeId, count: u8) -> Self {
        let mut counts = self.0.clone();
        counts[shape] = count;
        Self(counts)
    }
}

impl AsRef<[u8]> for PieceSet {
    fn as_ref(&self) -> &[u8] {
        self.counts()
    }
}

/// An arrangement of pieces: for each shape, the anchors of its pieces. It does not refer to its puzzle;
/// [`Position`](crate::Position) does.
///
/// ```
/// use huarong::Puzzle;
/// use huarong::puzzle::klotski::{BIG, VERTICAL};
///
/// let position = Puzzle::klotski().parse_position("VBBV/VBBV/VHHV/VSSV/S..S")?;
/// assert_eq!(position.anchors(BIG).into_iter().collect::<Vec<_>>(), [1]);
/// assert_eq!(position.anchors(VERTICAL).len(), 4);
/// assert_eq!(position.pieces().count(), 10);
/// # Ok::<_, huarong::puzzle::PositionError>(())
/// ```
///
/// Pieces of one shape are interchangeable, so two arrangements are equal if and only if they look the same. An
/// arrangement from [`Puzzle::parse_position`](super::Puzzle::parse_position) or from
/// [`Space::unrank`](crate::sliding::space::Space::unrank) is legal: no piece overlaps another or a wall.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Arrangement(Anchors);

impl Arrangement {
    /// The arrangement with these anchors, one set per shape.
    pub(crate) fn from_anchors(anchors: Anchors) -> Self {
        Self(anchors)
    }

    /// Bytes of memory that an arrangement takes.
    pub(crate) fn bytes(&self) -> u64 {
        let beside = if self.0.spilled() { self.0.capacity() * size_of::<Cells>() } else { 0 };
        (size_of::<Self>() + beside) as u64
    }

    /// A board without pieces, for a puzzle with `shapes` shapes.
    pub(crate) fn empty(shapes: usize) -> Self {
        Self(Anchors::from_elem(Cells::NONE, shapes))
    }

    /// The anchors of the pieces of one shape.
    #[inline(always)]
    pub fn anchors(&self, shape: ShapeId) -> Cells {
        self.0[shape]
    }

    /// The anchors of every shape's pieces, in the order of the puzzle's shapes.
    pub fn all_anchors(&self) -> &[Cells] {
        &self.0
    }

    /// The pieces by shape and anchor, in the order of shapes and then of anchors.
    pub fn pieces(&self) -> impl Iterator<Item = (ShapeId, Cell)> + '_ {
        let of_shape = |(shape, anchors): (ShapeId, &Cells)| {
            anchors.into_iter().map(move |anchor| (shape, anchor))
        };
        self.0.iter().enumerate().flat_map(of_shape)
    }

    /// Bytes on the heap, including the overhead of the allocation.
    pub(crate) fn heap_bytes(&self) -> u64 {
        let spilled = if self.0.spilled() { size_of_val(&self.0[..]) + 16 } else { 0 };
        spilled as u64
    }

    /// Number of pieces of each shape.
    pub fn piece_set(&self) -> PieceSet {
        PieceSet::new(self.0.iter().map(|anchors| anchors.len() as u8))
    }

    pub(crate) fn set_anchors(&mut self, shape: ShapeId, anchors: Cells) {
        self.0[shape] = anchors;
    }

    pub(crate) fn put(&mut self, shape: ShapeId, anchor: Cell) {
        self.0[shape].insert(anchor);
    }

    pub(crate) fn take(&mut self, shape: ShapeId, anchor: Cell) {
        self.0[shape].remove(anchor);
    }
}
