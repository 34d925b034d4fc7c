//! Kernels: moves of pieces on the words of bitmaps.
//!
//! They are compiled twice: for any CPU, and for CPUs with BMI2 and AVX2 (see [`run`]). This file selects one of the
//! two, and gathers and scatters the bits of a word. `cube_steps` moves larger pieces, and `small_pieces` moves small
//! ones.

pub mod cube_steps;
pub mod small_pieces;

/// The code that moves pieces within words. All kinds have the same results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kernels {
    /// The fastest code that this CPU supports.
    #[default]
    Native,
    /// Plain code for every CPU.
    Portable,
}

/// Work on words. This is a trait, not a closure: the compiler compiles neither closures nor methods without
/// `inline(always)` for the CPU features of their caller.
pub trait WordWork {
    type Done;
    fn run(self, bits: impl WordBits) -> Self::Done;
}

/// Runs some work with the chosen kernels.
#[cfg_attr(not(target_arch = "x86_64"), allow(unused_variables))]
pub fn run<W: WordWork>(kernels: Kernels, work: W) -> W::Done {
    #[cfg(target_arch = "x86_64")]
    if let (Kernels::Native, Some(native)) = (kernels, x86::Native::detect()) {
        return native.run(work);
    }
    work.run(Portable)
}

/// The same code, compiled for CPUs with BMI2 and AVX2.
#[cfg(target_arch = "x86_64")]
mod x86 {
    use crate::sliding::search::kernels::{Bmi2, WordWork};

    /// Proof that the CPU supports the features for which the function below is compiled.
    #[derive(Clone, Copy)]
    pub struct Native(Bmi2);

    impl Native {
        pub fn detect() -> Option<Self> {
            let has_all = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("popcnt");
            Bmi2::detect().filter(|_| has_all).map(Self)
        }

        pub fn run<W: WordWork>(self, work: W) -> W::Done {
            // SAFETY: only `detect` creates a `Native`, after it found that the CPU supports the features.
            unsafe { run_native(self.0, work) }
        }
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn run_native<W: WordWork>(bits: Bmi2, work: W) -> W::Done {
        work.run(bits)
    }
}

/// For every set of places below six: the bits of a word at which all these places are empty.
pub static EMPTY_AT: [u64; 64] = empty_at();

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

/// Gathering and scattering of the bits of a word, by PEXT and PDEP or by plain code.
pub trait WordBits: Copy + Send + Sync {
    /// Moves the bits of `word` at which `places` are empty to the low end.
    fn squeeze(self, word: u64, places: u32) -> u64;
    /// Moves the low bits of `word` to those at which `places` are empty: the inverse of `squeeze`.
    fn spread(self, word: u64, places: u32) -> u64;
    /// Moves the bits of `word` in `mask` to the low end.
    fn gather(self, word: u64, mask: u64) -> u64;
    /// Moves the low bits of `word` to those of `mask`: the inverse of `gather`.
    fn scatter(self, word: u64, mask: u64) -> u64;
}

/// Plain code for every CPU.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

impl WordBits for Portable {
    #[inline(always)]
    fn squeeze(self, word: u64, places: u32) -> u64 {
        let mut word = word & EMPTY_AT[places as usize];
        let mut left = places;
        while left != 0 {
            // Removing the highest place first leaves the lower ones in place.
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
pub struct Bmi2(());

#[cfg(target_arch = "x86_64")]
impl Bmi2 {
    /// Returns the instructions if this CPU supports them.
    pub fn detect() -> Option<Self> {
        is_x86_feature_detected!("bmi2").then_some(Self(()))
    }
}

#[cfg(target_arch = "x86_64")]
impl WordBits for Bmi2 {
    #[inline(always)]
    fn squeeze(self, word: u64, places: u32) -> u64 {
        // SAFETY: only `detect` creates a `Bmi2`, after it found that the CPU supports the instruction.
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
