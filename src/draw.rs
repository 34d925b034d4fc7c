//! Drawing layouts of a wanted difficulty, for the command line and the server.

use crate::records::LayoutRecord;
use huarong::analysis::{Guide, sample};
use huarong::puzzle::{Metric, Position, Puzzle, klotski};
use huarong::table::TableError;
use std::ops::RangeInclusive;
use std::str::FromStr;
use thiserror::Error;

/// A range of distances.
#[derive(Clone, Debug)]
pub struct Range(RangeInclusive<u16>);

/// A text that is no range of distances.
#[derive(Debug, Error)]
pub enum RangeError {
    #[error("a range is written 80..100 (both ends included), 80.., ..100 or 90")]
    Syntax,
    #[error("distances go up to {}", u16::MAX)]
    TooFar,
    #[error("the range goes from {0} down to {1}; write the smaller distance first")]
    Backwards(u16, u16),
}

impl Range {
    /// From one move on.
    pub fn of_unwon() -> Self {
        Self(1..=u16::MAX)
    }
}

impl FromStr for Range {
    type Err = RangeError;

    fn from_str(text: &str) -> Result<Self, RangeError> {
        let number = |text: &str, open: u16| match text.trim() {
            "" => Ok(open),
            digits if !digits.bytes().all(|digit| digit.is_ascii_digit()) => {
                Err(RangeError::Syntax)
            }
            digits => digits.parse().map_err(|_| RangeError::TooFar),
        };
        let (from, to) = match text.split_once("..") {
            Some((from, to)) => (number(from, 0)?, number(to, u16::MAX)?),
            None if text.trim().is_empty() => return Err(RangeError::Syntax),
            None => (number(text, 0)?, number(text, 0)?),
        };
        if from > to { Err(RangeError::Backwards(from, to)) } else { Ok(Self(from..=to)) }
    }
}

/// What layouts are wanted.
#[derive(Clone, Debug)]
pub struct Wish {
    pub metric: Metric,
    pub distance: Range,
    pub count: usize,
    pub seed: u64,
    /// Only layouts with the big piece in the top row.
    pub big_at_top: bool,
}

/// Layouts drawn, and how many fit.
pub struct Drawn {
    pub layouts: Vec<LayoutRecord>,
    pub fitting: u64,
}

/// Why none are drawn.
#[derive(Debug, Error)]
pub enum DrawError {
    #[error(transparent)]
    Table(#[from] TableError),
    #[error(
        "no {layouts} of {set} at such a {metric} distance; they are {least} to {most} moves from the goal"
    )]
    OutOfRange { layouts: &'static str, set: String, metric: Metric, least: u16, most: u16 },
    #[error("no {layouts} of {set} can reach the goal")]
    Unsolvable { layouts: &'static str, set: String },
}

impl Wish {
    /// What is drawn, in words.
    pub fn layouts(&self) -> &'static str {
        if self.big_at_top { "layouts with the big piece at the top" } else { "positions" }
    }

    /// Draws among the positions of a guide's piece set.
    pub fn draw(&self, guide: &Guide<'_>) -> Result<Drawn, DrawError> {
        let puzzle = guide.space().puzzle();
        let allowed = |position: &Position| !self.big_at_top || is_big_at_top(puzzle, position);
        let Range(wanted) = &self.distance;
        let table = guide.table(self.metric);
        let drawn = sample(guide.space(), table, wanted, self.count, self.seed, allowed)?;
        if drawn.positions.is_empty() {
            let (layouts, set) = (self.layouts(), guide.piece_set_text().to_owned());
            return Err(match drawn.range {
                Some((least, most)) => {
                    DrawError::OutOfRange { layouts, set, metric: self.metric, least, most }
                }
                None => DrawError::Unsolvable { layouts, set },
            });
        }
        let layout = |position: &Position| {
            Ok(LayoutRecord {
                position: puzzle.position_text(position),
                piece_set: guide.piece_set_text().to_owned(),
                distance: guide.distances(position)?.into(),
            })
        };
        let layouts = drawn.positions.iter().map(layout).collect::<Result<_, TableError>>()?;
        Ok(Drawn { layouts, fitting: drawn.fitting })
    }
}

/// Whether the big piece stands in the top row.
fn is_big_at_top(puzzle: &Puzzle, position: &Position) -> bool {
    position.anchors(klotski::BIG).trailing_zeros() < u32::from(puzzle.board().width())
}
