//! Moves of lists, such as `A+2` and `BU1`.

use super::boards::Board;
use anyhow::{anyhow, bail};
use huarong_core::grid::Direction;
use huarong_core::rules::{Arrangement, GONE, Lettering, Metric, PieceMove, Puzzle};
use serde::Serialize;

/// How the letters of a list name pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Letters {
    /// By their signs at the start, which the pieces keep.
    Start,
    /// By their signs in the canonical text of the position before each move.
    Position,
}

/// The moves of a list from a start, the last of which may be refused. Letters are those of the start if the rules then
/// allow all moves, or if they allow them under no reading.
pub(super) fn read_all(board: &Board, list: &str) -> (Vec<anyhow::Result<PieceMove>>, Letters) {
    let kept = read_by(board, list, Letters::Start);
    if kept.last().is_some_and(Result::is_err) {
        let present = read_by(board, list, Letters::Position);
        if present.iter().all(Result::is_ok) {
            return (present, Letters::Position);
        }
    }
    (kept, Letters::Start)
}

/// The moves of a list up to the first that is refused.
fn read_by(board: &Board, list: &str, letters: Letters) -> Vec<anyhow::Result<PieceMove>> {
    let (puzzle, metric) = (board.puzzle(), board.landscape.metric());
    let mut position = board.position(board.start).clone();
    let mut lettering = board.lettering.clone();
    let mut moves = Vec::new();
    for text in list.split([' ', ',', ';', '\t', '\n']).filter(|text| !text.is_empty()) {
        if letters == Letters::Position {
            lettering = Lettering::of(puzzle, &position);
        }
        let read = read(puzzle, &position, &lettering, metric, text);
        let Ok(made) = &read else {
            moves.push(read);
            break;
        };
        made.apply_to(&mut position);
        lettering.make(made);
        moves.push(read);
    }
    moves
}

/// Reads a move of a position: the letter of the piece, and the cells that it moves along its row or column.
fn read(
    puzzle: &Puzzle,
    position: &Arrangement,
    lettering: &Lettering,
    metric: Metric,
    text: &str,
) -> anyhow::Result<PieceMove> {
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
    let is_named = |shape, anchor| lettering.sign(shape, anchor) == Some(sign);
    if !position.pieces().any(|(shape, anchor)| is_named(shape, anchor)) {
        bail!("{text}: {} has no piece {sign}", puzzle.position_text(position));
    }
    let board = puzzle.board();
    let place = |cell| (i16::from(board.column(cell)), i16::from(board.row(cell)));
    let is_it = |made: &PieceMove| {
        is_named(made.shape, made.from)
            && match made.to {
                GONE => leads_out(&puzzle.path(position, made), cells, steps),
                to => {
                    let ((from_column, from_row), (to_column, to_row)) =
                        (place(made.from), place(to));
                    steps.contains(&(to_column - from_column, to_row - from_row))
                }
            }
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

/// Whether a move of a number of cells goes along a path into a door, or beyond it.
fn leads_out(path: &[Direction], cells: i16, steps: &[(i16, i16)]) -> bool {
    let [first, rest @ ..] = path else { return false };
    let (across, down) = first.step();
    rest.iter().all(|step| step == first)
        && path.len() <= cells as usize
        && steps.contains(&(i16::from(across) * cells, i16::from(down) * cells))
}
