//! Kernels: moves of pieces on the words of bitmaps.
//!
//! They are compiled for any CPU, and for CPUs with BMI2 and AVX2 (see [`run`]). This file selects the fastest code
//! that the CPU supports, and gathers and scatters the bits of a word. `cube_steps` moves larger pieces, and
//! `small_pieces` moves small ones.

pub mod cube_steps;
pub mod small_pieces;

use std::sync::LazyLock;

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

#[cfg_attr(not(target_arch = "x86_64"), allow(unused_variables))]
pub fn run<W: WordWork>(kernels: Kernels, work: W) -> W::Done {
    #[cfg(target_arch = "x86_64")]
    if let (Kernels::Native, Some(native)) = (kernels, x86::Native::detect()) {
        return native.run(work);
    }
    work.run(Portable::default())
}

/// The same code, compiled for CPUs with BMI2 and AVX2.
#[cfg(target_arch = "x86_64")]
mod x86 {
    use crate::kernels::{Bmi2, Portable, WordBits, WordWork};
    use std::sync::LazyLock;

    /// Proof that the CPU supports the features for which the function below is compiled.
    #[derive(Clone, Copy)]
    pub struct Native {
        /// The instructions PEXT and PDEP, where they are fast.
        fast: Option<Bmi2>,
    }

    impl Native {
        pub fn detect() -> Option<Self> {
            static FOUND: LazyLock<Option<Native>> = LazyLock::new(|| {
                let has_all = is_x86_feature_detected!("avx2")
                    && is_x86_feature_detected!("bmi1")
                    && is_x86_feature_detected!("popcnt");
                let bmi2 = Bmi2::detect().filter(|_| has_all)?;
                Some(Native { fast: (!emulates_pext()).then_some(bmi2) })
            });
            *FOUND
        }

        pub fn run<W: WordWork>(self, work: W) -> W::Done {
            // SAFETY: only `detect` creates a `Native`, after it found that the CPU supports the features.
            unsafe {
                match self.fast {
                    Some(bmi2) => run_native(bmi2, work),
                    None => run_native(Portable::default(), work),
                }
            }
        }
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn run_native<W: WordWork>(bits: impl WordBits, work: W) -> W::Done {
        work.run(bits)
    }

    /// Whether this CPU executes PEXT and PDEP bit by bit (A. Fog, "Instruction tables"). CPUs of AMD before Zen 3 do
    /// so, and those of Hygon, which are Zen 1. Only these two makers have SSE4a, and AMD has VAES since Zen 3.
    fn emulates_pext() -> bool {
        is_x86_feature_detected!("sse4a") && !is_x86_feature_detected!("vaes")
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
pub struct Portable {
    bytes: &'static ByteTables,
}

impl Default for Portable {
    fn default() -> Self {
        static TABLES: LazyLock<ByteTables> = LazyLock::new(ByteTables::new);
        Self { bytes: &TABLES }
    }
}

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
        if word & mask == 0 {
            return 0;
        }
        let (mut gathered, before) = (0, ones_before(mask));
        for at in BYTES {
            let [mask, byte] = [mask, word].map(|word| usize::from((word >> at) as u8));
            gathered |= u64::from(self.bytes.gathered[mask][byte]) << (before >> at & 63);
        }
        gathered
    }

    #[inline(always)]
    fn scatter(self, word: u64, mask: u64) -> u64 {
        if word == 0 {
            return 0;
        }
        let (mut scattered, before) = (0, ones_before(mask));
        for at in BYTES {
            let mask = usize::from((mask >> at) as u8);
            let byte = usize::from((word >> (before >> at & 63)) as u8);
            scattered |= u64::from(self.bytes.scattered[mask][byte]) << at;
        }
        scattered
    }
}

/// The first bits of the bytes of a word.
const BYTES: [u32; 8] = [0, 8, 16, 24, 32, 40, 48, 56];

/// For every byte of a word, the number of ones in the bytes before it.
#[inline(always)]
fn ones_before(word: u64) -> u64 {
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let bytes = (fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    bytes.wrapping_mul(0x0101_0101_0101_0100)
}

/// All bytes gathered and scattered by all masks: first the mask, then the byte.
#[derive(Debug)]
struct ByteTables {
    gathered: [[u8; 256]; 256],
    scattered: [[u8; 256]; 256],
}

impl ByteTables {
    fn new() -> Self {
        let (mut gathered, mut scattered) = ([[0; 256]; 256], [[0; 256]; 256]);
        for mask in 1..256usize {
            let (lowest, others) = (mask & mask.wrapping_neg(), mask & (mask - 1));
            for byte in 0..256 {
                gathered[mask][byte] = gathered[others][byte] << 1 | u8::from(byte & lowest != 0);
                let first = if byte & 1 != 0 { lowest as u8 } else { 0 };
                scattered[mask][byte] = scattered[others][byte >> 1] | first;
            }
        }
        Self { gathered, scattered }
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
