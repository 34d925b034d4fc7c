//! Games in which two sides put down stones in turn, which then stay.

use super::verdict::Outcome;
use num_bigint::BigUint;
use std::sync::Arc;
use thiserror::Error;

/// A game of stones: the first side and the second put down one each in turn, until one side has a line or nobody can
/// move. Cells are bits, the lowest row first, from the left.
///
/// A line wins or loses for the side that completes it. A move that completes lines of both kinds wins. The game is a
/// draw if nobody can move and no side has a line.
///
/// A table is built only if [`check`] finds no contradiction in what the game says of itself. A game behind a reference,
/// a [`Box`] or an [`Arc`] is a game, too.
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
/// // The side to move has won, because the other side completed a diagonal; or lost, because that completed a row, too.
/// assert_eq!(verdict("o.x/ox./x..")??.to_string(), "win in 0");
/// assert_eq!(verdict("oox/oxo/xxx")??.to_string(), "loss in 0");
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub trait StoneGame: Send + Sync {
    /// Its name, by which files are called too: `4-4-3`, `gravity-5-4-4`. Letters, digits, `-`, `_` and `.` make it, and it
    /// does not begin with a dot.
    fn name(&self) -> String;

    /// Columns and rows.
    fn board(&self) -> (u8, u8);

    /// Where a stone may be put down beside these, a bit for each cell.
    fn places(&self, occupied: u64) -> u64;

    /// The lines that win, each as a set of cells.
    fn winning_lines(&self) -> &[u64];

    /// The lines that lose, each as a set of cells; by default none. No line that wins may lie in one that loses, which
    /// then would never lose.
    fn losing_lines(&self) -> &[u64] {
        &[]
    }

    /// How many sets of cells so many stones can occupy. By default they are all listed, which takes memory for the
    /// largest of these numbers: a game on more than some twenty cells counts them itself.
    fn supports(&self, stones: u32) -> BigUint {
        let mut sets = vec![0u64];
        for _ in 0..stones {
            let after =
                |&occupied: &u64| each(self.places(occupied)).map(move |cell| occupied | 1 << cell);
            sets = sets.iter().flat_map(after).collect();
            sets.sort_unstable();
            sets.dedup();
        }
        sets.len().into()
    }

    /// Where each symmetry of the game takes each cell; the first takes each to itself. By default it is the only one.
    fn symmetries(&self) -> Vec<Vec<u8>> {
        let (columns, rows) = self.board();
        vec![(0..columns * rows).collect()]
    }

    /// The rules in words, by default the name. The name and the words are text for people. Tables of different games are
    /// told apart by the rules themselves: board, places and lines.
    fn description(&self) -> String {
        self.name()
    }
}

/// A game behind a pointer is the game.
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

/// How the game has ended for the side that has these stones; `None` if it has no line.
pub(super) fn ended(game: &dyn StoneGame, stones: u64) -> Option<Outcome> {
    let has = |lines: &[u64]| lines.iter().any(|&line| line & !stones == 0);
    if has(game.winning_lines()) {
        return Some(Outcome::Win);
    }
    has(game.losing_lines()).then_some(Outcome::Loss)
}

/// The stones of both sides.
///
/// ```
/// use huarong::games::Position;
///
/// let position = Position::parse("..o/.x./x..", (3, 3))?;
/// assert_eq!((position.first, position.second), (0b000_010_001, 0b100_000_000));
/// assert_eq!(position.text((3, 3)), "..o/.x./x..");
/// assert!(!position.is_first_to_move());
/// # Ok::<_, huarong::games::PositionError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// The stones of the side that began.
    pub first: u64,
    /// Those of the other.
    pub second: u64,
}

/// Why a text is no position of a game.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum PositionError {
    /// Other rows than the board has.
    #[error("{found} rows, and the board has {rows}: they are joined by /, from the top")]
    Rows {
        /// Rows of the text.
        found: usize,
        /// Rows of the board.
        rows: u8,
    },
    /// A row of another length.
    #[error("row {row} has {found} cells, and the board {columns} columns")]
    Columns {
        /// The row, from 1 at the top.
        row: usize,
        /// Cells of the row.
        found: usize,
        /// Columns of the board.
        columns: u8,
    },
    /// What is no cell.
    #[error("row {row}, column {column}: {sign:?}, and a cell is x, o or .")]
    Sign {
        /// The row, from 1 at the top.
        row: usize,
        /// The column, from 1.
        column: usize,
        /// What stands there.
        sign: char,
    },
    /// Stones of both sides on one cell.
    #[error("x and o both have a stone on cell {cell}: a cell has one stone at most")]
    Shared {
        /// The number of its bit.
        cell: u32,
    },
    /// A stone beside the board.
    #[error("there is a stone on cell {cell}, and the board has cells 0 to {}", .cells - 1)]
    OffBoard {
        /// The number of its bit.
        cell: u32,
        /// Cells of the board.
        cells: u32,
    },
    /// Stones that turns cannot have put down.
    #[error("{first} stones of x and {second} of o: x begins, so it has as many or one more")]
    Stones {
        /// Stones of the first side.
        first: u32,
        /// Stones of the second side.
        second: u32,
    },
    /// A stone where none can be.
    #[error(
        "no moves lead to stones on just these cells: by the rules of the game one of them cannot be there yet, such as \
         a stone in the air where stones fall"
    )]
    Places,
    /// A finished game in which more was played, or stones in an order that turns cannot make.
    #[error(
        "no play leads to this position: there was a line before the last stone, or the stones lie in an order that \
         turns cannot make"
    )]
    OutOfPlay,
}

impl Position {
    /// Reads the rows from the top, joined by `/`: `x` the first side's stones, `o` the second's, `.` nothing.
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

    /// Checks that the stones are on the board, on a cell each, and that turns can have put down so many of each side.
    pub(super) fn check(&self, (columns, rows): (u8, u8)) -> Result<(), PositionError> {
        let cells = u32::from(columns) * u32::from(rows);
        if let Some(cell) = each(self.first & self.second).next() {
            return Err(PositionError::Shared { cell });
        }
        if let Some(cell) = each(self.occupied()).find(|&cell| cell >= cells) {
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

    /// Whether it is the turn of the side that began.
    pub fn is_first_to_move(&self) -> bool {
        self.first.count_ones() == self.second.count_ones()
    }

    /// The position after the side that moves puts a stone on a cell.
    #[inline]
    pub fn after(&self, cell: u32) -> Self {
        match self.is_first_to_move() {
            true => Self { first: self.first | 1 << cell, ..*self },
            false => Self { second: self.second | 1 << cell, ..*self },
        }
    }

    /// The position as a symmetry shows it.
    pub fn mapped(&self, symmetry: &[u8]) -> Self {
        Self { first: mapped(self.first, symmetry), second: mapped(self.second, symmetry) }
    }
}

/// Cells one by one, the lowest first.
pub(super) fn each(mut cells: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let cell = (cells != 0).then(|| cells.trailing_zeros())?;
        cells &= cells - 1;
        Some(cell)
    })
}

/// Where a symmetry takes some cells.
pub(super) fn mapped(cells: u64, symmetry: &[u8]) -> u64 {
    each(cells).fold(0, |there, cell| there | 1 << symmetry[cell as usize])
}

/// What is wrong with what a game says of itself.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum Contradiction {
    /// A name that no file can have.
    #[error("the name {0:?} is not made of letters, digits, -, _ and ., or begins with a dot")]
    Name(String),
    /// More cells than are numbered.
    #[error("a board of {0} cells: a game of stones has at most 60")]
    Cells(u32),
    /// A move to a cell with a stone, or off the board.
    #[error(
        "beside the stones on {occupied:#b} it lets one be put on a cell that is none or not free"
    )]
    Place {
        /// The stones.
        occupied: u64,
    },
    /// A symmetry that is no bijection of the cells, or under which lines are others; or a first one that is missing or
    /// does not take each cell to itself.
    #[error(
        "symmetry {0} does not map the board and its lines to themselves; and the first maps each cell to itself"
    )]
    Symmetry(usize),
    /// A symmetry under which moves are others.
    #[error(
        "symmetry {symmetry} does not map the moves beside {occupied:#b} to those beside its image"
    )]
    Moves {
        /// Which.
        symmetry: usize,
        /// The stones.
        occupied: u64,
    },
    /// Another number of sets of cells than moves lead to.
    #[error(
        "it says that {stones} stones can occupy {said} sets of cells, and moves lead to {found}"
    )]
    Supports {
        /// Number of stones.
        stones: u32,
        /// What it says.
        said: BigUint,
        /// What moves lead to.
        found: usize,
    },
    /// A winning line off the board or without cells.
    #[error("winning line {0} has no cells, or cells off the board")]
    WinningLine(usize),
    /// A losing line off the board or without cells.
    #[error("losing line {0} has no cells, or cells off the board")]
    LosingLine(usize),
    /// A losing line with a winning one in it: a move that completes both wins.
    #[error("losing line {0} contains a winning line, so it never loses: leave it out")]
    NeverLoses(usize),
}

/// Most cells of a game, so that plies and verdicts fit an entry.
pub(super) const MOST_CELLS: u32 = 60;

/// Checks what a game says of itself: moves lead to the next tier, lines are on the board, and symmetries commute with
/// both. Looks at the sets of cells that up to so many stones can occupy.
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
        let mut next = Vec::new();
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
            next.extend(each(places).map(|cell| occupied | 1 << cell));
        }
        next.sort_unstable();
        next.dedup();
        tier = next;
    }
    Ok(())
}

/// Checks that lines lie on the board, and that each can do what it says.
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
