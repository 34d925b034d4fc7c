//! The lines of a board, for the search of its cluster.

use super::board::{Board, Grid};
use super::lineup::{LONGEST, Line, Lineup, Lineups, Placements, ones};
use super::mobility::{Lines, Mobility, transposed};

/// Some lines of a board, divided into outer and inner ones. No other line influences them.
pub struct ClusterLines<'g> {
    pub inner: Vec<Track<'g>>,
    pub outer: Vec<Track<'g>>,
    /// For each inner line, its place in `inner`.
    pub inner_at: [u8; LONGEST],
    /// Which lines are inner lines.
    pub has_inner: u8,
    pub red: Red,
    /// The placement of the red car at the exit.
    pub at_exit: u8,
    /// Whether the inner lines are rows.
    rows_inside: bool,
}

#[derive(Clone, Copy)]
pub struct Track<'g> {
    pub lineup: &'g Lineup,
    pub line: u8,
    /// The placements that it can have. Walls and pieces that never move allow no others.
    pub possible: Placements,
}

/// The line of the red car, by its number among the inner or outer lines.
#[derive(Clone, Copy)]
pub enum Red {
    Inner(usize),
    Outer(usize),
    /// It is not among the lines; whether it is at the exit.
    Elsewhere(bool),
}

/// A position of the lines: the placements of its outer lines, four bits each, and those of its inner lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    pub outer: u32,
    pub inner: [u8; LONGEST],
}

impl<'g> ClusterLines<'g> {
    /// Lines of a board that no others influence, and their position on it.
    pub fn new(grid: &'g Grid, board: &Board, mobility: &Mobility, lines: Lines) -> (Self, Placed) {
        let track = |lineups: &'g Lineups, line: Line, at: usize, possible: Placements| {
            (Track { lineup: lineups.of(line), line: at as u8, possible }, line.placement)
        };
        let rows = ones(lines.rows);
        let rows = rows.map(|at| track(&grid.rows, board.rows[at], at, mobility.of_row(at)));
        let rows: Vec<_> = rows.collect();
        let columns = ones(lines.columns);
        let columns =
            columns.map(|at| track(&grid.columns, board.columns[at], at, mobility.of_column(at)));
        let columns = columns.collect();
        let red = rows.iter().position(|(track, _)| usize::from(track.line) == grid.exit);
        let rows_inside = mobility.has_freer_rows;
        let (inner, outer): (_, Vec<_>) =
            if rows_inside { (rows, columns) } else { (columns, rows) };
        let red = match red {
            Some(at) if rows_inside => Red::Inner(at),
            Some(at) => Red::Outer(at),
            None => Red::Elsewhere(usize::from(board.rows[grid.exit].placement) == grid.width - 2),
        };
        let mut place = Placed { outer: 0, inner: [0; LONGEST] };
        for (at, (_, placement)) in outer.iter().enumerate() {
            place.outer |= u32::from(*placement) << (4 * at);
        }
        let (mut inner_at, mut has_inner) = ([0; LONGEST], 0);
        for (at, (track, placement)) in inner.iter().enumerate() {
            place.inner[at] = *placement;
            inner_at[usize::from(track.line)] = at as u8;
            has_inner |= 1 << track.line;
        }
        let only =
            |tracks: Vec<(Track<'g>, u8)>| tracks.into_iter().map(|(track, _)| track).collect();
        let lines = Self {
            inner: only(inner),
            outer: only(outer),
            inner_at,
            has_inner,
            red,
            at_exit: grid.width as u8 - 2,
            rows_inside,
        };
        (lines, place)
    }

    /// The board of a position. Only its placements can differ from the board of the lines.
    pub fn board(&self, board: &Board, place: &Placed) -> Board {
        let mut board = board.clone();
        let (inner, outer) = match self.rows_inside {
            true => (&mut board.rows, &mut board.columns),
            false => (&mut board.columns, &mut board.rows),
        };
        for (at, track) in self.outer.iter().enumerate() {
            outer[usize::from(track.line)].placement = (place.outer >> (4 * at) & 15) as u8;
        }
        for (at, track) in self.inner.iter().enumerate() {
            inner[usize::from(track.line)].placement = place.inner[at];
        }
        board
    }
}

impl ClusterLines<'_> {
    /// Whether the red car is at the exit.
    pub fn is_solved(&self, place: &Placed) -> bool {
        let at = match self.red {
            Red::Inner(at) => place.inner[at],
            Red::Outer(at) => (place.outer >> (4 * at) & 15) as u8,
            Red::Elsewhere(is_at_exit) => return is_at_exit,
        };
        at == self.at_exit
    }

    /// The cells of horizontal pieces of the lines, then those of vertical pieces, one bit each in reading order.
    pub fn masks(&self, place: &Placed) -> (u64, u64) {
        let width = usize::from(self.at_exit) + 2;
        let across = |(track, placement): (&Track<'_>, usize)| {
            u64::from(track.lineup.cells[placement]) << (width * usize::from(track.line))
        };
        let down = |(track, placement): (&Track<'_>, usize)| -> u64 {
            let rows = ones(track.lineup.cells[placement]);
            rows.map(|row| 1 << (width * row + usize::from(track.line))).sum()
        };
        let inner = self.inner.iter().zip(place.inner.map(usize::from));
        let outer = self.outer.iter().enumerate();
        let outer = outer.map(|(at, track)| (track, (place.outer >> (4 * at) & 15) as usize));
        match self.rows_inside {
            true => (inner.map(across).sum(), outer.map(down).sum()),
            false => (outer.map(across).sum(), inner.map(down).sum()),
        }
    }

    /// The cells that outer lines cover: bit `cell` of byte `line` of the inner lines.
    #[inline(always)]
    pub fn occupied(&self, key: u32) -> u64 {
        let mut cells = [0; LONGEST];
        for (at, track) in self.outer.iter().enumerate() {
            cells[usize::from(track.line)] = track.lineup.cells[(key >> (4 * at) & 15) as usize];
        }
        transposed(u64::from_le_bytes(cells))
    }
}
