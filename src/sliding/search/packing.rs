//! Packed cubes: a bit for each filling with the wanted number of smalls, in the order of their numbers.
//!
//! A cube has a bit for every set of places, and only some are wanted: one in six of nine smalls on sixteen places.
//! Numbers of fillings ascend like the sets read as binary numbers. So the packed bits are those of the cube's words
//! one after another, of each the bits whose numbers have as many ones as are left of the smalls.

use super::cube::Cube;
use super::kernels::WordBits;

/// How the cubes of one number of smalls are packed.
#[derive(Debug)]
pub(super) struct Packing {
    parts: Vec<Part>,
    /// For each number of smalls within a word its bits with as many.
    masks: [u64; 7],
    fillings: usize,
}

/// The bits of one word.
#[derive(Clone, Copy, Debug)]
struct Part {
    slot: u32,
    /// Where they begin among the packed ones.
    at: u32,
    /// Smalls within the word.
    smalls: u8,
    /// How many bits.
    len: u8,
}

impl Packing {
    /// The packing of cubes of which the fillings with so many smalls are wanted.
    pub fn new(cube: &Cube, smalls: u32) -> Self {
        let bits = 1u64 << cube.places().min(6);
        let mask = |smalls| (0..bits).filter(|low| low.count_ones() == smalls).map(|low| 1 << low).sum();
        let masks: [u64; 7] = std::array::from_fn(|smalls| mask(smalls as u32));
        let mut parts = Vec::new();
        let mut fillings = 0;
        for (slot, high) in (0..).zip(cube.highs()) {
            let Some(&mask) = smalls.checked_sub(high.count_ones()).and_then(|s| masks.get(s as usize)) else {
                continue;
            };
            if mask != 0 {
                let len = mask.count_ones();
                let within = (smalls - high.count_ones()) as u8;
                parts.push(Part { slot, at: fillings, smalls: within, len: len as u8 });
                fillings += len;
            }
        }
        Self { parts, masks, fillings: fillings as usize }
    }

    /// Words of a packed cube.
    pub fn words(&self) -> usize {
        self.fillings.div_ceil(64)
    }

    /// Bits of a packed cube.
    pub fn fillings(&self) -> usize {
        self.fillings
    }

    /// Where a bit of a word of a cube is among the packed ones.
    pub fn number(&self, slot: usize, bit: u32) -> Option<usize> {
        let part = self.parts.binary_search_by_key(&(slot as u32), |part| part.slot).ok()?;
        let part = self.parts[part];
        let mask = self.masks[usize::from(part.smalls)];
        let below = mask & ((1 << bit) - 1);
        (mask >> bit & 1 == 1).then_some(part.at as usize + below.count_ones() as usize)
    }

    /// Makes a cube of a packed one, behind which there is one word more. Words that hold no wanted filling stay as they
    /// are.
    #[inline(always)]
    pub fn expand(&self, bits: impl WordBits, packed: &[u64], cube: &mut [u64]) {
        for part in &self.parts {
            let (word, shift) = (part.at as usize / 64, part.at % 64);
            // A part is 20 bits at most, and may be in two words.
            let string = packed[word] >> shift | (packed[word + 1] << 1) << (63 - shift);
            cube[part.slot as usize] = bits.scatter(string, self.masks[usize::from(part.smalls)]);
        }
    }

    /// Packs a cube.
    #[inline(always)]
    pub fn pack(&self, bits: impl WordBits, cube: &[u64], packed: &mut [u64]) {
        let (mut string, mut filled, mut word) = (0, 0, 0);
        for part in &self.parts {
            let mask = self.masks[usize::from(part.smalls)];
            let more = bits.gather(cube[part.slot as usize], mask);
            string |= more << filled;
            filled += u32::from(part.len);
            if filled >= 64 {
                packed[word] = string;
                word += 1;
                filled -= 64;
                string = more >> (u32::from(part.len) - filled);
            }
        }
        if filled > 0 {
            packed[word] = string;
        }
    }
}
