//! Why an oracle gives no answer.

use super::method::Method;
use crate::effort::Stopped;
use crate::numerals::counted;
use crate::sliding::analysis::RoutesError;
use crate::sliding::atlas::BuildError;
use crate::sliding::rules::{Metric, PieceSetError};
use crate::sliding::search::{ComponentError, SearchError};
use crate::sliding::space::SpaceError;
use crate::table::TableError;
use thiserror::Error;

/// Why an oracle gives no answer, or could not be made.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum OracleError {
    /// A position of another puzzle.
    #[error("{0} is a position of another puzzle: parse it with the oracle's own")]
    Foreign(String),
    /// A position that the oracle has not searched.
    #[error("{0} was not searched: the oracle knows {1}")]
    NotKnown(String, &'static str),
    /// A metric that the oracle has not searched.
    #[error("the {asked} metric was not searched: name it in the options")]
    Metric {
        /// The metric that was asked for.
        asked: Metric,
    },
    /// A method by which nothing can be searched.
    #[error("nothing is searched by {0}: open them with Tables::open")]
    Method(Method),
    /// A piece set that is not of the family.
    #[error(transparent)]
    PieceSet(#[from] PieceSetError),
    /// A space that cannot be numbered.
    #[error(transparent)]
    Space(#[from] SpaceError),
    /// A search of a whole space that did not come to its end.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// A search of a component that did not come to its end.
    #[error(transparent)]
    Component(#[from] ComponentError),
    /// A count of solutions that did not come to its end.
    #[error(transparent)]
    Count(#[from] RoutesError),
    /// A table that cannot be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A table that cannot be built.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// Tables that are not there.
    #[error("no {metric} table of {piece_set} in {directory}: build it first")]
    Missing {
        /// The metric.
        metric: Metric,
        /// The piece set.
        piece_set: String,
        /// Where tables are looked for.
        directory: String,
    },
    /// A question about all positions, of which the oracle knows some.
    #[error(
        "this needs all positions of the piece set, and the oracle knows {0}: make it with Method::Space"
    )]
    Partial(&'static str),
    /// No position at the distances asked for.
    #[error("no position is {} from the goal under the {metric} metric", range_of_moves(*.from, *.to))]
    Range {
        /// The least distance asked for.
        from: u16,
        /// The largest.
        to: u16,
        /// The metric.
        metric: Metric,
    },
    /// The observer cancelled the work.
    #[error(transparent)]
    Cancelled(#[from] Stopped),
}

/// A range of moves: `3 to 5 moves`, or `1 move` where both ends are one.
fn range_of_moves(least: u16, most: u16) -> String {
    match least == most {
        true => counted(most.into(), "move"),
        false => format!("{least} to {}", counted(most.into(), "move")),
    }
}

impl OracleError {
    /// Whether the observer cancelled the work.
    pub fn is_cancelled(&self) -> bool {
        matches!(
            self,
            Self::Cancelled(_)
                | Self::Space(SpaceError::Stopped(_))
                | Self::Search(SearchError::Stopped(_))
                | Self::Count(RoutesError::Stopped(_))
                | Self::Component(ComponentError::Stopped(_))
                | Self::Build(
                    BuildError::Stopped { .. } | BuildError::Search(SearchError::Stopped(_))
                )
        )
    }

    /// Whether the work needed more memory than it might use.
    pub fn is_memory(&self) -> bool {
        match self {
            Self::Search(error) | Self::Build(BuildError::Search(error)) => error.is_memory(),
            Self::Space(error) => SearchError::from(error.clone()).is_memory(),
            Self::Count(error) => matches!(error, RoutesError::Memory { .. }),
            Self::Component(error) => matches!(error, ComponentError::Memory { .. }),
            _ => false,
        }
    }
}
