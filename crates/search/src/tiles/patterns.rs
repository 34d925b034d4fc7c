//! Additive pattern databases.

use super::contents::Tiles;
use huarong_core::effort::{Cancelled, Effort};
use huarong_core::grid::{Board, Cell};
use rayon::prelude::*;

/// A lower bound for the distance of a position: the sum of the distances of some groups of tiles, each alone on the
/// board.
///
/// A move of the whole puzzle moves one tile. So it is a move of the group of that tile, and changes nothing in the
/// other groups. The moves of a solution that move a group's tiles therefore solve that group, and no move counts
/// twice.
///
/// Tiles are divided into groups twice: by the rows of their targets, and by the columns. The larger sum is the bound.
#[derive(Debug)]
pub(super) struct Patterns {
    groups: Vec<Group>,
    /// Number of groups of the first division. A single group serves as both divisions.
    row_groups: usize,
    /// For each tile its places in the groups of both divisions.
    members: Vec<[Member; 2]>,
}

/// A group of tiles, and the distance of each of their arrangements.
#[derive(Debug)]
struct Group {
    tiles: Vec<usize>,
    /// The distances, by the concatenated cells of the tiles; [`NONE`] if tiles overlap.
    distances: Vec<u8>,
}

/// The place of a tile in a group.
#[derive(Clone, Copy, Debug)]
struct Member {
    group: u16,
    /// The first bit of its cell in the index.
    shift: u8,
}

/// The arrangement of each group in a position, and the sums of both divisions.
#[derive(Clone, Debug)]
pub(super) struct Bounds {
    indexes: Box<[u32]>,
    distances: Box<[u8]>,
    sums: [u16; 2],
}

/// What a move changes in the [`Bounds`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    groups: [u16; 2],
    indexes: [u32; 2],
    distances: [u8; 2],
    sums: [u16; 2],
}

/// Most bits of an index: one byte for each is 32 MiB.
const MOST_BITS: u32 = 25;

const NONE: u8 = u8::MAX;

impl Patterns {
    /// Number of bytes for the groups of a target.
    pub fn bytes(tiles: &Tiles, board: &Board, target: &[Cell]) -> u64 {
        let groups = divisions(tiles, board, target).into_iter().flatten();
        groups.map(|group| 1u64 << (tiles.bits() * group.len() as u32)).sum()
    }

    /// Searches the distances of all groups to their cells in a target. Reports progress in arrangements.
    pub fn new(
        tiles: &Tiles,
        board: &Board,
        target: &[Cell],
        effort: Effort<'_>,
    ) -> Result<Self, Cancelled> {
        let [rows, columns] = divisions(tiles, board, target);
        let row_groups = rows.len();
        let groups: Vec<Vec<usize>> = rows.into_iter().chain(columns).collect();
        let mut members = vec![[Member { group: 0, shift: 0 }; 2]; target.len()];
        for (group, of_group) in groups.iter().enumerate() {
            for (place, &tile) in (0..).zip(of_group) {
                let member = Member { group: group as u16, shift: place * tiles.bits() as u8 };
                match group < row_groups {
                    true => members[tile] = [member; 2],
                    false => members[tile][1] = member,
                }
            }
        }
        let groups = groups.into_par_iter().map(|group| Group::new(tiles, group, target, effort));
        Ok(Self { groups: groups.collect::<Result<_, _>>()?, row_groups, members })
    }

    /// Bytes of the distances.
    pub fn held(&self) -> u64 {
        self.groups.iter().map(|group| group.distances.len() as u64).sum()
    }

    /// The tiles of each group, by rows and by columns.
    pub fn groups(&self) -> impl Iterator<Item = &[usize]> {
        self.groups.iter().map(|group| &group.tiles[..])
    }

    /// The bounds of a position, given by the cell of each tile.
    pub fn bounds(&self, cells: &[Cell]) -> Bounds {
        let mut indexes = vec![0; self.groups.len()];
        for (members, &cell) in self.members.iter().zip(cells) {
            for Member { group, shift } in members {
                indexes[usize::from(*group)] |= u32::from(cell) << shift;
            }
        }
        let distance = |(group, &index): (&Group, &u32)| group.distances[index as usize];
        let distances: Box<[u8]> = self.groups.iter().zip(&indexes).map(distance).collect();
        let sum = |distances: &[u8]| distances.iter().copied().map(u16::from).sum();
        let (rows, columns) = distances.split_at(self.row_groups);
        let sums = [rows, if columns.is_empty() { rows } else { columns }].map(sum);
        Bounds { indexes: indexes.into(), distances, sums }
    }

    /// What the move of a tile changes.
    #[inline]
    pub fn change(&self, bounds: &Bounds, tile: u8, from: Cell, to: Cell) -> Change {
        let members = &self.members[usize::from(tile)];
        let groups = members.map(|member| member.group);
        let moved = i32::from(to) - i32::from(from);
        let index = |Member { group, shift }: Member| {
            bounds.indexes[usize::from(group)].wrapping_add_signed(moved << shift)
        };
        let indexes = members.map(index);
        let mut change = Change { groups, indexes, distances: [0; 2], sums: bounds.sums };
        for number in 0..2 {
            let group = usize::from(groups[number]);
            let distance = self.groups[group].distances[indexes[number] as usize];
            change.distances[number] = distance;
            change.sums[number] += u16::from(distance);
            change.sums[number] -= u16::from(bounds.distances[group]);
        }
        change
    }
}

impl Bounds {
    /// The lower bound.
    #[inline]
    pub fn bound(&self) -> u16 {
        self.sums[0].max(self.sums[1])
    }

    /// Makes a change, and returns the one that undoes it.
    #[inline]
    pub fn make(&mut self, change: &Change) -> Change {
        let groups = change.groups.map(usize::from);
        let undo = Change {
            groups: change.groups,
            indexes: groups.map(|group| self.indexes[group]),
            distances: groups.map(|group| self.distances[group]),
            sums: self.sums,
        };
        for (number, group) in groups.into_iter().enumerate() {
            self.indexes[group] = change.indexes[number];
            self.distances[group] = change.distances[number];
        }
        self.sums = change.sums;
        undo
    }
}

impl Change {
    /// The lower bound after it.
    #[inline]
    pub fn bound(&self) -> u16 {
        self.sums[0].max(self.sums[1])
    }
}

impl Group {
    /// Searches breadth first from the target.
    fn new(
        tiles: &Tiles,
        of_group: Vec<usize>,
        target: &[Cell],
        effort: Effort<'_>,
    ) -> Result<Self, Cancelled> {
        let bits = tiles.bits();
        let mask = (1 << bits) - 1;
        let shifts = || (0..of_group.len() as u32).map(|place| place * bits);
        let mut distances = vec![NONE; 1 << (bits * of_group.len() as u32)];
        let target =
            of_group.iter().zip(shifts()).map(|(&tile, shift)| u32::from(target[tile]) << shift);
        let target = target.sum::<u32>();
        distances[target as usize] = 0;
        let mut level = vec![target];
        // A distance that does not fit stays a lower bound.
        for distance in (1..NONE).chain(std::iter::repeat(NONE - 1)) {
            let mut next = Vec::new();
            for indexes in level.chunks(1 << 14) {
                effort.done(indexes.len() as u64)?;
                for &index in indexes {
                    let cells = shifts().map(|shift| index >> shift & mask);
                    let covered = cells.fold(0u128, |covered, cell| covered | 1 << cell);
                    for shift in shifts() {
                        let from = index >> shift & mask;
                        let beside =
                            tiles.neighbours[from as usize].iter().map(|&to| u32::from(to));
                        for to in beside.filter(|to| covered >> to & 1 == 0) {
                            let after = index ^ (from ^ to) << shift;
                            let known = &mut distances[after as usize];
                            if *known == NONE {
                                *known = distance;
                                next.push(after);
                            }
                        }
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            level = next;
        }
        Ok(Self { tiles: of_group, distances })
    }
}

/// Tiles by the rows of their cells in the target, and by the columns, as many in a group as its index can have. The
/// second division is empty if one group has all tiles.
fn divisions(tiles: &Tiles, board: &Board, target: &[Cell]) -> [Vec<Vec<usize>>; 2] {
    let most = (MOST_BITS / tiles.bits()) as usize;
    // Along strips of two rows, or two columns, there and back. So the tiles of a group are near to one another.
    let strip = |across: u8, along: u8| {
        let along = i16::from(along);
        (across / 2, if across & 2 == 0 { along } else { -along }, across)
    };
    let groups = |place: &dyn Fn(Cell) -> (u8, i16, u8)| {
        let mut order: Vec<usize> = (0..target.len()).collect();
        order.sort_by_key(|&tile| place(target[tile]));
        order.chunks(most).map(<[_]>::to_vec).collect::<Vec<_>>()
    };
    let rows = groups(&|cell| strip(board.row(cell), board.column(cell)));
    let by_column = |cell| strip(board.column(cell), board.row(cell));
    let columns = if rows.len() > 1 { groups(&by_column) } else { Vec::new() };
    [rows, columns]
}
