//! The boards that a universe covers.

use super::board::Grid;
use super::error::RushError;
use super::lineup::LONGEST;
use huarong_core::rules::Metric;
use std::fmt;

/// The fewest columns: with fewer, the red car fills its row.
const NARROWEST: usize = 3;

/// The Rush Hour boards that a [universe](super::Universe) covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scope {
    /// Columns of the board.
    pub width: u8,
    /// Rows of the board.
    pub height: u8,
    /// The row of the red car, counted from 1 at the top. The exit is at its right end.
    pub exit_row: u8,
    /// The most walls.
    pub walls: u8,
    /// The metric of moves. In the finger metric a car moves as in the straight metric.
    pub metric: Metric,
    /// The fewest moves of a puzzle; 0 is the same as 1.
    pub min_moves: u16,
    /// The most cars, with the red one; `None` for no limit.
    pub max_cars: Option<u8>,
    /// The most trucks; `None` for no limit.
    pub max_trucks: Option<u8>,
}

impl Scope {
    /// All boards without walls, with straight moves and the exit in the upper row of the two middle ones, or in the
    /// middle row.
    ///
    /// # Errors
    ///
    /// Returns an error if the board has fewer than 3 or more than 8 columns, no row, or more than 8 rows.
    pub fn new(width: usize, height: usize) -> Result<Self, RushError> {
        if !(NARROWEST..=LONGEST).contains(&width) || !(1..=LONGEST).contains(&height) {
            return Err(RushError::Board { width, height });
        }
        Ok(Self {
            width: width as u8,
            height: height as u8,
            exit_row: height.div_ceil(2) as u8,
            walls: 0,
            metric: Metric::Straight,
            min_moves: 1,
            max_cars: None,
            max_trucks: None,
        })
    }

    /// The same with the exit in this row, counted from 1 at the top.
    ///
    /// # Errors
    ///
    /// Returns an error if the board does not have the row.
    pub fn with_exit_row(self, exit_row: usize) -> Result<Self, RushError> {
        if !(1..=self.height.into()).contains(&exit_row) {
            return Err(RushError::ExitRow { exit_row, height: self.height });
        }
        Ok(Self { exit_row: exit_row as u8, ..self })
    }

    /// The same with at most `walls` walls.
    ///
    /// # Errors
    ///
    /// Returns an error if they do not fit. Each row has an empty cell, and the row of the exit has room for the red car to move.
    pub fn with_walls(self, walls: usize) -> Result<Self, RushError> {
        let most = (usize::from(self.width) - 1) * usize::from(self.height) - 2;
        if walls > most {
            return Err(RushError::Walls { walls, most });
        }
        Ok(Self { walls: walls as u8, ..self })
    }

    /// The same with moves of a metric of single pieces. A car moves in the finger metric as in the straight metric.
    ///
    /// # Panics
    ///
    /// Panics for the multi metric: a universe has moves of single cars.
    pub fn with_metric(self, metric: Metric) -> Self {
        let metric = match metric {
            Metric::Unit => Metric::Unit,
            Metric::Straight | Metric::Finger => Metric::Straight,
            Metric::Multi => panic!("a universe has moves of single cars"),
        };
        Self { metric, ..self }
    }

    /// A [board](super::RushPuzzle::board) with `/` between its rows.
    pub fn in_rows(&self, board: &str) -> String {
        let signs: Vec<char> = board.chars().collect();
        let rows = signs.chunks(self.width.into()).map(|row| row.iter().collect::<String>());
        rows.collect::<Vec<_>>().join("/")
    }

    /// A [board](super::RushPuzzle::board) that can be read without its size: a board that is not square has `/` between
    /// its rows, or after its only row.
    pub fn in_one_line(&self, board: &str) -> String {
        match (self.width, self.height) {
            (width, height) if width == height => board.to_owned(),
            (_, 1) => format!("{board}/"),
            _ => self.in_rows(board),
        }
    }

    /// Whether it has no limits on moves, cars and trucks.
    pub fn is_whole(&self) -> bool {
        (self.min_moves, self.max_cars, self.max_trucks) == (1, None, None)
    }

    /// The grid of its boards, with moves of its metric.
    pub(super) fn grid(&self) -> Grid {
        self.grid_with(match self.metric {
            Metric::Unit => 1,
            _ => LONGEST,
        })
    }

    /// The grid of its boards, with moves of one cell.
    pub(super) fn unit_grid(&self) -> Grid {
        self.grid_with(1)
    }

    fn grid_with(&self, reach: usize) -> Grid {
        Grid::new(self.width.into(), self.height.into(), usize::from(self.exit_row) - 1, reach)
    }
}

/// Formats board and limits like options of the command line.
impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)?;
        if self.exit_row != self.height.div_ceil(2) {
            write!(f, " --exit-row {}", self.exit_row)?;
        }
        if self.walls > 0 {
            write!(f, " --max-walls {}", self.walls)?;
        }
        if self.metric == Metric::Unit {
            write!(f, " --metric {}", self.metric)?;
        }
        if self.min_moves > 1 {
            write!(f, " --min-distance {}", self.min_moves)?;
        }
        if let Some(most) = self.max_cars {
            write!(f, " --max-cars {most}")?;
        }
        if let Some(most) = self.max_trucks {
            write!(f, " --max-trucks {most}")?;
        }
        Ok(())
    }
}
