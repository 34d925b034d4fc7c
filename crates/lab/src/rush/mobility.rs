//! What can move on the boards of a cluster, and which lines influence one another.
//!
//! A piece that the edge, walls and other such pieces hold in place never moves. More generally, some cells stay covered however
//! pieces move, such as the middle of a truck that has four cells to move in. The largest set of cells that hold one another
//! is the same on all boards of a cluster.

use super::board::{Board, Grid};
use super::lineup::{LONGEST, Line, Lineups, Placements, Reach, ones};
use std::iter;

/// For each line of a board, what its pieces can reach at most, wherever other pieces move.
pub struct Mobility {
    rows: [Reach; LONGEST],
    columns: [Reach; LONGEST],
    /// The lines with more than one placement.
    pub mobile: Lines,
    /// [`Board::has_freer_rows`].
    pub has_freer_rows: bool,
    /// For each row, the columns whose pieces can cover a cell that its own pieces can cover.
    columns_met: [u8; LONGEST],
    rows_met: [u8; LONGEST],
}

/// Some rows and columns, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lines {
    pub rows: u8,
    pub columns: u8,
}

impl Lines {
    fn without(self, others: Self) -> Self {
        Self { rows: self.rows & !others.rows, columns: self.columns & !others.columns }
    }

    /// Some line of them.
    fn one(self) -> Self {
        match self {
            Self { rows: 0, columns } => {
                Self { rows: 0, columns: columns & columns.wrapping_neg() }
            }
            Self { rows, .. } => Self { rows: rows & rows.wrapping_neg(), columns: 0 },
        }
    }
}

impl Mobility {
    pub fn new(grid: &Grid, board: &Board) -> Self {
        let walls = u64::from_le_bytes(board.walls);
        // At first every piece holds the others.
        let mut held =
            board.columns.map(|line| grid.columns.of(line).cells[usize::from(line.placement)]);
        loop {
            let down = transposed(u64::from_le_bytes(held));
            let rows = reach(&grid.rows, &board.rows, walls | down);
            let across = u64::from_le_bytes(rows.map(|reach| reach.kept));
            let columns = reach(&grid.columns, &board.columns, transposed(walls | across));
            let kept = columns.map(|reach| reach.kept);
            if kept == held {
                return Self::of(rows, columns, board.has_freer_rows(grid));
            }
            held = kept;
        }
    }

    fn of(rows: [Reach; LONGEST], columns: [Reach; LONGEST], has_freer_rows: bool) -> Self {
        let swept = |lines: &[Reach; LONGEST]| u64::from_le_bytes(lines.map(|reach| reach.swept));
        let met = swept(&rows) & transposed(swept(&columns));
        let mobile = |lines: &[Reach; LONGEST]| {
            let mobile = lines.iter().map(|reach| !reach.placements.is_power_of_two());
            (0..).zip(mobile).map(|(line, mobile)| u8::from(mobile) << line).sum()
        };
        Self {
            mobile: Lines { rows: mobile(&rows), columns: mobile(&columns) },
            columns_met: met.to_le_bytes(),
            rows_met: transposed(met).to_le_bytes(),
            has_freer_rows,
            rows,
            columns,
        }
    }

    /// The placements that a row can have, or more.
    pub fn of_row(&self, row: usize) -> Placements {
        self.rows[row].placements
    }

    /// The placements that a column can have, or more.
    pub fn of_column(&self, column: usize) -> Placements {
        self.columns[column].placements
    }

    /// The lines that influence the moves of a row, with itself: its region. None if the row has only one placement.
    pub fn region_of_row(&self, row: usize) -> Lines {
        self.region(Lines { rows: self.mobile.rows & 1 << row, columns: 0 })
    }

    /// The other regions. The lines of two regions never cover the same cell, so they move independently.
    pub fn regions_beside(&self, region: Lines) -> impl Iterator<Item = Lines> {
        let mut left = self.mobile.without(region);
        iter::from_fn(move || {
            let region = (left != Lines::default()).then(|| self.region(left.one()))?;
            left = left.without(region);
            Some(region)
        })
    }

    fn region(&self, of: Lines) -> Lines {
        let mut region = of;
        loop {
            let columns =
                ones(region.rows).fold(region.columns, |all, row| all | self.columns_met[row]);
            let columns = columns & self.mobile.columns;
            let rows = ones(columns).fold(region.rows, |all, column| all | self.rows_met[column]);
            let wider = Lines { rows: rows & self.mobile.rows, columns };
            if wider == region {
                return region;
            }
            region = wider;
        }
    }

    /// Whether some lines can have the same placements on another board.
    pub fn agrees_on(&self, lines: Lines, other: &Self) -> bool {
        ones(lines.rows).all(|row| self.of_row(row) == other.of_row(row))
            && ones(lines.columns).all(|column| self.of_column(column) == other.of_column(column))
    }
}

/// What lines reach, if these cells are blocked: bit `cell` of byte `line`.
fn reach(lineups: &Lineups, lines: &[Line; LONGEST], blocked: u64) -> [Reach; LONGEST] {
    let blocked = blocked.to_le_bytes();
    std::array::from_fn(|at| lineups.of(lines[at]).reach(lines[at].placement, blocked[at]))
}

/// The transpose of eight rows of eight bits (H. S. Warren, *Hacker's Delight*, 7-3).
#[inline(always)]
pub fn transposed(mut bits: u64) -> u64 {
    for (mask, by) in [(0x00AA_00AA_00AA_00AA, 7), (0x0000_CCCC_0000_CCCC, 14), (0xF0F0_F0F0, 28)] {
        let other = (bits ^ bits >> by) & mask;
        bits ^= other ^ other << by;
    }
    bits
}
