//! Additive pattern databases.

use super::contents::Contents;
use super::covers::fit;
use super::group::{Arrangements, GroupArrangement, GroupTable};
use super::orders::MOST_TILES;
use crate::error::SearchError;
use huarong_core::effort::threads::*;
use huarong_core::effort::{Cancelled, Effort};
use huarong_core::grid::{Board, Cell, Direction};
use std::sync::Arc;

/// A lower bound for the distance of a position: the sum of the distances of some groups of tiles.
///
/// A move of the whole puzzle moves one tile. So it is a move of the group of that tile. For the other groups, only the
/// empty cell moves, which is free. The moves of a solution that move a group's tiles therefore solve that group, and no
/// move counts twice.
///
/// Tiles are divided into groups twice: by the rows of their targets, and by the columns. The larger sum is the bound.
#[derive(Debug)]
pub(super) struct AdditivePatterns {
    groups: Vec<TileGroup>,
    /// Number of groups of the first division. A single group serves as both divisions.
    row_groups: usize,
    /// For each tile its groups in both divisions, and its numbers there.
    members: Vec<[Member; 2]>,
    bytes: u64,
}

/// A group of tiles, and its table. A reflection along the diagonal may map the board and the empty cell to themselves.
/// Then each group of the second division uses the table of its image in the first.
#[derive(Debug)]
struct TileGroup {
    /// The tiles, in the order of the table.
    tiles: Vec<Cell>,
    table: Arc<GroupTable>,
    is_reflected: bool,
}

#[derive(Clone, Copy, Debug)]
struct Member {
    group: u16,
    number: u8,
}

/// An arrangement of a group, and its distance.
#[derive(Clone, Copy, Debug)]
struct Arranged {
    at: GroupArrangement,
    distance: u16,
}

/// The arrangement of each group in a position, and the sums of both divisions.
#[derive(Clone, Debug)]
pub(super) struct Bounds {
    groups: Box<[Arranged]>,
    sums: [u16; 2],
}

/// What a move changes in the [`Bounds`].
#[derive(Clone, Copy, Debug)]
pub(super) struct BoundsChange {
    groups: [u16; 2],
    arranged: [Arranged; 2],
    sums: [u16; 2],
}

/// Sizes of the tables of a solver.
#[derive(Clone, Copy, Debug)]
pub(super) enum TableSize {
    /// Tables that take a fraction of a second. Those of the 15-puzzle have groups of six tiles.
    Small,
    /// Tables that take seconds, for hard positions and for many. Those of the 15-puzzle have groups of seven tiles.
    Large,
}

impl TableSize {
    /// The most arrangements of a group, whatever the empty cell is.
    fn most_arrangements(self) -> u64 {
        match self {
            Self::Small => 1 << 23,
            Self::Large => 1 << 27,
        }
    }

    /// Number of groups that are searched at once. A thread that makes small tables never waits for another one: it may
    /// have others wait for the tables.
    fn searches_at_once(self) -> usize {
        match self {
            Self::Small => 1,
            Self::Large => current_num_threads(),
        }
    }

    /// The largest number of tiles of a group, and the number of its arrangements.
    pub fn most_tiles(self, board: &Board) -> (usize, u64) {
        let cells = u64::from(board.cell_count());
        let arrangements = |tiles| (cells - tiles as u64 + 1..=cells).product::<u64>();
        let fits = |&(_, arrangements): &(usize, u64)| arrangements <= self.most_arrangements();
        let most = (cells as usize - 1).min(MOST_TILES);
        let sizes = (1..=most).map(|tiles| (tiles, arrangements(tiles)));
        sizes.take_while(fits).last().expect("one tile has few arrangements")
    }
}

impl AdditivePatterns {
    /// Searches the distances of all groups to their cells in a target with an empty cell. Reports progress in
    /// arrangements.
    pub fn new(
        board: &Board,
        empty: Cell,
        size: TableSize,
        effort: Effort<'_>,
    ) -> Result<Self, SearchError> {
        let (most, _) = size.most_tiles(board);
        let [rows, columns] = divisions(board, empty, most);
        let mut arrangements: Vec<Arc<Arrangements>> = Vec::new();
        let mut held = 0;
        for group in rows.iter().chain(&columns) {
            if arrangements.iter().all(|of| of.orders.tiles() != group.len()) {
                let made = Arrangements::new(board, group.len(), effort.without(held))?;
                held += made.bytes();
                arrangements.push(Arc::new(made));
            }
        }
        let of = |group: &[Cell]| {
            let found = arrangements.iter().find(|of| of.orders.tiles() == group.len());
            found.expect("all sizes are there").clone()
        };
        // The second division is then the image of the first, group by group.
        let is_reflected = reflects(board) && board.row(empty) == board.column(empty);
        let searched: Vec<&[Cell]> = match is_reflected {
            true => rows.iter().map(Vec::as_slice).collect(),
            false => rows.iter().chain(&columns).map(Vec::as_slice).collect(),
        };
        let mut bits: Vec<u64> = searched.iter().map(|group| of(group).bytes_of_bits()).collect();
        held += bits.iter().sum::<u64>();
        bits.sort_unstable_by(|one, other| other.cmp(one));
        let at_once = size.searches_at_once();
        let of_searches = bits.iter().take(at_once).sum::<u64>() * GroupTable::BITS_OF_SEARCH;
        fit(held + of_searches, effort)?;
        let search = |group: &&[Cell]| -> Result<Arc<GroupTable>, Cancelled> {
            Ok(Arc::new(GroupTable::new(of(group), group, empty, effort)?))
        };
        let tables: Vec<Arc<GroupTable>> = match at_once {
            1 => searched.iter().map(search).collect::<Result<_, _>>()?,
            _ => searched.par_iter().map(search).collect::<Result<_, _>>()?,
        };
        let row_groups = rows.len();
        let groups = rows.into_iter().chain(columns).enumerate();
        let groups = groups.map(|(number, tiles)| {
            let is_reflected = is_reflected && number >= row_groups;
            let table = tables[if is_reflected { number - row_groups } else { number }].clone();
            TileGroup { tiles, table, is_reflected }
        });
        let mut patterns =
            Self { groups: groups.collect(), row_groups, members: Vec::new(), bytes: held };
        patterns.members = patterns.members(board.cell_count());
        Ok(patterns)
    }

    fn members(&self, cells: Cell) -> Vec<[Member; 2]> {
        let mut members = vec![[Member { group: 0, number: 0 }; 2]; cells.into()];
        for (number, group) in self.groups.iter().enumerate() {
            for (tile, &cell) in (0..).zip(&group.tiles) {
                let member = Member { group: number as u16, number: tile };
                match number < self.row_groups {
                    true => members[usize::from(cell)] = [member; 2],
                    false => members[usize::from(cell)][1] = member,
                }
            }
        }
        members
    }

    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The tiles of each group, by rows and by columns.
    pub fn groups(&self) -> impl Iterator<Item = &[Cell]> {
        self.groups.iter().map(|group| &group.tiles[..])
    }

    /// The bounds of a position.
    pub fn bounds(&self, board: &Board, position: &Contents) -> Bounds {
        let cells = position.cells();
        let arranged = |group: &TileGroup| group.arranged(board, &cells, position.empty);
        let groups: Box<[Arranged]> = self.groups.iter().map(arranged).collect();
        let sum = |groups: &[Arranged]| groups.iter().map(|group| group.distance).sum();
        let (rows, columns) = groups.split_at(self.row_groups);
        let sums = [rows, if columns.is_empty() { rows } else { columns }].map(sum);
        Bounds { groups, sums }
    }

    /// What the move of a tile in a direction changes; or a lower bound for the distance after it, if that is more than
    /// `most`.
    #[inline]
    pub fn change(
        &self,
        bounds: &Bounds,
        tile: u8,
        direction: Direction,
        most: u16,
    ) -> Result<BoundsChange, u16> {
        let members = self.members[usize::from(tile)];
        let groups = members.map(|member| member.group);
        let arranged = groups.map(|group| bounds.groups[usize::from(group)]);
        let mut change = BoundsChange { groups, arranged, sums: bounds.sums };
        for (number, member) in members.into_iter().enumerate() {
            let before = arranged[number];
            let after =
                self.groups[usize::from(member.group)].after(before, member.number, direction);
            let sum = &mut change.sums[number];
            *sum = *sum + after.distance - before.distance;
            change.arranged[number] = after;
            if *sum > most {
                return Err(*sum);
            }
        }
        Ok(change)
    }
}

impl TileGroup {
    /// The arrangement in a position, given by the cell of each tile.
    fn arranged(&self, board: &Board, cells: &[Cell], empty: Cell) -> Arranged {
        let image = |cell| match self.is_reflected {
            true => reflected(board, cell).expect("the board is its own image"),
            false => cell,
        };
        let now = self.tiles.iter().map(|&tile| cells[usize::from(tile)]);
        let images: Vec<Cell> = now.clone().map(image).collect();
        let at = self.table.arrangements().of(&images, image(empty));
        // A tile changes the colour of its cell with each move.
        let colour = |cell| board.column(cell) ^ board.row(cell);
        let colours = self.tiles.iter().zip(now).map(|(&tile, cell)| colour(tile) ^ colour(cell));
        let is_odd = colours.fold(0, |all, colour| all ^ colour) & 1 == 1;
        // An arrangement that cannot reach the target is part of no solution. Any bound is right.
        let distance = self.table.distance(at, is_odd).unwrap_or(0);
        Arranged { at, distance }
    }

    #[inline]
    fn after(
        &self,
        Arranged { at, distance }: Arranged,
        tile: u8,
        direction: Direction,
    ) -> Arranged {
        let direction = match self.is_reflected {
            true => REFLECTED[direction as usize],
            false => direction as usize,
        };
        let at = self.table.arrangements().after(at, tile, direction);
        Arranged { at, distance: self.table.distance_beside(at, distance) }
    }
}

impl Bounds {
    #[inline]
    pub fn bound(&self) -> u16 {
        self.sums[0].max(self.sums[1])
    }

    /// Makes a change, and returns the one that undoes it.
    #[inline]
    pub fn make(&mut self, change: &BoundsChange) -> BoundsChange {
        let groups = change.groups.map(usize::from);
        let arranged = groups.map(|group| self.groups[group]);
        let undo = BoundsChange { groups: change.groups, arranged, sums: self.sums };
        for (group, &arranged) in groups.into_iter().zip(&change.arranged) {
            self.groups[group] = arranged;
        }
        self.sums = change.sums;
        undo
    }
}

/// For each direction, its image in a reflection along the diagonal.
const REFLECTED: [usize; 4] = [
    Direction::Down as usize,
    Direction::Right as usize,
    Direction::Up as usize,
    Direction::Left as usize,
];

/// The image of a cell in a reflection along the diagonal.
fn reflected(board: &Board, cell: Cell) -> Option<Cell> {
    board.cell(board.row(cell), board.column(cell))
}

/// Whether a reflection along the diagonal maps a board to itself.
fn reflects(board: &Board) -> bool {
    board.cells().all(|cell| {
        reflected(board, cell).is_some_and(|image| {
            Direction::ALL.into_iter().all(|direction| {
                let beside = board.neighbour(cell, direction);
                let of_image = Direction::ALL[REFLECTED[direction as usize]];
                beside.and_then(|beside| reflected(board, beside))
                    == board.neighbour(image, of_image)
            })
        })
    })
}

/// Tiles by the rows of their cells in the target, and by the columns, in groups of at most so many tiles. The second
/// division is empty if one group has all tiles.
fn divisions(board: &Board, empty: Cell, most: usize) -> [Vec<Vec<Cell>>; 2] {
    // From the side of the empty cell, along strips of two rows, or two columns, there and back. So the tiles of a group
    // are near to one another.
    let from_empty = |place: u8, of_empty: u8, length: u8| match of_empty < length.div_ceil(2) {
        true => place,
        false => length - 1 - place,
    };
    let row = |cell| from_empty(board.row(cell), board.row(empty), board.height());
    let column = |cell| from_empty(board.column(cell), board.column(empty), board.width());
    let strip = |across: u8, along: u8| {
        let along = i16::from(along);
        (across / 2, if across & 2 == 0 { along } else { -along }, across)
    };
    let groups = |place: &dyn Fn(Cell) -> (u8, i16, u8)| {
        let mut order: Vec<Cell> = board.cells().filter(|&cell| cell != empty).collect();
        order.sort_by_key(|&cell| place(cell));
        in_groups(&order, most)
    };
    let rows = groups(&|cell| strip(row(cell), column(cell)));
    let by_column = |cell| strip(column(cell), row(cell));
    let columns = if rows.len() > 1 { groups(&by_column) } else { Vec::new() };
    [rows, columns]
}

/// Groups of as many tiles as possible. One group in the middle has the rest, which makes the others compact.
fn in_groups(order: &[Cell], most: usize) -> Vec<Vec<Cell>> {
    let rest = order.len() % most;
    let groups = order.len().div_ceil(most);
    let before = if rest == 0 { 0 } else { (groups - 1) / 2 * most };
    let (before, from) = order.split_at(before);
    let (middle, after) = from.split_at(rest);
    let parts = [before.chunks(most), middle.chunks(most), after.chunks(most)];
    parts.into_iter().flatten().map(<[_]>::to_vec).collect()
}
