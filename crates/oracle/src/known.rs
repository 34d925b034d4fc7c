//! Oracles: a puzzle and a source of its distances.

use super::method::Method;
use super::source::Source;
use huarong_core::position::Position;
use huarong_core::rules::{Metric, PieceSet, Puzzle};
use huarong_core::space::Space;
use std::fmt;
use std::sync::Arc;

/// Answers questions about the distances of the positions of one puzzle.
///
/// An oracle owns its data, so you can keep it in a struct, clone it cheaply, and use it from any number of threads.
/// Distances are in moves of the metric that is asked for; `None` means that no moves lead to the goal. What
/// an oracle has not searched is an error, [`OracleError::NotKnown`](super::OracleError::NotKnown), and never `None`.
#[derive(Clone)]
pub struct Oracle {
    pub(super) known: Arc<Known>,
    /// The metric of questions.
    metric: Metric,
}

#[derive(Debug)]
pub(super) struct Known {
    pub puzzle: Puzzle,
    /// Text of the piece set, like `1h4v4s`.
    pub piece_set: String,
    pub source: Source,
    /// Why this source was chosen.
    pub why: &'static str,
}

impl fmt::Debug for Oracle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Oracle")
            .field("method", &self.method())
            .field("metric", &self.metric())
            .field("len", &self.len())
            .finish_non_exhaustive()
    }
}

impl Oracle {
    pub(super) fn new(
        puzzle: &Puzzle,
        piece_set: &PieceSet,
        metric: Metric,
        source: Source,
        why: &'static str,
    ) -> Self {
        let (puzzle, piece_set) = (puzzle.clone(), puzzle.piece_set_text(piece_set));
        Self { known: Arc::new(Known { puzzle, piece_set, source, why }), metric }
    }

    /// The result of a search. Its metric is the loosest of those searched.
    pub(super) fn searched(
        puzzle: &Puzzle,
        piece_set: &PieceSet,
        metrics: &[Metric],
        source: Source,
        why: &'static str,
    ) -> Self {
        let loosest = metrics.last().copied().unwrap_or(Metric::Finger);
        Self::new(puzzle, piece_set, loosest, source, why)
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.known.puzzle
    }

    /// Text of the piece set, like `1h4v4s`, or the name of a puzzle that has only one.
    pub fn piece_set_text(&self) -> &str {
        &self.known.piece_set
    }

    /// The space of the piece set, which numbers the positions; `None` if the search needed no numbers.
    pub fn space(&self) -> Option<&Space> {
        self.known.source.space()
    }

    /// The metric of questions: the loosest that was searched, unless [`under`](Self::under) chose another.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// The metrics whose distances it can look up, strictest first.
    pub fn metrics(&self) -> impl Iterator<Item = Metric> + use<'_> {
        Metric::WITH_MULTI.iter().copied().filter(|&metric| self.known.source.has(metric))
    }

    /// The same oracle, with questions under another metric. If that metric was not searched, answers are
    /// [errors](super::OracleError::Metric).
    ///
    /// ```
    /// use huarong::{Metric, Options, Oracle, Puzzle};
    ///
    /// let start = Puzzle::klotski().parse("VBBV/VBBV/VHHV/VSSV/S..S")?;
    /// let oracle = Oracle::search_with(&start, &Options::new().metrics(&Metric::ALL))?;
    /// let unit = oracle.under(Metric::Unit);
    /// assert_eq!(unit.distance(&start)?, Some(116));
    /// assert_eq!(unit.solution(&start)?.map(|moves| moves.len()), Some(116));
    /// assert!(unit.histogram()?.counts.len() > oracle.histogram()?.counts.len());
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn under(&self, metric: Metric) -> Self {
        Self { known: self.known.clone(), metric }
    }

    /// The source of its distances.
    pub fn method(&self) -> Method {
        self.known.source.method()
    }

    /// Why the [method](Self::method) was chosen, in words.
    pub fn why(&self) -> &'static str {
        self.known.why
    }

    /// Number of positions that it [holds](Self::holds). Tables and a search of the whole space hold all positions of the piece
    /// set, and a search of the component all reachable ones. Searches for one position hold fewer.
    pub fn len(&self) -> u64 {
        self.known.source.len(self.metric())
    }

    /// Whether it knows the distance of a position under its [metric](Self::metric), or knows that no moves lead to the
    /// goal. [`distance`](Self::distance) is an error for all other positions.
    pub fn holds(&self, position: &Position) -> bool {
        position.puzzle() == self.puzzle() && self.known.source.holds(self.metric(), position)
    }

    /// Whether it knows the positions with these pieces on a board with doors.
    pub(super) fn has_tier(&self, piece_set: &PieceSet) -> bool {
        match &self.known.source {
            Source::Tiers(tiers) => tiers.tiers().number(piece_set).is_some(),
            _ => false,
        }
    }

    /// Bytes of memory of its distances; 0 for tables, which are read from their files.
    pub fn bytes(&self) -> u64 {
        self.known.source.bytes()
    }

    /// Whether it holds no position: true only for a piece set without any.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
