//! Moves of lists, such as `A+2` and `BU1`.

use crate::grid::Cell;
use crate::sliding::rules::{Arrangement, Metric, Move, Puzzle, ShapeId};
use anyhow::{anyhow, bail};

/// Splits a list of moves.
pub(super) fn split(list: &str) -> impl Iterator<Item = &str> {
    list.split([' ', ',', ';', '\t', '\n']).filter(|text| !text.is_empty())
}

/// The pieces by their letters at the start. The letters of a position are not enough: interchangeable pieces can exchange
/// theirs.
pub(super) struct Pieces(Vec<(char, ShapeId, Cell)>);

impl Pieces {
    /// The pieces of a start.
    pub fn of(puzzle: &Puzzle, start: &Arrangement) -> Self {
        let named = |(shape, at)| (puzzle.sign_of(start, shape, at), shape, at);
        Self(start.pieces().map(named).collect())
    }

    /// Makes a move.
    pub fn make(&mut self, made: &Move) {
        let mut pieces = self.0.iter_mut();
        let piece = pieces.find(|(_, shape, at)| (*shape, *at) == (made.shape, made.from));
        piece.expect("a piece moves").2 = made.to;
    }
}

/// Reads a move of a position: the letter of the piece, and the cells that it moves along its row or column.
pub(super) fn read(
    puzzle: &Puzzle,
    position: &Arrangement,
    pieces: &Pieces,
    metric: Metric,
    text: &str,
) -> anyhow::Result<Move> {
    let mut signs = text.chars();
    let (sign, how) = (signs.next().unwrap_or(' '), signs.as_str());
    let split = how.char_indices().nth(1).map_or(how.len(), |(at, _)| at);
    let (direction, cells) = how.split_at(split);
    let cells: i16 = match cells.parse::<u8>() {
        Ok(cells) if cells > 0 => cells.into(),
        _ => {
            bail!("{text}: no move; write the letter of the piece and the cells, as in A+2 or BU1")
        }
    };
    let steps: &[(i16, i16)] = match direction {
        "+" => &[(cells, 0), (0, cells)],
        "-" => &[(-cells, 0), (0, -cells)],
        "R" | "r" => &[(cells, 0)],
        "L" | "l" => &[(-cells, 0)],
        "D" | "d" => &[(0, cells)],
        "U" | "u" => &[(0, -cells)],
        _ => bail!("{text}: no direction {direction:?}; write +, -, R, L, D or U"),
    };
    let own: Vec<_> = pieces.0.iter().filter(|(own, ..)| *own == sign).collect();
    if own.is_empty() {
        bail!("{text}: {} has no piece {sign}", puzzle.position_text(position));
    }
    let board = puzzle.board();
    let place = |cell| (i16::from(board.column(cell)), i16::from(board.row(cell)));
    let is_it = |made: &Move| {
        let ((from_column, from_row), (to_column, to_row)) = (place(made.from), place(made.to));
        let step = (to_column - from_column, to_row - from_row);
        own.iter().any(|(_, shape, at)| (*shape, *at) == (made.shape, made.from))
            && steps.contains(&step)
    };
    let mut fitting = puzzle.moves(position, metric).into_iter().filter(is_it);
    let refused = || {
        let at = puzzle.position_text(position);
        anyhow!("{text}: not one {metric} move in {at}")
    };
    let made = fitting.next().ok_or_else(refused)?;
    match fitting.next() {
        None => Ok(made),
        Some(_) => bail!("{text}: several moves of {} fit", puzzle.position_text(position)),
    }
}
