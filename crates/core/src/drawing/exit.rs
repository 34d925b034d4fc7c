//! Exit in the frame of a board.

use crate::grid::{Board, Cell};
use crate::rules::Puzzle;
use std::ops::RangeInclusive;

/// A side of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Side {
    Left,
    Right,
    Top,
    Bottom,
}

/// The part of the frame through which the goal's piece could leave, if it touches only one side. The range has its
/// columns or rows on this side.
pub fn exit(puzzle: &Puzzle) -> Option<(Side, RangeInclusive<u8>)> {
    let board = puzzle.board();
    let [goal] = puzzle.goal().alternatives() else { return None };
    let &[(shape, anchor)] = &goal[..] else { return None };
    let span = |along: fn(&Board, Cell) -> u8| {
        let places = || puzzle.footprint(shape, anchor).map(|cell| along(board, cell));
        Some((places().min()?, places().max()?))
    };
    let (left, right) = span(Board::column)?;
    let (top, bottom) = span(Board::row)?;
    let sides = [
        (left == 0, Side::Left, top..=bottom),
        (right + 1 == board.width(), Side::Right, top..=bottom),
        (top == 0, Side::Top, left..=right),
        (bottom + 1 == board.height(), Side::Bottom, left..=right),
    ];
    let mut touched = sides.into_iter().filter(|(touches, ..)| *touches);
    match (touched.next(), touched.next()) {
        (Some((_, side, range)), None) => Some((side, range)),
        _ => None,
    }
}
