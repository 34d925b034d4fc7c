//! Anchors that one piece can reach while all others stay.

use huarong_core::grid::{Cell, Cells, Direction};
use huarong_core::rules::{Puzzle, ShapeId};
use smallvec::{SmallVec, smallvec};

/// A unit step between two anchors of a walk, by their numbers in it.
#[derive(Clone, Copy, Debug)]
pub struct UnitStep {
    pub a: u8,
    pub b: u8,
}

/// The anchors that one piece can reach while all others stay.
pub struct Walk {
    /// The reachable anchors, in breadth-first order from the first.
    pub anchors: SmallVec<[Cell; 16]>,
    /// The unit steps between them: first those that found each anchor, then the others.
    pub steps: SmallVec<[UnitStep; 16]>,
}

impl Walk {
    /// Computes the walk of a piece over the `lifted` cells, which are free or its own. `None` if the piece cannot
    /// move, or can reach an anchor that comes first. The walk is then computed from that anchor.
    pub fn of(
        puzzle: &Puzzle,
        lifted: Cells,
        shape: ShapeId,
        anchor: Cell,
        mut comes_first: impl FnMut(Cell) -> bool,
    ) -> Option<Self> {
        let fits = |&to: &Cell| puzzle.covered(shape, to).is_within(lifted);
        let mut anchors = smallvec![anchor];
        let mut seen = Cells::of(anchor);
        let mut steps = SmallVec::new();
        let mut others: SmallVec<[UnitStep; 16]> = SmallVec::new();
        let mut at = 0;
        while at < anchors.len() {
            let here = anchors[at];
            let beside = Direction::ALL.into_iter();
            let beside = beside.filter_map(|side| puzzle.lone_step(shape, here, side));
            for to in beside.filter(fits) {
                if comes_first(to) {
                    return None;
                }
                if !seen.contains(to) {
                    seen.insert(to);
                    steps.push(UnitStep { a: at as u8, b: anchors.len() as u8 });
                    anchors.push(to);
                } else if let Some(b) = anchors[at + 1..].iter().position(|&cell| cell == to) {
                    others.push(UnitStep { a: at as u8, b: (at + 1 + b) as u8 });
                }
            }
            at += 1;
        }
        steps.append(&mut others);
        (anchors.len() > 1).then_some(Self { anchors, steps })
    }
}
