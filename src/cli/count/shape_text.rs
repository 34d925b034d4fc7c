//! Shapes and goals as texts of the command line.

use anyhow::bail;
use huarong_core::rules::Shape;
use std::str::FromStr;
use thiserror::Error;

/// A shape from the command line.
#[derive(Clone, Debug)]
pub(super) struct ShapeText(pub Shape);

/// The goal of a piece: its letter, and column and row of its first cell, counted from 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct GoalText {
    pub letter: char,
    pub column: usize,
    pub row: usize,
}

/// A text on the command line that cannot be read.
#[derive(Debug, Error)]
pub(super) enum TextError {
    #[error("write a letter, = and rows of 1 and 0, such as L=1,0/1,0/1,1")]
    Shape,
    #[error("a shape has at most 64 columns and rows")]
    ShapeSize,
    #[error("write a letter, a column and a row, both counted from 1, such as B2,4")]
    Goal,
}

impl FromStr for ShapeText {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Self> {
        let (name, rows) = text.split_once('=').ok_or(TextError::Shape)?;
        let mut letters = name.trim().chars();
        let (Some(letter), None) = (letters.next(), letters.next()) else {
            bail!(TextError::Shape);
        };
        let mut cells = Vec::new();
        let coordinate = |number: usize| u8::try_from(number).map_err(|_| TextError::ShapeSize);
        for (row, signs) in rows.split('/').enumerate() {
            let signs = signs.chars().filter(|sign| !matches!(sign, ',' | ' '));
            for (column, sign) in signs.enumerate() {
                match sign {
                    '1' => cells.push((coordinate(column)?, coordinate(row)?)),
                    '0' => {}
                    _ => bail!(TextError::Shape),
                }
            }
        }
        let letter = letter.to_ascii_uppercase();
        Ok(Self(Shape::new(letter, letter, cells)?))
    }
}

impl FromStr for GoalText {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let read = || {
            let letter = text.chars().next().filter(char::is_ascii_alphabetic)?;
            let (column, row) = text[1..].split_once(',')?;
            let from_1 = |digits: &str| digits.parse::<usize>().ok()?.checked_sub(1);
            let letter = letter.to_ascii_uppercase();
            Some(Self { letter, column: from_1(column)?, row: from_1(row)? })
        };
        read().ok_or(TextError::Goal)
    }
}
