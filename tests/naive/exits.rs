//! A third witness, for pieces that leave the board for good: one search forwards, since no move brings such a piece
//! back.

use super::{Grid, at, destinations, paint, to_text};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// A board with an exit at its right edge.
#[derive(Clone, Debug)]
pub struct Exits {
    /// One sign per cell, `.` for an empty one.
    pub start: Grid,
    /// The rows of the exit.
    pub rows: Range<usize>,
    /// The pieces that may leave, and have to.
    pub leaving: String,
}

impl Exits {
    /// Fewest moves until all the pieces have left; `None` if that is impossible. Piece by piece, each move ends on the
    /// board, or outside with the whole piece.
    pub fn distance(&self, metric: &str) -> Option<u32> {
        let mut seen = BTreeSet::from([to_text(&self.start)]);
        let mut level = vec![self.start.clone()];
        for moves in 0.. {
            if level.is_empty() {
                return None;
            }
            if level.iter().any(|grid| !self.pieces(grid).keys().any(|sign| self.leaves(*sign))) {
                return Some(moves);
            }
            let nexts: Vec<Grid> =
                level.iter().flat_map(|grid| self.neighbours(grid, metric)).collect();
            level = nexts.into_iter().filter(|grid| seen.insert(to_text(grid))).collect();
        }
        unreachable!("a level is empty before the numbers end")
    }

    fn leaves(&self, sign: char) -> bool {
        self.leaving.contains(sign)
    }

    fn pieces(&self, grid: &Grid) -> BTreeMap<char, Vec<(usize, usize)>> {
        let mut pieces: BTreeMap<char, Vec<_>> = BTreeMap::new();
        for (row, line) in grid.iter().enumerate() {
            for (column, &sign) in line.iter().enumerate() {
                if sign != '.' {
                    pieces.entry(sign).or_default().push((column, row));
                }
            }
        }
        pieces
    }

    /// The board after each move. Beyond the exit, a piece that may leave finds room for itself.
    fn neighbours(&self, grid: &Grid, metric: &str) -> Vec<Grid> {
        let width = grid[0].len();
        let mut found = Vec::new();
        for (sign, cells) in self.pieces(grid) {
            let mut others = grid.clone();
            paint(&mut others, &cells, '.');
            let mut outside = others.clone();
            if self.leaves(sign) {
                for (row, line) in outside.iter_mut().enumerate() {
                    let beyond = if self.rows.contains(&row) { '.' } else { '#' };
                    line.extend([beyond; 2]);
                }
            }
            for moved in destinations(&outside, &cells, metric) {
                let mut after = others.clone();
                match moved.iter().filter(|(column, _)| *column >= width).count() {
                    0 => paint(&mut after, &moved, sign),
                    out if out == moved.len() => {
                        assert!(moved.iter().all(|cell| at(&others, *cell).is_none()));
                    }
                    _ => continue,
                }
                found.push(after);
            }
        }
        found
    }
}
