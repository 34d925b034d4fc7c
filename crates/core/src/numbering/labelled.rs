//! Numbering of arrangements in which some pieces look alike but are distinguishable.

use super::arrangements::Trail;
use super::subsets::Binomials;
use super::{Anchors, Arrangements, ArrangementsError, Pieces};
use crate::effort::Effort;
use crate::grid::{Board, Cell, Cells};
use smallvec::SmallVec;

/// All arrangements of some pieces, numbered `0..len` by a bijection. Kinds with the same placements look
/// alike. An arrangement is numbered by the places of all kinds that look alike, and a labelling: which of these places
/// belong to which kind.
///
/// For example, fifteen different tiles are one kind for the automaton of [`Arrangements`]. A labelling chooses the
/// places of the first kind among all, those of the second among the remaining ones, and so on. The last kind has no
/// choice.
///
/// ```
/// use huarong::puzzle::{Board, Cells};
/// use huarong_core::numbering::{Labelled, Pieces};
///
/// // Three different tiles on four cells.
/// let board = Board::new(2, 2, [])?;
/// let anywhere: Vec<Cells> = board.cells().map(Cells::of).collect();
/// let tile = Pieces { count: 1, covered: &anywhere };
/// let labelled = Labelled::new(&board, &[tile, tile, tile])?;
/// assert_eq!((labelled.len(), labelled.labellings()), (24, 6));
/// let places = labelled.unrank(17);
/// assert_eq!(labelled.rank(&places), Some(17));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Labelled {
    /// The numbering in which the first of several kinds that look alike represents all of them.
    arrangements: Arrangements,
    /// The kinds that look alike.
    shared: Vec<AlikeKinds>,
    labellings: u64,
    binomials: Binomials,
}

/// Position of an arrangement in the numbering, prepared for ranking arrangements one move away.
#[derive(Clone, Debug)]
pub struct Neighbourhood {
    trail: Trail,
    labelling: u64,
}

/// Kinds with the same placements.
#[derive(Clone, Debug)]
struct AlikeKinds {
    /// The kinds with their numbers of pieces; the first represents all of them in the automaton.
    kinds: SmallVec<[(usize, u32); 4]>,
    /// Number of their labellings: of ways to distribute the places among the kinds.
    labellings: u64,
}

impl AlikeKinds {
    fn pieces(&self) -> u32 {
        self.kinds.iter().map(|&(_, count)| count).sum()
    }

    /// The kinds that choose places, each with its number of pieces and the number of places that it chooses from.
    #[inline]
    fn choices(&self) -> impl Iterator<Item = (usize, u32, u32)> + '_ {
        let mut left = self.pieces();
        self.kinds[..self.kinds.len() - 1].iter().map(move |&(kind, count)| {
            let among = left;
            left -= count;
            (kind, count, among)
        })
    }
}

impl Labelled {
    /// Number of bytes of memory that it takes.
    pub(crate) fn bytes(&self) -> u64 {
        self.arrangements.bytes()
    }

    /// Numbers the arrangements of some pieces on a board.
    pub fn new(board: &Board, pieces: &[Pieces<'_>]) -> Result<Self, ArrangementsError> {
        Self::within(board, pieces, Effort::UNLIMITED)
    }

    /// Numbers the arrangements of some pieces on a board [within](Arrangements::within) an effort.
    pub fn within(
        board: &Board,
        pieces: &[Pieces<'_>],
        effort: Effort<'_>,
    ) -> Result<Self, ArrangementsError> {
        let binomials = Binomials::new();
        let mut alike_kinds: Vec<AlikeKinds> = Vec::new();
        for (kind, each) in pieces.iter().enumerate().filter(|(_, pieces)| pieces.count > 0) {
            let is_alike =
                |alike: &&mut AlikeKinds| pieces[alike.kinds[0].0].covered == each.covered;
            let member = (kind, u32::from(each.count));
            match alike_kinds.iter_mut().find(is_alike) {
                Some(alike) => alike.kinds.push(member),
                None => alike_kinds
                    .push(AlikeKinds { kinds: SmallVec::from_slice(&[member]), labellings: 1 }),
            }
        }
        let mut united: Vec<Pieces<'_>> =
            pieces.iter().map(|pieces| Pieces { count: 0, ..*pieces }).collect();
        let mut labellings = 1u64;
        for alike in &mut alike_kinds {
            let count = u8::try_from(alike.pieces()).map_err(|_| ArrangementsError::TooMany)?;
            united[alike.kinds[0].0].count = count;
            let choose =
                |found: u64, (_, count, among)| found.checked_mul(binomials.choose(among, count));
            let among_alike = alike.choices().try_fold(1, choose);
            alike.labellings = among_alike.ok_or(ArrangementsError::TooMany)?;
            labellings =
                labellings.checked_mul(alike.labellings).ok_or(ArrangementsError::TooMany)?;
        }
        let arrangements = Arrangements::within(board, &united, effort)?;
        arrangements.len().checked_mul(labellings).ok_or(ArrangementsError::TooMany)?;
        alike_kinds.retain(|alike| alike.kinds.len() > 1);
        Ok(Self { arrangements, shared: alike_kinds, labellings, binomials })
    }

    /// Number of arrangements.
    pub fn len(&self) -> u64 {
        self.arrangements.len() * self.labellings
    }

    /// Whether there is no arrangement.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of ways to distribute the places of an arrangement among kinds that look alike.
    pub fn labellings(&self) -> u64 {
        self.labellings
    }

    /// The groups of several kinds that look alike, each with its kinds and their numbers of pieces. Labellings of the
    /// first group are the highest digits.
    pub fn shared(&self) -> impl Iterator<Item = &[(usize, u32)]> {
        self.shared.iter().map(|alike| &alike.kinds[..])
    }

    /// The index of the arrangement with these anchors, one set of cells per kind. Kinds without pieces are ignored.
    /// `None` if there is no such arrangement.
    #[inline]
    pub fn rank(&self, anchors: &[Cells]) -> Option<u64> {
        if self.shared.is_empty() {
            return self.arrangements.rank(anchors);
        }
        let mut united = Anchors::from_slice(anchors);
        for alike in &self.shared {
            let mut all = Cells::NONE;
            for &(kind, count) in &alike.kinds {
                if anchors[kind].len() != count || all.meets(anchors[kind]) {
                    return None;
                }
                all |= std::mem::take(&mut united[kind]);
            }
            united[alike.kinds[0].0] = all;
        }
        Some(self.arrangements.rank(&united)? * self.labellings + self.labelling(anchors))
    }

    /// Number of the labelling of some pieces; the anchors must be complete.
    #[inline]
    fn labelling(&self, anchors: &[Cells]) -> u64 {
        let mut labelling = 0;
        for alike in &self.shared {
            let mut all: Cells = alike.kinds.iter().map(|&(kind, _)| anchors[kind]).collect();
            for (kind, count, among) in alike.choices() {
                let number = self.binomials.rank_within(anchors[kind], all);
                labelling = labelling * self.binomials.choose(among, count) + number;
                all -= anchors[kind];
            }
        }
        labelling
    }

    /// The arrangement with an index, and a [`Neighbourhood`] that ranks arrangements one move away faster.
    ///
    /// # Panics
    ///
    /// If `index` is not below [`len`](Self::len).
    pub fn located(&self, index: u64) -> (Anchors, Neighbourhood) {
        let (mut anchors, trail) = self.arrangements.trail(index / self.labellings);
        let labelling = index % self.labellings;
        self.label(labelling, &mut anchors);
        (anchors, Neighbourhood { trail, labelling })
    }

    /// The index of the arrangement with these anchors, which must differ from the neighbourhood's arrangement by the
    /// move of one piece.
    #[inline]
    pub fn rank_moved(
        &self,
        near: &Neighbourhood,
        after: &[Cells],
        from: Cell,
        to: Cell,
    ) -> Option<u64> {
        let arrangement = self.arrangements.rank_moved(&near.trail, from, to)?;
        if self.shared.is_empty() {
            return Some(arrangement);
        }
        // A piece that passes no other piece leaves their order, and so the labelling, unchanged.
        let between = Cells::first_of_all(from.max(to)) - Cells::first_of_all(from.min(to) + 1);
        let labelling = match after.iter().any(|anchors| anchors.meets(between)) {
            true => self.labelling(after),
            false => near.labelling,
        };
        Some(arrangement * self.labellings + labelling)
    }

    /// The anchors of the arrangement with an index, for each kind.
    ///
    /// # Panics
    ///
    /// If `index` is not below [`len`](Self::len).
    pub fn unrank(&self, index: u64) -> Anchors {
        let mut anchors = self.arrangements.unrank(index / self.labellings);
        self.label(index % self.labellings, &mut anchors);
        anchors
    }

    /// Distributes places by the number of a labelling; before the call, the first of several kinds that look
    /// alike has all their places.
    fn label(&self, mut labelling: u64, anchors: &mut Anchors) {
        for alike in self.shared.iter().rev() {
            let mut number = labelling % alike.labellings;
            labelling /= alike.labellings;
            let mut left = alike.labellings;
            let mut all = std::mem::take(&mut anchors[alike.kinds[0].0]);
            for (kind, count, among) in alike.choices() {
                left /= self.binomials.choose(among, count);
                anchors[kind] = self.binomials.unrank_within(number / left, count, all);
                number %= left;
                all -= anchors[kind];
            }
            anchors[alike.kinds[alike.kinds.len() - 1].0] = all;
        }
    }

    /// The arrangements from an index on, in index order.
    pub fn iter_from(&self, start: u64) -> impl Iterator<Item = Anchors> + '_ {
        let mut skip = start % self.labellings;
        self.arrangements.iter_from(start / self.labellings).flat_map(move |anchors| {
            let labellings = std::mem::take(&mut skip)..self.labellings;
            labellings.map(move |labelling| {
                let mut anchors = anchors.clone();
                self.label(labelling, &mut anchors);
                anchors
            })
        })
    }
}
