//! Measures of tasks, and ranges of them.

use huarong_core::rules::UnknownName;
use huarong_oracle::analysis::NumberRange;
use std::ops::RangeInclusive;
use std::str::FromStr;
use thiserror::Error;

/// A number that a task has, by the name of its column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Measure {
    /// Number of optimal solutions.
    SolutionCount,
    /// Number of reachable positions.
    Reachable,
    /// Number of legal moves.
    Mobility,
    /// Number of best moves.
    BestMoves,
    /// Number of pieces.
    Pieces,
    /// Number of empty cells.
    EmptyCells,
}

impl Measure {
    /// All measures.
    pub const ALL: [Self; 6] = [
        Self::SolutionCount,
        Self::Reachable,
        Self::Mobility,
        Self::BestMoves,
        Self::Pieces,
        Self::EmptyCells,
    ];

    /// The name: `pieces`.
    pub fn name(self) -> &'static str {
        match self {
            Self::SolutionCount => "solution_count",
            Self::Reachable => "reachable",
            Self::Mobility => "mobility",
            Self::BestMoves => "best_moves",
            Self::Pieces => "pieces",
            Self::EmptyCells => "empty_cells",
        }
    }
}

impl FromStr for Measure {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        UnknownName::find("measure", &Self::ALL, Self::name, name)
    }
}

/// A range of a measure, both ends included. Tasks without the measure are not in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// The measure.
    pub measure: Measure,
    /// Its values.
    pub values: RangeInclusive<u64>,
}

/// Error: a text is no condition.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ConditionError {
    /// There is no such measure.
    #[error(transparent)]
    Measure(#[from] UnknownName),
    /// The values are no range.
    #[error(
        "{0:?} is no condition: write a measure with a range of its values, such as pieces=8..12, pieces=8.. or solution_count=1"
    )]
    Values(String),
}

/// `pieces=8..12`, `pieces=8..`, `pieces=..12` or `pieces=8`.
impl FromStr for Condition {
    type Err = ConditionError;

    fn from_str(text: &str) -> Result<Self, ConditionError> {
        let wrong = || ConditionError::Values(text.to_owned());
        let (measure, values) = text.split_once('=').ok_or_else(wrong)?;
        let measure = measure.parse()?;
        let values: NumberRange<{ u64::MAX }> = values.parse().map_err(|_| wrong())?;
        let (low, high) = values.bounds();
        Ok(Self { measure, values: low..=high })
    }
}

/// As [`FromStr`] reads it.
impl std::fmt::Display for Condition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}={}..", self.measure.name(), self.values.start())?;
        match *self.values.end() {
            u64::MAX => Ok(()),
            high => high.fmt(f),
        }
    }
}
