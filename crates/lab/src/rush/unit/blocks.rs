//! Positions by number, and their moves.
//!
//! A *block* has the positions with the red car and the empty cells in the same places. A position is a bit in the bitmap of
//! its block. Each bit of its index is the direction of one car: 1 if it moves along its row. The car on the cell with a
//! number has the bit with that number, if there is one. The cars on the last cells have the bits of the empty cells and of the red car.
//! So a move exchanges two bits of the index at most, but for moves of cars on the last cells.

use super::index_bits::{Exchange, WithBit};
use super::scope::UnitScope;
use std::collections::HashMap;

/// The blocks of a scope.
#[derive(Debug)]
pub(super) struct Blocks {
    /// Column and row of each cell without a wall, in reading order.
    cells: Vec<(u8, u8)>,
    /// Number of bits of an index.
    pub bits: u8,
    pub blocks: Vec<Block>,
}

/// A block, and the moves that lead to it.
#[derive(Debug)]
pub(super) struct Block {
    /// The cell of the red car.
    red: u8,
    /// The empty cells, as a set.
    empty: u64,
    /// Whether the red car is at the exit.
    pub is_goal: bool,
    pub moves: Vec<BlockMove>,
}

/// The moves of one car from a block.
#[derive(Debug)]
pub(super) struct BlockMove {
    /// The number of the block before.
    pub before: usize,
    /// The direction of the car; `None` for the red one.
    pub direction: Option<WithBit>,
    /// What happens to the bits of the index.
    pub exchanges: Vec<Exchange>,
}

impl Block {
    /// The positions one move away, as blocks and indices. Moves can be undone, so the exchanges of a move to this block lead
    /// back in reverse order.
    pub fn neighbours(&self, index: u64) -> impl Iterator<Item = (usize, u64)> + '_ {
        self.moves.iter().filter_map(move |made| {
            let before = made.exchanges.iter().rev().fold(index, |index, one| one.index(index));
            let is_legal = made.direction.is_none_or(|direction| direction.has(before));
            is_legal.then_some((made.before, before))
        })
    }
}

impl Blocks {
    pub fn new(scope: &UnitScope) -> Self {
        let places =
            (0..scope.height).flat_map(|row| (0..scope.width).map(move |column| (column, row)));
        let cells: Vec<(u8, u8)> = places.filter(|place| !scope.walls.contains(place)).collect();
        let mut blocks = Self { cells, bits: scope.bits(), blocks: Vec::new() };
        for red in blocks.red_cells(scope) {
            for empty in subsets(blocks.cells.len() as u8, scope.empty) {
                if empty >> red & 1 == 0 {
                    let is_goal = blocks.cells[usize::from(red)].0 + 1 == scope.width;
                    blocks.blocks.push(Block { red, empty, is_goal, moves: Vec::new() });
                }
            }
        }
        let numbers: HashMap<(u8, u64), usize> = blocks
            .blocks
            .iter()
            .zip(0..)
            .map(|(block, number)| ((block.red, block.empty), number))
            .collect();
        let moves: Vec<Vec<BlockMove>> =
            blocks.blocks.iter().map(|block| blocks.moves_to(block, &numbers)).collect();
        for (block, moves) in blocks.blocks.iter_mut().zip(moves) {
            block.moves = moves;
        }
        blocks
    }

    /// The cells of the red car.
    fn red_cells(&self, scope: &UnitScope) -> Vec<u8> {
        let is_one = |&(column, row): &(u8, u8)| {
            row == scope.exit_row && scope.red_columns().any(|red| red == column)
        };
        (0..).zip(&self.cells).filter(|(_, place)| is_one(place)).map(|(cell, _)| cell).collect()
    }

    /// The moves to a block. Each goes back one cell: a car goes from the cell `now` to an empty cell of the block.
    fn moves_to(&self, block: &Block, numbers: &HashMap<(u8, u64), usize>) -> Vec<BlockMove> {
        let after = self.bits_of_cells(block);
        let mut moves = Vec::new();
        for now in 0..self.cells.len() as u8 {
            for then in self.neighbours(now) {
                if block.empty >> now & 1 == 1 || block.empty >> then & 1 == 0 {
                    continue;
                }
                let is_across = self.cells[usize::from(now)].1 == self.cells[usize::from(then)].1;
                let empty = block.empty & !(1 << then) | 1 << now;
                if now == block.red {
                    if let Some(&before) = numbers.get(&(then, empty)).filter(|_| is_across) {
                        moves.push(BlockMove { before, direction: None, exchanges: Vec::new() });
                    }
                    continue;
                }
                let Some(&before) = numbers.get(&(block.red, empty)) else { continue };
                let bits = self.bits_of_cells(&self.blocks[before]);
                let bit = bits[usize::from(then)].expect("a car stands there");
                let mut places = vec![0; self.bits.into()];
                for (cell, bit) in (0..).zip(&bits) {
                    let at = if cell == then { now } else { cell };
                    if let Some(bit) = bit {
                        places[usize::from(*bit)] = after[usize::from(at)].expect("the same car");
                    }
                }
                let direction = Some(WithBit { bit, is_set: is_across });
                moves.push(BlockMove { before, direction, exchanges: Exchange::all_of(&places) });
            }
        }
        moves
    }

    /// For each cell of a block, the bit of its car.
    fn bits_of_cells(&self, block: &Block) -> Vec<Option<u8>> {
        let has_none = |cell: u8| cell == block.red || block.empty >> cell & 1 == 1;
        let mut free = (0..self.bits).filter(|&cell| has_none(cell));
        let bit = |cell| match () {
            () if has_none(cell) => None,
            () if cell < self.bits => Some(cell),
            () => free.next(),
        };
        (0..self.cells.len() as u8).map(bit).collect()
    }

    fn neighbours(&self, cell: u8) -> impl Iterator<Item = u8> + '_ {
        let (column, row) = self.cells[usize::from(cell)];
        let is_beside = move |&(other, &(x, y)): &(u8, &(u8, u8))| {
            other != cell && x.abs_diff(column) + y.abs_diff(row) == 1
        };
        (0..).zip(&self.cells).filter(is_beside).map(|(other, _)| other)
    }

    /// The rows of a position, with `/` between them, or after the only one.
    pub fn text(&self, scope: &UnitScope, block: &Block, index: u64) -> String {
        let bits = self.bits_of_cells(block);
        let sign = |place: (u8, u8)| match self.cells.iter().position(|&cell| cell == place) {
            None => '#',
            Some(cell) if cell == usize::from(block.red) => 'A',
            Some(cell) => match bits[cell] {
                None => '.',
                Some(bit) if index >> bit & 1 == 1 => '-',
                Some(_) => '|',
            },
        };
        let row = |row| (0..scope.width).map(|column| sign((column, row))).collect::<String>();
        let rows: Vec<String> = (0..scope.height).map(row).collect();
        rows.join("/") + if rows.len() == 1 { "/" } else { "" }
    }
}

/// All sets of some of the numbers below `of`.
fn subsets(of: u8, size: u8) -> Vec<u64> {
    if size == 0 {
        return vec![0];
    }
    let with = |last: u8| subsets(last, size - 1).into_iter().map(move |set| set | 1 << last);
    (0..of).flat_map(with).collect()
}
