//! The component of one position: what can be reached from it, breadth first, without a number for every position of
//! the space.

use crate::effort::{Effort, Stopped};
use crate::grid::{Cell, Cells, Direction};
use crate::sliding::rules::{Metric, Move, Position, Puzzle, ShapeId};
use hashbrown::HashTable;
use rayon::prelude::*;
use std::ops::Range;
use thiserror::Error;

/// What can be reached from a position, and in how many moves.
///
/// Each position is kept as a word of a few bits a piece: most puzzles need 64, and 16 bytes a position in all.
///
/// ```
/// use huarong::effort::Effort;
/// use huarong::sliding::klotski;
/// use huarong::sliding::rules::Metric;
/// use huarong::sliding::search::{Component, Until};
///
/// let puzzle = klotski::puzzle();
/// let start = puzzle.parse_position("VBBV/VBBV/VHHV/VSSV/S..S")?;
/// let whole = Component::explore(&puzzle, &start, Metric::Finger, Until::All, Effort::UNLIMITED)?;
/// assert_eq!(whole.len(), 25_955);
///
/// let until = Until::Won;
/// let solved = Component::explore(&puzzle, &start, Metric::Finger, until, Effort::UNLIMITED)?;
/// let end = solved.found().expect("the start can be solved");
/// assert_eq!(solved.distance(end), Some(81));
/// assert_eq!(solved.way_to(end).map(|moves| moves.len()), Some(81));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Component<'p> {
    puzzle: &'p Puzzle,
    metric: Metric,
    layout: Layout,
    reached: Words,
    found: Option<Position>,
}

/// Where a search from one position ends.
#[derive(Clone, Copy, Debug)]
pub enum Until<'a> {
    /// Where everything is reached.
    All,
    /// At the nearest position that is won.
    Won,
    /// At a position.
    At(&'a Position),
}

/// Why a component was not explored to where it should have been.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum ComponentError {
    /// The watcher asked to stop.
    #[error("the search was stopped before its end")]
    Stopped(#[from] Stopped),
    /// More memory than the search may use.
    #[error(
        "{reached} positions reached in {moves} moves, and the next do not fit into {} MB of memory",
        .allowed / 1_000_000
    )]
    Memory {
        /// Positions reached so far.
        reached: u64,
        /// Moves in which they are all reached.
        moves: u16,
        /// Bytes that it may use.
        allowed: u64,
    },
    /// More pieces on more cells than a word describes.
    #[error("a position of this puzzle takes {bits} bits, and at most {} can be kept", 64 * MOST_WORDS)]
    TooManyPieces {
        /// Bits that a position takes.
        bits: usize,
    },
    /// A position further away than can be counted.
    #[error("the search went past {} moves", u16::MAX - 1)]
    TooDeep,
}

impl<'p> Component<'p> {
    /// Searches from a position. The effort is told of the positions reached.
    pub fn explore(
        puzzle: &'p Puzzle,
        start: &Position,
        metric: Metric,
        until: Until<'_>,
        effort: Effort<'_>,
    ) -> Result<Self, ComponentError> {
        let layout = Layout::new(puzzle, start);
        let (reached, found) = match layout.words {
            0..=1 => search::<1>(puzzle, &layout, start, metric, until, effort, Words::One)?,
            2 => search::<2>(puzzle, &layout, start, metric, until, effort, Words::Two)?,
            3..=4 => search::<4>(puzzle, &layout, start, metric, until, effort, Words::Four)?,
            5..=MOST_WORDS => {
                search::<MOST_WORDS>(puzzle, &layout, start, metric, until, effort, Words::Eight)?
            }
            words => return Err(ComponentError::TooManyPieces { bits: 64 * words }),
        };
        Ok(Self { puzzle, metric, layout, reached, found })
    }

    /// How many positions were reached, the first one included.
    pub fn len(&self) -> u64 {
        self.levels().iter().sum()
    }

    /// Never: the first position is reached.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many positions were reached in 0, 1, 2 … moves.
    pub fn levels(&self) -> Vec<u64> {
        match &self.reached {
            Words::One(reached) => reached.levels(),
            Words::Two(reached) => reached.levels(),
            Words::Four(reached) => reached.levels(),
            Words::Eight(reached) => reached.levels(),
        }
    }

    /// The position at which the search ended, if there is one.
    pub fn found(&self) -> Option<&Position> {
        self.found.as_ref()
    }

    /// In how many moves a position was reached, if it was.
    pub fn distance(&self, position: &Position) -> Option<u16> {
        if !self.layout.holds(position) {
            return None;
        }
        match &self.reached {
            Words::One(reached) => reached.level_of(self.layout.key(position)),
            Words::Two(reached) => reached.level_of(self.layout.key(position)),
            Words::Four(reached) => reached.level_of(self.layout.key(position)),
            Words::Eight(reached) => reached.level_of(self.layout.key(position)),
        }
    }

    /// A shortest way from the first position to one that was reached.
    pub fn way_to(&self, position: &Position) -> Option<Vec<Move>> {
        let distance = self.distance(position)?;
        let mut moves = Vec::with_capacity(distance.into());
        let mut at = position.clone();
        for nearer in (0..distance).rev() {
            let mut back = self.puzzle.moves(&at, self.metric).into_iter();
            let back = back.find(|made| self.distance(&made.apply(&at)) == Some(nearer));
            let back = back.expect("what was reached was reached from somewhere");
            at = back.apply(&at);
            moves.push(Move { from: back.to, to: back.from, ..back });
        }
        moves.reverse();
        Some(moves)
    }
}

/// Most 64-bit words of a position.
const MOST_WORDS: usize = 8;

/// What was reached, by how many words a position takes.
#[derive(Debug)]
enum Words {
    One(Reached<1>),
    Two(Reached<2>),
    Four(Reached<4>),
    Eight(Reached<8>),
}

/// How a position is written into words: for each shape the places of its pieces, or a bit for each place.
#[derive(Debug)]
struct Layout {
    fields: Vec<Field>,
    words: usize,
}

/// Where the pieces of one shape are written.
#[derive(Debug)]
struct Field {
    count: u32,
    /// The anchors that the pieces can ever reach, and for each cell its number among them.
    places: Vec<Cell>,
    numbers: Box<[u8]>,
    /// First bits of what is written, each with the number of its bits: a place for each piece, or, where `by_place`,
    /// parts of a word with a bit for each place.
    parts: Vec<(usize, u32)>,
    by_place: bool,
}

impl Layout {
    fn new(puzzle: &Puzzle, start: &Position) -> Self {
        let mut at = 0;
        let mut part = |bits: u32| {
            // No part lies in two words.
            if at % 64 + bits as usize > 64 {
                at = at.next_multiple_of(64);
            }
            at += bits as usize;
            (at - bits as usize, bits)
        };
        let mut fields = Vec::new();
        for shape in 0..puzzle.shapes().len() {
            let anchors = start.anchors(shape);
            let places: Vec<Cell> = places(puzzle, shape, anchors).into_iter().collect();
            let (count, all) = (anchors.len(), places.len() as u32);
            // A piece with one place only takes no bits.
            let each = u32::BITS - all.saturating_sub(1).leading_zeros();
            let by_place = count * each > all;
            let parts: Vec<(usize, u32)> = match by_place {
                true => (0..all).step_by(64).map(|from| part((all - from).min(64))).collect(),
                false => (0..count).map(|_| part(each)).collect(),
            };
            let mut numbers = vec![0; usize::from(puzzle.board().cell_count())];
            for (number, &place) in (0..).zip(&places) {
                numbers[usize::from(place)] = number;
            }
            fields.push(Field { count, places, numbers: numbers.into(), parts, by_place });
        }
        Self { fields, words: at.div_ceil(64) }
    }

    /// Whether a position has as many pieces of each shape, each on a place that it can reach.
    fn holds(&self, position: &Position) -> bool {
        let shapes = position.all_anchors();
        shapes.len() == self.fields.len()
            && self.fields.iter().zip(shapes).all(|(field, &anchors)| {
                anchors.len() == field.count
                    && anchors.into_iter().all(|anchor| field.places.contains(&anchor))
            })
    }

    fn key<const N: usize>(&self, position: &Position) -> [u64; N] {
        let mut key = [0; N];
        for (field, &anchors) in self.fields.iter().zip(position.all_anchors()) {
            field.write(anchors, &mut key);
        }
        key
    }

    fn read<const N: usize>(&self, key: &[u64; N], position: &mut Position) {
        for (shape, field) in self.fields.iter().enumerate() {
            position.set_anchors(shape, field.read(key));
        }
    }
}

impl Field {
    /// Writes places where nothing is written yet.
    #[inline]
    fn write<const N: usize>(&self, anchors: Cells, key: &mut [u64; N]) {
        let numbers =
            anchors.into_iter().map(|anchor| u64::from(self.numbers[usize::from(anchor)]));
        if self.by_place {
            for number in numbers {
                let (at, _) = self.parts[number as usize / 64];
                key[at / 64] |= 1 << (at % 64 + number as usize % 64);
            }
        } else {
            for (&(at, bits), number) in self.parts.iter().zip(numbers) {
                if bits > 0 {
                    key[at / 64] |= number << (at % 64);
                }
            }
        }
    }

    /// Wipes out what is written.
    #[inline]
    fn wipe<const N: usize>(&self, key: &mut [u64; N]) {
        for &(at, bits) in &self.parts {
            if bits > 0 {
                key[at / 64] &= !(u64::MAX >> (64 - bits) << (at % 64));
            }
        }
    }

    #[inline]
    fn read<const N: usize>(&self, key: &[u64; N]) -> Cells {
        let part = |&(at, bits): &(usize, u32)| match bits {
            0 => 0,
            _ => key[at / 64] >> (at % 64) & u64::MAX >> (64 - bits),
        };
        let mut anchors = Cells::NONE;
        if self.by_place {
            for (parts, places) in self.parts.iter().zip(self.places.chunks(64)) {
                let mut left = part(parts);
                while left != 0 {
                    anchors.insert(places[left.trailing_zeros() as usize]);
                    left &= left - 1;
                }
            }
        } else {
            for parts in &self.parts {
                anchors.insert(self.places[part(parts) as usize]);
            }
        }
        anchors
    }
}

/// The anchors that pieces of a shape reach from some, were they alone on the board.
fn places(puzzle: &Puzzle, shape: ShapeId, from: Cells) -> Cells {
    let (mut reached, mut fresh) = (from, from);
    while let Some(anchor) = fresh.first() {
        fresh.remove(anchor);
        for direction in Direction::ALL {
            let after = puzzle.lone_step(shape, anchor, direction);
            if let Some(after) = after.filter(|&after| !reached.contains(after)) {
                reached.insert(after);
                fresh.insert(after);
            }
        }
    }
    reached
}

/// Positions as words, shared out among shards by their hash.
#[derive(Debug)]
struct Reached<const N: usize> {
    shards: Vec<Shard<N>>,
}

#[derive(Debug)]
struct Shard<const N: usize> {
    /// In the order in which they were reached.
    keys: Vec<[u64; N]>,
    /// Where in `keys` each is, found by its hash.
    table: HashTable<u32>,
    /// Number of keys reached in so many moves or fewer.
    ends: Vec<usize>,
}

/// Number of shards, a power of two: enough for the threads of a large machine.
const SHARDS: usize = 128;

/// Positions that are expanded before what they lead to is looked at, and those of them that one thread takes at a
/// time.
const BLOCK: usize = 1 << 17;
const CHUNK: usize = 1 << 10;

#[inline]
fn hash<const N: usize>(key: &[u64; N]) -> u64 {
    // The finisher of Steele, Lea and Flood's SplitMix (2014), a word after the other.
    key.iter().fold(0, |hash: u64, &word| {
        let mut mixed = (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed ^ mixed >> 29
    })
}

/// The shard of a hash; the table within it goes by other bits.
#[inline]
fn shard_of(hash: u64) -> usize {
    (hash >> 40) as usize % SHARDS
}

impl<const N: usize> Shard<N> {
    /// Adds a key unless it is there.
    fn insert(&mut self, key: [u64; N]) {
        let keys = &mut self.keys;
        let is_it = |&at: &u32| keys[at as usize] == key;
        let rehash = |&at: &u32| hash(&keys[at as usize]);
        if let hashbrown::hash_table::Entry::Vacant(entry) =
            self.table.entry(hash(&key), is_it, rehash)
        {
            entry.insert(keys.len() as u32);
            if keys.len() == keys.capacity() {
                // Doubling would leave half of it unused.
                keys.reserve_exact(keys.len() / 4 + 16);
            }
            keys.push(key);
        }
    }

    fn bytes(&self) -> u64 {
        (self.keys.capacity() * size_of::<[u64; N]>() + self.table.allocation_size()) as u64
    }
}

impl<const N: usize> Reached<N> {
    fn levels(&self) -> Vec<u64> {
        let depth = self.shards.iter().map(|shard| shard.ends.len()).max().unwrap_or(0);
        let until = |level: usize| -> u64 {
            self.shards.iter().map(|shard| shard.ends[level] as u64).sum()
        };
        let ends: Vec<u64> = (0..depth).map(until).collect();
        let before = std::iter::once(&0).chain(&ends);
        ends.iter().zip(before).map(|(end, start)| end - start).collect()
    }

    fn level_of(&self, key: [u64; N]) -> Option<u16> {
        let hash = hash(&key);
        let shard = &self.shards[shard_of(hash)];
        let &at = shard.table.find(hash, |&at| shard.keys[at as usize] == key)?;
        Some(shard.ends.partition_point(|&end| end <= at as usize) as u16)
    }

    /// The last level's positions, by shard and place.
    fn last_level(&self) -> Vec<(usize, Range<usize>)> {
        let of = |(number, shard): (usize, &Shard<N>)| {
            let start = shard.ends.iter().rev().nth(1).copied().unwrap_or(0);
            (number, start..shard.keys.len())
        };
        self.shards.iter().enumerate().map(of).collect()
    }

    fn end_level(&mut self) {
        self.shards.iter_mut().for_each(|shard| shard.ends.push(shard.keys.len()));
    }

    /// Takes an end of a level back, where nothing was in it.
    fn drop_last_level(&mut self) {
        self.shards.iter_mut().for_each(|shard| shard.ends.truncate(shard.ends.len() - 1));
    }

    fn len(&self) -> u64 {
        self.shards.iter().map(|shard| shard.keys.len() as u64).sum()
    }

    fn bytes(&self) -> u64 {
        self.shards.iter().map(Shard::bytes).sum()
    }
}

/// Where some words are put by how many there are of them.
type Wrap<const N: usize> = fn(Reached<N>) -> Words;

fn search<const N: usize>(
    puzzle: &Puzzle,
    layout: &Layout,
    start: &Position,
    metric: Metric,
    until: Until<'_>,
    effort: Effort<'_>,
    wrap: Wrap<N>,
) -> Result<(Words, Option<Position>), ComponentError> {
    let shard = || Shard { keys: Vec::new(), table: HashTable::new(), ends: Vec::new() };
    let mut reached = Reached { shards: (0..SHARDS).map(|_| shard()).collect() };
    let first = layout.key::<N>(start);
    reached.shards[shard_of(hash(&first))].insert(first);
    reached.end_level();
    for moves in 0..u16::MAX {
        let level = chunks(&reached.last_level());
        if let Some(found) = find(puzzle, layout, &reached, &level, start, until) {
            return Ok((wrap(reached), Some(found)));
        }
        if level.is_empty() {
            reached.drop_last_level();
            return Ok((wrap(reached), None));
        }
        for block in level.chunks(BLOCK / CHUNK) {
            let before = reached.len();
            let expand = |(shard, range): &(usize, Range<usize>)| {
                let keys = &reached.shards[*shard].keys[range.clone()];
                expand(puzzle, layout, start, metric, keys)
            };
            let next: Vec<Vec<Vec<[u64; N]>>> = block.par_iter().map(expand).collect();
            reached.shards.par_iter_mut().enumerate().for_each(|(number, shard)| {
                next.iter()
                    .for_each(|found| found[number].iter().for_each(|&key| shard.insert(key)));
            });
            effort.done(reached.len() - before)?;
            if reached.bytes() > effort.memory {
                let (reached, allowed) = (reached.len(), effort.memory);
                return Err(ComponentError::Memory { reached, moves, allowed });
            }
        }
        reached.end_level();
    }
    Err(ComponentError::TooDeep)
}

/// Cuts ranges of shards into what one thread takes at a time.
fn chunks(level: &[(usize, Range<usize>)]) -> Vec<(usize, Range<usize>)> {
    let cut = |(shard, range): &(usize, Range<usize>)| {
        let (shard, end) = (*shard, range.end);
        range.clone().step_by(CHUNK).map(move |at| (shard, at..end.min(at + CHUNK)))
    };
    level.iter().flat_map(cut).collect()
}

/// The first position of a level at which the search ends.
fn find<const N: usize>(
    puzzle: &Puzzle,
    layout: &Layout,
    reached: &Reached<N>,
    level: &[(usize, Range<usize>)],
    start: &Position,
    until: Until<'_>,
) -> Option<Position> {
    let target = match until {
        Until::All => return None,
        Until::At(target) if !layout.holds(target) => return None,
        Until::At(target) => Some(layout.key::<N>(target)),
        Until::Won => None,
    };
    level.par_iter().find_map_first(|(shard, range)| {
        let mut position = start.clone();
        reached.shards[*shard].keys[range.clone()].iter().find_map(|key| {
            if target.is_some_and(|target| target != *key) {
                return None;
            }
            layout.read(key, &mut position);
            (target.is_some() || puzzle.goal().is_won(&position)).then(|| position.clone())
        })
    })
}

/// What one move leads to from some positions, by shard.
fn expand<const N: usize>(
    puzzle: &Puzzle,
    layout: &Layout,
    start: &Position,
    metric: Metric,
    keys: &[[u64; N]],
) -> Vec<Vec<[u64; N]>> {
    let mut next: Vec<Vec<[u64; N]>> = vec![Vec::new(); SHARDS];
    let mut position = start.clone();
    for key in keys {
        layout.read(key, &mut position);
        puzzle.for_each_move(&position, |made| {
            if made.metric <= metric {
                let field = &layout.fields[made.shape];
                let mut anchors = position.anchors(made.shape);
                anchors.remove(made.from);
                anchors.insert(made.to);
                let mut after = *key;
                field.wipe(&mut after);
                field.write(anchors, &mut after);
                next[shard_of(hash(&after))].push(after);
            }
        });
    }
    next
}
