//! Finds the moves in the text of an answer.

use super::places::{self, Place};
use super::reader;
use super::tokens::Signs;
use super::written::WrittenMoves;
use huarong_core::numerals::Excerpt;
use thiserror::Error;

/// Reason why an answer has no moves to be judged.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub(super) enum UnreadAnswer {
    /// The answer is empty.
    #[error("the answer is empty")]
    Empty,
    /// There are no moves in it.
    #[error("no moves found in {:?}: write them as in \"A+2 B-1\" or \"A right 2\"", Excerpt(.0))]
    NoMoves(String),
    /// There is no answer of the kind that is asked for.
    #[error("no {0} found: write it alone after \"Answer:\"")]
    NoAnswer(&'static str),
    /// Several answers that differ.
    #[error("several answers that differ: write one of them after \"Answer:\"")]
    Differ,
    /// Moves with other text between them.
    #[error(
        "{:?} stands between moves and is none: write the moves alone, or after \"Answer:\"", Excerpt(.0)
    )]
    Between(String),
    /// A move that can be read in several ways or in none.
    #[error(
        "{:?} is not clear: write each move as a letter, a direction and a number, as in \"A right 2\"", Excerpt(.0)
    )]
    Unclear(String),
    /// Cells can be read in several ways, and the moves differ.
    #[error(
        "cells can be read as {0} or as {1}, and the moves differ: name pieces by their letters"
    )]
    Cells(&'static str, &'static str),
}

/// Finds the moves of a [prepared](places::prepared) text.
///
/// It searches a tag, a box, or texts after headings. Without them, it searches blocks of code, then the whole text.
pub(super) fn find<'t>(
    text: &'t str,
    signs: &Signs<'_>,
) -> Result<(Place, WrittenMoves<'t>), UnreadAnswer> {
    if text.trim().is_empty() {
        return Err(UnreadAnswer::Empty);
    }
    let read = |part| {
        let moves = reader::moves(part, signs)?;
        Ok((!moves.is_empty()).then_some(Written(moves)))
    };
    match places::find(text, read)? {
        Some((place, Written(moves))) => Ok((place, moves)),
        None => Err(UnreadAnswer::NoMoves(text.trim().to_owned())),
    }
}

/// Moves, which are the same however they are written.
struct Written<'t>(WrittenMoves<'t>);

impl PartialEq for Written<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.0.iter().map(|(_, made)| made).eq(other.0.iter().map(|(_, made)| made))
    }
}
