//! A plain solver of games of stones: it plays every game on a grid of letters, and shares nothing with the library.

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

/// What a position is worth to the side that moves: 1, 0 or -1, and in how many plies.
pub type Worth = (i8, u8);

impl Plain {
    /// Every position that play can reach, as text, with its worth.
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
        let worth = if self.has_line(grid, other) {
            (if self.misere { 1 } else { -1 }, 0)
        } else {
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
                    let rank =
                        |(value, plies): Worth| (value, -i16::from(value) * i16::from(plies));
                    if best.is_none_or(|best| rank(found) > rank(best)) {
                        best = Some(found);
                    }
                }
            }
            best.unwrap_or((0, 0))
        };
        known.insert(text, worth);
        worth
    }

    fn has_line(&self, grid: &[Vec<char>], sign: char) -> bool {
        let is = |row: i64, column: i64| {
            let row = usize::try_from(row).ok().and_then(|row| grid.get(row));
            let cell = row.zip(usize::try_from(column).ok()).and_then(|(row, c)| row.get(c));
            cell == Some(&sign)
        };
        let cells =
            (0..self.rows as i64).flat_map(|r| (0..self.columns as i64).map(move |c| (r, c)));
        cells.into_iter().any(|(row, column)| {
            [(0, 1), (1, 0), (1, 1), (1, -1)].iter().any(|&(down, right)| {
                (0..self.k as i64).all(|step| is(row + down * step, column + right * step))
            })
        })
    }
}
