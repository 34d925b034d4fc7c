//! The array and the value of Wei and Lin (1999).
//!
//! The array lists the top-left cells of all pieces, numbered 0 to 19 row by row. The big piece is first; horizontals,
//! verticals and small pieces follow, ascending within each shape. The value is the array as digits in base 20,
//! the most significant digit first.
//!
//! The paper defines both for its ten pieces: one big piece, five dominoes and four small pieces. The array does not
//! give the number of horizontal dominoes, nor the numbers of pieces in other sets. So the piece set precedes the array
//! (`2h2v6s [...]`) if the array alone is ambiguous or has other pieces.

use super::error::NotationError;
use super::names::Notation;
use crate::grid::{Cell, Cells};
use crate::rules::{Arrangement, PieceSet, Puzzle};

const BASE: u128 = 20;

/// Pieces of the paper: one big piece, dominoes and small pieces.
const DOMINOES: u8 = 5;
const SMALL_PIECES: u8 = 4;
const PIECES: usize = 1 + DOMINOES as usize + SMALL_PIECES as usize;

/// Minimum number of decimal digits of a value; shorter numbers are 36-bit codes.
const LEAST_DIGITS: usize = 10;

/// The piece sets of the paper.
fn sets() -> impl Iterator<Item = PieceSet> {
    (0..=DOMINOES).map(|lying| PieceSet::new([1, lying, DOMINOES - lying, SMALL_PIECES]))
}

pub(super) fn write_array(puzzle: &Puzzle, position: &Arrangement) -> String {
    with_piece_set(puzzle, position, &array_text(&array(position)))
}

pub(super) fn write_value(puzzle: &Puzzle, position: &Arrangement) -> String {
    let digits = array(position).into_iter().map(u128::from);
    let value = digits.fold(0, |value, digit| value * BASE + digit);
    with_piece_set(puzzle, position, &value.to_string())
}

/// The anchors of all pieces, by shape.
fn array(position: &Arrangement) -> Vec<Cell> {
    position.pieces().map(|(_, anchor)| anchor).collect()
}

fn array_text(array: &[Cell]) -> String {
    let numbers: Vec<String> = array.iter().map(Cell::to_string).collect();
    format!("[{}]", numbers.join(" "))
}

/// An array or value, with the piece set before it if it would otherwise be ambiguous.
fn with_piece_set(puzzle: &Puzzle, position: &Arrangement, text: &str) -> String {
    let set = position.piece_set();
    let clear = sets().any(|known| known == set) && {
        let array = array(position);
        sets().filter(|set| arranged(puzzle, set, &array).is_ok()).count() == 1
    };
    if clear { text.to_owned() } else { format!("{} {text}", puzzle.piece_set_text(&set)) }
}

/// The parts of a text that can only be an array or a value.
pub(super) struct Written<'t> {
    /// The text before the array or value.
    set: &'t str,
    /// The array or the value.
    number: Number<'t>,
}

enum Number<'t> {
    Array(&'t str),
    Value(&'t str),
}

impl<'t> Written<'t> {
    pub fn split(text: &'t str) -> Option<Self> {
        if let Some((set, array)) = text.split_once('[') {
            let array = array.trim_end().strip_suffix(']').unwrap_or(array);
            return Some(Self { set: set.trim(), number: Number::Array(array) });
        }
        let (set, value) = text.split_once(char::is_whitespace).unwrap_or(("", text));
        let value = value.trim();
        let is_number = !value.is_empty() && value.bytes().all(|digit| digit.is_ascii_digit());
        // Names may also end with numbers, but they start with letters.
        let is_clear = match set.bytes().next() {
            None => value.len() >= LEAST_DIGITS,
            Some(first) => first.is_ascii_digit() && set.bytes().all(|b| b.is_ascii_alphanumeric()),
        };
        (is_number && is_clear).then_some(Self { set, number: Number::Value(value) })
    }

    /// Which of the two notations it is.
    pub fn notation(&self) -> Notation {
        match self.number {
            Number::Array(_) => Notation::PaperArray,
            Number::Value(_) => Notation::PaperValue,
        }
    }

    pub fn read(&self, puzzle: &Puzzle) -> Result<Arrangement, NotationError> {
        let set = match self.set {
            "" => None,
            text => Some(puzzle.parse_piece_set(text)?),
        };
        let pieces = |set: &PieceSet| set.counts().iter().map(|&count| usize::from(count)).sum();
        let array = match self.number {
            Number::Array(text) => numbers(text)?,
            Number::Value(text) => digits(text, set.as_ref().map_or(PIECES, pieces))?,
        };
        if let Some(set) = set {
            return arranged(puzzle, &set, &array);
        }
        if array.len() != PIECES {
            return Err(NotationError::PaperUndefined { found: array.len() });
        }
        let mut read: Vec<(PieceSet, Arrangement)> = sets()
            .filter_map(|set| arranged(puzzle, &set, &array).ok().map(|position| (set, position)))
            .collect();
        match read.len() {
            0 => Err(NotationError::PaperNone(array_text(&array))),
            1 => Ok(read.remove(0).1),
            _ => {
                let array = array_text(&array);
                let text = |(set, _)| format!("\"{} {array}\"", puzzle.piece_set_text(set));
                let readings = read.iter().map(|(set, position)| text((set, position))).collect();
                Err(NotationError::PaperAmbiguous { array, readings })
            }
        }
    }
}

/// The numbers of an array, separated by spaces or commas.
fn numbers(text: &str) -> Result<Vec<Cell>, NotationError> {
    let parts = text.split([' ', ',', '\t']).filter(|part| !part.is_empty());
    let number = |(place, part): (usize, &str)| {
        let number: Option<u64> = part.parse().ok().filter(|_| !part.starts_with('+'));
        let number = number.ok_or_else(|| NotationError::PaperNumber(part.to_owned()))?;
        Cell::try_from(number)
            .ok()
            .filter(|&cell| u128::from(cell) < BASE)
            .ok_or(NotationError::PaperCell { cell: number, place })
    };
    (1..).zip(parts).map(number).collect()
}

/// The digits of a value in base 20, one per piece.
fn digits(text: &str, pieces: usize) -> Result<Vec<Cell>, NotationError> {
    let most = BASE.checked_pow(pieces as u32).unwrap_or(u128::MAX) - 1;
    let range = || NotationError::PaperRange { value: text.to_owned(), pieces, most };
    let mut value: u128 = text.parse().map_err(|_| range())?;
    if value > most {
        return Err(range());
    }
    let mut digits = vec![0; pieces];
    for digit in digits.iter_mut().rev() {
        *digit = (value % BASE) as Cell;
        value /= BASE;
    }
    Ok(digits)
}

/// The position with a piece set and the cells of an array.
fn arranged(puzzle: &Puzzle, set: &PieceSet, array: &[Cell]) -> Result<Arrangement, NotationError> {
    let counts = set.counts();
    let want = counts.iter().map(|&count| usize::from(count)).sum();
    if array.len() != want {
        let set = puzzle.piece_set_text(set);
        return Err(NotationError::PaperLength { found: array.len(), set, want });
    }
    let mut position = Arrangement::empty(counts.len());
    let mut covered = Cells::NONE;
    let mut places = (1..).zip(array);
    for (shape, &count) in counts.iter().enumerate() {
        for (place, &cell) in places.by_ref().take(count.into()) {
            let others = position.anchors(shape);
            if others.before(cell) != others {
                return Err(NotationError::PaperOrder { cell, place });
            }
            let piece = puzzle.covered(shape, cell);
            if piece.is_empty() || piece.meets(covered) {
                let shape = puzzle.shapes()[shape].name().to_owned();
                return Err(NotationError::PaperPiece { shape, cell, place });
            }
            covered |= piece;
            position.put(shape, cell);
        }
    }
    Ok(position)
}
