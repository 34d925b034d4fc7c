//! Lower bounds if a move takes a line of tiles.

use super::bounds::{LowerBounds, TableSize};
use super::contents::Contents;
use super::covers::fit;
use super::divisions::{orders, reflected, reflects};
use super::kinds::{Codes, EMPTY_KIND, KindTable};
use super::slides::Slide;
use crate::error::SearchError;
use huarong_core::effort::Effort;
use huarong_core::grid::{Board, Cell};
use huarong_core::numbering::subsets::Binomials;
use std::borrow::Cow;
use std::sync::Arc;

/// A lower bound for the distance of a position: its distance if the tiles of each group look alike.
///
/// The moves of a solution solve that puzzle, too (Culberson and Schaeffer, 1998). Distances of groups do not add up here, as
/// one move takes tiles of several.
///
/// Tiles are divided into groups twice: by the rows of their targets, and by the columns. The larger distance is the bound.
#[derive(Debug)]
pub(super) struct LineBounds {
    /// By rows and by columns.
    divisions: [Division; 2],
    bytes: u64,
}

#[derive(Debug)]
struct Division {
    groups: Vec<Vec<Cell>>,
    /// For each tile its kind: the number of its group, from 1.
    kinds: Vec<u8>,
    table: Arc<KindTable>,
    /// For each cell, the value of its digit in codes.
    weights: Vec<u64>,
}

/// The codes of a position in both divisions, and its bound.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    codes: [u64; 2],
    bound: u16,
}

/// The most cells of a board. Larger boards have too many codes of half a board.
pub(super) const MOST_CELLS_OF_LINES: Cell = 25;

impl LowerBounds for LineBounds {
    type Known = Known;
    type Change = Known;
    const MOVES_LINES: bool = true;

    fn size(board: &Board, size: TableSize) -> (usize, u64) {
        let limit = match size {
            TableSize::Small => 1 << 24,
            TableSize::Large | TableSize::Kept => 1 << 28,
        };
        let tiles = usize::from(board.cell_count()) - 1;
        let sizes = (1..=tiles).map(|most| (most, arrangements(tiles, most)));
        let mut fits = sizes.filter(|&(_, arrangements)| arrangements <= limit);
        fits.next().expect("one group has few arrangements")
    }

    fn new(
        board: &Board,
        empty: Cell,
        size: TableSize,
        effort: Effort<'_>,
    ) -> Result<Self, SearchError> {
        let search = |_, kinds: &[u8]| Ok(KindTable::new(board, kinds, size, effort)?);
        Self::with(board, empty, size, search, effort)
    }

    fn kept(board: &Board, empty: Cell) -> Vec<Vec<u8>> {
        let divisions = groups(board, empty, TableSize::Kept);
        let with_tables = if reflects(board, empty) { 1 } else { 2 };
        divisions[..with_tables].iter().map(|groups| kinds(board, groups)).collect()
    }

    fn bytes_of(&self, table: usize) -> Cow<'_, [u8]> {
        Cow::Borrowed(self.divisions[table].table.bytes())
    }

    fn of_bytes<'b, E: From<SearchError> + Send>(
        board: &Board,
        empty: Cell,
        bytes_of: impl Fn(usize, u64) -> Result<Cow<'b, [u8]>, E> + Sync,
        effort: Effort<'_>,
    ) -> Result<Self, E> {
        let (_, arrangements) = Self::size(board, TableSize::Kept);
        let read = |table, kinds: &[u8]| {
            Ok(KindTable::of_bytes(kinds, bytes_of(table, arrangements)?.into_owned()))
        };
        Self::with(board, empty, TableSize::Kept, read, effort)
    }

    fn bytes(&self) -> u64 {
        self.bytes
    }

    fn groups(&self) -> Vec<&[Cell]> {
        self.divisions.iter().flat_map(|division| &division.groups).map(Vec::as_slice).collect()
    }

    fn known(&self, _: &Board, position: &Contents) -> Known {
        let codes = self.divisions.each_ref().map(|division| division.code(position));
        let bounds = [0, 1].map(|at| self.divisions[at].table.distance(codes[at]));
        Known { codes, bound: bounds[0].max(bounds[1]) }
    }

    fn bound(known: &Known) -> u16 {
        known.bound
    }

    #[inline]
    fn change(
        &self,
        known: &Known,
        position: &Contents,
        slide: &Slide,
        most: u16,
    ) -> Result<Known, u16> {
        let mut after = Known { codes: known.codes, bound: 0 };
        for (code, division) in after.codes.iter_mut().zip(&self.divisions) {
            let kind = |cell| division.kinds[usize::from(position.tile(cell))];
            *code = slide.code_after(*code, &division.weights, kind);
            after.bound = after.bound.max(division.table.distance(*code));
            if after.bound > most {
                return Err(after.bound);
            }
        }
        Ok(after)
    }

    #[inline]
    fn make(known: &mut Known, change: &Known) -> Known {
        std::mem::replace(known, *change)
    }
}

impl LineBounds {
    /// The tables of a size, each made of its number and the kinds of the tiles.
    fn with<E: From<SearchError>>(
        board: &Board,
        empty: Cell,
        size: TableSize,
        make: impl Fn(usize, &[u8]) -> Result<KindTable, E>,
        effort: Effort<'_>,
    ) -> Result<Self, E> {
        let (_, arrangements) = Self::size(board, size);
        let [rows, columns] = groups(board, empty, size);
        let is_reflected = reflects(board, empty);
        let tables = if is_reflected { 1 } else { 2 };
        let [of_codes, of_search] = Codes::bytes(board.cell_count().into(), rows.len() + 1);
        let bytes = tables * (arrangements + of_codes);
        fit(bytes + of_search, effort)?;
        let division = |number, groups: Vec<Vec<Cell>>| -> Result<Division, E> {
            let kinds = kinds(board, &groups);
            let table = make(number, &kinds)?;
            let weights = table.weights().to_vec();
            Ok(Division { groups, kinds, table: Arc::new(table), weights })
        };
        let of_rows = division(0, rows)?;
        let of_columns = match is_reflected {
            true => of_rows.reflected(board),
            false => division(1, columns)?,
        };
        Ok(Self { divisions: [of_rows, of_columns], bytes })
    }
}

impl Division {
    /// The division into the images of the groups in a reflection that maps the board and the empty cell to themselves.
    fn reflected(&self, board: &Board) -> Self {
        let image = |cell| reflected(board, cell).expect("the board is its own image");
        let groups =
            self.groups.iter().map(|group| group.iter().map(|&tile| image(tile)).collect());
        let images = || board.cells().map(|cell| usize::from(image(cell)));
        Self {
            groups: groups.collect(),
            kinds: images().map(|image| self.kinds[image]).collect(),
            table: self.table.clone(),
            weights: images().map(|image| self.weights[image]).collect(),
        }
    }

    fn code(&self, position: &Contents) -> u64 {
        let tiles = position.cells().into_iter().zip(&self.kinds);
        tiles.map(|(cell, &kind)| u64::from(kind) * self.weights[usize::from(cell)]).sum()
    }
}

/// The groups of tiles, by rows and by columns.
fn groups(board: &Board, empty: Cell, size: TableSize) -> [Vec<Vec<Cell>>; 2] {
    let (most, _) = LineBounds::size(board, size);
    orders(board, empty).map(|order| order.chunks(most).map(<[_]>::to_vec).collect())
}

/// The kind of each tile: the number of its group.
fn kinds(board: &Board, groups: &[Vec<Cell>]) -> Vec<u8> {
    let mut kinds = vec![EMPTY_KIND; board.cell_count().into()];
    for (kind, group) in (EMPTY_KIND + 1..).zip(groups) {
        group.iter().for_each(|&tile| kinds[usize::from(tile)] = kind);
    }
    kinds
}

/// Number of arrangements of some tiles and an empty cell, if each group of `most` tiles look alike, and the rest of them.
fn arrangements(tiles: usize, most: usize) -> u64 {
    let (mut cells, mut arrangements) = (tiles as u32 + 1, 1u64);
    while cells > 1 {
        let group = (cells - 1).min(most as u32);
        arrangements = arrangements.saturating_mul(Binomials::new().choose(cells, group));
        cells -= group;
    }
    arrangements
}
