//! Reads and writes positions in published notations.
//!
//! [`write`](fn@write) writes a position in a [`Notation`]. [`read`] recognises the notation of a text. A written
//! position is always read back as the same position.
//!
//! ```
//! use huarong::Puzzle;
//! use huarong::notation::{self, Notation};
//!
//! let puzzle = Puzzle::klotski();
//! let position = notation::read(&puzzle, "1A9BF0C00")?;
//! assert_eq!(notation::write(&puzzle, &position, Notation::Grid)?, "VBBV/VBBV/VHHV/VSSV/S..S");
//! # Ok::<_, notation::NotationError>(())
//! ```

mod code36;
mod drawings;
mod error;
mod glyph;
mod letters;
pub mod moves;
mod names;
mod paper;

pub use error::NotationError;
pub use names::Notation;

use crate::klotski;
use crate::rules::{Arrangement, Lettering, Puzzle};

/// Writes a position in a notation, without a newline at the end.
///
/// Returns an error if the notation is defined for Klotski only and the puzzle is another one.
pub fn write(
    puzzle: &Puzzle,
    position: &Arrangement,
    notation: Notation,
) -> Result<String, NotationError> {
    if notation.is_klotskis() && !klotski::is_klotski(puzzle) {
        return Err(NotationError::NotKlotski(notation));
    }
    Ok(match notation {
        Notation::Grid => puzzle.position_text(position),
        Notation::Letters => letters::write(puzzle, position),
        Notation::PaperArray => paper::write_array(puzzle, position),
        Notation::PaperValue => paper::write_value(puzzle, position),
        Notation::Glyph => glyph::write(puzzle, position),
        Notation::Code36 => code36::write(puzzle, position),
        Notation::Pretty | Notation::Svg => drawings::write(puzzle, position, notation)?,
    })
}

/// The byte order mark with which some editors start files; no notation contains it.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Reads a position in any notation.
pub fn read(puzzle: &Puzzle, text: &str) -> Result<Arrangement, NotationError> {
    let text = text.trim_start_matches(BYTE_ORDER_MARK);
    if puzzle.has_signs() {
        // Any character may be a piece.
        return match text.trim_start() {
            picture if picture.starts_with("<svg") => {
                drawings::read(puzzle, picture, Notation::Svg)
            }
            drawing if drawing.starts_with('┏') => {
                drawings::read(puzzle, drawing, Notation::Pretty)
            }
            grid => Ok(puzzle.parse_position(grid)?),
        };
    }
    // The most common notation, recognised fast.
    if text.contains('/') && !text.contains(['<', '#']) {
        return Ok(puzzle.parse_position(text)?);
    }
    if text.trim_start().starts_with('<') {
        return drawings::read(puzzle, text, Notation::Svg);
    }
    if drawings::is_boxes(text) {
        return drawings::read(puzzle, text, Notation::Pretty);
    }
    let is_klotski = klotski::is_klotski(puzzle);
    if is_klotski && glyph::is_drawn(text) {
        return glyph::read(puzzle, text);
    }
    let refuse = |notation| Err(NotationError::NotKlotski(notation));
    if text.contains('/') || text.trim_end_matches(['\n', '\r']).contains('\n') {
        return Ok(puzzle.parse_position(text)?);
    }
    if is_unbroken_grid(puzzle, text) || is_spaced_grid(puzzle, text) {
        let read = puzzle.parse_position(text);
        // Without an unambiguous sign of an empty cell, or with small letters, the text may be words.
        let is_grid = text.contains(['.', '@', '_', '0']) && !text.contains(char::is_lowercase);
        if read.is_ok() || is_grid {
            return Ok(read?);
        }
    }
    let trimmed = text.trim();
    if let Some(paper) = paper::Written::split(trimmed) {
        return if is_klotski { paper.read(puzzle) } else { refuse(paper.notation()) };
    }
    if let Some(code) = code36::Written::of(trimmed) {
        return if is_klotski { code36::read(puzzle, code) } else { refuse(Notation::Code36) };
    }
    Err(NotationError::Unrecognised(text.to_owned()))
}

/// The signs that a text in any notation gives the pieces of its position.
pub fn lettering(puzzle: &Puzzle, position: &Arrangement, text: &str) -> Lettering {
    Lettering::of_text(puzzle, position, text.trim_start_matches(BYTE_ORDER_MARK))
}

/// Whether a text of several lines is one position, and not one position per line.
pub fn is_drawing(puzzle: &Puzzle, text: &str) -> bool {
    let text = text.trim_start_matches(BYTE_ORDER_MARK);
    if puzzle.has_signs() {
        return text.trim_start().starts_with(['<', '┏']) || puzzle.parse_position(text).is_ok();
    }
    let first = text.lines().next().unwrap_or_default();
    if first.trim_start().starts_with('<') || drawings::is_boxes(first) {
        return true;
    }
    let trimmed: Vec<&str> = text.trim().lines().map(str::trim).collect();
    is_in_rows(puzzle, text) || is_in_rows(puzzle, &trimmed.join("\n"))
}

/// Whether the lines of a text are the rows of one position.
fn is_in_rows(puzzle: &Puzzle, text: &str) -> bool {
    let text = text.strip_suffix('\n').unwrap_or(text);
    let mut lines = text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line));
    let first = lines.clone().next().unwrap_or_default();
    let [width, height] = [puzzle.board().width(), puzzle.board().height()].map(usize::from);
    let in_rows = height > 1
        && lines.clone().count() == height
        && lines.all(|line| line.chars().count() <= width);
    // Names may be as short as rows, but a row is never a position by itself.
    in_rows && (read(puzzle, text).is_ok() || (text.is_ascii() && read(puzzle, first).is_err()))
}

/// Whether a text is a grid without separators: one character per cell.
fn is_unbroken_grid(puzzle: &Puzzle, text: &str) -> bool {
    let text = text.trim_matches(['\t', '\n', '\r']);
    let cells = usize::from(puzzle.board().cell_count());
    [text, text.trim()].iter().any(|text| text.chars().count() == cells && are_signs(text))
}

/// Whether a text is a grid whose rows are separated by spaces.
fn is_spaced_grid(puzzle: &Puzzle, text: &str) -> bool {
    let [width, height] = [puzzle.board().width(), puzzle.board().height()].map(usize::from);
    text.split_whitespace().count() == height
        && text.split_whitespace().all(|row| row.chars().count() == width && are_signs(row))
}

/// Whether a text has only characters of cells.
fn are_signs(text: &str) -> bool {
    let is_sign = |sign: char| sign.is_ascii_alphabetic() || "[@._0 #".contains(sign);
    text.chars().all(is_sign)
}
