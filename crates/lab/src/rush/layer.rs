//! A layer: all positions that agree on the outer lines.

use super::cluster_lines::{ClusterLines, Placed, Track};
use super::lineup::{LONGEST, Placements};

/// Marks the end of a chain of log entries.
pub const NONE: u32 = u32::MAX;

/// All positions that agree on the outer lines.
#[derive(Clone, Copy)]
pub struct Layer {
    pub key: u32,
    /// Bits per set of positions.
    pub bits: u32,
    /// Where its sets begin: the positions seen, those of this level, and those of the next.
    pub sets: u32,
    /// In a layer of several words, where its masks begin: for each free placement of each inner line, the positions with it.
    pub masks: u32,
    /// In a layer of one word: for each inner line, the positions with its first free placement, and further bits. As many bits
    /// further on are those with the next one as its stride says.
    first: [u64; LONGEST],
    pub free: [Placements; LONGEST],
    /// For each inner line, the number of positions between two neighbouring placements.
    pub strides: [u32; LONGEST],
    /// The cells that outer lines cover: bit `cell` of byte `line` of the inner lines.
    pub occupied: u64,
    /// The last entry of the layer in the log.
    pub logged: u32,
    /// Where its links begin and end; [`NONE`] until they are known.
    pub links: [u32; 2],
}

impl Layer {
    /// The layer of a key, with the places where its sets and its masks begin.
    pub fn new(lines: &ClusterLines<'_>, key: u32, sets: u32, masks: u32) -> Self {
        let occupied = lines.occupied(key);
        let mut layer = Self {
            key,
            bits: 1,
            sets,
            masks,
            first: [0; LONGEST],
            free: [1; LONGEST],
            strides: [1; LONGEST],
            occupied,
            logged: NONE,
            links: [NONE; 2],
        };
        for (at, track) in lines.inner.iter().enumerate().rev() {
            let free = track.lineup.free(layer.blocked(track)) & track.possible;
            layer.free[at] = free;
            layer.strides[at] = layer.bits;
            // Fits: eight lines have at most 15 placements each.
            layer.bits *= free.count_ones();
        }
        if layer.words() == 1 {
            for at in 0..lines.inner.len() {
                layer.first[at] = layer.first_of(at) as u64;
            }
        }
        layer
    }

    /// For an inner line whose placements repeat after 64 bits or less, the positions with its first placement.
    #[inline(always)]
    fn first_of(&self, at: usize) -> u128 {
        let stride = self.strides[at];
        let period = stride * self.free[at].count_ones();
        ((1u128 << stride) - 1).wrapping_mul(REPEATED[period as usize])
    }

    /// The positions of a layer of one word, and further bits, in which an inner line has its free placement with a number.
    #[inline(always)]
    pub fn with(&self, at: usize, digit: u32) -> u64 {
        self.first[at] << (digit * self.strides[at])
    }

    /// Number of words of its masks.
    pub fn mask_words(&self, lines: &ClusterLines<'_>) -> usize {
        if self.words() == 1 { 0 } else { self.digits(lines.inner.len()) * self.words() }
    }

    /// Number of free placements of the inner lines before one.
    #[inline(always)]
    pub fn digits(&self, before: usize) -> usize {
        self.free[..before].iter().map(|free| free.count_ones() as usize).sum()
    }

    /// Fills its masks, which are empty.
    pub fn fill(&self, lines: &ClusterLines<'_>, masks: &mut [u64]) {
        let words = self.words();
        let mut masks = masks.chunks_exact_mut(words);
        for at in 0..lines.inner.len() {
            let (stride, free) = (self.strides[at], self.free[at]);
            let period = stride * free.count_ones();
            // The positions with the first placement, from any place of the first period on.
            let first = if period <= 64 { self.first_of(at) } else { 0 };
            for digit in 0..free.count_ones() {
                let mask = masks.next().expect("there is a mask for each placement");
                if period <= 64 {
                    let mut from = (period - digit * stride) % period;
                    for mask in mask.iter_mut() {
                        *mask = (first >> from) as u64;
                        from = (from + 64) % period;
                    }
                    mask[words - 1] &= self.valid(words - 1);
                } else {
                    let mut begin = digit * stride;
                    while begin < self.bits {
                        set(mask, begin as usize, (begin + stride) as usize);
                        begin += period;
                    }
                }
            }
        }
    }

    #[inline(always)]
    pub fn words(&self) -> usize {
        self.bits.div_ceil(64) as usize
    }

    /// The cells of an inner line that outer lines cover.
    #[inline(always)]
    pub fn blocked(&self, track: &Track<'_>) -> u8 {
        (self.occupied >> (8 * track.line)) as u8
    }

    /// The bits of a word that stand for positions.
    #[inline(always)]
    pub fn valid(&self, word: usize) -> u64 {
        match self.bits as usize - 64 * word {
            left @ 0..64 => (1u64 << left) - 1,
            _ => u64::MAX,
        }
    }

    /// The number of a place in its layer.
    pub fn bit(&self, place: &Placed) -> u32 {
        let digit = |at: usize| (self.free[at] & ((1 << place.inner[at]) - 1)).count_ones();
        (0..LONGEST).map(|at| digit(at) * self.strides[at]).sum()
    }

    /// The place of a number in a layer.
    pub fn place(&self, bit: u32) -> Placed {
        let mut place = Placed { outer: self.key, inner: [0; LONGEST] };
        for at in 0..LONGEST {
            let mut left = self.free[at];
            if left.is_power_of_two() {
                place.inner[at] = left.trailing_zeros() as u8;
                continue;
            }
            for _ in 0..bit / self.strides[at] % left.count_ones() {
                left &= left - 1;
            }
            place.inner[at] = left.trailing_zeros() as u8;
        }
        place
    }
}

/// Sets a range of bits.
fn set(words: &mut [u64], begin: usize, end: usize) {
    let (first, last) = (begin / 64, (end - 1) / 64);
    let (low, high) = (u64::MAX << (begin % 64), u64::MAX >> (63 - (end - 1) % 64));
    if first == last {
        words[first] |= low & high;
        return;
    }
    words[first] |= low;
    words[first + 1..last].fill(u64::MAX);
    words[last] |= high;
}

/// For each period up to 64, a number with every such bit set.
static REPEATED: [u128; 65] = {
    let mut repeated = [1; 65];
    let mut period = 1;
    while period <= 64 {
        let mut bit = 0;
        while bit < 128 {
            repeated[period] |= 1 << bit;
            bit += period;
        }
        period += 1;
    }
    repeated
};
