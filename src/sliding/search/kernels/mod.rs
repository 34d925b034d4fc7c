//! The kernels: moves of pieces on the words of bitmaps.
//!
//! They are compiled twice: for any CPU, and for one with BMI2 and AVX2 (see [`run`]). This file chooses between the
//! two and gathers and scatters the bits of a word; `cube_steps` moves larger pieces and `small_pieces` small ones.

pub mod cube_steps;
pub mod small_pieces;

/// Which code moves pieces within words. Results are the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kernels {
    /// The fastest that this CPU runs.
    #[default]
    Native,
    /// Plain code that every CPU runs.
    Portable,
}

/// Work on words. It is a trait and no closure: the compiler does not compile closures for the CPU that their caller is
/// compiled for, nor methods that are not `inline(always)`.
pub trait WordWork {
    type Done;
    fn run(self, bits: impl WordBits) -> Self::Done;
}

/// Does some work with the kernels chosen.
pub fn run<W: WordWork>(kernels: Kernels, work: W) -> W::Done {
    match kernels {
        Kernels::Native => run_native(work),
        Kernels::Portable => work.run(Portable),
    }
}

#[cfg(target_arch = "x86_64")]
fn run_native<W: WordWork>(work: W) -> W::Done {
    match x86::Native::detect() {
        Some(native) => native.run(work),
        None => work.run(Portable),
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn run_native<W: WordWork>(work: W) -> W::Done {
    work.run(Portable)
}

/// The same code, compiled for CPUs with BMI2 and AVX2.
#[cfg(target_arch = "x86_64")]
mod x86 {
    use crate::sliding::search::kernels::{Bmi2, WordWork};

    /// Proof that the CPU has what the function below is compiled for.
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
            // SAFETY: `detect` alone makes a `Native`, and it found the CPU to have the features.
            unsafe { run_native(self.0, work) }
        }
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn run_native<W: WordWork>(bits: Bmi2, work: W) -> W::Done {
        work.run(bits)
    }
}

/// For every set of places below six, the bits of a word at which those places are all empty.
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

/// Gathering and scattering the bits of a word: the CPU's PEXT and PDEP, or plain code.
pub trait WordBits: Copy + Send + Sync {
    /// The bits of `word` at which `places` are empty, moved together at the low end.
    fn squeeze(self, word: u64, places: u32) -> u64;
    /// The low bits of `word`, moved to where `places` are empty: the inverse of `squeeze`.
    fn spread(self, word: u64, places: u32) -> u64;
    /// The bits of `word` in `mask`, moved together at the low end.
    fn gather(self, word: u64, mask: u64) -> u64;
    /// The low bits of `word`, moved to those of `mask`: the inverse of `gather`.
    fn scatter(self, word: u64, mask: u64) -> u64;
}

/// Plain code, which every CPU runs.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

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
pub struct Bmi2(());

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
