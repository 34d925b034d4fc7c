//! The kernels: moving pieces on the words of cubes.
//!
//! They are compiled twice, for any CPU and for one with BMI2 and AVX2 (see [`run`]).

use super::cube::{Cube, EMPTY_AT};
use super::graph::Pair;
use crate::sliding::rules::Metric;

/// Which code moves pieces within words. Results are the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kernels {
    /// The best that this CPU runs.
    #[default]
    Native,
    /// Plain code that every CPU runs.
    Portable,
}

/// Work on words. No closure: those are not compiled for the CPU at hand with what calls them, and so is no method that
/// is not `inline(always)`.
pub(super) trait WordWork {
    type Done;
    fn run(self, bits: impl WordBits) -> Self::Done;
}

/// Does some work with the kernels chosen.
pub(super) fn run<W: WordWork>(kernels: Kernels, work: W) -> W::Done {
    #[cfg(target_arch = "x86_64")]
    if kernels == Kernels::Native
        && let Some(native) = x86::Native::detect()
    {
        return native.run(work);
    }
    work.run(Portable)
}

/// The same code, compiled for CPUs with BMI2 and AVX2.
#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{Bmi2, WordWork};

    /// Proof that the CPU has what the function below is compiled for.
    #[derive(Clone, Copy)]
    pub(super) struct Native(Bmi2);

    impl Native {
        pub fn detect() -> Option<Self> {
            let has_all = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("popcnt");
            Bmi2::detect().filter(|_| has_all).map(Self)
        }

        pub fn run<W: WordWork>(self, work: W) -> W::Done {
            // SAFETY: `detect` alone makes a `Native`, and it found the CPU to have the features.
            unsafe { run_native(self.0, work) }
        }
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn run_native<W: WordWork>(bits: Bmi2, work: W) -> W::Done {
        work.run(bits)
    }
}

/// Squeezing bits out of a word and spreading them again: the CPU's PEXT and PDEP or plain code.
pub(super) trait WordBits: Copy + Send + Sync {
    /// The bits of `word` at which `places` are empty, moved together at the low end.
    fn squeeze(self, word: u64, places: u32) -> u64;
    /// The low bits of `word`, moved to where `places` are empty: the inverse of `squeeze`.
    fn spread(self, word: u64, places: u32) -> u64;
    /// The bits of `word` in `mask`, moved together at the low end.
    fn gather(self, word: u64, mask: u64) -> u64;
    /// The low bits of `word`, moved to those of `mask`: the inverse of `gather`.
    fn scatter(self, word: u64, mask: u64) -> u64;
}

/// Works on every CPU.
#[derive(Clone, Copy, Debug)]
pub(super) struct Portable;

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

    #[inline(always)]
    fn gather(self, word: u64, mask: u64) -> u64 {
        let (mut gathered, mut left) = (0, mask);
        for bit in 0..mask.count_ones() {
            gathered |= (word >> left.trailing_zeros() & 1) << bit;
            left &= left - 1;
        }
        gathered
    }

    #[inline(always)]
    fn scatter(self, word: u64, mask: u64) -> u64 {
        let (mut scattered, mut left) = (0, mask);
        for bit in 0..mask.count_ones() {
            scattered |= (word >> bit & 1) << left.trailing_zeros();
            left &= left - 1;
        }
        scattered
    }
}

/// The BMI2 instructions of x86-64.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub(super) struct Bmi2(());

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

    #[inline(always)]
    fn gather(self, word: u64, mask: u64) -> u64 {
        // SAFETY: as for `squeeze`.
        unsafe { std::arch::x86_64::_pext_u64(word, mask) }
    }

    #[inline(always)]
    fn scatter(self, word: u64, mask: u64) -> u64 {
        // SAFETY: as for `squeeze`.
        unsafe { std::arch::x86_64::_pdep_u64(word, mask) }
    }
}

/// As [`transfer`], where all places are within words.
#[inline(always)]
pub(super) fn transfer_word(bits: impl WordBits, word: u64, drop: u32, insert: u32) -> u64 {
    bits.spread(bits.squeeze(word, drop & 63), insert & 63)
}

/// Follows a step of a larger piece: the fillings of `from` in which the places `drop` are empty, as
/// fillings of the other skeleton, in which the places `insert` are empty; as many as in `drop`.
/// `emit` gets every word of them that is not zero, with its index.
#[inline(always)]
pub(super) fn transfer(
    bits: impl WordBits,
    cube: &Cube,
    from: &[u64],
    drop: u32,
    insert: u32,
    mut emit: impl FnMut(usize, u64),
) {
    if cube.is_one_word() {
        let moved = transfer_word(bits, from[0], drop, insert);
        if moved != 0 {
            emit(0, moved);
        }
        return;
    }
    let step = WordStep::new(drop, insert);
    if step.dropped == step.inserted {
        step.word_for_word(bits, from, emit);
    } else if step.dropped > step.inserted {
        step.join_words(bits, from, emit);
    } else {
        step.split_words(bits, from, emit);
    }
}

/// A step on whole cubes of several words. Squeezed and put side by side, the words are one string of bits, which is
/// then cut up again.
struct WordStep {
    drop_low: u32,
    insert_low: u32,
    drop_high: usize,
    insert_high: usize,
    /// Places dropped and inserted within words.
    dropped: u32,
    inserted: u32,
}

impl WordStep {
    #[inline(always)]
    fn new(drop: u32, insert: u32) -> Self {
        let (drop_low, insert_low) = (drop & 63, insert & 63);
        let (drop_high, insert_high) = ((drop >> 6) as usize, (insert >> 6) as usize);
        let (dropped, inserted) = (drop_low.count_ones(), insert_low.count_ones());
        Self { drop_low, insert_low, drop_high, insert_high, dropped, inserted }
    }

    /// The next word with none of some high places.
    #[inline(always)]
    fn next(word: usize, high: usize) -> usize {
        ((word | high) + 1) & !high
    }

    /// As many places dropped within words as inserted: the common case, 7% of a whole finger build faster than as
    /// one part of the next.
    #[inline(always)]
    fn word_for_word(&self, bits: impl WordBits, from: &[u64], mut emit: impl FnMut(usize, u64)) {
        let (mut source, mut target) = (0, 0);
        while source < from.len() {
            let word = from[source];
            if word != 0 {
                let moved = bits.spread(bits.squeeze(word, self.drop_low), self.insert_low);
                if moved != 0 {
                    emit(target, moved);
                }
            }
            source = Self::next(source, self.drop_high);
            target = Self::next(target, self.insert_high);
        }
    }

    /// More places dropped: several words become one.
    #[inline(always)]
    fn join_words(&self, bits: impl WordBits, from: &[u64], mut emit: impl FnMut(usize, u64)) {
        let (mut source, mut target) = (0, 0);
        let parts = 1 << (self.dropped - self.inserted);
        let length = 64 >> self.dropped;
        while source < from.len() {
            let mut string = 0;
            for part in 0..parts {
                let word = from[source];
                if word != 0 {
                    string |= bits.squeeze(word, self.drop_low) << (part * length);
                }
                source = Self::next(source, self.drop_high);
            }
            if string != 0 {
                emit(target, bits.spread(string, self.insert_low));
            }
            target = Self::next(target, self.insert_high);
        }
    }

    /// More places inserted: a word becomes several.
    #[inline(always)]
    fn split_words(&self, bits: impl WordBits, from: &[u64], mut emit: impl FnMut(usize, u64)) {
        let (mut source, mut target) = (0, 0);
        let parts = 1 << (self.inserted - self.dropped);
        let length = 64 >> self.inserted;
        while source < from.len() {
            let word = from[source];
            let string = if word != 0 { bits.squeeze(word, self.drop_low) } else { 0 };
            for part in 0..parts {
                let piece = string >> (part * length);
                if piece != 0 {
                    let moved = bits.spread(piece, self.insert_low);
                    if moved != 0 {
                        emit(target, moved);
                    }
                }
                target = Self::next(target, self.insert_high);
            }
            source = Self::next(source, self.drop_high);
        }
    }
}

/// Neighbouring words of a cube, worked on together.
type Lanes<const L: usize> = [u64; L];

#[inline(always)]
fn map<const L: usize>(of: impl Fn(usize) -> u64) -> Lanes<L> {
    std::array::from_fn(of)
}

/// The small lifted from a place that tells the lanes apart: each lane without that place's bit gets the
/// word of the lane with it.
#[inline(always)]
fn lift_across<const L: usize, const BIT: usize>(words: Lanes<L>) -> Lanes<L> {
    map(|lane| if lane & BIT == 0 && lane | BIT < L { words[lane | BIT] } else { 0 })
}

/// The small put back there.
#[inline(always)]
fn drop_across<const L: usize, const BIT: usize>(words: Lanes<L>) -> Lanes<L> {
    map(|lane| if lane & BIT != 0 { words[lane & !BIT] } else { 0 })
}

/// Moves smalls on cubes of up to `P` places, `L` words at a time; `L` divides the words of a cube and is
/// at most 8.
///
/// The moving small is lifted: over the fillings of the others, `lifted[p]` says for which of them it
/// stands at place p. Then a move is a walk along neighbouring free cells that the others leave empty.
pub(super) struct Smalls<const L: usize, const P: usize> {
    places: usize,
    lifted: [Lanes<L>; P],
    /// For which fillings of the others each place is empty.
    empty: [Lanes<L>; P],
    found: [Lanes<L>; P],
}

impl<const L: usize, const P: usize> Smalls<L, P> {
    /// How many places tell the words within a block of lanes apart.
    const LANE_PLACES: usize = L.trailing_zeros() as usize;
    /// The first place that tells blocks apart.
    const BLOCK_PLACE: usize = 6 + Self::LANE_PLACES;

    /// For cubes over so many free cells.
    #[inline(always)]
    pub fn new(filling_bits: u32) -> Self {
        let places = filling_bits as usize;
        let mut empty = [[0; L]; P];
        for (place, empty) in empty.iter_mut().enumerate().take(places.min(Self::BLOCK_PLACE)) {
            *empty = match place {
                0..6 => [EMPTY_AT[1 << place]; L],
                _ => map(|lane| if lane >> (place - 6) & 1 == 0 { u64::MAX } else { 0 }),
            };
        }
        Self { places, lifted: [[0; L]; P], empty, found: [[0; L]; P] }
    }

    /// Adds to `reached` one move of any small from every filling of `from`.
    #[inline(always)]
    pub fn move_whole(
        &mut self,
        metric: Metric,
        from: &[u64],
        pairs: &[Pair],
        reached: &mut [u64],
    ) {
        let f = self.places;
        for block in 0..from.len() / L {
            if !self.lift(from, block) {
                continue;
            }
            walk(metric, &self.lifted[..f], &self.empty[..f], pairs, &mut self.found[..f]);
            self.put_back(reached, block);
        }
    }

    /// Lifts a small from every filling of a block; whether there is any.
    #[inline(always)]
    fn lift(&mut self, from: &[u64], block: usize) -> bool {
        let f = self.places;
        let (lifted, empty) = (&mut self.lifted, &mut self.empty);
        let here: Lanes<L> = map(|lane| from[block * L + lane]);
        for place in 0..f.min(6) {
            lifted[place] = map(|lane| here[lane] >> (1 << place) & empty[place][lane]);
        }
        if Self::LANE_PLACES > 0 {
            lifted[6] = lift_across::<L, 1>(here);
        }
        if Self::LANE_PLACES > 1 {
            lifted[7] = lift_across::<L, 2>(here);
        }
        if Self::LANE_PLACES > 2 {
            lifted[8] = lift_across::<L, 4>(here);
        }
        for place in Self::BLOCK_PLACE..f {
            let bit = 1 << (place - Self::BLOCK_PLACE);
            if block & bit == 0 {
                empty[place] = [u64::MAX; L];
                lifted[place] = map(|lane| from[(block | bit) * L + lane]);
            } else {
                empty[place] = [0; L];
                lifted[place] = [0; L];
            }
        }
        let any = lifted[..f].iter().fold([0; L], |any, of| map(|lane| any[lane] | of[lane]));
        any != [0; L]
    }

    /// Puts the small back wherever it was found to go.
    #[inline(always)]
    fn put_back(&self, reached: &mut [u64], block: usize) {
        let found = &self.found[..self.places];
        let (within, across) = found.split_at(self.places.min(6));
        let mut here: Lanes<L> = [0; L];
        for (place, found) in within.iter().enumerate() {
            here = map(|lane| here[lane] | found[lane] << (1 << place));
        }
        let mut add = |across: Lanes<L>| here = map(|lane| here[lane] | across[lane]);
        if Self::LANE_PLACES > 0 {
            add(drop_across::<L, 1>(found[6]));
        }
        if Self::LANE_PLACES > 1 {
            add(drop_across::<L, 2>(found[7]));
        }
        if Self::LANE_PLACES > 2 {
            add(drop_across::<L, 4>(found[8]));
        }
        for lane in 0..L {
            reached[block * L + lane] |= here[lane];
        }
        for (place, found) in across.iter().skip(Self::LANE_PLACES).enumerate() {
            let bit = 1 << place;
            if block & bit == 0 {
                for (lane, found) in found.iter().enumerate() {
                    reached[(block | bit) * L + lane] |= found;
                }
            }
        }
    }
}

/// Walks a lifted small: from where it stands to where it can go in one move, over the fillings of the
/// others that leave the way empty.
#[inline(always)]
pub(super) fn walk<const L: usize>(
    metric: Metric,
    lifted: &[Lanes<L>],
    empty: &[Lanes<L>],
    pairs: &[Pair],
    found: &mut [Lanes<L>],
) {
    match metric {
        Metric::Unit => {
            found.fill([0; L]);
            for pair in pairs {
                let (p, q) = (usize::from(pair.low), usize::from(pair.high));
                found[q] = map(|lane| found[q][lane] | lifted[p][lane] & empty[q][lane]);
                found[p] = map(|lane| found[p][lane] | lifted[q][lane] & empty[p][lane]);
            }
        }
        Metric::Straight => {
            found.fill([0; L]);
            let mut carried = [0; L];
            for pair in pairs {
                let (p, q) = (usize::from(pair.low), usize::from(pair.high));
                let before = if pair.chained { carried } else { [0; L] };
                carried = map(|lane| (before[lane] | lifted[p][lane]) & empty[q][lane]);
                found[q] = map(|lane| found[q][lane] | carried[lane]);
            }
            let mut goes_on = false;
            for pair in pairs.iter().rev() {
                let (p, q) = (usize::from(pair.low), usize::from(pair.high));
                let before = if goes_on { carried } else { [0; L] };
                carried = map(|lane| (before[lane] | lifted[q][lane]) & empty[p][lane]);
                found[p] = map(|lane| found[p][lane] | carried[lane]);
                goes_on = pair.chained;
            }
        }
        Metric::Finger => {
            found.copy_from_slice(lifted);
            loop {
                let mut changed: Lanes<L> = [0; L];
                for pair in pairs {
                    let (p, q) = (usize::from(pair.low), usize::from(pair.high));
                    let new: Lanes<L> = spread_to(found[p], empty[q], found[q]);
                    found[q] = map(|lane| found[q][lane] | new[lane]);
                    changed = map(|lane| changed[lane] | new[lane]);
                }
                for pair in pairs.iter().rev() {
                    let (p, q) = (usize::from(pair.low), usize::from(pair.high));
                    let new: Lanes<L> = spread_to(found[q], empty[p], found[p]);
                    found[p] = map(|lane| found[p][lane] | new[lane]);
                    changed = map(|lane| changed[lane] | new[lane]);
                }
                if changed == [0; L] {
                    break;
                }
            }
        }
    }
}

/// What comes new to a place from its neighbour.
#[inline(always)]
fn spread_to<const L: usize>(from: Lanes<L>, empty: Lanes<L>, there: Lanes<L>) -> Lanes<L> {
    map(|lane| from[lane] & empty[lane] & !there[lane])
}
