//! Scope of a census: the puzzles that it covers.

use huarong_core::rules::Metric;
use std::fmt;

/// The puzzles that a census covers: all of a board, or those within limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scope {
    /// Columns of the board.
    pub width: u8,
    /// Rows of the board.
    pub height: u8,
    /// Whether all pieces must be rectangles.
    pub rectangles: bool,
    /// Largest number of different shapes; `None` for no limit.
    pub most_shapes: Option<u8>,
    /// Largest number of pieces; `None` for no limit.
    pub most_pieces: Option<u8>,
    /// The only metric; `None` for all.
    pub metric: Option<Metric>,
}

impl Scope {
    /// All puzzles of a board, under all metrics.
    pub const fn all(width: u8, height: u8) -> Self {
        Self {
            width,
            height,
            rectangles: false,
            most_shapes: None,
            most_pieces: None,
            metric: None,
        }
    }

    /// The metrics, strictest first.
    pub fn metrics(&self) -> impl DoubleEndedIterator<Item = Metric> {
        let only = self.metric;
        Metric::OF_SINGLE_PIECES
            .into_iter()
            .filter(move |&metric| only.is_none_or(|only| only == metric))
    }

    /// Whether it covers all puzzles of the board.
    pub fn is_whole(&self) -> bool {
        !self.rectangles && self.most_shapes.is_none() && self.most_pieces.is_none()
    }
}

/// Formats board and limits like options of the command line.
impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)?;
        if self.rectangles {
            f.write_str(" --rectangles")?;
        }
        if let Some(most) = self.most_shapes {
            write!(f, " --max-shapes {most}")?;
        }
        if let Some(most) = self.most_pieces {
            write!(f, " --max-pieces {most}")?;
        }
        if let Some(metric) = self.metric {
            write!(f, " --metric {metric}")?;
        }
        Ok(())
    }
}
