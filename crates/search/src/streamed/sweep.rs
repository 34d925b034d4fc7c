//! From the last two levels to the next one, window by window.
//!
//! Moves can be undone, so they change the distance by at most one. The positions of the next level are one move away
//! from the last one, and at neither of the last two. No other levels are needed.

use super::chunk;
use super::division::{BitsSource, Division};
use super::error::LevelsError;
use super::level::{LevelCodes, WindowCodes};
use crate::bits::set;
use crate::blocks::{BlockMove, Blocks, Change};

/// The blocks of a space, prepared for sweeps over their windows.
pub struct Sweep<'b> {
    blocks: &'b Blocks,
    division: Division,
    /// For each change that exchanges permutations of a window, the permutations before it.
    exchanges: Vec<Option<PermutationExchange>>,
}

/// For each permutation of a window after a change, the permutation before it.
struct PermutationExchange {
    run: Divisor,
    /// Number of runs that share the letters before the changed ones.
    runs: Divisor,
    /// For each of these runs, what to add to its permutations.
    difference: Vec<i32>,
}

/// A divisor of numbers below 2^32, with its reciprocal. D. Lemire, O. Kaser and N. Kurz (Faster remainder by direct
/// computation, Software: Practice and Experience 49, 2019) prove that the quotients are exact.
#[derive(Clone, Copy)]
struct Divisor {
    divisor: u32,
    reciprocal: u64,
}

impl Divisor {
    fn new(divisor: u32) -> Self {
        // The reciprocal of 1 would be 2^64.
        Self { divisor, reciprocal: (u64::MAX / u64::from(divisor)).wrapping_add(1) }
    }

    #[inline(always)]
    fn divide(self, number: u32) -> u32 {
        if self.divisor == 1 {
            return number;
        }
        ((u128::from(self.reciprocal) * u128::from(number)) >> 64) as u32
    }

    #[inline(always)]
    fn remainder(self, number: u32) -> u32 {
        number - self.divide(number) * self.divisor
    }
}

impl PermutationExchange {
    fn new(change: &Change) -> Self {
        let before = change.runs_before();
        let difference = |(after, &before): (i64, &u32)| {
            i32::try_from((i64::from(before) - after) * change.run as i64)
        };
        let difference: Result<Vec<i32>, _> = (0..).zip(&before).map(difference).collect();
        Self {
            run: Divisor::new(change.run as u32),
            runs: Divisor::new(before.len() as u32),
            difference: difference.expect("a window has fewer than 2^31 permutations"),
        }
    }

    #[inline(always)]
    fn permutation_before(&self, permutation: u32) -> u32 {
        let run = self.runs.remainder(self.run.divide(permutation));
        permutation.wrapping_add_signed(self.difference[run as usize])
    }
}

impl<'b> Sweep<'b> {
    pub fn new(blocks: &'b Blocks, division: Division) -> Self {
        let exchanges = blocks.changes().iter().map(|change| match division.source(change) {
            BitsSource::Window => Some(PermutationExchange::new(change)),
            BitsSource::Runs => None,
        });
        Self { exchanges: exchanges.collect(), blocks, division }
    }

    pub fn windows(&self) -> usize {
        self.blocks.count() * self.division.windows() as usize
    }

    /// Number of bytes of the changes, and of a bitmap of each thread.
    pub fn bytes(&self) -> u64 {
        let exchanges = self.exchanges.iter().flatten();
        let differences: usize = exchanges.map(|exchange| exchange.difference.len()).sum();
        let runs: usize = self.blocks.changes().iter().map(|change| change.runs.len()).sum();
        let bitmaps = self.division.window_bits().div_ceil(8) * rayon::current_num_threads() as u64;
        (differences * size_of::<i32>() + runs * size_of::<u32>()) as u64 + bitmaps
    }

    pub fn empty_window(&self) -> Vec<u64> {
        vec![0; self.division.window_bits().div_ceil(64) as usize]
    }

    /// Encodes the positions of a window that are a move away from the last level and not at the last two levels.
    /// `bits` is an [empty bitmap](Self::empty_window), and is empty afterwards.
    pub fn next(
        &self,
        window: usize,
        last: &LevelCodes,
        earlier: Option<&LevelCodes>,
        bits: &mut [u64],
    ) -> Result<WindowCodes, LevelsError> {
        let block = window / self.division.windows() as usize;
        let mut any = false;
        for made in self.blocks.moves(block) {
            any |= self.add(window, made, last, bits)?;
        }
        if !any {
            let ends = vec![0; self.division.chunks() as usize];
            return Ok(WindowCodes { ends, ..WindowCodes::default() });
        }
        for level in earlier.into_iter().chain([last]) {
            for (chunk, code) in (0..).zip(level.codes(window)) {
                let first = chunk * self.division.chunk_bits();
                let removed = chunk::for_each_bit(code?, self.division.chunk_bits(), |bit| {
                    let bit = first + bit;
                    bits[(bit / 64) as usize] &= !(1 << (bit % 64));
                });
                removed.ok_or_else(|| level.damaged())?;
            }
        }
        Ok(self.encode(bits))
    }

    /// Encodes a bitmap of a window, and empties it.
    pub fn encode(&self, bits: &mut [u64]) -> WindowCodes {
        let positions = bits.iter().map(|word| u64::from(word.count_ones())).sum();
        let mut window = WindowCodes { positions, ..WindowCodes::default() };
        for chunk in 0..self.division.chunks() {
            let len = self.division.chunk_bits();
            if window.positions > 0 {
                chunk::encode(bits, chunk * len, len, &mut window.codes);
            }
            window.ends.push(window.codes.len() as u32);
        }
        bits.fill(0);
        window
    }

    /// Adds the positions of a window from which a move leads to the level. Returns whether there are any.
    fn add(
        &self,
        window: usize,
        made: &BlockMove,
        level: &LevelCodes,
        bits: &mut [u64],
    ) -> Result<bool, LevelsError> {
        let Division { block, window: permutations, chunk, fillings } = self.division;
        let change = &self.blocks.changes()[made.change()];
        // The move leads from the window to the level, and the undone move from the level to the window.
        let [to, from] = made.fillings();
        let first = window as u64 % self.division.windows() * permutations;
        let chunk_bits = self.division.chunk_bits();
        let code = |permutation: u64| {
            level.code(((made.to() as u64 * block + permutation) / chunk) as usize)
        };
        let mut any = false;
        match &self.exchanges[made.change()] {
            None => {
                let step = change.run.min(permutations);
                for start in (0..permutations).step_by(step as usize) {
                    let source = change.of_permutation(first + start);
                    for nth in (0..step).step_by(chunk as usize) {
                        let (code, at) = (code(source + nth)?, (start + nth) * fillings);
                        any |= !code.is_empty();
                        let added = match fillings {
                            1 => chunk::add(code, chunk_bits, bits, at),
                            _ => chunk::for_each_bit(code, chunk_bits, |bit| {
                                if bit % fillings == from {
                                    set(bits, at + bit - from + to);
                                }
                            }),
                        };
                        added.ok_or_else(|| level.damaged())?;
                    }
                }
            }
            Some(exchange) => {
                for start in (0..permutations).step_by(chunk as usize) {
                    let code = code(first + start)?;
                    any |= !code.is_empty();
                    let added = match fillings {
                        1 => chunk::for_each_bit(code, chunk_bits, |bit| {
                            set(bits, exchange.permutation_before((start + bit) as u32).into());
                        }),
                        _ => chunk::for_each_bit(code, chunk_bits, |bit| {
                            if bit % fillings == from {
                                let permutation =
                                    exchange.permutation_before((start + bit / fillings) as u32);
                                set(bits, u64::from(permutation) * fillings + to);
                            }
                        }),
                    };
                    added.ok_or_else(|| level.damaged())?;
                }
            }
        }
        Ok(any)
    }
}
