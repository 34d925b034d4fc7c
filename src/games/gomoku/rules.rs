//! Who has won, and where black may not move in renju.
//!
//! The words are those of the International Rules of Renju of the Renju International Federation: a *four* is a row to
//! which one stone can be added to attain five, a *straight four* can be made five at both ends, a *three* can be made
//! a straight four by a move that is itself allowed.

use super::board::{Board, Cell, DIRECTIONS, Stone};
use thiserror::Error;

/// What wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rule {
    /// Five or more in a row.
    #[default]
    Freestyle,
    /// Exactly five in a row.
    ExactlyFive,
    /// White wins with five or more, black with exactly five, and black's overlines, double fours and double threes are
    /// forbidden.
    Renju,
}

/// Why black may not move somewhere.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum Forbidden {
    /// Six or more in a row.
    #[error("an overline")]
    Overline,
    /// Two fours at once.
    #[error("a double four")]
    DoubleFour,
    /// Two threes at once.
    #[error("a double three")]
    DoubleThree,
}

impl Rule {
    /// All rules.
    pub const ALL: [Self; 3] = [Self::Freestyle, Self::ExactlyFive, Self::Renju];

    /// `freestyle`, `exactly-five` or `renju`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Freestyle => "freestyle",
            Self::ExactlyFive => "exactly-five",
            Self::Renju => "renju",
        }
    }

    /// The rule of a name.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.name() == name)
    }

    /// Whether a colour must have exactly five.
    pub const fn is_exact(self, stone: Stone) -> bool {
        match self {
            Self::Freestyle => false,
            Self::ExactlyFive => true,
            Self::Renju => matches!(stone, Stone::Black),
        }
    }

    /// The row of a winner that goes through a cell, from one end to the other; none where there is none.
    pub fn five(self, board: &Board, cell: Cell) -> Option<Vec<Cell>> {
        let stone = board.get(cell)?;
        DIRECTIONS.into_iter().find_map(|direction| {
            let (back, on) = run(board, cell, direction, stone);
            let wins = if self.is_exact(stone) { back + on == 4 } else { back + on >= 4 };
            wins.then(|| {
                (-back..=on).filter_map(|steps| board.step(cell, direction, steps)).collect()
            })
        })
    }

    /// Why a colour may not move on an empty cell, if it may not.
    ///
    /// ```
    /// use huarong::games::gomoku::{Board, Cell, Forbidden, Rule, Stone};
    ///
    /// let mut board = Board::new(15)?;
    /// for at in ["75", "76", "57", "67"] {
    ///     board.set(at.parse::<Cell>().expect("a cell"), Some(Stone::Black));
    /// }
    /// let cell = Cell { row: 7, column: 7 };
    /// assert_eq!(Rule::Renju.forbids(&board, cell, Stone::Black), Some(Forbidden::DoubleThree));
    /// assert_eq!(Rule::Renju.forbids(&board, cell, Stone::White), None);
    /// # Ok::<_, huarong::games::gomoku::BoardError>(())
    /// ```
    pub fn forbids(self, board: &Board, cell: Cell, stone: Stone) -> Option<Forbidden> {
        match (self, stone) {
            (Self::Renju, Stone::Black) => forbidden(&mut board.clone(), cell),
            _ => None,
        }
    }

    /// The empty cells where a colour may not move.
    pub fn forbidden(self, board: &Board, stone: Stone) -> Vec<Cell> {
        board.empty().filter(|&cell| self.forbids(board, cell, stone).is_some()).collect()
    }
}

/// How many stones of a colour follow a cell without a gap, backwards and on.
fn run(board: &Board, cell: Cell, direction: (i8, i8), stone: Stone) -> (i8, i8) {
    let along = |sign: i8| {
        let steps = (1..).take_while(|&steps| board.is_at(cell, direction, sign * steps, stone));
        steps.count() as i8
    };
    (along(-1), along(1))
}

/// The number of black's stones in the row of a cell, the cell itself counted as black.
fn row(board: &Board, cell: Cell, direction: (i8, i8)) -> i8 {
    let (back, on) = run(board, cell, direction, Stone::Black);
    back + 1 + on
}

/// Why black may not move on an empty cell. The board is the same afterwards.
fn forbidden(board: &mut Board, cell: Cell) -> Option<Forbidden> {
    let rows = DIRECTIONS.map(|direction| row(board, cell, direction));
    if rows.contains(&5) {
        return None;
    }
    if rows.iter().any(|&length| length > 5) {
        return Some(Forbidden::Overline);
    }
    board.set(cell, Some(Stone::Black));
    let found = fours_and_threes(board, cell);
    board.set(cell, None);
    found
}

/// Whether black's stone makes two fours or two threes.
fn fours_and_threes(board: &mut Board, cell: Cell) -> Option<Forbidden> {
    let fours = DIRECTIONS.map(|direction| fours(board, cell, direction));
    if fours.iter().sum::<usize>() >= 2 {
        return Some(Forbidden::DoubleFour);
    }
    let without_four = (0..4).filter(|&line| fours[line] == 0).map(|line| DIRECTIONS[line]);
    let mut threes = 0;
    for direction in without_four {
        threes += usize::from(is_three(board, cell, direction));
        if threes == 2 {
            return Some(Forbidden::DoubleThree);
        }
    }
    None
}

/// The empty cells of a line near a cell, with how far they are from it.
fn empty_near(board: &Board, cell: Cell, direction: (i8, i8)) -> Vec<(i8, Cell)> {
    let near = (-4..=4).filter_map(|steps| Some((steps, board.step(cell, direction, steps)?)));
    near.filter(|&(_, other)| board.get(other).is_none()).collect()
}

/// How many fours black's stone makes along a line: two where five can be made in two ways that are not the ends of one
/// straight four.
fn fours(board: &Board, cell: Cell, direction: (i8, i8)) -> usize {
    let fives: Vec<i8> = five_points(board, cell, direction);
    match fives[..] {
        [first, second] if second - first == 5 => 1,
        _ => fives.len(),
    }
}

/// Where black makes exactly five of a line together with the stone on a cell, by how far from it.
fn five_points(board: &Board, cell: Cell, direction: (i8, i8)) -> Vec<i8> {
    let (back, on) = run(board, cell, direction, Stone::Black);
    let near = empty_near(board, cell, direction).into_iter();
    near.filter(|&(steps, other)| {
        (steps == -back - 1 || steps == on + 1) && row(board, other, direction) == 5
    })
    .map(|(steps, _)| steps)
    .collect()
}

/// Whether black's stone is part of a three: an allowed move makes a straight four of it, and not five at once.
fn is_three(board: &mut Board, cell: Cell, direction: (i8, i8)) -> bool {
    let near = empty_near(board, cell, direction);
    near.into_iter().any(|(_, other)| {
        board.set(other, Some(Stone::Black));
        let (back, on) = run(board, cell, direction, Stone::Black);
        let is_straight =
            back + on == 3 && five_points(board, cell, direction) == [-back - 1, on + 1];
        board.set(other, None);
        is_straight
            && DIRECTIONS.iter().all(|&other_line| row(board, other, other_line) < 5)
            && forbidden(board, other).is_none()
    })
}
