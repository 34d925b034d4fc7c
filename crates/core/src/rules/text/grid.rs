//! Reads the letters of a grid without interpreting them.

use super::error::PositionError;
use crate::rules::puzzle::Puzzle;
use crate::rules::signs::WALL;

impl Puzzle {
    /// The letters of the open cells in reading order; checks the walls.
    pub(in crate::rules) fn read_grid(&self, text: &str) -> Result<Vec<char>, PositionError> {
        let trimmed =
            || text.trim().split(['/', '\n']).map(str::trim).collect::<Vec<_>>().join("/");
        let spaced = || text.split_whitespace().collect::<Vec<_>>().join("/");
        // A space may mean an empty cell, so it is skipped only if the rows would not fit otherwise.
        let grid = self.read_rows(text).or_else(|error| {
            let read = self.read_rows(&trimmed()).or_else(|_| self.read_rows(&spaced()));
            read.map_err(|_| error)
        })?;
        self.with_walls_checked(grid)
    }

    /// The letters of the grid in reading order.
    fn read_rows(&self, text: &str) -> Result<Vec<char>, PositionError> {
        let (width, height) =
            (usize::from(self.board().width()), usize::from(self.board().height()));
        let text = text.strip_suffix('\n').unwrap_or(text);
        if self.has_signs()
            && let Some(grid) = read_joined_rows(text, width, height)
        {
            return Ok(grid);
        }
        let mut grid = Vec::with_capacity(width * height);
        if height > 1 && !text.contains(['/', '\n']) {
            grid.extend(text.chars());
            if grid.len() == width * height {
                return Ok(grid);
            }
            grid.clear();
        }
        let rows = text.split(['/', '\n']).map(|row| row.strip_suffix('\r').unwrap_or(row));
        let mut row_count = 0;
        for row in rows {
            row_count += 1;
            if row_count > height {
                continue;
            }
            grid.extend(row.chars());
            let found = grid.len() - (row_count - 1) * width;
            if found != width {
                return Err(PositionError::RowLength { row: row_count, found, want: width });
            }
        }
        if row_count != height {
            return Err(PositionError::RowCount { found: row_count, want: height });
        }
        Ok(grid)
    }

    /// The letters of the open cells, if the walls are those of the board.
    fn with_walls_checked(&self, grid: Vec<char>) -> Result<Vec<char>, PositionError> {
        let width = usize::from(self.board().width());
        for (at, (&letter, cell)) in grid.iter().zip(self.board().places()).enumerate() {
            if (letter == WALL) != cell.is_none() {
                let (row, column) = (at / width + 1, at % width + 1);
                return Err(PositionError::Wall { row, column, letter });
            }
        }
        Ok(grid.into_iter().filter(|&letter| letter != WALL).collect())
    }
}

/// The letters of a grid, split by its size only, because a sign between rows may also be a piece.
fn read_joined_rows(text: &str, width: usize, height: usize) -> Option<Vec<char>> {
    let letters: Vec<char> = text.chars().collect();
    let is_joint = |letter: &char| ['/', '\n'].contains(letter);
    let is_joined = letters.len() == (width + 1) * height - 1
        && letters.iter().skip(width).step_by(width + 1).all(is_joint);
    is_joined.then(|| letters.chunks(width + 1).flat_map(|row| &row[..width]).copied().collect())
}
