//! Additive pattern databases.

use super::bounds::{LowerBounds, TableSize};
use super::contents::Contents;
use super::covers::fit;
use super::divisions::{REFLECTED, orders, reflected, reflects};
use super::group::{Arrangements, GroupArrangement, GroupTable};
use super::orders::MOST_TILES;
use super::slides::Slide;
use crate::error::SearchError;
use huarong_core::effort::Effort;
use huarong_core::effort::threads::*;
use huarong_core::grid::{Board, Cell, Direction};
use std::borrow::Cow;
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

/// The groups of both divisions. The second has none if the first has only one.
struct Groups {
    rows: Vec<Vec<Cell>>,
    columns: Vec<Vec<Cell>>,
    /// Whether the second division is the image of the first in a reflection along the diagonal.
    is_reflected: bool,
}

/// How tables are made.
struct Making {
    /// The number of tables that are made at the same time. With 1, no thread waits for another one, which could take over a
    /// question that waits for the same tables.
    at_once: usize,
    /// The number of bits of an arrangement that making a table takes, in addition to those of the table.
    bits: u64,
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

impl LowerBounds for AdditivePatterns {
    type Known = Bounds;
    type Change = BoundsChange;
    const MOVES_LINES: bool = false;

    fn size(board: &Board, size: TableSize) -> (usize, u64) {
        // The most arrangements of a group, whatever the empty cell is.
        let (most_tiles, limit) = match size {
            TableSize::Small => (7, 1 << 23),
            TableSize::Large => (7, 1 << 27),
            TableSize::Kept => (MOST_TILES, 1 << 29),
        };
        let cells = u64::from(board.cell_count());
        let arrangements = |tiles| (cells - tiles as u64 + 1..=cells).product::<u64>();
        let most = (cells as usize - 1).min(most_tiles);
        let sizes = (1..=most).map(|tiles| (tiles, arrangements(tiles)));
        let fits = sizes.take_while(|&(_, arrangements)| arrangements <= limit);
        fits.last().expect("one tile has few arrangements")
    }

    fn new(
        board: &Board,
        empty: Cell,
        size: TableSize,
        effort: Effort<'_>,
    ) -> Result<Self, SearchError> {
        let search = |_, arrangements, group: &[Cell]| {
            Ok(GroupTable::new(arrangements, group, empty, effort)?)
        };
        let at_once = if size.is_shared() { current_num_threads() } else { 1 };
        let made = Making { at_once, bits: GroupTable::BITS_OF_SEARCH };
        Self::with(board, empty, size, made, search, effort)
    }

    fn kept(board: &Board, empty: Cell) -> Vec<Vec<u8>> {
        let in_group =
            |group: &[Cell]| board.cells().map(|cell| group.contains(&cell).into()).collect();
        Groups::new(board, empty, TableSize::Kept).with_tables().map(in_group).collect()
    }

    fn bytes_of(&self, table: usize) -> Cow<'_, [u8]> {
        Cow::Owned(self.groups[table].table.to_bytes())
    }

    fn of_bytes<'b, E: From<SearchError> + Send>(
        board: &Board,
        empty: Cell,
        bytes_of: impl Fn(usize, u64) -> Result<Cow<'b, [u8]>, E> + Sync,
        effort: Effort<'_>,
    ) -> Result<Self, E> {
        let read = |table, arrangements: Arc<Arrangements>, group: &[Cell]| {
            let bytes = bytes_of(table, arrangements.bytes_of_bits())?;
            Ok(GroupTable::of_bytes(arrangements, group, empty, &bytes))
        };
        Self::with(board, empty, TableSize::Kept, Making { at_once: 1, bits: 0 }, read, effort)
    }

    fn bytes(&self) -> u64 {
        self.bytes
    }

    fn groups(&self) -> Vec<&[Cell]> {
        self.groups.iter().map(|group| &group.tiles[..]).collect()
    }

    fn known(&self, board: &Board, position: &Contents) -> Bounds {
        let cells = position.cells();
        let arranged = |group: &TileGroup| group.arranged(board, &cells, position.empty);
        let groups: Box<[Arranged]> = self.groups.iter().map(arranged).collect();
        let sum = |groups: &[Arranged]| groups.iter().map(|group| group.distance).sum();
        let (rows, columns) = groups.split_at(self.row_groups);
        let sums = [rows, if columns.is_empty() { rows } else { columns }].map(sum);
        Bounds { groups, sums }
    }

    fn bound(bounds: &Bounds) -> u16 {
        bounds.sums[0].max(bounds.sums[1])
    }

    #[inline]
    fn change(
        &self,
        bounds: &Bounds,
        position: &Contents,
        slide: &Slide,
        most: u16,
    ) -> Result<BoundsChange, u16> {
        let members = self.members[usize::from(position.tile(slide.from))];
        let groups = members.map(|member| member.group);
        let arranged = groups.map(|group| bounds.groups[usize::from(group)]);
        let mut change = BoundsChange { groups, arranged, sums: bounds.sums };
        for (number, member) in members.into_iter().enumerate() {
            let before = arranged[number];
            let after = self.groups[usize::from(member.group)].after(
                before,
                member.number,
                slide.direction,
            );
            let sum = &mut change.sums[number];
            *sum = *sum + after.distance - before.distance;
            change.arranged[number] = after;
            if *sum > most {
                return Err(*sum);
            }
        }
        Ok(change)
    }

    #[inline]
    fn make(bounds: &mut Bounds, change: &BoundsChange) -> BoundsChange {
        let groups = change.groups.map(usize::from);
        let arranged = groups.map(|group| bounds.groups[group]);
        let undo = BoundsChange { groups: change.groups, arranged, sums: bounds.sums };
        for (group, &arranged) in groups.into_iter().zip(&change.arranged) {
            bounds.groups[group] = arranged;
        }
        bounds.sums = change.sums;
        undo
    }
}

impl AdditivePatterns {
    /// The tables of a size, each made of its number, its arrangements and its group.
    fn with<E: From<SearchError> + Send>(
        board: &Board,
        empty: Cell,
        size: TableSize,
        Making { at_once, bits: bits_of_making }: Making,
        make: impl Fn(usize, Arc<Arrangements>, &[Cell]) -> Result<GroupTable, E> + Sync,
        effort: Effort<'_>,
    ) -> Result<Self, E> {
        let groups = Groups::new(board, empty, size);
        let mut arrangements: Vec<Arc<Arrangements>> = Vec::new();
        let mut held = 0;
        for group in groups.rows.iter().chain(&groups.columns) {
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
        let of_tables: Vec<&[Cell]> = groups.with_tables().collect();
        let mut bits: Vec<u64> = of_tables.iter().map(|group| of(group).bytes_of_bits()).collect();
        held += bits.iter().sum::<u64>();
        bits.sort_unstable_by(|one, other| other.cmp(one));
        let of_making = bits.iter().take(at_once).sum::<u64>() * bits_of_making;
        fit(held + of_making, effort)?;
        let make =
            |(number, &group): (usize, &&[Cell])| make(number, of(group), group).map(Arc::new);
        // Work that is not divided stays with this thread.
        let undivided = if at_once == 1 { of_tables.len() } else { 1 };
        let tables = of_tables.par_iter().with_min_len(undivided).enumerate().map(make);
        let tables: Vec<Arc<GroupTable>> = tables.collect::<Result<_, E>>()?;
        let Groups { rows, columns, is_reflected } = groups;
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

impl Groups {
    fn new(board: &Board, empty: Cell, size: TableSize) -> Self {
        let (most, _) = AdditivePatterns::size(board, size);
        let [rows, columns] = orders(board, empty).map(|order| in_groups(&order, most));
        let columns = if rows.len() > 1 { columns } else { Vec::new() };
        Self { rows, columns, is_reflected: reflects(board, empty) }
    }

    /// The groups that have a table of their own.
    fn with_tables(&self) -> impl Iterator<Item = &[Cell]> {
        let columns = if self.is_reflected { &[][..] } else { &self.columns };
        self.rows.iter().chain(columns).map(Vec::as_slice)
    }
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
