//! Cubes: all fillings of one skeleton, one bit each, and the kernels that move pieces on them.
//!
//! With `f` free cells a cube has `2^f` bits; bit `x` stands for the filling that holds smalls on the
//! free cells whose places are the binary ones of `x`. The lowest six places are bits within a word,
//! the others choose the word. Where `f < 6` the cube is one word, its upper bits unused and zero.

use super::graph::Pair;
use crate::puzzle::Metric;

/// Words of a cube over `filling_bits` free cells.
pub(crate) fn words(filling_bits: u32) -> usize {
    1 << filling_bits.saturating_sub(6)
}

/// The words of a cube, each with the bits of the fillings that hold smalls on all `smalls` places.
pub(crate) fn holding(smalls: u32, words: usize) -> impl Iterator<Item = (usize, u64)> {
    let (low, high) = (smalls & 63, (smalls >> 6) as usize);
    let held = (0..6).filter(move |place| low >> place & 1 == 1);
    let bits = held.fold(u64::MAX, |bits, place| bits & !EMPTY_AT[1 << place]);
    (0..words).filter(move |word| word & high == high).map(move |word| (word, bits))
}

/// For every set of places below six, the bits of a word at which those places are all empty.
static EMPTY_AT: [u64; 64] = empty_at();

const fn empty_at() -> [u64; 64] {
    let mut masks = [0u64; 64];
    let mut places = 0;
    while places < 64 {
        let mut x = 0;
        while x < 64 {
            if x & places == 0 {
                masks[places] |= 1 << x;
            }
            x += 1;
        }
        places += 1;
    }
    masks
}

/// Squeezing bits out of a word and spreading them again: the CPU's PEXT and PDEP or plain code.
pub(crate) trait WordBits: Copy + Send + Sync {
    /// The bits of `word` at which `places` are empty, moved together at the low end.
    fn squeeze(self, word: u64, places: u32) -> u64;
    /// The low bits of `word`, moved to where `places` are empty: the inverse of `squeeze`.
    fn spread(self, word: u64, places: u32) -> u64;
}

/// Works on every CPU.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

impl WordBits for Portable {
    #[inline(always)]
    fn squeeze(self, word: u64, places: u32) -> u64 {
        let mut word = word & EMPTY_AT[places as usize];
        let mut left = places;
        while left != 0 {
            // Taking out the highest place first leaves the lower ones where they were.
            let place = 31 - left.leading_zeros();
            left &= !(1 << place);
            for above in place..5 {
                let run = 1u32 << above;
                let keep = EMPTY_AT[1 << (above + 1)] & EMPTY_AT[1 << above];
                word = (word & keep) | ((word >> run) & (keep << run));
            }
        }
        word
    }

    #[inline(always)]
    fn spread(self, word: u64, places: u32) -> u64 {
        let mut word = word & (u64::MAX >> (64 - (64 >> places.count_ones())));
        let mut left = places;
        while left != 0 {
            let place = left.trailing_zeros();
            left &= left - 1;
            for above in (place..5).rev() {
                let run = 1u32 << above;
                let keep = EMPTY_AT[1 << (above + 1)] & EMPTY_AT[1 << above];
                word = (word & keep) | ((word & (keep << run)) << run);
            }
            word &= EMPTY_AT[1 << place];
        }
        word
    }
}

/// The BMI2 instructions of x86-64.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bmi2(());

#[cfg(target_arch = "x86_64")]
impl Bmi2 {
    /// The instructions, if this CPU has them.
    pub fn detect() -> Option<Self> {
        is_x86_feature_detected!("bmi2").then_some(Self(()))
    }
}

#[cfg(target_arch = "x86_64")]
impl WordBits for Bmi2 {
    #[inline(always)]
    fn squeeze(self, word: u64, places: u32) -> u64 {
        // SAFETY: `detect` alone makes a `Bmi2`, and it found the CPU to have the instruction.
        unsafe { std::arch::x86_64::_pext_u64(word, EMPTY_AT[places as usize]) }
    }

    #[inline(always)]
    fn spread(self, word: u64, places: u32) -> u64 {
        // SAFETY: as for `squeeze`.
        unsafe { std::arch::x86_64::_pdep_u64(word, EMPTY_AT[places as usize]) }
    }
}

/// Follows a step of a larger piece: the fillings of `from` in which the places `drop` are empty, as
/// fillings of the other skeleton, in which the places `insert` are empty; as many as in `drop`.
/// `emit` gets every word of them that is not zero, with its index.
#[inline(always)]
pub(crate) fn transfer(
    bits: impl WordBits,
    from: &[u64],
    drop: u32,
    insert: u32,
    mut emit: impl FnMut(usize, u64),
) {
    let (drop_low, insert_low) = (drop & 63, insert & 63);
    if let [word] = from {
        let moved = bits.spread(bits.squeeze(*word, drop_low), insert_low);
        if moved != 0 {
            emit(0, moved);
        }
        return;
    }
    // Squeezed and put side by side, the words are one string of bits, which is then cut up again.
    let (drop_high, insert_high) = ((drop >> 6) as usize, (insert >> 6) as usize);
    let (dropped, inserted) = (drop_low.count_ones(), insert_low.count_ones());
    let next = |word: usize, high: usize| ((word | high) + 1) & !high;
    let (mut source, mut target) = (0, 0);
    if dropped >= inserted {
        let parts = 1 << (dropped - inserted);
        let length = 64 >> dropped;
        while source < from.len() {
            let mut string = 0;
            for part in 0..parts {
                let word = from[source];
                if word != 0 {
                    string |= bits.squeeze(word, drop_low) << (part * length);
                }
                source = next(source, drop_high);
            }
            if string != 0 {
                emit(target, bits.spread(string, insert_low));
            }
            target = next(target, insert_high);
        }
    } else {
        let parts = 1 << (inserted - dropped);
        let length = 64 >> inserted;
        while source < from.len() {
            let word = from[source];
            let string = if word != 0 { bits.squeeze(word, drop_low) } else { 0 };
            for part in 0..parts {
                let piece = string >> (part * length);
                if piece != 0 {
                    let moved = bits.spread(piece, insert_low);
                    if moved != 0 {
                        emit(target, moved);
                    }
                }
                target = next(target, insert_high);
            }
            source = next(source, drop_high);
        }
    }
}

/// Most free cells of a cube.
pub(crate) const MOST_PLACES: usize = 24;

/// One move of any small from every filling of `from`; `emit` gets words as in [`transfer`], some of
/// them more than once.
///
/// The moving small is lifted: over the fillings of the others, `lifted[p]` says for which of them it
/// stands at place p. Then a move is a walk along neighbouring free cells that the others leave empty.
#[inline(always)]
pub(crate) fn move_smalls(
    metric: Metric,
    from: &[u64],
    filling_bits: u32,
    pairs: &[Pair],
    mut emit: impl FnMut(usize, u64),
) {
    let f = filling_bits as usize;
    let low_bits = f.min(6);
    for word in 0..from.len() {
        let mut lifted = [0u64; MOST_PLACES];
        let mut empty = [0u64; MOST_PLACES];
        let mut any = 0;
        for place in 0..low_bits {
            empty[place] = EMPTY_AT[1 << place];
            lifted[place] = (from[word] >> (1 << place)) & empty[place];
            any |= lifted[place];
        }
        for place in 6..f {
            let bit = 1 << (place - 6);
            if word & bit == 0 {
                empty[place] = u64::MAX;
                lifted[place] = from[word | bit];
                any |= lifted[place];
            }
        }
        if any == 0 {
            continue;
        }
        let mut reached = [0u64; MOST_PLACES];
        match metric {
            Metric::Unit => {
                for pair in pairs {
                    let (p, q) = (usize::from(pair.low), usize::from(pair.high));
                    reached[q] |= lifted[p] & empty[q];
                    reached[p] |= lifted[q] & empty[p];
                }
            }
            Metric::Straight => {
                let mut carried = 0;
                for pair in pairs {
                    let (p, q) = (usize::from(pair.low), usize::from(pair.high));
                    let before = if pair.chained { carried } else { 0 };
                    carried = (before | lifted[p]) & empty[q];
                    reached[q] |= carried;
                }
                let mut goes_on = false;
                for pair in pairs.iter().rev() {
                    let (p, q) = (usize::from(pair.low), usize::from(pair.high));
                    let before = if goes_on { carried } else { 0 };
                    carried = (before | lifted[q]) & empty[p];
                    reached[p] |= carried;
                    goes_on = pair.chained;
                }
            }
            Metric::Finger => {
                reached[..f].copy_from_slice(&lifted[..f]);
                loop {
                    let mut changed = 0;
                    for pair in pairs {
                        let (p, q) = (usize::from(pair.low), usize::from(pair.high));
                        let found = reached[p] & empty[q] & !reached[q];
                        reached[q] |= found;
                        changed |= found;
                    }
                    for pair in pairs.iter().rev() {
                        let (p, q) = (usize::from(pair.low), usize::from(pair.high));
                        let found = reached[q] & empty[p] & !reached[p];
                        reached[p] |= found;
                        changed |= found;
                    }
                    if changed == 0 {
                        break;
                    }
                }
            }
        }
        let (within, across) = reached[..f].split_at(low_bits);
        let mut here = 0;
        for (place, found) in within.iter().enumerate() {
            here |= found << (1 << place);
        }
        if here != 0 {
            emit(word, here);
        }
        for (place, &found) in across.iter().enumerate() {
            if found != 0 {
                emit(word | 1 << place, found);
            }
        }
    }
}
