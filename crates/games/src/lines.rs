//! The m,n,k games: whoever first gets k stones in a line wins, on m columns and n rows.

use super::stones::{MOST_CELLS, Position, StoneGame, each_cell, ended};
use huarong_core::numerals::Excerpt;
use num_bigint::BigUint;
use num_integer::binomial;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// An m,n,k game, with or without gravity. Completing a line wins, or in a misère game loses.
///
/// ```
/// use huarong::games::StoneGame;
/// use huarong::games::lines::Lines;
///
/// let game: Lines = "gravity 5,4,4".parse()?;
/// assert_eq!((game.board(), game.lines().len()), ((5, 4), 17));
/// assert_eq!(game.places(0b00001), 0b100000 | 0b11110);
/// assert_eq!("tic-tac-toe".parse::<Lines>()?.to_string(), "3,3,3");
/// # Ok::<_, huarong::games::lines::LinesError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lines {
    columns: u8,
    rows: u8,
    k: u8,
    gravity: bool,
    misere: bool,
    lines: Vec<u64>,
}

/// Errors in names of games.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum LinesError {
    /// A text that is not the name of a game.
    #[error(
        "{text:?} is not a game: write columns, rows and length of a line, as 4,4,3 or, with gravity, \"gravity 5,4,4\"; \
         or tic-tac-toe or connect-four",
        text = Excerpt(.0)
    )]
    Name(String),
    /// A board without cells or with too many.
    #[error("{columns}x{rows}: a board must have 1 to {MOST_CELLS} cells")]
    Board {
        /// Columns.
        columns: u8,
        /// Rows.
        rows: u8,
    },
    /// A line longer than the board.
    #[error("a line of {k} does not fit on {columns}x{rows}: its length must be from 1 to {}", (*.columns).max(*.rows))]
    Long {
        /// Length of a line.
        k: u8,
        /// Columns.
        columns: u8,
        /// Rows.
        rows: u8,
    },
}

impl Lines {
    /// A game on a board of columns and rows, with lines of `k` cells.
    pub fn new(columns: u8, rows: u8, k: u8) -> Result<Self, LinesError> {
        let cells = u32::from(columns) * u32::from(rows);
        if !(1..=MOST_CELLS).contains(&cells) {
            return Err(LinesError::Board { columns, rows });
        }
        if k == 0 || k > columns.max(rows) {
            return Err(LinesError::Long { k, columns, rows });
        }
        let lines = lines(columns.into(), rows.into(), k.into());
        Ok(Self { columns, rows, k, gravity: false, misere: false, lines })
    }

    /// The same game with or without gravity: stones fall to the lowest empty cell of a column.
    pub fn with_gravity(self, gravity: bool) -> Self {
        Self { gravity, ..self }
    }

    /// The same game with or without the misère rule: completing a line loses.
    pub fn with_misere(self, misere: bool) -> Self {
        Self { misere, ..self }
    }

    /// The game with a [name](StoneGame::name).
    pub fn of_name(name: &str) -> Option<Self> {
        let (normal, misere) = match name.strip_suffix("-misere") {
            Some(normal) => (normal, true),
            None => (name, false),
        };
        let gravity = normal.strip_prefix("gravity-");
        let numbers = gravity.unwrap_or(normal).replace('-', ",");
        let game: Self = numbers.parse().ok()?;
        let game = game.with_gravity(gravity.is_some()).with_misere(misere);
        (game.name() == name).then_some(game)
    }

    /// The game with a name as people write it (`4,4,3`, `gravity 5,4,4`, `connect-four`), or as tables have it
    /// ([`name`](StoneGame::name)). `None` if it is no name of a game.
    ///
    /// # Errors
    ///
    /// If the game has no board, or lines that are longer than the board.
    pub fn find(name: &str) -> Result<Option<Self>, LinesError> {
        match name.parse() {
            Ok(game) => Ok(Some(game)),
            Err(LinesError::Name(_)) => Ok(Self::of_name(&name.replace('_', "-"))),
            Err(error) => Err(error),
        }
    }

    /// The position after dropping stones into columns, counted from 1. The error is the number of the first illegal
    /// stone, from 1.
    pub fn dropped(&self, columns: impl IntoIterator<Item = u8>) -> Result<Position, usize> {
        let mut at = Position::default();
        for (number, wanted) in (1..).zip(columns) {
            let is_over = |stones: u64| ended(self, stones).is_some();
            let places = each_cell(self.places(at.occupied()));
            let mut fitting =
                places.filter(|cell| cell % u32::from(self.columns) + 1 == u32::from(wanted));
            match fitting.next() {
                Some(cell) if self.gravity && !is_over(at.first) && !is_over(at.second) => {
                    at = at.after(cell)
                }
                _ => return Err(number),
            }
        }
        Ok(at)
    }

    /// Length of a line.
    pub fn k(&self) -> u8 {
        self.k
    }

    /// All lines. Each of them wins, or in a misère game loses.
    pub fn lines(&self) -> &[u64] {
        &self.lines
    }

    /// Whether completing a line loses.
    pub fn is_misere(&self) -> bool {
        self.misere
    }

    /// `normal`, or `misere` if completing a line loses.
    pub fn rule(&self) -> &'static str {
        if self.misere { "misere" } else { "normal" }
    }

    /// Whether stones fall.
    pub fn has_gravity(&self) -> bool {
        self.gravity
    }
}

/// All lines of k cells, along rows, columns and both diagonals.
fn lines(columns: i32, rows: i32, k: i32) -> Vec<u64> {
    let mut lines = Vec::new();
    for (right, up) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
        for row in 0..rows {
            for column in 0..columns {
                let (last_column, last_row) = (column + right * (k - 1), row + up * (k - 1));
                if (0..columns).contains(&last_column) && last_row < rows {
                    let cell = |step: i32| (row + up * step) * columns + column + right * step;
                    lines.push((0..k).fold(0, |line, step| line | 1u64 << cell(step)));
                }
            }
        }
    }
    // A line of one cell occurs in every direction.
    lines.sort_unstable();
    lines.dedup();
    lines
}

impl fmt::Display for Lines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let gravity = if self.gravity { "gravity " } else { "" };
        write!(f, "{gravity}{},{},{}", self.columns, self.rows, self.k)
    }
}

impl FromStr for Lines {
    type Err = LinesError;

    fn from_str(text: &str) -> Result<Self, LinesError> {
        let wrong = || LinesError::Name(text.to_owned());
        let lower = text.trim().to_lowercase().replace('_', "-");
        let (gravity, numbers) = match &*lower {
            "tic-tac-toe" => (false, "3,3,3"),
            "connect-four" => (true, "7,6,4"),
            name => match name.strip_prefix("gravity") {
                Some(rest) => (true, rest.trim_start_matches([' ', '-', ','])),
                None => (false, name),
            },
        };
        let numbers: Vec<u8> = numbers
            .split(',')
            .map(|number| number.trim().parse::<u8>().ok())
            .collect::<Option<_>>()
            .ok_or_else(wrong)?;
        let [columns, rows, k] = numbers[..] else { return Err(wrong()) };
        Ok(Self::new(columns, rows, k)?.with_gravity(gravity))
    }
}

impl StoneGame for Lines {
    fn name(&self) -> String {
        let misere = if self.misere { "-misere" } else { "" };
        self.to_string().replace([' ', ','], "-") + misere
    }

    fn board(&self) -> (u8, u8) {
        (self.columns, self.rows)
    }

    fn places(&self, occupied: u64) -> u64 {
        let all = (1u64 << (u32::from(self.columns) * u32::from(self.rows))) - 1;
        let bottom = (1u64 << self.columns) - 1;
        match self.gravity {
            true => (occupied << self.columns | bottom) & all & !occupied,
            false => all & !occupied,
        }
    }

    fn supports(&self, stones: u32) -> BigUint {
        let (columns, rows) = (usize::from(self.columns), usize::from(self.rows));
        if !self.gravity {
            return binomial((columns * rows).into(), stones.into());
        }
        // Number of arrangements of each number of stones in the columns so far.
        let mut counts = vec![BigUint::from(1u8)];
        for _ in 0..columns {
            let with = |stones: usize| {
                (stones.saturating_sub(rows)..=stones).filter_map(|n| counts.get(n)).sum()
            };
            counts = (0..counts.len() + rows).map(with).collect();
        }
        counts.get(stones as usize).cloned().unwrap_or_default()
    }

    fn winning_lines(&self) -> &[u64] {
        if self.misere { &[] } else { &self.lines }
    }

    fn losing_lines(&self) -> &[u64] {
        if self.misere { &self.lines } else { &[] }
    }

    fn symmetries(&self) -> Vec<Vec<u8>> {
        let (columns, rows) = (self.columns, self.rows);
        let images = |column: u8, row: u8| {
            let (left, down) = (columns - 1 - column, rows - 1 - row);
            let kept = [(column, row), (left, row), (column, down), (left, down)];
            // Only on a square board.
            let turned = [(row, column), (down, column), (row, left), (down, left)];
            [kept, turned].concat()
        };
        let known = match (self.gravity, columns == rows) {
            (true, _) => 2,
            (false, false) => 4,
            (false, true) => 8,
        };
        // On a board of one column or row some symmetries coincide.
        let mut distinct: Vec<Vec<u8>> = Vec::new();
        for number in 0..known {
            let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
            let places = cells.map(|(column, row)| images(column, row)[number]);
            let symmetry = places.map(|(column, row)| row * columns + column).collect();
            if !distinct.contains(&symmetry) {
                distinct.push(symmetry);
            }
        }
        distinct
    }

    fn description(&self) -> String {
        let Self { columns, rows, k, .. } = self;
        let gravity = if self.gravity { "gravity\n" } else { "" };
        let end = if self.misere { "loses" } else { "wins" };
        format!("game of stones\nboard {columns}x{rows}\n{gravity}line of {k} {end}\n")
    }
}
