//! A naive solver for stone games: plays every game on a grid of letters, and shares no code with
//! the library.

use std::collections::HashMap;

/// An m,n,k game on a grid, rows from the top.
#[derive(Clone, Copy, Debug)]
pub struct Plain {
    pub columns: usize,
    pub rows: usize,
    pub k: usize,
    pub gravity: bool,
    pub misere: bool,
}

/// The value of a position for the side to move: 1, 0 or -1, and the number of plies.
pub type Worth = (i8, u8);

impl Plain {
    /// Every reachable position, as text, with its value.
    pub fn solve(&self) -> HashMap<String, Worth> {
        let Self { columns, rows, gravity, .. } = *self;
        let (lines, none) = (self.lines(), Vec::new());
        let (winning, losing) = if self.misere { (none, lines) } else { (lines, none) };
        Drawn { columns, rows, gravity, winning, losing }.solve()
    }

    fn lines(&self) -> Vec<Line> {
        let (rows, columns) = (self.rows as i64, self.columns as i64);
        let mut lines = Vec::new();
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |c| (row, c))) {
            for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let cells = (0..self.k as i64).map(|n| (row + down * n, column + right * n));
                let on_board = |&(row, column): &(i64, i64)| {
                    (0..rows).contains(&row) && (0..columns).contains(&column)
                };
                if cells.clone().all(|cell| on_board(&cell)) {
                    lines
                        .push(cells.map(|(row, column)| (row as usize, column as usize)).collect());
                }
            }
        }
        lines
    }
}

/// Rows and columns of cells, from 0 at the upper left.
pub type Line = Vec<(usize, usize)>;

/// A game with arbitrary lines on a grid, rows from the top.
#[derive(Clone, Debug)]
pub struct Drawn {
    pub columns: usize,
    pub rows: usize,
    pub gravity: bool,
    pub winning: Vec<Line>,
    pub losing: Vec<Line>,
}

impl Drawn {
    /// Every reachable position, as text, with its value.
    pub fn solve(&self) -> HashMap<String, Worth> {
        let mut known = HashMap::new();
        self.worth(&mut vec![vec!['.'; self.columns]; self.rows], &mut known);
        known
    }

    fn worth(&self, grid: &mut Vec<Vec<char>>, known: &mut HashMap<String, Worth>) -> Worth {
        let text =
            grid.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/");
        if let Some(&worth) = known.get(&text) {
            return worth;
        }
        let count = |sign| text.matches(sign).count();
        let (sign, other) = if count('x') == count('o') { ('x', 'o') } else { ('o', 'x') };
        let has = |lines: &[Line]| {
            lines.iter().any(|line| line.iter().all(|&(row, column)| grid[row][column] == other))
        };
        let worth = if has(&self.winning) {
            (-1, 0)
        } else if has(&self.losing) {
            (1, 0)
        } else {
            self.best(grid, sign, known).unwrap_or((0, 0))
        };
        known.insert(text, worth);
        worth
    }

    /// The value of a side's best move; `None` if it cannot move.
    fn best(
        &self,
        grid: &mut Vec<Vec<char>>,
        sign: char,
        known: &mut HashMap<String, Worth>,
    ) -> Option<Worth> {
        let mut best: Option<Worth> = None;
        for row in 0..self.rows {
            for column in 0..self.columns {
                let falls = self.gravity && row + 1 < self.rows && grid[row + 1][column] == '.';
                if grid[row][column] != '.' || falls {
                    continue;
                }
                grid[row][column] = sign;
                let (value, plies) = self.worth(grid, known);
                grid[row][column] = '.';
                let found = (-value, if value == 0 { 0 } else { plies + 1 });
                let rank = |(value, plies): Worth| (value, -i16::from(value) * i16::from(plies));
                if best.is_none_or(|best| rank(found) > rank(best)) {
                    best = Some(found);
                }
            }
        }
        best
    }
}
