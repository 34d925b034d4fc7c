//! Games in which two sides place stones in turn, without moving or capturing them.

use super::verdict::Outcome;
use num_bigint::BigUint;
use std::sync::Arc;
use thiserror::Error;

/// A game of stones: the two sides place one stone each in turn. The game ends when one side has a line or no cell can
/// take a stone. Cells are bits, the lowest row first, from the left.
///
/// A line wins or loses for the side that completes it. A move that completes lines of both kinds wins. The game is a
/// draw if no move is possible and no side has a line.
///
/// A table is built only if [`check`] finds no contradiction in the implementation. References to games, and games in
/// a [`Box`] or an [`Arc`], implement the trait, too.
///
/// ```
/// use huarong::search::Effort;
/// use huarong::games::{GameTable, Position, StoneGame};
///
/// /// A row of the 3x3 board wins, and a diagonal loses.
/// struct Rows;
///
/// impl StoneGame for Rows {
///     fn name(&self) -> String {
///         "rows-and-diagonals".into()
///     }
///     fn board(&self) -> (u8, u8) {
///         (3, 3)
///     }
///     fn places(&self, occupied: u64) -> u64 {
///         0b111_111_111 & !occupied
///     }
///     fn winning_lines(&self) -> &[u64] {
///         &[0b111, 0b111_000, 0b111_000_000]
///     }
///     fn losing_lines(&self) -> &[u64] {
///         &[0b100_010_001, 0b001_010_100]
///     }
/// }
///
/// let table = GameTable::solve(Rows, Effort::UNLIMITED)?;
/// let verdict = |text: &str| Position::parse(text, (3, 3)).map(|position| table.verdict(&position));
/// // The side to move has won, because the other side completed a diagonal; or lost, because it completed a row, too.
/// assert_eq!(verdict("o.x/ox./x..")??.to_string(), "win in 0");
/// assert_eq!(verdict("oox/oxo/xxx")??.to_string(), "loss in 0");
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub trait StoneGame: Send + Sync {
    /// Name of the game and of its files: `4-4-3`, `gravity-5-4-4`. It has letters, digits, `-`, `_` and `.`, and does
    /// not begin with a dot.
    fn name(&self) -> String;

    /// Columns and rows of the board.
    fn board(&self) -> (u8, u8);

    /// Cells where a stone may be placed when these cells are occupied, as [bits](Position): the lowest row first.
    fn places(&self, occupied: u64) -> u64;

    /// The lines that win, each as a set of cells.
    fn winning_lines(&self) -> &[u64];

    /// The lines that lose, each as a set of cells; by default none. A losing line must not contain a winning line,
    /// because it would never lose.
    fn losing_lines(&self) -> &[u64] {
        &[]
    }

    /// Number of sets of cells that a number of stones can occupy. The default implementation lists them, which takes
    /// memory for the largest such number. A game on more than about twenty cells should count them itself.
    fn supports(&self, stones: u32) -> BigUint {
        let mut sets = vec![0u64];
        for _ in 0..stones {
            sets = after_one_stone(&sets, |occupied| self.places(occupied));
        }
        sets.len().into()
    }

    /// The symmetries of the game, each as the image of every cell. The first must be the identity, which is the
    /// default.
    fn symmetries(&self) -> Vec<Vec<u8>> {
        let (columns, rows) = self.board();
        vec![(0..columns * rows).collect()]
    }

    /// The rules in words, for people; by default the name. A table is matched to its game by the rules themselves:
    /// board, places and lines.
    fn description(&self) -> String {
        self.name()
    }
}

/// Implements the trait for pointers to games.
macro_rules! behind {
    ($($pointer:ty),*) => {$(
        impl<G: StoneGame + ?Sized> StoneGame for $pointer {
            fn name(&self) -> String {
                (**self).name()
            }
            fn board(&self) -> (u8, u8) {
                (**self).board()
            }
            fn places(&self, occupied: u64) -> u64 {
                (**self).places(occupied)
            }
            fn winning_lines(&self) -> &[u64] {
                (**self).winning_lines()
            }
            fn losing_lines(&self) -> &[u64] {
                (**self).losing_lines()
            }
            fn supports(&self, stones: u32) -> BigUint {
                (**self).supports(stones)
            }
            fn symmetries(&self) -> Vec<Vec<u8>> {
                (**self).symmetries()
            }
            fn description(&self) -> String {
                (**self).description()
            }
        }
    )*};
}

behind!(&G, Box<G>, Arc<G>);

/// The result for the side that has these stones; `None` if it has no line.
pub fn ended(game: &dyn StoneGame, stones: u64) -> Option<Outcome> {
    let has = |lines: &[u64]| lines.iter().any(|&line| line & !stones == 0);
    if has(game.winning_lines()) {
        return Some(Outcome::Win);
    }
    has(game.losing_lines()).then_some(Outcome::Loss)
}

/// The stones of both sides.
///
/// A cell is a bit. Bits number the rows **from the bottom**. On a board of `columns` columns, the cell in a column and
/// a row has the bit `row * columns + column`. Both count from 0. Texts list the rows from the top, as positions of
/// sliding-block puzzles do, and those count rows and columns from the top left.
///
/// ```
/// use huarong::games::Position;
///
/// // The only stone is in the top left corner: column 0, row 2 from the bottom.
/// let corner = Position::parse("x../.../...", (3, 3))?;
/// assert_eq!(corner.first, 1 << (2 * 3));
/// // Cell 0 is in the bottom left corner.
/// assert_eq!(Position::default().after(0).text((3, 3)), ".../.../x..");
///
/// let position = Position::parse("..o/.x./x..", (3, 3))?;
/// assert_eq!((position.first, position.second), (0b000_010_001, 0b100_000_000));
/// assert_eq!(position.text((3, 3)), "..o/.x./x..");
/// assert!(!position.is_first_to_move());
/// # Ok::<_, huarong::games::PositionError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// Stones of the first side.
    pub first: u64,
    /// Stones of the second side.
    pub second: u64,
}

/// Errors in positions of a game.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum PositionError {
    /// A wrong number of rows.
    #[error(
        "the number of rows is {found}, but the board has {rows}: write the rows from the top, joined by /"
    )]
    Rows {
        /// Rows of the text.
        found: usize,
        /// Rows of the board.
        rows: u8,
    },
    /// A row of the wrong length.
    #[error("row {row} has {found} cells, but the board has {columns} columns")]
    Columns {
        /// The row, from 1 at the top.
        row: usize,
        /// Cells of the row.
        found: usize,
        /// Columns of the board.
        columns: u8,
    },
    /// An unknown character.
    #[error("row {row}, column {column}: {sign:?} is not a cell; use x, o or .")]
    Sign {
        /// The row, from 1 at the top.
        row: usize,
        /// The column, from 1.
        column: usize,
        /// The character.
        sign: char,
    },
    /// Stones of both sides on one cell.
    #[error("cell {cell} has stones of both x and o: a cell has at most one stone")]
    Shared {
        /// Number of the cell's bit.
        cell: u32,
    },
    /// A stone outside the board.
    #[error("there is a stone on cell {cell}, but the board has cells 0 to {}", .cells - 1)]
    OffBoard {
        /// Number of the cell's bit.
        cell: u32,
        /// Cells of the board.
        cells: u32,
    },
    /// Numbers of stones that alternate play cannot produce.
    #[error(
        "{first} stones of x and {second} of o: x moves first, so x must have as many stones as o, or one more"
    )]
    Stones {
        /// Stones of the first side.
        first: u32,
        /// Stones of the second side.
        second: u32,
    },
    /// A stone at an impossible place.
    #[error(
        "no sequence of moves occupies exactly these cells: the rules do not allow one of them yet, such as a stone \
         in the air in a game with gravity"
    )]
    Places,
    /// Play after the end of a game, or stones in an impossible order.
    #[error(
        "no play leads to this position: a line was complete before the last stone, or alternate turns cannot place \
         these stones"
    )]
    OutOfPlay,
}

impl Position {
    /// Reads the rows from the top, joined by `/`: `x` is a stone of the first side, `o` of the second, `.` an empty
    /// cell.
    pub fn parse(text: &str, (columns, rows): (u8, u8)) -> Result<Self, PositionError> {
        let lines: Vec<&str> = text.trim().split('/').collect();
        if lines.len() != usize::from(rows) {
            return Err(PositionError::Rows { found: lines.len(), rows });
        }
        let mut position = Self::default();
        for (row, line) in (1..).zip(&lines) {
            let found = line.chars().count();
            if found != usize::from(columns) {
                return Err(PositionError::Columns { row, found, columns });
            }
            for (column, sign) in (1..).zip(line.chars()) {
                let cell = 1u64 << ((lines.len() - row) * usize::from(columns) + column - 1);
                match sign {
                    'x' | 'X' => position.first |= cell,
                    'o' | 'O' => position.second |= cell,
                    '.' => {}
                    sign => return Err(PositionError::Sign { row, column, sign }),
                }
            }
        }
        position.check((columns, rows)).map(|()| position)
    }

    /// Checks that all stones are on the board, at most one per cell, and that alternate turns give these numbers.
    pub(super) fn check(&self, (columns, rows): (u8, u8)) -> Result<(), PositionError> {
        let cells = u32::from(columns) * u32::from(rows);
        if let Some(cell) = each_cell(self.first & self.second).next() {
            return Err(PositionError::Shared { cell });
        }
        if let Some(cell) = each_cell(self.occupied()).find(|&cell| cell >= cells) {
            return Err(PositionError::OffBoard { cell, cells });
        }
        let [first, second] = [self.first, self.second].map(u64::count_ones);
        match first == second || first == second + 1 {
            true => Ok(()),
            false => Err(PositionError::Stones { first, second }),
        }
    }

    /// The rows from the top, joined by `/`.
    pub fn text(&self, (columns, rows): (u8, u8)) -> String {
        let row = |row: u8| -> String {
            let sign = |column: u8| match 1u64
                << (u32::from(row) * u32::from(columns) + u32::from(column))
            {
                cell if self.first & cell != 0 => 'x',
                cell if self.second & cell != 0 => 'o',
                _ => '.',
            };
            (0..columns).map(sign).collect()
        };
        (0..rows).rev().map(row).collect::<Vec<_>>().join("/")
    }

    /// Cells with stones.
    #[inline]
    pub fn occupied(&self) -> u64 {
        self.first | self.second
    }

    /// Number of stones.
    pub fn stones(&self) -> u32 {
        self.occupied().count_ones()
    }

    /// Whether the first side is to move.
    pub fn is_first_to_move(&self) -> bool {
        self.first.count_ones() == self.second.count_ones()
    }

    /// The stones of the side to move, and those of the other side.
    pub fn sides(&self) -> (u64, u64) {
        match self.is_first_to_move() {
            true => (self.first, self.second),
            false => (self.second, self.first),
        }
    }

    /// The position after the side to move places a stone on a cell, given by the number of its [bit](Self).
    #[inline]
    pub fn after(&self, cell: u32) -> Self {
        match self.is_first_to_move() {
            true => Self { first: self.first | 1 << cell, ..*self },
            false => Self { second: self.second | 1 << cell, ..*self },
        }
    }

    /// The image of the position under a symmetry.
    pub fn mapped(&self, symmetry: &[u8]) -> Self {
        Self { first: mapped(self.first, symmetry), second: mapped(self.second, symmetry) }
    }
}

/// Iterates over the cells of a set, the lowest first.
pub fn each_cell(mut cells: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let cell = (cells != 0).then(|| cells.trailing_zeros())?;
        cells &= cells - 1;
        Some(cell)
    })
}

/// The sets of cells that one more stone can occupy, sorted.
pub(super) fn after_one_stone(sets: &[u64], places: impl Fn(u64) -> u64) -> Vec<u64> {
    let after = |&occupied: &u64| each_cell(places(occupied)).map(move |cell| occupied | 1 << cell);
    let mut sets: Vec<u64> = sets.iter().flat_map(after).collect();
    sets.sort_unstable();
    sets.dedup();
    sets
}

/// The image of a set of cells under a symmetry.
pub(super) fn mapped(cells: u64, symmetry: &[u8]) -> u64 {
    each_cell(cells).fold(0, |there, cell| there | 1 << symmetry[cell as usize])
}

/// Contradictions in the implementation of a game.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum Contradiction {
    /// A name that cannot be a file name.
    #[error(
        "the name {0:?} must consist of letters, digits, -, _ and ., and must not begin with a dot"
    )]
    Name(String),
    /// No cells, or too many.
    #[error("a board of {0} cells: a game of stones must have 1 to 60")]
    Cells(u32),
    /// A move to a cell with a stone, or off the board.
    #[error("with stones on {occupied:#b}, it allows a stone on an occupied cell or off the board")]
    Place {
        /// The occupied cells.
        occupied: u64,
    },
    /// A symmetry that is not a bijection of the cells, or does not map lines to lines. The first symmetry must be the
    /// identity.
    #[error(
        "symmetry {0} does not map the board and its lines to themselves, or is the first and not the identity"
    )]
    Symmetry(usize),
    /// A symmetry that does not map moves to moves.
    #[error("symmetry {symmetry} does not map the moves at {occupied:#b} to those at its image")]
    Moves {
        /// Number of the symmetry.
        symmetry: usize,
        /// The occupied cells.
        occupied: u64,
    },
    /// A wrong number of sets of cells.
    #[error(
        "it says that {stones} stones can occupy {said} sets of cells, but moves lead to {found}"
    )]
    Supports {
        /// Number of stones.
        stones: u32,
        /// The stated number.
        said: BigUint,
        /// The true number.
        found: usize,
    },
    /// A winning line off the board or without cells.
    #[error("winning line {0} has no cells, or cells off the board")]
    WinningLine(usize),
    /// A losing line off the board or without cells.
    #[error("losing line {0} has no cells, or cells off the board")]
    LosingLine(usize),
    /// A losing line that contains a winning one. It never loses, because a move that completes both wins.
    #[error("losing line {0} contains a winning line, so it never loses: leave it out")]
    NeverLoses(usize),
}

/// Most cells of a game. The limit makes plies and verdicts fit an entry.
pub(super) const MOST_CELLS: u32 = 60;

/// Checks the implementation of a game: moves lead to the next tier, lines are on the board, and symmetries preserve
/// both. Visits all sets of cells that up to `most_stones` stones can occupy.
pub fn check(game: &dyn StoneGame, most_stones: u32) -> Result<(), Contradiction> {
    let name = game.name();
    let is_sign = |sign: char| sign.is_alphanumeric() || ['-', '_', '.'].contains(&sign);
    if name.is_empty() || name.starts_with('.') || !name.chars().all(is_sign) {
        return Err(Contradiction::Name(name));
    }
    let (columns, rows) = game.board();
    let cells = u32::from(columns) * u32::from(rows);
    if cells == 0 || cells > MOST_CELLS {
        return Err(Contradiction::Cells(cells));
    }
    let all = (1u64 << cells) - 1;
    check_lines(game, all)?;
    let symmetries = game.symmetries();
    if !symmetries.first().is_some_and(|first| first.iter().copied().eq(0..cells as u8)) {
        return Err(Contradiction::Symmetry(0));
    }
    let sorted = |mut lines: Vec<u64>| {
        lines.sort_unstable();
        lines
    };
    for (number, symmetry) in symmetries.iter().enumerate() {
        let is_bijection = symmetry.len() == cells as usize && mapped(all, symmetry) == all;
        let keeps = |lines: &[u64]| {
            let image = || lines.iter().map(|&line| mapped(line, symmetry)).collect();
            sorted(image()) == sorted(lines.to_vec())
        };
        if !is_bijection || !keeps(game.winning_lines()) || !keeps(game.losing_lines()) {
            return Err(Contradiction::Symmetry(number));
        }
    }
    let mut tier = vec![0u64];
    for stones in 0..=most_stones {
        let (said, found) = (game.supports(stones), tier.len());
        if said != found.into() {
            return Err(Contradiction::Supports { stones, said, found });
        }
        for &occupied in &tier {
            let places = game.places(occupied);
            if places & occupied != 0 || places & !all != 0 {
                return Err(Contradiction::Place { occupied });
            }
            for (number, symmetry) in symmetries.iter().enumerate() {
                if game.places(mapped(occupied, symmetry)) != mapped(places, symmetry) {
                    return Err(Contradiction::Moves { symmetry: number, occupied });
                }
            }
        }
        tier = after_one_stone(&tier, |occupied| game.places(occupied));
    }
    Ok(())
}

/// Checks that lines are on the board, and that every losing line can lose.
fn check_lines(game: &dyn StoneGame, all: u64) -> Result<(), Contradiction> {
    let (winning, losing) = (game.winning_lines(), game.losing_lines());
    let is_off = |&line: &u64| line == 0 || line & !all != 0;
    if let Some(line) = winning.iter().position(is_off) {
        return Err(Contradiction::WinningLine(line));
    }
    if let Some(line) = losing.iter().position(is_off) {
        return Err(Contradiction::LosingLine(line));
    }
    let wins_first = |line: &u64| winning.iter().any(|winning| winning & !line == 0);
    losing.iter().position(wins_first).map_or(Ok(()), |line| Err(Contradiction::NeverLoses(line)))
}
