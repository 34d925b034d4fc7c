//! Piece sets as text.

use super::arrangement::PieceSet;
use super::puzzle::Puzzle;
use super::shape::Shape;
use crate::numerals::Excerpt;
use thiserror::Error;

/// Error: a text names no piece set of a puzzle or family.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum PieceSetError {
    /// The text is not a sequence of counts and letters.
    #[error(
        "{text:?} is not a piece set: {reason}; write counts and letters, such as {example}",
        text = Excerpt(.text)
    )]
    Syntax {
        /// The text.
        text: String,
        /// What is wrong with it.
        reason: String,
        /// A valid example.
        example: String,
    },
    /// The puzzle has a single piece set, and the text names another one, or none.
    #[error(
        "{text:?} is not a piece set of this puzzle, which has only {only:?}",
        text = Excerpt(.text)
    )]
    OnlyOne {
        /// The text.
        text: String,
        /// The puzzle's piece set, which its name stands for.
        only: String,
    },
    /// The pieces cover more cells than the board allows.
    #[error(
        "piece set {text} covers {area} cells, but on this board at most {most} may be covered",
        text = Excerpt(.text)
    )]
    DoesNotFit {
        /// The piece set.
        text: String,
        /// Cells covered by its pieces.
        area: u32,
        /// Largest number of cells that may be covered.
        most: u32,
    },
    /// The piece set does not belong to the family.
    #[error(
        "piece set {text} does not belong to the family {family}",
        text = Excerpt(.text), family = Excerpt(.family)
    )]
    NotListed {
        /// The piece set.
        text: String,
        /// Name of the family.
        family: String,
    },
    /// The pieces would fit by area, but have no legal arrangement.
    #[error("piece set {text} has no legal arrangement on this board", text = Excerpt(.text))]
    NoArrangement {
        /// The piece set.
        text: String,
    },
}

/// Format of piece sets as text: counts and letters, `1h4v4s`.
#[derive(Clone, Copy, Debug)]
pub struct PieceSetText<'s> {
    /// The shapes, in the order of the counts.
    pub shapes: &'s [Shape],
    /// For each shape its usual count, which a text may omit; 0 if there is none.
    pub usual_counts: &'s [Option<u8>],
    /// Whether the usual counts are the only ones allowed.
    pub fixed: bool,
    /// Largest number of pieces of a shape.
    pub most: u8,
}

impl PieceSetText<'_> {
    /// Writes a piece set: counts and letters, including zeros, without usual counts.
    pub fn write(&self, set: &PieceSet) -> String {
        let mut text = String::new();
        for ((shape, usual), count) in self.shapes.iter().zip(self.usual_counts).zip(set.counts()) {
            if *usual != Some(*count) {
                text += &format!("{count}{}", shape.letter().to_ascii_lowercase());
            }
        }
        text
    }

    /// Reads counts and letters in any order and either case.
    pub fn read(&self, text: &str) -> Result<PieceSet, PieceSetError> {
        let wrong = |reason: String| PieceSetError::Syntax {
            text: text.to_owned(),
            reason,
            example: self.example(),
        };
        let mut counts = vec![None; self.shapes.len()];
        let mut digits = String::new();
        for letter in text.trim().chars() {
            if letter.is_ascii_digit() {
                digits.push(letter);
                continue;
            }
            let shape = self
                .shapes
                .iter()
                .position(|shape| shape.letter() == letter.to_ascii_uppercase())
                .ok_or_else(|| wrong(format!("no shape has the letter {letter:?}")))?;
            if digits.is_empty() {
                return Err(wrong(format!("{letter:?} has no count before it")));
            }
            let count = digits.parse::<u8>().ok().filter(|&count| count <= self.most);
            let count =
                count.ok_or_else(|| wrong(format!("{} pieces are too many", Excerpt(&digits))))?;
            if counts[shape].replace(count).is_some() {
                return Err(wrong(format!("{letter:?} is counted twice")));
            }
            digits.clear();
        }
        if !digits.is_empty() {
            return Err(wrong(format!("the count {} has no letter after it", Excerpt(&digits))));
        }
        if counts.iter().all(Option::is_none) {
            return Err(wrong("it is empty".to_owned()));
        }
        for ((count, &usual), shape) in counts.iter_mut().zip(self.usual_counts).zip(self.shapes) {
            match (*count, usual) {
                (Some(count), Some(fixed)) if self.fixed && count != fixed => {
                    let name = shape.name();
                    return Err(wrong(format!("{name} has the fixed count {fixed} here")));
                }
                _ => *count = count.or(usual).or(Some(0)),
            }
        }
        Ok(PieceSet::new(counts.into_iter().flatten()))
    }

    /// An example of a piece set: one piece of each shape that has no usual count.
    fn example(&self) -> String {
        let counts = self.usual_counts.iter().map(|usual| usual.unwrap_or(1));
        self.write(&PieceSet::new(counts))
    }
}

impl Puzzle {
    fn piece_set_texts(&self) -> PieceSetText<'_> {
        PieceSetText {
            shapes: self.shapes(),
            usual_counts: self.fixed_counts(),
            fixed: true,
            most: 64,
        }
    }

    /// The text of a piece set: counts and letters, including zeros, without fixed counts: `1h4v4s`. The only piece set
    /// of a named puzzle is written as that name, and so are those of which pieces have left.
    pub fn piece_set_text(&self, set: &PieceSet) -> String {
        match self.only_piece_set() {
            Some((name, only)) if only == *set || self.doors().is_some() => name.to_owned(),
            _ => self.piece_set_texts().write(set),
        }
    }

    /// The text of the pieces on the board: the piece set, with the signs of those that are still there if others have left.
    #[doc(hidden)]
    pub fn on_board_text(&self, on_board: &PieceSet) -> String {
        let text = self.piece_set_text(on_board);
        let counts = self.fixed_counts().iter().zip(on_board.counts());
        if self.doors().is_none() || { counts }.all(|(fixed, &count)| *fixed == Some(count)) {
            return text;
        }
        let signs_of = |(shape, &count): (&Shape, &u8)| match shape.signs() {
            [] => vec![shape.letter(); count.into()],
            signs => signs[..count.into()].to_vec(),
        };
        let signs: String =
            self.shapes().iter().zip(on_board.counts()).flat_map(signs_of).collect();
        match signs.is_empty() {
            true => format!("{text} without pieces"),
            false => format!("{text} with {signs}"),
        }
    }

    /// The name and the piece set of a named puzzle whose counts are all fixed.
    fn only_piece_set(&self) -> Option<(&str, PieceSet)> {
        let counts: Option<Vec<u8>> = self.fixed_counts().iter().copied().collect();
        Some((self.name()?, PieceSet::new(counts?)))
    }

    /// Reads counts and letters in any order and case. An omitted shape has its fixed count, or 0.
    pub fn parse_piece_set(&self, text: &str) -> Result<PieceSet, PieceSetError> {
        match self.only_piece_set() {
            Some((name, only)) if name == text => Ok(only),
            Some((name, _)) => self.piece_set_texts().read(text).map_err(|_| {
                PieceSetError::OnlyOne { text: text.to_owned(), only: name.to_owned() }
            }),
            None => self.piece_set_texts().read(text),
        }
    }
}
