//! Notations that are drawings, boxes and pictures, if the library is built with them.

use super::error::NotationError;
use super::names::Notation;
#[cfg(feature = "drawing")]
use crate::drawing::{boxes, picture};
use crate::rules::{Arrangement, Puzzle};

/// Draws a position with boxes or as a picture.
#[cfg(feature = "drawing")]
pub fn write(
    puzzle: &Puzzle,
    position: &Arrangement,
    notation: Notation,
) -> Result<String, NotationError> {
    Ok(match notation {
        Notation::Svg => picture::draw(puzzle, position),
        _ => boxes::draw(puzzle, position, false),
    })
}

/// Reads a position from a drawing with boxes or a picture.
#[cfg(feature = "drawing")]
pub fn read(puzzle: &Puzzle, text: &str, notation: Notation) -> Result<Arrangement, NotationError> {
    Ok(match notation {
        Notation::Svg => picture::read(puzzle, text)?,
        _ => boxes::read(puzzle, text)?,
    })
}

#[cfg(not(feature = "drawing"))]
pub fn write(_: &Puzzle, _: &Arrangement, notation: Notation) -> Result<String, NotationError> {
    Err(NotationError::NotBuilt(notation))
}

#[cfg(not(feature = "drawing"))]
pub fn read(_: &Puzzle, _: &str, notation: Notation) -> Result<Arrangement, NotationError> {
    Err(NotationError::NotBuilt(notation))
}

/// Whether a text has characters of Unicode's block "Box Drawing".
pub fn is_boxes(text: &str) -> bool {
    text.contains(|sign| ('\u{2500}'..='\u{257f}').contains(&sign))
}
