//! All positions of a component, numbered, with their unit moves.
//!
//! The moves under the other metrics are chains of unit moves of one piece. So positions and unit moves are found once,
//! and a search under any metric follows numbers instead of moving pieces. Neighbours have similar numbers, so chains are
//! followed in the order of the numbers: what they need is in the cache then. A search from other positions needs them in
//! another order, so it gets lists.

use super::error::ComponentError;
use super::growth::fits;
use super::moves::{Moves, UnitStep};
use super::numbered::Numbered;
use crate::effort::Effort;
use crate::sliding::rules::Metric;
use std::ops::Range;

/// The positions of a component and their unit moves.
#[derive(Debug)]
pub(super) struct UnitMoves<const N: usize> {
    positions: Vec<[u64; N]>,
    links: Links,
}

/// The unit moves between positions by their numbers.
#[derive(Debug, Default)]
pub(super) struct Links {
    to: Lists,
    /// The step of the piece of each move. The moves of a piece are adjacent.
    steps: Vec<UnitStep>,
}

/// A list of positions for each position.
#[derive(Debug, Default)]
struct Lists {
    ends: Vec<u32>,
    all: Vec<u32>,
}

/// The rooms of pieces: positions that the steps of one piece connect, so that each is one finger move from the others.
struct Rooms {
    /// The room of each unit move, by the place of its length.
    of: Vec<u32>,
    /// The rooms one after another, each as the number of its positions and the positions.
    all: Vec<u32>,
}

/// Number of positions between two reports.
const BLOCK: usize = 1 << 12;

/// Marks a move whose room is not known.
const NO_ROOM: u32 = u32::MAX;

/// More bytes than any limit, for lists that cannot be numbered.
const TOO_MUCH: u64 = u64::MAX / 2;

impl<const N: usize> UnitMoves<N> {
    /// Finds all positions that can be reached from a start, which gets number 0. Reports progress in positions. Returns
    /// `None` if there are too many.
    pub fn explore(
        start: [u64; N],
        moves: &Moves<'_>,
        most: usize,
        effort: Effort<'_>,
    ) -> Result<Option<Self>, ComponentError> {
        let mut found = Self { positions: vec![start], links: Links::default() };
        effort.done(1)?;
        // Moves can be undone, so the neighbours of a level are in the level before it, in the level itself, or new.
        let mut known = Numbered::new();
        let (mut before, mut level) = (0, 0..1);
        for depth in 0..u16::MAX {
            known.clear((level.end - before) + level.len() * 3 / 2);
            for (number, &key) in (before as u32..).zip(&found.positions[before..]) {
                known.insert(key, number);
            }
            for from in level.clone().step_by(BLOCK) {
                let len = found.positions.len();
                found.expand(from..level.end.min(from + BLOCK), moves, &mut known);
                effort.done((found.positions.len() - len) as u64)?;
                if found.positions.len() > most || !found.links.to.has_room() {
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

    /// Finds the moves of some positions.
    fn expand(&mut self, range: Range<usize>, moves: &Moves<'_>, known: &mut Numbered<N>) {
        for number in range {
            let key = self.positions[number];
            moves.each_step(&key, |after, step| {
                let new = self.positions.len() as u32;
                let to = known.insert(after, new);
                if to == new {
                    self.positions.push(after);
                }
                self.links.to.all.push(to);
                self.links.steps.push(step);
            });
            self.links.to.end();
        }
    }

    /// The positions by their numbers.
    pub fn positions(&self) -> &[[u64; N]] {
        &self.positions
    }

    /// The positions and their unit moves.
    pub fn into_parts(self) -> (Vec<[u64; N]>, Links) {
        (self.positions, self.links)
    }

    fn bytes(&self) -> usize {
        self.positions.capacity() * size_of::<[u64; N]>() + self.links.bytes()
    }
}

impl Links {
    pub fn bytes(&self) -> usize {
        self.to.bytes() + self.steps.capacity() * size_of::<UnitStep>()
    }

    /// The distances of all positions from the nearest of some, of which there must be one. Reports progress in positions.
    /// `held` is the number of bytes in use.
    pub fn distances(
        &self,
        from: Vec<u32>,
        metric: Metric,
        held: u64,
        effort: Effort<'_>,
    ) -> Result<Vec<u16>, ComponentError> {
        let len = self.to.ends.len();
        let held = held + (len * (size_of::<u16>() + size_of::<u32>())) as u64;
        fits(len as u64, 0, held, effort)?;
        match metric {
            Metric::Unit => search(len, from, effort, |at, wave| self.to.reach_all(at, wave)),
            Metric::Straight => {
                let to = self.straight_moves(held, effort)?;
                search(len, from, effort, |at, wave| to.reach_all(at, wave))
            }
            Metric::Finger => {
                let rooms = self.rooms(held, effort)?;
                let mut seen = vec![0_u64; rooms.all.len() / 64 + 1];
                search(len, from, effort, |at, wave| {
                    for &room in &rooms.of[self.to.range(at)] {
                        let room = room as usize;
                        let (seen, bit) = (&mut seen[room / 64], 1 << (room % 64));
                        if *seen & bit == 0 {
                            *seen |= bit;
                            let count = rooms.all[room] as usize;
                            rooms.all[room + 1..][..count].iter().for_each(|&to| wave.reach(to));
                        }
                    }
                })
            }
        }
    }

    /// The results of the straight moves of each position.
    fn straight_moves(&self, held: u64, effort: Effort<'_>) -> Result<Lists, ComponentError> {
        let mut lists = Lists::default();
        for at in 0..self.to.ends.len() as u32 {
            for made in self.to.range(at) {
                let (mut to, mut step) = (self.to.all[made], self.steps[made]);
                lists.all.push(to);
                while step.continues() {
                    let further = { self.to.range(to) }
                        .find(|&further| self.steps[further].is_after(step))
                        .expect("the piece can move on");
                    (to, step) = (self.to.all[further], self.steps[further]);
                    lists.all.push(to);
                }
            }
            lists.end();
            if (at as usize).is_multiple_of(BLOCK) {
                effort.check()?;
                let bytes = if lists.has_room() { lists.bytes() as u64 + held } else { TOO_MUCH };
                fits(self.to.ends.len() as u64, 0, bytes, effort)?;
            }
        }
        Ok(lists)
    }

    /// The rooms of the pieces of all positions.
    fn rooms(&self, held: u64, effort: Effort<'_>) -> Result<Rooms, ComponentError> {
        let mut rooms = Rooms { of: vec![NO_ROOM; self.to.all.len()], all: Vec::new() };
        let held = held + (rooms.of.len() * size_of::<u32>()) as u64;
        let mut open = Vec::new();
        for first in 0..self.to.ends.len() as u32 {
            for made in self.to.range(first) {
                if rooms.of[made] != NO_ROOM {
                    continue;
                }
                let room = rooms.all.len();
                rooms.all.push(0);
                self.enter(&mut rooms, room, (first, self.steps[made].piece()), &mut open);
                while let Some((at, piece)) = open.pop() {
                    for made in self.to.range(at).filter(|&made| self.steps[made].piece() == piece)
                    {
                        let next = (self.to.all[made], self.steps[made].piece_after());
                        self.enter(&mut rooms, room, next, &mut open);
                    }
                }
                rooms.all[room] = (rooms.all.len() - room - 1) as u32;
            }
            if (first as usize).is_multiple_of(BLOCK) {
                effort.check()?;
                let bytes = rooms.all.capacity() * size_of::<u32>();
                fits(self.to.ends.len() as u64, 0, bytes as u64 + held, effort)?;
            }
        }
        Ok(rooms)
    }

    /// Adds a position to the room of a piece if it is new there. `open` gets the pieces whose moves are to be followed.
    #[inline]
    fn enter(
        &self,
        rooms: &mut Rooms,
        room: usize,
        (at, piece): (u32, u32),
        open: &mut Vec<(u32, u32)>,
    ) {
        for made in self.to.range(at).filter(|&made| self.steps[made].piece() == piece) {
            if rooms.of[made] != NO_ROOM {
                return;
            }
            rooms.of[made] = room as u32;
        }
        rooms.all.push(at);
        open.push((at, piece));
    }
}

impl Lists {
    /// Ends the list of the next position.
    #[inline]
    fn end(&mut self) {
        self.ends.push(self.all.len() as u32);
    }

    /// Whether the lists of some thousand positions more can be numbered.
    fn has_room(&self) -> bool {
        self.all.len() < u32::MAX as usize / 2
    }

    /// The places of the list of a position.
    #[inline]
    fn range(&self, position: u32) -> Range<usize> {
        let position = position as usize;
        let start = if position == 0 { 0 } else { self.ends[position - 1] };
        start as usize..self.ends[position] as usize
    }

    #[inline]
    fn reach_all(&self, position: u32, wave: &mut Wave) {
        self.all[self.range(position)].iter().for_each(|&to| wave.reach(to));
    }

    fn bytes(&self) -> usize {
        (self.ends.capacity() + self.all.capacity()) * size_of::<u32>()
    }
}

/// A breadth-first search by numbers.
struct Wave {
    distances: Vec<u16>,
    queue: Vec<u32>,
    /// The distance of newly reached positions.
    next: u16,
}

impl Wave {
    /// Gives a distance to a position that has none.
    #[inline(always)]
    fn reach(&mut self, to: u32) {
        let known = &mut self.distances[to as usize];
        if *known == u16::MAX {
            *known = self.next;
            self.queue.push(to);
        }
    }
}

/// The distances of `len` positions from some. `each` reaches the neighbours of a position.
fn search(
    len: usize,
    from: Vec<u32>,
    effort: Effort<'_>,
    mut each: impl FnMut(u32, &mut Wave),
) -> Result<Vec<u16>, ComponentError> {
    let mut wave = Wave { distances: vec![u16::MAX; len], queue: Vec::with_capacity(len), next: 0 };
    from.into_iter().for_each(|position| wave.reach(position));
    let mut done = 0;
    while done < wave.queue.len() {
        let end = wave.queue.len().min(done + BLOCK);
        effort.done((end - done) as u64)?;
        for at in done..end {
            let position = wave.queue[at];
            wave.next = wave.distances[position as usize] + 1;
            if wave.next == u16::MAX {
                return Err(ComponentError::TooDeep);
            }
            each(position, &mut wave);
        }
        done = end;
    }
    Ok(wave.distances)
}
