//! Reasons why a request gets no answer.

use super::fault::Fault;
use super::searches::Unsearched;
use crate::OracleError;
use crate::sliding::analysis::{NoPath, NotKnown};
use crate::sliding::library::ReadError;
use crate::sliding::rules::PieceSetError;
use crate::sliding::search::SearchError;
use crate::table::TableError;
/// Reasons why a request gets no answer.
#[derive(Debug)]
pub enum Refusal {
    /// The request is malformed.
    Bad(Fault),
    /// The requested thing does not exist.
    Unknown(Fault),
    /// The request is valid, but there is no answer.
    NoAnswer(Fault),
    /// The server is busy; a later request may succeed.
    Busy(Fault),
    /// The tables cannot be read. The client learns no details.
    Broken(anyhow::Error),
}

impl Refusal {
    /// No memory is available for the answer.
    pub fn no_room() -> Self {
        let said = "other answers use the server's memory; ask again later";
        Self::Busy(Fault::new("busy", said))
    }
}

impl From<Unsearched> for Refusal {
    fn from(error: Unsearched) -> Self {
        let said = error.to_string();
        match error {
            Unsearched::Full(_) | Unsearched::Waited(_) => Self::Busy(Fault::new("busy", said)),
            Unsearched::TooMuch(_) => Self::NoAnswer(Fault::new("memory", said)),
            Unsearched::TooLong(_) => Self::NoAnswer(Fault::new("too-long", said)),
            Unsearched::Gone => Self::Bad(Fault::request(said)),
            Unsearched::Failed(_) => Self::Broken(error.into()),
        }
    }
}

impl From<SearchError> for Refusal {
    fn from(error: SearchError) -> Self {
        match error {
            SearchError::Memory { .. } => Self::NoAnswer(Fault::new("memory", error.to_string())),
            error => Self::Broken(error.into()),
        }
    }
}

impl From<ReadError> for Refusal {
    fn from(error: ReadError) -> Self {
        Self::Bad(error.into())
    }
}

impl From<PieceSetError> for Refusal {
    fn from(error: PieceSetError) -> Self {
        Self::Bad(error.into())
    }
}

impl From<NoPath> for Refusal {
    fn from(error: NoPath) -> Self {
        Self::NoAnswer(error.into())
    }
}

impl From<TableError> for Refusal {
    fn from(error: TableError) -> Self {
        Self::Broken(error.into())
    }
}

/// The server asks an oracle only about known positions.
impl From<OracleError> for Refusal {
    fn from(error: OracleError) -> Self {
        Self::Broken(error.into())
    }
}

impl From<NotKnown> for Refusal {
    fn from(error: NotKnown) -> Self {
        Self::Broken(error.into())
    }
}
