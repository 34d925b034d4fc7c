//! Why a question is not answered.

use super::fault::Fault;
use super::searches::Unsearched;
use crate::OracleError;
use crate::sliding::analysis::{NoRoute, NotKnown};
use crate::sliding::library::ReadError;
use crate::sliding::rules::PieceSetError;
use crate::sliding::search::SearchError;
use crate::table::TableError;
/// Why a question is not answered.
#[derive(Debug)]
pub enum Refusal {
    /// The question is not understood.
    Bad(Fault),
    /// There is no such thing.
    Unknown(Fault),
    /// It is understood, and has no answer.
    NoAnswer(Fault),
    /// It may be answered later.
    Busy(Fault),
    /// The tables cannot be read. Who asks is not told more than that.
    Broken(anyhow::Error),
}

impl Refusal {
    /// There is no memory for the answer.
    pub fn no_room() -> Self {
        let said = "the server's memory is in use for other answers; ask again later";
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

impl From<NoRoute> for Refusal {
    fn from(error: NoRoute) -> Self {
        Self::NoAnswer(error.into())
    }
}

impl From<TableError> for Refusal {
    fn from(error: TableError) -> Self {
        Self::Broken(error.into())
    }
}

/// The server asks an oracle only about positions that it knows.
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
