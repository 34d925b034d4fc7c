//! Epochs of a low-memory search. When all codes are used, the search writes the distances that they represent to the
//! distance store, and assigns the codes anew.

use super::multi_bit::{MultiBit, holding, seen};
use crate::error::SearchError;
use crate::store::DistanceStore;
use huarong_core::effort::Effort;
use huarong_tables::table::{Distances, EntryWidth};
use rayon::prelude::*;

/// Meaning of the codes during an epoch.
#[derive(Clone, Copy)]
pub struct Epoch {
    /// The level of code 1.
    pub base: u16,
    /// Whether no earlier epoch was written.
    pub is_first: bool,
}

/// The positions of a part in the distance store.
#[derive(Clone, Copy)]
pub struct Section {
    /// The index of the first position.
    pub first: u64,
    /// Number of positions of a skeleton.
    pub fillings: usize,
}

/// Number of entries that one thread writes at a time.
const CHUNK_ENTRIES: usize = 1 << 20;

impl Section {
    /// Number of skeletons whose entries one thread writes at a time.
    fn chunk(self) -> usize {
        (CHUNK_ENTRIES / self.fillings).max(1)
    }

    /// The index of the first position of a skeleton.
    fn index(self, skeleton: usize) -> u64 {
        self.first + (skeleton * self.fillings) as u64
    }
}

impl MultiBit {
    /// Writes the distances that the codes represent, and assigns the codes anew. The last level gets code 1.
    pub fn write<S: DistanceStore>(
        &mut self,
        store: &S,
        section: Section,
        epoch: Epoch,
        effort: Effort<'_>,
    ) -> Result<(), S::Error> {
        let (words, last, written) = (self.words, self.code, self.written());
        let (chunk, len) = (section.chunk(), self.planes * words);
        let chunks = self.codes.par_chunks_mut(chunk * len).enumerate();
        chunks.try_for_each(|(nth, codes)| {
            effort.done(0).map_err(SearchError::from)?;
            let codes_in_use = |planes: &[u64]| {
                let in_use =
                    |word| seen(planes, words, word) & !holding(planes, words, word, written);
                (0..words).any(|word| in_use(word) != 0)
            };
            if epoch.is_first || codes.chunks_exact(len).any(codes_in_use) {
                let (first, count) =
                    (section.index(nth * chunk), codes.len() / len * section.fillings);
                let mut distances = match epoch.is_first {
                    true => unreachable(count, store.width()),
                    false => store.read(first, count)?,
                };
                let width = distances.width();
                let entries =
                    distances.bytes_mut().chunks_exact_mut(section.fillings * width as usize);
                for (planes, entries) in codes.chunks_exact(len).zip(entries) {
                    match width {
                        EntryWidth::One => write_bytes(planes, words, written, epoch.base, entries),
                        EntryWidth::Two => write_words(planes, words, written, epoch.base, entries),
                    }
                }
                store.write(first, distances.as_ref())?;
            }
            for planes in codes.chunks_exact_mut(len) {
                restart(planes, words, last);
            }
            Ok::<_, S::Error>(())
        })?;
        self.code = 1;
        Ok(())
    }

    /// Reads the seen positions from the store, which has all distances up to a level.
    pub fn read<S: DistanceStore>(
        &mut self,
        store: &S,
        section: Section,
        level: u16,
    ) -> Result<(), S::Error> {
        let (words, planes, fillings) = (self.words, self.planes, section.fillings);
        self.next.iter_mut().for_each(|next| *next.get_mut() = 0);
        self.code = 1;
        let chunk = section.chunk();
        let chunks = self.codes.par_chunks_mut(chunk * planes * words);
        let chunks = chunks.zip(self.active.par_chunks_mut(chunk)).enumerate();
        chunks.try_for_each(|(nth, (codes, active))| {
            let distances = store.read(section.index(nth * chunk), active.len() * fillings)?;
            let codes = codes.chunks_exact_mut(planes * words);
            for (skeleton, (planes, active)) in codes.zip(active).enumerate() {
                for filling in 0..fillings {
                    let found = distances.get((skeleton * fillings + filling) as u64);
                    let Some(distance) = found.filter(|&distance| distance <= level) else {
                        continue;
                    };
                    let (word, bit) = (filling / 64, 1 << (filling % 64));
                    *active |= distance == level;
                    planes[word] |= bit;
                    if distance < level {
                        let others = planes[word..].iter_mut().step_by(words).skip(1);
                        others.for_each(|plane| *plane |= bit);
                    }
                }
            }
            Ok(())
        })
    }
}

fn unreachable(count: usize, width: EntryWidth) -> Distances {
    Distances::in_bytes(vec![u8::MAX; count * width as usize], width)
}

/// Gives the last level of a skeleton code 1, and all other seen positions the code "written".
fn restart(planes: &mut [u64], words: usize, last: u64) {
    for word in 0..words {
        let front = holding(planes, words, word, last);
        let seen = seen(planes, words, word);
        for (nth, plane) in planes[word..].iter_mut().step_by(words).enumerate() {
            *plane = if nth == 0 { seen } else { seen & !front };
        }
    }
}

/// For each byte, a word with one bit of it in each byte.
static SPREAD: [u64; 256] = spread();

const fn spread() -> [u64; 256] {
    let mut spread = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            spread[byte] |= (byte as u64 >> bit & 1) << (8 * bit);
            bit += 1;
        }
        byte += 1;
    }
    spread
}

/// A word whose bytes are all 1.
const ONES: u64 = u64::MAX / 255;

/// Writes the distances of a skeleton's codes to entries of one byte, eight at a time. Unseen positions become
/// unreachable, because a killed search may have written their distances.
fn write_bytes(planes: &[u64], words: usize, written: u64, base: u16, entries: &mut [u8]) {
    let start = (base as u64).wrapping_sub(1) & 0xff;
    for (word, entries) in entries.chunks_mut(64).enumerate() {
        let seen = seen(planes, words, word);
        let new = seen & !holding(planes, words, word, written);
        for (byte, entries) in entries.chunks_mut(8).enumerate() {
            let of = |bits: u64| SPREAD[usize::from((bits >> (8 * byte)) as u8)];
            let (mask, unseen) = (of(new) * 0xff, of(!seen) * 0xff);
            let planes = planes[word..].iter().step_by(words).enumerate();
            let codes = planes.fold(0, |codes, (nth, &plane)| codes | of(plane) << nth);
            // A byte overflows only if the mask excludes it.
            let levels = sum_bytes(codes, ONES * start);
            let mut before = [0; 8];
            before[..entries.len()].copy_from_slice(entries);
            let after = u64::from_le_bytes(before) & !mask | levels & mask | unseen;
            entries.copy_from_slice(&after.to_le_bytes()[..entries.len()]);
        }
    }
}

/// Adds two words byte by byte, without carry between bytes.
fn sum_bytes(a: u64, b: u64) -> u64 {
    let low = ONES * 0x7f;
    ((a & low) + (b & low)) ^ ((a ^ b) & !low)
}

/// Writes the distances of a skeleton's codes to entries of two bytes.
fn write_words(planes: &[u64], words: usize, written: u64, base: u16, entries: &mut [u8]) {
    for (number, entry) in entries.chunks_exact_mut(2).enumerate() {
        let planes = planes[number / 64..].iter().step_by(words).enumerate();
        let code = planes.fold(0, |code, (nth, &plane)| code | (plane >> (number % 64) & 1) << nth);
        match code {
            0 => entry.fill(u8::MAX),
            code if code != written => {
                entry.copy_from_slice(&(base + code as u16 - 1).to_le_bytes());
            }
            _ => {}
        }
    }
}
