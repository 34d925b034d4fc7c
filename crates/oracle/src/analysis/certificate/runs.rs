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
    pub needs: SmallVec<[u64; 2]>,
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
    by_kind: HashMap<Kind, ListId>,
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
    pub fn of(&mut self, kind: Kind) -> Result<ListId, TooMany> {
        if let Some(&list) = self.by_kind.get(&kind) {
            return Ok(list);
        }
        if kind.needs.len() > u64::BITS as usize {
            return Err(TooMany);
        }
        let lowest = kind.needs.iter().fold(kind.from | kind.to, |all, needs| all | needs);
        let lowest = lowest.trailing_zeros();
        let below = |places: u64| (lowest..self.free).rev().filter(move |p| places >> p & 1 == 0);
        let mut choices = Vec::new();
        if kind.is_small {
            let place = |place| match 1u64 << place {
                bit if bit == kind.from => Choice::Left(place),
                bit if bit == kind.to => Choice::Taken(place),
                _ => Choice::either(place, place, &kind.needs),
            };
            choices.extend(below(0).map(place));
        } else {
            let places = below(kind.from).zip(below(kind.to));
            choices.extend(places.map(|(b, a)| Choice::either(b, a, &kind.needs)));
        }
        let start = self.runs.len();
        let first = Partial {
            free: choices.iter().filter(|choice| matches!(choice, Choice::Either { .. })).count()
                as u32
                + lowest,
            others: self.small_pieces - u32::from(kind.is_small),
            pieces: [self.small_pieces; 2],
            open: u64::MAX >> (u64::BITS as usize - kind.needs.len()),
            numbers: [0; 2],
        };
        let mut builder = Builder { lists: self, choices: &choices, lowest, start };
        builder.descend(0, first)?;
        let fillings = self.runs[start..].iter().map(|run| u64::from(run.len)).sum();
        let list = ListId(self.lists.len() as u32);
        self.lists.push((self.runs.len(), fillings));
        self.by_kind.insert(kind, list);
        Ok(list)
    }
}

/// A free cell during the construction of a list.
enum Choice {
    /// The small piece leaves it.
    Left(u32),
    /// The small piece takes it.
    Taken(u32),
    /// Another small piece may be there: its places before and after the move, and the paths that need it, as bits.
    Either { before: u32, after: u32, paths: u64 },
}

impl Choice {
    fn either(before: u32, after: u32, needs: &[u64]) -> Self {
        let needed = |&(path, needs): &(usize, &u64)| (needs >> before & 1) << path;
        let paths = needs.iter().enumerate().map(|path| needed(&path)).sum();
        Self::Either { before, after, paths }
    }
}

/// The higher cells of a filling.
#[derive(Clone, Copy)]
struct Partial {
    /// Number of lower cells where other pieces may be.
    free: u32,
    /// Number of other pieces on lower cells.
    others: u32,
    /// Numbers of pieces on lower cells before and after the move.
    pieces: [u32; 2],
    /// The paths that are still open, as bits.
    open: u64,
    /// Sums of the ranks of the higher cells before and after the move.
    numbers: [u64; 2],
}

impl Partial {
    /// Puts a piece on a cell, before the move (0) or after it (1).
    #[inline]
    fn put(&mut self, binomials: Binomials, side: usize, place: u32) {
        self.numbers[side] += binomials.choose(place, self.pieces[side]);
        self.pieces[side] -= 1;
    }
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
    fn descend(&mut self, next: usize, mut at: Partial) -> Result<(), TooMany> {
        if at.others > at.free || at.open == 0 {
            return Ok(());
        }
        let binomials = self.lists.binomials;
        match self.choices.get(next) {
            None => return self.finish(at),
            Some(&Choice::Left(place)) => at.put(binomials, 0, place),
            Some(&Choice::Taken(place)) => at.put(binomials, 1, place),
            Some(&Choice::Either { before, after, paths }) => {
                at.free -= 1;
                self.descend(next + 1, at)?;
                if at.others == 0 {
                    return Ok(());
                }
                at.others -= 1;
                at.open &= !paths;
                at.put(binomials, 0, before);
                at.put(binomials, 1, after);
            }
        }
        self.descend(next + 1, at)
    }

    /// Adds the fillings of the lowest cells.
    fn finish(&mut self, at: Partial) -> Result<(), TooMany> {
        let [before, after] = at.numbers.map(|number| number as u32);
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
