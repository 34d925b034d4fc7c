//! A board with the patterns that each empty cell would make for both colours, updated after each stone.

use super::super::board::{Board, Cell, Stone};
use super::super::choice::Position;
use super::super::rules::Rule;
use super::patterns::{self, Class, KINDS, Kind, Tables};
use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};
use std::sync::LazyLock;

/// A cell as a number: its row times 32 plus its column.
pub type Place = u16;

/// The number of places, those off the board included.
pub(super) const PLACES: usize = 640;
/// The difference between neighbouring places along each direction.
const STEPS: [i32; 4] = [1, 32, 33, 31];
/// The number of cells beyond the edge at each end of a line.
const CELLS_BEYOND_EDGE: u32 = 5;

/// The random numbers of Zobrist hashing, by colour and place. The key of a position is the XOR of those of its stones.
static KEYS: LazyLock<[[u64; PLACES]; 2]> = LazyLock::new(|| {
    let random = &mut ChaCha8Rng::seed_from_u64(5);
    [[(); PLACES]; 2].map(|of_colour| of_colour.map(|()| random.random()))
});

/// A set of places.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Places([u64; PLACES / 64]);

impl Places {
    #[inline]
    pub fn insert(&mut self, place: Place) {
        self.0[usize::from(place) / 64] |= 1 << (place % 64);
    }

    #[inline]
    fn remove(&mut self, place: Place) {
        self.0[usize::from(place) / 64] &= !(1 << (place % 64));
    }

    #[inline]
    pub fn contains(&self, place: Place) -> bool {
        self.0[usize::from(place) / 64] >> (place % 64) & 1 == 1
    }

    /// The intersection of two sets.
    pub fn and(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    /// The union of two sets.
    pub fn or(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    pub fn iter(&self) -> impl Iterator<Item = Place> + use<> {
        let words = self.0;
        (0..).zip(words).flat_map(|(number, mut word)| {
            std::iter::from_fn(move || {
                let bit = (word != 0).then(|| word.trailing_zeros() as Place)?;
                word &= word - 1;
                Some(64 * number + bit)
            })
        })
    }
}

/// The classes of an empty cell's four lines, four bits each, for both colours.
type Made = [u16; 2];

/// A position with the patterns, threats and values of its empty cells.
#[derive(Clone)]
pub struct PatternBoard {
    pub stones: Board,
    pub rule: Rule,
    tables: &'static Tables,
    /// The lines by direction and number, with two bits per cell: 00 empty, 01 black, 10 white, 11 beyond the edge.
    pub lines: [[u64; 40]; 4],
    /// The classes of each empty cell.
    pub made: [Made; PLACES],
    /// The empty cells.
    pub empty: Places,
    /// The empty cells of each kind except quiet, for both colours.
    pub of_kind: [[Places; KINDS]; 2],
    pub counts: [[u16; KINDS]; 2],
    /// The sum of the values of the empty cells, for both colours.
    pub sums: [i32; 2],
    pub key: u64,
}

impl PatternBoard {
    pub fn new(position: &Position) -> Self {
        let size = position.board.size();
        let mut board = Self {
            stones: Board::new(size).expect("a board's size"),
            rule: position.rule,
            tables: Tables::of(position.rule),
            lines: [[u64::MAX; 40]; 4],
            made: [[0; 2]; PLACES],
            empty: Places::default(),
            of_kind: Default::default(),
            counts: Default::default(),
            sums: [0; 2],
            key: 0,
        };
        for cell in position.board.cells() {
            board.empty.insert(place(cell));
            for direction in 0..4 {
                let (line, shift) = on_line(place(cell), direction);
                board.lines[direction][line] &= !(3 << shift);
            }
        }
        for cell in position.board.cells() {
            board.look(place(cell));
        }
        for cell in position.board.cells() {
            if let Some(stone) = position.board.get(cell) {
                board.put(place(cell), stone);
            }
        }
        board
    }

    /// Computes the classes of an empty cell and counts it.
    fn look(&mut self, at: Place) {
        let tables = self.tables;
        let mut made = [0; 2];
        for direction in 0..4 {
            let classes = tables.classes(self.near(at, direction));
            made[0] |= u16::from(classes & 15) << (4 * direction);
            made[1] |= u16::from(classes >> 4) << (4 * direction);
        }
        self.made[usize::from(at)] = made;
        for (colour, made) in made.into_iter().enumerate() {
            self.count(tables, at, colour, made);
        }
    }

    /// The bits of the cells around a cell along a direction.
    #[inline]
    fn near(&self, at: Place, direction: usize) -> u64 {
        let (line, shift) = on_line(at, direction);
        let reach = self.tables.reach;
        self.lines[direction][line] >> (shift - 2 * reach) & ((1 << (4 * reach + 2)) - 1)
    }

    #[inline]
    fn count(&mut self, tables: &Tables, at: Place, colour: usize, made: u16) {
        self.sums[colour] += i32::from(tables.values[usize::from(made)]);
        let kind = tables.kinds[colour][usize::from(made)];
        if kind != Kind::Quiet {
            self.counts[colour][kind as usize] += 1;
            self.of_kind[colour][kind as usize].insert(at);
        }
    }

    #[inline]
    fn forget(&mut self, tables: &Tables, at: Place, colour: usize, made: u16) {
        self.sums[colour] -= i32::from(tables.values[usize::from(made)]);
        let kind = tables.kinds[colour][usize::from(made)];
        if kind != Kind::Quiet {
            self.counts[colour][kind as usize] -= 1;
            self.of_kind[colour][kind as usize].remove(at);
        }
    }

    /// Places a stone on an empty cell.
    pub fn put(&mut self, at: Place, stone: Stone) {
        let tables = self.tables;
        for colour in 0..2 {
            self.forget(tables, at, colour, self.made[usize::from(at)][colour]);
        }
        self.empty.remove(at);
        self.stones.set(cell(at), Some(stone));
        self.key ^= KEYS[stone as usize][usize::from(at)];
        self.change(tables, at, 1 + stone as u64);
    }

    /// Removes the stone of a cell.
    pub fn take(&mut self, at: Place) {
        let tables = self.tables;
        let Some(stone) = self.stones.get(cell(at)) else { return };
        self.empty.insert(at);
        self.stones.set(cell(at), None);
        self.key ^= KEYS[stone as usize][usize::from(at)];
        self.change(tables, at, 1 + stone as u64);
        // The classes of the cell are still valid: its surroundings are the same as when the stone was placed.
        for colour in 0..2 {
            self.count(tables, at, colour, self.made[usize::from(at)][colour]);
        }
    }

    /// Flips the bits of a cell, and updates the empty cells within reach.
    fn change(&mut self, tables: &Tables, at: Place, bits: u64) {
        let reach = tables.reach as i32;
        let mask = (1 << (4 * reach + 2)) - 1;
        for (direction, step) in STEPS.into_iter().enumerate() {
            let (line, shift) = on_line(at, direction);
            self.lines[direction][line] ^= bits << shift;
            let cells = self.lines[direction][line];
            for steps in (-reach..=reach).filter(|&steps| steps != 0) {
                let shift = shift as i32 + 2 * steps;
                if cells >> shift & 3 != 0 {
                    continue;
                }
                let near = (i32::from(at) + step * steps) as Place;
                let classes = tables.classes(cells >> (shift - 2 * reach) & mask);
                for (colour, class) in [classes & 15, classes >> 4].into_iter().enumerate() {
                    let before = self.made[usize::from(near)][colour];
                    let after =
                        before & !(15 << (4 * direction)) | u16::from(class) << (4 * direction);
                    if after != before {
                        self.forget(tables, near, colour, before);
                        self.made[usize::from(near)][colour] = after;
                        self.count(tables, near, colour, after);
                    }
                }
            }
        }
    }

    /// The number of empty cells of a kind for a colour.
    #[inline]
    pub fn has(&self, stone: Stone, kind: Kind) -> u16 {
        self.counts[stone as usize][kind as usize]
    }

    /// The empty cells of a kind for a colour.
    #[inline]
    pub fn places(&self, stone: Stone, kind: Kind) -> Places {
        self.of_kind[stone as usize][kind as usize]
    }

    /// The kind of an empty cell for a colour.
    #[inline]
    pub fn kind(&self, at: Place, stone: Stone) -> Kind {
        self.tables.kinds[stone as usize][usize::from(self.made[usize::from(at)][stone as usize])]
    }

    /// The value of an empty cell for a colour.
    #[inline]
    pub fn value(&self, at: Place, stone: Stone) -> i32 {
        self.tables.values[usize::from(self.made[usize::from(at)][stone as usize])].into()
    }

    /// The sum of all values for a colour, less the sum for the other colour.
    pub fn balance(&self, stone: Stone) -> i32 {
        self.sums[stone as usize] - self.sums[stone.other() as usize]
    }

    /// The hash key of the position with a colour to move.
    pub fn key(&self, to_move: Stone) -> u64 {
        self.key ^ (to_move as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// Whether a colour may move on an empty cell.
    pub fn is_allowed(&self, at: Place, stone: Stone) -> bool {
        self.kind(at, stone) != Kind::Suspect
            || self.rule.forbids(&self.stones, cell(at), stone).is_none()
    }

    /// The cells where a stone of the defender leaves the attacker none of the present winning cells.
    pub fn defences(&self, attacker: Stone) -> Places {
        let mut winning = self.places(attacker, Kind::Winning).iter();
        let Some(first) = winning.next() else { return Places::default() };
        winning.fold(self.defences_at(first, attacker), |both, at| {
            both.and(&self.defences_at(at, attacker))
        })
    }

    /// The cells where a stone of the defender makes a winning cell of the attacker no longer winning.
    fn defences_at(&self, at: Place, attacker: Stone) -> Places {
        let tables = self.tables;
        let reach = tables.reach as i32;
        let colour = attacker as usize;
        let class_of = |classes: u8| if colour == 0 { classes & 15 } else { classes >> 4 };
        let made = self.made[usize::from(at)][colour];
        let classes: [Class; 4] = [0, 4, 8, 12].map(|shift| (made >> shift & 15) as Class);
        let wins_alone =
            |class: Class| class == patterns::OPEN_FOUR || class == patterns::DOUBLE_FOUR;
        let has_alone = classes.iter().any(|&class| wins_alone(class));
        let mut found = Places::default();
        found.insert(at);
        for (direction, class) in classes.into_iter().enumerate() {
            if class < patterns::FOUR || has_alone && !wins_alone(class) {
                continue;
            }
            let near = self.near(at, direction);
            for steps in -reach..=reach {
                let shift = 2 * (reach + steps);
                if steps != 0 && near >> shift & 3 == 0 {
                    let with = near | (2 - colour as u64) << shift;
                    let after = class_of(tables.classes(with));
                    if if has_alone { !wins_alone(after) } else { after < patterns::FOUR } {
                        found.insert((i32::from(at) + STEPS[direction] * steps) as Place);
                    }
                }
            }
        }
        found
    }
}

/// The place of a cell.
pub fn place(cell: Cell) -> Place {
    Place::from(cell.row) * 32 + Place::from(cell.column)
}

/// The cell of a place.
pub fn cell(place: Place) -> Cell {
    Cell { row: (place / 32) as u8, column: (place % 32) as u8 }
}

/// The number of the line through a cell along a direction, and the offset of the cell's bits in it.
#[inline]
fn on_line(at: Place, direction: usize) -> (usize, u32) {
    let (row, column) = (usize::from(at / 32), usize::from(at % 32));
    let (line, along) = match direction {
        0 => (row, column),
        1 => (column, row),
        2 => (row + 20 - column, row),
        _ => (row + column, row),
    };
    (line, 2 * (along as u32 + CELLS_BEYOND_EDGE))
}
