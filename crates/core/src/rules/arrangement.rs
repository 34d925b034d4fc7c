//! Arrangements and piece sets.

use super::doors::GONE;
use crate::grid::{Board, Cell, Cells};
use crate::numbering::Anchors;
use smallvec::SmallVec;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

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
/// [`Position`](crate::position::Position) does.
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
/// [`Space::unrank`](crate::space::Space::unrank) is legal: no piece overlaps another or a wall.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrangement {
    /// The anchors of each shape's pieces; none on boards with more than 128 cells.
    anchors: Anchors,
    /// The pieces on such a board.
    list: Option<Box<List>>,
}

/// One number for all anchors: maps of arrangements otherwise spend most of their time in the hasher, at 16 bytes per shape.
impl Hash for Arrangement {
    fn hash<H: Hasher>(&self, state: &mut H) {
        const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
        let halves = self.anchors.iter().flat_map(|anchors| {
            let bits = anchors.bits();
            [bits as u64, (bits >> 64) as u64]
        });
        state.write_u64(
            halves.fold(0, |sum: u64, half| (sum.rotate_left(23) ^ half).wrapping_mul(ODD)),
        );
        self.list.hash(state);
    }
}

/// The pieces on a board whose cells do not fit into sets.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct List {
    shapes: usize,
    /// By shape and anchor, sorted.
    pieces: Vec<(ShapeId, Cell)>,
}

impl List {
    fn of_shape(&self, shape: ShapeId) -> &[(ShapeId, Cell)] {
        let start = self.pieces.partition_point(|piece| piece.0 < shape);
        let len = self.pieces[start..].partition_point(|piece| piece.0 == shape);
        &self.pieces[start..start + len]
    }
}

impl Arrangement {
    /// The arrangement with these anchors, one set per shape.
    #[doc(hidden)]
    pub fn from_anchors(anchors: Anchors) -> Self {
        Self { anchors, list: None }
    }

    /// Bytes of memory that an arrangement takes.
    #[doc(hidden)]
    pub fn bytes(&self) -> u64 {
        let beside =
            if self.anchors.spilled() { self.anchors.capacity() * size_of::<Cells>() } else { 0 };
        (size_of::<Self>() + beside) as u64 + self.list_bytes()
    }

    fn list_bytes(&self) -> u64 {
        let list = self.list.as_ref();
        list.map_or(0, |list| size_of::<List>() + size_of_val(&list.pieces[..])) as u64
    }

    /// A board with at most 128 cells and without pieces, for a puzzle with `shapes` shapes.
    #[doc(hidden)]
    pub fn empty(shapes: usize) -> Self {
        Self::from_anchors(Anchors::from_elem(Cells::NONE, shapes))
    }

    /// A board without pieces, for a puzzle with `shapes` shapes.
    #[doc(hidden)]
    pub fn empty_on(board: &Board, shapes: usize) -> Self {
        if board.is_narrow() {
            return Self::empty(shapes);
        }
        let list = List { shapes, pieces: Vec::new() };
        Self { anchors: Anchors::new(), list: Some(Box::new(list)) }
    }

    /// The same board without pieces.
    pub(crate) fn without_pieces(&self) -> Self {
        let list = self.list.as_ref();
        let list = list.map(|list| Box::new(List { shapes: list.shapes, pieces: Vec::new() }));
        Self { list, ..Self::empty(self.anchors.len()) }
    }

    /// The anchors of the pieces of one shape.
    ///
    /// # Panics
    ///
    /// If the board has more than 128 cells. [`anchors_of`](Self::anchors_of) is for all boards.
    #[inline(always)]
    pub fn anchors(&self, shape: ShapeId) -> Cells {
        self.anchors[shape]
    }

    /// The anchors of every shape's pieces, in the order of the puzzle's shapes. None on boards with more than 128
    /// cells.
    #[inline]
    pub fn all_anchors(&self) -> &[Cells] {
        &self.anchors
    }

    /// Whether the board has more than 128 cells.
    #[doc(hidden)]
    pub fn is_wide(&self) -> bool {
        self.list.is_some()
    }

    /// The anchors of the pieces of one shape, in reading order.
    pub fn anchors_of(&self, shape: ShapeId) -> impl Iterator<Item = Cell> + Clone + '_ {
        let narrow = self.anchors.get(shape).copied().unwrap_or_default();
        let listed = self.list.as_ref().map_or(&[][..], |list| list.of_shape(shape));
        narrow.into_iter().chain(listed.iter().map(|piece| piece.1))
    }

    /// Number of pieces of one shape.
    pub fn count(&self, shape: ShapeId) -> u32 {
        match self.anchors.get(shape) {
            Some(anchors) => anchors.len(),
            None => self.list.as_ref().map_or(0, |list| list.of_shape(shape).len() as u32),
        }
    }

    /// Number of shapes of the puzzle.
    #[doc(hidden)]
    pub fn shape_count(&self) -> usize {
        self.list.as_ref().map_or(self.anchors.len(), |list| list.shapes)
    }

    /// Whether a piece of a shape has its anchor on a cell of a board with more than 128 cells.
    #[cold]
    pub(crate) fn has_listed(&self, shape: ShapeId, anchor: Cell) -> bool {
        let list = self.list.as_ref();
        list.is_some_and(|list| list.pieces.binary_search(&(shape, anchor)).is_ok())
    }

    /// The pieces by shape and anchor, in the order of shapes and then of anchors.
    pub fn pieces(&self) -> impl Iterator<Item = (ShapeId, Cell)> + '_ {
        let of_shape = |(shape, anchors): (ShapeId, &Cells)| {
            anchors.into_iter().map(move |anchor| (shape, anchor))
        };
        let listed = self.list.as_ref().map_or(&[][..], |list| &list.pieces);
        self.anchors.iter().enumerate().flat_map(of_shape).chain(listed.iter().copied())
    }

    /// Compares two arrangements of one puzzle: their anchors, shape by shape.
    #[doc(hidden)]
    pub fn compare(&self, other: &Self) -> Ordering {
        fn listed(one: &Arrangement) -> Option<&Vec<(ShapeId, Cell)>> {
            one.list.as_ref().map(|list| &list.pieces)
        }
        self.anchors.cmp(&other.anchors).then_with(|| listed(self).cmp(&listed(other)))
    }

    /// Bytes on the heap, including the overhead of the allocation.
    #[doc(hidden)]
    pub fn heap_bytes(&self) -> u64 {
        let spilled = if self.anchors.spilled() { size_of_val(&self.anchors[..]) + 16 } else { 0 };
        spilled as u64 + self.list_bytes()
    }

    /// Number of pieces of each shape.
    #[inline]
    pub fn piece_set(&self) -> PieceSet {
        match self.list {
            None => PieceSet::new(self.anchors.iter().map(|anchors| anchors.len() as u8)),
            Some(_) => PieceSet::new((0..self.shape_count()).map(|shape| self.count(shape) as u8)),
        }
    }

    #[doc(hidden)]
    pub fn set_anchors(&mut self, shape: ShapeId, anchors: Cells) {
        self.anchors[shape] = anchors;
    }

    /// Replaces all pieces on a board with more than 128 cells.
    #[doc(hidden)]
    pub fn set_listed(&mut self, pieces: impl IntoIterator<Item = (ShapeId, Cell)>) {
        if let Some(list) = &mut self.list {
            list.pieces.clear();
            list.pieces.extend(pieces);
            list.pieces.sort_unstable();
        }
    }

    #[inline]
    #[doc(hidden)]
    pub fn put(&mut self, shape: ShapeId, anchor: Cell) {
        if anchor == GONE {
            return;
        }
        match self.anchors.get_mut(shape) {
            Some(anchors) => anchors.insert(anchor),
            None => self.change_listed(shape, anchor, true),
        }
    }

    #[inline]
    #[doc(hidden)]
    pub fn take(&mut self, shape: ShapeId, anchor: Cell) {
        if anchor == GONE {
            return;
        }
        match self.anchors.get_mut(shape) {
            Some(anchors) => anchors.remove(anchor),
            None => self.change_listed(shape, anchor, false),
        }
    }

    /// Adds a piece to the list, or takes it out.
    #[cold]
    fn change_listed(&mut self, shape: ShapeId, anchor: Cell, is_added: bool) {
        let list = self.list.as_mut().expect("the shape is one of the puzzle");
        let piece = (shape, anchor);
        match list.pieces.binary_search(&piece) {
            Ok(at) if !is_added => drop(list.pieces.remove(at)),
            Err(at) if is_added => list.pieces.insert(at, piece),
            _ => {}
        }
    }
}
