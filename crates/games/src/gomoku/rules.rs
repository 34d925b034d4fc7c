//! The rules: winning rows, and the moves that renju forbids to black.
//!
//! The terms are those of the International Rules of Renju by the Renju International Federation:
//!
//! - a *four* is a row that one more stone makes a five;
//! - a *straight four* can become a five at both ends;
//! - a *three* can become a straight four by an allowed move.

use super::board::{Board, Cell, DIRECTIONS, Stone};
use thiserror::Error;

/// The rule of a game, which defines the winning rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rule {
    /// Five or more in a row.
    #[default]
    Freestyle,
    /// Exactly five in a row.
    ExactlyFive,
    /// White wins with five or more in a row, black with exactly five. Black may not make an overline, a double four or
    /// a double three.
    Renju,
}

/// The pattern that makes a move of black forbidden.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum Forbidden {
    /// Six or more in a row.
    #[error("an overline")]
    Overline,
    #[error("a double four")]
    DoubleFour,
    #[error("a double three")]
    DoubleThree,
}

impl Rule {
    pub const ALL: [Self; 3] = [Self::Freestyle, Self::ExactlyFive, Self::Renju];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Freestyle => "freestyle",
            Self::ExactlyFive => "exactly-five",
            Self::Renju => "renju",
        }
    }

    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.name() == name)
    }

    /// Whether a colour wins only with exactly five in a row.
    pub const fn is_exact(self, stone: Stone) -> bool {
        match self {
            Self::Freestyle => false,
            Self::ExactlyFive => true,
            Self::Renju => matches!(stone, Stone::Black),
        }
    }

    /// The winning row through a cell, from one end to the other, if there is one.
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

    /// The reason why a colour may not move on an empty cell; `None` if the move is allowed.
    pub fn forbids(self, board: &Board, cell: Cell, stone: Stone) -> Option<Forbidden> {
        match (self, stone) {
            (Self::Renju, Stone::Black) => forbidden(&mut board.clone(), cell),
            _ => None,
        }
    }

    /// The empty cells on which a colour may not move.
    pub fn forbidden(self, board: &Board, stone: Stone) -> Vec<Cell> {
        board.empty().filter(|&cell| self.forbids(board, cell, stone).is_some()).collect()
    }
}

/// The numbers of stones of a colour directly next to a cell, backwards and forwards along a direction.
fn run(board: &Board, cell: Cell, direction: (i8, i8), stone: Stone) -> (i8, i8) {
    let along = |sign: i8| {
        let steps = (1..).take_while(|&steps| board.is_at(cell, direction, sign * steps, stone));
        steps.count() as i8
    };
    (along(-1), along(1))
}

/// The length of black's row through a cell, where the cell itself counts as black.
fn row(board: &Board, cell: Cell, direction: (i8, i8)) -> i8 {
    let (back, on) = run(board, cell, direction, Stone::Black);
    back + 1 + on
}

/// The reason why black may not move on an empty cell. The board is restored before returning.
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

/// The double four or double three that black's stone on a cell makes, if any.
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

/// The empty cells at most four steps from a cell along a line, each with its number of steps.
fn empty_near(board: &Board, cell: Cell, direction: (i8, i8)) -> Vec<(i8, Cell)> {
    let near = (-4..=4).filter_map(|steps| Some((steps, board.step(cell, direction, steps)?)));
    near.filter(|&(_, other)| board.get(other).is_none()).collect()
}

/// The number of fours that black's stone makes along a line. Two cells that complete a five are two fours, unless they
/// are the ends of one straight four.
fn fours(board: &Board, cell: Cell, direction: (i8, i8)) -> usize {
    let fives: Vec<i8> = five_points(board, cell, direction);
    match fives[..] {
        [first, second] if second - first == 5 => 1,
        _ => fives.len(),
    }
}

/// The steps from a cell to those where another black stone makes an exact five with it along a line.
fn five_points(board: &Board, cell: Cell, direction: (i8, i8)) -> Vec<i8> {
    let (back, on) = run(board, cell, direction, Stone::Black);
    let near = empty_near(board, cell, direction).into_iter();
    near.filter(|&(steps, other)| {
        (steps == -back - 1 || steps == on + 1) && row(board, other, direction) == 5
    })
    .map(|(steps, _)| steps)
    .collect()
}

/// Whether black's stone is part of a three. That is, an allowed move makes a straight four, without making a five.
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
