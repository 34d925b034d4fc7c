//! Fillings before and after a move, as runs of consecutive numbers.
//!
//! Fillings are numbered as subsets of the free cells, in the order of binary numbers. A move leaves the lowest free
//! cells alone. So for each filling of the higher cells, the fillings of the lowest ones have consecutive numbers,
//! before the move and after it. A list of such runs depends only on places among the free cells. Many skeletons share
//! it.

use super::paths::TooMany;
use huarong_core::numbering::subsets::Binomials;
use smallvec::SmallVec;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Fillings with consecutive numbers before and after a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub before: u32,
    pub after: u32,
    pub len: u32,
}

/// A kind of move. Sets of free cells are bits by their places, before the move unless stated otherwise.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Kind {
    /// Whether a small piece moves. A larger piece changes which cells are free.
    pub is_small: bool,
    /// The cell that the small piece leaves, or the cells that the larger piece takes.
    pub from: u64,
    /// The cell that the small piece takes, or the cells that the larger piece leaves, by their places after the move.
    pub to: u64,
    /// For each path, the other cells that it needs.
    pub needs: SmallVec<[u64; 4]>,
}

/// A fast hash: nobody chooses kinds that collide.
#[derive(Default)]
struct Mixer(u64);

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks();
        words.iter().for_each(|&word| self.write_u64(u64::from_le_bytes(word)));
        rest.iter().for_each(|&byte| self.write_u64(byte.into()));
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 ^= self.0 >> 32;
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    fn finish(&self) -> u64 {
        self.0.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}

/// Number of a list.
#[derive(Clone, Copy, Debug)]
pub(super) struct ListId(u32);

/// The lists of runs that are kept.
pub(super) struct RunLists {
    binomials: Binomials,
    /// Number of free cells, and of small pieces on them.
    free: u32,
    small_pieces: u32,
    by_kind: HashMap<Kind, ListId, BuildHasherDefault<Mixer>>,
    /// For each list, the end of its runs, and its number of fillings.
    lists: Vec<(usize, u64)>,
    runs: Vec<Run>,
    most: usize,
}

impl RunLists {
    /// No lists. They will have up to `most` runs.
    pub fn new(free: u32, small_pieces: u32, most: usize) -> Self {
        let (by_kind, lists, runs) = Default::default();
        Self { binomials: Binomials::new(), free, small_pieces, by_kind, lists, runs, most }
    }

    /// Whether half of the space is used. A list takes about as much as eight runs beside its own.
    pub fn is_half_full(&self) -> bool {
        self.runs.len() + 8 * self.lists.len() > self.most / 2
    }

    /// Drops all lists.
    pub fn clear(&mut self) {
        self.by_kind.clear();
        self.lists.clear();
        self.runs.clear();
    }

    /// The runs of a list.
    pub fn runs(&self, list: ListId) -> &[Run] {
        let list = list.0 as usize;
        let start = if list == 0 { 0 } else { self.lists[list - 1].0 };
        &self.runs[start..self.lists[list].0]
    }

    /// Number of fillings that allow the move.
    pub fn fillings(&self, list: ListId) -> u64 {
        self.lists[list.0 as usize].1
    }

    /// The list of a kind of move.
    pub fn of(&mut self, kind: &Kind) -> Result<ListId, TooMany> {
        if let Some(&list) = self.by_kind.get(kind) {
            return Ok(list);
        }
        if kind.needs.len() > u64::BITS as usize {
            return Err(TooMany);
        }
        let lowest = kind.needs.iter().fold(kind.from | kind.to, |all, needs| all | needs);
        let lowest = lowest.trailing_zeros();
        let others = self.small_pieces - u32::from(kind.is_small);
        let choices = choices(kind, lowest, self.free);
        let start = self.runs.len();
        if others <= choices.first().map_or(lowest, |highest| highest.others) {
            let open = u64::MAX >> (u64::BITS as usize - kind.needs.len());
            let mut builder = Builder { lists: self, choices: &choices, lowest, start };
            builder.descend(0, Partial { others, open, numbers: [0; 2] })?;
        }
        let fillings = self.runs[start..].iter().map(|run| u64::from(run.len)).sum();
        let list = ListId(self.lists.len() as u32);
        self.lists.push((self.runs.len(), fillings));
        self.by_kind.insert(kind.clone(), list);
        Ok(list)
    }
}

/// A free cell during the construction of a list.
#[derive(Clone, Copy)]
struct Choice {
    role: Role,
    /// Its places before the move and after it.
    places: [u32; 2],
    /// The paths that need it, as bits.
    paths: u64,
    /// Number of cells up to this one where other small pieces may be.
    others: u32,
    /// The place of the small piece that moves, before the move and after it, if it is on a cell up to this one.
    moving: [Option<u32>; 2],
}

/// What can be on a free cell.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// The small piece leaves it.
    Left,
    /// The small piece takes it.
    Taken,
    /// Another small piece may be there.
    Other,
}

/// The free cells from the highest down to the lowest that a move needs, leaves or takes.
fn choices(kind: &Kind, lowest: u32, free: u32) -> SmallVec<[Choice; 32]> {
    let mut found = SmallVec::new();
    let (mut others, mut moving) = (lowest, [None; 2]);
    let mut add = |role, places: [u32; 2]| {
        match role {
            Role::Left => moving[0] = Some(places[0]),
            Role::Taken => moving[1] = Some(places[1]),
            Role::Other => others += 1,
        }
        let needed = |(path, needs): (usize, &u64)| (needs >> places[0] & 1) << path;
        let paths = kind.needs.iter().enumerate().map(needed).sum();
        found.push(Choice { role, places, paths, others, moving });
    };
    if kind.is_small {
        for place in lowest..free {
            match 1u64 << place {
                bit if bit == kind.from => add(Role::Left, [place; 2]),
                bit if bit == kind.to => add(Role::Taken, [place; 2]),
                _ => add(Role::Other, [place; 2]),
            }
        }
    } else {
        let [before, after] = [kind.from, kind.to]
            .map(|cells| (lowest..free).filter(move |place| cells >> place & 1 == 0));
        before.zip(after).for_each(|(before, after)| add(Role::Other, [before, after]));
    }
    found.reverse();
    found
}

/// The higher cells of a filling.
#[derive(Clone, Copy)]
struct Partial {
    /// Number of other pieces on lower cells.
    others: u32,
    /// The paths that are still open, as bits.
    open: u64,
    /// Sums of the ranks of the higher cells before and after the move.
    numbers: [u32; 2],
}

/// Construction of a list.
struct Builder<'l> {
    lists: &'l mut RunLists,
    /// From the highest free cell down.
    choices: &'l [Choice],
    /// Number of the lowest free cells, which the move leaves alone.
    lowest: u32,
    start: usize,
}

impl Builder<'_> {
    fn descend(&mut self, first: usize, mut at: Partial) -> Result<(), TooMany> {
        let (choices, binomials) = (self.choices, self.lists.binomials);
        for (next, choice) in (first + 1..).zip(&choices[first..]) {
            if at.others == 0 {
                let [before, after] = choice.moving.map(Option::unwrap_or_default);
                at.numbers = [at.numbers[0] + before, at.numbers[1] + after];
                break;
            }
            if choice.role == Role::Other {
                if at.others < choice.others {
                    self.descend(next, at)?;
                }
                at.open &= !choice.paths;
                if at.open == 0 {
                    return Ok(());
                }
            }
            let mut put = |side: usize| {
                let pieces = at.others + u32::from(choice.moving[side].is_some());
                at.numbers[side] += binomials.choose(choice.places[side], pieces) as u32;
            };
            match choice.role {
                Role::Left => put(0),
                Role::Taken => put(1),
                Role::Other => {
                    put(0);
                    put(1);
                    at.others -= 1;
                }
            }
        }
        self.finish(at)
    }

    /// Adds the fillings of the lowest cells.
    fn finish(&mut self, at: Partial) -> Result<(), TooMany> {
        let [before, after] = at.numbers;
        let len = self.lists.binomials.choose(self.lowest, at.others) as u32;
        if let Some(last) = self.lists.runs[self.start..].last_mut()
            && (last.before + last.len, last.after + last.len) == (before, after)
        {
            last.len += len;
            return Ok(());
        }
        if self.lists.runs.len() >= self.lists.most {
            return Err(TooMany);
        }
        self.lists.runs.push(Run { before, after, len });
        Ok(())
    }
}
