//! The boards of a search.

use super::index_bits::IN_WORD;
use crate::rush::error::RushError;

/// Largest number of columns and rows.
pub(in crate::rush) const LONGEST: usize = 8;

/// Most sets of places of walls that are searched one after another.
pub(in crate::rush) const MOST_SETS_OF_WALLS: u64 = 1 << 20;

/// Bytes of a block with its moves, roughly.
const BYTES_OF_BLOCK: u64 = 1 << 10;

/// Unit boards of a size. The red car is in the row of the exit. There are some walls and empty cells, and cars on all other
/// cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitScope {
    pub(super) width: u8,
    pub(super) height: u8,
    pub(super) exit_row: u8,
    pub(super) empty: u8,
    /// Column and row of each wall, from 0, in reading order.
    pub(super) walls: Vec<(u8, u8)>,
}

impl UnitScope {
    /// Boards without walls and with one empty cell. The exit is in the first row.
    ///
    /// # Errors
    ///
    /// If the board has fewer than 2 or more than 8 columns, no row, or more than 8 rows.
    pub fn new(width: usize, height: usize) -> Result<Self, RushError> {
        if !(2..=LONGEST).contains(&width) || !(1..=LONGEST).contains(&height) {
            return Err(RushError::UnitBoard { width, height });
        }
        let (width, height) = (width as u8, height as u8);
        Ok(Self { width, height, exit_row: 0, empty: 1, walls: Vec::new() })
    }

    /// The same with the exit in this row, counted from 1 at the top.
    ///
    /// # Errors
    ///
    /// If the board does not have the row.
    pub fn with_exit_row(self, exit_row: usize) -> Result<Self, RushError> {
        if !(1..=self.height.into()).contains(&exit_row) {
            return Err(RushError::ExitRow { exit_row, height: self.height });
        }
        Ok(Self { exit_row: exit_row as u8 - 1, ..self })
    }

    /// The same with so many empty cells.
    ///
    /// # Errors
    ///
    /// If there are none, or if no cell is left for the red car.
    pub fn with_empty(self, empty: usize) -> Result<Self, RushError> {
        let walls = self.walls.len();
        if empty == 0 || empty + walls >= self.cells() {
            return Err(self.full(walls, empty));
        }
        Ok(Self { empty: empty as u8, ..self })
    }

    /// The boards with so many walls: one scope for each set of places. Of two sets that mirror each other at the row of the
    /// exit, there is one. The exit has no wall.
    ///
    /// # Errors
    ///
    /// If no cell is left for the red car, or if the walls have more than a million sets of places.
    pub fn with_walls(&self, walls: usize) -> Result<Vec<Self>, RushError> {
        let empty = self.empty.into();
        if empty + walls >= self.cells() {
            return Err(self.full(walls, empty));
        }
        let places =
            (0..self.height).flat_map(|row| (0..self.width).map(move |column| (column, row)));
        if choose(self.cells() as u64 - 1, walls as u64)
            .is_none_or(|sets| sets > MOST_SETS_OF_WALLS)
        {
            return Err(RushError::WallSets { walls });
        }
        let exit = (self.width - 1, self.exit_row);
        let places: Vec<(u8, u8)> = places.filter(|&place| place != exit).collect();
        let mut sets: Vec<Vec<(u8, u8)>> = vec![Vec::new()];
        for _ in 0..walls {
            let after = |set: &Vec<(u8, u8)>| {
                let last = set.last().copied();
                let more = places.iter().filter(move |place| {
                    last.is_none_or(|(column, row)| (place.1, place.0) > (row, column))
                });
                more.map(|&place| [&set[..], &[place]].concat()).collect::<Vec<_>>()
            };
            sets = sets.iter().flat_map(after).collect();
        }
        sets.retain(|set| self.is_first_image(set));
        Ok(sets.into_iter().map(|walls| Self { walls, ..self.clone() }).collect())
    }

    /// Whether no mirror image of some walls comes before them.
    fn is_first_image(&self, walls: &[(u8, u8)]) -> bool {
        if 2 * self.exit_row + 1 != self.height {
            return true;
        }
        let mut image: Vec<(u8, u8)> =
            walls.iter().map(|&(column, row)| (column, self.height - 1 - row)).collect();
        image.sort_by_key(|&(column, row)| (row, column));
        let order = |walls: &[(u8, u8)]| {
            walls.iter().map(|&(column, row)| (row, column)).collect::<Vec<_>>()
        };
        order(walls) <= order(&image)
    }

    /// The cells that the red car can reach on an empty board, as columns: those to the right of the last wall in its row.
    pub(super) fn red_columns(&self) -> impl Iterator<Item = u8> + '_ {
        (0..self.width).rev().take_while(|&column| !self.walls.contains(&(column, self.exit_row)))
    }

    /// The number of bits that give the directions of all cars but the red one.
    pub(super) fn bits(&self) -> u8 {
        (self.cells() - self.walls.len() - 1) as u8 - self.empty
    }

    /// The number of sets of places of the red car and of the empty cells; `None` if 64 bits cannot hold it.
    pub(super) fn blocks(&self) -> Option<u64> {
        let others = (self.cells() - self.walls.len() - 1) as u64;
        choose(others, self.empty.into())?.checked_mul(self.red_columns().count() as u64)
    }

    /// The number of boards; `None` if 64 bits cannot hold it.
    pub fn boards(&self) -> Option<u64> {
        self.blocks()?.checked_mul(1_u64.checked_shl(self.bits().into())?)
    }

    /// Bytes of memory that a search takes.
    pub fn bytes(&self) -> Option<u64> {
        let words = 1_u64 << self.bits().saturating_sub(IN_WORD);
        self.blocks()?.checked_mul(words.checked_mul(2 * 8)?.checked_add(BYTES_OF_BLOCK)?)
    }

    fn cells(&self) -> usize {
        usize::from(self.width) * usize::from(self.height)
    }

    fn full(&self, walls: usize, empty: usize) -> RushError {
        let &Self { width, height, .. } = self;
        RushError::Full { walls, empty, width, height }
    }

    /// The row of the exit, counted from 1 at the top.
    pub fn exit_row(&self) -> u8 {
        self.exit_row + 1
    }
}

/// The number of sets of some of several things; `None` if 64 bits cannot hold it.
fn choose(of: u64, size: u64) -> Option<u64> {
    (1..=size).try_fold(1_u64, |sets, nth| Some(sets.checked_mul(of + 1 - nth)? / nth))
}
