//! Moves of blocks of positions, for spaces with several pieces of one shape that are all different, such as tiles.
//!
//! A *block* holds the positions that differ only in their labelling: in which of these pieces is at which of their
//! places. A move from a position is possible from all positions of its block, and leads to one other block.
//!
//! In a block, labellings are numbered as words: the pieces in the order of their places, the first as the highest digit.
//! A piece that passes no other leaves the word unchanged. If it passes others, the letters from its first place to its
//! last are rotated: the letters before them stay, and so do those after them. So runs of words, one for each way to
//! continue after the changed letters, move to runs of words. The same holds for any other change of some letters.

use crate::sliding::rules::{Arrangement, Metric, ShapeId};
use crate::sliding::space::Space;
use rayon::prelude::*;

/// The blocks of a space, and the moves between them.
#[derive(Debug)]
pub struct Blocks {
    /// Numbers of letters of the words: of pieces in each group of one shape.
    groups: Vec<usize>,
    labellings: u64,
    fillings: u64,
    /// For each word, its labelling in the numbering of the space. Also for each labelling, its word: a permutation of
    /// pieces and its inverse have these numbers.
    labelling_of: Vec<u32>,
    moves: Vec<BlockMove>,
    /// For each block, the end of its moves.
    ends: Vec<usize>,
    changes: Vec<Change>,
}

/// A move from one block to another.
#[derive(Clone, Copy, Debug)]
struct BlockMove {
    to: u32,
    change: u16,
    /// The numbers of the fillings before and after it.
    fillings: [u8; 2],
}

/// The letters of words that a move changes.
#[derive(Clone, Debug, PartialEq)]
struct Letters {
    group: usize,
    /// The first place in the words of the group whose letter changes.
    first: usize,
    /// For each place from there to the last, the place that its letter had before, counted from the first.
    before: Vec<usize>,
}

/// The change of words by a move.
#[derive(Debug)]
struct Change {
    /// `None` if words stay as they are.
    letters: Option<Letters>,
    /// Number of words that have all letters before the changed ones in common.
    shared: u64,
    /// Number of words that also have the changed letters in common.
    run: u64,
    /// For each run among those that share the first letters, the run that it becomes.
    runs: Vec<u32>,
}

/// Smallest number of labellings for which blocks pay.
const FEWEST_LABELLINGS: u64 = 24;
/// Largest number of fillings: with more of them, the search is not explicit.
const MOST_FILLINGS: u64 = 8;

impl Blocks {
    /// The groups of different pieces of one shape, each with its shapes, if the positions of a space form blocks.
    fn groups(space: &Space) -> Option<Vec<Vec<ShapeId>>> {
        let shapes = space.puzzle().shapes();
        let different = |group: &[(ShapeId, u32)]| {
            let (first, _) = group[0];
            let moves_alike = |shape: ShapeId| shapes[shape].freedom() == shapes[first].freedom();
            let is_alone = |&(shape, count): &(ShapeId, u32)| count == 1 && moves_alike(shape);
            let group = group.iter().map(|each| is_alone(each).then_some(each.0));
            group.collect::<Option<Vec<ShapeId>>>()
        };
        let labellings = space.skeletons().labellings();
        let fits = (FEWEST_LABELLINGS..=u64::from(u32::MAX)).contains(&labellings)
            && (1..=MOST_FILLINGS).contains(&space.filling_count())
            && u32::try_from(space.skeletons().len() / labellings).is_ok();
        if !fits {
            return None;
        }
        space.skeletons().shared().map(different).collect()
    }

    /// Whether the positions of a space form blocks. A move can still show that they do not, if it moves two groups.
    pub fn are_in(space: &Space) -> bool {
        Self::groups(space).is_some()
    }

    /// Number of bytes of the blocks of a space, with about so many moves from each position.
    pub fn bytes(space: &Space, moves: f64) -> u64 {
        let labellings = space.skeletons().labellings();
        let block_fillings = space.len() / labellings;
        let moves = block_fillings as f64 * moves * size_of::<BlockMove>() as f64;
        // Entries are put into the order of indices block by block, in a copy of two bytes each.
        moves as u64 + labellings * (4 + 2 * space.filling_count())
    }

    /// The blocks of a space, and their moves under a metric; `None` if its positions form no blocks.
    pub fn of(space: &Space, metric: Metric) -> Option<Self> {
        let groups = Self::groups(space)?;
        let (labellings, fillings) = (space.skeletons().labellings(), space.filling_count());
        let letters: Vec<usize> = groups.iter().map(Vec::len).collect();
        let labelling_of = (0..labellings).into_par_iter().map(|word| inverse(&letters, word));
        let mut blocks = Self {
            labelling_of: labelling_of.collect(),
            groups: letters,
            labellings,
            fillings,
            moves: Vec::new(),
            ends: Vec::new(),
            changes: Vec::new(),
        };
        for block in 0..space.len() / blocks.size() {
            for filling in 0..fillings {
                blocks.add_moves(space, &groups, metric, block * blocks.size() + filling)?;
            }
            blocks.ends.push(blocks.moves.len());
        }
        Some(blocks)
    }

    /// Adds the moves from a position of the last block, which are those from all its positions with this filling. `None`
    /// if a move changes the words of two groups.
    fn add_moves(
        &mut self,
        space: &Space,
        groups: &[Vec<ShapeId>],
        metric: Metric,
        index: u64,
    ) -> Option<()> {
        let before = words(groups, &space.unrank(index));
        let mut changes_one = true;
        space.for_each_neighbour_under(metric, index, |reached| {
            let after = words(groups, &space.unrank(reached));
            let mut changed = (0..groups.len()).filter(|&group| before[group] != after[group]);
            let letters =
                changed.next().map(|group| Letters::of(group, &before[group], &after[group]));
            changes_one &= changed.next().is_none();
            let made = BlockMove {
                to: (reached / self.size()) as u32,
                change: self.change(letters),
                fillings: [index, reached].map(|index| (index % self.fillings) as u8),
            };
            self.moves.push(made);
        });
        changes_one.then_some(())
    }

    /// The number of the change of some letters, or of none.
    fn change(&mut self, letters: Option<Letters>) -> u16 {
        let known = self.changes.iter().position(|change| change.letters == letters);
        let number = known.unwrap_or_else(|| {
            self.changes.push(Change::new(&self.groups, letters));
            self.changes.len() - 1
        });
        u16::try_from(number).expect("there are few cells")
    }

    /// Number of positions of a block.
    pub fn size(&self) -> u64 {
        self.labellings * self.fillings
    }

    /// Number of blocks.
    pub fn count(&self) -> usize {
        self.ends.len()
    }

    /// The bit of a position. The bits of a block are in the order of its words.
    pub fn bit(&self, index: u64) -> u64 {
        let block = index / self.size() * self.size();
        block + self.other_in_block(index - block)
    }

    /// The place of a bit's position among those of its block, both as numbers in the block. It is also the place of a
    /// position's bit.
    pub fn other_in_block(&self, nth: u64) -> u64 {
        let labelling = self.labelling_of[(nth / self.fillings) as usize];
        u64::from(labelling) * self.fillings + nth % self.fillings
    }

    /// Calls `reach` for the words of a bitmap that are reached by the moves from a block, given the bitmap of positions
    /// to move from: with the number of the word, and its reached bits.
    pub fn for_each_reached(&self, block: usize, from: &[u64], mut reach: impl FnMut(usize, u64)) {
        let start = block as u64 * self.size();
        if is_empty(from, start, self.size()) {
            return;
        }
        let first = if block == 0 { 0 } else { self.ends[block - 1] };
        // Labellings in a word of 64 bits, and the bits of their first fillings.
        let step = 64 / self.fillings;
        let first_fillings = (0..step).fold(0, |bits, nth| bits | 1_u64 << (nth * self.fillings));
        for made in &self.moves[first..self.ends[block]] {
            let Change { shared, run, runs, .. } = &self.changes[usize::from(made.change)];
            let [left, entered] = made.fillings.map(u64::from);
            let (start, end) = (start + left, u64::from(made.to) * self.size() + entered);
            let read = |labelling: u64, count: u64| {
                let bits = bits_at(from, start + labelling * self.fillings);
                let mask = u64::MAX >> (64 - count * self.fillings);
                bits & first_fillings & mask
            };
            let mut write = |labelling: u64, bits: u64| {
                let bit = end + labelling * self.fillings;
                let (word, shift) = ((bit / 64) as usize, bit % 64);
                reach(word, bits << shift);
                if shift > 0 && bits >> (64 - shift) != 0 {
                    reach(word + 1, bits >> (64 - shift));
                }
            };
            if *run >= step {
                for all in (0..self.labellings).step_by(*shared as usize) {
                    for (before, &after) in (0..).zip(runs) {
                        let (before, after) = (all + before * run, all + u64::from(after) * run);
                        for nth in (0..*run).step_by(step as usize) {
                            let bits = read(before + nth, step.min(run - nth));
                            if bits != 0 {
                                write(after + nth, bits);
                            }
                        }
                    }
                }
                continue;
            }
            let (shared, run) = (*shared as u32, *run as u32);
            let mut among = 0;
            for labelling in (0..self.labellings).step_by(step as usize) {
                let count = step.min(self.labellings - labelling);
                let mut bits = read(labelling, count);
                while bits != 0 {
                    let nth = bits.trailing_zeros() / self.fillings as u32;
                    bits &= bits - 1;
                    let mut place = among + nth;
                    if place >= shared {
                        place -= shared;
                    }
                    let before = place / run;
                    let change =
                        (i64::from(runs[before as usize]) - i64::from(before)) * i64::from(run);
                    write((labelling + u64::from(nth)).wrapping_add_signed(change), 1);
                }
                among += count as u32;
                if among >= shared {
                    among -= shared;
                }
            }
        }
    }
}

impl Letters {
    /// The letters of a group that differ between two words.
    fn of(group: usize, before: &[usize], after: &[usize]) -> Self {
        let differs = |&place: &usize| before[place] != after[place];
        let mut changed = (0..before.len()).filter(differs);
        let first = changed.next().expect("the words differ");
        let last = changed.next_back().expect("letters change their places");
        let place_before = |letter| before.iter().position(|&other| other == letter);
        let before = after[first..=last]
            .iter()
            .map(|&letter| place_before(letter).expect("words have the same letters") - first);
        Self { group, first, before: before.collect() }
    }
}

impl Change {
    /// The change of words whose groups have so many letters each.
    fn new(groups: &[usize], letters: Option<Letters>) -> Self {
        let Some(Letters { group, first, before }) = &letters else {
            let all = groups.iter().map(|&letters| factorial(letters)).product();
            return Self { letters, shared: all, run: all, runs: vec![0] };
        };
        let inner: u64 = groups[group + 1..].iter().map(|&letters| factorial(letters)).product();
        let left = groups[*group] - first;
        let run = factorial(left - before.len()) * inner;
        let count = factorial(left) * inner / run;
        let changed = |number: u64| {
            let word = word_of(left, before.len(), number);
            let changed: Vec<usize> = before.iter().map(|&place| word[place]).collect();
            number_of(left, &changed) as u32
        };
        let once: Vec<u32> = (0..count).map(changed).collect();
        // Few words are repeated with the letters before them.
        let shared = shared_words(&groups[..=*group], *first, inner);
        let times = (shared / (count * run)) as u32;
        let runs = (0..times).flat_map(|nth| once.iter().map(move |run| nth * count as u32 + run));
        Self { shared, run, runs: runs.collect(), letters }
    }
}

/// The words of a position: for each group, the pieces in the order of their places, by their numbers in the group.
fn words(groups: &[Vec<ShapeId>], position: &Arrangement) -> Vec<Vec<usize>> {
    let word = |group: &Vec<ShapeId>| {
        let mut pieces: Vec<usize> = (0..group.len()).collect();
        pieces.sort_unstable_by_key(|&piece| position.anchors(group[piece]).into_iter().next());
        pieces
    };
    groups.iter().map(word).collect()
}

/// Smallest number of words that a change covers, if there are as many: more than the bits of a machine word.
const FEWEST_SHARED: u64 = 1 << 10;

/// The number of words that have some first letters in common: those before a letter of the last of some groups, or so
/// few that there are enough words. `inner` is the number of words of the other groups.
fn shared_words(groups: &[usize], first: usize, mut inner: u64) -> u64 {
    let (mut shared, mut first) = (inner, Some(first));
    for &letters in groups.iter().rev() {
        let common = first.take().unwrap_or(letters);
        for common in (0..=common).rev() {
            shared = factorial(letters - common) * inner;
            if shared >= FEWEST_SHARED {
                return shared;
            }
        }
        inner = shared;
    }
    shared
}

/// For the number of the word of each group's letters, together, the number of the words that are the inverse
/// permutations.
fn inverse(groups: &[usize], mut number: u64) -> u32 {
    let (mut inverse, mut outer) = (0, 1);
    for &letters in groups.iter().rev() {
        let all = factorial(letters);
        let word = word_of(letters, letters, number % all);
        let mut places = vec![0; letters];
        for (place, &letter) in word.iter().enumerate() {
            places[letter] = place;
        }
        inverse += number_of(letters, &places) * outer;
        number /= all;
        outer *= all;
    }
    inverse as u32
}

/// The nth word of some of the letters `0..letters`, each at most once, in the order of a dictionary.
fn word_of(letters: usize, len: usize, mut number: u64) -> Vec<usize> {
    let mut left: Vec<usize> = (0..letters).collect();
    let mut words: u64 = ((letters - len + 1)..=letters).map(|letters| letters as u64).product();
    (0..len)
        .map(|_| {
            words /= left.len() as u64;
            let chosen = left.remove((number / words) as usize);
            number %= words;
            chosen
        })
        .collect()
}

/// The number of a word of different letters among `0..letters`.
fn number_of(letters: usize, word: &[usize]) -> u64 {
    let mut number = 0;
    for (place, &letter) in word.iter().enumerate() {
        let earlier = word[..place].iter().filter(|&&other| other < letter).count();
        number = number * (letters - place) as u64 + (letter - earlier) as u64;
    }
    number
}

fn factorial(n: usize) -> u64 {
    (1..=n as u64).product()
}

/// The 64 bits of a bitmap from a bit on; beyond its end, zeros.
#[inline]
fn bits_at(words: &[u64], bit: u64) -> u64 {
    let (word, shift) = ((bit / 64) as usize, bit % 64);
    let low = words[word] >> shift;
    match shift {
        0 => low,
        _ => low | words.get(word + 1).map_or(0, |high| high << (64 - shift)),
    }
}

/// Whether some bits of a bitmap are all zero.
fn is_empty(words: &[u64], start: u64, len: u64) -> bool {
    let (first, end) = ((start / 64) as usize, ((start + len).div_ceil(64)) as usize);
    words[first..end].iter().all(|&word| word == 0)
}
