//! Distances of a tile puzzle in which tiles of a kind look alike.

use super::bounds::TableSize;
use super::slides::slides;
use huarong_core::effort::threads::*;
use huarong_core::effort::{Cancelled, Effort};
use huarong_core::grid::Board;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering::Relaxed};

/// The kind of the empty cell. Those of tiles follow.
pub(super) const EMPTY_KIND: u8 = 0;

/// Numbers of the arrangements of tiles of some kinds: positions whose tiles of a kind look alike.
///
/// The kinds on the cells of half a board are the digits of a code. The numbers of all arrangements with the same first
/// half follow one another. So a number is the sum of two numbers, each of which follows from the code of a half.
#[derive(Debug)]
pub(super) struct Codes {
    /// Number of kinds, the empty cell included.
    base: u32,
    /// For each code of the first half, the number of the first arrangement with it.
    first: Vec<u32>,
    /// For each code of the second half, the number of smaller codes with as many tiles of each kind.
    second: Vec<u32>,
    /// For each cell, the value of its digit. Codes of first halves are in the upper 32 bits.
    weights: Vec<u64>,
}

/// The arrangements with the same first half.
struct Block {
    first: u32,
    code: u32,
    /// Which list of second halves completes it.
    seconds: usize,
}

/// The distance of each arrangement from that of the target, if a move takes a line of tiles.
#[derive(Debug)]
pub(super) struct KindTable {
    codes: Codes,
    distances: Vec<u8>,
}

/// Stands for a distance that is not known yet.
const UNKNOWN: u8 = u8::MAX;

/// Number of blocks between two reports.
const BLOCKS_OF_TASK: usize = 16;

impl Codes {
    /// The numbers for some tiles of each kind. Also the blocks in the order of their numbers, and the lists of second
    /// halves.
    fn new(kinds: &[u8]) -> (Self, Vec<Block>, Vec<Vec<u32>>) {
        let base = u32::from(kinds.iter().copied().max().expect("a board has cells")) + 1;
        let of_first = kinds.len() / 2;
        let of_second = kinds.len() - of_first;
        let weight = |cell: usize| match cell.checked_sub(of_first) {
            Some(cell) => u64::from(base.pow(cell as u32)),
            None => u64::from(base.pow(cell as u32)) << 32,
        };
        let weights = (0..kinds.len()).map(weight).collect();
        let counts = |digits: &[u8]| {
            let mut counts = vec![0u8; base as usize];
            digits.iter().for_each(|&kind| counts[usize::from(kind)] += 1);
            counts
        };
        let counts_of = |code, cells| {
            let mut digits = vec![0; cells];
            write_digits(code, base, &mut digits);
            counts(&digits)
        };
        // The codes of second halves, by their numbers of tiles.
        let mut lists: Vec<Vec<u32>> = Vec::new();
        let mut list_of: HashMap<Vec<u8>, usize> = HashMap::new();
        let mut second = vec![0; base.pow(of_second as u32) as usize];
        for (code, number) in (0..).zip(&mut second) {
            let list = *list_of.entry(counts_of(code, of_second)).or_insert(lists.len());
            if list == lists.len() {
                lists.push(Vec::new());
            }
            *number = lists[list].len() as u32;
            lists[list].push(code);
        }
        let all = counts(kinds);
        let mut first = vec![0; base.pow(of_first as u32) as usize];
        let (mut blocks, mut next) = (Vec::new(), 0);
        for (code, number) in (0..).zip(&mut first) {
            let there = counts_of(code, of_first).into_iter();
            let left: Option<Vec<u8>> =
                all.iter().zip(there).map(|(all, there)| all.checked_sub(there)).collect();
            let Some(left) = left else { continue };
            let seconds = list_of[&left];
            blocks.push(Block { first: next, code, seconds });
            *number = next;
            next += lists[seconds].len() as u32;
        }
        (Self { base, first, second, weights }, blocks, lists)
    }

    /// Bytes of the numbers for a number of cells and of kinds, the empty cell included. Also those of the blocks and lists,
    /// which exist while a table is made.
    pub fn bytes(cells: usize, base: usize) -> [u64; 2] {
        let codes = |cells: usize| base.saturating_pow(cells as u32) as u64;
        let [first, second] = [codes(cells / 2), codes(cells - cells / 2)];
        let of_block = size_of::<Block>() + size_of::<&Block>() + size_of::<AtomicBool>();
        let of_search = first * (of_block + size_of::<u32>()) as u64;
        let of_number = size_of::<u32>() as u64;
        [(first + second) * of_number, of_search + second * of_number]
    }

    #[inline]
    fn number(&self, code: u64) -> usize {
        (self.first[(code >> 32) as usize] + self.second[code as u32 as usize]) as usize
    }
}

/// Writes the digits of a code.
fn write_digits(mut code: u32, base: u32, digits: &mut [u8]) {
    for digit in digits {
        *digit = (code % base) as u8;
        code /= base;
    }
}

impl KindTable {
    /// Searches breadth first from the kinds on the cells of the target. Reports progress in arrangements.
    pub fn new(
        board: &Board,
        target: &[u8],
        size: TableSize,
        effort: Effort<'_>,
    ) -> Result<Self, Cancelled> {
        let (codes, blocks, lists) = Codes::new(target);
        let last = blocks.last().expect("there is an arrangement");
        let len = last.first as usize + lists[last.seconds].len();
        let distances: Vec<AtomicU8> = (0..len).map(|_| AtomicU8::new(UNKNOWN)).collect();
        let digits = target.iter().zip(&codes.weights);
        let code = digits.map(|(&kind, weight)| u64::from(kind) * weight).sum();
        distances[codes.number(code)].store(0, Relaxed);
        let mut block_of = vec![0; codes.first.len()];
        (0u32..).zip(&blocks).for_each(|(at, block)| block_of[block.code as usize] = at);
        let block_of = |code: u64| block_of[(code >> 32) as usize] as usize;
        // Whether a block has arrangements of the next level.
        let has_next: Vec<AtomicBool> = blocks.iter().map(|_| AtomicBool::new(false)).collect();
        has_next[block_of(code)].store(true, Relaxed);
        let slides = slides(board, true);
        let of_first = target.len() / 2;
        for distance in 0..UNKNOWN {
            let level: Vec<&Block> = blocks
                .iter()
                .zip(&has_next)
                .filter_map(|(block, has_next)| has_next.swap(false, Relaxed).then_some(block))
                .collect();
            if level.is_empty() {
                break;
            }
            let expand = |block: &Block| {
                let (mut kinds, mut found) = (target.to_vec(), 0);
                write_digits(block.code, codes.base, &mut kinds[..of_first]);
                let seconds = &lists[block.seconds];
                let own = &distances[block.first as usize..][..seconds.len()];
                let of_level = own.iter().zip(seconds);
                for (_, &second) in of_level.filter(|(own, _)| own.load(Relaxed) == distance) {
                    found += 1;
                    write_digits(second, codes.base, &mut kinds[of_first..]);
                    let empty =
                        kinds.iter().position(|&kind| kind == EMPTY_KIND).expect("a cell is empty");
                    let code = u64::from(block.code) << 32 | u64::from(second);
                    for slide in &slides[empty] {
                        let kind = |cell| kinds[usize::from(cell)];
                        let after = slide.code_after(code, &codes.weights, kind);
                        let entry = &distances[codes.number(after)];
                        if entry.load(Relaxed) == UNKNOWN {
                            entry.store(distance + 1, Relaxed);
                            has_next[block_of(after)].store(true, Relaxed);
                        }
                    }
                }
                found
            };
            let expand_all =
                |blocks: &[&Block]| effort.done(blocks.iter().map(|block| expand(block)).sum());
            match size.is_shared() {
                true => level.par_chunks(BLOCKS_OF_TASK).try_for_each(expand_all)?,
                false => level.chunks(BLOCKS_OF_TASK).try_for_each(expand_all)?,
            }
        }
        let distances = distances.into_iter().map(AtomicU8::into_inner).collect();
        Ok(Self { codes, distances })
    }

    /// The table with these [bytes](Self::bytes).
    pub fn of_bytes(target: &[u8], bytes: Vec<u8>) -> Self {
        Self { codes: Codes::new(target).0, distances: bytes }
    }

    /// The distances of all arrangements.
    pub fn bytes(&self) -> &[u8] {
        &self.distances
    }

    /// For each cell, the value of its digit in codes.
    pub fn weights(&self) -> &[u64] {
        &self.codes.weights
    }

    /// The distance of the arrangement with a code.
    #[inline]
    pub fn distance(&self, code: u64) -> u16 {
        self.distances[self.codes.number(code)].into()
    }
}
