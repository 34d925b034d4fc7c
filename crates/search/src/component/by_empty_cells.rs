//! Moves of pieces by look-ups, on boards with one or two empty cells.

use super::mask::Mask;
use super::moves::Places;
use huarong_core::grid::Cell;
use huarong_core::rules::Metric;

/// The moves of the pieces of all shapes, for each set of empty cells. The moves of a piece depend on these cells and on its
/// place only.
#[derive(Debug)]
pub(super) struct ByEmptyCells {
    /// The words of each set. A shape has one for the places from which a piece can move. One for each place follows: the places
    /// that one move reaches.
    words: Box<[u64]>,
    width: usize,
}

/// Largest number of words. They are computed in less than a millisecond.
const MOST_WORDS: usize = 1 << 16;

impl ByEmptyCells {
    /// The moves of shapes, which have these places, on a board with a number of cells; `None` if they are too many.
    pub fn new<M: Mask>(shapes: &[&Places<M>], metric: Metric, cells: Cell) -> Option<Self> {
        let sizes = || shapes.iter().map(|places| places.covered.len());
        let width = sizes().map(|size| 1 + size).sum::<usize>();
        let sets = number(0, cells.into());
        let has_words = sizes().all(|size| size <= u64::BITS as usize);
        if !has_words || sets * width > MOST_WORDS {
            return None;
        }
        let mut words = Vec::with_capacity(sets * width);
        for [first, second] in
            (0..cells).flat_map(|second| (0..=second).map(move |first| [first, second]))
        {
            let empty = M::NONE.with(&M::part([first, second].into_iter()));
            for places in shapes {
                let movable = words.len();
                words.push(0);
                for from in 0..places.covered.len() {
                    let mut reached = 0;
                    places.each_move(metric, from, empty, |to| reached |= 1 << to);
                    words.push(reached);
                    words[movable] |= u64::from(reached != 0) << from;
                }
            }
        }
        Some(Self { words: words.into(), width })
    }

    /// The words of the shapes for some empty cells.
    #[inline(always)]
    pub fn of<M: Mask>(&self, mut empty: M) -> &[u64] {
        let first = empty.take_first().expect("a cell is empty");
        let second = empty.take_first().unwrap_or(first);
        &self.words[number(first, second) * self.width..][..self.width]
    }
}

/// The number of a set of two cells, or of one that is given twice.
#[inline(always)]
fn number(first: usize, second: usize) -> usize {
    second * (second + 1) / 2 + first
}
