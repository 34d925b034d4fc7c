//! Boards of a universe: the lineup of each row and each column, and where its pieces are.

use super::lineup::{LONGEST, Line, Lineups, SIZES, ones};
use huarong_core::rules::Freedom;
use huarong_core::rush_board::{RushBoard, freedom};

/// The grid of a universe, and the lineups of its rows and columns.
#[derive(Debug)]
pub struct Grid {
    pub width: usize,
    pub height: usize,
    /// The row of the red car, from 0 at the top.
    pub exit: usize,
    pub rows: Lineups,
    pub columns: Lineups,
}

impl Grid {
    pub fn new(width: usize, height: usize, exit: usize, reach: usize) -> Self {
        Self {
            width,
            height,
            exit,
            rows: Lineups::new(width, reach),
            columns: Lineups::new(height, reach),
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Board {
    pub rows: [Line; LONGEST],
    pub columns: [Line; LONGEST],
    pub walls: [u8; LONGEST],
}

/// A piece or a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occupant {
    /// A piece of a row, by its number in the row.
    InRow(usize, usize),
    /// A piece of a column, by its number in the column.
    InColumn(usize, usize),
    /// A wall, by its row and column.
    Wall(usize, usize),
}

impl Board {
    /// All pieces and walls: the red car, its row, the other rows from the top, then the columns from the left. The
    /// published database gives letters in this order.
    pub fn occupants(&self, grid: &Grid) -> Vec<Occupant> {
        let mut occupants: Vec<Occupant> = self.unordered_occupants(grid).collect();
        occupants.sort_by_key(|&occupant| match occupant {
            Occupant::InRow(row, 0) if row == grid.exit => (0, row, 0),
            Occupant::InRow(row, piece) => {
                let line = self.rows[row];
                let start = grid.rows.of(line).starts[usize::from(line.placement)][piece];
                (1 + u8::from(row != grid.exit), row, start.into())
            }
            Occupant::Wall(row, column) => (1 + u8::from(row != grid.exit), row, column),
            Occupant::InColumn(column, piece) => (3, column, piece),
        });
        occupants
    }

    /// All pieces and walls.
    pub fn unordered_occupants(&self, grid: &Grid) -> impl Iterator<Item = Occupant> {
        let pieces = |lineups: &Lineups, line: &Line| 0..lineups.of(*line).sizes.len();
        let rows = self.rows.iter().enumerate().flat_map(move |(row, line)| {
            pieces(&grid.rows, line).map(move |piece| Occupant::InRow(row, piece))
        });
        let columns = self.columns.iter().enumerate().flat_map(move |(column, line)| {
            pieces(&grid.columns, line).map(move |piece| Occupant::InColumn(column, piece))
        });
        let walls =
            self.walls.iter().enumerate().flat_map(|(row, &walls)| {
                ones(walls).map(move |column| Occupant::Wall(row, column))
            });
        rows.chain(columns).chain(walls)
    }

    /// Number of pieces, with the red car, and of walls.
    pub fn counts(&self, grid: &Grid) -> (u8, u8) {
        let walls: u32 = self.walls.iter().map(|walls| walls.count_ones()).sum();
        ((self.unordered_occupants(grid).count() - walls as usize) as u8, walls as u8)
    }

    /// Whether the rows have at least as many placements together as the columns, if nothing blocks them.
    pub fn has_freer_rows(&self, grid: &Grid) -> bool {
        let freedom = |lineups: &Lineups, lines: &[Line; LONGEST]| -> u64 {
            lines.iter().map(|line| lineups.of(*line).cells.len() as u64).product()
        };
        freedom(&grid.rows, &self.rows) >= freedom(&grid.columns, &self.columns)
    }

    pub fn without(&self, grid: &Grid, occupant: Occupant) -> Self {
        let mut board = self.clone();
        let less = |line: &mut Line, lineups: &Lineups, piece: usize| {
            let (lineup, places) = &lineups.of(*line).without[piece];
            *line = Line { lineup: *lineup, placement: places[usize::from(line.placement)] };
        };
        match occupant {
            Occupant::InRow(row, piece) => less(&mut board.rows[row], &grid.rows, piece),
            Occupant::InColumn(column, piece) => {
                less(&mut board.columns[column], &grid.columns, piece)
            }
            Occupant::Wall(row, column) => board.walls[row] &= !(1 << column),
        }
        board
    }

    /// The cells of a piece or a wall, as numbers in reading order.
    pub fn cells(&self, grid: &Grid, occupant: Occupant) -> Vec<usize> {
        let along = |line: Line, lineups: &Lineups, piece: usize| {
            let lineup = lineups.of(line);
            let start = usize::from(lineup.starts[usize::from(line.placement)][piece]);
            start..start + usize::from(lineup.sizes[piece])
        };
        match occupant {
            Occupant::InRow(row, piece) => along(self.rows[row], &grid.rows, piece)
                .map(|column| row * grid.width + column)
                .collect(),
            Occupant::InColumn(column, piece) => along(self.columns[column], &grid.columns, piece)
                .map(|row| row * grid.width + column)
                .collect(),
            Occupant::Wall(row, column) => vec![row * grid.width + column],
        }
    }

    /// The board of a [text](Self::text). The letters of pieces other than the red car may be any. The error says in words
    /// why the text is not a board of the grid.
    pub fn parse(grid: &Grid, text: &str) -> Result<Self, String> {
        let Grid { width, height, exit, .. } = *grid;
        let (count, cells) = (text.chars().count(), width * height);
        if count != cells {
            return Err(format!("it has {count} signs, and the board has {cells} cells"));
        }
        if text.contains('/') {
            return Err("it has / between rows, which must be joined".to_owned());
        }
        let drawn = RushBoard::parse(text, Some(width)).map_err(|error| error.to_string())?;
        let mut board = Self::default();
        for (column, row) in drawn.walls {
            board.walls[row] |= 1 << column;
        }
        let (mut rows, mut columns) = (vec![Vec::new(); height], vec![Vec::new(); width]);
        for (sign, cells) in drawn.cars {
            let ((column, row), size) = (cells[0], cells.len());
            let is_of_size = SIZES.iter().any(|&known| usize::from(known) == size);
            match freedom(&cells).filter(|_| is_of_size) {
                Some(Freedom::Rows) => rows[row].push((column, size, sign)),
                Some(Freedom::Columns) => columns[column].push((row, size, sign)),
                _ => {
                    return Err(format!(
                        "{sign:?} is not a car of two cells or a truck of three in a line"
                    ));
                }
            }
        }
        let red = match &rows[exit][..] {
            [(red, 2, 'A')] => *red,
            _ => {
                return Err(format!(
                    "row {} must have the red car A, and no other horizontal piece",
                    exit + 1
                ));
            }
        };
        if u32::from(board.walls[exit]) >> red != 0 {
            return Err("there is a wall to the right of the red car".to_owned());
        }
        let line = |mut pieces: Vec<(usize, usize, char)>, lineups: &Lineups| {
            pieces.sort_unstable();
            let sizes: Vec<u8> = pieces.iter().map(|&(_, size, _)| size as u8).collect();
            let starts: Vec<u8> = pieces.iter().map(|&(start, ..)| start as u8).collect();
            let lineup = lineups.find(&sizes)?;
            let placements = &lineups.all[usize::from(lineup)].starts;
            let placement = placements.iter().position(|other| *other == starts)? as u8;
            Some(Line { lineup, placement })
        };
        for (row, pieces) in rows.into_iter().enumerate() {
            let line = line(pieces, &grid.rows);
            board.rows[row] =
                line.ok_or_else(|| format!("row {} is full of its own pieces", row + 1))?;
        }
        for (column, pieces) in columns.into_iter().enumerate() {
            let line = line(pieces, &grid.columns);
            board.columns[column] =
                line.ok_or_else(|| format!("column {} is full of its own pieces", column + 1))?;
        }
        Ok(board)
    }

    /// The board in one line, in reading order: `o` for an empty cell, `x` for a wall, and a letter for each piece. The red car
    /// is `A`. Walls use up letters, too, as in the published database.
    pub fn text(&self, grid: &Grid) -> String {
        let mut text = vec![b'o'; grid.width * grid.height];
        for (occupant, letter) in self.occupants(grid).into_iter().zip(letters()) {
            for cell in self.cells(grid, occupant) {
                text[cell] = if matches!(occupant, Occupant::Wall(..)) { b'x' } else { letter };
            }
        }
        text.into_iter().map(char::from).collect()
    }
}

/// The letters of pieces: capitals, then small letters, then digits. `o` and `x` have other meanings, and other programs
/// take `X` for the red car.
fn letters() -> impl Iterator<Item = u8> {
    let letters = (b'A'..=b'Z').chain(b'a'..=b'z').filter(|letter| !b"oxX".contains(letter));
    letters.chain(b'0'..=b'9')
}
