//! All positions of a component, numbered, with their unit moves.
//!
//! The moves under the straight and the finger metric are chains of unit moves of one piece. So positions and unit
//! moves are found once, and a search under these metrics follows numbers instead of moving pieces.

use super::breadth_first::fits;
use super::error::ComponentError;
use super::frontier::WIDTH_OF_MANY;
use super::key_map::KeyMap;
use super::moves::{Moves, PieceStep};
use huarong_core::effort::Effort;
use huarong_core::rules::SinglePieceMetric;
use std::ops::Range;

/// The positions of a component and their unit moves.
#[derive(Debug)]
pub(super) struct UnitMoves<const N: usize> {
    /// The positions by their numbers.
    pub positions: Vec<[u64; N]>,
    pub links: Links,
}

/// The unit moves between positions by their numbers.
#[derive(Debug, Default)]
pub(super) struct Links {
    /// Where the moves of each position end.
    ends: Vec<u32>,
    /// For each move, the position to which it leads, and the step of its piece. The moves of a piece are adjacent.
    to: Vec<u32>,
    steps: Vec<PieceStep>,
}

/// Positions whose finger moves are still to be followed, each with a piece.
type Open = Vec<(u32, u32)>;

/// Number of positions between two reports.
const BLOCK: usize = 1 << 10;

impl<const N: usize> UnitMoves<N> {
    /// Finds all positions that can be reached from a start, which gets number 0. Reports progress in positions.
    /// Returns `None` if there are too many.
    pub fn explore(
        start: [u64; N],
        moves: &Moves<'_>,
        most: usize,
        effort: Effort<'_>,
    ) -> Result<Option<Self>, ComponentError> {
        let mut found = Self { positions: vec![start], links: Links::default() };
        effort.done(1)?;
        // Moves can be undone, so the neighbours of a level are in the level before it, in the level itself, or new.
        let mut known = KeyMap::new(start, 0);
        let (mut before, mut level) = (0, 0..1);
        for depth in 0..u16::MAX {
            if level.len() >= WIDTH_OF_MANY {
                moves.expect_many();
            }
            // With room to spare, places are found sooner.
            known.clear(((level.end - before) + level.len() * 3 / 2) * 9 / 8);
            let numbered = (before as u32..).zip(&found.positions[before..]);
            for (number, &key) in numbered {
                if number.is_multiple_of(BLOCK as u32) {
                    effort.check()?;
                }
                known.insert(key, number);
            }
            for from in level.clone().step_by(BLOCK) {
                let len = found.positions.len();
                found.expand(from..level.end.min(from + BLOCK), moves, &mut known);
                effort.done((found.positions.len() - len) as u64)?;
                let has_numbers = found.links.to.len() < u32::MAX as usize / 2;
                if found.positions.len() > most || !has_numbers {
                    return Ok(None);
                }
                let bytes = found.bytes() + known.bytes();
                fits(found.positions.len() as u64, depth, bytes as u64, effort)?;
            }
            (before, level) = (level.start, level.end..found.positions.len());
            if level.is_empty() {
                return Ok(Some(found));
            }
        }
        Err(ComponentError::TooDeep)
    }

    fn expand(&mut self, range: Range<usize>, moves: &Moves<'_>, known: &mut KeyMap<N, u32>) {
        for number in range {
            let key = self.positions[number];
            moves.each_step(&key, |after, step| {
                let new = self.positions.len() as u32;
                let to = known.insert(after, new);
                if to.is_none() {
                    self.positions.push(after);
                }
                self.links.to.push(to.unwrap_or(new));
                self.links.steps.push(step);
            });
            self.links.ends.push(self.links.to.len() as u32);
        }
    }

    fn bytes(&self) -> usize {
        self.positions.capacity() * size_of::<[u64; N]>() + self.links.bytes()
    }
}

impl Links {
    pub fn bytes(&self) -> usize {
        (self.ends.capacity() + self.to.capacity()) * size_of::<u32>()
            + self.steps.capacity() * size_of::<PieceStep>()
    }

    /// The distances of all positions from the nearest of some, of which there must be one. Reports progress in
    /// positions. `held` is the number of bytes in use.
    pub fn distances(
        &self,
        from: Vec<u32>,
        metric: SinglePieceMetric,
        held: u64,
        effort: Effort<'_>,
    ) -> Result<Vec<u16>, ComponentError> {
        let len = self.ends.len();
        let each = size_of::<u16>() + size_of::<u32>() + size_of::<u64>();
        fits(len as u64, 0, held + (len * each) as u64, effort)?;
        let mut distances = vec![u16::MAX; len];
        from.iter().for_each(|&position| distances[position as usize] = 0);
        // For each position, the pieces whose finger moves were followed.
        let mut followed = vec![0; if metric == SinglePieceMetric::Finger { len } else { 0 }];
        let mut open = Open::new();
        let mut queue = from;
        queue.reserve_exact(len - queue.len());
        let mut next = 0;
        while next < queue.len() {
            let end = queue.len().min(next + BLOCK);
            effort.done((end - next) as u64)?;
            for at in next..end {
                let position = queue[at];
                let distance = distances[position as usize] + 1;
                if distance == u16::MAX {
                    return Err(ComponentError::TooDeep);
                }
                let reach = |to: u32| {
                    let known = &mut distances[to as usize];
                    if *known == u16::MAX {
                        *known = distance;
                        queue.push(to);
                    }
                };
                match metric {
                    SinglePieceMetric::Unit => {
                        self.to[self.moves(position)].iter().copied().for_each(reach)
                    }
                    SinglePieceMetric::Straight => self.each_straight(position, reach),
                    SinglePieceMetric::Finger => {
                        self.each_finger(position, &mut followed, &mut open, reach)
                    }
                }
            }
            next = end;
        }
        Ok(distances)
    }

    /// Calls `visit` once for each position that one move leads to. `followed` is zero for every position, before and
    /// after.
    pub fn each_after(
        &self,
        position: u32,
        metric: SinglePieceMetric,
        followed: &mut [u64],
        mut visit: impl FnMut(u32),
    ) {
        match metric {
            SinglePieceMetric::Unit => {
                self.to[self.moves(position)].iter().copied().for_each(visit)
            }
            SinglePieceMetric::Straight => self.each_straight(position, visit),
            SinglePieceMetric::Finger => {
                let mut reached = vec![position];
                let reach = |to| {
                    visit(to);
                    reached.push(to);
                };
                self.each_finger(position, followed, &mut Open::new(), reach);
                reached.into_iter().for_each(|position| followed[position as usize] = 0);
            }
        }
    }

    #[inline]
    fn moves(&self, position: u32) -> Range<usize> {
        let position = position as usize;
        let start = if position == 0 { 0 } else { self.ends[position - 1] };
        start as usize..self.ends[position] as usize
    }

    #[inline]
    fn each_straight(&self, position: u32, mut reach: impl FnMut(u32)) {
        for made in self.moves(position) {
            let (mut to, mut step) = (self.to[made], self.steps[made]);
            reach(to);
            while step.continues() {
                let moves = self.moves(to);
                let further = { self.steps[moves.clone()].iter() }
                    .position(|&further| further.is_after(step))
                    .expect("the piece can move on");
                (to, step) = (self.to[moves.start + further], self.steps[moves.start + further]);
                reach(to);
            }
        }
    }

    /// Calls `reach` for the results of all finger moves, except for those that were followed from other positions. A
    /// finger move leads from each of its results to all others, so they all have a distance.
    #[inline]
    fn each_finger(
        &self,
        position: u32,
        followed: &mut [u64],
        open: &mut Open,
        mut reach: impl FnMut(u32),
    ) {
        for made in self.moves(position) {
            let piece = self.steps[made].piece();
            if !mark(followed, position, piece) {
                continue;
            }
            open.push((position, piece));
            while let Some((at, piece)) = open.pop() {
                for made in self.moves(at) {
                    let (to, step) = (self.to[made], self.steps[made]);
                    if step.piece() == piece && mark(followed, to, step.piece_after()) {
                        reach(to);
                        open.push((to, step.piece_after()));
                    }
                }
            }
        }
    }
}

/// Marks a piece of a position; false if it was marked.
#[inline]
fn mark(marks: &mut [u64], position: u32, piece: u32) -> bool {
    let marks = &mut marks[position as usize];
    let is_new = *marks >> piece & 1 == 0;
    *marks |= 1 << piece;
    is_new
}
