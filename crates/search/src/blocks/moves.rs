//! Moves of blocks of positions.

use super::change::{Change, Letters};
use super::permutations::{PlaceOrder, factorial, number_of, permutation_of};
use huarong_core::grid::Cells;
use huarong_core::rules::{Arrangement, Metric, ShapeId};
use huarong_core::space::Space;

/// The blocks of a space, and the moves between them.
#[derive(Debug)]
pub struct Blocks {
    groups: Vec<Vec<ShapeId>>,
    order: PlaceOrder,
    /// Columns and rows of the board.
    board: [usize; 2],
    labellings: u64,
    fillings: u64,
    moves: Vec<BlockMove>,
    /// For each block, the end of its moves.
    ends: Vec<usize>,
    changes: Vec<Change>,
}

#[derive(Clone, Copy, Debug)]
pub struct BlockMove {
    to: u32,
    change: u16,
    /// The numbers of the fillings before and after it.
    fillings: [u8; 2],
}

impl BlockMove {
    /// The number of the block after the move.
    pub fn to(&self) -> usize {
        self.to as usize
    }

    pub fn change(&self) -> usize {
        self.change.into()
    }

    /// The numbers of the fillings before and after it.
    pub fn fillings(&self) -> [u64; 2] {
        self.fillings.map(u64::from)
    }
}

/// Smallest number of labellings for which blocks pay.
const FEWEST_LABELLINGS: u64 = 24;
/// Largest number of fillings: with more of them, the search is not explicit.
const MOST_FILLINGS: u64 = 8;

impl Blocks {
    /// The groups of different pieces of one shape, each with its shapes, if the positions of a space form blocks.
    fn groups(space: &Space) -> Option<Vec<Vec<ShapeId>>> {
        let puzzle = space.puzzle();
        let different = |group: &[(ShapeId, u32)]| {
            let (first, _) = group[0];
            let is_alone =
                |&(shape, count): &(ShapeId, u32)| count == 1 && puzzle.moves_alike(shape, first);
            let group = group.iter().map(|each| is_alone(each).then_some(each.0));
            group.collect::<Option<Vec<ShapeId>>>()
        };
        let labellings = space.skeletons().labellings();
        let fits = labellings >= FEWEST_LABELLINGS
            && (1..=MOST_FILLINGS).contains(&space.filling_count())
            && u32::try_from(space.skeletons().len() / labellings).is_ok();
        if !fits {
            return None;
        }
        space.skeletons().shared().map(different).collect()
    }

    /// Whether the positions of a space form blocks. A move can still show that they do not, if it moves two groups.
    pub fn are_in(space: &Space) -> bool {
        Self::groups(space).is_some()
    }

    /// Estimates the bytes of the moves of a space's blocks, with about `moves` moves from each position.
    pub fn move_bytes(space: &Space, moves: f64) -> u64 {
        let block_fillings = space.len() / space.skeletons().labellings();
        (block_fillings as f64 * moves) as u64 * size_of::<BlockMove>() as u64
    }

    /// The blocks of a space, and their moves under a metric; `None` if its positions form no blocks.
    pub fn of(space: &Space, metric: Metric, order: PlaceOrder) -> Option<Self> {
        let groups = Self::groups(space)?;
        let board = space.puzzle().board();
        let mut blocks = Self {
            groups,
            order,
            board: [board.width(), board.height()].map(usize::from),
            labellings: space.skeletons().labellings(),
            fillings: space.filling_count(),
            moves: Vec::new(),
            ends: Vec::new(),
            changes: Vec::new(),
        };
        for block in 0..space.len() / blocks.size() {
            for filling in 0..blocks.fillings {
                blocks.add_moves(space, metric, block * blocks.size() + filling)?;
            }
            blocks.ends.push(blocks.moves.len());
        }
        Some(blocks)
    }

    /// Adds the moves from a position of the last block, which are those from all its positions with this filling.
    /// `None` if a move changes the permutations of two groups, or too many letters.
    fn add_moves(&mut self, space: &Space, metric: Metric, index: u64) -> Option<()> {
        let before = self.permutations(&space.unrank(index));
        let mut all = Some(());
        space.for_each_neighbour_under(metric, index, |reached| {
            let after = self.permutations(&space.unrank(reached));
            let mut changed = (0..before.len()).filter(|&group| before[group] != after[group]);
            let letters =
                changed.next().map(|group| Letters::of(group, &before[group], &after[group]));
            let change = self.change(letters).filter(|_| changed.next().is_none());
            all = all.and(change).map(|change| {
                self.moves.push(BlockMove {
                    to: (reached / self.size()) as u32,
                    change,
                    fillings: [index, reached].map(|index| (index % self.fillings) as u8),
                });
            });
        });
        all
    }

    /// The number of the change of some letters, or of none; `None` if there are too many letters.
    fn change(&mut self, letters: Option<Letters>) -> Option<u16> {
        let known = self.changes.iter().position(|change| change.letters == letters);
        let number = match known {
            Some(number) => number,
            None => {
                self.changes.push(Change::new(&self.letters(), letters)?);
                self.changes.len() - 1
            }
        };
        Some(u16::try_from(number).expect("there are few cells"))
    }

    /// The permutations of a position: for each group, the pieces in the order of their places, by their numbers in the
    /// group.
    fn permutations(&self, position: &Arrangement) -> Vec<Vec<usize>> {
        let permutation = |group: &Vec<ShapeId>| {
            let pieces = self.order.pieces(group, position, self.board);
            pieces.into_iter().map(|(piece, _)| piece).collect()
        };
        self.groups.iter().map(permutation).collect()
    }

    /// Numbers of letters of the permutations: of pieces in each group of one shape.
    pub fn letters(&self) -> Vec<usize> {
        self.groups.iter().map(Vec::len).collect()
    }

    /// The number of a position's bit: its block, its permutations together, and its filling as the lowest digit.
    pub fn bit(&self, index: u64, position: &Arrangement) -> u64 {
        let permutation = self.permutations(position).iter().fold(0, |number, permutation| {
            number * factorial(permutation.len()) + number_of(permutation.len(), permutation)
        });
        index / self.size() * self.size() + permutation * self.fillings + index % self.fillings
    }

    pub fn position(&self, space: &Space, bit: u64) -> Arrangement {
        let (block, filling) = (bit / self.size(), bit % self.fillings);
        // The pieces are on the right places, in any order.
        let mut position = space.unrank(block * self.size() + filling);
        let mut number = bit % self.size() / self.fillings;
        for group in self.groups.iter().rev() {
            let all = factorial(group.len());
            let permutation = permutation_of(group.len(), group.len(), number % all);
            number /= all;
            let places = self.order.pieces(group, &position, self.board);
            for (letter, (_, cell)) in permutation.into_iter().zip(places) {
                position.set_anchors(group[letter], Cells::of(cell));
            }
        }
        position
    }

    pub fn moves(&self, block: usize) -> &[BlockMove] {
        let first = if block == 0 { 0 } else { self.ends[block - 1] };
        &self.moves[first..self.ends[block]]
    }

    /// The changes of permutations by moves.
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// Number of permutations of a block.
    pub fn labellings(&self) -> u64 {
        self.labellings
    }

    /// Number of fillings of each permutation.
    pub fn fillings(&self) -> u64 {
        self.fillings
    }

    pub fn size(&self) -> u64 {
        self.labellings * self.fillings
    }

    pub fn count(&self) -> usize {
        self.ends.len()
    }
}
