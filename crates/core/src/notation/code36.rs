//! The 36-bit code of Klotski engines, in hexadecimal.
//!
//! The first four bits are the top-left cell of the big piece. Then follow two bits for every other piece or empty
//! cell, in reading order of first cells. 00 is an empty cell, 01 a horizontal, 10 a vertical, 11 a small piece. There are
//! at most sixteen such items. Zeros pad the code on the right.
//!
//! Zeros at the end can be omitted. A code of few digits begins with `0x`: without it, such a text is more likely a
//! number or a word.

use super::error::{LEAST_DIGITS, NotationError};
use crate::grid::Cell;
use crate::klotski::{BIG, HORIZONTAL, SMALL, VERTICAL};
use crate::rules::{Arrangement, Puzzle, ShapeId};

const DIGITS: usize = 9;
const BITS: u32 = 36;
const BIG_BITS: u32 = 4;

/// The shapes of the items 01, 10 and 11.
const ITEMS: [ShapeId; 3] = [HORIZONTAL, VERTICAL, SMALL];

pub(super) fn write(puzzle: &Puzzle, position: &Arrangement) -> String {
    let big = position.anchors(BIG).first().expect("Klotski's positions have a big piece");
    let mut code = u64::from(big) << (BITS - BIG_BITS);
    let mut shift = BITS - BIG_BITS;
    let mut covered = puzzle.covered(BIG, big);
    for cell in puzzle.board().cells() {
        if covered.contains(cell) {
            continue;
        }
        shift -= 2;
        let item = ITEMS.iter().position(|&shape| position.anchors(shape).contains(cell));
        if let Some(item) = item {
            code |= (item as u64 + 1) << shift;
            covered |= puzzle.covered(ITEMS[item], cell);
        }
    }
    format!("{code:0DIGITS$X}")
}

/// A text that can only be a code: hexadecimal, with or without `0x`.
pub(super) struct Written<'t> {
    digits: &'t str,
    is_named: bool,
}

impl<'t> Written<'t> {
    pub fn of(text: &'t str) -> Option<Self> {
        let named = text.strip_prefix("0x").or(text.strip_prefix("0X"));
        let (digits, is_named) = (named.unwrap_or(text), named.is_some());
        let is_hexadecimal = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        (is_hexadecimal && !digits.is_empty()).then_some(Self { digits, is_named })
    }
}

pub(super) fn read(puzzle: &Puzzle, written: Written<'_>) -> Result<Arrangement, NotationError> {
    let Written { digits, is_named } = written;
    let text = || digits.to_owned();
    if digits.len() < LEAST_DIGITS && !is_named {
        return Err(NotationError::Code36Short(text()));
    }
    if digits.len() > DIGITS {
        return Err(NotationError::Code36Length { text: text(), found: digits.len() });
    }
    let code = u64::from_str_radix(digits, 16).expect("the digits are hexadecimal");
    let code = code << (4 * (DIGITS - digits.len()));

    let mut position = Arrangement::empty(puzzle.shapes().len());
    let big = (code >> (BITS - BIG_BITS)) as Cell;
    let mut covered = puzzle.covered(BIG, big);
    if covered.is_empty() {
        return Err(NotationError::Code36Big { text: text(), cell: big });
    }
    position.put(BIG, big);
    let mut shift = BITS - BIG_BITS;
    let mut item = 0;
    for cell in puzzle.board().cells() {
        if covered.contains(cell) {
            continue;
        }
        item += 1;
        shift -= 2;
        let Some(kind) = (code >> shift & 3).checked_sub(1) else { continue };
        let shape = ITEMS[kind as usize];
        let piece = puzzle.covered(shape, cell);
        if piece.is_empty() || piece.meets(covered) {
            return Err(NotationError::Code36Item {
                text: text(),
                item,
                shape: puzzle.shapes()[shape].name().to_owned(),
                row: puzzle.board().row(cell) + 1,
                column: puzzle.board().column(cell) + 1,
            });
        }
        covered |= piece;
        position.put(shape, cell);
    }
    if code & ((1 << shift) - 1) != 0 {
        return Err(NotationError::Code36Rest(text()));
    }
    Ok(position)
}
