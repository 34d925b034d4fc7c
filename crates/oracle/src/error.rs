//! Errors of oracles.

use super::method::Method;
#[cfg(feature = "disk")]
use crate::analysis::{Certificate, Fault};
use crate::analysis::{PathsError, SampleError};
use crate::atlas::BuildError;
use huarong_core::effort::Cancelled;
use huarong_core::numerals::{counted, range_of_moves};
use huarong_core::rules::{Metric, PieceMove, PieceSetError};
use huarong_core::space::SpaceError;
use huarong_search::{ComponentError, SearchError};
use huarong_tables::table::TableError;
use thiserror::Error;

/// Errors of oracles: in answers, and in searches and builds.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum OracleError {
    /// A position of another puzzle.
    #[error("{0} is a position of another puzzle: parse it with the oracle's puzzle")]
    Foreign(String),
    /// A position that the oracle has not searched.
    #[error("{0} was not searched: the oracle only knows {1}")]
    NotKnown(String, &'static str),
    /// A metric that the oracle has not searched.
    #[error("the {asked} metric was not searched: name it in the options")]
    Metric {
        /// The requested metric.
        asked: Metric,
    },
    /// A method that is not a search.
    #[error("{0} cannot be searched: open them with Tables::open")]
    Method(Method),
    /// A question about all optimal solutions or all best moves, to an oracle that knows one solution.
    #[error(
        "this needs all optimal solutions, but {0} found one: ask a Planner for Question::Solutions"
    )]
    OneSolution(Method),
    /// A piece set that is not of the family.
    #[error(transparent)]
    PieceSet(#[from] PieceSetError),
    /// A space that cannot be numbered.
    #[error(transparent)]
    Space(#[from] SpaceError),
    /// An unfinished search of a whole space.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// An unfinished search of a component.
    #[error(transparent)]
    Component(#[from] ComponentError),
    /// An unfinished count of solutions.
    #[error(transparent)]
    Count(#[from] PathsError),
    /// A table that cannot be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A table that cannot be built.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// Missing tables.
    #[error("no {metric} table of {piece_set} in {directory}: build it first")]
    Missing {
        /// The metric.
        metric: Metric,
        /// The piece set.
        piece_set: String,
        /// The directory of the tables.
        directory: String,
    },
    /// A directory without tables.
    #[error("no tables to prove in {directory}: build them first")]
    NoTables {
        /// The directory.
        directory: String,
    },
    /// Tables that are not proved: a file is damaged, an entry is wrong, or the memory does not suffice.
    #[cfg(feature = "disk")]
    #[error(
        "the tables are not proved, {} found: {}", counted(.0.faults.len() as u64, "fault"),
        .0.faults.first().map(|fault| fault.to_string()).unwrap_or_default()
    )]
    Unproved(Certificate),
    /// A question about all positions to an oracle that knows only some.
    #[error(
        "this needs all positions of the piece set, but the oracle only knows {0}: make it with Method::Space"
    )]
    Partial(&'static str),
    /// No position at the requested distances.
    #[error("no position is {} from the goal under the {metric} metric", range_of_moves(*.from, *.to))]
    Range {
        /// The smallest requested distance.
        from: u16,
        /// The largest.
        to: u16,
        /// The metric.
        metric: Metric,
    },
    /// No position has the requested distance and number of optimal solutions. The text says which distances there are.
    #[error("{0}")]
    NoneFits(String),
    /// A search that ended before it found an optimal solution. Its bounds are certain.
    #[error("undecided, {}: {reason}", bounds(*.at_least, .best.as_ref().map(Vec::len), "move"))]
    Undecided {
        /// A lower bound of the number of moves of every solution.
        at_least: u16,
        /// The moves of the best solution found, which may be optimal.
        best: Option<Vec<PieceMove>>,
        /// Reason why the search ended.
        reason: Box<OracleError>,
    },
    /// The observer cancelled the work.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl From<SampleError> for OracleError {
    fn from(error: SampleError) -> Self {
        match error {
            SampleError::Table(error) => Self::Table(error),
            SampleError::Cancelled(error) => Self::Cancelled(error),
            SampleError::Count(error) => Self::Search(error),
            none => Self::NoneFits(none.to_string()),
        }
    }
}

/// Bounds of a number of moves in words.
pub fn bounds(at_least: u16, best: Option<usize>, noun: &str) -> String {
    let at_least = counted(at_least.into(), noun);
    match best {
        Some(best) => format!("at least {at_least}; best found {best}"),
        None => format!("at least {at_least}"),
    }
}

impl OracleError {
    /// Whether the observer cancelled the work.
    pub fn is_cancelled(&self) -> bool {
        if let Self::Undecided { reason, .. } = self {
            return reason.is_cancelled();
        }
        matches!(
            self,
            Self::Cancelled(_)
                | Self::Space(SpaceError::Cancelled(_))
                | Self::Search(SearchError::Cancelled(_))
                | Self::Count(PathsError::Cancelled(_))
                | Self::Component(ComponentError::Cancelled(_))
                | Self::Build(
                    BuildError::Cancelled { .. } | BuildError::Search(SearchError::Cancelled(_))
                )
        )
    }

    /// Whether the work needed more memory than it might use.
    pub fn is_memory(&self) -> bool {
        match self {
            Self::Search(error) | Self::Build(BuildError::Search(error)) => error.is_memory(),
            Self::Space(error) => SearchError::from(error.clone()).is_memory(),
            Self::Count(error) => matches!(error, PathsError::Memory { .. }),
            Self::Component(error) => matches!(error, ComponentError::Memory { .. }),
            Self::Undecided { reason, .. } => reason.is_memory(),
            #[cfg(feature = "disk")]
            Self::Unproved(Certificate { faults, .. }) => {
                faults.iter().all(|fault| matches!(fault, Fault::Memory { .. }))
            }
            _ => false,
        }
    }
}
