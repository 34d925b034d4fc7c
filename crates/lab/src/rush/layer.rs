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
    /// Where the masks begin: for each free placement of each inner line, the positions with it.
    pub masks: u32,
    /// Where further masks begin: for each inner line and each cell of it, the positions that do not cover the cell.
    pub apart: u32,
    pub free: [Placements; LONGEST],
    /// For each inner line, the number of positions between two neighbouring placements.
    pub strides: [u32; LONGEST],
    /// The cells that walls and outer lines cover: bit `cell` of byte `line` of the inner lines.
    pub occupied: u64,
    /// The last entry of the layer in the log.
    pub logged: u32,
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
            apart: 0,
            // Lines without pieces have one placement.
            free: [1; LONGEST],
            strides: [1; LONGEST],
            occupied,
            logged: NONE,
        };
        let mut digits = 0;
        for (at, track) in lines.inner.iter().enumerate().rev() {
            let free = track.lineup.free(layer.blocked(track));
            let count = free.count_ones();
            layer.free[at] = free;
            layer.strides[at] = layer.bits;
            digits += count;
            // Fits: eight lines have at most 15 placements each.
            layer.bits *= count;
        }
        layer.apart = masks + digits * layer.words() as u32;
        layer
    }

    pub fn mask_words(&self, lines: &ClusterLines<'_>) -> usize {
        (self.apart - self.masks) as usize + lines.inner.len() * lines.cells * self.words()
    }

    /// Number of free placements of the inner lines before one.
    #[inline(always)]
    pub fn digits(&self, before: usize) -> usize {
        self.free[..before].iter().map(|free| free.count_ones() as usize).sum()
    }

    /// Fills its masks, which are empty.
    pub fn fill(&self, lines: &ClusterLines<'_>, masks: &mut [u64]) {
        let words = self.words();
        let (digits, apart) = masks.split_at_mut((self.apart - self.masks) as usize);
        if words == 1 {
            return self.fill_words(lines, digits, apart);
        }
        let mut digits = digits.chunks_exact_mut(words);
        for (at, track) in lines.inner.iter().enumerate() {
            let (stride, free) = (self.strides[at], self.free[at]);
            let period = stride * free.count_ones();
            let apart = &mut apart[at * lines.cells * words..][..lines.cells * words];
            for apart in apart.chunks_exact_mut(words) {
                apart.fill(u64::MAX);
                apart[words - 1] = self.valid(words - 1);
            }
            // The positions with the first placement, from any place of the first period on.
            let first = match period {
                ..=64 => ((1u128 << stride) - 1).wrapping_mul(REPEATED[period as usize]),
                _ => 0,
            };
            for (digit, place) in (0..).zip(ones_of(free.into())) {
                let mask = digits.next().expect("there is a mask for each placement");
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
                for cell in ones_of(track.lineup.cells[place as usize].into()) {
                    for (apart, mask) in apart[cell as usize * words..].iter_mut().zip(&*mask) {
                        *apart &= !mask;
                    }
                }
            }
        }
    }

    /// Fills masks of one word each, as in most layers.
    fn fill_words(&self, lines: &ClusterLines<'_>, digits: &mut [u64], apart: &mut [u64]) {
        let valid = self.valid(0);
        apart.fill(valid);
        let mut digits = digits.iter_mut();
        for (at, apart) in apart.chunks_exact_mut(lines.cells).enumerate() {
            let (stride, mut left) = (self.strides[at], self.free[at]);
            let period = (stride * left.count_ones()) as usize;
            // Fits: the positions are at most 64.
            let mut mask = ((1u128 << stride) - 1).wrapping_mul(REPEATED[period]) as u64;
            while left != 0 {
                let digit = digits.next().expect("there is a mask for each placement");
                *digit = mask & valid;
                for cell in
                    ones_of(lines.inner[at].lineup.cells[left.trailing_zeros() as usize].into())
                {
                    apart[cell as usize] &= !mask;
                }
                mask = mask.checked_shl(stride).unwrap_or(0);
                left &= left - 1;
            }
        }
    }

    #[inline(always)]
    pub fn words(&self) -> usize {
        self.bits.div_ceil(64) as usize
    }

    /// The cells of an inner line that walls and outer lines cover.
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

/// The numbers of the bits that are set in some words.
pub fn ones(words: &[u64]) -> impl Iterator<Item = u32> {
    (0..).zip(words).flat_map(|(word, &set)| ones_of(set).map(move |bit| 64 * word + bit))
}

/// The numbers of the bits that are set in a word.
#[inline(always)]
pub fn ones_of(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros())?;
        word &= word - 1;
        Some(bit)
    })
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
